#pragma once
// NVIDIA's compiler of CUDA C++ as a library, opened at run time: no process is started and no host compiler
// is needed.

#include "runtime/build/toolchain.h"

#include <filesystem>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// Opens the library and returns the version of NVRTC, "NVRTC 13.0". Throws compiler_not_found with the
/// reason when the file is no usable NVRTC.
std::string nvrtc_version(const std::filesystem::path& library);

/// Describes the library, which has that version, as a compiler.
Compiler nvrtc_at(const std::filesystem::path& library, const std::string& version);

/// Returns the options of a compilation, without those that name folders. A cache key holds them.
std::vector<std::string> nvrtc_arguments(const Compiler& nvrtc, const std::string& architecture /* "sm_90" */,
                                         bool is_translated /* see CudaOptions */);

/// Compiles like compile_cubin, with the words of cubin_arguments. NVRTC 12.8 and later ask for an
/// interruption while they compile; with older ones it is noticed at the end.
void compile_cubin_by_nvrtc(const Compiler& nvrtc, const std::filesystem::path& input,
                            const std::filesystem::path& output, std::vector<std::string> options,
                            const InterruptionCheck& interrupted);

} // namespace cudapy::runtime
