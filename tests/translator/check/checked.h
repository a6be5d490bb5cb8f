#pragma once
// Checks a text, for tests of the checker.

#include "translator/check/check.h"
#include "translator/check/dialect.h"
#include "translator/check/module/module_scope.h"
#include "translator/diagnostics/render.h"
#include "translator/program/printer.h"
#include "translator/program/validate.h"
#include "translator/syntax/parse/parser.h"

#include <algorithm>
#include <string>

namespace cudapy::test {

/// The typed program, or the rendered diagnostics when there are any.
inline std::string checked(const std::string& text, const Options& options = {},
                           const std::string& signature = {}, const std::string& function = {}) {
    SourceSet sources;
    diag::Sink sink;
    std::vector<ParsedUnit> units(1);
    units[0].file = sources.add(SourceFile("k.py", text));
    if (!signature.empty()) {
        uint32_t file = sources.add(SourceFile("sig", signature));
        units[0].signature_option = Span{file, 0, static_cast<uint32_t>(signature.size())};
    }
    units[0].only_function = function;
    syntax::ParseOptions parse;
    parse.every_function = !function.empty();
    units[0].module = syntax::parse_module(sources, units[0].file, parse, sink);
    auto resolver = module_resolver(units, sources);
    program::Program program = check(units, sources, checker::python_rules, options, *resolver, sink);
    auto diagnostics = sink.take_sorted();
    if (!diagnostics.empty()) return "\n" + diag::render_all(diagnostics, sources);
    program::validate(program, program::Stage::checked);
    return "\n" + program::print(program);
}

/// A kernel of this signature, with this body.
inline std::string kernel(const std::string& signature, const std::string& body) {
    std::string names;
    std::size_t open = signature.find('('), close = signature.rfind(')');
    std::string list = signature.substr(open + 1, close - open - 1);
    std::string text = "# f : " + signature + "\ndef f(";
    for (std::size_t begin = 0; begin < list.size();) {
        std::size_t end = std::min(list.find(',', begin), list.size());
        std::size_t space = list.rfind(' ', end - 1);
        names += (names.empty() ? "" : ", ") + list.substr(space + 1, end - space - 1);
        begin = end + 1;
    }
    return text + names + "):\n" + body;
}

} // namespace cudapy::test
