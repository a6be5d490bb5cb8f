// Keeps the old values of the elements that a loop or the kernel stores to.

#include "translator/differentiate/reverse/barriers.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/differentiate/same_expression.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace cudapy::differentiate {

using namespace program;

namespace {

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
void drop_covered(PartSites& sites) {
    for (std::size_t i = sites.size(); i-- > 0;) {
        const bool is_covered = std::any_of(sites.begin(), sites.end(), [&](const StoreSite& other) {
            const bool counts = &other < &sites[i] || !covers(sites[i], other);
            return &other != &sites[i] && counts && covers(other, sites[i]);
        });
        if (is_covered) sites.erase(sites.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

/// Returns those sites of one element of which one is always the first that stores to it.
PartSites first_ones(const PartSites& sites) {
    PartSites first;
    for (const StoreSite& site : sites)
        if (std::none_of(first.begin(), first.end(),
                         [&](const StoreSite& before) { return before.comes_before(site); }))
            first.push_back(site);
    return first;
}

/// Returns whether it is known that all stores are to one element.
bool are_one_element(const PartSites& sites) {
    return std::all_of(sites.begin(), sites.end(), [&](const StoreSite& site) {
        return site.index && sites.front().index && is_alike(*site.index, *sites.front().index);
    });
}

/// Returns whether a store to another part may change elements of this one.
bool overlaps_others(const StoredPart& part, const std::vector<PartSites>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const PartSites& sites) {
        return sites.front().part != part && sites.front().part.overlaps(part);
    });
}

/// Returns the index that the checked mode looks at.
const Expr& without_check(const Expr& index) {
    if (index.kind != ExprKind::helper_call || as<HelperCall>(index).helper != Helper::in_range) return index;
    return *as<HelperCall>(index).arguments[0];
}

bool is_known(const StoreSite& site) {
    return site.index && site.knows_conditions();
}

} // namespace

/// Returns the stores of a block that are done in the forward sweep.
std::vector<PartSites> Reverse::stores_in(const Block& body) {
    const std::function<bool(const Variable*)> is_stored = [this](const Variable* array) {
        return this->is_stored(array);
    };
    Variables arrays; // whose elements it changes
    for (const Variable* variable : effects_of(body, is_stored).assigned)
        if (variable->type->is_array()) arrays.insert(variable);
    auto parts = stores_of(body, arrays, is_stored);
    for (PartSites& sites : parts)
        std::erase_if(sites, [&](const StoreSite& site) { return !is_undone(*site.stmt, site.part.array); });
    std::erase_if(parts, [](const PartSites& sites) { return sites.empty(); });
    std::erase_if(parts, [&](const PartSites& sites) {
        const Type* const type = sites.front().part.type();
        if (!type->is_array() && !type->is_nested()) return false;
        refuse(sites.front().span, "a store to an array in a struct, which a loop reads again",
               "the array cannot be recorded yet", "use a local array");
        return true;
    });
    return parts;
}

/// Records the elements of parameters that the body stores to, so that the reverse of an iteration can give
/// them their old values. Where an element and the conditions of its store are known when the iteration
/// begins, it is recorded there. Otherwise it is recorded by the first store of the iteration, if all stores
/// of the array are to that element; and else each store is recorded.
void Reverse::keep_elements(const Stmt& stmt, const Block& body, const Slot& slot, Block& recording,
                            KeptAtStores& at_stores, Block& restoring) {
    const bool waits = lower::holds_barrier(body);
    std::vector<PartSites> parts = stores_in(body);
    if (const auto staged = pasts_.staged.find(&stmt); staged != pasts_.staged.end())
        std::erase_if(parts, [&](const PartSites& sites) {
            return staged->second.count(sites.front().part.array) > 0;
        });
    for (PartSites& sites : parts)
        for (StoreSite& site : sites)
            if (waits && site.index && !site.knows_conditions() && is_own_element(*site.index))
                keep_if_inside(site);
    bool undoes = false;
    Block of_known;
    for (const PartSites& sites : parts) {
        const StoredPart& part = sites.front().part;
        PartSites different = sites;
        drop_covered(different);
        if (!logs(part, &stmt)) {
            if (std::all_of(different.begin(), different.end(), is_known)) {
                for (const StoreSite& site : different)
                    keep_at_begin(site, slot, recording, of_known);
                continue;
            }
            if (!waits && are_one_element(sites) && !overlaps_others(part, parts)) {
                keep_at_first_store(sites, slot, recording, at_stores, of_known);
                continue;
            }
            for (const Stmt* loop : loops_around_)
                ask_for_log(part, loop);
        }
        if (waits) // the order among threads is not known
            return refuse(sites.front().span, "a store to an array that a loop reads again",
                          "which elements it changes is not known when the iteration begins, and other "
                          "threads may change them, too",
                          "let each thread store to one element only, such as `S[threadIdx.x]`: read the "
                          "others before a barrier, and store after it");
        undoes = true;
        if (depth_ == 0 && logs(part, nullptr)) continue; // they are recorded for the retreat
        for (const StoreSite& site : sites)
            log_store(site, at_stores.before[site.stmt]);
    }
    if (log_.has_grown) return;
    if (undoes) {
        ExprPtr before = record(log_.count->name, "_before", clone(*log_.number), slot, recording);
        emit(restoring, undo_stores(std::move(before), slot.span));
    }
    // What was known at the beginning counts, whatever single stores found there.
    std::move(of_known.begin(), of_known.end(), std::back_inserter(restoring));
}

/// Returns whether the element of a shared array belongs to one thread of the block: it is the thread's place
/// in it, or so many further on.
bool Reverse::is_own_element(const Expr& index) const {
    if (axes_of_threads() != 1) return false;
    const auto is_place = [](const Expr& expr) {
        const Expr& inside = without_casts(expr);
        return inside.kind == ExprKind::coordinate &&
               as<CoordinateExpr>(inside).coordinate == Coordinate::thread_x;
    };
    const ExprPtr value = value_at_entry(without_check(index), primal_);
    if (!value) return false;
    const Expr& inside = without_casts(*value);
    if (is_place(inside)) return true;
    if (inside.kind != ExprKind::binary) return false;
    const auto& sum = as<Binary>(inside);
    const bool adds = sum.op == BinaryOp::add || sum.op == BinaryOp::sub;
    return adds && is_place(*sum.left) && lower::constant_value(*sum.right);
}

/// Lets a store of a thread's own element be kept in each iteration, since only the iteration finds out
/// whether it is done.
void Reverse::keep_if_inside(StoreSite& site) {
    if (site.part.array->role != VariableRole::shared) return;
    std::erase(site.conditions, nullptr);
    const Span span = site.span;
    const Type* type = site.index->type;
    ExprPtr inside = make_and(make_compare(CompareOp::ge, clone(*site.index), make_int(type, 0, span)),
                              make_compare(CompareOp::lt, clone(*site.index),
                                           make_int(type, site.part.array->element_count(), span)));
    site.conditions.insert(site.conditions.begin(), std::move(inside));
}

void Reverse::keep_at_begin(const StoreSite& site, const Slot& slot, Block& recording, Block& restoring) {
    const Span span = site.span;
    Block kept;
    ExprPtr before =
        record(site.part.name(), "_before", make_read(site.part.of(*site.index, span)), slot, kept);
    StmtPtr give_back = make_assign(site.part.of(*site.index, span), std::move(before), span);
    const auto under_conditions = [&](StmtPtr body) {
        for (std::size_t i = site.conditions.size(); i-- > 0;)
            body = make_if(clone(*site.conditions[i]), std::move(body), span);
        return body;
    };
    for (StmtPtr& keep : kept)
        emit(recording, under_conditions(std::move(keep)));
    emit(restoring, under_conditions(std::move(give_back)));
}

void Reverse::keep_at_first_store(const PartSites& sites, const Slot& slot, Block& recording,
                                  KeptAtStores& at_stores, Block& restoring) {
    const StoreSite& first = sites.front();
    const Span span = first.span;
    const StoredPart& part = first.part;
    Variable* const is_kept = temporary(part.name() + "_is_kept", Type::bool_(), span);
    emit(recording, make_assign(is_kept, make_bool(false, span), span));
    Block keep;
    ExprPtr before = record(part.name(), "_before", make_read(part.of(*first.index, span)), slot, keep);
    keep.push_back(make_assign(is_kept, make_bool(true, span), span));
    for (const StoreSite& site : first_ones(sites)) {
        auto once = std::make_unique<If>(span, make_not(make_ref(is_kept, span)));
        once->then_body = with_index(keep, part.array, *as<Assign>(*site.stmt).lvalue.index);
        at_stores.before[site.stmt].push_back(std::move(once));
    }
    ExprPtr was_kept = record(part.name(), "_was_kept", make_ref(is_kept, span), slot, at_stores.at_end);
    StmtPtr give_back = make_assign(part.of(*first.index, span), std::move(before), span);
    emit(restoring, make_if(std::move(was_kept), std::move(give_back), span));
}

/// Does what keep_elements does for a loop in which threads wait for each other. Each thread records the
/// elements that it is going to store to, and gives them back, while no other thread touches them.
void Reverse::keep_shared_elements(const Stmt& stmt, const Block& body, const Slot& slot, Block& recording,
                                   KeptAtStores& at_stores, Block& restoring) {
    const auto wait = [&](Block& out) { emit(out, make_barrier(holds_grid_barrier(body), stmt.span)); };
    Block kept, given_back;
    keep_elements(stmt, body, slot, kept, at_stores, given_back);
    const auto put = [&](Block& part, Block& out) {
        wait(out);
        if (part.empty()) return;
        std::move(part.begin(), part.end(), std::back_inserter(out));
        wait(out);
    };
    if (!kept.empty() && stores_own_elements(body)) // nobody else changes what this thread records
        std::move(kept.begin(), kept.end(), std::back_inserter(recording));
    else if (!kept.empty())
        put(kept, recording);
    put(given_back, restoring);
    const auto staged = pasts_.staged.find(&stmt);
    if (staged == pasts_.staged.end()) return;
    for (Variable* array : staged->second) // nobody needs what it holds here: see drop_dead_code
        for (Block* out : {&recording, &restoring})
            emit(*out, make_declare(array, nullptr, array->span));
}

/// Returns whether each element that a thread stores to in the block, and that is recorded, belongs to it:
/// all stores to an array are to the same place, which no other thread has.
bool Reverse::stores_own_elements(const Block& body) {
    std::map<const Variable*, const Expr*> places;
    const Variables owned = owned_arrays();
    for (const PartSites& sites : stores_in(body))
        places[sites.front().part.array] = nullptr;
    bool are_own = true;
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            const auto found = places.find(place.variable);
            if (!place.index || found == places.end() || owned.count(place.variable)) return;
            const Expr& index = without_check(*place.index);
            if (!found->second) found->second = &index;
            are_own = are_own && is_own_element(index) && is_alike(index, *found->second);
        });
    });
    visit_all(body, [&](const Expr& expr) {
        are_own = are_own && !(is_atomic(expr) && places.count(atomic_place(expr).array));
    });
    return are_own;
}

/// Refuses arrays that change in a loop in which threads wait for their warp only.
void Reverse::refuse_shared_of_warps(const Stmt& stmt, const Block& body) {
    const Effects effects = effects_of(body, [&](const Variable* array) { return is_stored(array); });
    for (const Variable* variable : effects.assigned)
        if (variable->type->is_array() && variable->role != VariableRole::local_array)
            return refuse(stmt.span, "a loop that changes `" + variable->name + "` and waits for a warp",
                          "its old values would have to be given back by threads of other warps, too",
                          "use `syncthreads` in the loop, or shuffles");
}

/// Keeps the elements that the kernel stores to, where a thread may find out only at the end of its forward
/// sweep that its tape is too short: then it gives them back. One element of an array is kept in a variable.
void Reverse::keep_for_retreat(Block& forward) {
    for_retreat_ = {};
    retreat_.clear();
    const bool may_be_short =
        log_.is_on_tape ||
        std::any_of(taped_.begin(), taped_.end(), [](const auto& each) { return !each.second.known_trips; });
    if (!may_be_short || stored_.empty()) return;
    const Variables assigned =
        effects_of(primal_, [this](const Variable* array) { return is_stored(array); }).assigned;
    const std::vector<PartSites> parts = stores_in(primal_);
    for (const PartSites& sites : parts) {
        const StoreSite& first = sites.front();
        const StoredPart& part = first.part;
        if (part.array->role == VariableRole::shared) continue; // it ends with the block
        if (is_logged(part) || !are_one_element(sites) || overlaps_others(part, parts)) {
            ask_for_log(part, nullptr);
            for (const StoreSite& site : sites)
                log_store(site, for_retreat_.before[site.stmt]);
            continue;
        }
        const Span span = first.span;
        Variable* const old = temporary(part.name() + "_at_first", part.type(), span);
        Variable* const place =
            reads_any(*first.index, assigned) ? temporary("place", first.index->type, span) : nullptr;
        const auto keep = [&](const StoreSite& site, Block& out) {
            const Expr& index = *as<Assign>(*site.stmt).lvalue.index;
            if (place) out.push_back(make_assign(place, clone(index), span));
            out.push_back(make_assign(old, make_read(part.of(index, span)), span));
        };
        const ExprPtr index = place ? make_ref(place, span) : clone(*first.index);
        StmtPtr give_back = make_assign(part.of(*index, span), make_ref(old, span), span);
        // Where each store is recorded on the tape, a thread may leave before this one.
        if (first.blocks.size() == 1 && !log_.is_on_tape) { // it always comes before the other ones, once
            keep(first, for_retreat_.before[first.stmt]);
            retreat_.push_back(std::move(give_back));
            continue;
        }
        Variable* const is_kept = temporary(part.name() + "_is_kept", Type::bool_(), span);
        emit(forward, make_assign(is_kept, make_bool(false, span), span));
        for (const StoreSite& site : first_ones(sites)) {
            auto once = std::make_unique<If>(span, make_not(make_ref(is_kept, span)));
            keep(site, once->then_body);
            once->then_body.push_back(make_assign(is_kept, make_bool(true, span), span));
            for_retreat_.before[site.stmt].push_back(std::move(once));
        }
        retreat_.push_back(make_if(make_ref(is_kept, span), std::move(give_back), span));
    }
    if (!log_.parts.empty() && !log_.has_grown) {
        const Span span = function_.span;
        retreat_.push_back(undo_stores(make_int(log_.count->type, 0, span), span));
    }
}

} // namespace cudapy::differentiate
