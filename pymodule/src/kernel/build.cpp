#include "pymodule/src/kernel/build.h"

#include "pymodule/src/kernel/cuda_text.h"
#include "pymodule/src/python/progress.h"
#include "runtime/cache/cache.h"
#include "runtime/launch/module.h"
#include "runtime/support/error.h"
#include "runtime/support/file_system.h"
#include "translator/cuda/device_functions.h"
#include "translator/version.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace cudapy::python {

namespace {

namespace fs = std::filesystem;

/// A file that is written for a compiler, and removed when the compiler has ended.
class SourceOnDisk {
  public:
    SourceOnDisk(fs::path path, const std::string& text) : path_(std::move(path)) {
        if (runtime::write_file(path_, text)) return;
        const int error = errno;
        std::error_code ignored;
        fs::remove(path_, ignored);
        throw runtime::Error(runtime::ErrorKind::cache,
                             fmt::format("cannot write {}: {}", path_.string(), std::strerror(error)));
    }
    ~SourceOnDisk() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    SourceOnDisk(const SourceOnDisk&) = delete;
    SourceOnDisk& operator=(const SourceOnDisk&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

fs::path with_suffix(fs::path path, const char* suffix) {
    path += suffix;
    return path;
}

std::string name_of(const runtime::Compiler& compiler) {
    return compiler.launcher.empty() ? compiler.path.string()
                                     : fmt::format("{}", fmt::join(compiler.launcher, " "));
}

void add_new(std::vector<std::string>& all, const std::vector<std::string>& more) {
    for (const std::string& each : more)
        if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
}

/// Returns those of the flags for CUDA's compiler that a compiler for the host gets: macros and folders,
/// which decide what the text means. The other flags are about GPUs, or about speed. All are in the form of
/// _compile/cuda_flags.py.
std::vector<std::string> host_flags(const cuda_text::DeviceSource& source) {
    std::vector<std::string> words;
    for (const std::string& path : source.include_paths)
        words.push_back("-I" + path);
    for (const std::string& flag : source.flags)
        if (flag.starts_with("-D") || flag.starts_with("-U")) words.push_back(flag);
    return words;
}

} // namespace

Build::Build(const ProgramRequest& request, runtime::Device device, const translation_cache::Outcome& made,
             const DeviceSources& device_sources)
    : name_(request.units.front().function), device_(device) {
    std::vector<std::string> parts{is_cuda() ? "cuda" : "cpu", version(), made.source_digest};
    if (is_cuda())
        plan_cubin(request, made, device_sources, parts);
    else
        plan_shared_object(request, device_sources, parts);
    // The key also depends on the files that the called CUDA C++ includes.
    for (const auto& text : device_sources)
        for (std::string& input : included_files(text->source, text->folder, text->include_paths))
            parts.push_back(std::move(input));
    key_ = runtime::cache_key(parts);
}

void Build::plan_cubin(const ProgramRequest& request, const translation_cache::Outcome& made,
                       const DeviceSources& device_sources, std::vector<std::string>& parts) {
    if (made.needs.capability > 0) // otherwise the compiler would report it, together with its command line
        runtime::require_capability(device_, made.needs.capability, made.needs.subject);
    architecture_ = request.architectures.empty() ? runtime::architecture(device_) : request.architectures;
    compiler_ = &runtime::find_cuda_compiler(request.compiler, request.site_packages);
    if (request.cuda) options_ = request.cuda->options;
    if (request.options.fast_math) add_new(options_.flags, runtime::fast_math_arguments(*compiler_));
    options_.is_translated = !request.cuda && device_sources.empty();
    for (const auto& text : device_sources) {
        add_new(options_.include_paths, text->include_paths);
        add_new(options_.flags, text->flags);
        add_new(options_.libraries, text->libraries);
        add_new(options_.library_paths, text->library_paths);
    }
    parts.insert(parts.end(), {compiler_->identity, architecture_});
    for (const std::string& word : runtime::cubin_arguments(*compiler_, architecture_, options_))
        parts.push_back(word);
    if (request.cuda) parts.insert(parts.end(), request.cuda->inputs.begin(), request.cuda->inputs.end());
}

void Build::plan_shared_object(const ProgramRequest& request, const DeviceSources& device_sources,
                               std::vector<std::string>& parts) {
    compiler_ = &runtime::find_host_compiler(request.site_packages);
    for (const auto& text : device_sources)
        for (std::string& word : host_flags(*text))
            more_words_.push_back(std::move(word));
    if (request.options.fast_math) add_new(more_words_, runtime::fast_math_arguments(*compiler_));
    // The last part tells apart what was built before products were looked for that GCC has fused.
    parts.insert(parts.end(), {compiler_->identity, runtime::cpu_identity(), "without fused products"});
    for (const std::string& word : runtime::shared_object_arguments(*compiler_))
        parts.push_back(word);
    parts.insert(parts.end(), more_words_.begin(), more_words_.end());
}

std::optional<KernelBinary> Build::find() const {
    const runtime::Cache cache = runtime::Cache::open();
    KernelBinary result;
    auto found = cache.find(key_, suffix(), &result.file);
    if (!found) return std::nullopt;
    if (is_cuda()) result.image = std::move(*found);
    return result;
}

KernelBinary Build::make(const std::string& source) const {
    Progress progress(name_,
                      fmt::format("{} with {}", is_cuda() ? architecture_ : "the CPU", name_of(*compiler_)));
    const runtime::InterruptionCheck interrupted = [&] { return progress(); };
    KernelBinary result;
    result.file = runtime::Cache::open().get(
        key_, suffix(), name_,
        [&](const fs::path& output) {
            progress.begin_compiling();
            SourceOnDisk input(with_suffix(output, is_cuda() ? ".cu" : ".cpp"), source);
            if (!is_cuda()) {
                runtime::compile_shared_object(*compiler_, input.path(), output, interrupted, more_words_);
                return;
            }
            runtime::compile_cubin(*compiler_, input.path(), output, architecture_, interrupted, options_);
            // A file that cannot be loaded must not get into the cache, where it would be found again and
            // again.
            result.module = runtime::load_cubin(device_, output);
        },
        &result.is_new, interrupted);
    return result;
}

std::shared_ptr<runtime::Module> load_module(const KernelBinary& binary, runtime::Device device) {
    if (binary.module) return binary.module;
    if (device.is_host()) return runtime::load_shared_object(binary.file);
    if (binary.image.empty()) return runtime::load_cubin(device, binary.file);
    return runtime::load_image(device, binary.image, fmt::format("loading {}", binary.file.string()));
}

} // namespace cudapy::python
