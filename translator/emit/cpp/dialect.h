#pragma once
// The differences between the two targets inside a function's body.

#include "translator/options.h"
#include "translator/program/program.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::emit {

struct Dialect {
    Target target = Target::cuda;
    /// The emitted names of the helpers that the file defines.
    std::map<program::Helper, std::string> helper_names;
    /// The module-level constants that the file defines.
    std::set<std::string> constants;
    /// The emitted names of the functions for random numbers, and of the type of their state.
    std::map<std::string, std::string> random_names;
    /// Says that assertions are C's, as the file's own programs expect. Otherwise the launcher is told of a
    /// failed one.
    bool stubs = true;
    /// Without stubs, these hold the numbers of the assertions, by file and place, and the name of what a
    /// failed one calls, or throws.
    std::map<std::pair<uint32_t, uint32_t>, int> assertion_numbers;
    std::string assertion_failure;
    /// The numbers that stand for lines, by file and line, see Translation::failure_places; empty where lines
    /// are their own numbers.
    std::map<std::pair<uint32_t, int>, int> place_numbers;
    bool assertions_trap = false; ///< blocks wait for each other, so that a thread cannot end by itself
    /// In checked mode, these hold the checks, which are numbered from 1; the place of each, for people; and
    /// the name of the function that a failed one calls.
    std::vector<program::Check> checks;
    std::vector<std::string> check_places;
    std::string check_failure;
    bool checks_go_on = false;    ///< a thread whose check failed goes on, since others wait for it
    bool is_instrumented = false; ///< a recorder is told what threads do with memory
    std::string recorder;         ///< the variable that the recorder is in
    bool is_traced = false;       ///< the recorder is also told which way threads go
    /// Host only: the variable that runs threads in turns, and the type of it; empty where none wait.
    std::string turns, turns_type;
    std::string
        load_volatile;     ///< CUDA only: the function that loads what others change; empty where none wait
    std::string in_memory; ///< the function that makes an element volatile; empty for none (Options)
    /// Host only: the structs that the header of a C++ program gives defaults, and those that hold one. An
    /// array of them would set its elements where it is declared.
    std::set<const Type*> with_defaults;
    bool index64 = false;
};

/// Returns the C++ text of a type: `int`, `int64_t`, `float`, `double`, `bool`, `void`, or for a tuple the
/// name of its struct, `float_int`.
std::string type_text(const Type* type);
/// Returns the text of a parameter: `float x`, `const float* X`.
std::string parameter_text(const program::Variable& variable, bool written,
                           const std::string& qualifier = "");

/// Returns the same for parameter `i` of a function that is called. A struct comes by reference where the
/// function cannot change it: `const Body& b`.
std::string argument_text(const program::Function& function, std::size_t i, bool written);

/// Returns the text of a pointer that is a local variable: `const float* src`. `is_const` says that the
/// pointer is never assigned again.
std::string pointer_text(const program::Variable& variable, bool is_const);

} // namespace cudapy::emit
