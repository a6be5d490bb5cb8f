#include "translator/cli/arguments.h"

#include "translator/diagnostics/render.h"

#include <filesystem>
#include <functional>

namespace cudapy::cli {

namespace {

/// An option, its name for messages, and its effect. `value` is null for an option that takes no value. If an
/// option has both functions, a value can be given only as in `--name=value`.
struct Option {
    std::string name;
    std::string short_name;
    std::function<void(Arguments&)> flag;
    std::function<void(Arguments&, const std::string&)> value;
};

template <typename T>
T choose(const std::string& option, const std::string& value,
         const std::vector<std::pair<std::string, T>>& choices) {
    std::string names;
    for (const auto& [name, choice] : choices) {
        if (name == value) return choice;
        names += (names.empty() ? "" : " or ") + name;
    }
    throw UsageError(option + " takes " + names + ", not '" + value + "'");
}

InstanceRequest instance(const std::string& text) {
    auto request = parse_instance(text);
    if (!request)
        throw UsageError("--instance takes NAME<TYPE, ...> or NAME<T=TYPE, ...>, not '" + text + "'");
    return std::move(*request);
}

/// Reads `4` or `4,2`.
void set_coarsen(Arguments& arguments, const std::string& value) {
    const auto size = [&](const std::string& word) {
        if (word == "1" || word == "2" || word == "4" || word == "8") return word[0] - '0';
        throw UsageError(
            "--coarsen takes 1, 2, 4 or 8 threads along x, or along x and y as in 4,2, and not '" + value +
            "'");
    };
    const std::size_t comma = value.find(',');
    arguments.options.variants = EmittedVariants::all;
    arguments.options.coarsen = {size(value.substr(0, comma)),
                                 comma == std::string::npos ? 1 : size(value.substr(comma + 1)), 1};
}

const std::vector<Option>& options() {
    static const std::vector<Option> list = {
        {"--help", "-h", [](Arguments& a) { a.action = Action::help; }, {}},
        {"--version", "", [](Arguments& a) { a.action = Action::version; }, {}},
        {"--list-builtins", "", [](Arguments& a) { a.action = Action::list_builtins; }, {}},
        {"--list-derivatives", "", [](Arguments& a) { a.action = Action::list_derivatives; }, {}},
        {"--list-diagnostics", "", [](Arguments& a) { a.action = Action::list_diagnostics; }, {}},
        {"--explain", "", [](Arguments& a) { a.action = Action::explain; },
         [](Arguments& a, const std::string& v) {
             a.action = Action::explain;
             a.codes.push_back(v);
         }},
        {"--check", "", [](Arguments& a) { a.check = true; }, {}},
        {"--checked", "", [](Arguments& a) { a.options.checked = true; }, {}},
        // This option is for tests of code on a GPU, and is not in the help.
        {"--volatile-arrays", "", [](Arguments& a) { a.options.volatile_arrays = true; }, {}},
        {"--strict", "", [](Arguments& a) { a.options.strict = true; }, {}},
        {"--optimize", "", [](Arguments& a) { a.options.variants = EmittedVariants::all; }, {}},
        {"--coarsen", "", {}, [](Arguments& a, const std::string& v) { set_coarsen(a, v); }},
        {"--line-directives", "", [](Arguments& a) { a.options.line_directives = true; }, {}},
        {"--kernels-only", "", [](Arguments& a) { a.options.stubs = false; }, {}},
        {"--program", "", [](Arguments& a) { a.program = true; }, {}},
        {"--cuda-text", "", [](Arguments& a) { a.cuda_text = true; }, {}},
        {"--cuda", "", {}, [](Arguments& a, const std::string& v) { a.cuda = v; }},
        {"--python-module", "", {}, [](Arguments& a, const std::string& v) { a.python_module = v; }},
        {"--python-stub", "", {}, [](Arguments& a, const std::string& v) { a.python_stub = v; }},
        {"--namespace", "", {}, [](Arguments& a, const std::string& v) { a.name_space = v; }},
        {"--origin", "", {}, [](Arguments& a, const std::string& v) { a.options.origin = v; }},
        {"--stamp", "", {}, [](Arguments& a, const std::string& v) { a.stamp = v; }},
        {"--output", "-o", {}, [](Arguments& a, const std::string& v) { a.output = v; }},
        {"--header", "", {}, [](Arguments& a, const std::string& v) { a.header = v; }},
        {"--depfile", "", {}, [](Arguments& a, const std::string& v) { a.depfile = v; }},
        {"--kernel", "", {}, [](Arguments& a, const std::string& v) { a.options.kernels.push_back(v); }},
        {"--jvp", "", {}, [](Arguments& a, const std::string& v) { a.options.jvp.push_back(v); }},
        {"--vjp", "", {}, [](Arguments& a, const std::string& v) { a.options.vjp.push_back(v); }},
        {"--instance",
         "",
         {},
         [](Arguments& a, const std::string& v) { a.options.instances.push_back(instance(v)); }},
        {"--target",
         "",
         {},
         [](Arguments& a, const std::string& v) {
             a.has_target = true;
             a.options.target = choose<Target>("--target", v, {{"cuda", Target::cuda}, {"cpu", Target::cpu}});
         }},
        {"--index",
         "",
         {},
         [](Arguments& a, const std::string& v) {
             a.options.index64 = choose<bool>("--index", v, {{"int32", false}, {"int64", true}});
         }},
        {"--format",
         "",
         {},
         [](Arguments& a, const std::string& v) {
             a.format = choose<Format>("--format", v, {{"text", Format::text}, {"json", Format::json}});
         }},
        {"--color",
         "",
         {},
         [](Arguments& a, const std::string& v) {
             a.color = choose<Color>(
                 "--color", v,
                 {{"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}});
         }},
    };
    return list;
}

const Option& find_option(const std::string& name) {
    std::vector<std::string> names;
    for (const Option& option : options()) {
        if (name == option.name || (!option.short_name.empty() && name == option.short_name)) return option;
        names.push_back(option.name);
    }
    const std::string near = diag::nearest(name, names);
    throw UsageError("unknown option '" + name + "'" +
                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

void set_input(Arguments& arguments, const std::string& word) {
    if (!arguments.input.empty())
        throw UsageError("one input file at a time: '" + arguments.input + "' and '" + word + "' were given");
    if (word.empty()) throw UsageError("the name of the input file is empty");
    arguments.input = word;
}

/// Returns whether two names, on whatever way, lead to one file that would be written.
bool same_file(const std::string& a, const std::string& b) {
    namespace fs = std::filesystem;
    if (a == b) return true;
    std::error_code error;
    if (fs::exists(a, error) && !fs::is_regular_file(a, error)) return false; // devices and pipes
    if (fs::equivalent(a, b, error)) return true;
    const fs::path left = fs::weakly_canonical(fs::absolute(a, error), error);
    return !error && left == fs::weakly_canonical(fs::absolute(b, error), error) && !error;
}

void check_program(const Arguments& arguments) {
    if (!arguments.program) {
        for (const auto& [option, is_given] :
             {std::pair("--cuda", !arguments.cuda.empty()), std::pair("--cuda-text", arguments.cuda_text),
              std::pair("--namespace", !arguments.name_space.empty()),
              std::pair("--python-module", !arguments.python_module.empty())})
            if (is_given) throw UsageError(std::string(option) + " is for --program");
        return;
    }
    if (arguments.has_target)
        throw UsageError("--program writes kernels for the CPU, and for CUDA with --cuda or --cuda-text: "
                         "leave --target out");
    if (!arguments.options.stubs) throw UsageError("--program and --kernels-only exclude each other");
    if (!arguments.cuda.empty() && arguments.cuda_text)
        throw UsageError("--cuda and --cuda-text exclude each other: the CUDA C++ goes to a file, or is part "
                         "of the output");
    if (arguments.python_module == "-" || arguments.python_stub == "-")
        throw UsageError("the Python module and its stub need files of their own, not standard output");
    if (!arguments.python_module.empty()) {
        const std::string name = python_module_of(arguments);
        if (const std::string problem = problem_of_module_name(name); !problem.empty())
            throw UsageError("the Python module '" + name + "' " + problem);
    }
    if (arguments.cuda == "-") throw UsageError("the CUDA C++ needs a file of its own, not standard output");
    if (!arguments.check && (arguments.header.empty() || arguments.output.empty() || arguments.output == "-"))
        throw UsageError("--program needs -o FILE.cpp and --header FILE.h");
    const std::string name = name_space_of(arguments);
    if (const std::string problem = problem_of_namespace(name); !problem.empty())
        throw UsageError("the namespace '" + name + "' " + problem + "; name another by --namespace");
}

void check_consistency(const Arguments& arguments) {
    if (arguments.input.empty()) throw UsageError("no input file ('-' is standard input)");
    if (arguments.check &&
        (!arguments.output.empty() || !arguments.header.empty() || !arguments.depfile.empty() ||
         !arguments.cuda.empty() || !arguments.stamp.empty() || !arguments.python_module.empty()))
        throw UsageError("--check writes no files: leave out -o, --header, --cuda, --python-module, --stamp "
                         "and --depfile");
    check_program(arguments);
    if (!arguments.python_stub.empty() && arguments.python_module.empty())
        throw UsageError("--python-stub is for --python-module");
    if (!arguments.options.stubs && !arguments.header.empty())
        throw UsageError("--kernels-only writes no launch functions, and so no --header of them");
    if (!arguments.options.stubs && arguments.options.target == Target::cpu)
        throw UsageError("--kernels-only is for CUDA: on the CPU the launch functions run the kernels");
    if (arguments.header == "-") throw UsageError("the header needs a file of its own, not standard output");
    if (!arguments.depfile.empty() && (arguments.output.empty() || arguments.output == "-"))
        throw UsageError("--depfile needs -o FILE: it says what that file depends on");
    if (!arguments.stamp.empty() && (arguments.output.empty() || arguments.output == "-"))
        throw UsageError("--stamp needs -o FILE: it says that that file is up to date");
    if (arguments.stamp == "-") throw UsageError("the stamp needs a file of its own, not standard output");
    const std::vector<std::string> files = {arguments.output,     arguments.header, arguments.depfile,
                                            arguments.cuda,       arguments.stamp,  arguments.python_module,
                                            arguments.python_stub};
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].empty() || files[i] == "-") continue;
        if (same_file(files[i], arguments.input))
            throw UsageError("'" + files[i] + "' is the input and would be overwritten");
        for (std::size_t k = 0; k < i; ++k) {
            if (files[k].empty() || !same_file(files[i], files[k])) continue;
            throw UsageError(files[i] == files[k] ? "'" + files[i] + "' is given for two outputs"
                                                  : "'" + files[k] + "' and '" + files[i] +
                                                        "' are one file, given for two outputs");
        }
    }
}

} // namespace

std::string name_space_of(const Arguments& arguments) {
    if (!arguments.name_space.empty()) return arguments.name_space;
    return arguments.input == "-" ? "kernels" : std::filesystem::path(arguments.input).stem().string();
}

std::string python_module_of(const Arguments& arguments) {
    const std::string name = std::filesystem::path(arguments.python_module).filename().string();
    return name.substr(0, name.find('.'));
}

Arguments parse_arguments(const std::vector<std::string>& words) {
    Arguments arguments;
    std::vector<std::string> files;
    bool only_files = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (only_files || word == "-" || !word.starts_with('-')) {
            files.push_back(word);
            continue;
        }
        if (word == "--") {
            only_files = true;
            continue;
        }
        // `--name=value`, `-oFILE`, or the value as the next word.
        std::string name = word;
        std::optional<std::string> value;
        if (const std::size_t equals = word.find('=');
            word.starts_with("--") && equals != std::string::npos) {
            name = word.substr(0, equals);
            value = word.substr(equals + 1);
        } else if (!word.starts_with("--") && word.size() > 2) {
            name = word.substr(0, 2);
            value = word.substr(2);
        }
        const Option& option = find_option(name);
        if (option.flag && !(value && option.value)) {
            if (value) throw UsageError(option.name + " takes no value");
            option.flag(arguments);
            continue;
        }
        if (!value) {
            if (i + 1 == words.size()) throw UsageError(name + " needs a value");
            value = words[++i];
        }
        if (value->empty()) throw UsageError(name + " needs a value that is not empty");
        option.value(arguments, *value);
    }
    if (arguments.action == Action::explain) {
        arguments.codes.insert(arguments.codes.end(), files.begin(), files.end());
        return arguments;
    }
    for (const std::string& file : files)
        set_input(arguments, file);
    if (arguments.action == Action::translate) check_consistency(arguments);
    arguments.options.has_steps = arguments.options.stubs && arguments.options.target == Target::cuda;
    return arguments;
}

std::string help_text() {
    return R"(usage: pycu2cu INPUT.py [-o OUTPUT.cu] [--header OUTPUT.h] [options]

Translates the kernels of a Python file, typed Python functions, to CUDA C++. The file, and the modules next to it that
it imports helpers and constants from, are read and never run.

  INPUT.py               the file to translate; - is standard input
  -o, --output FILE      where the C++ goes; without it, or with -, to standard output
  --header FILE          write a header for C and C++ that declares the launch functions
  --target cuda|cpu      CUDA C++ (the default), or C++ that runs the kernels on the CPU
  --program              write for a C++ program that links CudaPy::runtime: the header declares a C++ function for each
                         kernel, which launches it on the device of its arrays, and -o FILE.cpp has them, with the
                         kernels for the CPU; CMake's cudapy_add_kernels does this
  --cuda FILE.cu         with --program: write the kernels for CUDA too; the output includes FILE.inc, which is to be the
                         bytes of what `nvcc -fatbin FILE.cu` makes, as numbers between commas
  --cuda-text            with --program: the output has the kernels for CUDA as text, which the program compiles
                         when it first launches one
  --namespace NAME       with --program: the namespace of the functions; without it, the name of the input
  --python-module FILE.cpp
                         with --program: write an extension module for Python, too, which has a function for each kernel
                         and the file's name up to the first dot; CMake's cudapy_add_python_module does this
  --python-stub FILE.pyi with --python-module: write what editors and type checkers are told of the module
  --kernels-only         write the kernels, extern "C", without the functions that launch them: for NVRTC, CuPy's RawModule
                         and others that launch by themselves
  --kernel NAME          translate this kernel and what it calls; may be repeated; without it, every void function
  --jvp NAME             also translate NAME_jvp, which computes the tangents of this kernel; may be repeated
  --vjp NAME             also translate NAME_vjp, which pulls cotangents back through this kernel; may be repeated
  --instance 'NAME<TYPE, ...>'
                         also translate a generic kernel for these types, one for each type variable in the order of its
                         signature; 'NAME<T=float, f=add>' names them, and functions for its parameters; may be repeated
  --index int32|int64    the width of coordinates, lengths and loop variables (int32 is the default)
  --line-directives      write #line directives, so that compilers and debuggers speak of the Python lines
  --checked              kernels report indices outside their arrays, overflow of integers, division by zero and the like,
                         to standard error, and stop; with --program a launch throws an Error with the first one; slower,
                         for finding mistakes
  --strict               treat warnings as errors
  --optimize             give kernels that gain from it a second variant for larger launches, in which
                         one CUDA thread does the work of several
  --coarsen X[,Y]        --optimize, with the work of X threads along x and Y along y for one CUDA thread: 1, 2, 4 or 8
  --check                report errors and warnings and write nothing
  --format text|json     how errors and warnings are reported: on standard error, or as JSON for tools (with --check on
                         standard output)
  --depfile FILE         write a make rule that says what the output depends on
  --origin NAME          what the output says that it was made of, instead of the input's path
  --stamp FILE           write FILE each time, and keep other outputs that would not change, so that what is made
                         of them is not made again
  --color auto|always|never
                         colours in reports; auto: on a terminal when NO_COLOR is not set
  --list-builtins        print the functions that kernels may call
  --list-derivatives     print the derivative of each of them, with tabs between the columns
  --list-diagnostics     print every kind of error and warning
  --explain [CODE...]    explain these kinds of errors and warnings, as in --explain E301, with an example that is wrong
                         and one that is right; without a code, list all with their titles
  -h, --help             print this
  --version              print the version

Exit codes: 0 done; 1 the source has errors; 2 the command line is wrong; 3 a file cannot be read or written;
70 an internal error. After anything but 0, no output file has been created or changed.
)";
}

} // namespace cudapy::cli
