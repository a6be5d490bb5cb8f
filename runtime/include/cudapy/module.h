#pragma once
// CUDA C++ that a program compiles, or compiled code that it loads, while it runs.

#include "array.h"
#include "device.h"
#include "launch.h"

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace cudapy {

namespace detail {
class LoadedModule;
class LoadedFunction;

/// One argument of a kernel: a pointer to its bytes, and for an array its buffer and its device.
struct ModuleArgument {
    const void* value;
    const runtime::Buffer* buffer = nullptr;
    const Device* device = nullptr;
};
void launch(const LoadedFunction& function, const Launch& launch, const ModuleArgument* arguments,
            std::size_t count);
} // namespace detail

/// A `__global__` function of a module. It is called with the launch and the function's arguments. A View or
/// an Array is passed as its pointer; everything else is passed as it is, and must have exactly the
/// parameter's type, because nothing can check that. The blocks cover the threads that were asked for, and
/// may have some more.
class ModuleKernel {
  public:
    template <typename... Arguments>
    void operator()(const Launch& launch, const Arguments&... arguments) const {
        call(launch, PassedArgument<Arguments>(arguments)...);
    }

  private:
    friend class Module;
    explicit ModuleKernel(std::shared_ptr<const detail::LoadedFunction> function)
        : function_(std::move(function)) {}

    template <typename T>
    struct PassedArgument {
        static_assert(std::is_trivially_copyable<T>::value, "arguments are copied as bytes");
        explicit PassedArgument(const T& value) : value(value) {}
        detail::ModuleArgument argument() const { return {&value}; }
        T value;
    };
    template <typename T, int N>
    struct PassedArgument<View<T, N>> {
        explicit PassedArgument(const View<T, N>& view)
            : data(view.data()), device(view.device()), buffer(view.buffer()) {}
        detail::ModuleArgument argument() const { return {&data, buffer, &device}; }
        T* data;
        Device device;
        const runtime::Buffer* buffer;
    };
    template <typename T, int N>
    struct PassedArgument<Array<T, N>> : PassedArgument<View<const T, N>> {
        explicit PassedArgument(const Array<T, N>& array) : PassedArgument<View<const T, N>>(array.view()) {}
    };

    template <typename... P>
    void call(const Launch& launch, const P&... passed) const {
        const detail::ModuleArgument arguments[] = {passed.argument()..., {nullptr}};
        detail::launch(*function_, launch, arguments, sizeof...(P));
    }

    std::shared_ptr<const detail::LoadedFunction> function_;
};

/// Code for one GPU.
class Module {
  public:
    /// Compiles CUDA C++ with nvcc or NVRTC, or finds the compiled code in the cache of kernels. `name` is
    /// for messages. The kernels must be `extern "C"`. Throws Error compiler_not_found, compile_failed,
    /// no_device.
    static Module compile(const std::string& source, Device device = current_device(),
                          const std::string& name = "module");
    /// Loads a cubin, fat binary or PTX from memory.
    static Module load(const void* image, std::size_t bytes, Device device = current_device());

    Device device() const;
    /// Returns the kernel with this name. Throws Error driver when there is none.
    ModuleKernel kernel(const std::string& name) const;

  private:
    explicit Module(std::shared_ptr<detail::LoadedModule> module) : module_(std::move(module)) {}
    std::shared_ptr<detail::LoadedModule> module_;
};

} // namespace cudapy
