// The way of a kernel, stage by stage.

#include "translator/translate.h"

#include "translator/check/dialect.h"
#include "translator/check/module/module_scope.h"
#include "translator/check_units.h"
#include "translator/differentiate/derived_program.h"
#include "translator/differentiate/forward/jvp.h"
#include "translator/differentiate/in_double.h"
#include "translator/differentiate/reverse/tape.h"
#include "translator/differentiate/reverse/vjp.h"
#include "translator/emit/emit.h"
#include "translator/lower/lower.h"
#include "translator/lower/optional_transformations.h"
#include "translator/numba/dialect.h"
#include "translator/support/internal_error.h"
#include "translator/syntax/parse/parser.h"
#include "translator/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <optional>

namespace cudapy {

namespace {

const checker::DialectRules& rules_of(Dialect dialect) {
    return dialect == Dialect::numba ? checker::numba::rules : checker::python_rules;
}

/// The functions of each unit that are called and have no signature.
using Needed = std::vector<std::set<std::string>>;

std::vector<ParsedUnit> parse_units(const std::vector<SourceUnit>& units, const Needed& needed,
                                    Dialect dialect, SourceSet& sources, diag::Sink& sink) {
    std::vector<ParsedUnit> parsed(units.size());
    // The units' own files come first: a resolver is given a file's index as that of its unit.
    for (std::size_t i = 0; i < units.size(); ++i)
        parsed[i].file = sources.add(SourceFile(units[i].path, units[i].text, units[i].first_line));
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (!units[i].signature.empty()) {
            const auto size = static_cast<uint32_t>(units[i].signature.size());
            const uint32_t file = sources.add(SourceFile("sig", units[i].signature));
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
        options.inner_functions = dialect == Dialect::numba;
        options.is_signed = !units[i].signature.empty();
        if (!needed.empty()) options.functions = parsed[i].needed = needed[i];
        parsed[i].module = syntax::parse_module(sources, parsed[i].file, options, sink);
        // A function whose name another one has is compiled by the unit's name, which has a number as a
        // suffix.
        if (auto& functions = parsed[i].module.functions;
            functions.size() == 1 && units[i].function.starts_with(functions[0].name + "_"))
            functions[0].name = units[i].function;
    }
    return parsed;
}

} // namespace

CheckedUnits check_units(const std::vector<SourceUnit>& units, const Options& options,
                         NameResolver& resolver) {
    CheckedUnits made;
    made.parsed = parse_units(units, {}, options.dialect, *made.sources, made.sink);
    made.program = check(made.parsed, *made.sources, rules_of(options.dialect), options, resolver, made.sink,
                         &made.generics);
    return made;
}

// Functions without signatures come along if they are called. That is known only when the functions that call
// them have been checked.
CheckedUnits check_modules(const std::vector<SourceUnit>& units, const Options& options) {
    Needed needed;
    const bool any =
        std::any_of(units.begin(), units.end(), [](const auto& unit) { return !unit.functions.empty(); });
    for (const SourceUnit& unit : units)
        if (any) needed.push_back(unit.functions);
    for (;;) {
        CheckedUnits made;
        made.parsed = parse_units(units, needed, options.dialect, *made.sources, made.sink);
        const auto resolver = module_resolver(made.parsed, *made.sources);
        made.program = check(made.parsed, *made.sources, rules_of(options.dialect), options, *resolver,
                             made.sink, &made.generics);
        Needed more = resolver->needed();
        for (std::size_t i = 0; i < needed.size(); ++i) // what is needed stays so: this comes to an end
            more[i].insert(needed[i].begin(), needed[i].end());
        const bool are_more =
            std::any_of(more.begin(), more.end(), [](const auto& names) { return !names.empty(); });
        if (!are_more || more == needed) return made;
        needed = std::move(more);
    }
}

namespace {

/// The functions for which optional transformations failed, which are lowered without them.
class PlainFunctions {
  public:
    /// If `all` is set, every function is plain from the start.
    explicit PlainFunctions(bool all) : all_(all) {}

    /// Tells the functions of a program whether they are plain.
    void mark(program::Program& program, const SourceSet& sources) {
        lost_.clear();
        for (const auto& function : program.functions) {
            const auto failed = failures_.find(function->name);
            const bool is_known = failed != failures_.end();
            function->is_plain = all_ || is_known || of_some_;
            if (!is_known && !(of_some_ && function->is_kernel)) continue;
            const Failure& failure = is_known ? failed->second : *of_some_;
            const Span span = function->span;
            lost_.push_back({function->called.empty() ? function->name : function->called,
                             sources.file(span.file).path(), sources.begin(span).line, failure.transformation,
                             failure.error});
        }
    }

    /// Takes the transformations from a function. After some, each of which costs a translation, it takes
    /// them from all functions.
    void add(const lower::FailedTransformation& failed) {
        failures_.try_emplace(failed.function, Failure{failed.transformation, failed.error});
        if (failures_.size() >= most_retries) add_unknown(failed.error);
    }

    /// Takes the transformations from all functions, where it is not known which one failed. Returns false if
    /// that was done before.
    bool add_unknown(const std::string& error) {
        if (all_ || of_some_) return false;
        of_some_ = Failure{"", error};
        return true;
    }

    /// Returns the functions that mark() found to be plain because of a failure.
    std::vector<LostVariant> take_lost() { return std::move(lost_); }

  private:
    static constexpr std::size_t most_retries = 16;
    struct Failure {
        std::string transformation, error;
    };

    const bool all_;
    std::map<std::string, Failure> failures_; ///< by the functions' names
    std::optional<Failure> of_some_;          ///< of a function that is not known
    std::vector<LostVariant> lost_;
};

Translation translate_checked(CheckedUnits& trees, const Options& options) {
    const auto sources = trees.sources;
    diag::Sink& sink = trees.sink;
    program::Program& program = trees.program;
    Translation result;
    result.generics = std::move(trees.generics);
    result.sources = sources;
    if (options.hides_tapes) differentiate::hide_tapes(program);
    if (options.in_double && !sink.has_errors()) differentiate::compute_in_double(program, sink);
    if (!sink.has_errors()) differentiate::add_jvp(program, options, sink);
    if (!sink.has_errors()) differentiate::add_vjp(program, options, sink);
    if (!sink.has_errors()) differentiate::drop_rules(program);
    const bool has_errors = sink.has_errors();
    result.diagnostics = sink.take_sorted(diag::Words::of(options.dialect), sources.get());
    result.ok = !has_errors && !(options.strict && !result.diagnostics.empty());
    if (!result.ok) return result;

    program.broken_transformations =
        lower::read_breakages(options.break_variants).value_or(lower::Breakages());
    lower::lower(program, options);
    emit::Emitted emitted = options.target == Target::cuda ? emit::emit_cuda(program, *sources, options)
                                                           : emit::emit_host(program, *sources, options);
    result.source = std::move(emitted.source);
    result.python_lines = std::move(emitted.python_lines);
    result.parts = std::move(emitted.parts);
    result.header = std::move(emitted.header);
    result.functions = std::move(emitted.functions);
    result.python_problem = std::move(emitted.python_problem);
    result.python_module = std::move(emitted.python_module);
    result.python_stub = std::move(emitted.python_stub);
    result.kernels = std::move(emitted.kernels);
    result.assertions = std::move(emitted.assertions);
    result.assertion_symbol = std::move(emitted.assertion_symbol);
    result.assertions_trap = emitted.assertions_trap;
    result.failure_places = std::move(emitted.failure_places);
    result.needs = std::move(emitted.needs);
    result.checks = std::move(emitted.checks);
    result.check_symbol = std::move(emitted.check_symbol);
    result.recorder_symbol = std::move(emitted.recorder_symbol);
    result.device_sources = program.device_sources();
    return result;
}

} // namespace

Translation translate(std::vector<SourceUnit> units, const Options& options, NameResolver* resolver) {
    CheckedUnits trees;
    return translate_and_keep(units, options, resolver, trees);
}

Translation translate_and_keep(const std::vector<SourceUnit>& units, const Options& options,
                               NameResolver* resolver, CheckedUnits& trees) {
    PlainFunctions plain(options.plain || options.coverage); // what moves lines would only cost time
    for (;;) { // each time with more plain functions than before
        trees = resolver ? check_units(units, options, *resolver) : check_modules(units, options);
        plain.mark(trees.program, *trees.sources);
        try {
            Translation result = translate_checked(trees, options);
            result.lost_variants = plain.take_lost();
            return result;
        } catch (const lower::FailedTransformation& failed) {
            plain.add(failed);
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& error) {
            if (!plain.add_unknown(detail_of(error))) throw;
        }
    }
}

std::string describe(const LostVariant& lost) {
    std::string text = fmt::format(
        "{}: this is compiled in its plain variant, which gives the same results and may be slower, "
        "because CudaPy failed to optimize it. Please report this, with the source and what "
        "`python -m cudapy doctor` prints: {}",
        lost.function, lost.error);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

const char* version() {
    return CUDAPY_VERSION;
}

} // namespace cudapy
