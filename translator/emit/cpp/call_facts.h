#pragma once
// Finds out what functions do, themselves or in what they call, for all functions of a program at once.

#include "translator/program/program.h"

#include <map>
#include <vector>

namespace cudapy::emit {

struct CallFacts {
    bool asserts = false;
    bool prints = false;
    bool checks = false;                        ///< it holds something that the checked mode looks at
    bool records = false;                       ///< it holds something that a recorder is told
    bool recurses = false;                      ///< it is or calls a function that calls itself, directly or
                                                ///< through others
    const program::Function* foreign = nullptr; ///< a function of CUDA C++ that it is or calls; null for none
    bool gives_arrays = false; ///< it calls CUDA C++ that may write to an array that it is given
};

/// The facts of each function of the program, also of those that are called and not emitted.
using AllCallFacts = std::map<const program::Function*, CallFacts>;

/// Finds the facts of all functions, in time in proportion to the program's size.
class CallFactsSearch {
  public:
    /// Looks at what the function does itself.
    void look(const program::Function& function);
    /// Returns the facts, once all functions were looked at.
    AllCallFacts take();

  private:
    AllCallFacts found_;
    std::map<const program::Function*, std::vector<const program::Function*>> callers_;
    std::vector<const program::Function*> left_; ///< those whose callers may not know yet what they do

    void look_at_variant(const program::Function& function);
};

/// Returns whether the fact holds of some function.
bool any(const AllCallFacts& all, bool CallFacts::*fact);

} // namespace cudapy::emit
