#include "translator/lower/statements/hoisted_loads.h"

#include "translator/lower/analysis/affine_form.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <vector>

namespace cudapy::lower {

using namespace program;

namespace {

/// Says how many iterations a loop makes at a time, and how large its body may be for that. Compilers unroll
/// a loop that writes nothing by themselves, but not far enough to keep a GPU's memory busy. So it makes more
/// iterations at a time, with fewer loads in each, because all that was loaded is in registers.
struct Measure {
    int iterations;
    int most_expressions;   ///< of a body that is worth writing twice
    std::size_t most_loads; ///< that come first, for each iteration
};
constexpr Measure writing_loop{.iterations = 4, .most_expressions = 60, .most_loads = 60};
constexpr Measure reading_loop{.iterations = 8, .most_expressions = 20, .most_loads = 2};

/// Returns whether the type is an integer that four times and a sum of 64 bits can hold.
bool is_narrow(const Type* type) {
    return type->is_integer() && type->size() <= 4;
}

/// A load that comes before the iterations.
struct HoistedLoad {
    Variable* array;
    ExprPtr index; ///< made of the loop's variable and of what is there before the loop
    Variable* values;
};

class LoadHoisting {
  public:
    LoadHoisting(Function& kernel, ForC& loop)
        : kernel_(kernel), loop_(loop), assigned_(assigned_variables(loop.body)),
          definitions_(definitions_in(loop.body)) {}

    /// Returns whether the loop gains from it. Then the loads are known.
    bool fits() {
        if (!goes_by_steps() || !is_plain_body()) return false;
        for (const StmtPtr& stmt : loop_.body)
            if (stmt->kind != StmtKind::if_)
                visit_expressions(*stmt, [&](const ExprPtr& expr) { look(*expr, false); });
        return !loads_.empty() && loads_.size() <= measure().most_loads;
    }

    /// Writes the loops, and before them the declaration of the loop's variable.
    void write(Block& out) {
        const Span span = loop_.span;
        const Type* type = loop_.variable->type;
        Variable* stride = kernel_.add_variable("stride", type, VariableRole::temporary, span);
        StmtPtr place = make_declare(loop_.variable, std::move(loop_.start), span);
        place->comments = std::move(loop_.comments);
        out.push_back(std::move(place));
        out.push_back(make_declare(stride, make_cast(type, std::move(loop_.step)), span));
        const auto strides = [&](int count) {
            ExprPtr one = make_ref(stride, span);
            return count == 1 ? std::move(one)
                              : make_binary(BinaryOp::mul, make_int(type, count, span), std::move(one));
        };
        ExprPtr end = clone(*as<Compare>(*loop_.condition).operands[1]);
        ExprPtr last =
            make_binary(BinaryOp::add, make_ref(loop_.variable, span), strides(measure().iterations - 1));
        auto several =
            std::make_unique<While>(span, make_compare(CompareOp::lt, std::move(last), std::move(end)));
        auto single = std::make_unique<While>(span, std::move(loop_.condition));
        write_iterations(several->body, *stride);
        several->body.push_back(make_add(loop_.variable, strides(measure().iterations), span));
        single->body = std::move(loop_.body);
        single->body.push_back(make_add(loop_.variable, strides(1), span));
        out.push_back(std::move(several));
        out.push_back(std::move(single));
    }

  private:
    bool is_fixed(const Expr& expr) const {
        bool fixed = !is_order_sensitive(expr);
        visit_all(expr, [&](const Expr& part) {
            if (part.kind == ExprKind::variable)
                fixed = fixed && !assigned_.contains(as<VariableRef>(part).variable) &&
                        as<VariableRef>(part).variable != loop_.variable;
        });
        return fixed;
    }

    /// Returns whether it is a loop up to an end by steps, of 64 bits, that stay what they are and are made
    /// of narrower numbers, so that several steps beyond the end are still a number.
    bool goes_by_steps() const {
        if (!loop_.declares || loop_.variable->type != Type::int64() || assigned_.contains(loop_.variable))
            return false;
        if (loop_.condition->kind != ExprKind::compare) return false;
        const auto& compare = as<Compare>(*loop_.condition);
        if (compare.ops != std::vector{CompareOp::lt} || !is_read_of(*compare.operands[0], loop_.variable))
            return false;
        const Expr& end = *compare.operands[1];
        return is_narrow(without_casts(end).type) && is_narrow(without_casts(*loop_.step).type) &&
               is_narrow(without_casts(*loop_.start).type) && is_fixed(end) && is_fixed(*loop_.step);
    }

    /// Returns whether the body goes from its first statement to its last, and writes to memory only by
    /// stores and atomic operations. It notes the arrays that these write to.
    bool is_plain_body() {
        bool plain = !jumps_out(loop_.body);
        int expressions = 0;
        visit_statements(loop_.body, [&](const Stmt& stmt) {
            switch (stmt.kind) {
            case StmtKind::declare:
            case StmtKind::assign:
            case StmtKind::augmented_assign:
            case StmtKind::evaluate:
            case StmtKind::if_:
            case StmtKind::note:
                break;
            default:
                plain = false;
            }
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index) written_.push_back(place.variable);
            });
        });
        visit_all(loop_.body, [&](const Expr& expr) {
            ++expressions;
            if (is_atomic(expr)) {
                written_.push_back(atomic_place(expr).array);
                places_.push_back(&atomic_place(expr));
                return;
            }
            plain = plain && expr.kind != ExprKind::call && expr.kind != ExprKind::assign_expr &&
                    expr.kind != ExprKind::sequence && !is_report(expr) && !is_draw(expr) &&
                    !is_warp_wide(expr);
            if (expr.kind == ExprKind::builtin_call) plain = plain && !has_effects(expr);
        });
        return plain && expressions <= measure().most_expressions;
    }

    const Measure& measure() const { return written_.empty() ? reading_loop : writing_loop; }

    /// Returns whether no write of the loop can change the array. Arrays of a launch may be the same, and
    /// else have no memory in common.
    bool stays(const Variable* array) const {
        if (array->role != VariableRole::parameter || !array->type->element()->is_scalar()) return false;
        const std::size_t number = number_of(array);
        if (kernel_.facts.array_uses[number].writes) return false;
        const auto may_be_it = [&](const Variable& other) { // a name for several arrays is any of its roots
            return other.role == VariableRole::parameter && other.type->element() == array->type->element() &&
                   !is_distinct(number, &other);
        };
        return std::none_of(written_.begin(), written_.end(),
                            [&](const Variable* other) { return other->any_root(may_be_it); });
    }

    std::size_t number_of(const Variable* parameter) const {
        const auto& parameters = kernel_.parameters;
        return static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), parameter) -
                                        parameters.begin());
    }

    /// Returns whether the form is only for launches in which the two are different arrays.
    bool is_distinct(std::size_t read, const Variable* written) const {
        return kernel_.variant == Variant::coarsened &&
               kernel_.coarsening_facts.distinct.contains({read, number_of(written)});
    }

    /// Notes the loads that each iteration makes.
    void look(const Expr& expr, bool is_atomic_place) {
        if (expr.kind == ExprKind::conditional) return look(*as<Conditional>(expr).condition, false);
        if (expr.kind == ExprKind::logical) return look(*as<Logical>(expr).left, false);
        visit_operands(expr, [&](const ExprPtr& operand) {
            look(*operand, std::find(places_.begin(), places_.end(), operand.get()) != places_.end());
        });
        if (expr.kind != ExprKind::load || is_atomic_place) return;
        const auto& load = as<Load>(expr);
        if (!stays(load.array)) return;
        ExprPtr index = outside(*load.index);
        if (!index || !mentions(*index, loop_.variable)) return;
        Variable* values =
            kernel_.add_variable(load.array->name + "_ahead", Type::array(load.array->type->element(), 1),
                                 VariableRole::local_array, load.span);
        values->shape = {measure().iterations};
        loads_.push_back({load.array, std::move(index), values});
        hoisted_[&load] = values;
    }

    /// Returns the expression in terms of the loop's variable and of what is there before the loop; null if
    /// there is no such expression.
    ExprPtr outside(const Expr& expr) const {
        ExprPtr result = clone(expr);
        bool known = !is_order_sensitive(expr);
        rewrite_expressions(result, [&](ExprPtr& part) {
            if (part->kind != ExprKind::variable) return;
            const Variable* variable = as<VariableRef>(*part).variable;
            if (variable == loop_.variable || !assigned_.contains(variable)) return;
            const auto value = definitions_.values.find(variable);
            ExprPtr defined = value == definitions_.values.end() ? nullptr : outside(**value->second);
            known = known && defined;
            if (defined) part = std::move(defined);
        });
        return known ? std::move(result) : nullptr;
    }

    void write_iterations(Block& out, Variable& stride) {
        const Span span = loop_.span;
        const Type* type = loop_.variable->type;
        for (const HoistedLoad& load : loads_)
            out.push_back(std::make_unique<Declare>(span, load.values, nullptr));
        const auto iterations = [&](Variable*& iteration) {
            iteration = kernel_.add_variable("iteration", Type::int32(), VariableRole::temporary, span);
            auto loop =
                std::make_unique<ForC>(span, iteration, make_int(iteration->type, 0, span),
                                       make_compare(CompareOp::lt, make_ref(iteration, span),
                                                    make_int(iteration->type, measure().iterations, span)),
                                       make_int(iteration->type, 1, span));
            loop->is_unrolled = true;
            return loop;
        };
        const auto moved = [&](ExprPtr& expr, Variable* iteration) {
            if (!is_read_of(*expr, loop_.variable)) return;
            ExprPtr by = make_binary(BinaryOp::mul, make_cast(type, make_ref(iteration, span)),
                                     make_ref(&stride, span));
            expr = make_binary(BinaryOp::add, std::move(expr), std::move(by));
        };
        Variable* iteration = nullptr;
        auto fetch = iterations(iteration);
        for (const HoistedLoad& load : loads_) {
            ExprPtr index = clone(*load.index);
            rewrite_expressions(index, [&](ExprPtr& expr) { moved(expr, iteration); });
            Lvalue place{load.values, make_ref(iteration, span), span};
            fetch->body.push_back(make_assign(
                std::move(place), std::make_unique<Load>(span, load.array, std::move(index)), span));
        }
        out.push_back(std::move(fetch));
        auto work = iterations(iteration);
        for (const StmtPtr& stmt : loop_.body)
            work->body.push_back(copy(*stmt, iteration));
        rewrite_expressions(work->body, [&](ExprPtr& expr) { moved(expr, iteration); });
        drop_unread(work->body);
        out.push_back(std::move(work));
    }

    /// Returns a copy of a statement that reads what was loaded ahead.
    StmtPtr copy(const Stmt& stmt, Variable* iteration) const {
        StmtPtr result = clone(stmt);
        std::vector<const Expr*> loads;
        visit_expressions(stmt, [&](const ExprPtr& expr) { collect_loads(expr, loads); });
        std::vector<ExprPtr*> places;
        visit_expressions(*result, [&](ExprPtr& expr) { collect_loads(expr, places); });
        for (std::size_t i = 0; i < loads.size(); ++i) { // one that is replaced has no load in its index
            const auto found = hoisted_.find(loads[i]);
            if (found != hoisted_.end())
                *places[i] = std::make_unique<Load>(stmt.span, found->second, make_ref(iteration, stmt.span));
        }
        return result;
    }

    static void collect_loads(const ExprPtr& expr, std::vector<const Expr*>& loads) {
        if (expr->kind == ExprKind::load) loads.push_back(expr.get());
        visit_operands(*expr, [&](const ExprPtr& operand) { collect_loads(operand, loads); });
    }
    static void collect_loads(ExprPtr& expr, std::vector<ExprPtr*>& places) {
        if (expr->kind == ExprKind::load) places.push_back(&expr);
        visit_operands(*expr, [&](ExprPtr& operand) { collect_loads(operand, places); });
    }

    /// Removes the declarations that were only for places.
    static void drop_unread(Block& body) {
        VariableSet read = reassigned_variables(body);
        visit_all(body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::variable) read.insert(as<VariableRef>(expr).variable);
        });
        std::erase_if(body, [&](const StmtPtr& stmt) {
            return stmt->kind == StmtKind::declare && as<Declare>(*stmt).init &&
                   !is_order_sensitive(*as<Declare>(*stmt).init) &&
                   !read.contains(as<Declare>(*stmt).variable);
        });
    }

    Function& kernel_;
    ForC& loop_;
    const VariableSet assigned_;
    const Definitions definitions_;
    std::vector<const Variable*> written_; ///< the arrays that the loop writes to
    std::vector<const Expr*> places_;      ///< the places of atomic operations
    std::vector<HoistedLoad> loads_;
    std::map<const Expr*, Variable*> hoisted_;
};

/// Returns the variables that several statements declare, as loops that follow each other do.
VariableSet declared_again(const Block& body) {
    VariableSet seen, again;
    const auto note = [&](const Variable* variable) {
        if (!seen.insert(variable).second) again.insert(variable);
    };
    visit_statements(body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::declare) note(as<Declare>(stmt).variable);
        if (stmt.kind == StmtKind::for_c && as<ForC>(stmt).declares) note(as<ForC>(stmt).variable);
    });
    return again;
}

void look_at(Block& block, Function& kernel) {
    const VariableSet again = declared_again(block);
    rewrite_statements(block, [&](StmtPtr stmt, Block& out) {
        if (stmt->kind == StmtKind::for_c) {
            const Span span = stmt->span;
            LoadHoisting hoisting(kernel, as<ForC>(*stmt));
            if (hoisting.fits()) {
                if (!again.contains(as<ForC>(*stmt).variable)) return hoisting.write(out);
                auto scope = std::make_unique<BlockStmt>(span, Block());
                hoisting.write(scope->body);
                out.push_back(std::move(scope));
                return;
            }
        }
        out.push_back(std::move(stmt));
    });
}

} // namespace

void hoist_loads(Function& kernel) {
    if (!kernel.is_kernel || kernel.facts.is_called || kernel.facts.cooperation.waits) return;
    look_at(kernel.body, kernel);
    if (kernel.coarsened && !kernel.coarsening_facts.distinct.empty())
        look_at(kernel.coarsened->body, *kernel.coarsened);
}

} // namespace cudapy::lower
