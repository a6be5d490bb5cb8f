#pragma once
// The small functions that an emitted file defines when, and only when, it uses them, and the facts that are
// known of each. Their texts are in emit/helpers.

#include <cstddef>
#include <string_view>

namespace cudapy::program {

/// The helpers, each of which has a row in helpers.inc.
enum class Helper {
#define HELPER(name, emitted, operands, maker, result, sign) name,
#include "translator/program/helpers.inc"
#undef HELPER
};

/// A rule that says what the signs of the operands tell of the sign of an integer result.
enum class SignRule {
    unknown,
    non_negative,
    first,    ///< the sign of the first operand
    least,    ///< the least that is known of the signs of the two operands
    greatest, ///< the most that is known of the signs of the two operands
    not_zero, ///< the sign of the first operand, which is not 0
    as_power, ///< not negative where the first operand is not negative
    // The next ones are the rules of operators.
    as_add,
    as_mul,
    as_divide,
    as_floor_divide,
    as_floor_modulo,
    as_remainder,
};

struct HelperRow {
    enum class Maker { checker, lowering };
    enum class Result { same, other };

    std::string_view name;    ///< the name that the printer prints
    std::string_view emitted; ///< the beginning of its name in emitted text; an operator of C++ as it is
    std::size_t operands;     ///< the number of operands; for a check or instrumentation, the least number
    Maker maker;              ///< the first stage that may make it
    Result result;            ///< says whether the result has the type of all operands
    SignRule sign;
};
/// Returns the row that helpers.inc has for the helper.
const HelperRow& row_of(Helper helper);

constexpr bool is_instrumentation(Helper helper) {
    return helper >= Helper::record_read;
}
constexpr bool is_check(Helper helper) {
    return helper >= Helper::in_range && !is_instrumentation(helper);
}

} // namespace cudapy::program
