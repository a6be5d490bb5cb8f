#pragma once
// NVIDIA's compiler of CUDA C++ as a library, opened at run time: no process is started and no host compiler
// is needed.

#include "runtime/build/toolchain.h"

#include <filesystem>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// The version of NVRTC, "NVRTC 13.0", for which its library is opened. Throws compiler_not_found with the
/// reason when the file is no usable NVRTC.
std::string nvrtc_version(const std::filesystem::path& library);

/// The compiler that a library is, of that version.
Compiler nvrtc_at(const std::filesystem::path& library, const std::string& version);

/// The options of a compilation, without those that name folders: what a cache key holds.
std::vector<std::string> nvrtc_arguments(const Compiler& nvrtc, const std::string& architecture /* "sm_90" */,
                                         bool is_translated /* see CudaOptions */);

/// As compile_cubin, with the words of cubin_arguments. An interruption is noticed where NVRTC asks for it
/// (12.8 and later), else at the end.
void compile_cubin_by_nvrtc(const Compiler& nvrtc, const std::filesystem::path& input,
                            const std::filesystem::path& output, std::vector<std::string> options,
                            const Interrupted& interrupted);

} // namespace cudapy::runtime
