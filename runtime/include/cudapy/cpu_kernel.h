#pragma once
// The contract between the runtime and a kernel compiled for the CPU. The translator, the runtime and the
// text that the translator emits keep to it; it is plain C++17, since C++ programs include it too. Emitted
// files declare the structures for themselves, and tests/translator/emit/contract_test.cpp compares the two.

#include <cstdint>

namespace cudapy {
namespace generated {

/// What a CPU kernel's entry point is asked to run: blocks [first_block, end_block) in order, block b being
/// (b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1]), and of those only threads inside `threads`.
/// For kernels that do not use blocks the block may be as large as the launcher likes.
struct CpuRange {
    std::int64_t threads[3];
    std::int64_t block[3];
    std::int64_t grid[3];
    std::int64_t first_block;
    std::int64_t end_block;
    /// Of a kernel whose blocks wait for each other; the files of others do not know of it.
    struct CpuGrid* together;
};

/// The launcher, as it runs blocks that wait for each other.
struct CpuGrid {
    /// Runs `run_block(data, number)` for the blocks from `first` to before `end`, each on a thread of its
    /// own. It gives what the first block to fail gave, `no_thread` where the system has no thread for each
    /// of them, 0 otherwise.
    int (*run)(CpuGrid*, std::int64_t first, std::int64_t end,
               int (*run_block)(void* data, std::int64_t number), void* data);
    /// Waits, in a block, for all of them. It gives false where that is in vain, because some have ended.
    bool (*wait)(CpuGrid*);

    bool sync() { return wait(this); }
};

/// slots[i] points at the value of slot i.
using CpuEntry = void (*)(const CpuRange*, void* const* slots);

/// A number in the failure slot from this one on is that of a failed assertion.
constexpr std::int32_t first_assertion = 1 << 30;
/// The failure where the system has no thread for each block of a kernel whose blocks wait for each other.
constexpr std::int32_t no_thread = -2147483647 - 1;

/// What the first check that failed has found. On CUDA it is in a variable of the device.
struct FailedCheck {
    std::int64_t number = 0; ///< counted from 1; 0 for none
    std::int64_t value = 0;  ///< see program::Check
    std::int64_t bound = 0;
    std::int64_t thread[3] = {}; ///< its coordinates
};

/// What every thread of a kernel does before it may have ended: it uses elements of an array parameter whose
/// index along `axis` is its coordinate along `coordinate` (0 for x) plus numbers from `least` to `most`.
struct ElementBound {
    int parameter;
    int axis;
    int coordinate;
    std::int64_t least;
    std::int64_t most;
};

/// What orders the accesses of threads.
enum class Order : int {
    block = 0,   ///< the threads of the block have come to a barrier
    grid = 1,    ///< those of all blocks have
    fence = 2,   ///< a fence of the current thread
    meeting = 3, ///< those that have met, each with those that it named, have come to barriers of their warps
};

/// What a thread tells of its way, where a run is traced. The number with it is that of a check which says
/// where that is.
enum class Step : int {
    enter = 0,     ///< it comes to a loop
    turn = 1,      ///< the loop goes on: its body begins
    end = 2,       ///< the loop does not go on
    leave = 3,     ///< it is behind the loop, however it left it
    taken = 4,     ///< a condition holds
    not_taken = 5, ///< … does not
    call = 6,      ///< it begins a function that was called there
    back = 7,      ///< it leaves the function
    barrier = 8,   ///< it comes to a barrier of its block
};

/// Checked mode: what a kernel tells of what its threads do with memory, one thread at a time. The numbers
/// are those of the program's checks, counted from 1, which say what is done and where it stands.
struct CpuRecorder {
    /// The current thread is about to access an element; `value` is what it is going to write, or null.
    void (*access)(CpuRecorder*, int number, const void* element, const void* value);
    /// So many bytes become an array of the block or of the current thread, and nobody has written to them.
    void (*declare)(CpuRecorder*, int number, const void* array, long long bytes);
    void (*order)(CpuRecorder*, int what); ///< an Order
    /// The current thread has come to a barrier of its warp with those that the mask names.
    void (*meet)(CpuRecorder*, unsigned mask);
    /// What is to be told of the block with this number, which begins. Kernels whose threads do not work
    /// together have none.
    CpuRecorder* (*block)(CpuRecorder*, long long number);
    /// The way of the current thread, a Step, where a run is traced. Then each thread is told by its place in
    /// its block, and `block` is called for each block.
    void (*step)(CpuRecorder*, int number, int what);
    long long thread; ///< the current one: its place in its block, where there are blocks, else in the launch
};

} // namespace generated
} // namespace cudapy
