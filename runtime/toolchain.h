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
    enum class Family { nvcc, gcc, clang } family;
    std::filesystem::path path;
    std::vector<std::string>
        launcher; ///< words before the arguments when not the path alone (`python -m ziglang c++`)
    std::string
        identity; ///< what `--version` prints, and size and time of the executable: part of cache keys
};

/// nvcc from CUDAPY_NVCC, CUDA_HOME, CUDA_PATH, PATH, the pip packages of the toolkit (of the folders in
/// `site_packages`), /usr/local/cuda. Found once a process and environment. Error compiler_not_found lists
/// what was tried.
const Compiler& find_nvcc(const std::vector<std::string>& site_packages = {});
/// The compiler of the CPU target from CUDAPY_CXX, CXX, then g++, clang++, c++ on PATH, then the ziglang
/// package.
const Compiler& find_host_compiler(const std::vector<std::string>& site_packages = {});

/// The words of the command that compiles `input` to `output`, without launcher: what a cache key holds.
std::vector<std::string> cubin_arguments(const std::string& architecture /* "sm_90" */);
std::vector<std::string> shared_object_arguments(const Compiler& compiler);

/// Compiles CUDA C++ to a cubin, host C++ to a shared object; `output` is written only on success. Throws
/// compile_failed with the command and the compiler's messages; a compile that is interrupted (Ctrl-C) is
/// killed and leaves no file. The compiler works in a private folder made beside `output`, in which the input
/// is called kernel.cu or kernel.cpp: give the text #line directives for messages that speak of its source.
void compile_cubin(const Compiler& nvcc, const std::filesystem::path& input,
                   const std::filesystem::path& output, const std::string& architecture,
                   const Interrupted& interrupted = {});
void compile_shared_object(const Compiler& compiler, const std::filesystem::path& input,
                           const std::filesystem::path& output, const Interrupted& interrupted = {});

/// The CPU's features as a string that differs where -march=native would (part of cache keys).
std::string cpu_identity();

} // namespace cudapy::runtime
