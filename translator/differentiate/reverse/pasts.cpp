#include "translator/differentiate/reverse/pasts.h"

#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/differentiate/same_expression.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <vector>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Writes expressions as what does not change while the kernel runs: coordinates, parameters, and variables
/// that are assigned once to such.
class Fixed {
  public:
    explicit Fixed(const Block& kernel) {
        visit_statements(kernel, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::for_range) ++assigned_[as<ForRange>(stmt).variable].count;
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index) return;
                Assigned& of = assigned_[place.variable];
                ++of.count;
                if (stmt.kind == StmtKind::assign && place.is_variable())
                    of.value = as<Assign>(stmt).value.get();
            });
        });
    }

    /// Returns null where the value may change. The variables `counters` may stay in it.
    ExprPtr value(const Expr& expr, const Variables& counters, int depth = 0) const {
        ExprPtr result = clone(expr);
        bool is_fixed = true;
        visit_all_upwards(result, [&](ExprPtr& part) {
            if (part->kind == ExprKind::helper_call && as<HelperCall>(*part).helper == Helper::in_range) {
                ExprPtr index = std::move(as<HelperCall>(*part).arguments[0]); // of the checked mode
                part = std::move(index);
                return;
            }
            if (part->kind == ExprKind::load || part->kind == ExprKind::view || lower::has_effects(*part) ||
                is_warp_wide(*part))
                is_fixed = false;
            if (part->kind != ExprKind::variable || !is_fixed) return;
            const Variable* variable = as<VariableRef>(*part).variable;
            const auto found = assigned_.find(variable);
            if (counters.count(variable) || found == assigned_.end()) {
                is_fixed =
                    is_fixed && (counters.count(variable) || variable->role == VariableRole::parameter);
                return;
            }
            const Assigned& of = found->second;
            ExprPtr made = of.count == 1 && of.value && variable->role != VariableRole::parameter && depth < 8
                               ? value(*of.value, {}, depth + 1)
                               : nullptr;
            is_fixed = made != nullptr;
            if (made) part = std::move(made);
        });
        return is_fixed ? std::move(result) : nullptr;
    }

  private:
    struct Assigned {
        int count = 0;
        const Expr* value = nullptr;
    };
    std::map<const Variable*, Assigned> assigned_;
};

/// An access of a shared array.
struct Site {
    const Stmt* stmt;
    std::size_t number; ///< the place of the statement in the text
    bool reads = false, stores = false, is_atomic = false;
    std::vector<const Stmt*> loops; ///< those around, outermost first; a loop whose head reads is one of them
    bool is_in_head = false;        ///< the condition or the bounds of the innermost loop read
};

class FindPasts {
  public:
    explicit FindPasts(const Block& kernel) : fixed_(kernel) { look(kernel); }

    Pasts run() {
        Pasts found;
        for (const auto& [array, sites] : sites_)
            for (const Site& site : sites)
                if (site.stores && !has_past(array, site)) found.without.insert(site.stmt);
        for (const auto& [of, ways] : stages_) {
            const auto& [array, loop] = of;
            const bool is_all = std::all_of(
                ways.begin(), ways.end(), [&](const Way& way) { return found.without.count(way.stmt) > 0; });
            if (!ways.empty() && is_all) found.staged[loop].insert(array);
        }
        return found;
    }

  private:
    /// A store that goes to the same elements in each iteration of a loop.
    struct Way {
        const Stmt* stmt;
        ExprPtr index;
        bool is_conditional; ///< it is under conditions, or in loops
    };

    Fixed fixed_;
    std::map<Variable*, std::vector<Site>> sites_;
    std::vector<const Stmt*> loops_;
    std::size_t number_ = 0;
    std::map<std::pair<Variable*, const Stmt*>, std::vector<Way>> stages_; ///< none where it does not

    void look(const Block& body) {
        for (const StmtPtr& stmt : body) {
            const bool is_loop = stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::while_;
            if (is_loop) loops_.push_back(stmt.get());
            ++number_;
            std::map<Variable*, Site> here;
            const auto at = [&](Variable* array) -> Site& {
                const auto [place, is_new] = here.try_emplace(array);
                if (is_new) place->second = {stmt.get(), number_, false, false, false, loops_, is_loop};
                return place->second;
            };
            visit_lvalues(*stmt, [&](const Lvalue& place) {
                if (place.index && place.variable->role == VariableRole::shared)
                    at(place.variable).stores = true;
            });
            visit_expressions(*stmt, [&](const ExprPtr& expr) {
                std::set<const Expr*> places;
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    Variable* array = nullptr;
                    if (is_atomic(part)) {
                        array = atomic_place(part).array;
                        places.insert(&atomic_place(part));
                        if (array->role == VariableRole::shared)
                            at(array).stores = at(array).is_atomic = true;
                        return;
                    }
                    if (part.kind == ExprKind::load && !places.count(&part)) array = as<Load>(part).array;
                    if (part.kind == ExprKind::view) array = as<ArrayView>(part).array;
                    if (array && array->role == VariableRole::shared) at(array).reads = true;
                });
            });
            for (auto& [array, site] : here)
                sites_[array].push_back(site);
            visit_blocks(*stmt, [&](const Block& inner) { look(inner); });
            if (is_loop) loops_.pop_back();
        }
    }

    static bool is_in(const Site& site, const Stmt* loop) {
        return std::find(site.loops.begin(), site.loops.end(), loop) != site.loops.end();
    }

    /// Returns whether a thread may have read the array before the store, so that what it held is needed.
    bool has_past(Variable* array, const Site& store) {
        const auto& sites = sites_.at(array);
        return std::any_of(sites.begin(), sites.end(),
                           [&](const Site& read) { return read.reads && may_precede(array, read, store); });
    }

    bool may_precede(Variable* array, const Site& read, const Site& store) {
        // In an iteration of a loop that stages the array, the read needs nothing from before it.
        std::size_t staged = 0;
        for (std::size_t i = 0; i < read.loops.size(); ++i)
            if (stages(array, read.loops[i])) staged = i + 1;
        if (staged > 0 && !is_in(store, read.loops[staged - 1])) return false;
        if (read.number <= store.number) return true;
        for (std::size_t i = staged; i < read.loops.size(); ++i)
            if (is_in(store, read.loops[i])) return true;
        return false;
    }

    bool stages(Variable* array, const Stmt* loop) {
        const auto [known, is_new] = stages_.try_emplace({array, loop});
        if (is_new) known->second = staging_stores(array, *loop);
        return !known->second.empty();
    }

    /// Returns the stores with which each iteration of a loop begins, if they go to all elements that the
    /// array ever has.
    std::vector<Way> staging_stores(Variable* array, const Stmt& loop) const {
        const Block& body = loop.kind == StmtKind::while_ ? as<While>(loop).body : as<ForRange>(loop).body;
        if (!lower::holds_barrier(body)) return {}; // some threads may not come there
        std::vector<Way> ways;
        for (const StmtPtr& stmt : body) {
            if (reads(*stmt, array)) break;
            collect(*stmt, array, {}, false, ways);
        }
        for (const Site& site : sites_.at(array)) {
            if (site.is_in_head && site.reads && site.loops.back() == &loop) return {};
            if (!site.stores || site.is_atomic) continue; // an atomic changes elements that have a value
            const auto& store = as<Assign>(*site.stmt);
            if (reads_same(*store.value, store.lvalue)) continue; // likewise
            if (std::none_of(ways.begin(), ways.end(), [&](const Way& way) { return covers(way, store); }))
                return {};
        }
        return ways;
    }

    static bool reads(const Stmt& stmt, const Variable* array) {
        bool found = false;
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                found = found || (part.kind == ExprKind::load && as<Load>(part).array == array) ||
                        (part.kind == ExprKind::view && as<ArrayView>(part).array == array);
            });
        });
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (place.index)
                visit_all(static_cast<const Expr&>(*place.index), [&](const Expr& part) {
                    found = found || (part.kind == ExprKind::load && as<Load>(part).array == array);
                });
        });
        visit_blocks(stmt, [&](const Block& inner) {
            for (const StmtPtr& each : inner)
                found = found || reads(*each, array);
        });
        return found;
    }

    /// Returns whether the value always reads the element that it is stored to.
    static bool reads_same(const Expr& value, const Lvalue& place) {
        if (value.kind == ExprKind::load)
            return as<Load>(value).array == place.variable && is_alike(*as<Load>(value).index, *place.index);
        if (value.kind == ExprKind::conditional) return reads_same(*as<Conditional>(value).condition, place);
        if (value.kind == ExprKind::logical) return reads_same(*as<Logical>(value).left, place);
        bool found = false;
        visit_operands(value, [&](const ExprPtr& operand) { found = found || reads_same(*operand, place); });
        return found;
    }

    /// Collects the stores that go to the same elements in each iteration.
    void collect(const Stmt& stmt, const Variable* array, const Variables& counters, bool is_conditional,
                 std::vector<Way>& ways) const {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& place = as<Assign>(stmt).lvalue;
            if (place.variable != array || !place.fields.empty() || place.item) return;
            ExprPtr index = fixed_.value(*place.index, counters);
            if (index) ways.push_back({&stmt, std::move(index), is_conditional});
            return;
        }
        case StmtKind::if_: {
            const auto& node = as<If>(stmt);
            if (!fixed_.value(*node.condition, counters)) return;
            for (const Block* inner : {&node.then_body, &node.else_body})
                for (const StmtPtr& each : *inner)
                    collect(*each, array, counters, true, ways);
            return;
        }
        case StmtKind::for_range: {
            const auto& node = as<ForRange>(stmt);
            for (const ExprPtr* bound : {&node.start, &node.stop, &node.step})
                if (!fixed_.value(**bound, counters)) return;
            Variables inside = counters;
            inside.insert(node.variable);
            for (const StmtPtr& each : node.body)
                collect(*each, array, inside, true, ways);
            return;
        }
        default:
            return;
        }
    }

    /// Returns whether a store goes to elements to which the way leads, too.
    bool covers(const Way& way, const Assign& store) const {
        if (way.stmt == &store) return true;
        if (way.is_conditional) return false; // other threads may come by the other store
        if (!store.lvalue.fields.empty() || store.lvalue.item) return false;
        Variables counters;
        visit_all(static_cast<const Expr&>(*way.index), [&](const Expr& part) {
            if (part.kind == ExprKind::variable) counters.insert(as<VariableRef>(part).variable);
        });
        const ExprPtr index = fixed_.value(*store.lvalue.index, counters);
        if (!index || !is_alike(*way.index, *index)) return false;
        return true;
    }
};

} // namespace

Pasts find_pasts(const Block& kernel) {
    return FindPasts(kernel).run();
}

} // namespace cudapy::differentiate
