#include "translator/lower/cpu/counting_loops.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <unordered_map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

using Counts = std::unordered_map<const Variable*, int>;

/// Adds how often each variable is read or assigned. A declaration counts as an assignment.
void count_uses(const Block& block, Counts& uses) {
    visit_statements(block, [&](const Stmt& stmt) {
        visit_assigned(stmt, [&](const Variable* variable) { ++uses[variable]; });
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(*expr, [&](const Expr& part) {
                if (part.kind == ExprKind::variable) ++uses[as<VariableRef>(part).variable];
            });
        });
    });
}

/// Returns whether a `continue` in the block goes on with the loop around.
bool continues(const Block& block) {
    bool found = false;
    for (const StmtPtr& stmt : block) {
        found |= stmt->kind == StmtKind::continue_;
        if (stmt->kind != StmtKind::while_ && stmt->kind != StmtKind::for_c)
            visit_blocks(*stmt, [&](const Block& inner) { found |= continues(inner); });
    }
    return found;
}

/// Returns the amount by which the statement makes the variable larger; null for any other statement.
ExprPtr* step_of(Stmt& stmt, const Variable* variable) {
    if (stmt.kind == StmtKind::augmented_assign) {
        auto& assign = as<AugmentedAssign>(stmt);
        const bool adds = assign.op == BinaryOp::add && assign.lvalue.is_variable() &&
                          assign.lvalue.variable == variable && assign.operation == variable->type;
        return adds ? &assign.value : nullptr;
    }
    if (stmt.kind != StmtKind::assign) return nullptr;
    auto& assign = as<Assign>(stmt);
    if (!assign.lvalue.is_variable() || assign.lvalue.variable != variable) return nullptr;
    if (assign.value->kind != ExprKind::binary || as<Binary>(*assign.value).op != BinaryOp::add)
        return nullptr;
    auto& sum = as<Binary>(*assign.value);
    const bool is_variable =
        sum.left->kind == ExprKind::variable && as<VariableRef>(*sum.left).variable == variable;
    return is_variable ? &sum.right : nullptr;
}

class Counting {
  public:
    explicit Counting(Function& function) { count_uses(function.body, uses_); }

    void run(Block& block) {
        for (std::size_t at = 0; at < block.size(); ++at) {
            visit_blocks(*block[at], [&](Block& inner) { run(inner); });
            if (block[at]->kind != StmtKind::while_) continue;
            if (const std::size_t start = start_of(block, at); start != at) {
                block[at] = made(as<While>(*block[at]), as<Declare>(*block[start]));
                block.erase(block.begin() + static_cast<std::ptrdiff_t>(start));
                --at;
            }
        }
    }

  private:
    Counts uses_; ///< of the whole function

    /// Returns where the variable is declared that the loop at `at` counts by; `at` where it is no such loop.
    std::size_t start_of(Block& block, std::size_t at) const {
        auto& loop = as<While>(*block[at]);
        if (loop.condition->kind != ExprKind::compare || loop.body.empty()) return at;
        const auto& compare = as<Compare>(*loop.condition);
        if (compare.ops.size() != 1 || compare.ops[0] != CompareOp::lt ||
            compare.operands[0]->kind != ExprKind::variable)
            return at;
        const Variable* variable = as<VariableRef>(*compare.operands[0]).variable;
        ExprPtr* step = step_of(*loop.body.back(), variable);
        if (!step || mentions(**step, variable) || mentions(*compare.operands[1], variable) ||
            continues(loop.body))
            return at;
        Counts inside;
        count_uses(loop.body, inside);
        // Besides, there are the declaration and the condition.
        if (uses_.at(variable) != inside[variable] + 2) return at;
        int assignments = 0;
        visit_statements(loop.body, [&](const Stmt& stmt) {
            visit_assigned(stmt, [&](const Variable* each) { assignments += each == variable; });
        });
        if (assignments != 1) return at;
        return declaration_of(variable, block, at);
    }

    /// Returns where the variable is declared, if what it begins with can be computed as well at the loop.
    static std::size_t declaration_of(const Variable* variable, const Block& block, std::size_t loop) {
        VariableSet assigned;
        for (std::size_t i = loop; i-- > 0;) {
            const Stmt& stmt = *block[i];
            if (stmt.kind == StmtKind::declare && as<Declare>(stmt).variable == variable) {
                const ExprPtr& init = as<Declare>(stmt).init;
                bool same = init && is_simple_arithmetic(*init);
                if (same)
                    visit_all(*init, [&](const Expr& part) {
                        if (part.kind == ExprKind::variable)
                            same = same && !assigned.count(as<VariableRef>(part).variable);
                    });
                return same ? i : loop;
            }
            visit_assigned(stmt, [&](const Variable* each) { assigned.insert(each); });
            visit_blocks(stmt, [&](const Block& inner) {
                const VariableSet more = assigned_variables(inner);
                assigned.insert(more.begin(), more.end());
            });
        }
        return loop;
    }

    static StmtPtr made(While& loop, Declare& start) {
        ExprPtr step = std::move(*step_of(*loop.body.back(), start.variable));
        Comments step_comments = std::move(loop.body.back()->comments);
        loop.body.pop_back();
        auto result = std::make_unique<ForC>(loop.span, start.variable, std::move(start.init),
                                             std::move(loop.condition), std::move(step));
        result->comments = std::move(loop.comments);
        auto& above = result->comments.above;
        above.insert(above.begin(), start.comments.above.begin(), start.comments.above.end());
        result->body = std::move(loop.body);
        if (!step_comments.above.empty() || !step_comments.trailing.empty()) { // they stay where the step was
            auto note = std::make_unique<Note>(loop.span);
            note->comments = std::move(step_comments);
            result->body.push_back(std::move(note));
        }
        return result;
    }
};

} // namespace

void make_counting_loops(Function& function) {
    Counting(function).run(function.body);
}

} // namespace cudapy::lower
