#include "translator/lower/coarsening/coarsening_plan.h"

#include "translator/lower/coarsening/alternating_branches.h"
#include "translator/lower/coarsening/register_tiles.h"
#include "translator/lower/coarsening/vector_alignment.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

/// The most threads of a group along one axis.
constexpr int most_along = 4;
/// The bytes that a CUDA thread stores in all rows of a group with vectorized accesses. With three or four
/// rows of four floats kernels were slower, and with four rows of four bytes they were faster.
constexpr int64_t bytes_of_rows = 32;
/// The distance, in rows, between what a thread loads from which on groups have the most rows: their threads
/// then share many.
constexpr int64_t far_apart = 8;
/// The most that a kernel may compute: one that computes more is not held up by its loads, and needs its
/// registers.
constexpr int most_work = 400;

// These clauses for people say what coarsening gains, or why it gains nothing.
constexpr const char* shared_loads =
    "what neighbouring threads load alike in a loop is loaded once for several of them";
constexpr const char* much_work = "it computes much, so that it does not wait for its loads";
constexpr const char* some_threads = "only some of its threads use some elements";

bool is_neighbour(const std::optional<SymbolicSum>& stride) {
    return stride && stride->as_constant() == 1;
}
bool is_same(const std::optional<SymbolicSum>& stride) {
    return stride && stride->is_zero();
}

class Planner {
  public:
    Planner(Function& kernel, const std::vector<Access>& accesses)
        : kernel_(kernel), accesses_(accesses), has_y_(kernel.facts.coordinates.contains(Coordinate::idy)),
          definitions_(definitions_in(kernel.body)),
          place_(kernel), alternating_branches_{has_alternating_branches(kernel, 0),
                                                has_y_ && has_alternating_branches(kernel, 1)} {}

    CoarseningPlan plan() {
        CoarseningPlan plan;
        plan.has_column_accesses = has_y_ && has_column_accesses(accesses_);
        plan.reason = obstacle();
        if (*plan.reason) return plan;
        const bool has_loops = std::any_of(accesses_.begin(), accesses_.end(),
                                           [](const Access& each) { return !each.loops.empty(); });
        has_loops ? plan_loops(plan) : plan_straight(plan);
        if (!plan.gains())
            plan.reason = alternating_branches_[0] || alternating_branches_[1]
                              ? own_ways
                              : "neighbouring threads have no loads in common, and none to vectorize";
        return plan;
    }

    CoarseningPlan plan(const std::array<int, 3>& coarsen) {
        CoarseningPlan result = plan();
        if (coarsen[0] == 0) return result;
        result.size = {coarsen[0], has_y_ ? coarsen[1] : 1, 1};
        result.otherwise = {};
        result.reason = "coarsen= asks for it";
        return result;
    }

    CoarseningPlan plan_in_blocks(const std::array<int, 3>& coarsen) const {
        CoarseningPlan plan;
        plan.in_blocks = true;
        if (coarsen[0] > 1) {
            plan.reason = "its threads wait for those of their block, so that it is coarsened along y";
            return plan;
        }
        if (coarsen[0] != 0) {
            plan.size = {1, coarsen[1], 1};
            plan.reason = "coarsen= asks for it";
            return plan;
        }
        if (work() > most_work) {
            plan.reason = much_work;
            return plan;
        }
        bool shares = false, differs = false;
        for (const Access& access : accesses_) {
            if (access.loops.empty() || is_in_loop_of_stores(access)) continue;
            if (access.is_conditional) {
                plan.reason = some_threads;
                return plan;
            }
            const auto y = stride_in_block(access);
            shares |= is_same(y);
            differs |= !is_same(y); // also where that is not known
        }
        if (shares && differs) plan.size[1] = has_high_tiles() ? 2 * most_along : most_along;
        plan.reason = plan.gains() ? shared_loads : "neighbouring threads have no loads in a loop in common";
        return plan;
    }

  private:
    /// Returns whether blocks most likely have so many rows that an eighth of them is enough.
    bool has_high_tiles() const {
        return std::any_of(kernel_.variables.begin(), kernel_.variables.end(), [](const auto& variable) {
            const auto& shape = variable->shape;
            return variable->role == VariableRole::shared && shape.size() >= 2 &&
                   shape[shape.size() - 2] >= 8 * most_along;
        });
    }

    /// Returns whether some access in the innermost loop around this one is a store.
    bool is_in_loop_of_stores(const Access& access) const {
        return std::any_of(accesses_.begin(), accesses_.end(), [&](const Access& other) {
            return other.writes &&
                   std::count(other.loops.begin(), other.loops.end(), access.loops.back()) > 0;
        });
    }

    /// Returns the distance between the elements of two neighbours along y of a block; nothing where it is
    /// not known.
    static std::optional<SymbolicSum> stride_in_block(const Access& access) {
        if (!access.form) return std::nullopt;
        const auto in_grid = stride_along(*access.form, Symbol::of(Coordinate::idy)),
                   in_block = stride_along(*access.form, Symbol::of(Coordinate::thread_y));
        return in_grid && in_block ? added(*in_grid, *in_block) : std::nullopt;
    }

    /// Returns why the kernel gains nothing whatever its accesses are; an empty text for no reason.
    const char* obstacle() const {
        if (accesses_.empty()) return "it uses no arrays";
        if (work() > most_work) return much_work;
        for (const Access& access : accesses_)
            if (access.is_conditional || access.is_in_while) return some_threads;
        return "";
    }

    /// Returns about how many operations a thread makes, where loops count once.
    int work() const {
        int count = 0;
        visit_all(kernel_.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::builtin_call || expr.kind == ExprKind::call) count += 20;
            if (expr.kind == ExprKind::binary) ++count;
        });
        return count;
    }

    /// Returns the bytes of the largest elements that are accessed along the axis; 0 for none.
    int64_t largest_along(int axis) const {
        int64_t bytes = 0;
        for (const Access& access : accesses_)
            if (is_neighbour(access.stride(axis))) bytes = std::max(bytes, access.bytes());
        return bytes;
    }

    /// Returns how many of them are a vector.
    int vector_along(int axis) const {
        const int64_t bytes = largest_along(axis);
        if (bytes == 0) return 1;
        return static_cast<int>(std::clamp<int64_t>(most_vector_bytes / bytes, 1, most_along));
    }

    void plan_loops(CoarseningPlan& plan) const {
        bool shares_x = false, shares_y = false, differs_y = false, only_rows = true;
        for (const Access& access : accesses_) {
            if (access.loops.empty()) continue;
            const auto x = access.stride(0), y = access.stride(1), next = access.stride(*access.loops.back());
            if (!x || !y || !next || access.writes) return; // a loop that stores is left as it is
            shares_x |= is_same(x);
            shares_y |= has_y_ && is_same(y);
            differs_y |= has_y_ && !is_same(y);
            only_rows &= is_same(x) || is_neighbour(x);
            if (is_neighbour(next) && !is_neighbour(x))
                plan.loop_vector =
                    std::max(plan.loop_vector,
                             static_cast<int>(most_vector_bytes / std::max<int64_t>(access.bytes(), 4)));
        }
        plan.reason = "loads along a loop are vectorized";
        if (!differs_y || !shares_y) return;
        plan.reason = shared_loads;
        if (alternating_branches_[1]) return;
        plan.size[1] = most_along;
        if (shares_x && only_rows && !alternating_branches_[0]) plan.size[0] = vector_along(0);
    }

    void plan_straight(CoarseningPlan& plan) const {
        if (const int64_t apart = has_y_ && !alternating_branches_[1] ? rows_apart() : 0; apart > 0) {
            plan.size[1] = most_along;
            plan.reason = "rows that neighbouring threads have in common are loaded once for several of them";
            if (const int width = vector_along(0);
                width > 1 && !alternating_branches_[0] && is_vectorized(width)) {
                plan.otherwise = plan.size;
                const int64_t bytes = width * largest_along(0);
                const int64_t rows = std::clamp<int64_t>(bytes_of_rows / bytes, 2, most_along);
                plan.size = {width, apart >= far_apart ? most_along : static_cast<int>(rows), 1};
            }
            return;
        }
        plan.reason = "loads and stores of neighbouring threads are vectorized";
        if (plan.has_column_accesses) {
            if (!alternating_branches_[1]) plan.size[1] = vector_along(1);
            return;
        }
        if (alternating_branches_[0]) return;
        bool gains = false;
        for (const Access& access : accesses_) {
            const auto x = access.stride(0);
            if (!x || is_same(x)) continue; // it goes anywhere, or is one for all
            const int64_t step = x->as_constant().value_or(-1);
            if (step < 0) return;
            if (step > 1 && !is_interleaved(access)) return; // the warp would touch more at a time
            gains = true;
        }
        if (!gains) return;
        plan.size[0] = vector_along(0);
        if (plan.size[0] > 1 && has_y_ && !alternating_branches_[1]) plan.otherwise = {1, most_along, 1};
    }

    /// Returns whether vectors of so many elements can move all that the threads access along x, but for the
    /// ends of tiles.
    bool is_vectorized(int count) const {
        for (const Access& access : accesses_) {
            const auto x = access.stride(0);
            if (is_same(x)) continue;
            if (!is_neighbour(x) || !is_visible(*access.form, {}, definitions_)) return false;
            if (access.writes) {
                if (!place_.allows(*access.array, *access.form, 0, count, 1)) return false;
                continue;
            }
            std::set<int64_t> constants;
            for (const Access& other : accesses_)
                if (other.array == access.array && !other.writes && other.form &&
                    other.form->is_same_but_for_constant(*access.form))
                    constants.insert(other.form->constant());
            const auto tiles = register_tiles_of(place_, *access.array, *access.form, constants, 0, count);
            if (std::none_of(tiles.begin(), tiles.end(), [&](const RegisterTile& tile) {
                    return tile.place_of(*access.form, count).has_value();
                }))
                return false;
        }
        return true;
    }

    /// Returns whether two forms have the same products of coordinates and variables.
    static bool counts_alike(const SymbolicSum& left, const SymbolicSum& right) {
        const auto difference = added(left, right, -1);
        return difference && std::none_of(difference->products.begin(), difference->products.end(),
                                          [](const auto& product) { return counted_by(product.first); });
    }

    /// Returns how many rows are between those of one array that a thread loads at the same place, where that
    /// is a constant. Neighbours along y then have rows in common. Returns 0 where there are no such rows.
    int64_t rows_apart() const {
        int64_t most = 0;
        for (const Access& a : accesses_)
            for (const Access& b : accesses_) {
                if (a.array != b.array || a.writes || b.writes || !a.form || !b.form) continue;
                const auto y = a.stride(1);
                if (!y || y->as_constant() || !counts_alike(*a.form, *b.form)) continue;
                const auto rows = [&](const SymbolicSum& form) {
                    const auto row = form.products.find(y->products.begin()->first);
                    return row == form.products.end() ? 0 : row->second;
                };
                most = std::max(most, rows(*a.form) - rows(*b.form));
            }
        return most;
    }

    /// Returns whether the elements between those of two neighbours are loaded, too: the channels of a
    /// picture.
    bool is_interleaved(const Access& access) const {
        const int64_t step = access.stride(0)->as_constant().value();
        if (access.writes || step > most_along) return false;
        int64_t seen = 0;
        for (const Access& other : accesses_) {
            if (other.array != access.array || !other.form ||
                !other.form->is_same_but_for_constant(*access.form))
                continue;
            const int64_t place = other.form->constant();
            if (place < 0 || place >= step || other.writes) return false;
            seen |= int64_t{1} << place;
        }
        return seen == (int64_t{1} << step) - 1;
    }

    const Function& kernel_;
    const std::vector<Access>& accesses_;
    const bool has_y_;
    const Definitions definitions_;
    const VectorAlignment place_;
    const std::array<bool, 2> alternating_branches_; ///< along x and y: see has_alternating_branches
};

} // namespace

CoarseningPlan plan_coarsening(Function& kernel, const std::vector<Access>& accesses,
                               const std::array<int, 3>& coarsen) {
    return Planner(kernel, accesses).plan(coarsen);
}

CoarseningPlan plan_coarsening_in_blocks(Function& kernel, const std::vector<Access>& accesses,
                                         const std::array<int, 3>& coarsen) {
    return Planner(kernel, accesses).plan_in_blocks(coarsen);
}

bool has_column_accesses(const std::vector<Access>& accesses) {
    bool along_x = false, along_y = false;
    for (const Access& access : accesses) {
        along_x |= is_neighbour(access.stride(0));
        along_y |= is_neighbour(access.stride(1));
    }
    return along_x && along_y;
}

} // namespace cudapy::lower
