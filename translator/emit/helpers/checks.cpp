#include "translator/emit/helpers/checks.h"

#include "translator/emit/cpp/reports.h"
#include "translator/emit/helpers/helper_table.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

bool is_numbered(const Expr& expr) {
    return is_check_call(expr) ||
           (expr.kind == ExprKind::helper_call && is_instrumentation(as<HelperCall>(expr).helper));
}

auto order(const Check& check) {
    return std::tuple(check.span.file, check.span.begin, check.span.end, check.kind, check.axis, check.name,
                      check.type ? check.type->name() : std::string(), check.from_end, check.axes,
                      check.offset, check.field);
}

bool comes_before(const Check& a, const Check& b) {
    return order(a) < order(b);
}

// Texts of helpers, in the words of words_of() in helpers.cpp and: E, a type that holds
// every result; OP, the operator; PLACE, the parameters after the operands; FAIL(value, bound | instead),
// what reports, and gives something harmless where the thread goes on.

constexpr std::string_view in_range = R"(Q T N(T value, T end, PLACE)
{
    if (value < 0 || value >= end) {
        FAIL(value, end | end == 0 ? (__trap(), 0) : value < 0 ? 0 : end - 1);
    }
    return value;
}
)";
constexpr std::string_view in_range_unsigned = R"(Q T N(T value, T end, PLACE)
{
    if (value >= end) {
        FAIL(value, end | end - 1);
    }
    return value;
}
)";
constexpr std::string_view assigned = R"(Q T N(T value, bool is_assigned, PLACE)
{
    if (!is_assigned) {
        FAIL(0, 0 | value);
    }
    return value;
}
)";
constexpr std::string_view nonzero = R"(Q T N(T value, PLACE)
{
    if (value == 0) {
        FAIL(0, value | 1);
    }
    return value;
}
)";
constexpr std::string_view rounds_into = R"(Q T N(T value, T low, T high, PLACE)
{
    if (!((value >= low || value > low - 1) && value < high)) {
        const double wide = value;
        long long bits;
        MEMCPY(&bits, &wide, sizeof bits);
        FAIL(bits, 0 | 0);
    }
    return value;
}
)";
constexpr std::string_view exact = R"(Q T N(T a, T b, PLACE)
{
    const E left = a;
    const E result = left OP b;
    if (result != T(result)) {
        FAIL(a, b | 0);
    }
    return T(result);
}
)";
constexpr std::string_view exact_shift_left = R"(Q T N(T a, T count, PLACE)
{
    const E left = a, one = 1;
    const E result = left * (one << count);
    if (result != T(result)) {
        FAIL(a, count | 0);
    }
    return T(result);
}
)";
constexpr std::string_view exact_floor_div = R"(Q T N(T a, T b, PLACE)
{
    const E left = a;
    if (b == 0 || (b == -1 && -left != T(-left))) {
        FAIL(a, b | 0);
    }
    const T quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
)";
constexpr std::string_view exact_power = R"(Q T N(T base, T exponent, PLACE)
{
    E result = 1, power = base;
    for (T rest = exponent; rest > 0; rest >>= 1) {
        if (rest & 1) {
            result *= power;
        }
        if (rest > 1) {
            power *= power;
        }
        if (result != T(result) || power != T(power)) {
            FAIL(base, exponent | 0);
        }
    }
    return T(result);
}
)";
constexpr std::string_view exact_negate = R"(Q T N(T a, PLACE)
{
    const E left = a;
    if (-left != T(-left)) {
        FAIL(a, 0 | 0);
    }
    return T(-left);
}
)";
constexpr std::string_view exact_abs = R"(Q T N(T a, PLACE)
{
    const E left = a;
    if (-left != T(-left)) {
        FAIL(a, 0 | 0);
    }
    return T(left < 0 ? -left : left);
}
)";

constexpr HelperText of_checks[] = {
    {Helper::in_range, Types::unsigned_integer, Targets::both,
     "The value, which must be from 0 to below the end.", in_range_unsigned},
    {Helper::in_range, Types::any, Targets::both, "The value, which must be from 0 to below the end.",
     in_range},
    {Helper::assigned, Types::any, Targets::both, "The value of a variable, which must have been assigned.",
     assigned},
    {Helper::nonzero, Types::any, Targets::both, "The value, which must not be 0.", nonzero},
    {Helper::rounds_into, Types::any, Targets::both,
     "The value, whose integer part must be from low to below high.", rounds_into},
    {Helper::exact_add, Types::any, Targets::both, "a + b, which must fit.", exact},
    {Helper::exact_sub, Types::any, Targets::both, "a - b, which must fit.", exact},
    {Helper::exact_mul, Types::any, Targets::both, "a * b, which must fit.", exact},
    {Helper::exact_floor_div, Types::any, Targets::both, "Python's a // b, which must be there and fit.",
     exact_floor_div},
    {Helper::exact_power, Types::any, Targets::both, "base ** exponent, which must fit.", exact_power},
    {Helper::exact_shift_left, Types::any, Targets::both, "a << count, which must fit.", exact_shift_left},
    {Helper::exact_negate, Types::any, Targets::both, "-a, which must fit.", exact_negate},
    {Helper::exact_abs, Types::any, Targets::both, "abs(a), which must fit.", exact_abs},
};

const char* operator_of(Helper helper) {
    return helper == Helper::exact_add ? "+" : helper == Helper::exact_sub ? "-" : "*";
}

/// The text that stubs print of the values for a helper. The helpers whose two operands have no result that
/// fits have none.
struct Message {
    Helper helper;
    std::string_view text;
};
constexpr Message messages[] = {
    {Helper::in_range, "%lld is not in range(%lld)"},
    {Helper::assigned, "the variable has not been assigned"},
    {Helper::nonzero, "division by zero, or a step that is 0"},
    {Helper::rounds_into, "the number is too large"},
    {Helper::exact_floor_div, "%lld has no quotient by %lld"},
    {Helper::exact_negate, "the result for %lld does not fit"},
    {Helper::exact_abs, "the result for %lld does not fit"},
};

/// Returns the text that a stub prints of a check that failed: printf's format for the place, the thread and
/// the values.
std::string said(Helper helper) {
    std::string_view message = "the result for %lld and %lld does not fit";
    for (const Message& each : messages)
        if (each.helper == helper) message = each.text;
    // A message may leave out the values, since they are the last arguments.
    return string_literal("%s, in thread (%lld, %lld, %lld): " + std::string(message) + "\n");
}

constexpr std::array<const char*, 3> coordinate_names = {"x", "y", "z"};

} // namespace

std::vector<Check> checks_of(const Program& program) {
    std::vector<Check> found;
    const auto look = [&](const Function& variant) {
        visit_all(variant.body, [&](const Expr& expr) {
            if (is_numbered(expr)) found.push_back(*as<HelperCall>(expr).check);
        });
    };
    for (const auto& function : program.functions)
        look(function->block ? *function->block : *function);
    std::sort(found.begin(), found.end(), comes_before);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

bool is_check_call(const Expr& expr) {
    return expr.kind == ExprKind::helper_call && is_check(as<HelperCall>(expr).helper);
}

std::string check_argument(const HelperCall& call, const Dialect& dialect) {
    const auto [begin, end] =
        std::equal_range(dialect.checks.begin(), dialect.checks.end(), *call.check, comes_before);
    const auto found = std::find(begin, end, *call.check);
    if (found == end) throw InternalError("a check that is not in the list");
    const auto place = found - dialect.checks.begin();
    return dialect.stubs ? string_literal(dialect.check_places[static_cast<std::size_t>(place)])
                         : std::to_string(place + 1);
}

std::span<const HelperText> check_texts() {
    return of_checks;
}

void add_check_words(Words& words, Helper helper, const Type* type, const Dialect& dialect) {
    std::string place = dialect.stubs ? "const char* where" : "int number";
    std::string thread;
    if (dialect.target == Target::cpu) {
        thread = ", x, y, z";
        for (const char* name : coordinate_names)
            place += fmt::format(", {} {}{}", dialect.index64 ? "int64_t" : "int", name,
                                 *name == 'x' ? "" : " = 0");
    }
    words.texts["PLACE"] = place;
    words.texts["MEMCPY"] = dialect.target == Target::cpu ? "__builtin_memcpy" : "memcpy";
    words.texts["OP"] = operator_of(helper);
    words.texts["E"] = type->size() == 8 ? "__int128" : "long long";
    const std::string first =
        dialect.check_failure + "(" + (dialect.stubs ? said(helper) + ", where" : "number");
    words.calls["FAIL"] = [=, goes_on = dialect.checks_go_on](const Words::Parts& parts) {
        const std::string call = first + ", " + parts.at(0) + thread + ")";
        return goes_on ? "return " + call + ", " + parts.at(1) : call;
    };
}

void write_check_failure(Writer& writer, const Dialect& dialect, const std::string& symbol) {
    const std::string& fail = dialect.check_failure;
    const auto write_coordinates = [&] {
        for (const char* name : coordinate_names)
            writer.line(fmt::format(
                "const long long {0} = 1LL * blockIdx.{0} * blockDim.{0} + threadIdx.{0};", name));
    };
    writer.blank();
    if (dialect.stubs) {
        writer.comment("Says what is outside the contract of the language, and stops.");
        if (dialect.target == Target::cpu) {
            writer.function_head("[[noreturn]] static void " + fail,
                                 {"const char* format", "const char* where", "long long value",
                                  "long long bound", "long long x", "long long y", "long long z"});
            writer.open("{");
            writer.line("fprintf(stderr, format, where, x, y, z, value, bound);");
            writer.line("abort();");
        } else {
            writer.function_head("static __device__ void " + fail, {"const char* format", "const char* where",
                                                                    "long long value", "long long bound"});
            writer.open("{");
            write_coordinates();
            writer.line("printf(format, where, x, y, z, value, bound);");
            writer.line("assert(!\"outside the contract of the language\");");
            writer.line("__trap();");
        }
        writer.close();
        return;
    }
    if (dialect.target == Target::cpu) {
        writer.comment("A check that failed, by its number, with what it has found and its thread.");
        writer.raw("struct " + symbol + " {");
        writer.raw("    long long number, value, bound, x, y, z;");
        writer.blank();
        writer.raw("    // The first one stays.");
        writer.raw("    void keep_in(" + symbol + "* first) const");
        writer.raw("    {");
        writer.raw("        long long none = 0;");
        writer.raw("        if (!__atomic_compare_exchange_n(&first->number, &none, number, false,");
        writer.raw("                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED))");
        writer.raw("            return;");
        for (const char* what : {"value", "bound", "x", "y", "z"})
            writer.raw(fmt::format("        first->{0} = {0};", what));
        writer.raw("    }");
        writer.raw("};");
        writer.blank();
        writer.function_head("[[noreturn]] static void " + fail,
                             {"int number", "long long value", "long long bound", "long long x",
                              "long long y", "long long z"});
        writer.open("{");
        writer.line("throw " + symbol + "{number, value, bound, x, y, z};");
        writer.close();
        return;
    }
    writer.comment(
        "The number of the first check that failed, what it has found, and its thread, for the host.");
    writer.raw("__device__ unsigned long long " + symbol + "[6];");
    writer.blank();
    writer.comment(
        dialect.checks_go_on
            ? "The thread goes on, since others wait for it where all blocks do."
            : "Ends the thread. The others go on, so that no memory is lost, as it would be with a trap.");
    writer.function_head("static __device__ void " + fail,
                         {"int number", "long long value", "long long bound"});
    writer.open("{");
    write_coordinates();
    writer.open(fmt::format("if (atomicCAS(&{}[0], 0ULL, 1ULL * number) == 0) {{", symbol));
    int place = 0;
    for (const char* what : {"value", "bound", "x", "y", "z"})
        writer.line(fmt::format("{}[{}] = {};", symbol, ++place, what));
    writer.close();
    if (!dialect.checks_go_on) {
        writer.line("asm volatile(\"exit;\");");
        writer.line("__builtin_unreachable();");
    }
    writer.close();
}

} // namespace cudapy::emit
