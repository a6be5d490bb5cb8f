#include "runtime/memory/memory_pool.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/gpu_stack.h"
#include "runtime/launch/loaded_code.h"
#include "runtime/memory/host_memory.h"
#include "runtime/memory/kept_memory.h"
#include "runtime/memory/pinned.h"
#include "runtime/queue/device_wait.h"
#include "runtime/queue/event.h"
#include "runtime/queue/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <sys/sysinfo.h>
#include <utility>

namespace cudapy::runtime {

namespace {

constexpr std::size_t unlimited = SIZE_MAX;

/// The count of the memory that buffers use.
class Account {
  public:
    /// Counts the bytes as used. Returns false when they would pass the limit.
    bool take(std::size_t bytes) {
        std::size_t before = used_.load(std::memory_order_relaxed);
        std::size_t after;
        do {
            if (__builtin_add_overflow(before, bytes, &after) || after > limit_) return false;
        } while (!used_.compare_exchange_weak(before, after, std::memory_order_relaxed));
        return true;
    }
    /// Must be called when the memory has really been taken.
    void note_peak() {
        const std::size_t now = used_.load(std::memory_order_relaxed);
        std::size_t most = peak_.load(std::memory_order_relaxed);
        while (most < now && !peak_.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
        }
    }
    void forget_peak() { peak_.store(used_.load(std::memory_order_relaxed), std::memory_order_relaxed); }
    void give_back(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }
    void set_limit(std::size_t bytes) { limit_ = bytes; }
    std::size_t limit() const { return limit_; }
    std::size_t used() const { return used_.load(std::memory_order_relaxed); }
    void describe(MemoryInfo& info) const {
        info.used = used_;
        info.peak = peak_;
        if (limit_ != unlimited) info.limit = limit_;
    }

  private:
    std::atomic<std::size_t> used_{0}, peak_{0}, limit_{unlimited};
};

/// The memory of one device. It is never destroyed, because buffers are freed while the process ends.
struct Place {
    Account account;
    std::mutex mutex; ///< held while what follows is made
    std::atomic<bool> is_made{false};
    cuda::MemoryPool pool = nullptr; ///< null if the device or its driver has none
    KeptMemory kept;                 ///< the memory that stays reserved
    StreamRef collector; ///< gives memory back that several streams used, so that none of them waits
};

auto& places = *new std::array<Place, most_devices + 1>; ///< the last is the host's

Place& place_of(Device device) {
    if (device.is_host()) return places[most_devices];
    if (device.index < 0 || static_cast<std::size_t>(device.index) >= most_devices)
        throw Error(ErrorKind::no_device, fmt::format("there is no device {}", device.name()));
    return places[static_cast<std::size_t>(device.index)];
}

/// Returns the device's pool, which the first call makes. The device's context must be current.
cuda::MemoryPool pool_of(const cuda::Driver& driver, Device device) {
    Place& place = place_of(device);
    if (place.is_made.load(std::memory_order_acquire)) return place.pool;
    const std::lock_guard lock(place.mutex);
    if (place.is_made) return place.pool;
    int handle = 0, supported = 0;
    cuda::check(driver.device_get(&handle, device.index), "opening the GPU");
    cuda::check(driver.device_get_attribute(&supported, cuda::memory_pools_supported, handle),
                "asking for memory pools");
    if (supported) {
        cuda::MemoryPoolProperties properties;
        properties.location_id = handle;
        cuda::MemoryPool pool = nullptr;
        cuda::check(driver.mem_pool_create(&pool, reinterpret_cast<const CUmemPoolProps_st*>(&properties)),
                    "setting up GPU memory");
        place.pool = pool;
    }
    place.is_made.store(true, std::memory_order_release);
    return place.pool;
}

/// Tells the place's pool how much memory to keep.
void keep_memory(const cuda::Driver& driver, Place& place) {
    place.kept.follow(driver, place.pool, place.account.used(), place.account.limit());
}

/// Lets `peer` use the memory of `device`'s pool.
void open_pool(const cuda::Driver& driver, Device device, Device peer) {
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::MemoryPool pool = pool_of(driver, device);
    int handle = 0, other = 0, can = 0;
    cuda::check(driver.device_get(&handle, device.index), "opening the GPU");
    cuda::check(driver.device_get(&other, peer.index), "opening the GPU");
    cuda::check(driver.device_can_access_peer(&can, other, handle), "asking how GPUs are connected");
    if (!pool || !can) return;
    cuda::MemoryAccess access;
    access.location_id = other;
    // If it fails, copies go through the host's memory, as between GPUs that are not connected.
    driver.mem_pool_set_access(pool, reinterpret_cast<const CUmemAccessDesc_st*>(&access), 1);
}

const StreamRef& collector_of(Device device) {
    Place& place = place_of(device);
    const std::lock_guard lock(place.mutex);
    if (!place.collector) place.collector = Stream::make(device, 0, true);
    return place.collector;
}

/// Takes memory; returns null when there is none.
void* try_take(Device device, std::size_t bytes, bool zeroed, const StreamRef& stream, MemoryKind kind) {
    if (kind == MemoryKind::pinned) return take_pinned(bytes, zeroed);
    if (kind != MemoryKind::ordinary) return take_managed(bytes, zeroed, kind == MemoryKind::managed);
    if (device.is_host()) return allocate_host(bytes, zeroed);
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::MemoryPool pool = pool_of(driver, device);
    const cuda::Stream handle = handle_of(stream.get());
    cuda::DevicePointer pointer = 0;
    cuda::Result result = pool ? driver.mem_alloc_from_pool_async(&pointer, bytes, pool, handle)
                               : driver.mem_alloc(&pointer, bytes);
    if (pool && result == cuda::success) keep_memory(driver, place_of(device));
    if (result == cuda::error_out_of_memory) return nullptr;
    if (result == cuda::error_invalid_value) { // some drivers say so of sizes that no device has
        std::size_t free = 0, total = 0;
        if (driver.mem_get_info(&free, &total) == cuda::success && bytes > total) return nullptr;
    }
    cuda::check(result, "allocating GPU memory");
    if (zeroed) {
        result = driver.memset_d8_async(pointer, 0, bytes, handle);
        if (result != cuda::success) {
            pool ? driver.mem_free_async(pointer, handle) : driver.mem_free(pointer);
            cuda::fail(result, "clearing GPU memory");
        }
    }
    return reinterpret_cast<void*>(pointer);
}

std::atomic<void (*)()> reclaimer{nullptr};

/// Drops buffers that nobody needs any more, and gives reserved memory back, so that more memory may be free.
void reclaim(Device device) {
    if (auto* drop = reclaimer.load()) drop();
    if (!device.is_host()) trim_memory(device);
}

} // namespace

namespace {

/// Adds what the GPU's current context has besides buffers.
void describe_context(const cuda::Driver& driver, Device device, MemoryInfo& info) {
    const auto limit_of = [&](cuda::Limit limit) {
        std::size_t bytes = 0;
        return driver.ctx_get_limit(&bytes, limit) == cuda::success ? bytes : 0;
    };
    info.stacks = limit_of(cuda::stack_bytes) * threads_with_stack(device);
    info.printing = limit_of(cuda::printf_bytes);
    info.code = LoadedCode::of(device);
}

} // namespace

MemoryInfo memory_info(Device device) {
    MemoryInfo info;
    place_of(device).account.describe(info);
    if (device.is_host()) {
        struct sysinfo system {};
        sysinfo(&system);
        info.free = std::size_t(system.freeram) * system.mem_unit;
        info.total = std::size_t(system.totalram) * system.mem_unit;
        info.reserved = info.used;
        return info;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    give_stack_back(device);
    describe_context(driver, device, info);
    cuda::check(driver.mem_get_info(&info.free, &info.total), "asking for the GPU's free memory");
    info.reserved = info.used;
    if (cuda::MemoryPool pool = pool_of(driver, device)) {
        std::uint64_t reserved = 0;
        cuda::check(driver.mem_pool_get_attribute(pool, cuda::pool_reserved_current, &reserved),
                    "asking for reserved memory");
        info.reserved = reserved;
    }
    return info;
}

void set_memory_limit(Device device, std::optional<std::size_t> bytes) {
    Place& place = place_of(device);
    place.account.set_limit(bytes.value_or(unlimited));
    if (device.is_host()) return;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    if (pool_of(driver, device)) keep_memory(driver, place);
}

void reset_peak_memory(Device device) {
    place_of(device).account.forget_peak();
}

void trim_memory(Device device) {
    trim_pool(device);
    give_stack_back(device);
}

void trim_pool(Device device) {
    refuse_recording(device, "giving memory back to the device");
    if (device.is_host()) return;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    wait_for_streams(device);
    wait_for_all_work(device);
    if (cuda::MemoryPool pool = pool_of(driver, device))
        cuda::check(driver.mem_pool_trim_to(pool, 0), "giving reserved memory back");
}

void set_memory_reclaimer(void (*reclaim)()) {
    reclaimer = reclaim;
}

void connect_pools(Device one, Device other) {
    static std::mutex mutex;
    static auto& connected = *new std::set<std::pair<int, int>>;
    const std::lock_guard lock(mutex);
    if (!connected.insert(std::minmax(one.index, other.index)).second) return;
    open_pool(cuda::driver(), one, other);
    open_pool(cuda::driver(), other, one);
}

void* take_memory(Device device, std::size_t bytes, bool zeroed, const StreamRef& stream, MemoryKind kind) {
    refuse_recording(device, "making an array");
    Account& account = place_of(device).account;
    for (const bool again : {false, true}) {
        if (again) reclaim(device);
        if (!account.take(bytes)) continue;
        try {
            if (void* data = try_take(device, bytes, zeroed, stream, kind)) {
                account.note_peak();
                return data;
            }
        } catch (...) {
            account.give_back(bytes);
            throw;
        }
        account.give_back(bytes);
    }
    const MemoryInfo info = memory_info(device);
    std::string message =
        fmt::format("no memory on {} for {} bytes: arrays use {} bytes", device.name(), bytes, info.used);
    if (info.limit) message += fmt::format(" of the {} that set_memory_limit allows", *info.limit);
    message += fmt::format(", and {} of {} bytes are free", info.free, info.total);
    throw Error(ErrorKind::out_of_memory, message);
}

void give_memory_back(Device device, void* data, std::size_t bytes, const StreamRef& home,
                      const std::vector<StreamRef>& others, bool everywhere, MemoryKind kind) noexcept {
    try {
        place_of(device).account.give_back(bytes);
        if (device.is_host()) {
            kind == MemoryKind::ordinary ? free_host(data) : give_pinned_back(data);
            return;
        }
        // In a forked child the memory is the parent's. While the process exits, the driver may be gone
        // already. Then it has freed the memory, and its error does not matter.
        if (cuda::forked_after_init()) return;
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device.index));
        if (scope.status() != cuda::success) return;
        const auto pointer = reinterpret_cast<cuda::DevicePointer>(data);
        if (!pool_of(driver, device)) {
            driver.mem_free(pointer); // waits for the device
            return;
        }
        keep_memory(driver, place_of(device));
        if (everywhere) wait_for_all_work(device);
        if (others.empty() || everywhere) {
            driver.mem_free_async(pointer, handle_of(home.get()));
            return;
        }
        const StreamRef& collector = collector_of(device);
        order_streams(home ? *home : *Stream::default_of(device), *collector);
        for (const StreamRef& other : others)
            order_streams(*other, *collector);
        driver.mem_free_async(pointer, collector->handle());
    } catch (const std::exception&) {
    }
}

} // namespace cudapy::runtime
