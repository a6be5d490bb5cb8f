#include "translator/check/expressions/quotients.h"

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Makes an integer of a quotient. A quotient of integers of 32 bits is never so near to an integer that its
/// double is that integer. With 64 bits that may happen, because the double is rounded first.
Value written_quotient(Span span, const std::string_view name, Quotient quotient) {
    const Type* type = quotient.dividend->type;
    if (!quotient.divisor) return strong(std::move(quotient.dividend));
    if (name == "floor" && type->size() == 4)
        return strong(std::make_unique<program::Binary>(span, type, program::BinaryOp::floor_divide,
                                                        std::move(quotient.dividend),
                                                        std::move(quotient.divisor)));
    const program::Helper helper = name == "floor"   ? program::Helper::floor_quotient
                                   : name == "ceil"  ? program::Helper::ceil_quotient
                                   : name == "round" ? program::Helper::round_quotient
                                                     : program::Helper::trunc_quotient;
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(quotient.dividend));
    operands.push_back(std::move(quotient.divisor));
    return strong(std::make_unique<program::HelperCall>(span, type, helper, std::move(operands)));
}

/// Returns the type that holds an integer of the type with the other sign, or null if none does.
const Type* negated_type(const Type* type) {
    return type->is_signed() ? type : type == Type::uint64() ? nullptr : Type::int64();
}

/// Returns the function that gives `-f(x)` for `-x`.
std::string_view mirrored(std::string_view name) {
    return name == "floor" ? "ceil" : name == "ceil" ? "floor" : name;
}

Value integer_of(Span span, std::string_view name, Quotient quotient) {
    const bool is_negated = quotient.is_negated;
    if (is_negated) name = mirrored(name);
    Value value;
    if (quotient.condition) {
        Value one = integer_of(span, name, std::move(*quotient.one));
        Value other = integer_of(span, name, std::move(*quotient.other));
        const Type* type = meet(one, other);
        value = strong(std::make_unique<program::Conditional>(span, type, std::move(quotient.condition),
                                                              convert(std::move(one), type),
                                                              convert(std::move(other), type)));
    } else {
        value = written_quotient(span, name, std::move(quotient));
    }
    if (!is_negated) return value;
    const Type* type = negated_type(value.type());
    return strong(std::make_unique<program::Unary>(span, type, program::UnaryOp::negate,
                                                   convert(std::move(value), type)));
}

} // namespace

std::unique_ptr<Quotient> clone(const std::unique_ptr<Quotient>& quotient) {
    if (!quotient) return nullptr;
    const auto copied = [](const ExprPtr& expr) { return expr ? program::clone(*expr) : nullptr; };
    auto result = std::make_unique<Quotient>();
    result->dividend = copied(quotient->dividend);
    result->divisor = copied(quotient->divisor);
    result->condition = copied(quotient->condition);
    result->one = clone(quotient->one);
    result->other = clone(quotient->other);
    result->is_negated = quotient->is_negated;
    return result;
}

const Type* integer_type(const Quotient& quotient) {
    const Type* type = nullptr;
    if (quotient.condition) {
        const Type* one = integer_type(*quotient.one);
        const Type* other = integer_type(*quotient.other);
        type = one && other ? promote(one, other) : nullptr;
    } else {
        type = quotient.dividend->type;
    }
    return type && quotient.is_negated ? negated_type(type) : type;
}

void negate(std::unique_ptr<Quotient>& quotient) {
    if (!quotient) return;
    quotient->is_negated = !quotient->is_negated;
    if (!integer_type(*quotient)) quotient = nullptr;
}

Value quotient_integer(Span span, const Builtin* builtin, Quotient quotient) {
    return integer_of(span, builtin->name, std::move(quotient));
}

/// Keeps both operands of a choice in `choice.quotient`, if both are quotients of integers, or if one is and
/// the other is an integer.
void keep_quotients(Value& choice, const program::Expr& condition, const Value& one, const Value& other) {
    const auto is_whole = [](const Value& value) {
        return value.quotient || value.type()->is_integer() || value.type()->is_bool();
    };
    if (!(one.quotient || other.quotient) || !is_whole(one) || !is_whole(other)) return;
    const auto kept = [](const Value& value) {
        if (value.quotient) return clone(value.quotient);
        auto integer = std::make_unique<Quotient>();
        const bool is_computed_as_int = value.type()->is_bool() || value.type()->is_narrow();
        integer->dividend = convert(copy(value), is_computed_as_int ? Type::int32() : value.type());
        return integer;
    };
    auto quotient = std::make_unique<Quotient>();
    quotient->condition = program::clone(condition);
    quotient->one = kept(one);
    quotient->other = kept(other);
    if (integer_type(*quotient)) choice.quotient = std::move(quotient);
}

} // namespace cudapy::checker
