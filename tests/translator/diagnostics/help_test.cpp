// What a help says to write is written, and the next try has not that error there. The programs are those of
// all goldens and explanations, in both dialects.

#include "tests/translator/diagnostics/programs.h"
#include "translator/translate.h"

#include <doctest/doctest.h>

#include <optional>
#include <set>

using namespace cudapy;
using namespace cudapy::diag;

namespace {

Translation translated(const std::string& program, Dialect dialect) {
    Options options;
    options.dialect = dialect;
    SourceUnit unit;
    unit.path = "example.py";
    unit.text = program;
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    return translate(std::move(units), options);
}

/// Returns the first code in the help, if the help is nothing but that code to write, and it has no gaps.
std::string code_to_write(const std::string& help) {
    for (const char* beginning : {"write `", "did you mean `"}) {
        if (!help.starts_with(beginning)) continue;
        const std::size_t begin = std::string(beginning).size(), end = help.find('`', begin);
        const std::string code = help.substr(begin, end - begin);
        const bool has_gaps = code.find("...") != code.npos || code.find("…") != code.npos;
        return has_gaps ? "" : code;
    }
    return "";
}

/// Returns the program with what the help of the diagnostic says; nothing where it says no code to write at
/// that place.
std::optional<std::string> with_help(const std::string& program, const Diagnostic& diagnostic,
                                     std::size_t& shift) {
    const std::string help = diagnostic.prose().help, code = code_to_write(help);
    if (code.empty() || diagnostic.span.empty() || diagnostic.span.end > program.size()) return std::nullopt;
    std::string text = program;
    if (help.find("at the top of the module") != help.npos) {
        shift = code.size() + 1;
        return code + "\n" + text;
    }
    const bool is_statement =
        help.find("before it") != help.npos || help.find("on a line of its own") != help.npos;
    if (is_statement) { // above the line, as deep as it
        std::size_t line = text.rfind('\n', diagnostic.span.begin);
        line = line == text.npos ? 0 : line + 1;
        const std::size_t depth = text.find_first_not_of(' ', line) - line;
        shift = depth + code.size() + 1;
        return text.insert(line, std::string(depth, ' ') + code + "\n");
    }
    // A whole assignment takes the place of the one that is there.
    std::size_t begin = diagnostic.span.begin, end = diagnostic.span.end;
    const std::size_t equals = code.find(" = ");
    if (equals != code.npos && code.find('(') > equals) {
        begin = text.rfind('\n', begin) + 1;
        begin = text.find_first_not_of(' ', begin);
        end = std::min(text.find('\n', end), text.size());
    }
    return text.replace(begin, end - begin, code);
}

/// Returns whether a diagnostic of this kind is at the place.
bool has_one_at(const Translation& translation, std::string_view code, std::size_t place) {
    return std::ranges::any_of(translation.diagnostics, [&](const Diagnostic& each) {
        return each.kind().code == code && each.span.begin == place;
    });
}

/// Helps that say what to write elsewhere than where the caret is, or in place of more than it.
bool is_about_more(std::string_view code) {
    static const std::set<std::string_view> kinds = {
        "E214", "E302", "E408", "E425", "E442", // the name, or the brackets, that belong to it
        "E520", "E601", "E605", "E608", "E614", // the statement or the call around it
    };
    return kinds.count(code) != 0;
}

} // namespace

TEST_CASE("help: what it says to write is accepted there") {
    std::set<std::string> kinds;
    std::string wrong;
    for (const std::string& original : programs()) {
        for (const Dialect dialect : {Dialect::cudapy, Dialect::numba}) {
            const std::string program = dialect == Dialect::numba ? for_numba(original) : original;
            const Translation before = translated(program, dialect);
            for (const Diagnostic& diagnostic : before.diagnostics) {
                const std::string code(diagnostic.kind().code);
                std::size_t shift = 0;
                const auto mended =
                    is_about_more(code) ? std::nullopt : with_help(program, diagnostic, shift);
                if (!mended) continue;
                const Translation after = translated(*mended, dialect);
                kinds.insert(code);
                if (!has_one_at(after, code, diagnostic.span.begin + shift)) continue;
                const std::string line =
                    code + ": " + diagnostic.prose().message + "\n    = help: " + diagnostic.prose().help;
                if (wrong.find(line) == wrong.npos) wrong += "\n" + line;
            }
        }
    }
    CHECK_MESSAGE(wrong.empty(), "helps that do not help:", wrong);
    CHECK(kinds.size() > 25); // so many kinds have a help of this form
}
