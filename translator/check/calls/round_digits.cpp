#include "translator/check/calls/round_digits.h"

#include "translator/builtins/builtins.h"
#include "translator/check/arrays/constant_index.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/fold.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::checker {

using program::ExprPtr;
using program::Helper;

namespace {

/// Returns the largest power of ten that the type has, all smaller ones being exact: 10 ** 22 is the last
/// that a double has.
int64_t most_tens(const Type* type) {
    if (type->is_floating()) return 22;
    const int bits = static_cast<int>(type->size()) * 8 - (type->is_unsigned() ? 0 : 1);
    return std::min<int64_t>(bits * 30103 / 100000, 18); // log10(2); the scale is an int64_t
}

} // namespace

Value round_digits(Body& body, const syntax::Call& expr) {
    static constexpr const char* name = "round";
    const syntax::Argument& first = expr.arguments[0];
    const syntax::Argument& last = expr.arguments[1];
    for (const syntax::Argument* argument : {&first, &last}) {
        if (argument->stars) {
            report(body, diag::NoStars{}, argument->value->span);
            return {};
        }
        if (!argument->keyword.empty() && !(argument == &last && argument->keyword == "ndigits")) {
            report(body, diag::UnknownKeyword{name, argument->keyword, "ndigits", false},
                   argument->keyword_span);
            return {};
        }
    }
    if (last.value->kind == syntax::ExprKind::none) { // as if it were left out
        Value whole = number(body, *first.value, "`round`");
        return whole ? to_integer(expr.span, find_builtin("round"), std::move(whole)) : Value();
    }
    Value value = number(body, *first.value, "`round`");
    const Value digits = number(body, *last.value, "the number of digits");
    if (!value || !digits) return {};
    settle(value);
    const bool is_small = value.type()->is_bool() || value.type()->is_narrow();
    const Type* type = is_small ? Type::int32() : value.type();
    // A float is rounded as the double that it is: as a float, x * scale would not be exact.
    const Type* wide = type->is_floating() ? Type::float64() : type;
    const int64_t least = -most_tens(wide);
    const int64_t most = type->is_floating() ? most_tens(type) : std::numeric_limits<int>::max();
    if (digits.type()->is_floating()) {
        report(body,
               diag::IntegerNeeded{"the number of digits", digits.type()->name(), text(body, *last.value)},
               last.value->span);
        return {};
    }
    auto count = constant_number(body, digits);
    if (!count) count = fold_tree(*digits.node);
    if (!count || *count < least || *count > most) {
        report(body,
               diag::RoundDigits{text(body, *last.value), count, type->name(), least, type->is_integer()},
               last.value->span);
        return {};
    }
    ExprPtr node = convert(std::move(value), type);
    if (type->is_integer() && *count >= 0) return strong(std::move(node));
    if (*count == 0) {
        const Type* real = type->is_small_float() ? Type::float32() : type;
        std::vector<ExprPtr> arguments;
        arguments.push_back(convert(strong(std::move(node)), real, true));
        node = builtin_node(expr.span, real, find_builtin("math.rint"), real, std::move(arguments));
        return strong(convert(strong(std::move(node)), type, true));
    }
    double scale = 1;
    for (int64_t i = 0; i < std::abs(*count); ++i)
        scale *= 10;
    std::vector<ExprPtr> arguments;
    arguments.push_back(convert(strong(std::move(node)), wide, true));
    if (type->is_floating())
        arguments.push_back(program::make_float(wide, scale, last.value->span));
    else
        arguments.push_back(program::make_int(wide, static_cast<int64_t>(scale), last.value->span));
    const Helper helper = *count < 0 ? Helper::round_tens : Helper::round_decimals;
    node = std::make_unique<program::HelperCall>(expr.span, wide, helper, std::move(arguments));
    return strong(convert(strong(std::move(node)), type, true));
}

} // namespace cudapy::checker
