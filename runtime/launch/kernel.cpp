#include "runtime/launch/kernel.h"

#include "runtime/cpu/blocks_together.h"
#include "runtime/cpu/turns.h"
#include "runtime/cuda/cuda_driver.h"
#include "runtime/cuda/device_info.h"
#include "runtime/launch/block_shape.h"
#include "runtime/launch/coarsened_variant.h"
#include "runtime/launch/gpu_stack.h"
#include "runtime/launch/module.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/stream.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace cudapy::runtime {

namespace {

constexpr int64_t int32_most = 2147483647;
/// The most blocks that may wait for each other on the CPU, where each has a thread.
constexpr int64_t most_waiting_blocks = 1024;
constexpr int64_t gpu_grid_most[3] = {int32_most, 65535, 65535};

// The statuses of try_launch that are not the driver's results. Those are positive.
enum Refusal : int {
    negative = -1,    ///< a negative count
    too_many_32 = -2, ///< more threads than 32-bit coordinates can tell apart
    too_many_64 = -3, ///< more threads than 64 bits can count
    grid_x = -4,      ///< more blocks on an axis than a grid has; grid_x - axis
    forked = -8,
    pool_failed = -9,      ///< CPU: the pool could not be made; launch() says why
    too_many_blocks = -11, ///< more than can run at the same time, and they wait for each other
    interrupted = -12,     ///< CPU: on the way, by Ctrl-C
    coordinates = -10,     ///< the whole blocks reach past what 32-bit coordinates can tell apart
    too_deep = -16,        ///< CPU: the kernel's recursion
    no_stack = -17,        ///< a GPU has no memory for the stacks of its threads
    same_x = -13,          ///< more than one thread on an axis on which all do the same; same_x - axis
};

/// Checks that the threads of a launch can be counted. Returns 0, negative, too_many_32 or too_many_64.
int check_count(const Extent& threads, bool index64) {
    if (threads[0] < 0 || threads[1] < 0 || threads[2] < 0) return negative;
    int64_t total = 0;
    if (__builtin_mul_overflow(threads[0], threads[1], &total) ||
        __builtin_mul_overflow(total, threads[2], &total))
        return index64 ? too_many_64 : too_many_32;
    return index64 || total <= int32_most ? 0 : too_many_32;
}

bool is_empty(const Extent& threads) {
    return threads[0] == 0 || threads[1] == 0 || threads[2] == 0;
}

/// Returns whether some thread of the grid would have a coordinate beyond 32 bits. If the kernel reads the
/// grid's size, the number of threads along an axis must fit too.
bool exceeds_coordinates(const Extent& grid, const Extent& block, bool reads_grid) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (grid[axis] * block[axis] > int32_most + !reads_grid) return true;
    return false;
}

/// Returns the status of a launch with more than one thread along an axis on which all threads do the same; 0
/// for other launches.
int check_axes(const Extent& threads, unsigned depends_on_axes) {
    for (int axis = 0; axis < 3; ++axis)
        if (threads[static_cast<std::size_t>(axis)] > 1 && (depends_on_axes >> axis & 1) == 0)
            return same_x - axis;
    return 0;
}

// The widths of blocks that are wider than 1 along y, too: a warp, so that neighbours along x load together,
// and less where a kernel gains from high blocks, as where an array is accessed along y.
constexpr int64_t warp = 32, high_block_width = 8;

/// Returns whether kernels have their coarsened variants in small launches, too, which is for tests.
bool always_coarsens() {
    const char* value = std::getenv("CUDAPY_OPTIMIZE");
    return value && std::string_view(value) == "always";
}

} // namespace

Kernel::Kernel(std::shared_ptr<Module> module, KernelTraits traits)
    : module_(std::move(module)), traits_(std::move(traits)) {
    const Module::Function found = module_->find(traits_.symbol);
    function_ = found.address;
    max_threads_ = found.max_threads;
    static_shared_bytes_ = found.static_shared_bytes;
    on_host_ = module_->device().is_host();
    allowed_shared_ = unasked_shared_bytes();
    if (on_host_) {
        code_ = code_with(function_, traits_.name + traits_.place);
        code_.advice = traits_.crash_advice;
    }
    if (!on_host_ && traits_.recurses) stack_bytes_ = recursion_stack_bytes(device());
    need_local(found.local_bytes);
    driver_ = module_->driver();
    context_ = module_->context();
    if (!on_host_ && !traits_.coarsened.symbol.empty()) {
        const Extent& size = traits_.coarsened.size;
        has_factor_of_one_ = size[0] * size[1] * size[2] == 1; // it only loads more at a time
        const bool always = has_factor_of_one_ || traits_.coarsened.is_asked_for || always_coarsens();
        least_coarsened_ = always ? 1 : int64_t{512} * device_info(device()).multiprocessors;
    }
}

Kernel::~Kernel() = default;

void Kernel::need_local(int local_bytes) {
    const auto bytes = static_cast<std::size_t>(local_bytes);
    if (bytes > most_kept_stack) stack_bytes_ = std::max(stack_bytes_.load(), bytes);
}

bool Kernel::needs_usual_coarsened() const noexcept {
    return traits_.coarsened.is_asked_for || always_coarsens();
}

Device Kernel::device() const {
    return module_->device();
}

Extent Kernel::block_for(const Extent& threads) const {
    if (traits_.whole_blocks) return whole_block(traits_.axes);
    if (on_host_ && !traits_.uses_blocks) return cpu_block(threads, traits_.axes, pool_cores());
    return gpu_block(threads, traits_.axes, max_threads_, traits_.high_blocks ? high_block_width : warp);
}

bool Kernel::launch_as(const LaunchChoice& choice, const Extent& threads, void* const* slots,
                       unsigned shared_bytes) const {
    int status = check_count(threads, traits_.index64);
    if (status == 0 && is_empty(threads)) return true;
    if (status == 0) status = check_axes(threads, traits_.depends_on_axes);
    if (status == 0) {
        const Extent usual = block_for(threads);
        status = check_grid(grid_of(threads, usual), usual);
    }
    if (status == 0 && !fits(choice, threads, slots)) return false;
    if (status == 0) status = launch_fitting(choice, threads, slots, shared_bytes);
    if (status != 0) throw_launch_error(status, threads, nullptr, shared_bytes);
    return true;
}

Extent Kernel::threads_that_run(const Extent& threads, const Extent* block) const {
    if (!traits_.whole_blocks) return threads;
    const Extent shape = block ? *block : block_for(threads);
    Extent all = grid_of(threads, shape);
    for (std::size_t axis = 0; axis < 3; ++axis)
        all[axis] *= shape[axis];
    return all;
}

void Kernel::check_block(const Extent& block) const {
    constexpr int64_t most[3] = {1024, 1024, 64};
    bool is_possible = true; // as mostly, so that nothing need be said
    for (std::size_t axis = 0; axis < 3; ++axis)
        is_possible = is_possible && block[axis] >= 1 && block[axis] <= most[axis] &&
                      (block[axis] == 1 || (traits_.axes >> axis & 1));
    if (is_possible && count_of(block) <= std::min(1024, max_threads_)) [[likely]]
        return;
    std::string what = fmt::format("{}: a block of {} threads", traits_.name, text_of(block));
    for (int axis = 0; axis < 3; ++axis) {
        if (block[axis] > 1 && !(traits_.axes >> axis & 1))
            throw Error(ErrorKind::launch,
                        fmt::format("{} is wider than 1 along {}, where the kernel has no coordinate", what,
                                    "xyz"[axis]));
        if (block[axis] < 1 || block[axis] > most[axis])
            throw Error(ErrorKind::launch, fmt::format("{} is not possible: along {} there are 1 to {}", what,
                                                       "xyz"[axis], most[axis]));
    }
    const int64_t threads = block[0] * block[1] * block[2];
    if (threads > 1024)
        throw Error(ErrorKind::launch,
                    fmt::format("{} has {} threads in all, and the most is 1024", what, threads));
    if (threads > max_threads_)
        throw Error(
            ErrorKind::launch,
            fmt::format("{} has {} threads in all, and the registers of {} are enough for {} of this kernel",
                        what, threads, device().name(), max_threads_));
}

int Kernel::try_launch(const Extent& threads, void* const* slots, const Extent* block,
                       unsigned shared_bytes) const noexcept {
    if (int refused = check_count(threads, traits_.index64); refused != 0 || is_empty(threads)) [[unlikely]]
        return refused;
    if (int refused = check_axes(threads, traits_.depends_on_axes); refused != 0) [[unlikely]]
        return refused;
    const LaunchChoice* choice = block ? nullptr : tuned(threads);
    if (choice && fits(*choice, threads, slots)) [[unlikely]]
        return launch_fitting(*choice, threads, slots, shared_bytes);
    if (on_host_) return launch_on_host(threads, block, slots);
    if (const CoarsenedVariant* variant = variant_for(threads, block, slots, shared_bytes)) {
        const int status = launch_coarsened(*variant, threads, slots, block);
        if (!is_refused_variant(status)) return status;
        return launch_without_variant(status, threads, block ? *block : block_for(threads), shared_bytes,
                                      slots);
    }
    return launch_on_gpu(function_, threads, block ? *block : block_for(threads), shared_bytes, slots);
}

int Kernel::check_grid(const Extent& grid, const Extent& block) const noexcept {
    // On the CPU, a kernel that can see its blocks gets their numbers as 32-bit ints.
    for (int axis = 0; axis < 3; ++axis)
        if (on_host_ ? traits_.uses_blocks && grid[axis] > int32_most : grid[axis] > gpu_grid_most[axis])
            [[unlikely]]
            return grid_x - axis;
    if (traits_.whole_blocks && !traits_.index64 && exceeds_coordinates(grid, block, traits_.reads_grid))
        [[unlikely]]
        return coordinates;
    return 0;
}

void Kernel::check_launch(const Extent& threads, const Extent& shape, const Extent* block,
                          unsigned shared_bytes) const {
    int status = check_count(threads, traits_.index64);
    if (status == 0 && !is_empty(threads)) status = check_axes(threads, traits_.depends_on_axes);
    const Extent grid = status == 0 ? grid_of(threads, shape) : Extent{};
    if (status == 0) status = check_grid(grid, shape);
    if (status == 0 && traits_.cooperative &&
        grid[0] * grid[1] * grid[2] > most_together(shape, shared_bytes))
        status = too_many_blocks;
    if (status != 0) throw_launch_error(status, threads, block, shared_bytes);
}

int Kernel::launch_on_gpu(void* function, const Extent& threads, const Extent& block, unsigned shared_bytes,
                          void* const* slots) const noexcept {
    if (cuda::forked_after_init()) [[unlikely]]
        return forked;
    Extent grid = grid_of(threads, block);
    if (const int refused = check_grid(grid, block); refused != 0) [[unlikely]]
        return refused;
    const auto& driver = *static_cast<const cuda::Driver*>(driver_);
    cuda::ContextScope scope(driver, static_cast<cuda::Context>(context_));
    if (scope.status() != cuda::success) [[unlikely]]
        return scope.status();
    const StreamRef& current = current_stream(device());
    const std::size_t stack_bytes = stack_bytes_.load(std::memory_order_relaxed);
    const bool is_recording = current && current->recording();
    if (stack_bytes == 0 || is_recording) [[likely]]
        return launch_on_stream(function, grid, block, shared_bytes, slots, current.get());
    const StackForLaunch stack(device(), stack_bytes, traits_.recurses);
    if (stack.status() == cuda::error_out_of_memory) return no_stack;
    if (stack.status() != cuda::success) return stack.status();
    return launch_on_stream(function, grid, block, shared_bytes, slots, current.get());
}

int Kernel::launch_on_stream(void* function, const Extent& grid, const Extent& block, unsigned shared_bytes,
                             void* const* slots, const Stream* stream) const noexcept {
    const auto& driver = *static_cast<const cuda::Driver*>(driver_);
    const cuda::Stream handle = handle_of(stream);
    int status;
    if (traits_.cooperative)
        status = driver.launch_cooperative_kernel(static_cast<cuda::Function>(function_), unsigned(grid[0]),
                                                  unsigned(grid[1]), unsigned(grid[2]), unsigned(block[0]),
                                                  unsigned(block[1]), unsigned(block[2]), shared_bytes,
                                                  handle, const_cast<void**>(slots));
    else
        status = driver.launch_kernel(static_cast<cuda::Function>(function), unsigned(grid[0]),
                                      unsigned(grid[1]), unsigned(grid[2]), unsigned(block[0]),
                                      unsigned(block[1]), unsigned(block[2]), shared_bytes, handle,
                                      const_cast<void**>(slots), nullptr);
    if (status == cuda::success) note_launched(stream);
    return status == cuda::cooperative_launch_too_large ? too_many_blocks : status;
}

void Kernel::note_launched(const Stream* stream) const {
    Graph* graph = stream ? stream->recording() : nullptr;
    if (graph) [[unlikely]] {
        graph->note(traits_.name);
        graph->need_stack(stack_bytes_.load(std::memory_order_relaxed), traits_.recurses);
    }
    if (!traits_.assertions) return;
    graph ? graph->note_assertions(traits_.assertions) : note_asserting_launch(traits_.assertions);
}

int Kernel::launch_on_host(const Extent& threads, const Extent* requested, void* const* slots,
                           const std::vector<int64_t>* chosen, const Extent* shape) const noexcept {
    CpuRange range{};
    try {
        // A kernel that cannot see its blocks runs in blocks that suit it. This can throw, because
        // variables of the environment may be wrong.
        const bool is_given = requested && (traits_.uses_blocks || chosen);
        const Extent block = is_given ? *requested : shape ? *shape : block_for(threads);
        Extent grid = grid_of(threads, block);
        if (const int refused = check_grid(grid, block); refused != 0) return refused;
        for (int axis = 0; axis < 3; ++axis) {
            range.threads[axis] = threads[axis];
            range.block[axis] = block[axis];
            range.grid[axis] = grid[axis];
        }
        const auto entry = reinterpret_cast<CpuEntry>(function_);
        if (traits_.cooperative &&
            grid[0] * grid[1] * grid[2] > most_together(block, 0)) // all must run at the same time
            return too_many_blocks;
        if (traits_.waits) {
            run_in_turns({entry, range, slots, code_, chosen, traits_.records, traits_.cooperative});
        } else if (traits_.cooperative) { // it has a thread of its own for each block
            range.end_block = range.grid[0] * range.grid[1] * range.grid[2];
            BlocksTogether together(code_);
            range.together = &together;
            entry(&range, slots);
            if (together.ended() == KernelExit::by_interruption) return interrupted;
            if (together.ended() == KernelExit::by_overflow) return too_deep;
        } else if (chosen) {
            run_chosen(entry, range, slots, code_, *chosen);
        } else if (traits_.records) {
            run_in_order(entry, range, slots, code_, !traits_.uses_blocks && !traits_.whole_blocks);
        } else {
            run_blocks(entry, range, slots, cost_, code_, !traits_.uses_blocks && !traits_.whole_blocks);
        }
        if (traits_.prints) std::fflush(stdout);
        return 0;
    } catch (const Error& error) {
        return error.kind() == ErrorKind::interrupted ? interrupted
               : error.kind() == ErrorKind::kernel    ? too_deep
                                                      : pool_failed;
    } catch (const std::exception&) {
        return pool_failed;
    }
}

int64_t Kernel::most_together(const Extent& block, unsigned shared_bytes) const {
    if (on_host_)
        return traits_.waits ? std::min(most_waiting_blocks, most_threads_in_turns / count_of(block))
                             : most_waiting_blocks;
    const auto& driver = *static_cast<const cuda::Driver*>(driver_);
    cuda::ContextScope scope(driver, static_cast<cuda::Context>(context_));
    int on_each = 0, count = 0;
    cuda::check(driver.occupancy_max_active_blocks(&on_each, static_cast<cuda::Function>(function_),
                                                   int(block[0] * block[1] * block[2]), shared_bytes),
                "asking how many blocks can run at the same time");
    int handle = 0;
    cuda::check(driver.device_get(&handle, device().index), "asking for the device");
    cuda::check(driver.device_get_attribute(&count, cuda::multiprocessor_count, handle),
                "asking for the number of multiprocessors");
    return int64_t{on_each} * count;
}

namespace {

constexpr char unused_axis[] =
    "{0} has {1} along {2}, whose coordinate the kernel never reads, so that all {1} would do the same: ask "
    "for {3}1 along {2}, or use id{2} in the kernel";

/// Returns "8 along x and " where a kernel reads only that coordinate, and the launch has 8 threads in all.
std::string along_read_axis(const Extent& threads, unsigned depends_on_axes) {
    if (depends_on_axes != 1 && depends_on_axes != 2 && depends_on_axes != 4) return "";
    const int axis = depends_on_axes == 1 ? 0 : depends_on_axes == 2 ? 1 : 2;
    return fmt::format("{} along {} and ", threads[0] * threads[1] * threads[2], "xyz"[axis]);
}

std::string too_many_blocks_text(const Extent& threads, const Extent& block, const std::string& device,
                                 int64_t most) {
    const Extent grid = grid_of(threads, block);
    return fmt::format(
        " is too large for grid_sync(): its {} blocks of {} threads must all run at the same time, "
        "and {} runs {} of them, {} threads in all",
        grid[0] * grid[1] * grid[2], text_of(block), device, most, most * block[0] * block[1] * block[2]);
}

} // namespace

void Kernel::throw_launch_error(int status, const Extent& threads, const Extent* block,
                                unsigned shared_bytes) const {
    std::string launch = fmt::format("{}: a launch of {} threads", traits_.name, text_of(threads));
    switch (status) {
    case negative:
        throw Error(ErrorKind::launch, launch + " is not possible: a count is negative");
    case too_many_32:
        throw Error(
            ErrorKind::launch,
            fmt::format(
                "{} is too large: the most is {} with 32-bit coordinates; compile with index=cudapy.int64",
                launch, int32_most));
    case too_many_64:
        throw Error(ErrorKind::launch, fmt::format("{} is too large: the most is {}", launch, INT64_MAX));
    case grid_x:
    case grid_x - 1:
    case grid_x - 2: {
        int axis = grid_x - status;
        const Extent shape = block ? *block : block_for(threads);
        int64_t most = (on_host_ ? int32_most : gpu_grid_most[axis]) * shape[axis];
        throw Error(ErrorKind::launch, fmt::format("{} is too large on axis {}: the most there is {}", launch,
                                                   "xyz"[axis], most));
    }
    case same_x:
    case same_x - 1:
    case same_x - 2: {
        const int axis = same_x - status;
        const int64_t count = threads[static_cast<std::size_t>(axis)];
        throw Error(ErrorKind::launch, fmt::format(unused_axis, launch, count, "xyz"[axis],
                                                   along_read_axis(threads, traits_.depends_on_axes)));
    }
    case coordinates:
        throw Error(
            ErrorKind::launch,
            fmt::format("{} is too large: its whole blocks of {} threads reach past 2^31, where 32-bit "
                        "coordinates end; compile with index=cudapy.int64",
                        launch, text_of(block ? *block : block_for(threads))));
    case too_many_blocks: {
        const Extent shape = block ? *block : block_for(threads);
        const int64_t most = most_together(shape, shared_bytes);
        throw Error(ErrorKind::launch, launch + too_many_blocks_text(threads, shape, device().name(), most));
    }
    case interrupted:
        throw Error(ErrorKind::interrupted, launch + " was interrupted");
    case too_deep:
        throw Error(
            ErrorKind::kernel,
            fmt::format("{}: the kernel's recursion is too deep: its calls need more than the stack of a "
                        "thread of the CPU has. See to it that the recursion ends, or write it as a loop",
                        traits_.name));
    case no_stack:
        throw Error(ErrorKind::out_of_memory,
                    launch + " is not possible: " + no_stack_text(device(), stack_bytes_, traits_.recurses));
    case forked:
        cuda::driver(); // throws: says what forking does
        break;
    case pool_failed:
        pool_cores(); // throws when a variable of the environment was it
        if (traits_.waits) check_wait_limit();
        throw Error(ErrorKind::launch,
                    launch + " is not possible: memory for the CPU target's threads ran out");
    default:
        break;
    }
    cuda::fail(status, launch);
}

void Kernel::launch(const Extent& threads, void* const* slots, const Extent* block,
                    unsigned shared_bytes) const {
    if (int status = try_launch(threads, slots, block, shared_bytes); status != 0) [[unlikely]]
        throw_launch_error(status, threads, block, shared_bytes);
}

void Kernel::launch_chosen(const Extent& threads, void* const* slots, const Extent& block,
                           const std::vector<int64_t>& chosen) const {
    int status = check_count(threads, traits_.index64);
    if (status == 0 && is_empty(threads)) return;
    if (status == 0) status = check_axes(threads, traits_.depends_on_axes);
    if (status == 0) status = launch_on_host(threads, &block, slots, &chosen);
    if (status != 0) throw_launch_error(status, threads, &block);
}

} // namespace cudapy::runtime
