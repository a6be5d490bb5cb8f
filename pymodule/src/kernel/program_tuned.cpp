// Keeps in the cache what tuning has found for a program's kernels.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/kernel/program_coarsened.h"
#include "runtime/build/toolchain.h"
#include "runtime/cache/cache.h"
#include "runtime/cpu/cpu_pool.h"
#include "runtime/support/build_id.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace cudapy::python {

std::optional<runtime::TunedChoices> Program::kept_choices(const KernelInfo& kernel,
                                                           runtime::Device device) const {
    const auto cache = runtime::Cache::open_existing();
    const auto text = cache ? cache->find(tuned_key(kernel, device), runtime::tuned_suffix) : std::nullopt;
    return text ? runtime::TunedChoices::read(*text) : std::nullopt;
}

std::string Program::tuned_key(const KernelInfo& kernel, runtime::Device device) const {
    std::string place = device.is_host() ? runtime::cpu_identity() : runtime::device_name(device);
    if (device.is_host()) {
        try {
            place += fmt::format(" on {} cores", runtime::pool_cores());
        } catch (const runtime::Error&) { // a launch says so
        }
    }
    const std::string options = fmt::format("{} {} {} {}", request_.compiler, request_.architectures,
                                            request_.optimize ? size_text(request_.options.coarsen) : "plain",
                                            request_.options.fast_math);
    return runtime::cache_key(
        {"tuned", runtime::own_build_id(), outcome_.source_digest, kernel.symbol, options, place});
}

void Program::keep_tuned(const LoadedKernel& kernel, const runtime::Extent& threads,
                         const runtime::LaunchChoice& choice) {
    const std::string key = tuned_key(kernel.info, kernel.device);
    const auto cache = runtime::Cache::open_existing();
    // Other processes may have added to the file, and may have lost what this process added.
    runtime::TunedChoices choices =
        kept_choices(kernel.info, kernel.device).value_or(runtime::TunedChoices());
    if (const auto own = kernel.kernel->tuned_choices()) choices.add_missing(*own);
    choices.set(threads, choice);
    if (cache) cache->keep(key, runtime::tuned_suffix, choices.text());
    kernel.kernel->tune(std::move(choices));
}

} // namespace cudapy::python
