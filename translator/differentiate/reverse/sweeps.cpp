// Both sweeps of a kernel together.

#include "translator/differentiate/gather/changed_parameters.h"
#include "translator/differentiate/gather/combine_additions.h"
#include "translator/differentiate/gather/gather.h"
#include "translator/differentiate/gather/grid_stride.h"
#include "translator/differentiate/gather/one_writer.h"
#include "translator/differentiate/gather/own_shared.h"
#include "translator/differentiate/gather/stores_last.h"
#include "translator/differentiate/reverse/barriers.h"
#include "translator/differentiate/reverse/dead_code.h"
#include "translator/differentiate/reverse/merge_assignments.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/differentiate/reverse/tidy.h"
#include "translator/differentiate/reverse/undone_stores.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>

namespace cudapy::differentiate {

using namespace program;

Reverse::Reverse(PlainKernel& kernel, const std::vector<bool>& wrt, const Type* index_type, bool gathers,
                 diag::Sink& sink)
    : gathers_(gathers), kernel_(kernel), function_(*kernel.function), index_type_(index_type), sink_(sink),
      activity_(*kernel.function, wrt), bars_(*kernel.function, kernel.function->body, activity_, wrt),
      records_(*kernel.function), primal_(std::move(kernel.function->body)), uniform_(primal_),
      pasts_(find_pasts(primal_)) {
    works_together_ = lower::holds_barrier(primal_) || lower::holds_warp_operation(primal_);
    for (const auto& variable : function_.variables)
        works_together_ = works_together_ || variable->role == VariableRole::shared;
    visit_all(primal_, [&](const Expr& expr) {
        is_checked_ = is_checked_ ||
                      (expr.kind == ExprKind::helper_call && as<HelperCall>(expr).helper == Helper::in_range);
    });
}

void Reverse::run() {
    refuse_what_is_shared();
    count_draws();
    if (has_refused_) return;
    for (;;) { // arrays that are stored to may make others needed, and a tape needs numbers of iterations
        make();
        if (has_refused_) return;
        if (log_.has_grown) continue;
        if (!add_stored_arrays(function_.body) && !add_taped_loops()) break;
        if (has_refused_) return;
    }
    // From here on nobody asks for the origin of a statement: some are made anew.
    drop_restores_of_same(function_.body);
    drop_what_is_dead(function_.body);
    drop_undone_stores(function_.body);
    drop_what_is_dead(function_.body);
    const bool has_tape = !records_.taped().empty() || log_.is_on_tape;
    const bool is_alone = !works_together_ && !has_tape;
    tidy_sums(function_.body, {bars_.own().begin(), bars_.own().end()});
    if (is_alone) {
        merge_branches(function_.body);
        drop_what_is_dead(function_.body);
    }
    merge_assignments(function_.body);
    if (gathers_ && !works_together_) copy_changed_parameters(function_);
    drop_needless_atomics(function_);
    if (gathers_ && !works_together_) steps_ = gather_bars(function_, index_type_);
    if (!steps_.empty()) {
        drop_dead_code(function_.body, kept_counts());
        drop_needless_atomics(function_);
    }
    combine_additions(function_);
    put_stores_last(function_);
    if (!records_.taped().empty()) put_records_on_tape();
    if (has_refused_) return;
    declare_arrays(function_.body);
    if (gathers_ && is_alone) {
        std::vector<SummedBar> sums;
        for (const Bars::Gain& gain : bars_.gains())
            sums.push_back({gain.sum, gain.gains});
        make_grid_stride(function_, sums, index_type_);
    }
    if (works_together_) {
        drop_barriers(function_.body, owned_arrays());
        std::set<const Variable*> shared;
        for (const Variable* bar : bars_.own())
            if (bar->role == VariableRole::shared) shared.insert(bar);
        drop_needless_shared_atomics(function_, shared);
    }
    inline_values(function_.body);
    use_augmented(function_.body);
    drop_unused_variables(function_);
    for (const auto& step : steps_) {
        inline_values(step->body);
        use_augmented(step->body);
        drop_unused_variables(*step);
    }
}

/// Returns where the kernel first stores to an array whose stores are recorded one by one.
Span Reverse::first_logged_store() const {
    Span span = function_.span;
    bool found = false;
    visit_statements(primal_, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (found || !place.index || !is_logged({place.variable, place.fields})) return;
            span = stmt.span;
            found = true;
        });
    });
    return span;
}

/// Returns the counts of iterations and stores that the tape asks for.
Variables Reverse::kept_counts() const {
    Variables counts;
    for (const auto& [loop, of] : taped_)
        if (!of.known_trips) counts.insert(of.trips);
    if (log_.is_on_tape) counts.insert(log_.count);
    return counts;
}

/// Drops what nobody needs, and barriers between such statements.
void Reverse::drop_what_is_dead(Block& body) {
    const Variables counts = kept_counts(), owned = owned_arrays();
    for (bool again = true; again;) {
        drop_dead_code(body, counts);
        again = drop_undone_shared_stores(body, shared_olds_);
        again = (works_together_ && drop_barriers(body, owned)) || again;
    }
}

/// Returns the arrays of which each element belongs to one thread.
Variables Reverse::owned_arrays() const {
    Variables owned;
    for (const Variable* parameter : function_.parameters)
        if (bars_.has_one_writer(parameter)) {
            owned.insert(parameter);
            owned.insert(parameter->tangent_of);
        }
    return owned;
}

void Reverse::make() {
    held_.clear();
    origins_.clear();
    Block forward, reverse, body;
    begin_log(forward);
    keep_for_retreat(forward);
    if (has_refused_) return;
    lanes_ = nullptr;
    sweep(primal_, forward, reverse);
    if (lanes_) forward.insert(forward.begin() + after_guards(forward), find_lanes());
    add_gains(reverse);
    for (Variable* bar : bars_.own())
        if (!bar->type->is_array()) emit(body, make_assign(bar, make_zero(bar->type, bar->span), bar->span));
    for (StmtPtr& stmt : reverse)
        body.push_back(std::move(stmt));
    if (!retreat_.empty()) { // its condition comes with the tape
        auto retreat = std::make_unique<If>(function_.span, make_bool(true, function_.span));
        retreat->then_body = std::move(retreat_);
        retreats_ = retreat.get();
        forward.push_back(std::move(retreat));
    }
    auto note = std::make_unique<Note>(function_.span);
    note->comments.above = {"The reverse sweep."};
    reverse_begins_ = note.get();
    forward.push_back(std::move(note));
    forward.insert(forward.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
    drop_what_is_dead(forward);
    function_.body = std::move(forward);
}

/// Returns the number of statements as far as the last `if condition: return`.
std::ptrdiff_t Reverse::after_guards(const Block& body) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < body.size(); ++i)
        if (is_guard(*body[i])) count = i + 1;
    return static_cast<std::ptrdiff_t>(count);
}

/// Adds the loops whose records need a tape. Returns whether there were new ones, or the stores need it now.
bool Reverse::add_taped_loops() {
    records_.place(function_.body);
    bool added = false;
    for (const Stmt* loop : records_.taped_loops())
        if (!loop) { // of stores
            added = added || !log_.is_on_tape;
            log_.is_on_tape = true;
        } else if (!taped_.find(loop)) {
            taped_.add(loop, {known_trips(*loop), temporary("trips", Type::int64(), loop->span)});
            added = true;
        }
    return added;
}

void Reverse::put_records_on_tape() {
    for (const Variable* record : records_.taped())
        if (!is_word(record->type->element()))
            return refuse(record->span, "a loop that needs a tape",
                          "each iteration changes `" + record->name.substr(0, record->name.rfind('_')) +
                              "`, whose old values are needed, and only numbers can be on a tape",
                          "use variables that are numbers, or give `range` a small constant");
    const bool leaves_together = works_together_ && !agrees_about_tape();
    const bool of_grid = holds_grid_barrier(primal_);
    const Variables owned = owned_arrays();
    const auto other = std::find_if(stored_.begin(), stored_.end(), [&](const Variable* array) {
        return !owned.count(array) && !is_of_one_phase(primal_, array);
    });
    if (leaves_together && (of_grid || other != stored_.end()))
        return refuse(records_.taped().front()->span, "a loop that needs a tape",
                      of_grid
                          ? "the threads of all blocks wait for each other, and how much of the tape each "
                            "needs is not known when the kernel begins"
                          : "where the tape is too short, the threads would have to undo together what "
                            "they stored to `" +
                                (*other)->name + "`",
                      "let `range` depend only on parameters and constants");
    if (works_together_ && log_.is_on_tape)
        return refuse(first_logged_store(), "a store to an array that a loop reads again",
                      "each store is recorded on a tape, and a thread of several that work together cannot "
                      "leave where that is full",
                      "let `range` be small constants, or keep the elements in a local array");
    put_on_tape(function_, records_, taped_, {retreats_, reverse_begins_, leaves_together},
                log_.is_on_tape ? log_.count : nullptr, axes_of_threads(), index_type_);
}

/// Returns whether all threads that wait for each other know when the kernel begins that they need the same
/// words of a tape.
bool Reverse::agrees_about_tape() const {
    const bool of_grid = holds_grid_barrier(primal_);
    return std::all_of(taped_.begin(), taped_.end(), [&](const auto& each) {
        const ExprPtr& trips = each.second.known_trips;
        if (!trips || !uniform_.is_uniform(*trips)) return false;
        bool is_of_block = false;
        visit_all(static_cast<const Expr&>(*trips), [&](const Expr& part) {
            is_of_block = is_of_block || (part.kind == ExprKind::coordinate &&
                                          !is_extent(as<CoordinateExpr>(part).coordinate));
        });
        return !of_grid || !is_of_block;
    });
}

/// Returns along how many axes there may be more than one thread.
int Reverse::axes_of_threads() const {
    int axes = 1;
    for (const Coordinate coordinate : function_.facts.coordinates)
        if (coordinate != Coordinate::lane_id) axes = std::max(axes, axis_of(coordinate) + 1);
    return axes;
}

/// The sums of float parameters go to the arrays that gain them. Where all of the kernel has one
/// condition, only the threads for which it holds add something.
void Reverse::add_gains(Block& reverse) {
    Block* end = &reverse;
    while (end->size() == 1 && end->front()->kind == StmtKind::if_ && as<If>(*end->front()).else_body.empty())
        end = &as<If>(*end->front()).then_body;
    out_ = end;
    for (const Bars::Gain& gain : bars_.gains()) {
        const Span span = gain.sum->span;
        add_atomically({gain.gains, make_int(index_type_, 0, span), span}, make_ref(gain.sum, span));
    }
}

/// Adds the arrays that a statement which stays reads after a store. Returns whether there were some.
bool Reverse::add_stored_arrays(const Block& body) {
    struct Place {
        std::size_t number;
        std::vector<const Stmt*> loops; ///< those around it
    };
    std::map<const Stmt*, Place> places;
    std::map<const Variable*, std::vector<const Stmt*>> stores;
    Variables atomics;
    std::vector<const Stmt*> loops;
    const std::function<void(const Block&)> look = [&](const Block& block) {
        for (const StmtPtr& stmt : block) {
            const bool is_loop = stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::while_;
            if (stmt->kind == StmtKind::while_) loops.push_back(stmt.get()); // with its condition
            places[stmt.get()] = {places.size(), loops};
            if (stmt->kind == StmtKind::for_range) loops.push_back(stmt.get());
            visit_lvalues(*stmt, [&](const Lvalue& place) {
                if (place.index && !place.variable->is_declared_array())
                    stores[place.variable].push_back(stmt.get());
            });
            visit_expressions(*stmt, [&](const ExprPtr& expr) {
                visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                    if (is_atomic(part)) atomics.insert(atomic_place(part).array);
                });
            });
            visit_blocks(*stmt, look);
            if (is_loop) loops.pop_back();
        }
    };
    look(primal_);
    const auto comes_after = [&](const Stmt* read, const Stmt* store) {
        const Place &there = places.at(read), &here = places.at(store);
        if (here.number < there.number) return true;
        return !there.loops.empty() && !here.loops.empty() && there.loops[0] == here.loops[0];
    };
    bool added = false;
    visit_statements(body, [&](const Stmt& stmt) {
        const auto origin = origins_.find(&stmt);
        const Stmt* const read = origin == origins_.end() ? nullptr : origin->second;
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                const Variable* array = read_by(part);
                if (!array || (part.kind == ExprKind::variable && !array->type->is_array())) return;
                if (atomics.count(array) && array->role != VariableRole::shared)
                    refuse(part.span, "a read of `" + array->name + "`, which atomics change",
                           "what it gives depends on which thread came first", "read it in a later launch");
                const auto of = stores.find(array);
                if (of == stores.end() || stored_.count(array)) return;
                if (!read || std::any_of(of->second.begin(), of->second.end(),
                                         [&](const Stmt* store) { return comes_after(read, store); })) {
                    stored_.insert(array);
                    added = true;
                }
            });
        });
    });
    return added;
}

/// Declares the arrays that the body uses at its beginning.
void Reverse::declare_arrays(Block& body) {
    Variables used;
    visit_all(body, [&](const Expr& expr) {
        if (const Variable* variable = read_by(expr)) used.insert(variable);
        if (is_draw(expr)) used.insert(generator_of(expr));
    });
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) { used.insert(place.variable); });
    });
    Block declarations;
    std::vector<Variable*> arrays;
    const std::set<const Variable*> bars(bars_.own().begin(), bars_.own().end());
    for (const auto& variable : function_.variables) {
        if (!variable->is_declared_array() || !used.count(variable.get())) continue;
        declarations.push_back(make_declare(variable.get(), nullptr, variable->span));
        // The checked mode would miss values of elements that are recorded before they are stored first.
        const bool is_recorded = variable->role == VariableRole::shared && is_checked_;
        if (bars.count(variable.get()) || is_recorded) arrays.push_back(variable.get());
    }
    bool shares = false;
    for (Variable* array : arrays) {
        shares = shares || array->role == VariableRole::shared;
        declarations.push_back(begin_with_zero(array));
    }
    if (shares) declarations.push_back(make_barrier(false, function_.span));
    body.insert(body.begin(), std::make_move_iterator(declarations.begin()),
                std::make_move_iterator(declarations.end()));
}

/// Makes what gives all elements of a bar the value 0. The threads of a block divide a shared one among them.
StmtPtr Reverse::begin_with_zero(Variable* bar) {
    const Span span = bar->span;
    const Type* const type = Type::int32();
    const auto number = [&](int64_t value) { return make_int(type, value, span); };
    const auto coordinate = [&](CoordinateGroup group, int axis) {
        return ExprPtr(std::make_unique<CoordinateExpr>(span, type, coordinate_of(group, axis)));
    };
    bar->is_flat = true;
    ExprPtr zero = make_zero(bar->type->element(), span);
    if (bar->element_count() == 1 && bar->role != VariableRole::shared)
        return make_assign(Lvalue{bar, number(0), span}, std::move(zero), span);
    ExprPtr first = number(0), step = number(1);
    if (bar->role == VariableRole::shared) {
        const int axes = axes_of_threads();
        first = coordinate(CoordinateGroup::thread, axes - 1);
        step = coordinate(CoordinateGroup::block_dim, axes - 1);
        for (int axis = axes - 1; axis-- > 0;) {
            first = make_binary(
                BinaryOp::add, coordinate(CoordinateGroup::thread, axis),
                make_binary(BinaryOp::mul, coordinate(CoordinateGroup::block_dim, axis), std::move(first)));
            step = make_binary(BinaryOp::mul, coordinate(CoordinateGroup::block_dim, axis), std::move(step));
        }
    }
    Variable* i = temporary("i", type, span);
    auto loop = std::make_unique<ForRange>(span, i, type, std::move(first), number(bar->element_count()),
                                           std::move(step));
    loop->body.push_back(make_assign(Lvalue{bar, make_ref(i, span), span}, std::move(zero), span));
    return loop;
}

} // namespace cudapy::differentiate
