#include "translator/numba/desugar/captured_arrays.h"

#include "translator/check/body/body.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cudapy::checker::numba {

namespace {

/// Returns an integer that is written out, with or without a sign.
std::optional<int64_t> written_integer(const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::integer)
        return static_cast<int64_t>(syntax::as<syntax::Integer>(expr).value);
    if (expr.kind != syntax::ExprKind::unary) return std::nullopt;
    const auto& unary = syntax::as<syntax::Unary>(expr);
    if (unary.op != syntax::UnaryOp::minus || unary.operand->kind != syntax::ExprKind::integer)
        return std::nullopt;
    return static_cast<int64_t>(0 - uint64_t(syntax::as<syntax::Integer>(*unary.operand).value));
}

/// Finds the arrays from outside in one function.
class ArrayCapture {
  public:
    explicit ArrayCapture(Body& body)
        : body_(body), own_(syntax::bound_names(body.info.syntax->body)),
          names_(syntax::all_names(*body.info.syntax)) {
        for (const syntax::Parameter& parameter : body.info.syntax->parameters)
            own_.insert(parameter.name);
        for (const Capture& capture : body.info.captures)
            own_.insert(capture.name);
        for (const CapturedArray& array : body.info.arrays)
            own_.insert(array.variable->name);
    }

    void run() {
        const syntax::Function& function = *body_.info.syntax;
        bool is_other = false;
        syntax::Block block = syntax::clone(function.body, [&](const syntax::Expr& expr) {
            syntax::ExprPtr name = replaced(expr);
            is_other |= name != nullptr;
            return name;
        });
        name_those_in_lambdas(function.body);
        if (is_other) body_.info.rewrite(std::move(block));
    }

  private:
    struct OuterArray {
        const Binding* array;
        std::string name; ///< a name for it that need not be a new one
    };

    /// Returns the array from outside that an expression means.
    std::optional<OuterArray> meant(const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::subscript) {
            const auto& subscript = syntax::as<syntax::Subscript>(expr);
            const auto place = written_integer(*subscript.index);
            if (!place) return std::nullopt;
            auto tuple = tuple_meant(*subscript.value);
            if (!tuple) return std::nullopt;
            return item(std::move(*tuple), *place, Binding::Kind::array);
        }
        return from_outside(expr, [](const Entity& entity) {
            return entity.kind == Entity::Kind::captured_array && !entity.binding->is_scalar_array;
        });
    }

    /// Returns the tuple from outside that an expression means.
    std::optional<OuterArray> tuple_meant(const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::subscript) {
            const auto& subscript = syntax::as<syntax::Subscript>(expr);
            const auto place = written_integer(*subscript.index);
            auto tuple = place ? tuple_meant(*subscript.value) : std::nullopt;
            return tuple ? item(std::move(*tuple), *place, Binding::Kind::constant) : std::nullopt;
        }
        return from_outside(expr, [](const Entity& entity) {
            return entity.kind == Entity::Kind::constant && entity.binding->path == "tuple";
        });
    }

    static std::optional<OuterArray> item(OuterArray tuple, int64_t place, Binding::Kind kind) {
        const auto size = static_cast<int64_t>(tuple.array->elements.size());
        const int64_t at = place < 0 ? place + size : place;
        if (at < 0 || at >= size) return std::nullopt;
        const Binding& element = tuple.array->elements[static_cast<std::size_t>(at)];
        if (element.kind != kind || element.is_scalar_array) return std::nullopt;
        tuple.array = &element;
        tuple.name += "_" + std::to_string(at);
        return tuple;
    }

    template <typename Test>
    std::optional<OuterArray> from_outside(const syntax::Expr& expr, Test test) {
        const syntax::Name* root = syntax::root_name(expr);
        if (!root || own_.count(root->id)) return std::nullopt;
        auto entity = body_.environment.entity(expr);
        if (!entity || !entity->binding || !test(*entity)) return std::nullopt;
        const bool is_name = expr.kind == syntax::ExprKind::name;
        std::string name = is_name ? root->id : syntax::as<syntax::Attribute>(expr).name;
        return OuterArray{entity->binding, std::move(name)};
    }

    syntax::ExprPtr replaced(const syntax::Expr& expr) {
        if (auto found = meant(expr)) return std::make_unique<syntax::Name>(expr.span, name_of(*found, expr));
        if (auto element = element_of_scalar(expr)) return element;
        if (expr.kind != syntax::ExprKind::call) return nullptr;
        const auto& call = syntax::as<syntax::Call>(expr);
        const syntax::Name* root = syntax::root_name(*call.function);
        const bool is_one = call.arguments.size() == 1 && call.arguments[0].stars == 0;
        if (!is_one || !root || own_.count(root->id)) return nullptr;
        const auto function = body_.environment.entity(*call.function);
        if (!function || function->kind != Entity::Kind::constant_array) return nullptr;
        const syntax::Argument& argument = call.arguments[0];
        auto found =
            argument.keyword.empty() || argument.keyword == "ary" ? meant(*argument.value) : std::nullopt;
        if (!found || !found->array->is_read_only) return nullptr;
        return std::make_unique<syntax::Name>(expr.span, name_of(*found, *argument.value));
    }

    /// Returns what `x[()]` is for an array of no dimension, whose parameter has one: `x[0]`. Returns null
    /// for any other expression.
    syntax::ExprPtr element_of_scalar(const syntax::Expr& expr) {
        if (expr.kind != syntax::ExprKind::subscript) return nullptr;
        const auto& subscript = syntax::as<syntax::Subscript>(expr);
        const bool is_empty = subscript.index->kind == syntax::ExprKind::tuple &&
                              syntax::as<syntax::Tuple>(*subscript.index).elements.empty();
        if (!is_empty) return nullptr;
        const auto found = from_outside(*subscript.value, [](const Entity& entity) {
            return entity.kind == Entity::Kind::captured_array && entity.binding->is_scalar_array;
        });
        if (!found) return nullptr;
        const std::string name = name_of(*found, *subscript.value);
        return std::make_unique<syntax::Subscript>(
            expr.span, std::make_unique<syntax::Name>(subscript.value->span, name),
            std::make_unique<syntax::Integer>(subscript.index->span, 0, false));
    }

    /// Returns the name of the parameter for an array, which is added where there is none.
    std::string name_of(const OuterArray& found, const syntax::Expr& expr) {
        const int64_t number = std::get<int64_t>(found.array->value);
        for (const CapturedArray& array : body_.info.arrays)
            if (array.number == number) return array.variable->name;
        std::string name = found.name;
        if (expr.kind != syntax::ExprKind::name)
            while (!names_.insert(name).second)
                name += "_";
        add(*found.array, name, expr.span);
        return name;
    }

    void add(const Binding& array, const std::string& name, Span span) {
        program::Variable* variable =
            body_.function.add_variable(name, array.type, program::VariableRole::parameter, span);
        variable->captured = std::get<int64_t>(array.value);
        body_.function.parameters.push_back(variable);
        body_.info.arrays.push_back({variable->captured, array.is_read_only, variable});
    }

    /// Lambdas are functions of their own, and know the arrays as variables of this function.
    void name_those_in_lambdas(const syntax::Block& block) {
        syntax::visit_all(block, [&](const syntax::Expr& expr) {
            if (expr.kind == syntax::ExprKind::lambda) name_all(*syntax::as<syntax::Lambda>(expr).function);
        });
    }

    void name_all(const syntax::Function& lambda) {
        syntax::visit_all(lambda.body, [&](const syntax::Expr& expr) {
            if (expr.kind != syntax::ExprKind::name) return;
            const std::string& id = syntax::as<syntax::Name>(expr).id;
            for (const syntax::Parameter& parameter : lambda.parameters)
                if (parameter.name == id) return;
            for (const CapturedArray& array : body_.info.arrays)
                if (array.variable->name == id) return;
            if (const auto found = meant(expr)) add(*found->array, id, expr.span);
        });
    }

    Body& body_;
    std::set<std::string> own_;   ///< the names that mean something in the function
    std::set<std::string> names_; ///< all that are taken
};

/// The arrays that are written to, in their function or in one that they are passed to, each with the place
/// of a write.
using ChangedArrays = std::unordered_map<const program::Variable*, Span>;

/// Notes the arrays that `array` may be as changed. Returns whether one of them was not noted before.
bool note(const program::Variable& array, Span at, ChangedArrays& changed) {
    bool is_new = false;
    array.any_root([&](const program::Variable& root) {
        is_new |= changed.emplace(&root, at).second;
        return false;
    });
    return is_new;
}

ChangedArrays changed_arrays(const program::Program& program) {
    ChangedArrays changed;
    std::vector<const program::Call*> calls;
    for (const auto& function : program.functions) {
        const program::Block& body = function->body;
        program::visit_statements(body, [&](const program::Stmt& stmt) {
            program::visit_lvalues(stmt, [&](const program::Lvalue& place) {
                if (place.index) note(*place.variable, place.span, changed);
            });
        });
        program::visit_all(body, [&](const program::Expr& expr) {
            if (expr.kind == program::ExprKind::call) calls.push_back(&program::as<program::Call>(expr));
            if (!program::is_atomic(expr)) return;
            note(*program::atomic_place(expr).array, expr.span, changed);
        });
    }
    for (bool is_more = true; is_more;) {
        is_more = false;
        for (const program::Call* call : calls)
            for (std::size_t i = 0; i < call->arguments.size(); ++i) {
                if (!call->arguments[i]->type->is_array()) continue;
                const auto found = changed.find(call->function->parameters[i]);
                if (found != changed.end())
                    is_more |= note(*program::array_of(*call->arguments[i]), Span(found->second), changed);
            }
    }
    return changed;
}

/// Gives functions what they pass on.
class Passing {
  public:
    Passing(program::Program& program, const Context& context) : program_(program), context_(context) {}

    void run() {
        bool any = false;
        for (const auto& function : program_.functions) {
            any |= !arrays_of(*function).empty();
            program::visit_all(function->body, [&](program::Expr& expr) {
                if (expr.kind == program::ExprKind::call)
                    calls_.emplace_back(function.get(), &program::as<program::Call>(expr));
            });
        }
        if (!any) return;
        for (const auto& function : program_.functions)
            own_[function.get()] = arrays_of(*function);
        for (bool is_more = true; is_more;) {
            is_more = false;
            for (const auto& [caller, call] : calls_)
                is_more |= take_over(*caller, *call);
        }
        // Each parameter of a callee has a name in its callers by now.
        for (const auto& [caller, call] : calls_)
            for (const CapturedArray& array : own_[call->function]) {
                if (!call->order.empty()) call->order.push_back(call->arguments.size());
                call->arguments.push_back(program::make_ref(named(*caller, array.number), call->span));
            }
        report_changed();
    }

  private:
    const std::vector<CapturedArray>& arrays_of(const program::Function& function) const {
        static const std::vector<CapturedArray> none;
        const auto found = context_.known.infos.find(&function);
        return found == context_.known.infos.end() ? none : found->second->arrays;
    }

    /// Returns the parameter of the function for the array; null if there is none.
    program::Variable* named(const program::Function& function, int64_t number) const {
        const auto found = own_.find(&function);
        if (found == own_.end()) return nullptr;
        for (const CapturedArray& array : found->second)
            if (array.number == number) return array.variable;
        return nullptr;
    }

    /// Gives the caller parameters for those of the callee. Returns whether it lacked one.
    bool take_over(program::Function& caller, const program::Call& call) {
        bool is_new = false;
        const auto found = own_.find(call.function);
        if (found == own_.end()) return false;
        for (const CapturedArray& array : std::vector<CapturedArray>(found->second)) {
            if (named(caller, array.number)) continue;
            program::Variable* variable =
                caller.add_variable(array.variable->name, array.variable->type,
                                    program::VariableRole::parameter, array.variable->span);
            variable->captured = array.number;
            caller.parameters.push_back(variable);
            own_[&caller].push_back({array.number, array.is_read_only, variable});
            is_new = true;
        }
        return is_new;
    }

    void report_changed() {
        const ChangedArrays changed = changed_arrays(program_);
        std::set<std::pair<uint32_t, uint32_t>> reported;
        for (const auto& function : program_.functions)
            for (const CapturedArray& array : own_[function.get()]) {
                const auto found = changed.find(array.variable);
                if (!array.is_read_only || found == changed.end()) continue;
                if (!reported.insert({found->second.file, found->second.begin}).second) continue;
                context_.sink.report(
                    diag::NoOther{"a change of `" + array.variable->name +
                                      "`, which is an array of NumPy from outside, and constant in kernels,",
                                  "give the kernel the array as an argument"},
                    found->second, {{array.variable->span, "the array"}});
            }
    }

    program::Program& program_;
    const Context& context_;
    std::vector<std::pair<program::Function*, program::Call*>> calls_; ///< with their callers
    std::unordered_map<const program::Function*, std::vector<CapturedArray>> own_;
};

} // namespace

void capture_arrays(Body& body) {
    ArrayCapture(body).run();
}

void pass_captured_arrays(program::Program& program, const Context& context) {
    Passing(program, context).run();
}

} // namespace cudapy::checker::numba
