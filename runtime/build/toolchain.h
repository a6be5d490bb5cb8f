#pragma once
// The compilers: where they are, what they are, and running them.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// A function that is called about every 50 ms, on the calling thread, while a compiler runs or another
/// process builds. When it returns true, the wait ends with Error interrupted. In Python it takes the GIL and
/// calls PyErr_CheckSignals.
using InterruptionCheck = std::function<bool()>;

struct Compiler {
    enum class Family { nvcc, nvrtc, gcc, clang } family;
    std::filesystem::path path; ///< the path of the program; NVRTC: of the library
    std::vector<std::string>
        launcher; ///< words before the arguments if it is not only the path (`python -m ziglang c++`)
    std::string
        identity; ///< what `--version` prints, and size and time of the executable: part of cache keys
    std::filesystem::path include = {}; ///< NVRTC: the folder of cuda_fp16.h; empty when it came without
    int version = 0;                    ///< NVRTC: 13020 for 13.2
};

/// Finds nvcc. It looks at CUDAPY_NVCC, CUDA_HOME, CUDA_PATH, PATH, the pip packages of the toolkit (in the
/// folders of `site_packages`), and /usr/local/cuda. A process searches once for each environment. Error
/// compiler_not_found lists what was tried.
const Compiler& find_nvcc(const std::vector<std::string>& site_packages = {});
/// Finds the library NVRTC. It looks at CUDAPY_NVRTC, the toolkit that CUDA_HOME or CUDA_PATH names, the pip
/// packages, the loader's folders, and /usr/local/cuda. It searches as often as find_nvcc, and throws the
/// same errors.
const Compiler& find_nvrtc(const std::vector<std::string>& site_packages = {});
/// Finds the compiler for a GPU. `choice` is "nvcc" or "nvrtc"; if it is empty, the choice is the compiler
/// that CUDAPY_COMPILER names, or else nvcc, or else NVRTC if there is no nvcc. Throws invalid_argument for
/// another name in CUDAPY_COMPILER.
const Compiler& find_cuda_compiler(const std::string& choice,
                                   const std::vector<std::string>& site_packages = {});
/// Finds the compiler of the CPU target. It looks at CUDAPY_CXX and CXX, then for g++, clang++ and c++ on
/// PATH, then for the ziglang package.
const Compiler& find_host_compiler(const std::vector<std::string>& site_packages = {});

/// Further options for compiling CUDA C++, mostly for text that a user has written.
struct CudaOptions {
    std::vector<std::string> include_paths, flags;
    std::vector<std::string> libraries, library_paths; ///< names (`-l`) or files, of device code
    /// Says whether the translator wrote the text. Such text uses neither textures nor CUDA's runtime on the
    /// device, so NVRTC from 12.4 on may leave out their declarations. Reading these is a tenth of its work
    /// for a small kernel.
    bool is_translated = false;
};

/// Returns the words of the command that compiles to a cubin, without the launcher and the files. A cache key
/// holds them. Several architectures, "sm_80,sm_90", "all-major" or "all", make a fat binary. NVRTC makes
/// none: with it they are an Error invalid_argument. "compute_90" makes PTX, with nvcc only.
std::vector<std::string> cubin_arguments(const Compiler& compiler,
                                         const std::string& architecture /* "sm_90" */,
                                         const CudaOptions& options = {});
/// Returns whether the text names several architectures.
bool is_several(const std::string& architecture);
/// Returns the same words for a shared object. `processor` is what -march= is given.
std::vector<std::string> shared_object_arguments(const Compiler& compiler,
                                                 const std::string& processor = "native");
/// Returns the words that make the compiler compute fast instead of as the language says: it reorders sums
/// and products, and contracts them to fused ones. NaNs and infinities stay what they are.
std::vector<std::string> fast_math_arguments(const Compiler& compiler);

/// Compiles CUDA C++ to a cubin with nvcc or NVRTC, host C++ to a shared object; `output` is written only on
/// success. Throws compile_failed with the command and the compiler's messages; a compile that is interrupted
/// (Ctrl-C) is killed and leaves no file. The compiler works in a private folder made next to `output`, in
/// which the input is called kernel.cu or kernel.cpp: give the text #line directives for messages that speak
/// of its source.
void compile_cubin(const Compiler& compiler, const std::filesystem::path& input,
                   const std::filesystem::path& output, const std::string& architecture,
                   const InterruptionCheck& interrupted = {}, const CudaOptions& options = {});
void compile_shared_object(const Compiler& compiler, const std::filesystem::path& input,
                           const std::filesystem::path& output, const InterruptionCheck& interrupted = {},
                           const std::vector<std::string>& more = {} /* words of the command */,
                           const std::string& processor = "native" /* for -march= */);

/// Compiles text that the translator wrote, and that is in no file, to a cubin. The files of the compilation
/// are in the folder for temporary files.
std::string cubin_of(const Compiler& compiler, const std::string& source, const std::string& architecture);

/// Returns the CPU's features as a string that differs where -march=native would. It is a part of cache keys.
std::string cpu_identity();

} // namespace cudapy::runtime
