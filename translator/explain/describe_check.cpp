// The words of the checked mode.

#include "translator/explain/describe_check.h"

#include "translator/support/internal_error.h"

#include <fmt/format.h>

namespace cudapy {

namespace {

using generated::CheckFacts;
using program::Check;

} // namespace

CheckFacts::Kind kind_of(const Check& check) {
    switch (check.kind) {
    case Check::Kind::index:
        return CheckFacts::index;
    case Check::Kind::shift:
        return CheckFacts::shift;
    case Check::Kind::division:
        return CheckFacts::division;
    case Check::Kind::overflow:
        return CheckFacts::overflow;
    case Check::Kind::conversion:
        return CheckFacts::conversion;
    case Check::Kind::step:
        return CheckFacts::step;
    case Check::Kind::unassigned:
        return CheckFacts::unassigned;
    case Check::Kind::unpacked:
        return CheckFacts::unpacked;
    case Check::Kind::raised:
        return CheckFacts::raised;
    case Check::Kind::none_as_number:
        return CheckFacts::none_as_number;
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
    throw InternalError("a check that only a recorder knows");
}

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
    const std::string place = place_of(check, sources), source = quoted(check, sources);
    const std::string type = check.type ? words.type(check.type->name()) : "";
    return describe(CheckFacts{kind_of(check), place.c_str(), source.c_str(), check.name.c_str(),
                               type.c_str(), check.axis, check.from_end, check.wraps, check.axes},
                    failed);
}

} // namespace cudapy
