#include "pymodule/src/kernel/prebuilt_code.h"

#include "pymodule/src/kernel/translation_memory.h"
#include "pymodule/src/python/progress.h"
#include "runtime/cache/cache.h"
#include "runtime/cache/entry_file.h"
#include "runtime/cache/prebuilt.h"
#include "runtime/launch/module.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "translator/version.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sys/stat.h>

namespace cudapy::python {

namespace {

namespace fs = std::filesystem;

/// Returns the key of a text's code, which is the same whichever compiler makes it.
std::string key_of(const ProgramRequest& request, bool is_cuda, const std::string& digest_of_text) {
    return runtime::cache_key({"prebuilt", version(), is_cuda ? "cuda" : "cpu", digest_of_text,
                               request.options.fast_math ? "fast" : "exact"});
}

std::vector<std::string> runnable_targets(runtime::Device device) {
    return device.is_host() ? runtime::runnable_cpu_targets()
                            : runtime::runnable_cuda_targets(runtime::compute_capability(device));
}

/// Returns ten times the compute capability of "sm_90" and "compute_90"; 0 for other targets.
int capability_of(const std::string& target) {
    const std::size_t digits = target.find('_') + 1;
    int number = 0;
    if (digits > 0) std::from_chars(target.data() + digits, target.data() + target.size(), number);
    return number;
}

/// Returns the code in a file, loaded; nothing if the code is to blame that it cannot be, and `problem` is
/// why.
std::optional<KernelBinary> loaded_code(const fs::path& file, runtime::Device device,
                                        const NeededSymbols& symbols, std::string& problem) {
    auto code = runtime::read_prebuilt(file, problem);
    if (!code) return std::nullopt;
    KernelBinary binary;
    binary.file = file;
    if (!device.is_host()) binary.image = std::move(*code);
    try {
        binary.module = load_module(binary, device);
        for (const std::string& symbol : symbols.functions)
            binary.module->find(symbol);
        for (const std::string& symbol : symbols.variables)
            binary.module->find_variable(symbol);
    } catch (const runtime::UnloadableCode& error) {
        problem = error.reason();
        return std::nullopt;
    }
    return binary;
}

} // namespace

PrebuiltSearch find_prebuilt_code(const ProgramRequest& request, runtime::Device device,
                                  const translation_cache::Outcome& made, const NeededSymbols& symbols,
                                  bool has_device_sources) {
    PrebuiltSearch search;
    // Whoever names a compiler or architectures wants what they make.
    const bool is_asked_for = !request.compiler.empty() || !request.architectures.empty();
    if (request.cuda || has_device_sources || is_asked_for || runtime::prebuilt_folders().empty())
        return search;
    const std::string key = key_of(request, !device.is_host(), made.portable_digest);
    for (const fs::path& file : runtime::prebuilt_files(key, runnable_targets(device))) {
        std::string problem;
        if (auto binary = loaded_code(file, device, symbols, problem)) {
            search.found = std::move(binary);
            break;
        }
        search.unloadable.push_back(fmt::format("{}: {}", file.string(), problem));
    }
    return search;
}

std::string prebuilt_note(const ProgramRequest& request, runtime::Device device,
                          const translation_cache::Outcome& made, const PrebuiltSearch& search) {
    const std::vector<fs::path> folders = runtime::prebuilt_folders();
    if (folders.empty()) return "";
    if (!search.unloadable.empty())
        return fmt::format("\nThe prebuilt code of {} could not be loaded:\n  {}",
                           request.units.front().function, fmt::join(search.unloadable, "\n  "));
    std::vector<std::string> names;
    for (const fs::path& folder : folders)
        names.push_back(folder.string());
    const std::vector<std::string> targets =
        runtime::prebuilt_targets(key_of(request, !device.is_host(), made.portable_digest));
    if (targets.empty())
        return fmt::format("\nThe prebuilt kernels in {} have no {} for {}: it was not among them, or was "
                           "translated by another version of CudaPy, with other options or constants.",
                           fmt::join(names, ", "), request.units.front().function,
                           device.is_host() ? "the CPU" : "GPUs");
    return fmt::format("\nThe prebuilt kernels in {} have {} for {}; this machine runs {}.",
                       fmt::join(names, ", "), request.units.front().function, fmt::join(targets, ", "),
                       runnable_targets(device).front());
}

std::string prebuild_text(const ProgramRequest& request, const CapabilityNeed& needs, const std::string& text,
                          const std::string& target, const fs::path& folder) {
    const int capability = capability_of(target);
    const bool is_cuda = capability > 0;
    const std::string& kernel = request.units.front().function;
    if (is_cuda && capability < needs.capability)
        throw runtime::Error(runtime::ErrorKind::invalid_argument,
                             fmt::format("{} cannot be built for {}: {} needs a compute capability of {}.{}",
                                         kernel, target, needs.subject, needs.capability / 10,
                                         needs.capability % 10));
    const runtime::Compiler& compiler = is_cuda ? runtime::find_nvcc(request.site_packages)
                                                : runtime::find_host_compiler(request.site_packages);
    const fs::path file =
        folder / runtime::prebuilt_name(key_of(request, is_cuda, portable_digest(text)), target);
    runtime::PrivateFolder work(folder, ".build-");
    const fs::path input = work.path() / (is_cuda ? "kernel.cu" : "kernel.cpp"), made = work.path() / "made";
    if (!runtime::write_file(input, text))
        throw runtime::Error(runtime::ErrorKind::cache,
                             fmt::format("cannot write {}: {}", input.string(), std::strerror(errno)));
    Progress progress(kernel, fmt::format("{} with {}", target, compiler.path.string()));
    const runtime::InterruptionCheck interrupted = [&] { return progress(); };
    progress.begin_compiling();
    if (is_cuda) {
        runtime::CudaOptions options;
        options.is_translated = true;
        if (request.options.fast_math) options.flags = runtime::fast_math_arguments(compiler);
        runtime::compile_cubin(compiler, input, made, target, interrupted, options);
    } else {
        const auto more =
            request.options.fast_math ? runtime::fast_math_arguments(compiler) : std::vector<std::string>();
        runtime::compile_shared_object(compiler, input, made, interrupted, more, target);
    }
    runtime::seal(made, kernel, file);
    std::error_code error;
    // Whoever may read the program may read its kernels.
    fs::permissions(made, fs::perms(0644), error);
    if (!error) fs::rename(made, file, error);
    if (error)
        throw runtime::Error(runtime::ErrorKind::cache,
                             fmt::format("cannot write {}: {}", file.string(), error.message()));
    return file.filename().string();
}

} // namespace cudapy::python
