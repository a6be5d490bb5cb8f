#include "translator/differentiate/gather/combine_additions.h"

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/differentiate/reverse/effects.h"
#include "translator/differentiate/same_expression.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

class Combiner {
  public:
    explicit Combiner(Function& kernel) : kernel_(kernel) {}

    void block(Block& body) {
        for (StmtPtr& stmt : body)
            visit_blocks(*stmt, [&](Block& inner) { block(inner); });
        for (std::size_t i = 0; i < body.size(); ++i) {
            const auto first = addition_of(*body[i]);
            if (!first || !first->place.type()->is_floating()) continue;
            const std::vector<std::size_t> same = additions_to(body, i, *first);
            if (same.size() > 1) combine(body, same, *first);
        }
    }

  private:
    Function& kernel_;

    /// Returns the places of the additions to the element, up to a statement after which that may be another
    /// element, or that asks for it.
    static std::vector<std::size_t> additions_to(const Block& body, std::size_t begin,
                                                 const Addition& first) {
        std::vector<std::size_t> found = {begin};
        for (std::size_t i = begin + 1; i < body.size(); ++i) {
            const auto other = addition_of(*body[i]);
            if (other && other->place.variable == first.place.variable &&
                body[i]->kind == body[begin]->kind) {
                if (is_alike(*other->place.index, *first.place.index) &&
                    other->place.fields == first.place.fields)
                    found.push_back(i);
                continue;
            }
            if (uses(*body[i], *first.place.variable) || changes(*body[i], *first.place.index)) break;
        }
        return found;
    }

    static bool uses(const Stmt& stmt, const Variable& array) {
        bool found = false;
        visit_lvalues(stmt, [&](const Lvalue& place) { found = found || place.variable == &array; });
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                found = found || read_by(part) == &array || is_barrier(part) || is_grid_barrier(part) ||
                        is_warp_wide(part);
            });
        });
        visit_blocks(stmt, [&](const Block& block) {
            for (const StmtPtr& each : block)
                found = found || uses(*each, array);
        });
        return found;
    }

    /// Returns whether a statement assigns a variable of the index.
    static bool changes(const Stmt& stmt, const Expr& index) {
        bool found = false;
        lower::visit_assigned(
            stmt, [&](const Variable* variable) { found = found || lower::mentions(index, variable); });
        visit_all(index, [&](const Expr& part) { found = found || part.kind == ExprKind::load; });
        visit_blocks(stmt, [&](const Block& block) {
            for (const StmtPtr& each : block)
                found = found || changes(*each, index);
        });
        return found;
    }

    void combine(Block& body, const std::vector<std::size_t>& places, const Addition& first) {
        const Span span = first.place.span;
        Variable* const sum = kernel_.add_variable("sum", first.place.type(), VariableRole::temporary, span);
        for (const std::size_t i : places) {
            const auto addition = addition_of(*body[i]);
            ExprPtr amount = clone(*addition->amount);
            BinaryOp op = addition->subtracts ? BinaryOp::sub : BinaryOp::add;
            if (amount->kind == ExprKind::unary && as<Unary>(*amount).op == UnaryOp::negate &&
                i != places[0]) {
                ExprPtr inside = std::move(as<Unary>(*amount).operand);
                amount = std::move(inside);
                op = op == BinaryOp::sub ? BinaryOp::add : BinaryOp::sub;
            }
            Comments comments = std::move(body[i]->comments);
            StmtPtr made;
            if (i != places[0])
                made = std::make_unique<AugmentedAssign>(span, Lvalue{sum, nullptr, span}, op, sum->type,
                                                         std::move(amount));
            else if (op == BinaryOp::add)
                made = make_assign(sum, std::move(amount), span);
            else
                made = make_assign(
                    sum, std::make_unique<Unary>(span, sum->type, UnaryOp::negate, std::move(amount)), span);
            if (i == places.back()) {
                replace_amount(*body[i], make_ref(sum, span));
                body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), std::move(made));
            } else {
                body[i] = std::move(made);
            }
            body[i]->comments = std::move(comments);
        }
    }

    static void replace_amount(Stmt& stmt, ExprPtr amount) {
        if (stmt.kind == StmtKind::augmented_assign) {
            as<AugmentedAssign>(stmt).op = BinaryOp::add;
            as<AugmentedAssign>(stmt).value = std::move(amount);
        } else {
            atomic_arguments(*as<Evaluate>(stmt).value)[1] = std::move(amount);
        }
    }
};

} // namespace

void combine_additions(Function& kernel) {
    Combiner(kernel).block(kernel.body);
}

} // namespace cudapy::differentiate
