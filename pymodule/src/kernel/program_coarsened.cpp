#include "pymodule/src/kernel/program_coarsened.h"

#include "pymodule/src/kernel/build.h"
#include "pymodule/src/kernel/lost_variants.h"
#include "pymodule/src/kernel/translation_memory.h"
#include "pymodule/src/python/deep_stack.h"
#include "pymodule/src/python/error.h"
#include "runtime/cache/cache.h"
#include "runtime/cache/prebuilt.h"
#include "runtime/support/build_id.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>
#include <vector>

namespace cudapy::python {

runtime::CoarsenedTraits coarsened_traits(const KernelInfo& info, const KernelInfo::Coarsened& coarsened,
                                          const ProgramRequest& request) {
    runtime::CoarsenedTraits traits;
    traits.symbol = coarsened.symbol;
    traits.is_asked_for = request.options.coarsen[0] != 0;
    traits.in_blocks = coarsened.in_blocks;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        traits.size[axis] = coarsened.size[axis];
        traits.otherwise[axis] = coarsened.otherwise[axis];
    }
    for (const KernelInfo::Coarsened::Condition& condition : coarsened.conditions) {
        const bool is_address =
            info.slots[static_cast<std::size_t>(condition.slot)].kind == Slot::Kind::pointer;
        traits.conditions.push_back({condition.slot, is_address || request.options.index64 ? 8 : 4,
                                     condition.number, condition.is_exact, condition.other});
    }
    return traits;
}

std::string size_text(const CoarseningFactors& size) {
    return fmt::format("{}", fmt::join(size, ","));
}

namespace {

/// Returns whether an error says that something cannot be built, and nothing of the device or the process.
bool is_of_build(runtime::ErrorKind kind) {
    using runtime::ErrorKind;
    return kind == ErrorKind::compiler_not_found || kind == ErrorKind::compile_failed ||
           kind == ErrorKind::cache;
}

CoarseningFactors size_from(const runtime::Extent& size) {
    return {static_cast<int>(size[0]), static_cast<int>(size[1]), static_cast<int>(size[2])};
}

} // namespace

Translation Program::coarsened_of(const CoarseningFactors& size) {
    Translation translation;
    with_deep_stack([&] {
        translation = translate(request_.units, options(EmittedVariants::coarsened, size), &resolver_);
    });
    if (!translation.ok) raise_compile_error(translation, request_.options.strict);
    warn_of(translation.lost_variants);
    return translation;
}

KernelBinary Program::coarsened_binary_for(runtime::Device device, const CoarseningFactors& size,
                                           const NeededSymbols& symbols, std::string source) {
    translation_cache::Outcome outcome = outcome_;
    // The plain text, the size that was asked for and the build of this library decide what the text is.
    std::string made_by = runtime::own_build_id();
    if (source.empty() && made_by.empty()) source = coarsened_of(size).source;
    if (made_by.empty()) made_by = source;
    outcome.source_digest = runtime::cache_key({"groups", outcome_.source_digest, size_text(size), made_by});
    if (!runtime::prebuilt_folders().empty()) {
        if (source.empty()) source = coarsened_of(size).source;
        outcome.portable_digest = portable_digest(source);
    }
    return binary_for(device, outcome, symbols, [&]() -> const std::string& {
        if (source.empty()) source = coarsened_of(size).source;
        return source;
    });
}

void Program::add_coarsened(const LoadedKernel& kernel, const runtime::Extent& size) {
    if (kernel.kernel->has_coarsened(size)) return;
    if (size == kernel.kernel->traits().coarsened.size && !kernel.info.coarsened.symbol.empty())
        add_usual_coarsened(kernel.device);
    else if (may_vary_coarsening(kernel))
        add_other_coarsened(kernel, size_from(size));
}

void Program::try_coarsened(const LoadedKernel& kernel, const runtime::Extent& size) {
    const bool is_usual =
        size == kernel.kernel->traits().coarsened.size && !kernel.info.coarsened.symbol.empty();
    std::string problem;
    bool is_ours = false;
    try {
        add_coarsened(kernel, size);
    } catch (const runtime::Error& error) {
        if (error.kind() == runtime::ErrorKind::interrupted) throw;
        if (is_usual && (!is_of_build(error.kind()) || kernel.kernel->needs_usual_coarsened())) throw;
        problem = error.what();
        if (error.kind() == runtime::ErrorKind::compile_failed) is_ours = true;
    }
    if (kernel.kernel->knows_coarsened(size))
        return; // maybe because another thread has noted that it is absent
    kernel.kernel->note_absent_coarsened(size);
    if (!is_usual) {
        for (const LoadedKernel& each :
             kernels_on(kernel.device)) { // whose variants would be in the same module
            const auto other = other_coarsened_.find({each.info.name, size_from(size)});
            const bool has_variant = other != other_coarsened_.end() && !other->second.symbol.empty();
            if (has_variant && !each.kernel->knows_coarsened(size)) each.kernel->note_absent_coarsened(size);
        }
        return;
    }
    for (const LoadedKernel& each : kernels_on(kernel.device)) // whose variants would be in the same module
        if (!each.info.coarsened.symbol.empty() &&
            !each.kernel->knows_coarsened(each.kernel->traits().coarsened.size))
            each.kernel->note_absent_coarsened(each.kernel->traits().coarsened.size);
    warn_of_lost_variant(kernel.info.called, "could not be built", is_ours, problem);
}

const std::vector<LoadedKernel>& Program::kernels_on(runtime::Device device) const {
    return device == request_.device ? kernels_ : elsewhere_.at(device.index);
}

void Program::add_usual_coarsened(runtime::Device device) {
    const std::vector<LoadedKernel>& kernels = kernels_on(device);
    NeededSymbols symbols;
    for (const LoadedKernel& each : kernels)
        if (!each.info.coarsened.symbol.empty()) symbols.functions.push_back(each.info.coarsened.symbol);
    const KernelBinary binary = coarsened_binary_for(device, request_.options.coarsen, symbols, "");
    WithoutGil released;
    const auto module = load_module(binary, device);
    for (const LoadedKernel& each : kernels)
        if (!each.info.coarsened.symbol.empty()) each.kernel->add_coarsened(module);
}

bool Program::may_vary_coarsening(const LoadedKernel& kernel) const {
    return request_.optimize && !request_.cuda && request_.options.coarsen[0] == 0 &&
           !kernel.device.is_host() && !kernel.info.uses_blocks;
}

void Program::add_other_coarsened(const LoadedKernel& kernel, const CoarseningFactors& size) {
    const auto known = other_coarsened_.find({kernel.info.name, size});
    if (known != other_coarsened_.end() && known->second.symbol.empty()) return;
    Translation translation = coarsened_of(size);
    for (const KernelInfo& info : translation.kernels) {
        const bool has_size = !info.coarsened.symbol.empty() && info.coarsened.size == size;
        other_coarsened_[{info.name, size}] = has_size ? info.coarsened : KernelInfo::Coarsened{};
    }
    if (other_coarsened_[{kernel.info.name, size}].symbol.empty()) return;
    std::vector<std::pair<const LoadedKernel*, runtime::CoarsenedTraits>> variants;
    NeededSymbols symbols;
    for (const LoadedKernel& each : kernels_on(kernel.device)) {
        const KernelInfo::Coarsened& coarsened = other_coarsened_[{each.info.name, size}];
        if (coarsened.symbol.empty()) continue;
        variants.emplace_back(&each, coarsened_traits(each.info, coarsened, request_));
        symbols.functions.push_back(coarsened.symbol);
    }
    const KernelBinary binary =
        coarsened_binary_for(kernel.device, size, symbols, std::move(translation.source));
    WithoutGil released;
    const auto module = load_module(binary, kernel.device);
    for (const auto& [each, traits] : variants)
        each->kernel->add_coarsened(module, traits);
}

const KernelInfo::Coarsened& Program::coarsened_of(const LoadedKernel& kernel,
                                                   const runtime::Extent& size) const {
    const bool is_usual =
        size == kernel.kernel->traits().coarsened.size && !kernel.info.coarsened.symbol.empty();
    const auto other = other_coarsened_.find({kernel.info.name, size_from(size)});
    return is_usual || other == other_coarsened_.end() ? kernel.info.coarsened : other->second;
}

} // namespace cudapy::python
