#pragma once
// The access patterns of a kernel: which elements the threads of a warp touch at each
// access of the source, and where the next iteration of the loop around it goes.

#include "translator/explain/doubles.h"
#include "translator/options.h"
#include "translator/resolver.h"
#include "translator/source_unit.h"
#include "translator/support/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cudapy {

/// The threads that are called neighbours: those of a warp, along one axis.
struct Neighbours {
    int axis = 0;
    /// A warp begins at a coordinate that is a multiple of 32.
    bool are_whole_warps = true;
};

/// The distance between two places that are accessed next to each other, or one after the other.
struct Distance {
    enum class Kind {
        elements, ///< `elements` or `text` says how many
        rows,     ///< `rows` of an array of several dimensions
        lists,    ///< one list of a `T**` and another one
        data,     ///< it depends on elements of arrays
        unknown,
    };
    Kind kind = Kind::unknown;
    std::optional<int64_t> elements; ///< if it is a constant; also of rows
    int64_t rows = 0;
    std::string text; ///< the number of elements if it is no constant: `n`; empty where it has no short text
    bool is_backwards = false; ///< `text` is how many elements less
};

/// An access of the source.
struct AccessPattern {
    enum class Operation { read, write, update, atomic };
    Span span;
    std::string text;  ///< its source in one line
    std::string array; ///< the name of the array, by which the function knows it
    Operation operation = Operation::read;
    bool is_shared = false;
    bool by_some = false; ///< elements of arrays, or what threads compute, decide which threads come here
    int64_t element_bytes = 0; ///< the bytes of an element
    int64_t width = 0;         ///< the bytes that a thread accesses, which are less for a field of a struct
    Distance threads;          ///< from a thread to its neighbour
    std::optional<Distance> next_iteration; ///< from an iteration of the innermost loop to the next
    Span loop;                              ///< that loop
    std::string counter;                    ///< the user's name for what it counts; empty for none
};

struct AccessPatterns {
    std::shared_ptr<const SourceSet> sources;
    Span kernel;                         ///< its head
    std::vector<AccessPattern> accesses; ///< in the order of the text, those of helpers where they are called
    /// In numba's dialect: where float32 is computed in double by accident.
    std::vector<DoubleByAccident> doubles;
};

/// Returns the access patterns of a kernel; nothing if the units have errors. Units and resolver must be
/// those of a whole translation, to which no more functions come along.
AccessPatterns access_patterns_of(const std::vector<SourceUnit>& units, const Options& options,
                                  NameResolver& resolver, const std::string& kernel,
                                  const Neighbours& neighbours = {});

/// Returns for people what the threads of a warp touch: `neighbours`, `every 4th element, 16 bytes apart`.
std::string threads_in_words(const AccessPattern& pattern);
/// Returns for people where the next iteration of the loop goes: `the next element`; empty for no loop.
std::string next_iteration_in_words(const AccessPattern& pattern);

} // namespace cudapy
