#include "translator/lower/coarsening/vectorized_rows.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/coarsening/vector_alignment.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <set>
#include <vector>

namespace cudapy::lower {

using namespace program;

namespace {

struct RowLoad {
    Variable* array;
    SymbolicSum form;
    const Type* type; ///< of the index
    Span span;
    bool is_of_lane; ///< each thread of the group has a row of its own
    Variable* elements = nullptr;
};

class RowVectorizer {
  public:
    RowVectorizer(Function& coarsened, const Definitions& definitions, int count)
        : coarsened_(coarsened), definitions_(definitions), place_(coarsened), count_(count) {}

    void block(Block& body) {
        Block result;
        for (StmtPtr& stmt : body) {
            const bool counts = stmt->kind == StmtKind::for_c && as<ForC>(*stmt).declares;
            Variable* const counter = counts ? as<ForC>(*stmt).variable : nullptr;
            if (counts) counters_.insert(counter);
            if (stmt->kind != StmtKind::work_item_loop)
                visit_blocks(*stmt, [&](Block& inner) { block(inner); });
            if (stmt->kind == StmtKind::for_c && fits(as<ForC>(*stmt)))
                loop(std::move(stmt), result);
            else
                result.push_back(std::move(stmt));
            if (counts) counters_.erase(counter);
        }
        body = std::move(result);
    }

  private:
    /// Returns whether the loop goes from 0 by steps of 1 to an end that stays, stores nothing that others
    /// see, and is not left.
    bool fits(const ForC& loop) const {
        if (!loop.declares || !is_number(*loop.start, 0) || !is_number(*loop.step, 1) || jumps_out(loop.body))
            return false;
        if (loop.condition->kind != ExprKind::compare) return false;
        const auto& compare = as<Compare>(*loop.condition);
        if (compare.ops != std::vector{CompareOp::lt} || !is_read_of(*compare.operands[0], loop.variable) ||
            !is_end(without_casts(*compare.operands[1])))
            return false;
        bool fits = true;
        const VariableSet assigned = assigned_variables(loop.body);
        fits = fits && !assigned.contains(loop.variable);
        const Expr& end = without_casts(*compare.operands[1]);
        if (end.kind == ExprKind::variable) fits = fits && !assigned.contains(as<VariableRef>(end).variable);
        visit_statements(loop.body, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) { // a register tile is the group's own
                fits = fits && (!place.index || place.variable->role == VariableRole::local_array);
            });
            fits = fits && stmt.kind != StmtKind::return_ && stmt.kind != StmtKind::for_c &&
                   stmt.kind != StmtKind::while_;
            if (stmt.kind == StmtKind::vectorized_access) fits = fits && !as<VectorizedAccess>(stmt).stores;
        });
        visit_all(loop.body, [&](const Expr& expr) { fits = fits && !has_effects(expr); });
        return fits;
    }

    static bool is_end(const Expr& expr) {
        return expr.kind == ExprKind::literal || expr.kind == ExprKind::length ||
               expr.kind == ExprKind::variable;
    }

    void loop(StmtPtr stmt, Block& out) {
        auto& loop = as<ForC>(*stmt);
        loads_.clear();
        look(loop.body, loop, false);
        if (loads_.empty()) {
            out.push_back(std::move(stmt));
            return;
        }
        const Span span = loop.span;
        const Type* type = loop.variable->type;
        const Expr& end = *as<Compare>(*loop.condition).operands[1];
        // The rest of the loop, unless there is none.
        StmtPtr rest;
        for (RowLoad& load : loads_)
            place_.require_row(*load.array, load.form, loop.variable, count_);
        if (!is_multiple(end)) {
            rest = clone(loop);
            ExprPtr over = make_binary(BinaryOp::remainder, clone(end), make_int(type, count_, span));
            as<ForC>(*rest).start = make_binary(BinaryOp::sub, clone(end), std::move(over));
            as<ForC>(*rest).comments = {};
        }
        Block body;
        for (RowLoad& load : loads_)
            fetch(load, body);
        Variable* iteration = coarsened_.add_variable("iteration", type, VariableRole::temporary, span);
        auto unrolled = std::make_unique<ForC>(
            span, iteration, make_int(type, 0, span),
            make_compare(CompareOp::lt, make_ref(iteration, span), make_int(type, count_, span)),
            make_int(type, 1, span));
        unrolled->is_unrolled = true;
        rewrite_expressions(loop.body, [&](ExprPtr& expr) { replace(expr, loop, *iteration); });
        unrolled->body = std::move(loop.body);
        body.push_back(std::move(unrolled));
        loop.body = std::move(body);
        ExprPtr left = make_binary(BinaryOp::sub, clone(end), make_ref(loop.variable, span));
        loop.condition = make_compare(CompareOp::gt, std::move(left), make_int(type, count_ - 1, span));
        loop.step = make_int(type, count_, span);
        out.push_back(std::move(stmt));
        if (rest) out.push_back(std::move(rest));
    }

    /// Returns whether the launch makes sure that the end is a multiple of the iterations that are done at a
    /// time.
    bool is_multiple(const Expr& end) const {
        if (end.kind != ExprKind::length) return false;
        const auto& length = as<Length>(end);
        for (const auto& [extent, multiple] : coarsened_.coarsening_facts.multiples)
            if (coarsened_.parameters[extent.first] == length.array && extent.second == length.axis &&
                multiple % count_ == 0)
                return true;
        return false;
    }

    /// Notes the loads that each iteration makes and that vectors can make.
    void look(const Block& block, const ForC& loop, bool in_lanes) {
        for (const StmtPtr& stmt : block) {
            if (stmt->kind == StmtKind::work_item_loop) {
                look(as<WorkItemLoop>(*stmt).body, loop, true);
                continue;
            }
            if (stmt->kind == StmtKind::if_) continue;
            visit_expressions(*stmt, [&](const ExprPtr& expr) { look(*expr, loop, in_lanes); });
        }
    }

    void look(const Expr& expr, const ForC& loop, bool in_lanes) {
        if (expr.kind == ExprKind::conditional) return look(*as<Conditional>(expr).condition, loop, in_lanes);
        if (expr.kind == ExprKind::logical) return look(*as<Logical>(expr).left, loop, in_lanes);
        visit_operands(expr, [&](const ExprPtr& operand) { look(*operand, loop, in_lanes); });
        if (expr.kind != ExprKind::load || as<Load>(expr).array->role != VariableRole::parameter) return;
        const auto& load = as<Load>(expr);
        const auto form = affine_form(*load.index, definitions_);
        if (!form || find(load.array, *form) || !is_visible(*form, counters_, definitions_) ||
            !place_.allows_row(*load.array, *form, loop.variable, count_))
            return;
        // Elements that neighbours load side by side are better loaded so.
        if (const auto x = stride_along(*form, Symbol::of(Coordinate::idx)); !x || x->as_constant() == 1)
            return;
        bool is_of_lane = false;
        for (const auto& [symbols, number] : form->products) {
            const Symbol* counted = counted_by(symbols);
            is_of_lane |=
                counted && counted->kind == Symbol::Kind::coordinate && is_global(counted->coordinate) &&
                in_lanes &&
                coarsened_.coarsening_facts.size[static_cast<std::size_t>(axis_of(counted->coordinate))] > 1;
        }
        loads_.push_back({load.array, *form, load.index->type, load.span, is_of_lane});
    }

    RowLoad* find(const Variable* array, const SymbolicSum& form) {
        for (RowLoad& load : loads_)
            if (load.array == array && load.form == form) return &load;
        return nullptr;
    }

    void fetch(RowLoad& load, Block& out) {
        const Span span = load.span;
        load.elements =
            coarsened_.add_variable(load.array->name + "_row", Type::array(load.array->type->element(), 1),
                                    VariableRole::local_array, span);
        load.elements->shape = {count_};
        load.elements->per_lane = load.is_of_lane;
        out.push_back(std::make_unique<Declare>(span, load.elements, nullptr));
        StmtPtr move = std::make_unique<VectorizedAccess>(span, false, load.elements, load.array,
                                                          expression_of(load.form, load.type, span), count_);
        if (!load.is_of_lane) {
            out.push_back(std::move(move));
            return;
        }
        auto lanes = std::make_unique<WorkItemLoop>(span);
        lanes->body.push_back(std::move(move));
        out.push_back(std::move(lanes));
    }

    void replace(ExprPtr& expr, const ForC& loop, Variable& iteration) {
        if (is_read_of(*expr, loop.variable)) {
            const Span span = expr->span;
            expr = make_binary(BinaryOp::add, std::move(expr), make_ref(&iteration, span));
            return;
        }
        if (expr->kind != ExprKind::load || as<Load>(*expr).array->role != VariableRole::parameter) return;
        const auto& load = as<Load>(*expr);
        auto form = affine_form(*load.index, definitions_);
        if (!form) return;
        form->products.erase(Symbols{Symbol::of(&iteration)}); // which was added to the counter already
        if (const RowLoad* row = find(load.array, *form))
            expr = std::make_unique<Load>(load.span, row->elements, make_ref(&iteration, load.span));
    }

    Function& coarsened_;
    const Definitions& definitions_;
    VectorAlignment place_;
    int count_;
    std::set<const Variable*> counters_; ///< of the loops around
    std::vector<RowLoad> loads_;         ///< of the loop at hand
};

} // namespace

void vectorize_rows(Function& coarsened, const Definitions& definitions, int count) {
    RowVectorizer(coarsened, definitions, count).block(coarsened.body);
}

} // namespace cudapy::lower
