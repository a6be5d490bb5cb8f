#include "translator/lower/analysis/upper_bounds.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <limits>

namespace cudapy::lower {

using namespace program;

namespace {

constexpr int64_t most_threads_of_block = 1024; // on every GPU, and on the CPU

int64_t most_of(const Type* type) {
    if (type->is_bool()) return 1;
    if (!type->is_integer() || type->size() == 8) return std::numeric_limits<int64_t>::max();
    return (int64_t{1} << (8 * type->size() - (type->is_unsigned() ? 0 : 1))) - 1;
}

class UpperBounds {
  public:
    explicit UpperBounds(const Signs& signs) : signs_(signs) {}

    int64_t of(const Expr& expr) const {
        const int64_t most = most_of(expr.type);
        if (const auto value = constant_value(expr)) return *value;
        switch (expr.kind) {
        case ExprKind::coordinate:
            return std::min(most, of_coordinate(as<CoordinateExpr>(expr).coordinate, most));
        case ExprKind::cast: {
            const Expr& operand = *as<Cast>(expr).operand;
            const bool is_narrower =
                (operand.type->is_integer() && operand.type->size() < expr.type->size()) ||
                operand.type->is_bool();
            return is_narrower ? std::min(most, of(operand)) : most;
        }
        case ExprKind::conditional:
            return std::max(of(*as<Conditional>(expr).then_value), of(*as<Conditional>(expr).else_value));
        case ExprKind::builtin_call:
            return std::min(most, of_call(as<BuiltinCall>(expr), most));
        case ExprKind::binary:
            return std::min(most, of_binary(as<Binary>(expr), most));
        default:
            return most;
        }
    }

  private:
    const Signs& signs_;

    static int64_t of_coordinate(Coordinate coordinate, int64_t most) {
        switch (group_of(coordinate)) {
        case CoordinateGroup::thread:
        case CoordinateGroup::lane:
            return most_threads_of_block - 1;
        case CoordinateGroup::block_dim:
            return most_threads_of_block;
        default:
            return most;
        }
    }

    int64_t of_call(const BuiltinCall& call, int64_t most) const {
        const Special special = call.builtin->special;
        if (call.arguments.size() != 2) return most;
        const int64_t first = of(*call.arguments[0]), second = of(*call.arguments[1]);
        return special == Special::min   ? std::min(first, second)
               : special == Special::max ? std::max(first, second)
                                         : most;
    }

    int64_t of_binary(const Binary& node, int64_t most) const {
        const auto right = constant_value(*node.right);
        const int64_t left = of(*node.left);
        int64_t result = most;
        switch (node.op) {
        case BinaryOp::add:
            return __builtin_add_overflow(left, of(*node.right), &result) ? most : result;
        case BinaryOp::sub:
            if (right) return __builtin_sub_overflow(left, *right, &result) ? most : result;
            return signs_.is_non_negative(*node.right) ? left : most;
        case BinaryOp::mul:
            if (!signs_.is_non_negative(*node.left) || !signs_.is_non_negative(*node.right)) return most;
            return __builtin_mul_overflow(left, of(*node.right), &result) ? most : result;
        case BinaryOp::divide:
        case BinaryOp::floor_divide:
            return right && *right > 0 ? std::max<int64_t>(left, 0) / *right : most;
        case BinaryOp::remainder:
        case BinaryOp::floor_modulo:
            return right && *right > 0 ? *right - 1 : most;
        case BinaryOp::shift_right:
            return right && *right >= 0 && *right < 63 ? std::max<int64_t>(left, 0) >> *right : most;
        case BinaryOp::bit_and:
            return right && *right >= 0 ? *right : most;
        default:
            return most;
        }
    }
};

} // namespace

int64_t upper_bound(const Expr& expr, const Signs& signs) {
    return UpperBounds(signs).of(expr);
}

} // namespace cudapy::lower
