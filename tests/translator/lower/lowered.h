#pragma once
// Programs from Python text for the tests of lowerings, as the checker leaves them, and as text.

#include "translator/lower/analysis/mod_ref.h"
#include "translator/lower/lower.h"
#include "translator/program/printer.h"
#include "translator/program/validate.h"

#include <functional>
#include <string>

namespace cudapy::lower {

/// The program of a module; fails the test where the text has errors.
program::Program checked(const std::string& text, const Options& options = {});

using Lowering = std::function<void(program::Function&)>;

/// The program of a module after one lowering and what must come before it, printed.
std::string after(const std::string& text, const std::vector<Lowering>& lowerings);

/// The bodies of all functions after all lowerings, printed.
std::string lowered(const std::string& text, const Options& options = {});

/// The variant of the last function for a block, after all lowerings, printed.
std::string block_of(const std::string& text);

} // namespace cudapy::lower
