#pragma once
// What functions do, here or in what they call: found for all functions of a program at once.

#include "translator/program/program.h"

#include <map>

namespace cudapy::emit {

struct CallFacts {
    bool asserts = false;
    bool prints = false;
    bool checks = false;                        ///< something that the checked mode looks at
    bool records = false;                       ///< something that a recorder is told
    bool recurses = false;                      ///< a function that calls itself, directly or through others
    const program::Function* foreign = nullptr; ///< a function of CUDA C++; null for none
    bool gives_arrays = false; ///< a call of CUDA C++ that may write to an array that it is given
};

/// Of each function of the program, also of those that are called and not emitted.
using AllCallFacts = std::map<const program::Function*, CallFacts>;

/// Takes time in proportion to the program's size.
AllCallFacts call_facts(const program::Program& program);

} // namespace cudapy::emit
