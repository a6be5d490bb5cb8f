#include "translator/differentiate/reverse/undone_stores.h"

#include "translator/differentiate/reverse/effects.h"
#include "translator/differentiate/same_expression.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <map>
#include <utility>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// What a statement has to do with, those inside it included.
struct Touched {
    Variables read;            ///< variables, and arrays of which it reads an element
    Variables changed;         ///< variables, and arrays of which it changes an element
    bool meets_others = false; ///< other threads may see elements, or it leaves the kernel
};

void touch(const Stmt& stmt, Touched& touched) {
    if (stmt.kind == StmtKind::note) return;
    visit_lvalues(stmt, [&](const Lvalue& place) { touched.changed.insert(place.variable); });
    if (stmt.kind == StmtKind::for_range) touched.changed.insert(as<ForRange>(stmt).variable);
    if (stmt.kind == StmtKind::augmented_assign)
        touched.read.insert(as<AugmentedAssign>(stmt).lvalue.variable);
    const bool is_known = stmt.kind == StmtKind::assign || stmt.kind == StmtKind::augmented_assign ||
                          stmt.kind == StmtKind::if_ || stmt.kind == StmtKind::for_range ||
                          stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::builtin_unpack ||
                          stmt.kind == StmtKind::evaluate;
    if (!is_known) touched.meets_others = true;
    visit_expressions(stmt, [&](const ExprPtr& expr) {
        visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
            if (const Variable* variable = read_by(part)) touched.read.insert(variable);
            if (part.kind == ExprKind::call) // a rule adds to cotangents
                for (const ExprPtr& argument : as<Call>(part).arguments)
                    if (argument->type->is_array()) touched.changed.insert(array_of(*argument));
            if (is_atomic(part))
                touched.changed.insert(atomic_place(part).array);
            else if (is_draw(part))
                touched.changed.insert(generator_of(part));
            else if (part.kind == ExprKind::builtin_call && lower::has_effects(part))
                touched.meets_others = true;
        });
    });
    visit_blocks(stmt, [&](const Block& block) {
        for (const StmtPtr& inner : block)
            touch(*inner, touched);
    });
}

/// Returns the element that an assignment stores to, or null.
const Lvalue* stored(const Stmt& stmt) {
    if (stmt.kind != StmtKind::assign) return nullptr;
    const Lvalue& place = as<Assign>(stmt).lvalue;
    return place.index && !place.item && place.variable->role != VariableRole::shared ? &place : nullptr;
}

bool is_same_place(const Lvalue& a, const Lvalue& b) {
    return a.variable == b.variable && a.fields == b.fields && is_alike(*a.index, *b.index);
}

bool reads_place(const Expr& value, const Lvalue& place) {
    return is_alike(value, *make_read(place));
}

bool share_any(const Variables& a, const Variables& b) {
    for (const Variable* variable : a)
        if (b.count(variable)) return true;
    return false;
}

/// Returns what an element's place depends on.
Variables parts_of(const Lvalue& place) {
    Variables parts;
    visit_all(static_cast<const Expr&>(*place.index), [&](const Expr& part) {
        if (part.kind == ExprKind::variable) parts.insert(as<VariableRef>(part).variable);
        if (part.kind == ExprKind::load) parts.insert(as<Load>(part).array);
    });
    return parts;
}

/// Returns whether the element that a statement stores to is stored to again before anyone reads it.
bool is_undone(const Block& body, std::size_t at) {
    const Lvalue& place = *stored(*body[at]);
    if (lower::has_effects(*as<Assign>(*body[at]).value)) return false;
    const Variables parts = parts_of(place);
    for (std::size_t i = at + 1; i < body.size(); ++i) {
        Touched touched;
        touch(*body[i], touched);
        if (touched.meets_others || touched.read.count(place.variable)) return false;
        const Lvalue* const again = stored(*body[i]);
        if (again && is_same_place(place, *again)) return true;
        if (share_any(touched.changed, parts)) return false;
    }
    return false;
}

/// Drops the stores of the value that `variable = element` has read, as long as both hold it.
void drop_stores_of_same(Block& body, std::size_t at) {
    if (body[at]->kind != StmtKind::assign) return;
    const auto& node = as<Assign>(*body[at]);
    if (!node.lvalue.is_variable() || node.lvalue.variable->type->is_array()) return;
    const Variable* const kept = node.lvalue.variable;
    for (std::size_t i = at + 1; i < body.size(); ++i) {
        const Lvalue* const place = stored(*body[i]);
        if (place && is_read_of(*as<Assign>(*body[i]).value, kept) && reads_place(*node.value, *place)) {
            body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
            --i;
            continue;
        }
        Touched touched;
        touch(*body[i], touched);
        Variables parts{kept};
        visit_all(static_cast<const Expr&>(*node.value), [&](const Expr& part) {
            if (part.kind == ExprKind::variable) parts.insert(as<VariableRef>(part).variable);
            if (part.kind == ExprKind::load) parts.insert(as<Load>(part).array);
        });
        if (touched.meets_others || share_any(touched.changed, parts)) return;
    }
}

/// A store to a shared array and what undoes it, by the places of the statements in the text.
struct UndoneSharedStore {
    Variable* array = nullptr;
    std::size_t keeps = 0, stores = 0, restores = 0; ///< 0 for none
};

class UndoneSharedStores {
  public:
    UndoneSharedStores(Block& body, const std::set<const Variable*>& olds) : olds_(olds) { look(body); }

    /// Returns the places of the statements that do nothing together.
    std::set<std::size_t> useless() const {
        std::set<std::size_t> found;
        for (const auto& [old, store] : stores_) {
            if (!store.stores || !store.restores) continue;
            const auto reads = reads_.find(store.array);
            const auto next = reads == reads_.end() ? std::set<std::size_t>::const_iterator()
                                                    : reads->second.upper_bound(store.stores);
            if (reads != reads_.end() && next != reads->second.end() && *next < store.restores) continue;
            found.insert({store.stores, store.restores});
        }
        return found;
    }

  private:
    const std::set<const Variable*>& olds_;
    std::map<const Variable*, UndoneSharedStore> stores_;
    std::map<const Variable*, std::set<std::size_t>> reads_;
    std::size_t number_ = 0;

    void look(Block& body) {
        const Variable* kept = nullptr; // by the statement before
        for (StmtPtr& stmt : body) {
            ++number_;
            visit_expressions(*stmt, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    if (part.kind == ExprKind::load) reads_[as<Load>(part).array].insert(number_);
                    if (part.kind == ExprKind::view) reads_[as<ArrayView>(part).array].insert(number_);
                });
            });
            const Variable* const before = std::exchange(kept, nullptr);
            if (stmt->kind == StmtKind::assign) {
                const auto& node = as<Assign>(*stmt);
                Variable* const variable = node.lvalue.variable;
                if (before && node.lvalue.index && variable == stores_[before].array)
                    stores_[before].stores = number_;
                if (node.lvalue.is_variable() && olds_.count(variable)) {
                    const Expr* from = node.value.get();
                    while (from->kind == ExprKind::field)
                        from = as<FieldExpr>(*from).operand.get();
                    if (from->kind == ExprKind::load) {
                        stores_[variable] = {as<Load>(*from).array, number_, 0, 0};
                        kept = variable;
                    }
                }
                const Variable* given =
                    node.value->kind == ExprKind::variable ? as<VariableRef>(*node.value).variable : nullptr;
                const auto store = given ? stores_.find(given) : stores_.end();
                if (store != stores_.end() && node.lvalue.index && store->second.array == variable)
                    store->second.restores = number_;
            }
            visit_blocks(*stmt, [&](Block& inner) { look(inner); });
        }
    }
};

void drop_numbers(Block& body, const std::set<std::size_t>& numbers, std::size_t& number) {
    std::erase_if(body, [&](StmtPtr& stmt) {
        const bool goes = numbers.count(++number) > 0;
        visit_blocks(*stmt, [&](Block& inner) { drop_numbers(inner, numbers, number); });
        return goes;
    });
}

} // namespace

void drop_undone_stores(Block& body) {
    for (StmtPtr& stmt : body)
        visit_blocks(*stmt, [](Block& inner) { drop_undone_stores(inner); });
    for (std::size_t i = body.size(); i-- > 0;)
        if (stored(*body[i]) && is_undone(body, i)) body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
    for (std::size_t i = 0; i < body.size(); ++i)
        drop_stores_of_same(body, i);
}

bool drop_undone_shared_stores(Block& body, const std::set<const Variable*>& olds) {
    if (olds.empty()) return false;
    const std::set<std::size_t> useless = UndoneSharedStores(body, olds).useless();
    std::size_t number = 0;
    if (!useless.empty()) drop_numbers(body, useless, number);
    return !useless.empty();
}

} // namespace cudapy::differentiate
