#include "translator/lower/expressions/arithmetic.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/signs.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/support/internal_error.h"

namespace cudapy::lower {

using namespace program;

namespace {

class CppArithmetic {
  public:
    CppArithmetic(const Function& function, Target target) : signs_(function), target_(target) {}

    void expression(ExprPtr& expr) const {
        if (expr->kind == ExprKind::binary)
            binary(expr);
        else if (expr->kind == ExprKind::builtin_call)
            min_or_max(expr);
        else if (expr->kind == ExprKind::helper_call)
            truncated_quotient(expr);
    }

    /// Lowers `x //= y` on integers, which stays where C++ has an operator for it.
    void statement(StmtPtr stmt, Block& out) const {
        if (stmt->kind == StmtKind::augmented_assign) {
            auto& node = as<AugmentedAssign>(*stmt);
            if (node.op == BinaryOp::floor_divide || node.op == BinaryOp::floor_modulo) {
                auto probe = std::make_unique<Binary>(node.span, node.operation, node.op,
                                                      make_read(node.lvalue), std::move(node.value));
                ExprPtr result = std::move(probe);
                binary(result);
                if (result->kind == ExprKind::binary) {
                    node.op = as<Binary>(*result).op;
                    node.value = std::move(as<Binary>(*result).right);
                } else {
                    out.push_back(make_assign(std::move(node.lvalue), std::move(result), node.span));
                    return;
                }
            }
        }
        out.push_back(std::move(stmt));
    }

  private:
    const Signs signs_;
    const Target target_;

    static ExprPtr helper(Helper helper, ExprPtr first, ExprPtr second) {
        const Span span = first->span;
        const Type* type = first->type;
        if (!second) return make_helper_call(helper, type, span, std::move(first));
        return make_helper_call(helper, type, span, std::move(first), std::move(second));
    }

    void binary(ExprPtr& expr) const {
        auto& node = as<Binary>(*expr);
        switch (node.op) {
        case BinaryOp::floor_divide:
            floor_divide(expr);
            break;
        case BinaryOp::floor_modulo:
            floor_modulo(expr);
            break;
        case BinaryOp::power:
            power(expr);
            break;
        default:
            break;
        }
    }

    /// Returns k where the expression is the literal 2^k, k > 0; else 0.
    static int power_of_two(const Expr& expr) {
        const auto value = constant_value(expr);
        if (!value || *value < 2 || (*value & (*value - 1)) != 0) return 0;
        return __builtin_ctzll(static_cast<unsigned long long>(*value));
    }

    bool rounds_alike(const Binary& node) const {
        return node.type->is_integer() && signs_.is_non_negative(*node.left) &&
               signs_.is_non_negative(*node.right);
    }

    void floor_divide(ExprPtr& expr) const {
        auto& node = as<Binary>(*expr);
        if (rounds_alike(node)) {
            node.op = BinaryOp::divide;
        } else if (const int shift = node.type->is_integer() ? power_of_two(*node.right) : 0) {
            // An arithmetic shift rounds down, whatever the sign. That is exactly Python's division, in one
            // instruction.
            node.op = BinaryOp::shift_right;
            node.right = make_int(node.type, shift, node.right->span);
        } else {
            const bool known = node.type->is_integer() && signs_.is_non_negative(*node.right);
            expr = helper(known ? Helper::floor_div_positive : Helper::floor_div, std::move(node.left),
                          std::move(node.right));
        }
    }

    void floor_modulo(ExprPtr& expr) const {
        auto& node = as<Binary>(*expr);
        if (rounds_alike(node)) {
            node.op = BinaryOp::remainder;
        } else if (node.type->is_integer() && power_of_two(*node.right)) {
            // In two's complement the low bits are the remainder with the divisor's sign.
            node.op = BinaryOp::bit_and;
            node.right = make_int(node.type, *constant_value(*node.right) - 1, node.right->span);
        } else {
            const bool known = node.type->is_integer() && signs_.is_non_negative(*node.right);
            expr = helper(known ? Helper::floor_mod_positive : Helper::floor_mod, std::move(node.left),
                          std::move(node.right));
        }
    }

    static ExprPtr squared(ExprPtr base) {
        if (base->kind != ExprKind::variable) return helper(Helper::square, std::move(base), nullptr);
        ExprPtr again = clone(*base);
        return make_binary(BinaryOp::mul, std::move(base), std::move(again));
    }

    void power(ExprPtr& expr) const {
        auto& node = as<Binary>(*expr);
        if (node.type->is_integer()) {
            const auto exponent = constant_value(*node.right); // null only in the dialect of numba
            if (exponent == 0 && !has_effects(*node.left) && !has_check(*node.left))
                expr = make_int(node.type, 1, node.span);
            else if (exponent == 1)
                expr = ExprPtr(std::move(node.left));
            else if (constant_value(*node.left) == 2 && constant_value(*expr)) // for a named exponent
                expr = make_binary(BinaryOp::shift_left, make_int(node.type, 1, node.left->span),
                                   std::move(node.right));
            else if (exponent == 2)
                expr = squared(std::move(node.left));
            else
                expr = helper(Helper::int_power, std::move(node.left), std::move(node.right));
            return;
        }
        if (node.right->kind == ExprKind::literal &&
            std::get<double>(as<Literal>(*node.right).value) == 2.0) {
            expr = squared(std::move(node.left));
            return;
        }
        const Builtin* pow = find_builtin("math.pow");
        if (!pow) throw InternalError("the table of built-ins has no math.pow");
        std::vector<ExprPtr> arguments;
        arguments.push_back(std::move(node.left));
        arguments.push_back(std::move(node.right));
        const Type* type = node.type;
        expr = std::make_unique<BuiltinCall>(node.span, type, pow, type, std::move(arguments));
    }

    /// Makes C's own division of `int(a / b)` of integers of 32 bits.
    static void truncated_quotient(ExprPtr& expr) {
        auto& call = as<HelperCall>(*expr);
        if (call.helper != Helper::trunc_quotient || call.type->size() > 4) return;
        expr = std::make_unique<Binary>(call.span, call.type, BinaryOp::divide, std::move(call.arguments[0]),
                                        std::move(call.arguments[1]));
    }

    /// Lowers min and max. Python's min is `b < a ? b : a`, also for NaN and -0.0, where C's fmin differs.
    /// CUDA's own min and max mean the same for integers.
    void min_or_max(ExprPtr& expr) const {
        auto& call = as<BuiltinCall>(*expr);
        const Special special = call.builtin->special;
        if (special != Special::min && special != Special::max) return;
        if (target_ == Target::cuda && call.type->is_integer()) return;
        if (call.arguments.size() != 2) throw InternalError("min or max of other than two operands");
        expr = helper(special == Special::min ? Helper::minimum : Helper::maximum,
                      std::move(call.arguments[0]), std::move(call.arguments[1]));
    }
};

} // namespace

void lower_arithmetic(Function& function, Target target) {
    const CppArithmetic arithmetic(function, target);
    rewrite_expressions(function.body, [&](ExprPtr& expr) { arithmetic.expression(expr); });
    rewrite_statements(function.body,
                       [&](StmtPtr stmt, Block& out) { arithmetic.statement(std::move(stmt), out); });
}

} // namespace cudapy::lower
