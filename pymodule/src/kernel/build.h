#pragma once
// Compiling CUDA C++ or host C++ to a file of the cache that can be loaded.

#include "pymodule/src/kernel/program.h"
#include "runtime/build/toolchain.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::python {

/// A file of kernels in the cache.
struct KernelBinary {
    std::filesystem::path file;
    std::string image;                       ///< its content if it was read, only for a GPU
    std::shared_ptr<runtime::Module> module; ///< loaded, where that was done to see whether it can be
    bool is_new = false;                     ///< whether it was compiled now
};

/// The functions and the variables that compiled code must have.
struct NeededSymbols {
    std::vector<std::string> functions, variables;
};

/// A compilation: the options and the compiler for a text, and the key under which the cache has the result.
/// It does not need the GIL.
class Build {
  public:
    using DeviceSources = std::vector<std::shared_ptr<const cuda_text::DeviceSource>>;

    /// `made` is the outcome of the translation, and `device_sources` is the CUDA C++ that it calls. Throws
    /// Error compiler_not_found, and invalid_argument if the device lacks something that is needed.
    Build(const ProgramRequest& request, runtime::Device device, const translation_cache::Outcome& made,
          const DeviceSources& device_sources);

    /// Returns the file that the cache has; nothing if it must be compiled.
    std::optional<KernelBinary> find() const;
    /// Compiles the source, or waits for another process that compiles it.
    KernelBinary make(const std::string& source) const;

  private:
    void plan_cubin(const ProgramRequest& request, const translation_cache::Outcome& made,
                    const DeviceSources& device_sources, std::vector<std::string>& parts);
    void plan_shared_object(const ProgramRequest& request, const DeviceSources& device_sources,
                            std::vector<std::string>& parts);
    bool is_cuda() const { return device_.kind == runtime::Device::Kind::cuda; }
    const char* suffix() const { return is_cuda() ? ".cubin" : ".so"; }

    std::string name_;
    runtime::Device device_;
    const runtime::Compiler* compiler_ = nullptr;
    std::string architecture_;            ///< CUDA
    runtime::CudaOptions options_;        ///< CUDA
    std::vector<std::string> more_words_; ///< CPU: of the compiler's command
    std::string key_;
};

/// Loads what was built for a device. Throws runtime::Error.
std::shared_ptr<runtime::Module> load_module(const KernelBinary& binary, runtime::Device device);

} // namespace cudapy::python
