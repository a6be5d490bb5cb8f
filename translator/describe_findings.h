#pragma once
// What the recorder of a launch in checked mode has found, in words.

#include "runtime/checked/finding.h"
#include "translator/program/checks.h"
#include "translator/support/source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cudapy {

/// What the words need to know of a launch.
struct CheckedLaunch {
    struct Memory {
        std::string name; ///< of the parameter
        std::int64_t address = 0, bytes = 0;
        std::int64_t size = 1;               ///< of an element
        std::vector<std::int64_t> extents{}; ///< by dimension
    };
    std::string kernel;
    std::int64_t threads[3] = {1, 1, 1}; ///< of the launch
    std::int64_t block[3] = {1, 1, 1};   ///< … and of a block
    bool has_blocks = false;             ///< threads work together in blocks
    std::vector<Memory> memory;
};

/// Returns the first finding, and the lines of at most three others. Not for no findings.
std::string describe(const std::vector<runtime::Finding>& findings, const std::vector<program::Check>& checks,
                     const CheckedLaunch& launch, const SourceSet& sources);

} // namespace cudapy
