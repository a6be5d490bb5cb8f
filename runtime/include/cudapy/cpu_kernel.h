#pragma once
// The contract between the runtime and a kernel compiled for the CPU. The translator, the runtime and the
// text that the translator emits keep to it. It is plain C++17, because C++ programs include it too. Emitted
// files declare the structures for themselves, and tests/translator/emit/contract_test.cpp compares the two.

#include <cstdint>

namespace cudapy {
namespace generated {

/// The part of a launch that a CPU kernel's entry point is asked to run: the blocks [first_block, end_block),
/// in order. Block b is (b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1]). Only those threads of a
/// block run that are inside `threads`. For kernels that do not use blocks, the launcher may make the block
/// as large as it likes.
struct CpuRange {
    std::int64_t threads[3];
    std::int64_t block[3];
    std::int64_t grid[3];
    std::int64_t first_block;
    std::int64_t end_block;
    /// The launcher of a kernel whose blocks, as wholes, wait for each other. The files of other kernels do
    /// not know this member.
    struct CpuGrid* together;
    /// The launcher of a kernel whose threads take turns. The files of other kernels do not know this member.
    struct CpuTurns* turns;
};

/// The launcher's functions for threads of a block that wait for each other's writes in loops. Each thread
/// has a stack of its own, and gives its turn up in all of these functions but `begin` and `end`.
struct CpuTurns {
    /// Runs `body(data, thread)` for the threads from 0 to before `threads`, each on a stack of so many
    /// bytes. It returns 0, or a failure from `first_stall` on where threads wait for what never comes.
    int (*run)(CpuTurns*, std::int64_t threads, std::int64_t stack_bytes,
               void (*body)(void* data, std::int64_t thread), void* data);
    /// The current thread reaches a loop that waits.
    void (*begin)(CpuTurns*);
    /// An iteration of the loop in that line of the source begins.
    void (*wait)(CpuTurns*, int line);
    /// Waits for all threads of the block that have not ended. `votes` is then how many gave a vote that is
    /// not 0.
    void (*barrier)(CpuTurns*, int line, unsigned vote);
    /// Waits for the threads of the warp that the mask names and that have not ended. `votes` then has a bit
    /// for each that gave a vote that is not 0.
    void (*meet)(CpuTurns*, int line, unsigned mask, unsigned vote);
    /// Waits for the threads of all blocks of the launch.
    void (*grid)(CpuTurns*, int line);
    /// Ends all threads of the launch.
    void (*end)(CpuTurns*);
    unsigned votes; ///< see `barrier` and `meet`
    bool is_last;   ///< the current thread was the last one to come there
    /// The variable in which the kernel has the recorder of the current block; null without a recorder. It,
    /// and `thread` of the recorder, become what they were each time that a thread goes on.
    struct CpuRecorder** recorder;
};

/// The launcher's functions for blocks that wait for each other.
struct CpuGrid {
    /// Runs `run_block(data, number)` for the blocks from `first` to before `end`, each on a thread of its
    /// own. It returns the result of the first block that failed, `no_thread` if the system has no thread for
    /// each block, and 0 otherwise.
    int (*run)(CpuGrid*, std::int64_t first, std::int64_t end,
               int (*run_block)(void* data, std::int64_t number), void* data);
    /// Waits, in a block, for all other blocks. It returns false if some of them have ended, so that it would
    /// wait in vain.
    bool (*wait)(CpuGrid*);

    bool sync() { return wait(this); }
};

/// The type of a kernel's entry point. slots[i] points at the value of slot i.
using CpuEntry = void (*)(const CpuRange*, void* const* slots);

/// The first number in the failure slot that stands for a failed assertion; all larger ones do too.
constexpr std::int32_t first_assertion = 1 << 30;
/// The first failure that says that threads of a kernel in turns wait for what never comes, all at once. The
/// number of a Stall, times 2^24, and a line of the source are added to it.
constexpr std::int32_t first_stall = 1 << 29;
/// The kind of place where the first of these threads waits.
enum class Stall : int {
    loop = 0,    ///< for a value, in a loop
    barrier = 1, ///< for the threads of its block
    warp = 2,    ///< for the threads of its warp
    grid = 3,    ///< for the threads of all blocks
};
/// The failure where the system has no thread for each block of a kernel whose blocks wait for each other.
constexpr std::int32_t no_thread = -2147483647 - 1;

/// The findings of the first check that failed. On CUDA they are in a variable of the device.
struct FailedCheck {
    std::int64_t number = 0; ///< counted from 1; 0 for none
    std::int64_t value = 0;  ///< see program::Check
    std::int64_t bound = 0;
    std::int64_t thread[3] = {}; ///< its coordinates
};

/// An access that every thread of a kernel makes before it may have ended. The thread uses elements of an
/// array parameter, and their index along `axis` is the thread's coordinate along `coordinate` (0 for x) plus
/// numbers from `least` to `most`.
struct ElementBound {
    int parameter;
    int axis;
    int coordinate;
    std::int64_t least;
    std::int64_t most;
};

/// An extent that a kernel compares its threads' coordinate along `coordinate` (0 for x) with, to leave out
/// the threads from there on: that of an array parameter along `axis`, or with an axis of -1 an integer.
struct GuardedExtent {
    int coordinate;
    int parameter;
    int axis;
};

/// The events that order the accesses of threads.
enum class Order : int {
    block = 0,   ///< the threads of the block have reached a barrier
    grid = 1,    ///< those of all blocks have
    fence = 2,   ///< a fence of the current thread
    meeting = 3, ///< those that have met, each with those that it named, have reached barriers of their warps
};

/// The events that a thread reports of its way through the kernel in a traced run. With each comes the number
/// of a check, which says where in the program it happens.
enum class Step : int {
    enter = 0,     ///< it reaches a loop
    iteration = 1, ///< the loop goes on: its body begins
    end = 2,       ///< the loop does not go on
    leave = 3,     ///< it is past the loop, however it left it
    taken = 4,     ///< a condition holds
    not_taken = 5, ///< a condition does not hold
    call = 6,      ///< it begins a function that was called there
    back = 7,      ///< it leaves the function
    barrier = 8,   ///< it reaches a barrier of its block
};

/// The functions by which a kernel in checked mode reports how its threads use memory, one thread at a time.
/// The numbers are those of the program's checks, counted from 1. A check says what is done, and where in the
/// program.
struct CpuRecorder {
    /// The current thread is about to access an element. `value` points at the value that it is going to
    /// write, or is null.
    void (*access)(CpuRecorder*, int number, const void* element, const void* value);
    /// So many bytes become an array of the block or of the current thread, and nobody has written to them.
    void (*declare)(CpuRecorder*, int number, const void* array, long long bytes);
    void (*order)(CpuRecorder*, int what); ///< an Order
    /// The current thread has reached a barrier of its warp with those that the mask names.
    void (*meet)(CpuRecorder*, unsigned mask);
    /// The block with this number begins; the function returns the recorder for its reports. Kernels whose
    /// threads do not work together do not call it.
    CpuRecorder* (*block)(CpuRecorder*, long long number);
    /// The current thread has made a Step in a traced run. In such a run `thread` is always the thread's
    /// place in its block, and `block` is called for each block.
    void (*step)(CpuRecorder*, int number, int what);
    long long thread; ///< the current one: its place in its block, where there are blocks, else in the launch
};

} // namespace generated
} // namespace cudapy
