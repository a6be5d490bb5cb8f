// pycu2cu: the translator for the command line.

#include "translator/builtins/documentation.h"
#include "translator/cli/arguments.h"
#include "translator/cli/files.h"
#include "translator/diagnostics/render.h"
#include "translator/translate_program.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

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
}

struct Texts {
    std::string source, header, cuda;
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
    if (!arguments.depfile.empty()) outputs.add(arguments.depfile, depfile_text(written, arguments.input));
    if (!to_file) write_standard_output(texts.source);
    outputs.commit();
}

int translate_for_program(SourceUnit unit, const Arguments& arguments) {
    ProgramOptions options;
    options.options = arguments.options;
    options.name_space = name_space_of(arguments);
    if (arguments.cuda_text) options.cuda = ProgramOptions::Cuda::text;
    if (!arguments.cuda.empty()) {
        options.cuda = ProgramOptions::Cuda::image;
        options.image_name = include_name(
            std::filesystem::path(arguments.cuda).replace_extension(".inc").string(), arguments.output);
    }
    const ProgramTranslation translation = translate_program(unit, options);
    report(translation, arguments);
    if (translation.is_namespace_taken)
        throw UsageError("the namespace '" + options.name_space +
                         "' is the name of something in the file; name another by --namespace");
    if (!translation.ok) return source_has_errors;
    if (!arguments.check)
        write_outputs({translation.source, translation.header, translation.cuda}, arguments);
    return success;
}

int translate_file(Arguments arguments) {
    SourceUnit unit;
    unit.path = arguments.input == "-" ? "<stdin>" : arguments.input;
    unit.text = read_input(arguments.input);
    if (!arguments.header.empty())
        arguments.options.header_name = include_name(arguments.header, arguments.output);
    if (arguments.program) return translate_for_program(std::move(unit), arguments);
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    const Translation translation = translate(std::move(units), arguments.options);
    report(translation, arguments);
    if (!translation.ok) return source_has_errors;
    if (!arguments.check) write_outputs({translation.source, translation.header, {}}, arguments);
    return success;
}

int run(const std::vector<std::string>& words) {
    const Arguments arguments = parse_arguments(words);
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
    case Action::list_diagnostics:
        write_standard_output(diagnostics_list());
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
