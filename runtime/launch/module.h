#pragma once
// A loaded file of kernels.

#include "runtime/cuda/device.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace cudapy::runtime {

/// Returns why a shared object cannot be loaded, without its path; the text is empty when it can be.
std::string load_problem(const std::filesystem::path& shared_object);
/// Returns whether a file lies on a file system from which no code can be loaded.
bool is_noexec(const std::filesystem::path& file);

class Module;
/// Loads a cubin, fat binary or PTX from memory. `what` is the beginning of the message if that fails. Throws
/// Error driver, UnloadableCode if the code is to blame, and Error invalid_argument for the host.
std::shared_ptr<Module> load_image(Device device, const std::string& image, const std::string& what);

class Module {
  public:
    struct Function {
        void* address = nullptr;     ///< a cuda::Function, or a CpuEntry
        int max_threads = 1024;      ///< in a block
        int static_shared_bytes = 0; ///< CUDA: of a block, of constant size
        int local_bytes = 0;         ///< CUDA: of a thread: local arrays, and registers that did not fit
    };

    virtual ~Module() = default;
    /// Finds a function. Throws UnloadableCode, of the kind driver (CUDA) or invalid_argument (host), when
    /// there is no such function.
    virtual Function find(const std::string& symbol) const = 0;
    /// Returns the address in the device's memory of a variable of the module. Throws UnloadableCode when
    /// there is none.
    virtual std::uint64_t find_variable(const std::string& symbol) const = 0;
    Device device() const { return device_; }
    /// Launches need this cuda::Driver and this cuda::Context. Both are null on the host.
    const void* driver() const { return driver_; }
    void* context() const { return context_; }

  protected:
    explicit Module(Device device) : device_(device) {}

    Device device_;
    const void* driver_ = nullptr;
    void* context_ = nullptr;
};

} // namespace cudapy::runtime
