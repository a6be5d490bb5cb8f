#include "runtime/memory/pinned.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/memory/host_memory.h"
#include "runtime/queue/device_wait.h"
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
    Device device; ///< the GPU that was current when it was taken
    bool is_managed = false;
    std::vector<Device> shared;     ///< the GPUs on which other code may use it
    std::vector<StreamRef> streams; ///< the streams that have used it
};

/// Memory that is freed when its events have happened.
struct DeferredFree {
    void* data = nullptr;
    Device device;
    bool is_managed = false;
    std::vector<std::unique_ptr<Event>> events;

    bool is_ready() const {
        return std::all_of(events.begin(), events.end(), [](const auto& event) { return event->is_done(); });
    }
};

ForkMutex blocks_mutex; ///< guards Blocks

/// All blocks of such memory. The object is never destroyed, because arrays are freed while the
/// process ends.
struct Blocks {
    std::map<std::uintptr_t, Block> living; ///< by address
    std::vector<DeferredFree> deferred;

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

void free_block(const DeferredFree& block) {
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(block.device.index));
    if (scope.status() != cuda::success) return;
    if (block.is_managed)
        driver.mem_free(reinterpret_cast<cuda::DevicePointer>(block.data));
    else
        driver.mem_free_host(block.data);
}

void wait_for_gpu(Device device) {
    cuda::ContextScope scope(cuda::driver(), cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    wait_for_all_work(device);
}

/// Frees the memory whose events have happened.
void sweep(Blocks& blocks) {
    std::vector<DeferredFree> ready;
    {
        const std::lock_guard lock(blocks_mutex);
        auto first = std::stable_partition(blocks.deferred.begin(), blocks.deferred.end(),
                                           [](const DeferredFree& block) { return !block.is_ready(); });
        std::move(first, blocks.deferred.end(), std::back_inserter(ready));
        blocks.deferred.erase(first, blocks.deferred.end());
    }
    for (const DeferredFree& block : ready)
        free_block(block);
}

/// Takes memory by a call of the driver on the current GPU, `take(driver, data)`.
template <typename Take>
void* take_block(std::size_t bytes, bool zeroed, bool is_managed, const char* what, Take take) {
    Blocks& blocks = Blocks::all();
    sweep(blocks);
    const cuda::Driver& driver = cuda::driver();
    const Device device = current_cuda_device();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    void* data = nullptr;
    const cuda::Result result = take(driver, &data);
    // Some drivers report an invalid value for a size that no machine has.
    if (result == cuda::error_out_of_memory || result == cuda::error_invalid_value) return nullptr;
    cuda::check(result, what);
    if (zeroed) std::memset(data, 0, bytes);
    const std::lock_guard lock(blocks_mutex);
    blocks.living[reinterpret_cast<std::uintptr_t>(data)] = {bytes, device, is_managed, {}, {}};
    return data;
}

/// Keeps the block until the work that the stream has then has ended.
void note_use(Block& block, const StreamRef& stream, std::vector<StreamRef>& dropped) {
    if (std::find(block.streams.begin(), block.streams.end(), stream) != block.streams.end()) return;
    // Memory that lives long must not keep all streams that ever used it.
    std::erase_if(block.streams, [&](const StreamRef& known) {
        if (!known->is_kept_only() || !known->is_done()) return false;
        known->let_go();
        dropped.push_back(known);
        return true;
    });
    block.streams.push_back(stream);
    stream->keep();
}

} // namespace

void* take_pinned(std::size_t bytes, bool zeroed) {
    if (!cuda::open_driver()) return allocate_host(bytes, zeroed);
    return take_block(bytes, zeroed, false, "allocating page-locked memory",
                      [&](const cuda::Driver& driver, void** data) {
                          return driver.mem_host_alloc(data, bytes, cuda::host_alloc_portable);
                      });
}

void* take_managed(std::size_t bytes, bool zeroed, bool is_global) {
    if (!cuda::open_driver()) return allocate_host(bytes, zeroed);
    return take_block(bytes, zeroed, true, "allocating managed memory",
                      [&](const cuda::Driver& driver, void** data) {
                          cuda::DevicePointer pointer = 0;
                          const cuda::Result result = driver.mem_alloc_managed(
                              &pointer, bytes, is_global ? cuda::attach_global : cuda::attach_host);
                          *data = reinterpret_cast<void*>(pointer);
                          return result;
                      });
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
        for (const Device device : block.shared)
            wait_for_gpu(device);
        DeferredFree deferred{data, block.device, block.is_managed, {}};
        for (const StreamRef& stream : block.streams) {
            stream->let_go();
            deferred.events.push_back(std::make_unique<Event>(false));
            deferred.events.back()->record(*stream);
        }
        {
            const std::lock_guard lock(blocks_mutex);
            blocks.deferred.push_back(std::move(deferred));
        }
        sweep(blocks);
    } catch (
        const std::exception&) { // at exit the driver may be gone; after a failed kernel nothing is freed
    }
}

bool is_pinned(const void* data, std::size_t bytes) noexcept {
    Blocks& blocks = Blocks::all();
    const std::lock_guard lock(blocks_mutex);
    const Block* block = blocks.find(data, bytes);
    return block && !block->is_managed;
}

bool use_pinned(const void* data, std::size_t bytes, const StreamRef& stream) {
    Blocks& blocks = Blocks::all();
    std::vector<StreamRef>
        dropped; // let go without the lock: a foreign stream's owner may ask for another one
    const std::lock_guard lock(blocks_mutex);
    Block* block = blocks.find(data, bytes);
    if (!block || block->is_managed) return false;
    note_use(*block, stream, dropped);
    return true;
}

bool use_in_place(const void* data, std::size_t bytes, const StreamRef& stream) {
    Blocks& blocks = Blocks::all();
    std::vector<StreamRef> dropped;
    const std::lock_guard lock(blocks_mutex);
    Block* block = blocks.find(data, bytes);
    if (block) note_use(*block, stream, dropped);
    return block != nullptr;
}

void share_in_place(const void* data, std::size_t bytes, Device device) {
    Blocks& blocks = Blocks::all();
    const std::lock_guard lock(blocks_mutex);
    Block* block = blocks.find(data, bytes);
    if (block && std::find(block->shared.begin(), block->shared.end(), device) == block->shared.end())
        block->shared.push_back(device);
}

} // namespace cudapy::runtime
