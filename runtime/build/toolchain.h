#pragma once
// The compilers: where they are, what they are, and running them.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// Asked about every 50 ms while a compiler runs or another process builds, on the calling thread; true ends
/// the wait with Error interrupted. In Python it takes the GIL and calls PyErr_CheckSignals.
using Interrupted = std::function<bool()>;

struct Compiler {
    enum class Family { nvcc, nvrtc, gcc, clang } family;
    std::filesystem::path path; ///< of the program; NVRTC: of the library
    std::vector<std::string>
        launcher; ///< words before the arguments when not the path alone (`python -m ziglang c++`)
    std::string
        identity; ///< what `--version` prints, and size and time of the executable: part of cache keys
    std::filesystem::path include = {}; ///< NVRTC: the folder of cuda_fp16.h; empty when it came without
    int version = 0;                    ///< NVRTC: 13020 for 13.2
};

/// nvcc from CUDAPY_NVCC, CUDA_HOME, CUDA_PATH, PATH, the pip packages of the toolkit (of the folders in
/// `site_packages`), /usr/local/cuda. Found once a process and environment. Error compiler_not_found lists
/// what was tried.
const Compiler& find_nvcc(const std::vector<std::string>& site_packages = {});
/// The library NVRTC from CUDAPY_NVRTC, the toolkit that CUDA_HOME or CUDA_PATH names, the pip packages, the
/// loader's folders, /usr/local/cuda. Found once a process and environment; errors as of find_nvcc.
const Compiler& find_nvrtc(const std::vector<std::string>& site_packages = {});
/// What compiles for a GPU: `choice` is "nvcc", "nvrtc", or empty for the one that CUDAPY_COMPILER names,
/// else nvcc, else NVRTC where there is no nvcc. Throws invalid_argument for another name in CUDAPY_COMPILER.
const Compiler& find_cuda_compiler(const std::string& choice,
                                   const std::vector<std::string>& site_packages = {});
/// The compiler of the CPU target from CUDAPY_CXX, CXX, then g++, clang++, c++ on PATH, then the ziglang
/// package.
const Compiler& find_host_compiler(const std::vector<std::string>& site_packages = {});

/// What a text of a user's own is compiled with besides.
struct CudaOptions {
    std::vector<std::string> include_paths, flags;
    std::vector<std::string> libraries, library_paths; ///< names (`-l`) or files, of device code
    /// It is what the translator writes, which uses neither textures nor CUDA's runtime on the device: NVRTC
    /// from 12.4 on may leave their declarations out, which are a tenth of its work for a small kernel.
    bool is_translated = false;
};

/// The words of the command that compiles `input` to `output`, without launcher: what a cache key holds.
/// Several architectures, "sm_80,sm_90", "all-major" or "all", make a fat binary; NVRTC makes none, Error
/// invalid_argument.
std::vector<std::string> cubin_arguments(const Compiler& compiler,
                                         const std::string& architecture /* "sm_90" */,
                                         const CudaOptions& options = {});
/// Whether an architecture is several.
bool is_several(const std::string& architecture);
std::vector<std::string> shared_object_arguments(const Compiler& compiler);

/// Compiles CUDA C++ to a cubin with nvcc or NVRTC, host C++ to a shared object; `output` is written only on
/// success. Throws compile_failed with the command and the compiler's messages; a compile that is interrupted
/// (Ctrl-C) is killed and leaves no file. The compiler works in a private folder made beside `output`, in
/// which the input is called kernel.cu or kernel.cpp: give the text #line directives for messages that speak
/// of its source.
void compile_cubin(const Compiler& compiler, const std::filesystem::path& input,
                   const std::filesystem::path& output, const std::string& architecture,
                   const Interrupted& interrupted = {}, const CudaOptions& options = {});
void compile_shared_object(const Compiler& compiler, const std::filesystem::path& input,
                           const std::filesystem::path& output, const Interrupted& interrupted = {},
                           const std::vector<std::string>& more = {} /* words of the command */);

/// A cubin of what the translator writes that is not in a file, made in the folder for temporary files.
std::string cubin_of(const Compiler& compiler, const std::string& source, const std::string& architecture);

/// The CPU's features as a string that differs where -march=native would (part of cache keys).
std::string cpu_identity();

} // namespace cudapy::runtime
