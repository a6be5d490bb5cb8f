#pragma once
// CUDA C++ that somebody wrote: the text that is compiled for some of its kernels, and what of them is found
// in the compiled file. Types are asked of the compiler: templates of variables, which the file gets besides,
// carry the kernels and their types in their names.

#include "runtime/build/toolchain.h"
#include "translator/cuda/source.h"
#include "translator/kernel_info.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cudapy::python {

struct CudaText {
    std::string text, path; ///< the path is for messages; both as #line has them
    int first_line = 1;
    runtime::CudaOptions options;
    /// What the compiled file depends on besides the text: the names and contents of files that it includes.
    std::vector<std::string> inputs;
    /// Types of the text that Python knows, by their names in C++: their layouts are compared when it is
    /// compiled.
    cuda_text::KnownTypes types;
    struct Wanted {
        cuda_text::Function function;
        std::string name;              ///< in Python: "scale", "scale<float>"
        std::string expression;        ///< in C++: "scale<float>"
        cuda_text::KnownTypes choices; ///< what type parameters stand for, as far as it is known
    };
    std::vector<Wanted> kernels;
    std::shared_ptr<const cuda_text::Source> source;
};

/// What is given to the compiler: the text, and behind it the variables that name the kernels.
std::string unit_text(const CudaText& text);

/// The kernels that were wanted, as they are in a cubin of it. What cannot be launched is left out, and why
/// is in `problems`. Throws Error compile_failed for a file that has no such names.
std::vector<KernelInfo> kernels_in(const CudaText& text, const std::filesystem::path& cubin,
                                   std::map<std::string, std::string>& problems);

/// Names and contents (as hashes) of all that a text includes, whether or not conditions leave it out: what
/// is found in its folder and the include paths. Where a macro says what is included, something that is never
/// the same again.
std::vector<std::string> included_files(const cuda_text::Source& source, const std::string& folder,
                                        const std::vector<std::string>& include_paths);

} // namespace cudapy::python
