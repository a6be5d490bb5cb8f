// Keeps the old values of the elements that an iteration stores to.

#include "translator/differentiate/reverse/barriers.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns the sites of each array, in the order in which they were found.
std::vector<std::vector<StoreSite>> by_array(std::vector<StoreSite> sites) {
    std::vector<std::vector<StoreSite>> groups;
    for (StoreSite& site : sites) {
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const auto& known) { return known.front().array == site.array; });
        if (group != groups.end())
            group->push_back(std::move(site));
        else
            groups.emplace_back().push_back(std::move(site));
    }
    return groups;
}

/// Returns whether one site runs whenever the other one does, and stores to the same element.
bool covers(const StoreSite& one, const StoreSite& other) {
    if (!one.index || !other.index || !one.knows_conditions() || !is_alike(*one.index, *other.index))
        return false;
    for (std::size_t i = 0; i < one.conditions.size(); ++i)
        if (i >= other.conditions.size() || !other.conditions[i] ||
            !is_alike(*one.conditions[i], *other.conditions[i]))
            return false;
    return true;
}

/// Drops the sites whose elements others keep as well.
void drop_covered(std::vector<StoreSite>& sites) {
    for (std::size_t i = sites.size(); i-- > 0;) {
        const bool is_covered = std::any_of(sites.begin(), sites.end(), [&](const StoreSite& other) {
            const bool counts = &other < &sites[i] || !covers(sites[i], other);
            return &other != &sites[i] && counts && covers(other, sites[i]);
        });
        if (is_covered) sites.erase(sites.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

/// Returns a copy of statements in which loads of the array have another index.
Block reading(const Block& body, const Variable* array, const Expr& index) {
    Block made;
    for (const StmtPtr& stmt : body) {
        made.push_back(clone(*stmt));
        visit_expressions(*made.back(), [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::load && as<Load>(part).array == array)
                    as<Load>(part).index = clone(index);
            });
        });
    }
    return made;
}

/// Returns those sites of one element of which one is always the first that stores to it.
std::vector<StoreSite> first_ones(const std::vector<StoreSite>& sites) {
    std::vector<StoreSite> first;
    for (const StoreSite& site : sites)
        if (std::none_of(first.begin(), first.end(),
                         [&](const StoreSite& before) { return before.comes_before(site); }))
            first.push_back(site);
    return first;
}

bool is_known(const StoreSite& site) {
    return site.index && site.knows_conditions();
}

} // namespace

/// Records the elements of parameters that the body stores to, so that the reverse of an iteration can give
/// them their old values. Where an element and the conditions of its store are known when the iteration
/// begins, it is recorded there. Otherwise it is recorded by the first store of the iteration, if all stores
/// of the array are to that element.
void Reverse::keep_elements(const Stmt& stmt, const Block& body, const ExprPtr& trip,
                            std::optional<int64_t> most, Block& recording, KeptAtStores& at_stores,
                            Block& restoring) {
    const std::function<bool(const Variable*)> is_stored = [this](const Variable* array) {
        return this->is_stored(array);
    };
    const bool waits = lower::holds_barrier(body);
    Variables arrays; // whose elements the iteration changes
    for (const Variable* variable : effects_of(body, is_stored).assigned)
        if (variable->type->is_array()) arrays.insert(variable);
    std::vector<StoreSite> stores = stores_of(body, arrays, is_stored);
    const auto staged = pasts_.staged.find(&stmt);
    std::erase_if(stores, [&](const StoreSite& site) {
        return !is_undone(*site.stmt, site.array) ||
               (staged != pasts_.staged.end() && staged->second.count(site.array));
    });
    for (const std::vector<StoreSite>& sites : by_array(std::move(stores))) {
        const StoreSite& first = sites.front();
        std::vector<StoreSite> different = sites;
        drop_covered(different);
        if (std::all_of(different.begin(), different.end(), is_known)) {
            for (const StoreSite& site : different)
                keep_at_begin(site, trip, most, stmt, recording, restoring);
        } else if (!waits && std::all_of(sites.begin(), sites.end(), [&](const StoreSite& site) {
                       return site.index && is_alike(*site.index, *first.index);
                   })) {
            keep_at_first_store(sites, trip, most, stmt, recording, at_stores, restoring);
        } else {
            return refuse(first.span, "a store to an array that a loop reads again",
                          "which elements it changes is not known when the iteration begins",
                          "keep the element in a variable or a local array in the loop, and store it "
                          "afterwards");
        }
    }
}

void Reverse::keep_at_begin(const StoreSite& site, const ExprPtr& trip, std::optional<int64_t> most,
                            const Stmt& loop, Block& recording, Block& restoring) {
    const Span span = site.span;
    Block kept;
    ExprPtr before = record(site.array->name, std::make_unique<Load>(span, site.array, clone(*site.index)),
                            trip, most, loop, kept);
    StmtPtr give_back = make_assign(Lvalue{site.array, clone(*site.index), span}, std::move(before), span);
    const auto under_conditions = [&](StmtPtr body) {
        for (std::size_t i = site.conditions.size(); i-- > 0;)
            body = make_if(clone(*site.conditions[i]), std::move(body), span);
        return body;
    };
    for (StmtPtr& keep : kept)
        emit(recording, under_conditions(std::move(keep)));
    emit(restoring, under_conditions(std::move(give_back)));
}

void Reverse::keep_at_first_store(const std::vector<StoreSite>& sites, const ExprPtr& trip,
                                  std::optional<int64_t> most, const Stmt& loop, Block& recording,
                                  KeptAtStores& at_stores, Block& restoring) {
    const StoreSite& first = sites.front();
    const Span span = first.span;
    Variable* const array = first.array;
    Variable* const is_kept = temporary(array->name + "_is_kept", Type::bool_(), span);
    emit(recording, make_assign(is_kept, make_bool(false, span), span));
    Block keep;
    ExprPtr before =
        record(array->name, std::make_unique<Load>(span, array, clone(*first.index)), trip, most, loop, keep);
    keep.push_back(make_assign(is_kept, make_bool(true, span), span));
    for (const StoreSite& site : first_ones(sites)) {
        auto once = std::make_unique<If>(span, make_not(make_ref(is_kept, span)));
        once->then_body = reading(keep, array, *as<Assign>(*site.stmt).lvalue.index);
        at_stores.before[site.stmt].push_back(std::move(once));
    }
    ExprPtr was_kept =
        record(array->name + "_is_kept", make_ref(is_kept, span), trip, most, loop, at_stores.at_end);
    emit(restoring,
         make_if(std::move(was_kept),
                 make_assign(Lvalue{array, clone(*first.index), span}, std::move(before), span), span));
}

/// Does what keep_elements does for a loop in which threads wait for each other. Each thread records the
/// elements that it is going to store to, and gives them back, while no other thread touches them.
void Reverse::keep_shared_elements(const Stmt& stmt, const Block& body, const ExprPtr& trip,
                                   std::optional<int64_t> most, Block& recording, KeptAtStores& at_stores,
                                   Block& restoring) {
    const auto wait = [&](Block& out) { emit(out, make_barrier(holds_grid_barrier(body), stmt.span)); };
    Block kept, given_back;
    keep_elements(stmt, body, trip, most, kept, at_stores, given_back);
    const auto put = [&](Block& part, Block& out) {
        wait(out);
        if (part.empty()) return;
        std::move(part.begin(), part.end(), std::back_inserter(out));
        wait(out);
    };
    if (!kept.empty()) put(kept, recording);
    put(given_back, restoring);
    const auto staged = pasts_.staged.find(&stmt);
    if (staged == pasts_.staged.end()) return;
    for (Variable* array : staged->second) // nobody needs what it holds here: see drop_dead_code
        for (Block* out : {&recording, &restoring})
            emit(*out, make_declare(array, nullptr, array->span));
}

/// Keeps the elements that the kernel stores to in variables, where a thread may find out only at the end of
/// its forward sweep that its tape is too short: then it gives them back.
void Reverse::keep_for_retreat(Block& forward) {
    for_retreat_ = {};
    retreat_.clear();
    const bool may_be_short =
        std::any_of(taped_.begin(), taped_.end(), [](const auto& each) { return !each.second.known_trips; });
    if (!may_be_short || stored_.empty()) return;
    const std::function<bool(const Variable*)> is_stored = [this](const Variable* array) {
        return this->is_stored(array);
    };
    const Variables assigned = effects_of(primal_, is_stored).assigned;
    Variables arrays;
    for (const Variable* variable : assigned)
        if (variable->type->is_array()) arrays.insert(variable);
    for (const std::vector<StoreSite>& sites : by_array(stores_of(primal_, arrays, is_stored))) {
        const StoreSite& first = sites.front();
        Variable* const array = first.array;
        if (array->role == VariableRole::shared) continue; // it ends with the block
        const Span span = first.span;
        if (!std::all_of(sites.begin(), sites.end(), [&](const StoreSite& site) {
                return site.index && is_alike(*site.index, *first.index);
            }))
            return refuse(
                first.span, "a store to an array that the kernel reads again",
                "a loop needs a tape, and where that is too short the thread would have to undo the "
                "stores, of which is not known which elements they change",
                "keep the values in a local array, or let `range` depend only on parameters");
        Variable* const old = temporary(array->name + "_at_first", array->type->element(), span);
        Variable* const place =
            reads_any(*first.index, assigned) ? temporary("place", first.index->type, span) : nullptr;
        const auto keep = [&](const StoreSite& site, Block& out) {
            const Expr& index = *as<Assign>(*site.stmt).lvalue.index;
            if (place) out.push_back(make_assign(place, clone(index), span));
            out.push_back(make_assign(old, std::make_unique<Load>(span, array, clone(index)), span));
        };
        ExprPtr index = place ? make_ref(place, span) : clone(*first.index);
        StmtPtr give_back = make_assign(Lvalue{array, std::move(index), span}, make_ref(old, span), span);
        if (first.conditions.empty()) { // it always comes before the other ones
            keep(first, for_retreat_.before[first.stmt]);
            retreat_.push_back(std::move(give_back));
            continue;
        }
        Variable* const is_kept = temporary(array->name + "_is_kept", Type::bool_(), span);
        emit(forward, make_assign(is_kept, make_bool(false, span), span));
        for (const StoreSite& site : first_ones(sites)) {
            auto once = std::make_unique<If>(span, make_not(make_ref(is_kept, span)));
            keep(site, once->then_body);
            once->then_body.push_back(make_assign(is_kept, make_bool(true, span), span));
            for_retreat_.before[site.stmt].push_back(std::move(once));
        }
        retreat_.push_back(make_if(make_ref(is_kept, span), std::move(give_back), span));
    }
}

} // namespace cudapy::differentiate
