#include "translator/numba/numbers/folding.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/module/constants.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace cudapy::checker::numba {

using Number = cudapy::Constant;
using Op = syntax::BinaryOp;

namespace {

struct KnownConstant {
    /// The value, or nothing if it is an integer of more bits than the translator computes with.
    std::optional<Number> value;
    bool is_literal = false; ///< with or without a sign
    /// The operations, done in the types that numba gives their operands, have this value, too.
    bool is_as_written = false;
};

int bits_of(WideInt value) {
    __extension__ using Magnitude = unsigned __int128;
    int bits = 0;
    for (Magnitude rest = static_cast<Magnitude>(value < 0 ? -value : value); rest != 0; rest >>= 1)
        ++bits;
    return bits;
}

/// Returns whether CPython leaves an operation on integers undone because its result may be large.
bool is_above_limits(Op op, WideInt left, WideInt right) {
    constexpr int most_bits = 128;
    if (left == 0 || right == 0) return false;
    switch (op) {
    case Op::mul:
        return bits_of(left) + bits_of(right) > most_bits;
    case Op::pow:
        return right > 0 && bits_of(left) > most_bits / right;
    case Op::shl:
        return right < 0 || right > most_bits || bits_of(left) > most_bits - right;
    default:
        return false;
    }
}

/// Returns whether an operation on integers that CPython does has no value because it needs more than 128
/// bits. Other operations without a value raise.
bool leaves_128_bits(Op op, WideInt left, WideInt right) {
    return op == Op::add || op == Op::sub || op == Op::mul || op == Op::shl ||
           (op == Op::pow && (right >= 0 || left != 0));
}

/// Returns whether doubles hold the number as it is.
bool is_exact(const Number& value) {
    const WideInt limit = WideInt(1) << 53;
    return !value.is_integer() || (-limit <= value.integer() && value.integer() <= limit);
}

bool is_int64(const Number& value) {
    return value.is<WideInt>() && holds(Type::int64(), value.integer());
}

bool is_as_written(Op op, const KnownConstant& left, const KnownConstant& right, const Number& result) {
    if (!left.is_as_written || !right.is_as_written) return false;
    const Number &a = *left.value, &b = *right.value;
    const bool is_division = op == Op::true_div;
    if (is_int64(a) && is_int64(b) && !is_division) {
        const bool is_narrow_shift = !is_shift(op) || b.integer() < 64;
        return is_int64(result) && is_narrow_shift;
    }
    // Compilers may contract several operations to one that rounds once.
    const bool is_rounded_once = left.is_literal && right.is_literal && is_exact(a) && is_exact(b);
    const bool has_complex = a.is_complex() || b.is_complex();
    return is_rounded_once && !a.is<bool>() && !b.is<bool>() &&
           (op == Op::add || op == Op::sub || (!has_complex && (op == Op::mul || is_division)));
}

class ConstantFolding {
  public:
    explicit ConstantFolding(Body& body) : body_(body) {}

    std::optional<KnownConstant> unary(syntax::UnaryOp op, const syntax::Expr& operand) const {
        const auto known = of(operand);
        if (!known) return std::nullopt;
        if (!known->value) return KnownConstant{};
        auto value = apply(op, *known->value);
        if (!value) return std::nullopt;
        const bool is_plain = known->is_as_written && !known->value->is<bool>();
        return KnownConstant{std::move(value), known->is_literal && op == syntax::UnaryOp::minus, is_plain};
    }

    std::optional<KnownConstant> binary(Op op, const syntax::Expr& left, const syntax::Expr& right) const {
        const auto a = of(left);
        const auto b = a ? of(right) : std::nullopt;
        if (!b) return std::nullopt;
        if (!a->value || !b->value) return KnownConstant{};
        const bool of_integers = a->value->is_integer() && b->value->is_integer();
        if (of_integers && is_above_limits(op, a->value->integer(), b->value->integer())) return std::nullopt;
        auto value = apply(op, *a->value, *b->value);
        if (!value && of_integers && leaves_128_bits(op, a->value->integer(), b->value->integer()))
            return KnownConstant{};
        if (!value) return std::nullopt;
        const bool is_plain = is_as_written(op, *a, *b, *value);
        return KnownConstant{std::move(value), false, is_plain};
    }

  private:
    std::optional<KnownConstant> of(const syntax::Expr& expr) const {
        switch (expr.kind) {
        case syntax::ExprKind::integer: {
            auto& integer = syntax::as<syntax::Integer>(expr);
            if (integer.too_large) return KnownConstant{};
            return KnownConstant{Number{WideInt(integer.value)}, true, integer.value <= INT64_MAX};
        }
        case syntax::ExprKind::floating:
            return KnownConstant{Number{syntax::as<syntax::Floating>(expr).value}, true, true};
        case syntax::ExprKind::boolean:
            return KnownConstant{Number{syntax::as<syntax::Boolean>(expr).value}, true, true};
        case syntax::ExprKind::unary:
            return unary(syntax::as<syntax::Unary>(expr).op, *syntax::as<syntax::Unary>(expr).operand);
        case syntax::ExprKind::binary: {
            auto& binary_expr = syntax::as<syntax::Binary>(expr);
            return binary(binary_expr.op, *binary_expr.left, *binary_expr.right);
        }
        case syntax::ExprKind::tuple:
            return tuple(syntax::as<syntax::Tuple>(expr));
        case syntax::ExprKind::subscript:
            return element(syntax::as<syntax::Subscript>(expr));
        case syntax::ExprKind::unsupported: {
            if (syntax::as<syntax::UnsupportedExpr>(expr).construct != syntax::Construct::imaginary)
                return std::nullopt;
            const std::string digits = imaginary_digits(body_.context.sources.text(expr.span));
            return KnownConstant{Number{std::complex<double>(0, std::strtod(digits.c_str(), nullptr))}, true,
                                 true};
        }
        default:
            return std::nullopt;
        }
    }

    std::optional<KnownConstant> tuple(const syntax::Tuple& expr) const {
        std::vector<Number> elements;
        for (const syntax::ExprPtr& each : expr.elements) {
            auto known = of(*each);
            if (!known || !known->value) return known;
            elements.push_back(std::move(*known->value));
        }
        return KnownConstant{Number{std::move(elements)}};
    }

    std::optional<KnownConstant> element(const syntax::Subscript& expr) const {
        const auto owner = of(*expr.value);
        const auto at = owner ? of(*expr.index) : std::nullopt;
        if (!at) return std::nullopt;
        if (!owner->value || !at->value) return KnownConstant{};
        if (!owner->value->is_tuple() || !at->value->is_integer()) return std::nullopt;
        const auto& elements = std::get<std::vector<Number>>(owner->value->value);
        const WideInt count = static_cast<WideInt>(elements.size());
        const WideInt index = at->value->integer() + (at->value->integer() < 0 ? count : 0);
        if (index < 0 || index >= count) return std::nullopt;
        return KnownConstant{elements[static_cast<std::size_t>(index)]};
    }

    Body& body_;
};

/// Returns the number as a literal.
Value folded_literal(Body& body, Span span, const Number& number) {
    if (number.is<bool>()) return strong(program::make_bool(number.truth(), span));
    if (number.is_float()) return weak_floating(span, number.number(), Type::float64());
    if (number.is_complex()) return weak_complex(span, number.complex(), Type::float64());
    if (holds(Type::int64(), number.integer()) || holds(Type::uint64(), number.integer()))
        return weak_integer(span, number.integer());
    report(body, diag::IntegerTooLarge{text(body, span)}, span);
    return {};
}

std::optional<Folded> folded(Body& body, Span span, const std::optional<KnownConstant>& known) {
    if (!known) return std::nullopt;
    if (!known->value) {
        report(body, diag::IntegerTooLarge{text(body, span)}, span);
        return Folded{};
    }
    if (known->value->is_tuple()) return std::nullopt;
    return Folded{folded_literal(body, span, *known->value), known->is_as_written};
}

} // namespace

std::optional<Folded> folded_unary(Body& body, const UnaryOperation& operation) {
    if (operation.is_call) return std::nullopt;
    return folded(body, operation.span, ConstantFolding(body).unary(operation.op, operation.operand));
}

std::optional<Folded> folded_binary(Body& body, const BinaryOperation& operation) {
    if (operation.is_call) return std::nullopt;
    return folded(body, operation.span,
                  ConstantFolding(body).binary(operation.op, operation.left, operation.right));
}

} // namespace cudapy::checker::numba
