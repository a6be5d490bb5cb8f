#include "translator/lower/analysis/uniformity.h"

#include "translator/lower/analysis/accesses.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether a jump out of this very loop, or of its iteration, is under a condition that varies.
bool has_varying_jump(const Block& body, bool under_varying, const Uniformity& uniformity) {
    for (const StmtPtr& stmt : body) {
        const bool jumps = stmt->kind == StmtKind::break_ || stmt->kind == StmtKind::continue_;
        if (jumps && under_varying) return true;
        if (stmt->kind != StmtKind::if_) continue;
        const auto& branch = as<If>(*stmt);
        const bool varying = under_varying || uniformity.varies(*branch.condition);
        if (has_varying_jump(branch.then_body, varying, uniformity)) return true;
        if (has_varying_jump(branch.else_body, varying, uniformity)) return true;
    }
    return false;
}

/// Returns whether threads that run together have coordinates of their own.
bool differs(Coordinate coordinate, ThreadSet threads) {
    if (coordinate == Coordinate::block_x) return threads == ThreadSet::blocks;
    if (!is_of_thread(coordinate)) return false;
    const bool is_x = axis_of(coordinate) == 0; // so is the place in a warp
    switch (threads) {
    case ThreadSet::strip:
        return is_x;
    case ThreadSet::column:
        return axis_of(coordinate) == 1 || coordinate == Coordinate::lane_id;
    case ThreadSet::tile:
        return is_x || axis_of(coordinate) == 1;
    case ThreadSet::coarsened:
        return is_global(coordinate);
    case ThreadSet::rows:
    case ThreadSet::block:
    case ThreadSet::blocks:
        return true;
    }
    return true;
}

/// Returns whether the function computes only with its arguments, and gives the same for the same arguments.
bool is_same_for_same_arguments(const Function& function, ThreadSet threads) {
    for (const ArrayUse& use : function.facts.array_uses)
        if (use.reads || use.writes) return false;
    for (const Coordinate coordinate : function.facts.coordinates)
        if (differs(coordinate, threads)) return false;
    return !function.facts.has_effects;
}

} // namespace

bool holds_barrier(const Stmt& stmt) {
    bool found = false;
    visit_expressions(stmt, [&](const ExprPtr& expr) {
        visit_all(*expr, [&](const Expr& part) { found = found || is_barrier(part); });
    });
    visit_blocks(stmt, [&](const Block& block) { found = found || holds_barrier(block); });
    return found;
}

bool holds_barrier(const Block& block) {
    bool found = false;
    for (const StmtPtr& stmt : block)
        found = found || holds_barrier(*stmt);
    return found;
}

bool holds_warp_operation(const Stmt& stmt) {
    bool found = false;
    visit_expressions(stmt, [&](const ExprPtr& expr) {
        visit_all(*expr, [&](const Expr& part) { found = found || is_warp_wide(part); });
    });
    visit_blocks(stmt, [&](const Block& block) { found = found || holds_warp_operation(block); });
    return found;
}

bool holds_warp_operation(const Block& block) {
    bool found = false;
    for (const StmtPtr& stmt : block)
        found = found || holds_warp_operation(*stmt);
    return found;
}

bool jumps_out(const Block& block) {
    bool found = false;
    for (const StmtPtr& stmt : block) {
        found |= stmt->kind == StmtKind::break_ || stmt->kind == StmtKind::continue_;
        if (stmt->kind != StmtKind::while_ && stmt->kind != StmtKind::for_c)
            visit_blocks(*stmt, [&](const Block& inner) { found |= jumps_out(inner); });
    }
    return found;
}

bool Uniformity::needs_agreement(const If& branch, bool in_barrier_loop) const {
    if (is_of_blocks())
        return holds_barrier(branch) ||
               (in_barrier_loop && (jumps_out(branch.then_body) || jumps_out(branch.else_body)));
    if (threads_ == ThreadSet::coarsened && is_positional(*branch.condition, definitions_)) return true;
    bool found = false;
    const auto look = [&](const Stmt& stmt) {
        found |=
            stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_c || stmt.kind == StmtKind::return_;
    };
    visit_statements(branch.then_body, look);
    visit_statements(branch.else_body, look);
    return found;
}

Uniformity::Uniformity(const Function& function, ThreadSet threads, unsigned axes)
    : function_(function), threads_(threads), axes_(axes),
      definitions_(threads == ThreadSet::coarsened ? definitions_in(function.body) : Definitions()) {
    std::set<const Type*> written;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        if (!function.parameters[i]->type->is_array() || !function.facts.array_uses[i].writes) continue;
        changing_arrays_.insert(function.parameters[i]);
        written.insert(function.parameters[i]->type->element());
    }
    for (const auto& variable : function.variables) {
        const bool is_own = variable->is_declared_array();
        // The same array may have been passed twice.
        const bool may_be_written = is_of_blocks() && variable->type->is_array() &&
                                    variable->role == VariableRole::parameter &&
                                    written.count(variable->type->element());
        if (is_own || may_be_written) changing_arrays_.insert(variable.get());
    }
    do {
        changed_ = false;
        mark(function_.body, 0, false);
    } while (changed_);
}

bool Uniformity::varies(const Expr& expr) const {
    if (is_barrier(expr)) return false; // all threads get the same
    bool varying = false;
    visit_all(expr, [&](const Expr& part) {
        switch (part.kind) {
        case ExprKind::variable:
            varying |= varies(as<VariableRef>(part).variable);
            break;
        case ExprKind::coordinate: {
            const Coordinate coordinate = as<CoordinateExpr>(part).coordinate;
            varying |= differs(coordinate, threads_) && (axes_ >> axis_of(coordinate) & 1U) != 0;
            break;
        }
        case ExprKind::load:
            // Another thread may have written the element since.
            varying |=
                varies(as<Load>(part).array) || as<Load>(part).array->any_root([&](const Variable& array) {
                    return changing_arrays_.count(&array) != 0;
                });
            break;
        case ExprKind::view: // an array of one thread is somewhere else for each
            varying |= varies(as<ArrayView>(part).array) ||
                       as<ArrayView>(part).array->role == VariableRole::local_array;
            break;
        case ExprKind::call:
            varying |= !is_of_blocks() || !is_same_for_same_arguments(*as<Call>(part).function, threads_);
            break;
        case ExprKind::assign_expr:
            varying = true;
            break;
        case ExprKind::builtin_call: // each thread finds what the one before it has left
            varying |= is_atomic(part) || is_warp_wide(part) || is_draw(part);
            break;
        case ExprKind::helper_call: // is told of each thread
            varying |= (is_instrumentation(as<HelperCall>(part).helper) &&
                        as<HelperCall>(part).helper != Helper::record_call_site) ||
                       as<HelperCall>(part).helper == Helper::cover_line;
            break;
        default:
            break;
        }
    });
    return varying;
}

bool Uniformity::diverges(const Stmt& loop) const {
    if (is_of_blocks() && holds_barrier(loop)) return false;
    if (loop.kind == StmtKind::while_) {
        const auto& statement = as<While>(loop);
        return varies(*statement.condition) || has_varying_jump(statement.body, false, *this);
    }
    const auto& statement = as<ForC>(loop);
    return varies(statement.variable) || varies(*statement.start) || varies(*statement.condition) ||
           varies(*statement.step) || has_varying_jump(statement.body, false, *this);
}

void Uniformity::mark(const Variable* variable) {
    changed_ |= varying_.insert(variable).second;
}

/// Returns whether the value is an element of a captured tuple, which is always there.
bool is_constant_element(const Expr& value) {
    return value.kind == ExprKind::load && as<Load>(value).array->role == VariableRole::table &&
           is_simple(*as<Load>(value).index);
}

/// The value is evaluated once for those threads, also where none is left. So it must do nothing but compute.
bool Uniformity::is_agreed(const Variable* variable, const Expr& value, int depth) const {
    if (varies(value)) return false;
    if (depth == 0) return true;
    const auto declared = depths_.find(variable);
    return is_of_blocks() && declared != depths_.end() && declared->second == depth &&
           (is_simple_arithmetic(value) || is_constant_element(value));
}

void Uniformity::mark(const Block& block, int depth, bool in_barrier_loop) {
    for (const StmtPtr& stmt : block) {
        visit_expressions(*stmt, [&](const ExprPtr& expr) {
            visit_all(*expr, [&](const Expr& part) {
                if (part.kind == ExprKind::assign_expr) mark(as<AssignExpr>(part).variable);
            });
        });
        switch (stmt->kind) {
        case StmtKind::declare: {
            const auto& declare = as<Declare>(*stmt);
            depths_[declare.variable] = depth;
            if (declare.init && !is_agreed(declare.variable, *declare.init, depth)) mark(declare.variable);
            break;
        }
        case StmtKind::assign: {
            const auto& assign = as<Assign>(*stmt);
            if (!assign.lvalue.index && !is_agreed(assign.lvalue.variable, *assign.value, depth))
                mark(assign.lvalue.variable);
            break;
        }
        case StmtKind::augmented_assign: {
            const auto& assign = as<AugmentedAssign>(*stmt);
            if (!assign.lvalue.index && !is_agreed(assign.lvalue.variable, *assign.value, depth))
                mark(assign.lvalue.variable);
            break;
        }
        case StmtKind::builtin_unpack:
            for (const Lvalue& place : as<BuiltinUnpack>(*stmt).lvalues)
                if (!place.index) mark(place.variable);
            break;
        case StmtKind::if_: {
            const auto& branch = as<If>(*stmt);
            // A strip makes sure that its threads agree around a loop or a return, or gives up. A block does
            // so around a barrier.
            const bool varying = varies(*branch.condition) && !needs_agreement(branch, in_barrier_loop);
            mark(branch.then_body, depth + varying, in_barrier_loop);
            mark(branch.else_body, depth + varying, in_barrier_loop);
            break;
        }
        case StmtKind::while_:
            mark(as<While>(*stmt).body, depth + diverges(*stmt), holds_barrier(*stmt));
            break;
        case StmtKind::for_c: {
            const auto& loop = as<ForC>(*stmt);
            // Where the threads of a block agree about the condition, it makes no difference between them.
            const bool agreed = is_of_blocks() && holds_barrier(*stmt);
            if (loop.declares) depths_[loop.variable] = depth;
            if (!is_agreed(loop.variable, *loop.start, depth) || (varies(*loop.condition) && !agreed) ||
                !is_agreed(loop.variable, *loop.step, depth) || (is_of_blocks() && diverges(*stmt)))
                mark(loop.variable);
            mark(loop.body, depth + diverges(*stmt), holds_barrier(*stmt));
            break;
        }
        default:
            break;
        }
    }
}

} // namespace cudapy::lower
