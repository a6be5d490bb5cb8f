#include "pymodule/src/program.h"

#include "pymodule/src/cuda_text.h"
#include "pymodule/src/error.h"
#include "pymodule/src/launch_sites.h"
#include "pymodule/src/progress.h"
#include "pymodule/src/target.h"
#include "runtime/assertions.h"
#include "runtime/cache.h"
#include "runtime/error.h"
#include "runtime/module.h"
#include "runtime/toolchain.h"
#include "translator/cuda/device_functions.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace cudapy::python {

namespace {

namespace fs = std::filesystem;

/// A file that is written for a compiler and removed after it.
class SourceOnDisk {
  public:
    SourceOnDisk(fs::path path, const std::string& text) : path_(std::move(path)) {
        std::ofstream file(path_, std::ios::binary);
        file << text;
        file.close();
        if (file) return;
        const int error = errno; // the stream leaves what the system said
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

struct Built {
    fs::path file;
    std::string image; ///< what is in it, where that was read; only of a GPU's
    bool built = false;
};

/// What compiling CUDA C++ needs that a kernel calls.
void add_options(runtime::CudaOptions& options, const cuda_text::DeviceSource& source) {
    const auto add = [](std::vector<std::string>& all, const std::vector<std::string>& more) {
        for (const std::string& each : more)
            if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
    };
    add(options.include_paths, source.include_paths);
    add(options.flags, source.flags);
    add(options.libraries, source.libraries);
    add(options.library_paths, source.library_paths);
}

/// What a compiler for the host is given of the flags for CUDA's: macros and folders, which decide what the
/// text says. The others are about GPUs, or about how fast something is.
std::vector<std::string> host_flags(const cuda_text::DeviceSource& source) {
    std::vector<std::string> words;
    for (const std::string& path : source.include_paths)
        words.push_back("-I" + path);
    static constexpr std::pair<std::string_view, std::string_view> kinds[] = {
        {"-D", "-D"}, {"-U", "-U"}, {"--define-macro=", "-D"}, {"--undefine-macro=", "-U"}};
    for (const std::string& flag : source.flags)
        for (const auto& [start, word] : kinds)
            if (flag.starts_with(start) && flag.size() > start.size())
                words.push_back(std::string(word) + flag.substr(start.size()));
    return words;
}

/// Adds what CUDA C++ that a kernel calls includes.
void add_inputs(std::vector<std::string>& parts, const Translation& translation) {
    for (const auto& text : translation.device_sources)
        for (std::string& input : included_files(text->source, text->folder, text->include_paths))
            parts.push_back(std::move(input));
}

Built build_cubin(const ProgramRequest& request, runtime::Device device, const Translation& translation,
                  const std::string& name) {
    const std::string& source = translation.source;
    if (translation.needs.capability > 0) // else the compiler would say it, with its command line around it
        runtime::require_capability(device, translation.needs.capability, translation.needs.what);
    const std::string architecture =
        request.architectures.empty() ? runtime::architecture(device) : request.architectures;
    const runtime::Compiler& compiler = runtime::find_cuda_compiler(request.compiler, request.site_packages);
    runtime::CudaOptions options = request.cuda ? request.cuda->options : runtime::CudaOptions();
    for (const auto& text : translation.device_sources)
        add_options(options, *text);
    std::vector<std::string> parts{"cuda", version(), source, compiler.identity, architecture};
    for (const std::string& word : runtime::cubin_arguments(compiler, architecture, options))
        parts.push_back(word);
    if (request.cuda) parts.insert(parts.end(), request.cuda->inputs.begin(), request.cuda->inputs.end());
    add_inputs(parts, translation);
    Built result;
    runtime::Cache cache = runtime::Cache::open();
    const std::string key = runtime::cache_key(parts);
    if (auto found = cache.find(key, ".cubin")) {
        result.file = cache.path_of(key, ".cubin");
        result.image = std::move(*found);
        return result;
    }
    Progress progress(name, architecture + " with " + name_of(compiler));
    const runtime::Interrupted interrupted = [&] { return progress(); };
    result.file = cache.get(
        key, ".cubin", name,
        [&](const fs::path& output) {
            progress.begin_compiling();
            SourceOnDisk input(with_suffix(output, ".cu"), source);
            runtime::compile_cubin(compiler, input.path(), output, architecture, interrupted, options);
            // What cannot be loaded must not get into the cache, where it would be found again and again.
            runtime::load_cubin(device, output);
        },
        &result.built, interrupted);
    return result;
}

Built build_shared_object(const ProgramRequest& request, const Translation& translation,
                          const std::string& name) {
    const std::string& source = translation.source;
    const runtime::Compiler& compiler = runtime::find_host_compiler(request.site_packages);
    std::vector<std::string> parts{"cpu", version(), source, compiler.identity, runtime::cpu_identity()};
    std::vector<std::string> flags;
    for (const auto& text : translation.device_sources)
        for (std::string& flag : host_flags(*text))
            flags.push_back(std::move(flag));
    add_inputs(parts, translation);
    for (const std::string& word : runtime::shared_object_arguments(compiler))
        parts.push_back(word);
    parts.insert(parts.end(), flags.begin(), flags.end());
    Built result;
    Progress progress(name, "the CPU with " + name_of(compiler));
    const runtime::Interrupted interrupted = [&] { return progress(); };
    result.file = runtime::Cache::open().get(
        runtime::cache_key(parts), ".so", name,
        [&](const fs::path& output) {
            progress.begin_compiling();
            SourceOnDisk input(with_suffix(output, ".cpp"), source);
            runtime::compile_shared_object(compiler, input.path(), output, interrupted, flags);
        },
        &result.built, interrupted);
    return result;
}

} // namespace

std::shared_ptr<Program> Program::compile(ProgramRequest request, Ref resolve) {
    auto program = std::make_shared<Program>(std::move(request), std::move(resolve));
    program->translate_all();
    if (!program->generic()) program->build();
    return program;
}

std::shared_ptr<Program> Program::compile_cuda(ProgramRequest request) {
    auto program = std::make_shared<Program>(std::move(request), Ref());
    program->translation_.source = unit_text(*program->request_.cuda);
    program->translation_.ok = true;
    program->build();
    return program;
}

/// Translates; while names meant Python functions with signatures of their own, adds those and translates
/// again.
void Program::translate_all() {
    Options options;
    options.target = target_of(request_.device);
    options.index64 = request_.index64;
    options.strict = request_.strict;
    options.line_directives = true;
    options.checked = request_.checked;
    options.stubs = false;
    options.instances = request_.instances;
    for (;;) {
        translation_ = translate(request_.units, options, &resolver_);
        Ref more = Ref::steal(PyObject_CallMethod(resolver_.callable().get(), "take_needed", nullptr));
        std::vector<SourceUnit> units = units_from(more.get());
        if (units.empty()) break;
        for (SourceUnit& unit : units)
            request_.units.push_back(std::move(unit));
    }
    if (!translation_.ok && !generic()) raise_compile_error(translation_, request_.strict);
}

const GenericKernel* Program::generic() const {
    if (!request_.instances.empty()) return nullptr;
    for (const GenericKernel& kernel : translation_.generics)
        if (kernel.name == request_.units.front().function) return &kernel;
    return nullptr;
}

const LoadedKernel* Program::first() const {
    const std::string& name = request_.units.front().function;
    if (request_.instances.empty()) return find(name);
    // An instance has a name that begins with the function's, and that no function of ours has.
    for (const LoadedKernel& kernel : kernels_) {
        bool is_instance = kernel.info.name.starts_with(name);
        for (const SourceUnit& unit : request_.units)
            is_instance = is_instance && (unit.function != kernel.info.name || unit.function == name);
        if (is_instance) return &kernel;
    }
    return nullptr;
}

void Program::build() {
    WithoutGil released;
    kernels_ = load(request_.device);
}

std::vector<LoadedKernel> Program::load(runtime::Device device) {
    const std::string& name = request_.units.front().function;
    const bool cuda = device.kind == runtime::Device::Kind::cuda;
    Built built = cuda ? build_cubin(request_, device, translation_, name)
                       : build_shared_object(request_, translation_, name);
    auto module = !cuda                 ? runtime::load_shared_object(built.file)
                  : built.image.empty() ? runtime::load_cubin(device, built.file)
                                        : runtime::load_image(device, built.image,
                                                              fmt::format("loading {}", built.file.string()));
    if (device == request_.device) {
        built_file_ = built.file;
        was_built_ = built.built;
    }
    std::shared_ptr<runtime::FailedAssertion> assertions;
    const bool asserts = !translation_.assertion_symbol.empty();
    const bool checks = !translation_.check_symbol.empty();
    if (cuda && (asserts || checks)) {
        assertions = std::make_shared<runtime::FailedAssertion>();
        assertions->module = module;
        if (asserts) assertions->address = module->find_variable(translation_.assertion_symbol);
        if (asserts && translation_.assertions_trap)
            assertions->in_host_memory =
                runtime::assertion_in_host_memory(device, std::exchange(assertions->address, 0));
        assertions->messages = assertion_messages();
    }
    if (cuda && checks) {
        assertions->check_address = module->find_variable(translation_.check_symbol);
        // The sources are shared, since the module may outlive this program.
        assertions->describe = [sources = translation_.sources,
                                all = translation_.checks](const std::array<int64_t, 6>& found) {
            const FailedCheck failed{found[0], found[1], found[2], {found[3], found[4], found[5]}};
            return cudapy::describe(all.at(static_cast<std::size_t>(failed.number) - 1), failed, *sources);
        };
    }
    std::vector<LoadedKernel> kernels;
    const CudaText* text = request_.cuda.get();
    std::map<std::string, std::string> problems; // other threads may load for other devices
    for (const KernelInfo& info : text ? kernels_in(*text, built.file, problems) : translation_.kernels) {
        runtime::KernelTraits traits{info.name,        info.symbol,      info.axes,
                                     info.uses_blocks, request_.index64, info.whole_blocks};
        traits.prints = info.prints;
        traits.cooperative = info.cooperative;
        if (info.asserts || info.checks) traits.assertions = assertions;
        kernels.push_back({info, std::make_unique<runtime::Kernel>(module, std::move(traits)),
                           request_.index64, device, this, lasting_name(info.name),
                           cuda && request_.follows_device, text != nullptr});
    }
    if (device == request_.device) problems_ = std::move(problems);
    return kernels;
}

const LoadedKernel& Program::on(const LoadedKernel& kernel, runtime::Device device) {
    if (device == request_.device) return *find(kernel.info.name);
    auto there = elsewhere_.find(device.index);
    if (there == elsewhere_.end()) {
        std::vector<LoadedKernel> kernels;
        {
            WithoutGil released;
            kernels = load(device);
        }
        // Another thread may have been faster; its kernels may be in use.
        there = elsewhere_.try_emplace(device.index, std::move(kernels)).first;
    }
    for (const LoadedKernel& other : there->second)
        if (other.info.name == kernel.info.name) return other;
    throw InternalError("a kernel is missing on another device: " + kernel.info.name);
}

std::vector<std::string> Program::assertion_messages() const {
    std::vector<std::string> messages;
    for (const Assertion& assertion : translation_.assertions) {
        const SourceFile& file = translation_.sources->file(assertion.span.file);
        messages.push_back(fmt::format("assertion failed in {}:{}: {}", file.path(),
                                       translation_.sources->begin(assertion.span).line,
                                       translation_.sources->text(assertion.span)));
    }
    return messages;
}

std::string Program::check_message(const FailedCheck& failed) const {
    return describe(translation_.checks.at(static_cast<std::size_t>(failed.number) - 1), failed,
                    *translation_.sources);
}

const LoadedKernel* Program::find(std::string_view name) const {
    for (const LoadedKernel& kernel : kernels_) {
        if (kernel.info.name == name) return &kernel;
    }
    return nullptr;
}

const std::string& Program::source(Target target) {
    auto known = sources_.find(target);
    if (known != sources_.end()) return known->second;
    if (request_.cuda) {
        if (target == Target::cuda) return request_.cuda->text;
        raise(PyExc_TypeError, "{}: this kernel is CUDA C++, of which there is no host C++",
              request_.units.front().function);
    }
    Options options;
    options.target = target;
    options.index64 = request_.index64;
    options.strict = request_.strict;
    options.checked = request_.checked;
    options.instances = request_.instances;
    Translation translation = translate(request_.units, options, &resolver_);
    if (!translation.ok) raise_compile_error(translation, request_.strict);
    return sources_.emplace(target, std::move(translation.source)).first->second;
}

std::vector<SourceUnit> units_from(PyObject* list) {
    std::vector<SourceUnit> units;
    Py_ssize_t count = check_size(PySequence_Size(list));
    for (Py_ssize_t i = 0; i < count; ++i) {
        Ref item = Ref::steal(PySequence_GetItem(list, i));
        const char *path = nullptr, *function = nullptr, *signature = nullptr;
        Py_ssize_t path_size = 0, text_size = 0, function_size = 0, signature_size = 0;
        const char* text = nullptr;
        int first_line = 1;
        unsigned lambda_begin = 0, lambda_end = 0;
        if (!PyArg_ParseTuple(item.get(), "s#s#is#s#|II", &path, &path_size, &text, &text_size, &first_line,
                              &function, &function_size, &signature, &signature_size, &lambda_begin,
                              &lambda_end)) {
            throw PythonError{};
        }
        auto string = [](const char* data, Py_ssize_t size) {
            return std::string(data, static_cast<std::size_t>(size));
        };
        units.push_back({string(path, path_size), string(text, text_size), first_line,
                         string(function, function_size), string(signature, signature_size), lambda_begin,
                         lambda_end});
    }
    return units;
}

} // namespace cudapy::python
