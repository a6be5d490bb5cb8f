// pycu2cu: the translator for the command line.

#include "translator/builtins/derivatives.h"
#include "translator/builtins/documentation.h"
#include "translator/check_units.h"
#include "translator/cli/arguments.h"
#include "translator/cli/files.h"
#include "translator/diagnostics/explanation.h"
#include "translator/diagnostics/render.h"
#include "translator/imports.h"
#include "translator/lower/optional_transformations.h"
#include "translator/translate.h"
#include "translator/translate_program.h"
#include "translator/version.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

namespace {

using namespace cudapy;
using namespace cudapy::cli;

enum ExitCode { success = 0, source_has_errors = 1, wrong_usage = 2, file_failure = 3, internal_error = 70 };

void say(const std::string& text) {
    std::fputs(text.c_str(), stderr);
}

bool wants_color(Color color) {
    if (color != Color::automatic) return color == Color::always;
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) && !(no_color && *no_color) &&
           !(terminal && std::string(terminal) == "dumb");
}

std::string diagnostics_list() {
    std::string text;
    for (const diag::Kind& kind : diag::all_kinds())
        text += fmt::format("{}  {:<7}  {}\n", kind.code,
                            kind.severity == diag::Severity::error ? "error" : "warning", kind.name);
    return text;
}

std::string explained(const std::vector<std::string>& codes) {
    const diag::Answer answer = diag::explain(codes);
    if (!answer.problem.empty()) throw UsageError(answer.problem + ". 'pycu2cu --explain' lists all.");
    return answer.text;
}

/// Returns a hint where to read about the first error, or an empty text if there is none.
std::string says_more(const std::vector<diag::Diagnostic>& diagnostics, bool strict) {
    for (const diag::Diagnostic& diagnostic : diagnostics)
        if (diagnostic.is_error() || strict)
            return fmt::format("`pycu2cu --explain {}` says more\n", diagnostic.kind().code);
    return "";
}

template <typename Translated> // Translation or ProgramTranslation
void report(const Translated& translation, const Arguments& arguments) {
    diag::RenderOptions render;
    render.strict = arguments.options.strict;
    if (arguments.format == Format::json) {
        const std::string json = diag::render_json(translation.diagnostics, *translation.sources, render);
        const std::string line = json.ends_with('\n') ? json : json + "\n";
        return arguments.check ? write_standard_output(line) : say(line);
    }
    render.color = wants_color(arguments.color);
    say(diag::render_all(translation.diagnostics, *translation.sources, render));
    say(says_more(translation.diagnostics, render.strict));
}

/// Warns of functions that are in their plain variant, because of a mistake of ours.
void report_lost(const std::vector<LostVariant>& lost_variants) {
    for (const LostVariant& lost : lost_variants)
        say(fmt::format("{}:{}: warning: {}\n", lost.file, lost.line, describe(lost)));
}

struct Texts {
    std::string source, header, cuda, python_module, python_stub;
    std::vector<std::string> inputs; ///< the files that were read
};

void write_outputs(const Texts& texts, const Arguments& arguments) {
    Outputs outputs(!arguments.stamp.empty());
    const bool to_file = !arguments.output.empty() && arguments.output != "-";
    std::vector<std::string> written;
    if (!arguments.stamp.empty()) { // the first, by which make and ninja know the rule
        outputs.add_anew(arguments.stamp, std::string("pycu2cu ") + version() + "\n");
        written.push_back(arguments.stamp);
    }
    if (to_file) {
        outputs.add(arguments.output, texts.source);
        written.push_back(arguments.output);
    }
    if (!arguments.header.empty()) {
        outputs.add(arguments.header, texts.header);
        written.push_back(arguments.header);
    }
    if (!arguments.cuda.empty()) {
        outputs.add(arguments.cuda, texts.cuda);
        written.push_back(arguments.cuda);
    }
    if (!arguments.python_module.empty()) {
        outputs.add(arguments.python_module, texts.python_module);
        written.push_back(arguments.python_module);
    }
    if (!arguments.python_stub.empty()) {
        outputs.add(arguments.python_stub, texts.python_stub);
        written.push_back(arguments.python_stub);
    }
    if (!arguments.depfile.empty()) outputs.add(arguments.depfile, depfile_text(written, texts.inputs));
    if (!to_file) write_standard_output(texts.source);
    outputs.commit();
}

/// Returns a module next to the input, which is found as Python finds it when it runs the input.
std::optional<ModuleFile> find_module(const std::string& name, const std::filesystem::path& input) {
    std::string file = name;
    std::replace(file.begin(), file.end(), '.', '/');
    const std::filesystem::path path = input.parent_path() / (file + ".py");
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) || std::filesystem::equivalent(path, input, error))
        return std::nullopt;
    return ModuleFile{path.string(), read_input(path.string())};
}

std::vector<SourceUnit> units_of(const Arguments& arguments) {
    SourceUnit unit;
    unit.path = arguments.input == "-" ? "<stdin>" : arguments.input;
    unit.text = read_input(arguments.input);
    return with_imports(std::move(unit), [&](const std::string& name) {
        return arguments.input == "-" ? std::nullopt : find_module(name, arguments.input);
    });
}

std::vector<std::string> inputs_of(const std::vector<SourceUnit>& units, const Arguments& arguments) {
    std::vector<std::string> inputs{arguments.input};
    for (std::size_t i = 1; i < units.size(); ++i)
        inputs.push_back(units[i].path);
    return inputs;
}

int translate_for_program(const std::vector<SourceUnit>& units, const Arguments& arguments) {
    ProgramOptions options;
    options.options = arguments.options;
    options.name_space = name_space_of(arguments);
    if (!arguments.python_module.empty())
        options.options.python_module = {python_module_of(arguments),
                                         include_name(arguments.header, arguments.python_module)};
    if (arguments.cuda_text) options.cuda = ProgramOptions::Cuda::text;
    if (!arguments.cuda.empty()) {
        options.cuda = ProgramOptions::Cuda::image;
        options.image_name = include_name(
            std::filesystem::path(arguments.cuda).replace_extension(".inc").string(), arguments.output);
    }
    const ProgramTranslation translation = translate_program(units, options);
    report(translation, arguments);
    report_lost(translation.lost_variants);
    if (translation.is_namespace_taken)
        throw UsageError("the namespace '" + options.name_space +
                         "' is the name of something in the file; name another by --namespace");
    if (!translation.python_problem.empty())
        throw UsageError(
            translation.python_problem +
            ", which functions of a Python module do not take: name the other kernels by --kernel");
    if (!translation.ok) return source_has_errors;
    if (!arguments.check)
        write_outputs({translation.source, translation.header, translation.cuda, translation.python_module,
                       translation.python_stub, inputs_of(units, arguments)},
                      arguments);
    return success;
}

int translate_file(Arguments arguments) {
    const std::vector<SourceUnit> units = units_of(arguments);
    if (!arguments.header.empty())
        arguments.options.header_name = include_name(arguments.header, arguments.output);
    if (arguments.program) return translate_for_program(units, arguments);
    const std::vector<std::string> inputs = inputs_of(units, arguments);
    static auto* const trees = new CheckedUnits; // never freed, since the process ends
    const Translation translation = translate_and_keep(units, arguments.options, nullptr, *trees);
    report(translation, arguments);
    report_lost(translation.lost_variants);
    if (!translation.ok) return source_has_errors;
    if (!arguments.check)
        write_outputs({translation.source, translation.header, {}, {}, {}, inputs}, arguments);
    return success;
}

/// Returns the optional transformations that tests let fail.
std::string broken_variants() {
    const char* words = std::getenv("CUDAPY_BREAK_VARIANTS");
    if (!words) return "";
    if (!lower::read_breakages(words))
        throw UsageError(fmt::format("CUDAPY_BREAK_VARIANTS is for tests, and has names of these: {}",
                                     lower::names_of_transformations()));
    return words;
}

int run(const std::vector<std::string>& words) {
    Arguments arguments = parse_arguments(words);
    arguments.options.break_variants = broken_variants();
    switch (arguments.action) {
    case Action::help:
        write_standard_output(help_text());
        return success;
    case Action::version:
        write_standard_output(std::string("pycu2cu ") + version() + "\n");
        return success;
    case Action::list_builtins:
        write_standard_output(builtins_markdown());
        return success;
    case Action::list_derivatives:
        write_standard_output(derivatives_list());
        return success;
    case Action::list_diagnostics:
        write_standard_output(diagnostics_list());
        return success;
    case Action::explain:
        write_standard_output(explained(arguments.codes));
        return success;
    case Action::translate:
        break;
    }
    return translate_file(arguments);
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const UsageError& error) {
        say(std::string("pycu2cu: ") + error.what() + "\nTry 'pycu2cu --help'.\n");
        return wrong_usage;
    } catch (const FileError& error) {
        say(std::string("pycu2cu: ") + error.what() + "\n");
        return file_failure;
    } catch (const std::exception& error) {
        say(std::string("pycu2cu: ") + error.what() + "\n");
        return internal_error;
    }
}
