#include "runtime/launch/module.h"

#include "runtime/cache/cache_entry.h"
#include "runtime/cpu/cpu_kernel.h"
#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/loaded_code.h"
#include "runtime/launch/run_lines.h"
#include "runtime/support/file_system.h"
#include "runtime/support/fork_mutex.h"

#include <fmt/format.h>

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <memory>
#include <mutex>
#include <sys/statvfs.h>

namespace cudapy::runtime {

namespace {

class CudaModule final : public Module {
  public:
    /// If `image` is PTX it must end with a zero, as strings do anyway.
    CudaModule(Device device, const std::string& image, const std::string& what) : Module(device) {
        const cuda::Driver& driver = cuda::driver();
        cuda::Context context = cuda::primary_context(device.index);
        driver_ = &driver;
        context_ = context;
        cuda::ContextScope scope(driver, context);
        cuda::check(scope.status(), "using the GPU's context");
        if (cuda::Result result = driver.module_load_data(&handle_, image.data()); result != cuda::success)
            cuda::fail_to_load(result, what);
        loaded_ = std::make_unique<LoadedCode>(device, image.size());
    }

    ~CudaModule() override {
        // At exit the driver may be gone, and a forked child has no driver.
        if (cuda::forked_after_init()) return;
        const auto& driver = *static_cast<const cuda::Driver*>(driver_);
        cuda::ContextScope scope(driver, static_cast<cuda::Context>(context_));
        if (scope.status() == cuda::success) driver.module_unload(handle_);
    }

    Function find(const std::string& symbol) const override {
        const auto& driver = *static_cast<const cuda::Driver*>(driver_);
        cuda::ContextScope scope(driver, static_cast<cuda::Context>(context_));
        cuda::check(scope.status(), "using the GPU's context");
        cuda::Function function = nullptr;
        if (cuda::Result result = driver.module_get_function(&function, handle_, symbol.c_str());
            result != cuda::success)
            cuda::fail_to_load(result, fmt::format("looking for the kernel {}", symbol));
        int max_threads = 0, shared_bytes = 0, local_bytes = 0;
        cuda::check(driver.func_get_attribute(&max_threads, cuda::max_threads_per_block, function),
                    "asking for a kernel's limits");
        cuda::check(driver.func_get_attribute(&shared_bytes, cuda::static_shared_bytes, function),
                    "asking for a kernel's shared memory");
        cuda::check(driver.func_get_attribute(&local_bytes, cuda::local_bytes, function),
                    "asking for a kernel's local memory");
        return {function, max_threads, shared_bytes, local_bytes};
    }

    std::uint64_t find_variable(const std::string& symbol) const override {
        const auto& driver = *static_cast<const cuda::Driver*>(driver_);
        cuda::ContextScope scope(driver, static_cast<cuda::Context>(context_));
        cuda::check(scope.status(), "using the GPU's context");
        cuda::DevicePointer address = 0;
        std::size_t bytes = 0;
        if (cuda::Result result = driver.module_get_global(&address, &bytes, handle_, symbol.c_str());
            result != cuda::success)
            cuda::fail_to_load(result, fmt::format("looking for the variable {}", symbol));
        return address;
    }

  private:
    cuda::ModuleHandle handle_ = nullptr;
    std::unique_ptr<LoadedCode> loaded_;
};

/// Loads a shared object. When it cannot be loaded, the function returns null, and `problem` is the loader's
/// message without the path.
void* open_library(const std::filesystem::path& path, std::string& problem) {
    const std::string name = std::filesystem::absolute(path).string();
    const std::lock_guard lock(load_mutex);
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
    const char* error = dlerror();
    problem = error ? error : "unknown error";
    if (problem.starts_with(name + ": ")) problem.erase(0, name.size() + 2);
    return nullptr;
}

void close_library(void* library) {
    const std::lock_guard lock(load_mutex);
    dlclose(library);
}

class HostModule final : public Module {
  public:
    explicit HostModule(const std::filesystem::path& path) : Module({Device::Kind::host, 0}) {
        std::string problem;
        library_ = open_library(path, problem);
        if (library_) {
            add_run_lines(library_);
            return;
        }
        const bool lies_on_noexec = is_noexec(path);
        const std::string message =
            fmt::format("the compiled kernel {} could not be loaded: {}. {}", path.string(), problem,
                        lies_on_noexec ? "The file system of the cache folder is mounted noexec: set "
                                         "CUDAPY_CACHE_DIR to a folder on another."
                                       : "Remove it with `python -m cudapy cache clear`, or set "
                                         "CUDAPY_CACHE_DIR to another folder.");
        if (lies_on_noexec) problem += " (its file system is mounted noexec)";
        throw UnloadableCode(ErrorKind::cache, message, problem);
    }

    ~HostModule() override {
        remove_run_lines(library_);
        close_library(library_);
    }

    Function find(const std::string& symbol) const override {
        const std::lock_guard lock(load_mutex);
        void* address = dlsym(library_, symbol.c_str());
        if (!address) {
            const std::string reason = fmt::format("there is no kernel {} in the compiled file", symbol);
            throw UnloadableCode(ErrorKind::invalid_argument, reason, reason);
        }
        return {address, 1024};
    }

    std::uint64_t find_variable(const std::string& symbol) const override {
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("there is no variable {} in a shared object", symbol));
    }

  private:
    void* library_;
};

} // namespace

namespace {

/// Returns whether the file ends before the end that its headers give. That happens when a compiler has
/// filled the disk without noticing. The loader would map the file all the same, and the process would die of
/// the missing part. A file that is no ELF file is left to the loader.
bool is_cut_short(const std::filesystem::path& file) {
    const std::string content = read_file(file).value_or("");
    const std::uint64_t size = content.size();
    ElfW(Ehdr) header{};
    if (size < sizeof header) return false;
    std::memcpy(&header, content.data(), sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phentsize != sizeof(ElfW(Phdr)))
        return false;
    if (header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize > size) return true;
    for (unsigned i = 0; i < header.e_phnum; ++i) {
        ElfW(Phdr) segment{};
        const std::uint64_t place = header.e_phoff + i * sizeof segment;
        if (place + sizeof segment > size) return true;
        std::memcpy(&segment, content.data() + place, sizeof segment);
        if (segment.p_type == PT_LOAD && segment.p_offset + segment.p_filesz > size) return true;
    }
    return false;
}

} // namespace

std::string load_problem(const std::filesystem::path& shared_object) {
    if (is_cut_short(shared_object)) return "it ends before it should";
    std::string problem;
    if (void* library = open_library(shared_object, problem)) close_library(library);
    return problem;
}

bool is_noexec(const std::filesystem::path& file) {
    struct statvfs status {};
    return statvfs(file.c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC);
}

std::shared_ptr<Module> load_cubin(Device device, const std::filesystem::path& cubin) {
    if (device.kind != Device::Kind::cuda)
        throw Error(ErrorKind::invalid_argument, "a cubin is for a CUDA device, not for the host");
    return std::make_shared<CudaModule>(device, read_payload(cubin),
                                        fmt::format("loading {}", cubin.string()));
}

std::shared_ptr<Module> load_image(Device device, const std::string& image, const std::string& what) {
    if (device.kind != Device::Kind::cuda)
        throw Error(ErrorKind::invalid_argument, what + ": it is for a CUDA device, not for the host");
    return std::make_shared<CudaModule>(device, image, what);
}

std::shared_ptr<Module> load_shared_object(const std::filesystem::path& shared_object) {
    return std::make_shared<HostModule>(shared_object);
}

} // namespace cudapy::runtime
