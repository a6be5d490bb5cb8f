#include "pymodule/src/program.h"

#include "pymodule/src/error.h"
#include "pymodule/src/target.h"
#include "runtime/cache.h"
#include "runtime/error.h"
#include "runtime/module.h"
#include "runtime/toolchain.h"

#include <fstream>

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
        if (!file)
            throw runtime::Error(runtime::ErrorKind::cache, fmt::format("cannot write {}", path_.string()));
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

/// Asked now and then by what runs without the GIL for long: whether Ctrl-C was pressed.
bool interrupted() {
    PyGILState_STATE state = take_gil([] { return PyGILState_Ensure(); });
    const bool pressed = PyErr_CheckSignals() != 0;
    PyGILState_Release(state);
    return pressed;
}

fs::path with_suffix(fs::path path, const char* suffix) {
    path += suffix;
    return path;
}

struct Built {
    fs::path file;
    bool built = false;
};

Built build_cubin(const ProgramRequest& request, const std::string& source, const std::string& name) {
    const std::string architecture = runtime::architecture(request.device);
    const runtime::Compiler& nvcc = runtime::find_nvcc(request.site_packages);
    std::vector<std::string> parts{"cuda", version(), source, nvcc.identity, architecture};
    for (const std::string& word : runtime::cubin_arguments(architecture))
        parts.push_back(word);
    Built result;
    result.file = runtime::Cache::open().get(
        runtime::cache_key(parts), ".cubin", name,
        [&](const fs::path& output) {
            SourceOnDisk input(with_suffix(output, ".cu"), source);
            runtime::compile_cubin(nvcc, input.path(), output, architecture, interrupted);
            // What cannot be loaded must not get into the cache, where it would be found again and again.
            runtime::load_cubin(request.device, output);
        },
        &result.built, interrupted);
    return result;
}

Built build_shared_object(const ProgramRequest& request, const std::string& source, const std::string& name) {
    const runtime::Compiler& compiler = runtime::find_host_compiler(request.site_packages);
    std::vector<std::string> parts{"cpu", version(), source, compiler.identity, runtime::cpu_identity()};
    for (const std::string& word : runtime::shared_object_arguments(compiler))
        parts.push_back(word);
    Built result;
    result.file = runtime::Cache::open().get(
        runtime::cache_key(parts), ".so", name,
        [&](const fs::path& output) {
            SourceOnDisk input(with_suffix(output, ".cpp"), source);
            runtime::compile_shared_object(compiler, input.path(), output, interrupted);
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
    const std::string& name = request_.units.front().function;
    WithoutGil released;
    const bool cuda = request_.device.kind == runtime::Device::Kind::cuda;
    Built built = cuda ? build_cubin(request_, translation_.source, name)
                       : build_shared_object(request_, translation_.source, name);
    built_file_ = built.file;
    was_built_ = built.built;
    auto module =
        cuda ? runtime::load_cubin(request_.device, built_file_) : runtime::load_shared_object(built_file_);
    std::shared_ptr<runtime::FailedAssertion> assertions;
    const bool asserts = !translation_.assertion_symbol.empty();
    const bool checks = !translation_.check_symbol.empty();
    if (cuda && (asserts || checks)) {
        assertions = std::make_shared<runtime::FailedAssertion>();
        assertions->module = module;
        if (asserts) assertions->address = module->find_variable(translation_.assertion_symbol);
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
    for (const KernelInfo& info : translation_.kernels) {
        runtime::KernelTraits traits{info.name,        info.symbol,      info.axes,
                                     info.uses_blocks, request_.index64, info.whole_blocks};
        traits.prints = info.prints;
        traits.cooperative = info.cooperative;
        if (info.asserts || info.checks) traits.assertions = assertions;
        kernels_.push_back({info, std::make_unique<runtime::Kernel>(module, std::move(traits)),
                            request_.index64, request_.device, this});
    }
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
