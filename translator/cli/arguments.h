#pragma once
// The command line of pycu2cu.

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "translator/translate_program.h"

namespace cudapy::cli {

/// A mistake in the arguments that the program was called with.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Action { translate, help, version, list_builtins, list_derivatives, list_diagnostics, explain };
enum class Format { text, json };
enum class Color { automatic, always, never };

struct Arguments {
    Action action = Action::translate;
    std::vector<std::string> codes; ///< the codes to explain; empty for the list of all
    std::string input;              ///< "-" is standard input
    std::string output;             ///< "-" is standard output
    std::string header;             ///< empty for none
    std::string depfile;
    std::string stamp;    ///< if it is given, outputs that would not change are kept
    bool program = false; ///< the output is for a C++ program that links the runtime
    /// The namespace of the program's functions; if it is empty, it is made of the input's name.
    std::string name_space;
    std::string python_module; ///< with `program`: the file that a Python module goes to
    std::string python_stub;   ///< with `python_module`: the file that its stub goes to
    std::string cuda;          ///< with `program`: the file that the CUDA C++ goes to
    bool cuda_text = false;    ///< with `program`: the CUDA C++ is in the program
    bool check = false;        ///< only report, write nothing
    bool has_target = false;   ///< --target was given
    Format format = Format::text;
    Color color = Color::automatic;
    Options options;
};

/// Returns the arguments that the words give. Throws UsageError.
Arguments parse_arguments(const std::vector<std::string>& words);

/// Returns the namespace that was asked for. If there is none, it is the input's file name without its
/// extension, or "kernels" for standard input.
std::string name_space_of(const Arguments& arguments);

/// Returns the name of the Python module that was asked for: that of its file up to the first dot.
std::string python_module_of(const Arguments& arguments);

std::string help_text();

} // namespace cudapy::cli
