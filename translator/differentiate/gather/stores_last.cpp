#include "translator/differentiate/gather/stores_last.h"

#include "translator/differentiate/reverse/effects.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns the place of a store to an element of a bar, whose index and value load nothing; null for another
/// statement.
const Lvalue* stored_bar(const Stmt& stmt) {
    const Lvalue* place = nullptr;
    const Expr* value = nullptr;
    if (stmt.kind == StmtKind::assign) {
        place = &as<Assign>(stmt).lvalue;
        value = as<Assign>(stmt).value.get();
    } else if (stmt.kind == StmtKind::augmented_assign) {
        place = &as<AugmentedAssign>(stmt).lvalue;
        value = as<AugmentedAssign>(stmt).value.get();
    }
    if (!place || !place->index || place->item || !place->variable->is_bar) return nullptr;
    bool loads = false;
    const auto look = [&](const Expr& part) { loads = loads || part.kind == ExprKind::load; };
    visit_all(*place->index, look);
    visit_all(*value, look);
    return loads ? nullptr : place;
}

class Mover {
  public:
    explicit Mover(Function& kernel) : kernel_(kernel) {}

    void block(Block& body) {
        for (StmtPtr& stmt : body)
            visit_blocks(*stmt, [&](Block& inner) { block(inner); });
        std::vector<std::size_t> stores;
        std::set<const Variable*> fixed; // arrays with a store that stays where it is
        for (std::size_t i = body.size(); i-- > 0;) {
            const Lvalue* place = stored_bar(*body[i]);
            if (!place) continue;
            if (!fixed.count(place->variable) && may_move(body, i))
                stores.insert(stores.begin(), i);
            else
                fixed.insert(place->variable);
        }
        if (stores.size() < 2) return;
        Block last;
        for (const std::size_t i : stores)
            last.push_back(std::move(body[i]));
        std::erase_if(body, [](const StmtPtr& stmt) { return !stmt; });
        std::set<const Variable*> stored;
        for (StmtPtr& stmt : last) {
            const Lvalue& place = *stored_bar(*stmt);
            const bool is_first = stored.insert(place.variable).second;
            if (stmt->kind == StmtKind::augmented_assign && is_first) load_before(stmt, body);
        }
        for (StmtPtr& stmt : last)
            body.push_back(std::move(stmt));
    }

  private:
    Function& kernel_;

    /// Returns whether a store may come after all that follows it in its block.
    static bool may_move(const Block& body, std::size_t at) {
        const Stmt& store = *body[at];
        const Lvalue& place = *stored_bar(store);
        std::set<const Variable*> needed;
        visit_expressions(store, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (part.kind == ExprKind::variable) needed.insert(as<VariableRef>(part).variable);
            });
        });
        for (std::size_t i = at + 1; i < body.size(); ++i) {
            const Lvalue* other = stored_bar(*body[i]);
            if (other && other->variable == place.variable) continue; // they keep their order
            if (stops(*body[i], *place.variable, needed)) return false;
        }
        return true;
    }

    static bool stops(const Stmt& stmt, const Variable& array, const std::set<const Variable*>& needed) {
        bool found = false;
        visit_lvalues(stmt, [&](const Lvalue& place) { found = found || place.variable == &array; });
        lower::visit_assigned(stmt,
                              [&](const Variable* variable) { found = found || needed.count(variable) > 0; });
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                found = found || is_barrier(part) || is_grid_barrier(part) || is_warp_wide(part) ||
                        read_by(part) == &array;
            });
        });
        visit_blocks(stmt, [&](const Block& block) {
            for (const StmtPtr& each : block)
                found = found || stops(*each, array, needed);
        });
        return found;
    }

    /// Makes `old = bar[i]` at the end of the block and `bar[i] = old + amount` of `bar[i] += amount`.
    void load_before(StmtPtr& stmt, Block& body) {
        auto& sum = as<AugmentedAssign>(*stmt);
        const Span span = sum.span;
        const Type* type = sum.lvalue.type();
        if (sum.operation != type || (!type->is_floating() && !type->is_complex())) return;
        Variable* const old =
            kernel_.add_variable(sum.lvalue.variable->name + "_old", type, VariableRole::temporary, span);
        body.push_back(make_assign(old, make_read(sum.lvalue), span));
        ExprPtr value = make_binary(sum.op, make_ref(old, span), std::move(sum.value));
        Comments comments = std::move(stmt->comments);
        stmt = make_assign(std::move(sum.lvalue), std::move(value), span);
        stmt->comments = std::move(comments);
    }
};

} // namespace

void put_stores_last(Function& kernel) {
    Mover(kernel).block(kernel.body);
}

} // namespace cudapy::differentiate
