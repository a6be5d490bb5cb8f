#include "translator/lower/cpu/loop_interchange.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

bool may_wait(const Block& block, bool in_loop);

/// Returns whether a thread that evaluates the expression again and again may wait for what another one does.
bool may_wait(const Expr& expr, bool in_loop) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        const bool is_fence =
            part.kind == ExprKind::builtin_call && as<BuiltinCall>(part).builtin->special == Special::fence;
        found = found || (in_loop && (is_atomic(part) || is_fence));
        if (part.kind != ExprKind::call) return;
        const Function& callee = *as<Call>(part).function;
        const bool is_unknown = callee.foreign || callee.facts.is_recursive;
        found = found || (is_unknown ? callee.facts.has_effects : may_wait(callee.body, in_loop));
    });
    return found;
}

bool may_wait(const Block& block, bool in_loop) {
    bool found = false;
    for (const StmtPtr& stmt : block) {
        const bool is_loop = stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::for_c;
        visit_expressions(*stmt,
                          [&](const ExprPtr& expr) { found = found || may_wait(*expr, in_loop || is_loop); });
        visit_blocks(*stmt,
                     [&](const Block& inner) { found = found || may_wait(inner, in_loop || is_loop); });
    }
    return found;
}

/// Returns whether a `break` in the block leads out of it, to a loop around.
bool breaks(const Block& block) {
    bool found = false;
    for (const StmtPtr& stmt : block) {
        found |= stmt->kind == StmtKind::break_;
        if (stmt->kind != StmtKind::while_ && stmt->kind != StmtKind::for_c)
            visit_blocks(*stmt, [&](const Block& inner) { found |= breaks(inner); });
    }
    return found;
}

/// Returns whether each iteration of the loop can be done for one thread after the other.
bool can_take_turns(const Block& body) {
    if (breaks(body) || holds_barrier(body) || holds_warp_operation(body) || may_wait(body, false))
        return false;
    bool can = true;
    visit_statements(body, [&](const Stmt& stmt) {
        can = can && stmt.kind != StmtKind::return_;
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            can = can && !has_check(*expr);
            visit_all(*expr, [&](const Expr& part) { can = can && !is_report(part); });
        });
    });
    return can;
}

/// A value as the sum of what is the same for all threads and what is a thread's own. Either may be null.
struct Parts {
    ExprPtr same, own;
};

class Splitter {
  public:
    Splitter(const Uniformity& uniformity, const RemadeValues& remade, const Type* index_type)
        : uniformity_(uniformity), remade_(remade), index_type_(index_type) {}

    std::optional<Parts> split(const Expr& expr) const {
        if (expr.type != index_type_) return std::nullopt;
        if (!uniformity_.varies(expr)) {
            if (has_effects(expr) || has_check(expr)) return std::nullopt;
            return Parts{clone(expr), nullptr};
        }
        switch (expr.kind) {
        case ExprKind::variable: {
            const auto found = remade_.find(as<VariableRef>(expr).variable);
            return found == remade_.end() ? std::nullopt : split(*found->second);
        }
        case ExprKind::coordinate:
            return of_coordinate(expr);
        case ExprKind::binary:
            return of_binary(as<Binary>(expr));
        default:
            return std::nullopt;
        }
    }

  private:
    const Uniformity& uniformity_;
    const RemadeValues& remade_;
    const Type* index_type_;

    ExprPtr coordinate(CoordinateGroup group, int axis, Span span) const {
        return std::make_unique<CoordinateExpr>(span, index_type_, coordinate_of(group, axis));
    }

    std::optional<Parts> of_coordinate(const Expr& expr) const {
        const Coordinate which = as<CoordinateExpr>(expr).coordinate;
        const int axis = axis_of(which);
        if (group_of(which) == CoordinateGroup::thread) return Parts{nullptr, clone(expr)};
        if (group_of(which) == CoordinateGroup::block) // of blocks that run together
            return Parts{clone(expr), coordinate(CoordinateGroup::within, axis, expr.span)};
        if (!is_global(which)) return std::nullopt;
        const ExprPtr block = coordinate(CoordinateGroup::block, axis, expr.span);
        const auto in_threads = [&](ExprPtr blocks) {
            return make_binary(BinaryOp::mul, std::move(blocks),
                               coordinate(CoordinateGroup::block_dim, axis, expr.span));
        };
        ExprPtr own = coordinate(CoordinateGroup::thread, axis, expr.span);
        if (uniformity_.varies(*block))
            own = sum(in_threads(coordinate(CoordinateGroup::within, axis, expr.span)), std::move(own));
        return Parts{in_threads(clone(*block)), std::move(own)};
    }

    static ExprPtr sum(ExprPtr left, ExprPtr right) {
        if (!left || !right) return left ? std::move(left) : std::move(right);
        return make_binary(BinaryOp::add, std::move(left), std::move(right));
    }

    /// Returns whether a thread's own part times the expression is never negative.
    static bool is_factor(const Expr& expr) {
        if (const auto value = constant_value(expr)) return *value >= 0;
        return expr.kind == ExprKind::coordinate && is_extent(as<CoordinateExpr>(expr).coordinate);
    }

    std::optional<Parts> of_binary(const Binary& expr) const {
        if (expr.op == BinaryOp::add) {
            auto left = split(*expr.left), right = split(*expr.right);
            if (!left || !right) return std::nullopt;
            return Parts{sum(std::move(left->same), std::move(right->same)),
                         sum(std::move(left->own), std::move(right->own))};
        }
        if (expr.op == BinaryOp::sub) {
            auto left = split(*expr.left), right = split(*expr.right);
            if (!left || !right || right->own) return std::nullopt;
            if (!left->same) left->same = make_int(index_type_, 0, expr.span);
            left->same = make_binary(BinaryOp::sub, std::move(left->same), std::move(right->same));
            return left;
        }
        if (expr.op != BinaryOp::mul) return std::nullopt;
        const bool is_left = is_factor(*expr.left);
        const Expr& factor = is_left ? *expr.left : *expr.right;
        if (!is_factor(factor)) return std::nullopt;
        auto parts = split(is_left ? *expr.right : *expr.left);
        if (!parts) return std::nullopt;
        for (ExprPtr* part : {&parts->same, &parts->own})
            if (*part) *part = make_binary(BinaryOp::mul, std::move(*part), clone(factor));
        return parts;
    }
};

/// Returns the value in the type of coordinates: itself, or what was made wider.
ExprPtr narrowed(const Expr& expr, const Type* index_type) {
    if (expr.type == index_type) return clone(expr);
    if (const auto value = constant_value(expr))
        return *value >= INT32_MIN && *value <= INT32_MAX ? make_int(index_type, *value, expr.span) : nullptr;
    if (expr.kind != ExprKind::cast || as<Cast>(expr).operand->type != index_type) return nullptr;
    return clone(*as<Cast>(expr).operand);
}

bool is_same_in_all_turns(const Expr& expr, const VariableSet& assigned) {
    bool same = !has_effects(expr) && !has_check(expr);
    visit_all(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::variable) same = same && !assigned.count(as<VariableRef>(part).variable);
    });
    return same;
}

} // namespace

std::optional<InterchangedLoop> find_interchanged_loop(const ForC& loop, const Uniformity& uniformity,
                                                       const RemadeValues& remade, const Type* index_type) {
    const bool is_wide = index_type == Type::int32() && loop.variable->type == Type::int64();
    if (!loop.declares || (loop.variable->type != index_type && !is_wide)) return std::nullopt;
    if (loop.condition->kind != ExprKind::compare) return std::nullopt;
    const auto& compare = as<Compare>(*loop.condition);
    const Expr& counter = *compare.operands[0];
    const Expr& end = *compare.operands[1];
    if (compare.ops.size() != 1 || compare.ops[0] != CompareOp::lt || counter.kind != ExprKind::variable ||
        as<VariableRef>(counter).variable != loop.variable || uniformity.varies(end) ||
        uniformity.varies(*loop.step))
        return std::nullopt;
    const VariableSet assigned = assigned_variables(loop.body);
    if (assigned.count(loop.variable) || !is_same_in_all_turns(end, assigned) ||
        !is_same_in_all_turns(*loop.step, assigned) || mentions(end, loop.variable) ||
        mentions(*loop.step, loop.variable) || !can_take_turns(loop.body))
        return std::nullopt;
    const ExprPtr start = narrowed(*loop.start, index_type);
    ExprPtr last = narrowed(end, index_type);
    if (!start || !last) return std::nullopt;
    auto parts = Splitter(uniformity, remade, index_type).split(*start);
    if (!parts || !parts->own) return std::nullopt;
    if (!parts->same) parts->same = make_int(index_type, 0, loop.span);
    return InterchangedLoop{std::move(parts->same), std::move(parts->own), std::move(last)};
}

} // namespace cudapy::lower
