#pragma once
// This puts the findings of the recorder of a launch in checked mode in words.

#include "runtime/race_detector/finding.h"
#include "translator/diagnostics/words.h"
#include "translator/program/checks.h"
#include "translator/support/source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cudapy {

/// The data on a launch that the words need.
struct CheckedLaunch {
    struct Memory {
        std::string name; ///< the name of the parameter
        std::int64_t address = 0, bytes = 0;
        std::int64_t size = 1;               ///< the size of an element
        std::vector<std::int64_t> extents{}; ///< by dimension
    };
    std::string kernel;
    std::int64_t threads[3] = {1, 1, 1}; ///< the threads of the launch
    std::int64_t block[3] = {1, 1, 1};   ///< the threads of a block
    bool has_blocks = false;             ///< threads work together in blocks
    std::vector<Memory> memory;
};

/// Returns a text on the first finding, and the lines of at most three others. There must be a finding.
std::string describe(const std::vector<runtime::Finding>& findings, const std::vector<program::Check>& checks,
                     const CheckedLaunch& launch, const SourceSet& sources, const diag::Words& words);

} // namespace cudapy
