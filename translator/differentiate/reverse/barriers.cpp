#include "translator/differentiate/reverse/barriers.h"

#include "translator/builtins/builtins.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// The kinds of accesses, as bits.
enum Access : unsigned { reads = 1, stores = 2, adds = 4 };
/// How the arrays that threads share are accessed.
using Accesses = std::map<const Variable*, unsigned>;

void join(Accesses& to, const Accesses& from) {
    for (const auto& [array, how] : from)
        to[array] |= how;
}

bool conflicts(const Accesses& before, const Accesses& after) {
    return std::any_of(before.begin(), before.end(), [&](const auto& access) {
        const auto other = after.find(access.first);
        if (other == after.end()) return false;
        const unsigned both = access.second | other->second;
        return both != reads && both != adds;
    });
}

/// The accesses on the way to a barrier, or from it: as far as the next barrier, and as far as the next one
/// of the grid.
struct Interval {
    Accesses block, grid;

    bool operator==(const Interval&) const = default;
    void join(const Interval& other) {
        differentiate::join(block, other.block);
        differentiate::join(grid, other.grid);
    }
    void add(const Accesses& accesses) {
        differentiate::join(block, accesses);
        differentiate::join(grid, accesses);
    }
};

class Order {
  public:
    Order(const Block& body, const Variables& owned) : owned_(owned) {
        Interval begin, end;
        forwards(body, begin);
        backwards(body, end);
    }

    bool is_needed(const Stmt& barrier) const {
        const Interval &before = before_.at(&barrier), &after = after_.at(&barrier);
        const bool of_grid =
            barrier.kind == StmtKind::evaluate && is_grid_barrier(*as<Evaluate>(barrier).value);
        return of_grid ? conflicts(before.grid, after.grid) : conflicts(before.block, after.block);
    }

  private:
    const Variables& owned_;
    std::map<const Stmt*, Interval> before_, after_;

    /// Returns what the statement itself accesses, not the blocks in it.
    Accesses accesses_of(const Stmt& stmt) const {
        Accesses made;
        const auto note = [&](const Variable* array, unsigned how) {
            const bool is_shared =
                array->role == VariableRole::shared || array->role == VariableRole::parameter;
            if (is_shared && !owned_.count(array)) made[array] |= how;
        };
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (!place.index) return;
            note(place.variable, stmt.kind == StmtKind::augmented_assign ? stores | reads : stores);
        });
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            std::set<const Expr*> places; // of atomics
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (is_atomic(part)) {
                    const auto* call =
                        part.kind == ExprKind::builtin_call ? as<BuiltinCall>(part).builtin : nullptr;
                    const bool only_adds = call && (call->special == Special::atomic_add ||
                                                    call->special == Special::atomic_sub);
                    note(atomic_place(part).array, only_adds ? adds : stores);
                    places.insert(&atomic_place(part));
                } else if (part.kind == ExprKind::load && !places.count(&part)) {
                    note(as<Load>(part).array, reads);
                } else if (part.kind == ExprKind::view) {
                    note(as<ArrayView>(part).array, stores | reads);
                }
            });
        });
        return made;
    }

    void reach(const Stmt& barrier, Interval& state, std::map<const Stmt*, Interval>& found) {
        found[&barrier].join(state);
        state.block.clear();
        const bool of_grid =
            barrier.kind == StmtKind::evaluate && is_grid_barrier(*as<Evaluate>(barrier).value);
        if (of_grid) state.grid.clear();
    }
    static bool waits(const Stmt& stmt) {
        bool found = false;
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr),
                      [&](const Expr& part) { found = found || is_barrier(part); });
        });
        return found;
    }

    void forwards(const Block& body, Interval& state) {
        for (const StmtPtr& stmt : body) {
            if (is_warp_barrier(*stmt)) before_[stmt.get()].join(state);
            if (stmt->kind == StmtKind::if_) {
                const auto& node = as<If>(*stmt);
                state.add(accesses_of(*stmt));
                Interval other = state;
                forwards(node.then_body, state);
                forwards(node.else_body, other);
                state.join(other);
            } else if (stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::while_) {
                for (;;) {
                    const Interval at_begin = state;
                    state.add(accesses_of(*stmt));
                    visit_blocks(*stmt, [&](const Block& inner) { forwards(inner, state); });
                    state.add(accesses_of(*stmt));
                    state.join(at_begin);
                    if (state == at_begin) break;
                }
            } else if (waits(*stmt)) {
                reach(*stmt, state, before_);
                if (!is_only_barrier(*stmt)) state.add(accesses_of(*stmt));
            } else {
                state.add(accesses_of(*stmt));
            }
        }
    }

    void backwards(const Block& body, Interval& state) {
        for (std::size_t i = body.size(); i-- > 0;) {
            const Stmt& stmt = *body[i];
            if (is_warp_barrier(stmt)) after_[&stmt].join(state);
            if (stmt.kind == StmtKind::if_) {
                const auto& node = as<If>(stmt);
                Interval other = state;
                backwards(node.then_body, state);
                backwards(node.else_body, other);
                state.join(other);
                state.add(accesses_of(stmt));
            } else if (stmt.kind == StmtKind::for_range || stmt.kind == StmtKind::while_) {
                for (;;) {
                    const Interval at_end = state;
                    state.add(accesses_of(stmt));
                    visit_blocks(stmt, [&](const Block& inner) { backwards(inner, state); });
                    state.add(accesses_of(stmt));
                    state.join(at_end);
                    if (state == at_end) break;
                }
            } else if (waits(stmt)) {
                if (!is_only_barrier(stmt)) state.add(accesses_of(stmt));
                reach(stmt, state, after_);
                if (!is_only_barrier(stmt)) state.add(accesses_of(stmt));
            } else {
                state.add(accesses_of(stmt));
            }
        }
    }
};

/// Returns the first barrier that is not needed, with the block that it is in; null if all are.
std::pair<Block*, std::size_t> unneeded(Block& body, const Order& order) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        Stmt& stmt = *body[i];
        const bool is_candidate = is_only_barrier(stmt) || is_warp_barrier(stmt);
        if (is_candidate && !order.is_needed(stmt)) return {&body, i};
        std::pair<Block*, std::size_t> found{nullptr, 0};
        visit_blocks(stmt, [&](Block& inner) {
            if (!found.first) found = unneeded(inner, order);
        });
        if (found.first) return found;
    }
    return {nullptr, 0};
}

/// Returns the variables that something reads.
Variables read_in(const Block& body) {
    Variables read;
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::variable) read.insert(as<VariableRef>(expr).variable);
    });
    return read;
}

/// Makes one barrier of a loop that has nothing but barriers. A barrier more does no harm.
bool unwrap(Block& body, const Variables& read) {
    bool changed = false;
    for (StmtPtr& stmt : body) {
        visit_blocks(*stmt, [&](Block& inner) { changed = unwrap(inner, read) || changed; });
        if (stmt->kind != StmtKind::for_range && stmt->kind != StmtKind::while_) continue;
        if (stmt->kind == StmtKind::for_range && read.count(as<ForRange>(*stmt).variable)) continue;
        bool has_any = false, has_other = false, of_grid = false;
        visit_blocks(*stmt, [&](const Block& inner) {
            for (const StmtPtr& each : inner) {
                has_any = has_any || is_only_barrier(*each);
                has_other = has_other || !is_only_barrier(*each);
            }
            of_grid = of_grid || holds_grid_barrier(inner);
        });
        if (!has_any || has_other) continue;
        stmt = make_barrier(of_grid, stmt->span);
        changed = true;
    }
    return changed;
}

} // namespace

bool is_warp_barrier(const Stmt& stmt) {
    if (stmt.kind != StmtKind::evaluate) return false;
    const Expr& call = *as<Evaluate>(stmt).value;
    return call.kind == ExprKind::builtin_call &&
           as<BuiltinCall>(call).builtin->special == Special::warp_sync;
}

bool holds_wait(const Block& body) {
    return lower::holds_barrier(body) || waits_for_warp(body);
}

bool waits_for_warp(const Block& body) {
    bool found = false;
    visit_statements(body, [&](const Stmt& stmt) { found = found || is_warp_barrier(stmt); });
    return found && !lower::holds_barrier(body);
}

bool is_only_barrier(const Stmt& stmt) {
    if (stmt.kind != StmtKind::evaluate) return false;
    const Expr& call = *as<Evaluate>(stmt).value;
    if (call.kind != ExprKind::builtin_call) return false;
    const Special special = as<BuiltinCall>(call).builtin->special;
    return special == Special::barrier || special == Special::grid_barrier;
}

bool holds_grid_barrier(const Block& body) {
    bool found = false;
    visit_all(body, [&](const Expr& expr) { found = found || is_grid_barrier(expr); });
    return found;
}

namespace {

/// The events of a kernel in the order of the text: barriers, and accesses of an array.
class Phases {
  public:
    explicit Phases(const Variable* array) : array_(array) {}

    /// Returns whether a barrier is between two accesses.
    bool look(const Block& body) {
        for (const StmtPtr& stmt : body) {
            bool touches = false, waits = is_warp_barrier(*stmt);
            visit_lvalues(*stmt, [&](const Lvalue& place) { touches = touches || place.variable == array_; });
            visit_expressions(*stmt, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    waits = waits || is_barrier(part);
                    touches = touches || (part.kind == ExprKind::load && as<Load>(part).array == array_) ||
                              (part.kind == ExprKind::view && as<ArrayView>(part).array == array_);
                });
            });
            note(touches, waits);
            const bool is_loop = stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::while_;
            for (int round = 0; round < (is_loop ? 2 : 1); ++round) { // an iteration follows another
                visit_blocks(*stmt, [&](const Block& inner) { look(inner); });
                if (is_loop) note(touches, waits);
            }
        }
        return is_divided_;
    }

  private:
    const Variable* array_;
    bool is_touched_ = false, has_waited_ = false, is_divided_ = false;

    void note(bool touches, bool waits) {
        // A statement that does both may do it in either order.
        has_waited_ = has_waited_ || (waits && is_touched_);
        is_divided_ = is_divided_ || (touches && (has_waited_ || waits));
        is_touched_ = is_touched_ || touches;
    }
};

} // namespace

bool is_of_one_phase(const Block& kernel, const Variable* array) {
    return !Phases(array).look(kernel);
}

StmtPtr make_barrier(bool of_grid, Span span) {
    const Builtin* builtin = find_builtin(of_grid ? "cudapy.grid_sync" : "cudapy.syncthreads");
    return std::make_unique<Evaluate>(
        span, std::make_unique<BuiltinCall>(span, Type::void_(), builtin, nullptr, std::vector<ExprPtr>()));
}

bool drop_barriers(Block& body, const Variables& owned) {
    if (!lower::holds_barrier(body) && !lower::holds_warp_operation(body)) return false;
    const auto tidy = [&] { return unwrap(body, read_in(body)); };
    bool changed = tidy();
    for (;;) {
        const Order order(body, owned);
        const auto [block, at] = unneeded(body, order);
        if (!block) return changed;
        block->erase(block->begin() + static_cast<std::ptrdiff_t>(at));
        tidy();
        changed = true;
    }
}

} // namespace cudapy::differentiate
