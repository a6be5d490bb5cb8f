#include "runtime/memory/kept_memory.h"

#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace cudapy::runtime {

namespace {

std::size_t kept_from_environment() {
    const char* text = std::getenv("CUDAPY_GPU_KEEP");
    if (!text || !*text) return std::size_t{1} << 30;
    const std::string_view view = text;
    std::size_t bytes = 0;
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), bytes);
    if (error != std::errc() || end != view.data() + view.size())
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("CUDAPY_GPU_KEEP is \"{}\", and must be a number of bytes", view));
    return bytes;
}

} // namespace

std::size_t most_kept_memory() {
    static std::atomic<std::size_t> known{SIZE_MAX};
    std::size_t bytes = known.load(std::memory_order_relaxed);
    if (bytes == SIZE_MAX) {
        bytes = kept_from_environment();
        known.store(bytes, std::memory_order_relaxed);
    }
    return bytes;
}

void KeptMemory::follow(const cuda::Driver& driver, cuda::MemoryPool pool, std::size_t used,
                        std::size_t limit) {
    const std::size_t most = most_kept_memory(), step = most / 4,
                      told = used_.load(std::memory_order_relaxed);
    const std::size_t change = used > told ? used - told : told - used;
    if (told != SIZE_MAX && change <= step && limit_.load(std::memory_order_relaxed) == limit) return;
    used_.store(used, std::memory_order_relaxed);
    limit_.store(limit, std::memory_order_relaxed);
    // The driver counts what arrays use, too. After this call they may use `step` less without another call.
    std::uint64_t threshold = 0;
    if (__builtin_add_overflow(used, most - step, &threshold)) threshold = UINT64_MAX;
    threshold = std::min<std::uint64_t>(threshold, limit);
    cuda::check(driver.mem_pool_set_attribute(pool, cuda::pool_release_threshold, &threshold),
                "setting up GPU memory");
}

} // namespace cudapy::runtime
