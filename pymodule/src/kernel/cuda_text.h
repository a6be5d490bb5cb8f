#pragma once
// CUDA C++ that somebody wrote: the text that is compiled for some of its kernels, and the kernels that are
// found in the compiled file. The compiler tells the types: we add templates of variables to the text, and
// the compiler puts the kernels and their types into the names of these variables.

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
    /// The names and contents of the files that the text includes. The compiled file depends on them too.
    std::vector<std::string> inputs;
    /// The types of the text that Python knows, by their names in C++. Their layouts are compared when the
    /// text is compiled.
    cuda_text::KnownTypes types;
    struct KernelRequest {
        cuda_text::Function function;
        std::string name;              ///< in Python: "scale", "scale<float>"
        std::string expression;        ///< in C++: "scale<float>"
        cuda_text::KnownTypes choices; ///< the types that type parameters stand for, as far as they are known
    };
    std::vector<KernelRequest> kernels;
    std::shared_ptr<const cuda_text::Source> source;
};

/// Returns the text for the compiler: the user's text, and after it the variables that name the kernels.
std::string unit_text(const CudaText& text);

/// Returns the wanted kernels as they are in a cubin of the text. Kernels that cannot be launched are left
/// out, and `problems` gets the reasons. Throws Error compile_failed for a file without the names of these
/// variables.
std::vector<KernelInfo> kernels_in(const CudaText& text, const std::filesystem::path& cubin,
                                   std::map<std::string, std::string>& problems);

/// Returns the names and contents (as hashes) of the files that a text includes and that are found in its
/// folder and the include paths, even if conditions leave them out. If a macro names an included file, the
/// result has a text that is never the same again.
std::vector<std::string> included_files(const cuda_text::Source& source, const std::string& folder,
                                        const std::vector<std::string>& include_paths);

} // namespace cudapy::python
