#include "translator/differentiate/reverse/merge_assignments.h"

#include "translator/differentiate/reverse/dead_code.h"
#include "translator/differentiate/reverse/tidy.h"
#include "translator/differentiate/same_expression.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <map>
#include <set>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns an assignment to a variable as a whole, or null.
Assign* assignment(Stmt& stmt) {
    if (stmt.kind != StmtKind::assign || !as<Assign>(stmt).lvalue.is_variable()) return nullptr;
    return &as<Assign>(stmt);
}

bool has_comments(const Stmt& stmt) {
    return !stmt.comments.above.empty() || !stmt.comments.trailing.empty();
}

bool is_addition(const Stmt& stmt, const Variable* to) {
    if (stmt.kind != StmtKind::augmented_assign) return false;
    const auto& sum = as<AugmentedAssign>(stmt);
    return sum.lvalue.is_variable() && sum.lvalue.variable == to &&
           (sum.op == BinaryOp::add || sum.op == BinaryOp::sub);
}

std::size_t size_of(const Expr& expr) {
    std::size_t size = 0;
    visit_all(expr, [&](const Expr&) { ++size; });
    return size;
}

class Merge {
  public:
    explicit Merge(Block& all) { count(all); }

    void block(Block& body) {
        for (std::size_t i = 0; i < body.size(); ++i) {
            while (i + 1 < body.size() && add_next(*body[i], *body[i + 1]))
                erase(body, i + 1);
            if (rename(body, i)) --i;
        }
        for (std::size_t i = 0; i + 2 < body.size(); ++i)
            enter_branch(body, i);
        for (std::size_t i = 0; i + 1 < body.size(); ++i)
            if (add_to_zero(body, i)) --i;
        for (StmtPtr& stmt : body)
            visit_blocks(*stmt, [&](Block& inner) { block(inner); });
    }

  private:
    /// A sum with more parts than this is written in two statements.
    static constexpr std::size_t most_parts = 24;
    std::map<const Variable*, int> uses_; ///< how many statements name a variable

    static void erase(Block& body, std::size_t at) {
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(at));
    }

    void count(const Block& body) {
        visit_statements(body, [&](const Stmt& stmt) {
            std::set<const Variable*> named;
            visit_lvalues(stmt, [&](const Lvalue& place) { named.insert(place.variable); });
            if (stmt.kind == StmtKind::for_range) named.insert(as<ForRange>(stmt).variable);
            visit_expressions(stmt, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    if (part.kind == ExprKind::variable) named.insert(as<VariableRef>(part).variable);
                });
            });
            for (const Variable* variable : named)
                ++uses_[variable];
        });
    }

    /// Merges `x = a` with the `x += b` after it.
    static bool add_next(Stmt& first, Stmt& next) {
        Assign* const begin = assignment(first);
        if (!begin || !begin->value->type->is_floating_or_complex() || begin->value->type->is_small_float() ||
            !is_addition(next, begin->lvalue.variable))
            return false;
        auto& sum = as<AugmentedAssign>(next);
        const Type* const type = begin->lvalue.variable->type;
        if (begin->value->type != type || sum.value->type != type || has_comments(next) ||
            lower::mentions(*sum.value, begin->lvalue.variable) || lower::has_effects(*sum.value) ||
            size_of(*begin->value) + size_of(*sum.value) > most_parts)
            return false;
        begin->value = make_binary(sum.op, std::move(begin->value), std::move(sum.value));
        return true;
    }

    /// Lets `a = e` assign b, where `b = a` at this place is the only one that reads a. Returns whether the
    /// statement is gone.
    bool rename(Block& body, std::size_t at) {
        Assign* const copy = assignment(*body[at]);
        if (!copy || copy->value->kind != ExprKind::variable || has_comments(*body[at])) return false;
        Variable* const to = copy->lvalue.variable;
        Variable* const from = as<VariableRef>(*copy->value).variable;
        if (from == to || from->role != VariableRole::temporary || from->type != to->type ||
            from->type->is_array() || uses_[from] != 2)
            return false;
        for (std::size_t i = at; i-- > 0;) {
            if (Assign* const made = assignment(*body[i]); made && made->lvalue.variable == from) {
                if (lower::mentions(*made->value, to)) return false;
                made->lvalue.variable = to;
                erase(body, at);
                return true;
            }
            if (mentions(*body[i], to) || mentions(*body[i], from)) return false;
        }
        return false;
    }

    /// Makes `X_bar[i] = e` of `X_bar[i] = 0` and the `X_bar[i] += e` that is next to name the array. Returns
    /// whether the statement is gone.
    static bool add_to_zero(Block& body, std::size_t at) {
        if (body[at]->kind != StmtKind::assign || has_comments(*body[at])) return false;
        const auto& zero = as<Assign>(*body[at]);
        const Lvalue& place = zero.lvalue;
        if (!place.index || place.item || !place.variable->is_bar || !is_zero(*zero.value)) return false;
        for (std::size_t i = at + 1; i < body.size(); ++i) {
            Stmt& next = *body[i];
            if (!names_array(next, place.variable)) {
                if (next.kind != StmtKind::assign && next.kind != StmtKind::augmented_assign) return false;
                bool moves = false; // the index may be another one then
                lower::visit_assigned(next, [&](const Variable* variable) {
                    moves = moves || lower::mentions(*place.index, variable);
                });
                if (moves) return false;
                continue;
            }
            if (next.kind != StmtKind::augmented_assign) return false;
            auto& sum = as<AugmentedAssign>(next);
            bool loads = lower::mentions(*sum.value, place.variable);
            visit_all(static_cast<const Expr&>(*sum.value), [&](const Expr& part) {
                loads = loads || (part.kind == ExprKind::load && as<Load>(part).array == place.variable);
            });
            const bool is_same = sum.lvalue.index && !sum.lvalue.item && sum.lvalue.fields == place.fields &&
                                 is_alike(*sum.lvalue.index, *place.index);
            if (!is_same || loads || (sum.op != BinaryOp::add && sum.op != BinaryOp::sub)) return false;
            ExprPtr value = std::move(sum.value);
            const Span span = sum.span;
            if (sum.op == BinaryOp::sub)
                value = std::make_unique<Unary>(span, value->type, UnaryOp::negate, std::move(value));
            Comments comments = std::move(next.comments);
            StmtPtr made = make_assign(std::move(sum.lvalue), std::move(value), span);
            made->comments = std::move(comments);
            body[i] = std::move(made);
            erase(body, at);
            return true;
        }
        return false;
    }

    static bool names_array(const Stmt& stmt, const Variable* array) {
        bool found = mentions(stmt, array);
        const auto look = [&](const Stmt& each) {
            visit_expressions(each, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    found = found || (part.kind == ExprKind::load && as<Load>(part).array == array) ||
                            (part.kind == ExprKind::view && as<ArrayView>(part).array == array);
                });
            });
        };
        look(stmt);
        visit_blocks(stmt, [&](const Block& inner) {
            for (const StmtPtr& each : inner)
                found = found || names_array(*each, array);
        });
        return found;
    }

    /// Moves `bar = x; x = 0` into the branch that needs it, where the other one only gives it back.
    void enter_branch(Block& body, std::size_t at) {
        Assign *const keeps = assignment(*body[at]), *const clears = assignment(*body[at + 1]);
        if (!keeps || !clears || keeps->value->kind != ExprKind::variable || !is_zero(*clears->value)) return;
        Variable* const bar = keeps->lvalue.variable;
        Variable* const kept = as<VariableRef>(*keeps->value).variable;
        if (clears->lvalue.variable != kept || body[at + 2]->kind != StmtKind::if_) return;
        auto& branch = as<If>(*body[at + 2]);
        const auto gives_back = [&](const Block& block) {
            if (block.size() != 1 || !is_addition(*block[0], kept)) return false;
            const auto& sum = as<AugmentedAssign>(*block[0]);
            return sum.op == BinaryOp::add && is_read_of(*sum.value, bar);
        };
        const bool in_then = gives_back(branch.then_body);
        if (in_then == gives_back(branch.else_body) || has_comments(branch) || has_comments(*keeps) ||
            lower::mentions(*branch.condition, bar) || lower::mentions(*branch.condition, kept))
            return;
        Block& other = in_then ? branch.else_body : branch.then_body;
        int inside = 0;
        visit_statements(other, [&](const Stmt& stmt) {
            bool found = false;
            visit_expressions(stmt,
                              [&](const ExprPtr& expr) { found = found || lower::mentions(*expr, bar); });
            inside += found;
        });
        if (uses_[bar] != inside + 2) return; // also named elsewhere
        if (in_then) turn(branch);
        branch.else_body.clear();
        branch.else_is_elif = false;
        for (std::size_t i = 2; i-- > 0;)
            branch.then_body.insert(branch.then_body.begin(), std::move(body[at + i]));
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(at),
                   body.begin() + static_cast<std::ptrdiff_t>(at + 2));
    }
};

/// Writes the value of a temporary variable where the only statement that reads it does so once. Different
/// blocks may have a variable each for themselves, which they assign first.
class Inline {
  public:
    explicit Inline(const Block& all) { look(all); }

    void block(Block& body) {
        for (StmtPtr& stmt : body)
            visit_blocks(*stmt, [&](Block& inner) { block(inner); });
        const Mentions own = mentions_in(body);
        for (std::size_t i = 0; i + 1 < body.size(); ++i) {
            const Assign* const made = assignment(*body[i]);
            if (!made || has_comments(*body[i]) || !may_go(*made, own)) continue;
            if (put(*made, *body[i + 1])) {
                body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
                i -= i > 0 ? 2 : 1; // what is before may go there now
            }
        }
    }

  private:
    /// A statement with more parts than this is two.
    static constexpr std::size_t most_parts = 14;
    /// How often a block stores to a variable, and reads it, without the blocks in it.
    struct Mention {
        int stores = 0, reads = 0;
        bool reads_first = false;
    };
    using Mentions = std::map<const Variable*, Mention>;
    std::set<const Variable*> shared_; ///< those that may have a value of another block

    static void read(const Expr& expr, Mentions& found) {
        visit_all(expr, [&](const Expr& part) {
            if (part.kind != ExprKind::variable) return;
            Mention& mention = found[as<VariableRef>(part).variable];
            mention.reads_first = mention.reads_first || mention.stores == 0;
            ++mention.reads;
        });
    }

    static Mentions mentions_in(const Block& body) {
        Mentions found;
        for (const StmtPtr& stmt : body) {
            visit_expressions(*stmt, [&](const ExprPtr& expr) { read(*expr, found); });
            visit_lvalues(*stmt, [&](const Lvalue& place) {
                if (place.index) read(*place.index, found);
                if (!place.is_variable() || stmt->kind != StmtKind::assign)
                    read(*make_ref(place.variable, place.span), found);
                ++found[place.variable].stores;
            });
            if (stmt->kind == StmtKind::for_range)
                read(*make_ref(as<ForRange>(*stmt).variable, stmt->span), found);
        }
        return found;
    }

    /// Returns the variables that a block mentions, with the blocks in it.
    std::set<const Variable*> look(const Block& body) {
        std::set<const Variable*> inside;
        for (const StmtPtr& stmt : body)
            visit_blocks(static_cast<const Stmt&>(*stmt),
                         [&](const Block& inner) { inside.merge(look(inner)); });
        for (const auto& [variable, mention] : mentions_in(body)) {
            if (mention.reads_first || inside.count(variable)) shared_.insert(variable);
            inside.insert(variable);
        }
        return inside;
    }

    bool may_go(const Assign& made, const Mentions& own) const {
        const Variable* const variable = made.lvalue.variable;
        const auto mention = own.find(variable);
        return variable->role == VariableRole::temporary && made.value->type == variable->type &&
               variable->type->is_floating() && !variable->type->is_small_float() &&
               !lower::has_effects(*made.value) && !is_warp_wide(*made.value) && !shared_.count(variable) &&
               mention != own.end() && mention->second.stores == 1 && mention->second.reads == 1;
    }

    static bool put(const Assign& made, Stmt& next) {
        ExprPtr* value = nullptr;
        if (next.kind == StmtKind::assign) value = &as<Assign>(next).value;
        if (next.kind == StmtKind::augmented_assign) value = &as<AugmentedAssign>(next).value;
        if (!value || size_of(*made.value) + size_of(**value) > most_parts) return false;
        bool found = false;
        const auto look = [&](ExprPtr& part) {
            if (!is_read_of(*part, made.lvalue.variable)) return;
            part = clone(*made.value);
            found = true;
        };
        visit_all_upwards(*value, look);
        return found;
    }
};

} // namespace

void inline_values(Block& body) {
    Inline(body).block(body);
}

void merge_assignments(Block& body) {
    Merge(body).block(body);
}

namespace {

/// Takes the minus out of `a * -b` and `-a / b`. Returns whether there was one.
bool take_minus(ExprPtr& value) {
    if (value->kind == ExprKind::unary && as<Unary>(*value).op == UnaryOp::negate) {
        ExprPtr inside = std::move(as<Unary>(*value).operand);
        value = std::move(inside);
        return true;
    }
    if (value->kind != ExprKind::binary || !value->type->is_floating()) return false;
    auto& node = as<Binary>(*value);
    if (node.op != BinaryOp::mul && node.op != BinaryOp::divide) return false;
    return take_minus(node.left) || take_minus(node.right);
}

} // namespace

void use_augmented(Block& body) {
    for (StmtPtr& stmt : body) {
        visit_blocks(*stmt, [](Block& inner) { use_augmented(inner); });
        if (stmt->kind == StmtKind::augmented_assign) {
            auto& sum = as<AugmentedAssign>(*stmt);
            const bool is_sum = sum.op == BinaryOp::add || sum.op == BinaryOp::sub;
            if (is_sum && sum.value->type->is_floating() && take_minus(sum.value))
                sum.op = sum.op == BinaryOp::add ? BinaryOp::sub : BinaryOp::add;
            continue;
        }
        if (stmt->kind != StmtKind::assign) continue;
        auto& node = as<Assign>(*stmt);
        const Lvalue& place = node.lvalue;
        if (node.value->kind != ExprKind::binary || place.item || !place.type()->is_floating() ||
            place.type()->is_small_float() || node.value->type != place.type())
            continue;
        auto& sum = as<Binary>(*node.value);
        const bool is_plain = sum.op == BinaryOp::add || sum.op == BinaryOp::sub || sum.op == BinaryOp::mul;
        if (!is_plain || !is_alike(*make_read(place), *sum.left)) continue;
        StmtPtr made = std::make_unique<AugmentedAssign>(stmt->span, std::move(node.lvalue), sum.op,
                                                         node.value->type, std::move(sum.right));
        made->comments = std::move(stmt->comments);
        stmt = std::move(made);
    }
}

} // namespace cudapy::differentiate
