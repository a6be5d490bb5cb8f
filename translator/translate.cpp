// The way of a kernel, stage by stage.

#include "translator/translate.h"

#include "translator/check/check.h"
#include "translator/check/module_scope.h"
#include "translator/emit/emit.h"
#include "translator/lower/lower.h"
#include "translator/program/validate.h"
#include "translator/syntax/parse/parser.h"
#include "translator/version.h"

#include <algorithm>

namespace cudapy {

namespace {

std::vector<ParsedUnit> parse_units(std::vector<SourceUnit>& units, SourceSet& sources, diag::Sink& sink) {
    std::vector<ParsedUnit> parsed(units.size());
    // The units' own files come first: a resolver is given a file's index as that of its unit.
    for (std::size_t i = 0; i < units.size(); ++i)
        parsed[i].file =
            sources.add(SourceFile(units[i].path, std::move(units[i].text), units[i].first_line));
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (!units[i].signature.empty()) {
            const auto size = static_cast<uint32_t>(units[i].signature.size());
            const uint32_t file = sources.add(SourceFile("sig", std::move(units[i].signature)));
            parsed[i].signature_option = Span{file, 0, size};
        }
        parsed[i].only_function = units[i].function;
        parsed[i].name = units[i].module;
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i].lambda_end > 0) {
            parsed[i].module =
                syntax::parse_lambda(sources, parsed[i].file, units[i].lambda_begin, units[i].function, sink);
            continue;
        }
        syntax::ParseOptions options;
        options.every_function = !units[i].function.empty();
        parsed[i].module = syntax::parse_module(sources, parsed[i].file, options, sink);
    }
    return parsed;
}

} // namespace

Translation translate(std::vector<SourceUnit> units, const Options& options, NameResolver* resolver) {
    auto sources = std::make_shared<SourceSet>();
    diag::Sink sink;
    const std::vector<ParsedUnit> parsed = parse_units(units, *sources, sink);
    std::unique_ptr<NameResolver> of_module;
    if (!resolver) {
        of_module = module_resolver(parsed, *sources);
        resolver = of_module.get();
    }
    Translation result;
    program::Program program = check(parsed, *sources, options, *resolver, sink, &result.generics);
    result.sources = sources;
    const bool has_errors = sink.has_errors();
    result.diagnostics = sink.take_sorted();
    result.ok = !has_errors && !(options.strict && !result.diagnostics.empty());
    if (!result.ok) return result;

    program::validate(program, program::Stage::checked);
    lower::lower(program, options);
    program::validate(program, program::Stage::lowered);
    emit::Emitted emitted = options.target == Target::cuda ? emit::emit_cuda(program, *sources, options)
                                                           : emit::emit_host(program, *sources, options);
    result.source = std::move(emitted.source);
    result.header = std::move(emitted.header);
    result.functions = std::move(emitted.functions);
    result.kernels = std::move(emitted.kernels);
    result.assertions = std::move(emitted.assertions);
    result.assertion_symbol = std::move(emitted.assertion_symbol);
    result.assertions_trap = emitted.assertions_trap;
    result.needs = std::move(emitted.needs);
    result.checks = std::move(emitted.checks);
    result.check_symbol = std::move(emitted.check_symbol);
    result.device_sources = program.device_sources();
    return result;
}

const char* version() {
    return CUDAPY_VERSION;
}

} // namespace cudapy
