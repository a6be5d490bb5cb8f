#include "translator/differentiate/reverse/tidy.h"

#include "translator/differentiate/same_expression.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

bool mentions(const Stmt& stmt, const Variable* variable) {
    bool found = false;
    const auto look = [&](const Stmt& each) {
        visit_lvalues(each, [&](const Lvalue& place) { found = found || place.variable == variable; });
        visit_expressions(each,
                          [&](const ExprPtr& expr) { found = found || lower::mentions(*expr, variable); });
    };
    look(stmt);
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block)
            found = found || mentions(*inner, variable);
    });
    return found;
}

bool is_zero(const Expr& expr) {
    if (expr.kind == ExprKind::literal) {
        const double* number = std::get_if<double>(&as<Literal>(expr).value);
        return number && *number == 0;
    }
    if (expr.kind != ExprKind::construct) return false;
    const auto& parts = as<Construct>(expr).parts;
    return std::all_of(parts.begin(), parts.end(), [](const ExprPtr& part) { return is_zero(*part); });
}

namespace {

/// Returns how many statements name the variable, those inside of others by themselves.
int count_of(const Block& body, const Variable* variable) {
    int count = 0;
    visit_statements(body, [&](const Stmt& stmt) {
        bool found = false;
        visit_lvalues(stmt, [&](const Lvalue& place) { found = found || place.variable == variable; });
        visit_expressions(stmt,
                          [&](const ExprPtr& expr) { found = found || lower::mentions(*expr, variable); });
        count += found;
    });
    return count;
}

/// Returns the variable that a statement sets to 0, or null.
const Variable* zeroed(const Stmt& stmt) {
    if (stmt.kind != StmtKind::assign) return nullptr;
    const auto& node = as<Assign>(stmt);
    return node.lvalue.is_variable() && is_zero(*node.value) ? node.lvalue.variable : nullptr;
}

class Sums {
  public:
    Sums(const Block& all, const std::set<const Variable*>& bars) : all_(all), bars_(bars) {}

    void block(Block& body) {
        for (std::size_t i = 0; i < body.size(); ++i) {
            const Variable* variable = zeroed(*body[i]);
            if (variable && bars_.count(variable) && moved(body, i, variable)) {
                --i;
                continue;
            }
        }
        for (StmtPtr& stmt : body)
            visit_blocks(*stmt, [&](Block& inner) { block(inner); });
    }

  private:
    const Block& all_;
    const std::set<const Variable*>& bars_;

    /// Returns whether the statement is gone from its place.
    bool moved(Block& body, std::size_t at, const Variable* variable) {
        std::vector<std::size_t> users;
        for (std::size_t i = at + 1; i < body.size(); ++i)
            if (mentions(*body[i], variable)) users.push_back(i);
        if (users.empty()) return false;
        Stmt& first = *body[users[0]];
        if (first.kind == StmtKind::augmented_assign) {
            auto& sum = as<AugmentedAssign>(first);
            if (!sum.lvalue.is_variable() || lower::mentions(*sum.value, variable)) return false;
            const Span span = sum.span;
            ExprPtr value = std::move(sum.value);
            if (sum.op == BinaryOp::sub)
                value = std::make_unique<Unary>(span, value->type, UnaryOp::negate, std::move(value));
            else if (sum.op != BinaryOp::add)
                return false;
            Comments comments = std::move(first.comments);
            body[users[0]] = make_assign(std::move(sum.lvalue), std::move(value), span);
            body[users[0]]->comments = std::move(comments);
            body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
            return true;
        }
        if (users.size() != 1) return false;
        // What is not reached does not begin with 0, so that nobody else may read it.
        int here = 1;
        visit_blocks(first, [&](const Block& block) { here += count_of(block, variable); });
        if (count_of(all_, variable) != here) return false;
        Block* inside = nullptr;
        if (first.kind == StmtKind::if_) {
            auto& branch = as<If>(first);
            const auto in = [&](const Block& block) {
                return std::any_of(block.begin(), block.end(),
                                   [&](const StmtPtr& stmt) { return mentions(*stmt, variable); });
            };
            const bool in_then = in(branch.then_body), in_else = in(branch.else_body);
            if (in_then != in_else) inside = in_then ? &branch.then_body : &branch.else_body;
            if (lower::mentions(*branch.condition, variable)) return false;
        } else if (first.kind == StmtKind::for_range) {
            // Each iteration leaves 0, so that each may begin with it.
            Block& block = as<ForRange>(first).body;
            for (std::size_t i = block.size(); i-- > 0;) {
                if (!mentions(*block[i], variable)) continue;
                if (zeroed(*block[i]) != variable) return false;
                block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
                inside = &block;
                break;
            }
        }
        if (!inside) return false;
        StmtPtr zero = std::move(body[at]);
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
        inside->insert(inside->begin(), std::move(zero));
        return true;
    }
};

} // namespace

void tidy_sums(Block& body, const std::set<const Variable*>& bars) {
    Sums(body, bars).block(body);
}

namespace {

/// Returns whether the statement assigns one of the variables, at any depth.
bool assigns(const Stmt& stmt, const Variable* a, const Variable* b) {
    bool found = false;
    const auto look = [&](const Variable* variable) { found = found || variable == a || variable == b; };
    lower::visit_assigned(stmt, look);
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block)
            found = found || assigns(*inner, a, b);
    });
    return found;
}

/// Returns the two variables of `x = y`, or nulls.
std::pair<const Variable*, const Variable*> copied(const Stmt& stmt) {
    if (stmt.kind != StmtKind::assign) return {};
    const auto& node = as<Assign>(stmt);
    if (!node.lvalue.is_variable() || node.value->kind != ExprKind::variable) return {};
    return {node.lvalue.variable, as<VariableRef>(*node.value).variable};
}

} // namespace

void drop_restores_of_same(Block& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        visit_blocks(*body[i], [](Block& inner) { drop_restores_of_same(inner); });
        const auto [to, from] = copied(*body[i]);
        if (!to || to->type->is_array()) continue;
        for (std::size_t j = i + 1; j < body.size(); ++j) {
            const auto [back, of] = copied(*body[j]);
            if (back == from && of == to) {
                body.erase(body.begin() + static_cast<std::ptrdiff_t>(j));
                --j;
            } else if (assigns(*body[j], to, from)) {
                break;
            }
        }
    }
}

namespace {

/// Returns whether a block may change the value of a condition.
bool may_change(const Block& body, const Expr& condition) {
    bool changes = false, loads = false;
    visit_all(condition, [&](const Expr& part) { loads = loads || part.kind == ExprKind::load; });
    visit_statements(body, [&](const Stmt& stmt) {
        lower::visit_assigned(stmt, [&](const Variable* variable) {
            changes = changes || lower::mentions(condition, variable);
        });
        visit_lvalues(stmt, [&](const Lvalue& place) { changes = changes || (loads && place.index); });
        changes = changes || (loads && stmt.kind == StmtKind::evaluate);
    });
    return changes;
}

/// Returns the branch that a statement is, if it has no `else`; null for anything else.
If* branch_of(Stmt& stmt) {
    return stmt.kind == StmtKind::if_ && as<If>(stmt).else_body.empty() ? &as<If>(stmt) : nullptr;
}

} // namespace

namespace {

/// Moves the statements from `first` to `next` that set variables to 0 in front of a branch that does not
/// name them, so that the branches are next to each other. Returns how many they were.
std::size_t move_zeros(Block& body, std::size_t first, std::size_t next) {
    std::size_t count = 0;
    for (std::size_t i = first + 1; i < next; ++i) {
        if (body[i]->kind == StmtKind::note) continue;
        std::rotate(body.begin() + static_cast<std::ptrdiff_t>(first + count),
                    body.begin() + static_cast<std::ptrdiff_t>(i),
                    body.begin() + static_cast<std::ptrdiff_t>(i + 1));
        ++count;
    }
    return count;
}

/// Returns the place of the next branch, if only a note and zeros are before it that the first branch does
/// not name; else 0.
std::size_t next_branch(const Block& body, std::size_t first) {
    for (std::size_t i = first + 1; i < body.size(); ++i) {
        if (branch_of(*body[i])) return i;
        const Variable* const zero = zeroed(*body[i]);
        const bool is_free = zero && body[i]->comments.above.empty() && body[i]->comments.trailing.empty() &&
                             !mentions(*body[first], zero);
        if (body[i]->kind != StmtKind::note && !is_free) return 0;
    }
    return 0;
}

} // namespace

void merge_branches(Block& body) {
    for (std::size_t i = 0; i + 1 < body.size(); ++i) {
        If* const first = branch_of(*body[i]);
        std::size_t next = first ? next_branch(body, i) : 0;
        if (next == 0) continue;
        If* const second = branch_of(*body[next]);
        if (!is_alike(*first->condition, *second->condition) ||
            may_change(first->then_body, *first->condition))
            continue;
        i += move_zeros(body, i, next);
        for (std::size_t j = i + 1; j < next; ++j)
            first->then_body.push_back(std::move(body[j])); // the note between them
        for (StmtPtr& stmt : second->then_body)
            first->then_body.push_back(std::move(stmt));
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(i + 1),
                   body.begin() + static_cast<std::ptrdiff_t>(next + 1));
        --i;
    }
    for (StmtPtr& stmt : body)
        visit_blocks(*stmt, [](Block& inner) { merge_branches(inner); });
}

} // namespace cudapy::differentiate
