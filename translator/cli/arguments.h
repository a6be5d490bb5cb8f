#pragma once
// The command line of pycu2cu.

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "translator/translate.h"

namespace cudapy::cli {

/// What went wrong in how the program was called.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Action { translate, help, version, list_builtins, list_diagnostics };
enum class Format { text, json };
enum class Color { automatic, always, never };

struct Arguments {
    Action action = Action::translate;
    std::string input;  ///< "-" is standard input
    std::string output; ///< "-" is standard output
    std::string header; ///< empty for none
    std::string depfile;
    bool check = false; ///< report only
    Format format = Format::text;
    Color color = Color::automatic;
    Options options;
};

/// Throws UsageError.
Arguments parse_arguments(const std::vector<std::string>& words);

std::string help_text();

} // namespace cudapy::cli
