#pragma once
// Tells where kernels of numba's dialect compute in double what is float32 but for a literal, an integer or a
// number that is an argument, which that dialect takes for a float64.

#include "translator/program/program.h"
#include "translator/support/source.h"

#include <string>
#include <vector>

namespace cudapy {

/// A computation in double of float32 values, and of others that need not be a float64.
struct DoubleByAccident {
    /// A value that makes it one.
    struct Cause {
        enum class Kind { literal, integer, argument, name };
        Kind kind;
        std::string text; ///< its source
        Span span;        ///< of a name: where it begins
    };
    Span span;
    std::vector<Cause> causes; ///< each once, in the order of the text
};

/// Returns these places of a kernel and of what it calls, in the order of the text. The program is as the
/// checker made it.
std::vector<DoubleByAccident> doubles_of(const program::Function& kernel, const SourceSet& sources);

/// Returns for people what makes it a computation in double, and what to write.
std::string in_words(const DoubleByAccident& place, const SourceSet& sources);

} // namespace cudapy
