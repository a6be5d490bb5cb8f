#include "translator/lower/analysis/signs.h"

#include "translator/lower/analysis/side_effects.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

/// The value that one statement or expression gives a variable: either a value, or something of a known sign
/// (`value` is null then).
struct AssignedValue {
    const Variable* variable;
    const Expr* value;
    const AugmentedAssign* augmented;
    Sign sign;
};

Sign sign_of_binary(BinaryOp op, Sign left, Sign right) {
    const bool both = left != Sign::unknown && right != Sign::unknown;
    const bool positive = left == Sign::positive && right == Sign::positive;
    const Sign non_negative = both ? Sign::non_negative : Sign::unknown;
    switch (op) {
    case BinaryOp::add:
        return both && (left == Sign::positive || right == Sign::positive) ? Sign::positive : non_negative;
    case BinaryOp::mul:
        return positive ? Sign::positive : non_negative;
    case BinaryOp::divide:
    case BinaryOp::floor_divide:
        return non_negative;
    case BinaryOp::remainder:
        return left == Sign::unknown ? Sign::unknown : Sign::non_negative;
    case BinaryOp::floor_modulo:
        return right == Sign::unknown ? Sign::unknown : Sign::non_negative;
    case BinaryOp::power:
    case BinaryOp::shift_left:
        return left;
    case BinaryOp::shift_right:
        return left == Sign::unknown ? Sign::unknown : Sign::non_negative;
    case BinaryOp::bit_and:
        return left == Sign::unknown && right == Sign::unknown ? Sign::unknown : Sign::non_negative;
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return non_negative;
    case BinaryOp::sub:
        return Sign::unknown;
    }
    return Sign::unknown;
}

/// Returns the sign of a helper's result; `operand` gives that of an operand.
template <typename Operand>
Sign by_rule(SignRule rule, Operand operand) {
    const auto binary = [&](BinaryOp op) { return sign_of_binary(op, operand(0), operand(1)); };
    switch (rule) {
    case SignRule::unknown:
        return Sign::unknown;
    case SignRule::non_negative:
        return Sign::non_negative;
    case SignRule::first:
        return operand(0);
    case SignRule::least:
        return std::min(operand(0), operand(1));
    case SignRule::greatest:
        return std::max(operand(0), operand(1));
    case SignRule::not_zero:
        return operand(0) == Sign::non_negative ? Sign::positive : operand(0);
    case SignRule::as_power:
        return operand(0) == Sign::unknown ? Sign::unknown : Sign::non_negative;
    case SignRule::as_add:
        return binary(BinaryOp::add);
    case SignRule::as_mul:
        return binary(BinaryOp::mul);
    case SignRule::as_divide:
        return binary(BinaryOp::divide);
    case SignRule::as_floor_divide:
        return binary(BinaryOp::floor_divide);
    case SignRule::as_floor_modulo:
        return binary(BinaryOp::floor_modulo);
    case SignRule::as_remainder:
        return binary(BinaryOp::remainder);
    }
    return Sign::unknown;
}

/// Returns the sign of the variable in the body of a `for` that steps down to `stop`, where the variable is
/// above `stop`.
Sign above(const Signs& signs, const Expr& stop) {
    const auto value = constant_value(stop);
    if (signs.is_non_negative(stop)) return Sign::positive;
    return value && *value >= -1 ? Sign::non_negative : Sign::unknown;
}

} // namespace

Sign Signs::of(const Expr& expr) const {
    if (expr.type->is_bool()) return Sign::non_negative;
    if (!expr.type->is_integer()) return Sign::unknown;
    if (const auto value = constant_value(expr))
        return *value > 0 ? Sign::positive : *value == 0 ? Sign::non_negative : Sign::unknown;
    if (expr.type->is_unsigned()) return Sign::non_negative;
    switch (expr.kind) {
    case ExprKind::variable: {
        const auto found = signs_.find(as<VariableRef>(expr).variable);
        return found == signs_.end() ? Sign::unknown : found->second;
    }
    case ExprKind::length:
        return Sign::non_negative;
    case ExprKind::coordinate:
        return is_extent(as<CoordinateExpr>(expr).coordinate) ? Sign::positive : Sign::non_negative;
    case ExprKind::binary: {
        const auto& node = as<Binary>(expr);
        if (node.op == BinaryOp::sub && constant_value(*node.right) == 1 && of(*node.left) == Sign::positive)
            return Sign::non_negative;
        return sign_of_binary(node.op, of(*node.left), of(*node.right));
    }
    case ExprKind::conditional:
        return std::min(of(*as<Conditional>(expr).then_value), of(*as<Conditional>(expr).else_value));
    case ExprKind::logical:
        return std::min(of(*as<Logical>(expr).left), of(*as<Logical>(expr).right));
    case ExprKind::cast: {
        const Expr& operand = *as<Cast>(expr).operand;
        // A narrowing cast may wrap.
        return operand.type->is_bool() || holds(expr.type, operand.type) ? of(operand) : Sign::unknown;
    }
    case ExprKind::builtin_call: {
        const auto& call = as<BuiltinCall>(expr);
        switch (call.builtin->special) {
        case Special::min:
            return std::min(of(*call.arguments[0]), of(*call.arguments[1]));
        case Special::max:
            return std::max(of(*call.arguments[0]), of(*call.arguments[1]));
        case Special::abs:
        case Special::popc:
        case Special::clz:
        case Special::ffs:
            return Sign::non_negative;
        default:
            return Sign::unknown;
        }
    }
    case ExprKind::helper_call: {
        const auto& call = as<HelperCall>(expr);
        return by_rule(row_of(call.helper).sign, [&](std::size_t i) { return of(*call.arguments[i]); });
    }
    case ExprKind::assign_expr:
        return of(*as<AssignExpr>(expr).value);
    case ExprKind::sequence:
        return of(*as<Sequence>(expr).second);
    default:
        return Sign::unknown;
    }
}

Signs::Signs(const Function& function) {
    for (const auto& variable : function.variables) {
        const bool is_candidate = variable->role != VariableRole::parameter && variable->type->is_integer();
        const bool is_of_launch = variable->launch_part >= LaunchPart::asked_x; // no launch has 0 threads
        signs_[variable.get()] = is_candidate || is_of_launch ? Sign::positive : Sign::unknown;
    }
    std::vector<AssignedValue> given;
    auto gives = [&](const Lvalue& place, const Expr* value) {
        if (place.is_variable()) given.push_back({place.variable, value, nullptr, Sign::unknown});
    };
    std::vector<const Stmt*> loops;
    visit_statements(function.body, [&](const Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::assign:
            gives(as<Assign>(stmt).lvalue, as<Assign>(stmt).value.get());
            break;
        case StmtKind::declare:
            given.push_back(
                {as<Declare>(stmt).variable, as<Declare>(stmt).init.get(), nullptr, Sign::unknown});
            break;
        case StmtKind::augmented_assign:
            if (as<AugmentedAssign>(stmt).lvalue.is_variable())
                given.push_back({as<AugmentedAssign>(stmt).lvalue.variable, nullptr,
                                 &as<AugmentedAssign>(stmt), Sign::unknown});
            break;
        case StmtKind::multi_assign:
        case StmtKind::builtin_unpack:
            visit_lvalues(stmt, [&](const Lvalue& place) { gives(place, nullptr); });
            break;
        case StmtKind::for_each:
            visit_assigned(stmt, [&](const Variable* variable) {
                given.push_back({variable, nullptr, nullptr, Sign::unknown});
            });
            break;
        case StmtKind::for_range:
        case StmtKind::for_c:
            loops.push_back(&stmt);
            break;
        default:
            break;
        }
        visit_expressions(stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (part.kind == ExprKind::assign_expr)
                    given.push_back({as<AssignExpr>(part).variable, as<AssignExpr>(part).value.get(), nullptr,
                                     Sign::unknown});
            });
        });
    });
    // The signs begin with the best and lose what a value contradicts, so that `i = 0` and `i += 1` stay
    // non-negative.
    bool changed = true;
    auto lower_to = [&](const Variable* variable, Sign sign) {
        Sign& known = signs_[variable];
        if (sign >= known) return;
        known = sign;
        changed = true;
    };
    while (changed) {
        changed = false;
        for (const AssignedValue& each : given) {
            Sign sign = each.sign;
            if (each.value) sign = of(*each.value);
            if (each.augmented && each.augmented->operation->is_integer())
                sign = sign_of_binary(each.augmented->op, signs_[each.variable], of(*each.augmented->value));
            lower_to(each.variable, sign);
        }
        for (const Stmt* loop : loops) {
            if (loop->kind == StmtKind::for_range) {
                const auto& node = as<ForRange>(*loop);
                const auto step = constant_value(*node.step);
                // The variable holds the start where the range is empty.
                lower_to(node.variable, of(*node.start));
                if (step && *step < 0)
                    lower_to(node.variable, above(*this, *node.stop));
                else if (!is_non_negative(*node.step))
                    lower_to(node.variable, Sign::unknown);
                continue;
            }
            const auto& node = as<ForC>(*loop);
            if (is_non_negative(*node.step)) {
                lower_to(node.variable, of(*node.start));
                continue;
            }
            // Only the body sees the variable, and there the condition holds.
            const Expr& condition = *node.condition;
            const bool is_down = condition.kind == ExprKind::compare &&
                                 as<Compare>(condition).ops.size() == 1 &&
                                 as<Compare>(condition).ops[0] == CompareOp::gt &&
                                 as<Compare>(condition).operands[0]->kind == ExprKind::variable;
            lower_to(node.variable,
                     is_down ? above(*this, *as<Compare>(condition).operands[1]) : Sign::unknown);
        }
    }
}

} // namespace cudapy::lower
