#include "translator/numba/dates/dates.h"

#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/prose/article.h"
#include "translator/numba/dates/units.h"
#include "translator/program/build.h"
#include "translator/resolver.h"

#include <utility>
#include <variant>

namespace cudapy::checker::numba {

using program::ExprPtr;
using program::Helper;
using Op = syntax::BinaryOp;

namespace {

bool is_datetime(const Type* type) {
    return type->is_date() && !type->is_timedelta();
}

/// Returns the type of dates, or of spans, in a unit.
const Type* date_type(bool is_timedelta, const std::string& unit) {
    return is_timedelta ? Type::timedelta(unit) : Type::datetime(unit);
}

/// Returns the integer that a date is.
ExprPtr integer_of(Value value) {
    return program::make_cast(Type::int64(), std::move(value.node));
}

/// Returns the integer that a date is in a unit that is as fine as its own, or finer.
ExprPtr in_unit(Value value, const std::string& unit) {
    const Span span = value.node->span;
    const auto factor = units_in(value.type()->unit(), unit);
    ExprPtr number = integer_of(std::move(value));
    if (factor == 1) return number;
    return program::make_helper_call(Helper::date_multiply, Type::int64(), span, std::move(number),
                                     program::make_int(Type::int64(), *factor, span));
}

/// Returns the date of a type that an integer is.
Value date_of(const Type* type, ExprPtr number) {
    return strong(program::make_cast(type, std::move(number)));
}

Value refuse(Body& body, Span span, const std::string& what, const std::string& way) {
    report(body, diag::NoOther{what, way}, span);
    return {};
}

std::string both(const Type* left, const Type* right) {
    return diag::with_article(left->name()) + " and " + diag::with_article(right->name());
}

/// Returns the unit that two dates have in common, or reports that there is none.
std::optional<std::string> unit_of_both(Body& body, const std::string& what, Span span, const Type* left,
                                        const Type* right) {
    auto unit = common_unit(left->unit(), right->unit());
    if (!unit)
        refuse(body, span,
               what + " of " + both(left, right) + ", whose units have no fixed ratio that an `int64` holds,",
               "convert one of both outside of the kernel, with `astype`");
    return unit;
}

/// Returns the sum or the difference of dates and spans, or reports that there is none.
Value sum(Body& body, Op op, const std::string& quoted, Span span, Value left, Value right) {
    const Type *a = left.type(), *b = right.type();
    const bool is_sum = op == Op::add;
    const bool has_meaning = is_sum ? !(is_datetime(a) && is_datetime(b)) : is_datetime(a) || !is_datetime(b);
    if (!has_meaning)
        return refuse(body, span, quoted + " of " + both(a, b),
                      is_sum ? "add a `timedelta64` to a date" : "subtract a `timedelta64` from a date");
    const auto unit = unit_of_both(body, quoted, span, a, b);
    if (!unit) return {};
    const bool is_span = is_datetime(a) == is_datetime(b);
    ExprPtr first = in_unit(std::move(left), *unit), second = in_unit(std::move(right), *unit);
    return date_of(date_type(is_span, *unit),
                   program::make_helper_call(is_sum ? Helper::date_add : Helper::date_subtract, Type::int64(),
                                             span, std::move(first), std::move(second)));
}

/// Returns the quotient of two spans, or reports that there is none.
Value ratio(Body& body, const std::string& quoted, Span span, Value left, Value right) {
    const auto unit = unit_of_both(body, quoted, span, left.type(), right.type());
    if (!unit) return {};
    ExprPtr first = in_unit(std::move(left), *unit), second = in_unit(std::move(right), *unit);
    return strong(program::make_helper_call(Helper::date_ratio, Type::float64(), span, std::move(first),
                                            std::move(second)));
}

/// Returns a span times a number, or by it.
Value scaled(Span span, bool divides, Value date, Value number) {
    const Type* type = date.type();
    const bool is_real = number.type()->is_floating();
    const Helper helper = is_real ? (divides ? Helper::date_scale_down : Helper::date_scale)
                                  : (divides ? Helper::date_divide : Helper::date_multiply);
    ExprPtr factor = convert(std::move(number), is_real ? Type::float64() : Type::int64());
    return date_of(type, program::make_helper_call(helper, Type::int64(), span, integer_of(std::move(date)),
                                                   std::move(factor)));
}

/// Returns whether a number is one that spans are multiplied with: numba has no bools and complex numbers
/// for it.
bool is_factor(const Type* type) {
    return type->is_integer() || type->is_floating();
}

/// Returns what can be done to a date instead of something else.
std::string way_for(const Type* type) {
    return type->is_timedelta()
               ? "a `timedelta64` is added, subtracted, compared, multiplied with and divided "
                 "by numbers, and divided by another one"
               : "a `datetime64` is subtracted from another one and compared, and a "
                 "`timedelta64` is added to it";
}

/// Returns `left op right`. Reports an operation that numba does not have.
Value date_binary(Body& body, Op op, const std::string& quoted, Span span, Value left, Value right) {
    const Type *a = left.type(), *b = right.type();
    const bool of_dates = a->is_date() && b->is_date();
    const bool divides = op == Op::true_div || op == Op::floor_div;
    if (of_dates && (op == Op::add || op == Op::sub))
        return sum(body, op, quoted, span, std::move(left), std::move(right));
    if (a->is_timedelta() && b->is_timedelta() && op == Op::true_div)
        return ratio(body, quoted, span, std::move(left), std::move(right));
    if (a->is_timedelta() && is_factor(b) && (op == Op::mul || divides))
        return scaled(span, divides, std::move(left), std::move(right));
    if (is_factor(a) && b->is_timedelta() && op == Op::mul) {
        KeptValues kept(body); // the span is the helper's first operand, and evaluated after the number
        if (!is_pure(*left.node))
            left = strong(program::make_ref(kept.keep(std::move(left.node), "factor"), span));
        Value product = scaled(span, false, std::move(right), std::move(left));
        return strong(kept.before(std::move(product.node)));
    }
    return refuse(body, span, quoted + " of " + both(a, b), way_for(a->is_date() ? a : b));
}

/// Returns `-a` or `+a` of a span, or reports that there is no such operation.
Value date_unary(Body& body, syntax::UnaryOp op, Span span, Value operand) {
    const Type* type = operand.type();
    if (op == syntax::UnaryOp::invert || !type->is_timedelta())
        return refuse(body, span,
                      std::string(op == syntax::UnaryOp::invert  ? "`~`"
                                  : op == syntax::UnaryOp::minus ? "`-`"
                                                                 : "`+`") +
                          " of " + diag::with_article(type->name()),
                      way_for(type));
    if (op == syntax::UnaryOp::plus) return strong(std::move(operand.node));
    return date_of(type, program::make_helper_call(Helper::date_negate, Type::int64(), span,
                                                   integer_of(std::move(operand))));
}

/// Returns the comparison of two values. NaT is unequal to all.
Value compare_dates(Body& body, const Comparison& comparison, std::vector<Value> values) {
    if (values.size() > 2)
        return refuse(body, comparison.span, "a comparison of more than two values, one of them a date,",
                      "write one comparison for each pair, with `and` between them");
    const Type *a = values[0].type(), *b = values[1].type();
    if (!a->is_date() || !b->is_date() || a->is_timedelta() != b->is_timedelta())
        return refuse(body, comparison.span, "a comparison of " + both(a, b),
                      "compare a `datetime64` with another one, and a `timedelta64` with another one");
    const auto unit = unit_of_both(body, "a comparison", comparison.span, a, b);
    if (!unit) return {};
    const syntax::CompareOp op = comparison.ops[0];
    const Helper helper = op == syntax::CompareOp::lt   ? Helper::date_less
                          : op == syntax::CompareOp::le ? Helper::date_less_equal
                          : op == syntax::CompareOp::gt ? Helper::date_greater
                          : op == syntax::CompareOp::ge ? Helper::date_greater_equal
                                                        : Helper::date_equal;
    ExprPtr left = in_unit(std::move(values[0]), *unit), right = in_unit(std::move(values[1]), *unit);
    ExprPtr result =
        program::make_helper_call(helper, Type::bool_(), comparison.span, std::move(left), std::move(right));
    return strong(op == syntax::CompareOp::ne ? program::make_not(std::move(result)) : std::move(result));
}

Value captured_date(Span span, const Binding& binding, const std::string& name) {
    const int64_t number = std::get<int64_t>(binding.elements.front().value);
    auto literal = std::make_unique<program::Literal>(span, Type::int64(), number);
    literal->name = name;
    return date_of(binding.type, std::move(literal));
}

ExprPtr stored_date(Body& body, Value value, const Type* type, Target target) {
    const Type* given = value.type();
    if (given == type) return std::move(value.node);
    const bool are_alike =
        given->is_date() && type->is_date() && given->is_timedelta() == type->is_timedelta();
    report(body,
           diag::NoOther{diag::with_article(given->name()) + " in " + target.place + ", which is " +
                             diag::with_article(type->name()) + ",",
                         are_alike ? "give both the same unit" : "store it in a place of its own type"},
           value.syntax ? value.syntax->span : value.node->span, std::move(target.labels));
    return nullptr;
}

Value made_date(Body& body, const syntax::Call& call, const Type* type) {
    report(body,
           diag::NoOther{"a `" + type->name() + "` that a kernel makes of something else",
                         "give the kernel the date as an argument"},
           call.span);
    check_arguments_only(body, call);
    return {};
}

void report_date(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where) {
    report(body,
           diag::NoOther{"`" + text(body, expr) + "`, " + diag::with_article(value.type()->name()) + ", in " +
                             where,
                         way_for(value.type())},
           expr.span);
}

} // namespace

Value date_absolute(Body& body, Span span, Value operand) {
    const Type* type = operand.type();
    if (!type->is_timedelta())
        return refuse(body, span, "`abs` of " + diag::with_article(type->name()), way_for(type));
    return date_of(type, program::make_helper_call(Helper::date_abs, Type::int64(), span,
                                                   integer_of(std::move(operand))));
}

Value number_or_date(Body& body, const syntax::Expr& expr, const std::string& where, bool takes_complex) {
    Value value = storable(body, expr, where);
    if (!value || value.type()->is_date()) return value;
    const bool is_good = value.type()->is_real() || (takes_complex && value.type()->is_complex());
    return is_good ? std::move(value) : number(body, expr, where); // which says what it is
}

const TypeRules date_rules = {
    .unary = date_unary,
    .binary = date_binary,
    .compared = compare_dates,
    .stored = stored_date,
    .captured = captured_date,
    .made = made_date,
    .refuse = report_date,
};

} // namespace cudapy::checker::numba
