#include "tests/translator/lower/lowered.h"

#include "translator/check/check.h"
#include "translator/check/dialect.h"
#include "translator/check/module/module_scope.h"
#include "translator/diagnostics/render.h"
#include "translator/syntax/parse/parser.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

program::Program checked(const std::string& text, const Options& options) {
    SourceSet sources;
    diag::Sink sink;
    std::vector<ParsedUnit> units(1);
    units[0].file = sources.add(SourceFile("kernels.py", text));
    units[0].module = syntax::parse_module(sources, units[0].file, {}, sink);
    const auto resolver = module_resolver(units, sources);
    program::Program program = check(units, sources, checker::python_rules, options, *resolver, sink);
    for (const diag::Diagnostic& diagnostic : sink.take_sorted())
        if (diagnostic.is_error()) FAIL(diagnostic.prose().message);
    program::validate(program, program::Stage::checked);
    return program;
}

std::string after(const std::string& text, const std::vector<Lowering>& lowerings) {
    program::Program program = checked(text);
    analyse_mod_ref(program);
    for (const Lowering& lowering : lowerings)
        for (const auto& function : program.functions) {
            lowering(*function);
            program::validate(program, program::Stage::lowering);
        }
    return program::print(program);
}

std::string lowered(const std::string& text, const Options& options) {
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    return program::print(program);
}

std::string block_of(const std::string& text) {
    Options options;
    options.target = Target::cpu;
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    REQUIRE(program.functions.back()->block);
    return program::print(*program.functions.back()->block);
}

} // namespace cudapy::lower
