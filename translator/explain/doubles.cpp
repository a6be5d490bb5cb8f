#include "translator/explain/doubles.h"

#include "translator/program/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace cudapy {

namespace {

using namespace program;
using Cause = DoubleByAccident::Cause;

/// Says what a float64 is made of.
struct Origin {
    bool is_wanted =
        false; ///< of a float64 of the program: an element, a result, a conversion that is written
    bool has_float32 = false; ///< also of float32
    std::vector<Cause> causes;

    void add(Origin other) {
        is_wanted = is_wanted || other.is_wanted;
        has_float32 = has_float32 || other.has_float32;
        for (Cause& cause : other.causes)
            add(std::move(cause));
    }
    void add(Cause cause) {
        const bool is_known = std::ranges::any_of(
            causes, [&](const Cause& each) { return each.kind == cause.kind && each.text == cause.text; });
        if (!is_known) causes.push_back(std::move(cause));
    }
    bool is_by_accident() const { return !is_wanted && has_float32; }
};

/// A local variable of the type float64.
struct Local {
    bool is_wanted = false;
    bool has_float32 = false;
    bool begins_as_number = false; ///< it is given a literal or an integer
    Span beginning;                ///< where
};

std::string in_one_line(std::string_view source) {
    std::string text;
    for (const char letter : source) {
        const bool is_space = letter == ' ' || letter == '\n' || letter == '\t';
        if (!is_space)
            text += letter;
        else if (!text.ends_with(' '))
            text += ' ';
    }
    return text;
}

/// Finds the places of one function.
class Finder {
  public:
    Finder(const Function& function, const SourceSet& sources) : function_(function), sources_(sources) {}

    std::vector<DoubleByAccident> find() {
        find_locals();
        visit_statements(function_.body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::augmented_assign) look_at(as<AugmentedAssign>(stmt));
            visit_expressions(stmt, [&](const ExprPtr& expr) { look_at(*expr, stmt.span); });
        });
        return std::move(found_);
    }

  private:
    const Function& function_;
    const SourceSet& sources_;
    std::map<const Variable*, Local> locals_;
    std::vector<DoubleByAccident> found_;

    static bool is_double(const Expr& expr) { return expr.type == Type::float64(); }

    Local* local(const Variable* variable) {
        const bool is_local =
            variable->type == Type::float64() &&
            (variable->role == VariableRole::local || variable->role == VariableRole::temporary);
        return is_local ? &locals_[variable] : nullptr;
    }

    /// Finds what the locals are made of. Each is by accident a float64 until something else is found.
    void find_locals() {
        bool has_changed = true;
        while (has_changed) {
            has_changed = false;
            const auto note = [&](const Variable* variable, const Expr* value, Span span) {
                Local* known = local(variable);
                if (!known) return;
                const Local before = *known;
                const Origin origin = value ? origin_of(*value) : Origin{true, false, {}};
                known->is_wanted = known->is_wanted || origin.is_wanted;
                known->has_float32 = known->has_float32 || origin.has_float32;
                const bool is_number = !origin.causes.empty() && !origin.is_wanted && !origin.has_float32 &&
                                       std::ranges::all_of(origin.causes, [](const Cause& cause) {
                                           return cause.kind != Cause::Kind::name;
                                       });
                if (is_number && !known->begins_as_number) {
                    known->begins_as_number = true;
                    known->beginning = span;
                }
                has_changed = has_changed || before.is_wanted != known->is_wanted ||
                              before.has_float32 != known->has_float32 ||
                              before.begins_as_number != known->begins_as_number;
            };
            visit_statements(function_.body, [&](const Stmt& stmt) { note_assignments(stmt, note); });
        }
    }

    template <typename Note>
    void note_assignments(const Stmt& stmt, const Note& note) {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& assign = as<Assign>(stmt);
            if (assign.lvalue.is_variable()) note(assign.lvalue.variable, assign.value.get(), stmt.span);
            break;
        }
        case StmtKind::augmented_assign: {
            const auto& assign = as<AugmentedAssign>(stmt);
            if (assign.lvalue.is_variable()) note(assign.lvalue.variable, assign.value.get(), {});
            break;
        }
        case StmtKind::multi_assign: {
            const auto& assign = as<MultiAssign>(stmt);
            for (std::size_t i = 0; i < assign.lvalues.size(); ++i)
                if (assign.lvalues[i].is_variable())
                    note(assign.lvalues[i].variable, assign.values[assign.values.size() == 1 ? 0 : i].get(),
                         stmt.span);
            break;
        }
        case StmtKind::declare: {
            const auto& declare = as<Declare>(stmt);
            if (declare.init) note(declare.variable, declare.init.get(), stmt.span);
            break;
        }
        case StmtKind::for_each:
            for (const ForEach::Element& element : as<ForEach>(stmt).elements)
                note(element.variable, nullptr, {});
            break;
        default:
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.is_variable()) note(place.variable, nullptr, {});
            });
            break;
        }
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(*expr, [&](const Expr& each) {
                if (each.kind != ExprKind::assign_expr) return;
                const auto& assign = as<AssignExpr>(each);
                note(assign.variable, assign.value.get(), each.span);
            });
        });
    }

    std::string source_of(const Expr& expr) const { return in_one_line(sources_.text(expr.span)); }

    Origin of_operands(const Expr& expr) {
        Origin origin;
        bool has_any = false;
        visit_operands(expr, [&](const ExprPtr& operand) {
            if (!is_double(*operand)) return;
            origin.add(origin_of(*operand));
            has_any = true;
        });
        origin.is_wanted = origin.is_wanted || !has_any;
        return origin;
    }

    Origin of_cast(const Cast& cast) {
        const Type* from = cast.operand->type;
        if (cast.is_explicit) return {true, false, {}};
        if (from == Type::float32()) return {false, true, {}};
        if (from == Type::float64()) return origin_of(*cast.operand);
        if (!from->is_integer() && !from->is_bool()) return {true, false, {}};
        const bool is_literal = without_casts(*cast.operand).kind == ExprKind::literal;
        return {false,
                false,
                {{is_literal ? Cause::Kind::literal : Cause::Kind::integer, source_of(*cast.operand), {}}}};
    }

    Origin of_variable(const Variable* variable) {
        if (variable->role == VariableRole::parameter)
            return {false, false, {{Cause::Kind::argument, variable->name, {}}}};
        const Local* known = local(variable);
        if (!known) return {true, false, {}};
        Origin origin{known->is_wanted, known->has_float32, {}};
        // A name that begins as a computation in double is no cause, since that computation is reported
        // itself.
        if (known->begins_as_number)
            origin.causes.push_back({Cause::Kind::name, variable->name, known->beginning});
        return origin;
    }

    Origin origin_of(const Expr& expr) {
        switch (expr.kind) {
        case ExprKind::literal:
            return {false, false, {{Cause::Kind::literal, source_of(expr), {}}}};
        case ExprKind::cast:
            return of_cast(as<Cast>(expr));
        case ExprKind::variable:
            return of_variable(as<VariableRef>(expr).variable);
        case ExprKind::assign_expr:
            return origin_of(*as<AssignExpr>(expr).value);
        case ExprKind::sequence:
            return origin_of(*as<Sequence>(expr).second);
        case ExprKind::unary:
        case ExprKind::binary:
        case ExprKind::logical:
        case ExprKind::conditional:
        case ExprKind::helper_call:
            return of_operands(expr);
        case ExprKind::builtin_call:
            return is_atomic(expr) ? Origin{true, false, {}} : of_operands(expr);
        default:
            return {true, false, {}};
        }
    }

    static bool computes(const Expr& expr) {
        switch (expr.kind) {
        case ExprKind::binary:
        case ExprKind::builtin_call:
        case ExprKind::helper_call:
            return is_double(expr);
        case ExprKind::compare:
            return is_double(*as<Compare>(expr).operands.front());
        default:
            return false;
        }
    }

    void report(Span span, Origin origin) {
        if (!origin.is_by_accident() || origin.causes.empty()) return;
        found_.push_back({span, std::move(origin.causes)});
    }

    void look_at(const AugmentedAssign& assign) {
        if (assign.operation != Type::float64() || !is_double(*assign.value)) return;
        Origin origin;
        if (assign.lvalue.type() == Type::float32())
            origin.has_float32 = true;
        else if (assign.lvalue.is_variable())
            origin.add(of_variable(assign.lvalue.variable));
        else
            origin.is_wanted = true;
        origin.add(origin_of(*assign.value));
        report(assign.span, std::move(origin));
    }

    /// Looks at what an expression computes. Inside a computation that is told nothing more is told but what
    /// is a float32 there.
    void look_at(const Expr& expr, Span statement) {
        if (computes(expr)) {
            Origin origin = of_operands(expr);
            if (origin.is_by_accident() && !origin.causes.empty()) {
                report(expr.span, std::move(origin));
                look_inside(expr, statement);
                return;
            }
        }
        visit_operands(expr, [&](const ExprPtr& operand) { look_at(*operand, statement); });
    }

    void look_inside(const Expr& expr, Span statement) {
        visit_operands(expr, [&](const ExprPtr& operand) {
            if (is_double(*operand))
                look_inside(*operand, statement);
            else
                look_at(*operand, statement);
        });
    }
};

void collect(const Function& function, const SourceSet& sources, std::set<const Function*>& seen,
             std::vector<DoubleByAccident>& found) {
    if (function.foreign || !seen.insert(&function).second) return;
    for (DoubleByAccident& place : Finder(function, sources).find())
        found.push_back(std::move(place));
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::call) collect(*as<Call>(expr).function, sources, seen, found);
    });
}

} // namespace

std::vector<DoubleByAccident> doubles_of(const Function& kernel, const SourceSet& sources) {
    std::vector<DoubleByAccident> found;
    std::set<const Function*> seen;
    collect(kernel, sources, seen, found);
    const auto place_of = [](const DoubleByAccident& place) {
        return std::tuple(place.span.file, place.span.begin, place.span.end);
    };
    std::ranges::stable_sort(found, {}, place_of);
    // Instances of one function have the same places.
    const auto is_same = [&](const auto& one, const auto& other) { return place_of(one) == place_of(other); };
    found.erase(std::unique(found.begin(), found.end(), is_same), found.end());
    return found;
}

std::string in_words(const DoubleByAccident& place, const SourceSet& sources) {
    std::string text = "float32 is computed in double here, which most GPUs do far slower";
    for (const Cause& cause : place.causes) {
        text += &cause == place.causes.data() ? ": " : "; ";
        switch (cause.kind) {
        case Cause::Kind::literal:
            text += fmt::format("{} counts as a float64, so write float32({})", cause.text, cause.text);
            break;
        case Cause::Kind::integer:
            text +=
                fmt::format("{} is an integer, which float32({}) makes a float32", cause.text, cause.text);
            break;
        case Cause::Kind::argument:
            text += fmt::format("{} is given as a float64, so give it as a float32", cause.text);
            break;
        case Cause::Kind::name:
            text +=
                fmt::format("{} begins as a float64 in line {}, `{}`, so begin it as a float32", cause.text,
                            sources.begin(cause.span).line, in_one_line(sources.text(cause.span)));
            break;
        }
    }
    return text;
}

} // namespace cudapy
