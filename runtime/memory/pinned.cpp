#include "runtime/memory/pinned.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/memory/host_memory.h"
#include "runtime/queue/event.h"
#include "runtime/support/fork_mutex.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace cudapy::runtime {

namespace {

struct Block {
    std::size_t bytes = 0;
    std::vector<StreamRef> streams; ///< the streams that have used it
};

/// Memory that is freed when its events have happened.
struct Leaving {
    void* data = nullptr;
    std::vector<std::unique_ptr<Event>> events;

    bool is_ready() const {
        return std::all_of(events.begin(), events.end(), [](const auto& event) { return event->is_done(); });
    }
};

ForkMutex blocks_mutex; ///< guards Blocks

/// All blocks of page-locked memory. The object is never destroyed, because arrays are freed while the
/// process ends.
struct Blocks {
    std::map<std::uintptr_t, Block> living; ///< by address
    std::vector<Leaving> leaving;

    static Blocks& all();
    /// Returns the block that has all of these bytes; null if there is none.
    Block* find(const void* data, std::size_t bytes) {
        const auto address = reinterpret_cast<std::uintptr_t>(data);
        auto after = living.upper_bound(address);
        if (after == living.begin()) return nullptr;
        auto& [begin, block] = *--after;
        return address - begin <= block.bytes && bytes <= block.bytes - (address - begin) ? &block : nullptr;
    }
};

auto& all_blocks = *new Blocks;

Blocks& Blocks::all() {
    return all_blocks;
}

void free_block(void* data) {
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(current_cuda_device().index));
    if (scope.status() == cuda::success) driver.mem_free_host(data);
}

/// Frees the memory whose events have happened.
void sweep(Blocks& blocks) {
    std::vector<Leaving> ready;
    {
        const std::lock_guard lock(blocks_mutex);
        auto first = std::stable_partition(blocks.leaving.begin(), blocks.leaving.end(),
                                           [](const Leaving& block) { return !block.is_ready(); });
        std::move(first, blocks.leaving.end(), std::back_inserter(ready));
        blocks.leaving.erase(first, blocks.leaving.end());
    }
    for (const Leaving& block : ready)
        free_block(block.data);
}

} // namespace

void* take_pinned(std::size_t bytes, bool zeroed) {
    const cuda::Driver* driver = cuda::open_driver();
    if (!driver) return allocate_host(bytes, zeroed);
    Blocks& blocks = Blocks::all();
    sweep(blocks);
    cuda::ContextScope scope(*driver, cuda::primary_context(current_cuda_device().index));
    cuda::check(scope.status(), "using the GPU's context");
    void* data = nullptr;
    const cuda::Result result = driver->mem_host_alloc(&data, bytes, cuda::host_alloc_portable);
    // Some drivers report an invalid value for a size that no machine has.
    if (result == cuda::error_out_of_memory || result == cuda::error_invalid_value) return nullptr;
    cuda::check(result, "allocating page-locked memory");
    if (zeroed) std::memset(data, 0, bytes);
    const std::lock_guard lock(blocks_mutex);
    blocks.living[reinterpret_cast<std::uintptr_t>(data)] = {bytes, {}};
    return data;
}

void give_pinned_back(void* data) noexcept {
    Blocks& blocks = Blocks::all();
    try {
        Block block;
        {
            const std::lock_guard lock(blocks_mutex);
            auto found = blocks.living.find(reinterpret_cast<std::uintptr_t>(data));
            if (found == blocks.living.end()) {
                free_host(data); // taken where there was no GPU
                return;
            }
            block = std::move(found->second);
            blocks.living.erase(found);
        }
        if (cuda::forked_after_init()) return; // it is the parent's
        Leaving leaving{data, {}};
        for (const StreamRef& stream : block.streams) {
            stream->let_go();
            leaving.events.push_back(std::make_unique<Event>(false));
            leaving.events.back()->record(*stream);
        }
        {
            const std::lock_guard lock(blocks_mutex);
            blocks.leaving.push_back(std::move(leaving));
        }
        sweep(blocks);
    } catch (
        const std::exception&) { // at exit the driver may be gone; after a failed kernel nothing is freed
    }
}

bool is_pinned(const void* data, std::size_t bytes) noexcept {
    Blocks& blocks = Blocks::all();
    const std::lock_guard lock(blocks_mutex);
    return blocks.find(data, bytes) != nullptr;
}

bool use_pinned(const void* data, std::size_t bytes, const StreamRef& stream) {
    Blocks& blocks = Blocks::all();
    std::vector<StreamRef>
        dropped; // let go without the lock: a foreign stream's owner may ask for another one
    const std::lock_guard lock(blocks_mutex);
    Block* block = blocks.find(data, bytes);
    if (!block) return false;
    if (std::find(block->streams.begin(), block->streams.end(), stream) == block->streams.end()) {
        // Memory that lives long must not keep all streams that ever used it.
        std::erase_if(block->streams, [&](const StreamRef& known) {
            if (!known->is_kept_only() || !known->is_done()) return false;
            known->let_go();
            dropped.push_back(known);
            return true;
        });
        block->streams.push_back(stream);
        stream->keep();
    }
    return true;
}

} // namespace cudapy::runtime
