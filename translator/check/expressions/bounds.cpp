#include "translator/check/expressions/bounds.h"

#include "translator/check/expressions/fold.h"

#include <algorithm>
#include <initializer_list>

namespace cudapy::checker {

using program::BinaryOp;

namespace {

constexpr WideInt one = 1;

Bounds both(Bounds a, Bounds b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

/// Returns the bounds of an operation that is monotone in each operand. They are among its values for the
/// bounds of the operands.
std::optional<Bounds> corners(BinaryOp op, Bounds a, Bounds b) {
    std::optional<Bounds> result;
    for (const WideInt left : {a.least, a.most})
        for (const WideInt right : {b.least, b.most}) {
            const auto value = fold_wide(op, left, right);
            if (!value) return std::nullopt;
            result = result ? both(*result, {*value, *value}) : Bounds{*value, *value};
        }
    return result;
}

std::optional<Bounds> floor_division(Bounds a, Bounds b) {
    if (b.least <= 0 && b.most >= 0) { // a division by zero is outside the contract, and gives no number
        std::optional<Bounds> result;
        if (b.most > 0) result = corners(BinaryOp::floor_divide, a, {1, b.most});
        if (b.least < 0) {
            const auto negative = corners(BinaryOp::floor_divide, a, {b.least, -1});
            if (result && negative)
                result = both(*result, *negative);
            else
                result = negative;
        }
        return result ? std::optional(both(*result, {0, 0})) : std::nullopt;
    }
    return corners(BinaryOp::floor_divide, a, b);
}

/// Returns the bounds of a remainder. It has the sign of the divisor and is nearer to zero.
Bounds remainder(Bounds a, Bounds b) {
    if (a.least >= 0 && b.least > 0 && a.most < b.least) return a;
    Bounds result{std::min<WideInt>(b.least + 1, 0), std::max<WideInt>(b.most - 1, 0)};
    if (a.least >= 0 && b.least >= 0) result.most = std::min(result.most, a.most);
    return result;
}

/// Returns a number with all bits set up to the highest bit of a number that is not negative.
WideInt all_bits(WideInt number) {
    WideInt result = 0;
    while (result < number)
        result = result * 2 + 1;
    return result;
}

std::optional<Bounds> bits(BinaryOp op, Bounds a, Bounds b) {
    if (op == BinaryOp::bit_and) {
        if (a.least >= 0 && b.least >= 0) return Bounds{0, std::min(a.most, b.most)};
        if (a.least >= 0) return Bounds{0, a.most};
        if (b.least >= 0) return Bounds{0, b.most};
    }
    if (a.least >= 0 && b.least >= 0) {
        const WideInt most = all_bits(std::max(a.most, b.most));
        return Bounds{op == BinaryOp::bit_or ? std::max(a.least, b.least) : 0, most};
    }
    // Both are in a two's complement number of so many bits, and so is the result.
    const WideInt most = all_bits(std::max({a.most, b.most, -1 - a.least, -1 - b.least}));
    return Bounds{-1 - most, most};
}

std::optional<Bounds> power(Bounds a, Bounds b) {
    if (b.least != b.most || b.least < 0) return std::nullopt;
    auto result = corners(BinaryOp::power, a, b);
    if (result && b.least % 2 == 0 && b.least > 0 && a.least < 0 && a.most > 0) result->least = 0;
    return result;
}

std::optional<Bounds> shift(BinaryOp op, Bounds a, Bounds b) {
    if (b.least < 0 || b.most > 64) b = {0, 64}; // any other count is outside the contract
    return corners(op, a, b);
}

Bounds of_unary(const program::Unary& node) {
    const Bounds operand = bounds_of(*node.operand);
    if (node.op == program::UnaryOp::negate) return {-operand.most, -operand.least};
    return {-1 - operand.most, -1 - operand.least}; // ~n
}

std::optional<Bounds> of_call(const program::BuiltinCall& call) {
    const auto argument = [&](std::size_t i) { return bounds_of(*call.arguments[i]); };
    const auto is_integer = [](const program::ExprPtr& each) { return !each->type->is_floating(); };
    if (!std::all_of(call.arguments.begin(), call.arguments.end(), is_integer)) return std::nullopt;
    switch (call.builtin->special) {
    case Special::min:
        return Bounds{std::min(argument(0).least, argument(1).least),
                      std::min(argument(0).most, argument(1).most)};
    case Special::max:
        return Bounds{std::max(argument(0).least, argument(1).least),
                      std::max(argument(0).most, argument(1).most)};
    case Special::abs: {
        const Bounds of = argument(0);
        const WideInt most = std::max(of.most, -of.least);
        return Bounds{of.least > 0 ? of.least : of.most < 0 ? -of.most : WideInt(0), most};
    }
    case Special::popc:
    case Special::clz:
    case Special::ffs:
        return Bounds{0, 64};
    default:
        return std::nullopt;
    }
}

Bounds of_table(const program::Table& table) {
    std::optional<Bounds> result;
    for (const auto& value : table.values) {
        const auto* number = std::get_if<int64_t>(&value);
        if (!number) return bounds_of(table.element);
        const WideInt wide =
            table.element == Type::uint64() ? WideInt(static_cast<uint64_t>(*number)) : WideInt(*number);
        result = result ? both(*result, {wide, wide}) : Bounds{wide, wide};
    }
    return result ? *result : bounds_of(table.element);
}

std::optional<Bounds> of_coordinate(const program::CoordinateExpr& node) {
    if (node.coordinate == program::Coordinate::lane_id) return Bounds{0, 31};
    const Bounds all = bounds_of(node.type);
    return Bounds{program::is_extent(node.coordinate) ? 1 : 0, all.most};
}

std::optional<Bounds> without_width(const program::Expr& expr) {
    switch (expr.kind) {
    case program::ExprKind::literal:
        if (const auto value = literal_integer(program::as<program::Literal>(expr)))
            return Bounds{*value, *value};
        return std::nullopt;
    case program::ExprKind::variable:
        if (const auto& kept = program::as<program::VariableRef>(expr).variable->kept_bounds)
            return Bounds{kept->first, kept->second};
        return std::nullopt;
    case program::ExprKind::length:
        return Bounds{0, bounds_of(expr.type).most};
    case program::ExprKind::coordinate:
        return of_coordinate(program::as<program::CoordinateExpr>(expr));
    case program::ExprKind::unary:
        if (expr.type->is_bool()) return std::nullopt;
        return of_unary(program::as<program::Unary>(expr));
    case program::ExprKind::binary: {
        const auto& node = program::as<program::Binary>(expr);
        return bounds_of(node.op, bounds_of(*node.left), bounds_of(*node.right));
    }
    case program::ExprKind::conditional: {
        const auto& node = program::as<program::Conditional>(expr);
        return both(bounds_of(*node.then_value), bounds_of(*node.else_value));
    }
    case program::ExprKind::logical: {
        const auto& node = program::as<program::Logical>(expr);
        return both(bounds_of(*node.left), bounds_of(*node.right));
    }
    case program::ExprKind::cast: {
        const auto& operand = *program::as<program::Cast>(expr).operand;
        if (expr.type->is_bool() || !(operand.type->is_integer() || operand.type->is_bool()))
            return std::nullopt;
        return bounds_of(operand);
    }
    case program::ExprKind::load:
        if (const auto& table = program::as<program::Load>(expr).array->table) return of_table(*table);
        return std::nullopt;
    case program::ExprKind::builtin_call:
        return of_call(program::as<program::BuiltinCall>(expr));
    case program::ExprKind::sequence:
        return bounds_of(*program::as<program::Sequence>(expr).second);
    case program::ExprKind::field: { // of a tuple that is written out
        const auto& field = program::as<program::FieldExpr>(expr);
        const program::Expr* tuple = field.operand.get();
        while (tuple->kind == program::ExprKind::sequence)
            tuple = program::as<program::Sequence>(*tuple).second.get();
        if (tuple->kind != program::ExprKind::construct || field.item) return std::nullopt;
        return bounds_of(*program::as<program::Construct>(*tuple).parts[field.field]);
    }
    default:
        return std::nullopt;
    }
}

} // namespace

Bounds bounds_of(const Type* type) {
    if (type->is_bool()) return {0, 1};
    const int bits = type->size() * 8;
    if (type->is_unsigned()) return {0, (one << bits) - 1};
    return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
}

std::optional<Bounds> bounds_of(BinaryOp op, Bounds a, Bounds b) {
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
    case BinaryOp::mul:
        return corners(op, a, b);
    case BinaryOp::floor_divide:
        return floor_division(a, b);
    case BinaryOp::floor_modulo:
        return remainder(a, b);
    case BinaryOp::power:
        return power(a, b);
    case BinaryOp::shift_left:
    case BinaryOp::shift_right:
        return shift(op, a, b);
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return bits(op, a, b);
    default:
        return std::nullopt;
    }
}

Bounds bounds_of(const program::Expr& expr) {
    const Bounds all = bounds_of(expr.type);
    const auto bounds = without_width(expr);
    const bool stays = bounds && bounds->least >= all.least && bounds->most <= all.most;
    return stays ? *bounds : all;
}

bool holds(const Type* type, Bounds bounds) {
    return cudapy::holds(type, bounds.least) && cudapy::holds(type, bounds.most);
}

bool holds_all(const Type* type, const program::Expr& expr) {
    const auto parts = [&](std::initializer_list<const program::Expr*> operands) {
        return std::all_of(operands.begin(), operands.end(),
                           [&](const program::Expr* each) { return holds_all(type, *each); });
    };
    switch (expr.kind) {
    case program::ExprKind::literal:
    case program::ExprKind::unary:
    case program::ExprKind::binary: {
        const auto value = fold_tree(expr);
        if (!(value ? cudapy::holds(type, *value) : holds(type, bounds_of(expr)))) return false;
        if (expr.kind == program::ExprKind::unary)
            return parts({program::as<program::Unary>(expr).operand.get()});
        if (expr.kind == program::ExprKind::literal) return true;
        const auto& node = program::as<program::Binary>(expr);
        return parts({node.left.get(), node.right.get()});
    }
    case program::ExprKind::conditional: {
        const auto& node = program::as<program::Conditional>(expr);
        return parts({node.then_value.get(), node.else_value.get()});
    }
    case program::ExprKind::logical: {
        const auto& node = program::as<program::Logical>(expr);
        return parts({node.left.get(), node.right.get()});
    }
    case program::ExprKind::sequence:
        return parts({program::as<program::Sequence>(expr).second.get()});
    case program::ExprKind::builtin_call: {
        if (!holds(type, bounds_of(expr))) return false;
        const auto& arguments = program::as<program::BuiltinCall>(expr).arguments;
        return std::all_of(arguments.begin(), arguments.end(),
                           [&](const program::ExprPtr& each) { return holds_all(type, *each); });
    }
    default:
        return holds(type, bounds_of(expr));
    }
}

} // namespace cudapy::checker
