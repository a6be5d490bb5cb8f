#pragma once
// The header that declares an emitted file's entry points for C and C++.

#include "translator/emit/text/writer.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// One `extern "C"` function of the emitted file.
struct EntryPoint {
    const program::Function* function;
    std::string head; ///< `cudaError_t launch_saxpy`
    std::vector<std::string> parameters;
};

struct HeaderParts {
    Target target = Target::cuda;
    std::vector<std::string> includes; ///< `<cuda_runtime_api.h>`
    std::vector<std::string> preamble; ///< comment lines that say how to call the functions
    std::string definitions;           ///< C text before the functions; may be empty
    std::vector<const Type*> structs;  ///< the types that the functions' parameters are made of
};

std::string header_text(const std::vector<EntryPoint>& entries, const HeaderParts& parts,
                        const SourceSet& sources, const Options& options);

/// Writes a comment that says what is passed for `T** rows`.
void write_lists(Writer& writer, const program::Function& function);

} // namespace cudapy::emit
