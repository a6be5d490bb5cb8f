// pycu2cu: the translator for the command line.

#include "translator/builtins/documentation.h"
#include "translator/cli/arguments.h"
#include "translator/cli/files.h"
#include "translator/diagnostics/render.h"
#include "translator/translate.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

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

void report(const Translation& translation, const Arguments& arguments) {
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

void write_outputs(const Translation& translation, const Arguments& arguments) {
    Outputs outputs;
    const bool to_file = !arguments.output.empty() && arguments.output != "-";
    std::vector<std::string> written;
    if (to_file) {
        outputs.add(arguments.output, translation.source);
        written.push_back(arguments.output);
    }
    if (!arguments.header.empty()) {
        outputs.add(arguments.header, translation.header);
        written.push_back(arguments.header);
    }
    if (!arguments.depfile.empty()) outputs.add(arguments.depfile, depfile_text(written, arguments.input));
    if (!to_file) write_standard_output(translation.source);
    outputs.commit();
}

int translate_file(Arguments arguments) {
    SourceUnit unit;
    unit.path = arguments.input == "-" ? "<stdin>" : arguments.input;
    unit.text = read_input(arguments.input);
    if (!arguments.header.empty())
        arguments.options.header_name = include_name(arguments.header, arguments.output);
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    const Translation translation = translate(std::move(units), arguments.options);
    report(translation, arguments);
    if (!translation.ok) return source_has_errors;
    if (!arguments.check) write_outputs(translation, arguments);
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
