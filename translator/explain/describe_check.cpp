// The words of the checked mode.

#include "translator/explain/describe_check.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace cudapy {

namespace {

using program::Check;

std::string of_index(const Check& check, const FailedCheck& failed) {
    const bool is_from_end = check.from_end || (check.wraps && failed.value < 0);
    const int64_t index = is_from_end ? failed.value - failed.bound : failed.value;
    if (check.axis >= 0)
        return fmt::format("index {} is outside dimension {} of {}, which is {} long", index, check.axis,
                           check.name, failed.bound);
    if (failed.bound == 0) return fmt::format("index {} is outside {}, which is empty", index, check.name);
    return fmt::format("index {} is outside {}, which has {} element{}", index, check.name, failed.bound,
                       failed.bound == 1 ? "" : "s");
}

std::string with_sign(int64_t operand) {
    return operand < 0 ? fmt::format("({})", operand) : fmt::format("{}", operand);
}

std::string of_overflow(const Check& check, const FailedCheck& failed, const diag::Words& words) {
    std::string result;
    if (check.name == "abs")
        result = fmt::format("abs({})", failed.value);
    else if (check.name == "-" && failed.bound == 0)
        result = fmt::format("-({})", failed.value);
    else
        result = fmt::format("{} {} {}", failed.value, check.name, with_sign(failed.bound));
    return fmt::format("{} does not fit in {}", result, words.type(check.type->name()));
}

std::string of_conversion(const Check& check, const FailedCheck& failed, const diag::Words& words) {
    const auto value = std::bit_cast<double>(failed.value);
    if (std::isnan(value)) return fmt::format("nan is no {}", words.type(check.type->name()));
    return fmt::format("{:g} does not fit in {}", value, words.type(check.type->name()));
}

std::string what(const Check& check, const FailedCheck& failed, const diag::Words& words) {
    switch (check.kind) {
    case Check::Kind::index:
        return of_index(check, failed);
    case Check::Kind::shift:
        return fmt::format("a shift by {} is not from 0 to {}", failed.value, failed.bound - 1);
    case Check::Kind::division:
        return failed.bound == 0 ? "division by zero" : of_overflow(check, failed, words);
    case Check::Kind::overflow:
        return of_overflow(check, failed, words);
    case Check::Kind::step:
        return "the step of range() is 0";
    case Check::Kind::unassigned:
        return fmt::format("{} is read and has not been assigned", check.name);
    case Check::Kind::unpacked:
        return fmt::format("{} has {} element{}, and {} names are given one each", check.name, failed.value,
                           failed.value == 1 ? "" : "s", check.axis);
    case Check::Kind::raised:
        return "an exception was raised";
    case Check::Kind::none_as_number:
        return "None, which a function gave, is used as a number";
    case Check::Kind::conversion:
    case Check::Kind::read: // of accesses see describe_findings.cpp
    case Check::Kind::write:
    case Check::Kind::atomic:
    case Check::Kind::exchange:
    case Check::Kind::shared:
    case Check::Kind::local:
    case Check::Kind::order:
    case Check::Kind::decision: // which are told to a recorder, too
    case Check::Kind::call:
    case Check::Kind::barrier:
        break;
    }
    return of_conversion(check, failed, words);
}

/// Returns the name of a thread, with as many coordinates as the kernel asks for.
std::string thread(unsigned axes, const FailedCheck& failed) {
    const auto& [x, y, z] = failed.thread;
    if (axes == 1) return fmt::format("{}", x);
    const std::string second = (axes & 2) != 0 ? fmt::format("{}", y) : "?";
    return (axes & 4) != 0 ? fmt::format("({}, {}, {})", x, second, z) : fmt::format("({}, {})", x, second);
}

} // namespace

std::string place_of(const Check& check, const SourceSet& sources) {
    return fmt::format("{}:{}", sources.file(check.span.file).path(), sources.begin(check.span).line);
}

std::string quoted(const Check& check, const SourceSet& sources) {
    std::string text;
    bool at_line_start = false;
    for (const char c : sources.text(check.span)) {
        const bool is_break = c == '\n' || c == '\r';
        if (at_line_start && (is_break || c == ' ' || c == '\t')) continue;
        text += is_break ? ' ' : c;
        at_line_start = is_break;
    }
    return text;
}

std::string describe(const Check& check, const FailedCheck& failed, const SourceSet& sources,
                     const diag::Words& words) {
    return fmt::format("{}: {}, in thread {}: `{}`", place_of(check, sources), what(check, failed, words),
                       thread(check.axes, failed), quoted(check, sources));
}

} // namespace cudapy
