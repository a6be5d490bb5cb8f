#include "runtime/include/cudapy/module.h"

#include "runtime/build/toolchain.h"
#include "runtime/cache/cache.h"
#include "runtime/interface/interface.h"
#include "runtime/launch/kernel.h"
#include "runtime/launch/module.h"
#include "runtime/memory/memory.h"
#include "runtime/queue/stream.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

namespace cudapy {

namespace fs = std::filesystem;

namespace runtime {

namespace {

/// A file with the text, next to the entry that is made from it. It exists while the entry is made.
class SourceFile {
  public:
    SourceFile(const fs::path& output, const std::string& text) : path_(output.string() + ".cu") {
        if (!write_file(path_, text))
            throw Error(ErrorKind::cache, fmt::format("cannot write {}", path_.string()));
    }
    ~SourceFile() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    SourceFile(const SourceFile&) = delete;
    SourceFile& operator=(const SourceFile&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

} // namespace

std::shared_ptr<Module> module_of_text(Device device, const std::string& source, const std::string& name) {
    const std::string architecture = runtime::architecture(device);
    const Compiler& compiler = find_cuda_compiler("");
    std::vector<std::string> parts{"cuda", CUDAPY_VERSION, source, compiler.identity, architecture};
    for (const std::string& word : cubin_arguments(compiler, architecture))
        parts.push_back(word);
    const fs::path file = Cache::open().get(cache_key(parts), ".cubin", name, [&](const fs::path& output) {
        const SourceFile input(output, source);
        compile_cubin(compiler, input.path(), output, architecture);
        load_cubin(device, output); // a file that cannot be loaded must not get into the cache
    });
    return load_cubin(device, file);
}

} // namespace runtime

namespace detail {

class LoadedModule {
  public:
    explicit LoadedModule(std::shared_ptr<runtime::Module> loaded) : module(std::move(loaded)) {}
    std::shared_ptr<runtime::Module> module;
};

class LoadedFunction {
  public:
    LoadedFunction(std::shared_ptr<runtime::Module> module, const std::string& name)
        : kernel(std::move(module), traits_of(name)) {}

    static runtime::KernelTraits traits_of(const std::string& name) {
        runtime::KernelTraits traits{{}, name, name, true}; // it must count its threads itself
        traits.axes = 7;
        traits.uses_blocks = true;
        return traits;
    }

    runtime::Kernel kernel;
};

void launch(const LoadedFunction& function, const Launch& launch, const ModuleArgument* arguments,
            std::size_t count) {
    const runtime::Kernel& kernel = function.kernel;
    const std::string& name = kernel.traits().name;
    const runtime::Device device = kernel.device();
    if (launch.stream() && !(launch.stream()->device() == device))
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("{}: the kernel is on {}, and the stream on {}", name, device.name(),
                                launch.stream()->device().name()));
    const runtime::StreamScope scope(launch.stream());
    std::vector<void*> slots(count);
    for (std::size_t i = 0; i < count; ++i) {
        slots[i] = const_cast<void*>(arguments[i].value);
        if (arguments[i].device && !(runtime::device_of(*arguments[i].device) == device))
            throw Error(ErrorKind::invalid_argument,
                        fmt::format("{}: the kernel is on {}, and argument {} on {}", name, device.name(),
                                    i + 1, arguments[i].device->name()));
        if (arguments[i].buffer) arguments[i].buffer->use_on(runtime::current_stream(device));
    }
    const runtime::Extent* block = launch.block_shape()[0] != 0 ? &launch.block_shape() : nullptr;
    if (block) kernel.check_block(*block);
    if (launch.shared_count() > 1)
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("{}: Launch::shared takes one number for CUDA C++, the bytes of a block's "
                                "dynamic shared memory, got {}",
                                name, launch.shared_count()));
    const std::int64_t shared_bytes = launch.shared_count() > 0 ? launch.shared_counts()[0] : 0;
    if (shared_bytes < 0 || !kernel.allow_shared(shared_bytes))
        throw Error(ErrorKind::launch, fmt::format("{}: {} bytes of shared memory are not possible: {}", name,
                                                   shared_bytes, kernel.shared_limit()));
    kernel.launch(launch.threads(), slots.data(), block, static_cast<unsigned>(shared_bytes));
}

} // namespace detail

Module Module::compile(const std::string& source, Device device, const std::string& name) {
    if (!device.is_cuda())
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("{}: CUDA C++ runs only on a GPU, and the device is cpu", name));
    return Module(std::make_shared<detail::LoadedModule>(
        runtime::module_of_text(runtime::device_of(device), source, name)));
}

Module Module::load(const void* image, std::size_t bytes, Device device) {
    return Module(std::make_shared<detail::LoadedModule>(runtime::load_image(
        runtime::device_of(device), {static_cast<const char*>(image), bytes}, "loading a module")));
}

Device Module::device() const {
    return runtime::device_of(module_->module->device());
}

ModuleKernel Module::kernel(const std::string& name) const {
    return ModuleKernel(std::make_shared<detail::LoadedFunction>(module_->module, name));
}

} // namespace cudapy
