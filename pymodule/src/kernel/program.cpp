#include "pymodule/src/kernel/program.h"

#include "pymodule/src/device/target.h"
#include "pymodule/src/kernel/build.h"
#include "pymodule/src/kernel/cuda_text.h"
#include "pymodule/src/kernel/lost_variants.h"
#include "pymodule/src/kernel/prebuilt_code.h"
#include "pymodule/src/kernel/program_coarsened.h"
#include "pymodule/src/kernel/translation_memory.h"
#include "pymodule/src/launch/launch_sites.h"
#include "pymodule/src/python/deep_stack.h"
#include "pymodule/src/python/error.h"
#include "runtime/launch/assertions.h"
#include "runtime/launch/module.h"
#include "runtime/support/error.h"
#include "translator/explain/describe_check.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <fmt/ranges.h>

#include <optional>
#include <utility>

namespace cudapy::python {

std::shared_ptr<Program> Program::compile(ProgramRequest request, Ref resolve) {
    auto program = std::make_shared<Program>(std::move(request), std::move(resolve));
    with_deep_stack([&] { program->prepare(); });
    return program;
}

void Program::prepare() {
    TranslationMemory memory(request_.units, options());
    if (!memory.recall(
            resolver_, [&] { return take_needed(); }, request_.units, request_.options.instances, outcome_))
        translate_all(memory);
    if (generic()) return;
    if (request_.defers_build)
        kernels_ = unbuilt();
    else
        build();
    was_translated_ = !text_.empty();
    if (!request_.defers_build) memory.keep(); // of a kernel that is in the cache
}

std::vector<LoadedKernel> Program::unbuilt() {
    std::vector<LoadedKernel> kernels;
    for (const KernelInfo& info : outcome_.kernels)
        kernels.push_back(
            {info, nullptr, request_.options.index64, request_.device, this, lasting_name(info.called)});
    return kernels;
}

void Program::build_now() {
    std::vector<LoadedKernel> loaded;
    with_deep_stack([&] { loaded = load(request_.device); });
    // Another thread may have been faster; its kernels may be in use.
    for (LoadedKernel& kernel : kernels_)
        for (LoadedKernel& other : loaded)
            if (!kernel.kernel && kernel.info.name == other.info.name) kernel = std::move(other);
}

std::shared_ptr<Program> Program::compile_cuda(ProgramRequest request) {
    auto program = std::make_shared<Program>(std::move(request), Ref());
    program->text_ = unit_text(*program->request_.cuda);
    program->outcome_.source_digest = digest(program->text_);
    with_deep_stack([&] { program->build(); });
    return program;
}

Ref Program::captured_array(int64_t number) const {
    return Ref::steal(PyObject_CallMethod(resolver_.callable().get(), "captured_array", "L",
                                          static_cast<long long>(number)));
}

std::vector<SourceUnit> Program::take_needed() {
    Ref more = Ref::steal(PyObject_CallMethod(resolver_.callable().get(), "take_needed", nullptr));
    return units_from(more.get());
}

Options Program::options(EmittedVariants variants, const CoarseningFactors& size) const {
    Options options = request_.options;
    options.target = target_of(request_.device);
    options.line_directives = true;
    options.variants = variants;
    options.coarsen = size;
    options.stubs = false;
    options.has_steps = true;
    options.break_variants = broken_variants();
    return options;
}

/// Translates the functions. As long as names turn out to mean Python functions with signatures of their own,
/// it adds those and translates again.
void Program::translate_all(TranslationMemory& memory) {
    translation_cache::RecordingResolver recorder(resolver_);
    for (;;) {
        translation_ = translate(request_.units, options(), &recorder);
        std::vector<SourceUnit> units = take_needed();
        memory.add_round(recorder.take_lookups(), units);
        if (units.empty()) break;
        for (SourceUnit& unit : units)
            request_.units.push_back(std::move(unit));
    }
    if (generic()) return;
    if (!translation_.ok) raise_compile_error(translation_, request_.options.strict);
    warn_of(translation_.lost_variants);
    outcome_ = outcome_of(translation_);
    text_ = std::move(translation_.source);
    // We do not remember a translation with warnings or checks, because their texts need the translation
    // itself.
    if (recorder.is_complete() && translation_.diagnostics.empty() && translation_.checks.empty() &&
        translation_.device_sources.empty() && translation_.lost_variants.empty())
        memory.add_outcome(outcome_, recorder.types(), request_.options.instances);
}

const GenericKernel* Program::generic() const {
    if (!request_.options.instances.empty()) return nullptr;
    for (const GenericKernel& kernel : translation_.generics)
        if (kernel.name == request_.units.front().function) return &kernel;
    return nullptr;
}

const LoadedKernel* Program::first() const {
    const std::string& name = request_.units.front().function;
    if (!request_.options.jvp.empty()) return find(request_.options.jvp.front() + "_jvp");
    if (!request_.options.vjp.empty()) return find(request_.options.vjp.front() + "_vjp");
    if (request_.options.instances.empty()) return find(request_.options.only_jvp ? name + "_jvp" : name);
    // The name of an instance begins with the function's name, and no function of ours has it.
    for (const LoadedKernel& kernel : kernels_) {
        bool is_instance = kernel.info.name.starts_with(name);
        for (const SourceUnit& unit : request_.units)
            is_instance = is_instance && (unit.function != kernel.info.name || unit.function == name);
        if (is_instance) return &kernel;
    }
    return nullptr;
}

void Program::build() {
    kernels_ = load(request_.device);
}

/// Returns the text to compile, which never changes once it is there. If a remembered translation was enough
/// until now, the function translates. All questions of that translation have been answered already.
const std::string& Program::text() {
    if (text_.empty()) {
        Translation translation = translate(request_.units, options(), &resolver_);
        if (!translation.ok) raise_compile_error(translation, request_.options.strict);
        text_ = std::move(translation.source);
    }
    return text_;
}

const TypesOfFunctions& Program::types() {
    if (!types_) with_deep_stack([&] { types_ = types_of_functions(request_.units, options(), resolver_); });
    return *types_;
}

const AccessPatterns& Program::access_patterns(const std::string& kernel, const Neighbours& neighbours) {
    const auto key = std::tuple(kernel, neighbours.axis, neighbours.are_whole_warps);
    if (const auto known = access_patterns_.find(key); known != access_patterns_.end()) return known->second;
    AccessPatterns patterns;
    if (!request_.cuda)
        with_deep_stack(
            [&] { patterns = access_patterns_of(request_.units, options(), resolver_, kernel, neighbours); });
    // Another thread may have found them meanwhile, and look at them.
    return access_patterns_.try_emplace(key, std::move(patterns)).first->second;
}

KernelBinary Program::binary_for(runtime::Device device, const translation_cache::Outcome& outcome,
                                 const NeededSymbols& symbols,
                                 const std::function<const std::string&()>& text) {
    PrebuiltSearch search;
    {
        WithoutGil released;
        search = find_prebuilt_code(request_, device, outcome, symbols, !translation_.device_sources.empty());
    }
    note_unloadable(search);
    if (search.found) return std::move(*search.found);
    std::optional<Build> build;
    {
        WithoutGil released;
        try {
            build.emplace(request_, device, outcome, translation_.device_sources);
        } catch (const runtime::Error& error) {
            if (error.kind() != runtime::ErrorKind::compiler_not_found) throw;
            throw runtime::Error(error.kind(),
                                 error.what() + prebuilt_note(request_, device, outcome, search));
        }
        if (auto found = build->find()) return std::move(*found);
    }
    const std::string& source = text();
    WithoutGil released;
    return build->make(source);
}

NeededSymbols Program::plain_symbols(runtime::Device device,
                                     const translation_cache::Outcome& outcome) const {
    NeededSymbols needed;
    for (const KernelInfo& info : outcome.kernels)
        needed.functions.push_back(info.symbol);
    if (device.is_host()) return needed; // where they are arguments
    for (const std::string& symbol :
         {outcome.assertion_symbol, translation_.check_symbol, translation_.recorder_symbol})
        if (!symbol.empty()) needed.variables.push_back(symbol);
    return needed;
}

void Program::note_unloadable(const PrebuiltSearch& search) {
    for (const std::string& each : search.unloadable) {
        unloadable_.push_back(each);
        const Ref log = Ref::steal(PyImport_ImportModule("cudapy._compile.log"));
        Ref::steal(PyObject_CallMethod(log.get(), "note_unloadable", "ss",
                                       request_.units.front().function.c_str(), each.c_str()));
    }
}

namespace {

/// The line of a kernel, in a file.
struct Line {
    std::string file;
    int line;
};

/// Returns the line of a place, or nothing if it is in none of the units.
std::optional<Line> line_of(const std::vector<SourceUnit>& units, Span span) {
    uint32_t file = 0;
    for (const SourceUnit& unit : units) {
        if (file == span.file) {
            const auto end = unit.text.begin() +
                             static_cast<std::ptrdiff_t>(std::min<std::size_t>(span.begin, unit.text.size()));
            return Line{unit.path,
                        unit.first_line + static_cast<int>(std::count(unit.text.begin(), end, '\n'))};
        }
        file += unit.signature.empty() ? 1 : 2; // a signature is a file of its own
    }
    return std::nullopt;
}

/// Returns a place as text, " (kernels.py:12)"; an empty text if it is in none of the units.
std::string place_of(const std::vector<SourceUnit>& units, Span span) {
    const std::optional<Line> line = line_of(units, span);
    return line ? fmt::format(" ({}:{})", line->file, line->line) : "";
}

/// Returns what is said of kernels whose optimized text a compiler refuses. It is not known of which of them.
LostVariant refused_variants(const std::vector<KernelInfo>& kernels, const std::vector<SourceUnit>& units,
                             const std::string& error) {
    std::vector<std::string> names;
    for (const KernelInfo& kernel : kernels)
        names.push_back(kernel.called);
    const Line line = line_of(units, kernels.at(0).span).value_or(Line{units.at(0).path, 1});
    return {fmt::format("{}", fmt::join(names, ", ")), line.file, line.line, "", error};
}

} // namespace

KernelBinary Program::binary_or_plain(runtime::Device device) {
    const auto plain_text = [&]() -> const std::string& { return plain_->text; };
    if (plain_)
        return binary_for(device, plain_->outcome, plain_symbols(device, plain_->outcome), plain_text);
    try {
        return binary_for(device, outcome_, plain_symbols(device, outcome_),
                          [&]() -> const std::string& { return text(); });
    } catch (const runtime::Error& error) {
        if (error.kind() != runtime::ErrorKind::compile_failed || request_.cuda) throw;
        Options simple = options();
        simple.plain = true;
        Translation translation = translate(request_.units, simple, &resolver_);
        if (!translation.ok || translation.source == text() || translation.kernels.empty()) throw;
        auto plain = std::make_unique<Plain>();
        plain->outcome = outcome_of(translation);
        plain->text = std::move(translation.source);
        KernelBinary binary;
        try {
            binary = binary_for(device, plain->outcome, plain_symbols(device, plain->outcome),
                                [&]() -> const std::string& { return plain->text; });
        } catch (const runtime::Error& other) {
            if (other.kind() == runtime::ErrorKind::interrupted) throw;
            throw runtime::Error(error); // it is not about what was made faster
        }
        if (!plain_) plain_ = std::move(plain); // another thread may have found the same, and look at it
        warn_of({refused_variants(plain_->outcome.kernels, request_.units, error.what())});
        return binary;
    }
}

std::vector<LoadedKernel> Program::load(runtime::Device device) {
    const bool cuda = device.kind == runtime::Device::Kind::cuda;
    KernelBinary binary = binary_or_plain(device);
    const translation_cache::Outcome& outcome = plain_ ? plain_->outcome : outcome_;
    WithoutGil released;
    const auto module = load_module(binary, device);
    if (device == request_.device) {
        built_file_ = binary.file;
        was_built_ = binary.is_new;
    }
    std::shared_ptr<runtime::FailedAssertion> assertions;
    const bool asserts = !outcome.assertion_symbol.empty();
    const bool checks = !translation_.check_symbol.empty();
    if (cuda && (asserts || checks)) {
        assertions = std::make_shared<runtime::FailedAssertion>();
        assertions->module = module;
        if (asserts) assertions->address = module->find_variable(outcome.assertion_symbol);
        if (asserts && outcome.assertions_trap)
            assertions->in_host_memory =
                runtime::assertion_in_host_memory(device, std::exchange(assertions->address, 0));
        assertions->messages = outcome.assertion_messages;
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
    const std::uint64_t recorder = cuda && !translation_.recorder_symbol.empty()
                                       ? module->find_variable(translation_.recorder_symbol)
                                       : 0;
    std::vector<LoadedKernel> kernels;
    const CudaText* text = request_.cuda.get();
    std::map<std::string, std::string> problems; // other threads may load for other devices
    for (const KernelInfo& info : text ? kernels_in(*text, binary.file, problems) : outcome.kernels) {
        runtime::KernelTraits traits{info, info.called, info.symbol, request_.options.index64};
        if (!text) traits.place = place_of(request_.units, info.span);
        traits.high_blocks = info.has_column_accesses || info.has_divergent_trip_counts;
        traits.coarsened = coarsened_traits(info, info.coarsened, request_);
        traits.records = info.records;
        if (info.asserts || info.checks) traits.assertions = assertions;
        kernels.push_back({info, std::make_unique<runtime::Kernel>(module, std::move(traits)),
                           request_.options.index64, device, this, lasting_name(info.called),
                           cuda && request_.follows_device, text != nullptr, info.records ? recorder : 0});
        if (auto tuned = kept_choices(info, device)) kernels.back().kernel->tune(std::move(*tuned));
    }
    if (device == request_.device) problems_ = std::move(problems);
    return kernels;
}

const LoadedKernel& Program::on(const LoadedKernel& kernel, runtime::Device device) {
    if (device == request_.device) return *find(kernel.info.name);
    auto there = elsewhere_.find(device.index);
    if (there == elsewhere_.end()) {
        std::vector<LoadedKernel> kernels = load(device);
        // Another thread may have been faster; its kernels may be in use.
        there = elsewhere_.try_emplace(device.index, std::move(kernels)).first;
    }
    for (const LoadedKernel& other : there->second)
        if (other.info.name == kernel.info.name) return other;
    throw InternalError("a kernel is missing on another device: " + kernel.info.name);
}

const LoadedKernel& Program::beside(const LoadedKernel& kernel, std::string_view name) const {
    const auto there = elsewhere_.find(kernel.device.index);
    const bool is_first = kernel.device == request_.device || there == elsewhere_.end();
    for (const LoadedKernel& other : is_first ? kernels_ : there->second)
        if (other.info.name == name) return other;
    throw InternalError("a kernel has no step " + std::string(name));
}

std::string Program::check_message(const FailedCheck& failed) const {
    return describe(translation_.checks.at(static_cast<std::size_t>(failed.number) - 1), failed,
                    *translation_.sources, words());
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
    Options options = request_.options;
    options.target = target;
    options.coarsen = {};
    options.trace = options.coverage = options.volatile_arrays = options.fast_math = false;
    options.has_steps = target == Target::cuda;
    Translation translation;
    with_deep_stack([&] { translation = translate(request_.units, options, &resolver_); });
    if (!translation.ok) raise_compile_error(translation, request_.options.strict);
    warn_of(translation.lost_variants);
    return sources_.emplace(target, std::move(translation.source)).first->second;
}

Translation Program::cuda_variants(const CoarseningFactors& size) {
    Options all = options(EmittedVariants::all, size);
    all.target = Target::cuda;
    Translation translation;
    with_deep_stack([&] { translation = translate(request_.units, all, &resolver_); });
    return translation;
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
