#pragma once
// The command line of pycu2cu.

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "translator/translate_program.h"

namespace cudapy::cli {

/// What went wrong in how the program was called.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Action { translate, help, version, list_builtins, list_diagnostics, explain };
enum class Format { text, json };
enum class Color { automatic, always, never };

struct Arguments {
    Action action = Action::translate;
    std::vector<std::string> codes; ///< to explain; none for the list of all
    std::string input;              ///< "-" is standard input
    std::string output;             ///< "-" is standard output
    std::string header;             ///< empty for none
    std::string depfile;
    std::string stamp;       ///< with it, outputs that would not change are left alone
    bool program = false;    ///< for a C++ program that links the runtime
    std::string name_space;  ///< of the program's functions; empty: made of the input's name
    std::string cuda;        ///< with `program`: where the CUDA C++ goes
    bool cuda_text = false;  ///< with `program`: the CUDA C++ is in the program
    bool check = false;      ///< report only
    bool has_target = false; ///< --target was given
    Format format = Format::text;
    Color color = Color::automatic;
    Options options;
};

/// Throws UsageError.
Arguments parse_arguments(const std::vector<std::string>& words);

/// Returns the namespace asked for, or the input's name, as far as it can be one.
std::string name_space_of(const Arguments& arguments);

std::string help_text();

} // namespace cudapy::cli
