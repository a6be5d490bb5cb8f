// The built-ins of the module `cudapy`: those by which threads work together, atomics, functions of bits,
// random numbers and arrays of a block or a thread. They have CUDA's own names, if it has one, without the
// leading underscores. The host spelling is empty for built-ins that a lowering removes there.

#include "translator/builtins/table.h"

namespace cudapy {

namespace {

using Text = std::string_view;

constexpr Builtin row(Text name, Special special, Text signature, Text cuda, Text host, Text doc) {
    Builtin builtin{};
    builtin.module = "cudapy";
    builtin.name = name;
    builtin.shape = Shape::special;
    builtin.special = special;
    builtin.signature = signature;
    builtin.cuda_single = builtin.cuda_double = cuda;
    builtin.host_single = builtin.host_double = host;
    builtin.doc = doc;
    return builtin;
}

/// Returns the row of a built-in for 32 and for 64 bits. If it has no spelling on the host, a helper of the
/// emitted file is used there.
constexpr Builtin bits(Text name, Special special, Text signature, Text cuda, Text cuda64, Text host,
                       Text host64, Text doc) {
    Builtin builtin = row(name, special, signature, cuda, host, doc);
    builtin.cuda_double = cuda64;
    builtin.host_double = host64;
    return builtin;
}

/// Returns the row of a built-in that is a helper of the emitted file on both targets. GPUs have few of these
/// operations themselves, and older GPUs have none.
constexpr Builtin reduction(Text name, Special special, Text cuda, Text doc) {
    return row(name, special, "T (mask, T)", cuda, {}, doc);
}

/// Returns the row of an atomic operation. On the host a lowering puts a helper in its place.
constexpr Builtin atomic(Text name, Special special, Text doc) {
    const bool exchanges = special == Special::atomic_compare_exchange;
    return row(name, special, exchanges ? "T (T*, int, T, T)" : "T (T*, int, T)", name, {}, doc);
}

constexpr Builtin rows[] = {
    row("activemask", Special::active_mask, "mask ()", "__activemask", {},
        "the threads of the warp that are here"),
    row("all_sync", Special::warp_all, "bool (mask, bool)", "__all_sync", {},
        "`all_sync(mask, p)`: whether p is true for every thread of the warp in the mask"),
    row("any_sync", Special::warp_any, "bool (mask, bool)", "__any_sync", {}, "the same for some thread"),
    atomic("atomicAdd", Special::atomic_add,
           "`atomicAdd(A, i, v)` adds v to `A[i]` in one step and gives the old value"),
    atomic("atomicAnd", Special::atomic_and, "the same with `A[i] & v`"),
    atomic("atomicCAS", Special::atomic_compare_exchange,
           "`atomicCAS(A, i, expected, v)` stores v in `A[i]` if that is `expected`, in one step, and gives "
           "the old value"),
    atomic("atomicDec", Special::atomic_decrement,
           "the same with one less, and v where `A[i]` is 0 or more than v"),
    atomic("atomicExch", Special::atomic_exchange, "the same with v itself"),
    atomic("atomicInc", Special::atomic_increment, "the same with one more, and 0 where `A[i]` is v or more"),
    atomic("atomicMax", Special::atomic_max, "the same with the larger of `A[i]` and v"),
    atomic("atomicMin", Special::atomic_min, "the same with the smaller of `A[i]` and v"),
    atomic("atomicOr", Special::atomic_or, "the same with `A[i] | v`"),
    atomic("atomicSub", Special::atomic_sub, "the same with `A[i] - v`"),
    atomic("atomicXor", Special::atomic_xor, "the same with `A[i] ^ v`"),
    row("ballot_sync", Special::warp_ballot, "mask (mask, bool)", "__ballot_sync", {},
        "`ballot_sync(mask, p)`: the threads of the warp in the mask for which p is true, as bits"),
    row("bits", Special::bits, "U (T)", {}, {},
        "the bits of a number as an unsigned integer of its width: `uint32` of a `float`, `uint64` of a "
        "`double`"),
    bits("brev", Special::brev, "T (T)", "__brev", "__brevll", {}, {},
         "the bits of an integer in reverse order, of the integer's type"),
    bits("clz", Special::clz, "int (T)", "__clz", "__clzll", {}, {},
         "how many zero bits there are above the highest one bit"),
    row("double_of_bits", Special::from_bits, "double (uint64)", {}, {},
        "the `double` that has the bits of an integer"),
    bits("ffs", Special::ffs, "int (T)", "__ffs", "__ffsll", "__builtin_ffs", "__builtin_ffsll",
         "the place of the lowest one bit, counted from 1, or 0 where there is none"),
    row("float_of_bits", Special::from_bits, "float (uint32)", {}, {},
        "the `float` that has the bits of an integer"),
    row("grid_sync", Special::grid_barrier, "void ()", "cooperative_groups::this_grid().sync", {},
        "waits until every thread of the grid has come here and sees what the others wrote; all blocks run "
        "at "
        "the same time"),
    row("lanemask_eq", Special::lane_mask, "mask ()", {}, {}, "the bit of the thread in masks of its warp"),
    row("lanemask_ge", Special::lane_mask, "mask ()", {}, {},
        "the bits of the thread and of those after it in its warp"),
    row("lanemask_gt", Special::lane_mask, "mask ()", {}, {}, "the bits of the threads after it in its warp"),
    row("lanemask_le", Special::lane_mask, "mask ()", {}, {},
        "the bits of the thread and of those before it in its warp"),
    row("lanemask_lt", Special::lane_mask, "mask ()", {}, {},
        "the bits of the threads before it in its warp"),
    row("local", Special::local, "T* (type, int)", {}, {},
        "an array of the thread's own, `local(type, count)`, its elements not set; `local(type, count, "
        "value)` "
        "has the value in each"),
    row("match_any_sync", Special::warp_match, "mask (mask, T)", "__match_any_sync", {},
        "`match_any_sync(mask, v)`: the threads of the warp in the mask whose v has the same bits as this "
        "thread's, as bits"),
    row("normal", Special::normal, {}, {}, {},
        "`normal(rng, mean, deviation)`, or of mean 0 and deviation 1 without these"),
    bits("popc", Special::popc, "int (T)", "__popc", "__popcll", "__builtin_popcount", "__builtin_popcountll",
         "how many bits of an integer are one"),
    row("randint", Special::randint, {}, {}, {},
        "`randint(rng, a, b)`: an integer from a to b, both included"),
    row("random", Special::random, {}, {}, {}, "`random(rng)`: a `float` in [0, 1)"),
    row("random_state", Special::random_state, {}, {}, {},
        "`rng = random_state(seed, sequence)`: a generator of random numbers, the same on every target"),
    reduction("reduce_add_sync", Special::reduce_add, "__reduce_add_sync",
              "`reduce_add_sync(mask, v)`: the sum of v over the threads of the warp in the mask"),
    reduction("reduce_and_sync", Special::reduce_and, "__reduce_and_sync", "the same for `v & w`"),
    reduction("reduce_max_sync", Special::reduce_max, "__reduce_max_sync", "the same for the largest"),
    reduction("reduce_min_sync", Special::reduce_min, "__reduce_min_sync", "the same for the smallest"),
    reduction("reduce_or_sync", Special::reduce_or, "__reduce_or_sync", "the same for `v | w`"),
    reduction("reduce_xor_sync", Special::reduce_xor, "__reduce_xor_sync", "the same for `v ^ w`"),
    row("shared", Special::shared, "T* (type, int)", {}, {},
        "an array that the threads of a block share, `shared(type, count)`, its elements not set; without a "
        "count it is "
        "sized at the launch by `shared=`, and may be larger than 48 KB"),
    row("shfl_down_sync", Special::shuffle_down, "T (mask, T, int, int)", "__shfl_down_sync", {},
        "`shfl_down_sync(mask, v, d)`: v of the thread d places further on in the warp"),
    row("shfl_sync", Special::shuffle, "T (mask, T, int, int)", "__shfl_sync", {},
        "`shfl_sync(mask, v, lane)`: v of another thread of the warp; a last argument divides the warp into "
        "parts of so many threads"),
    row("shfl_up_sync", Special::shuffle_up, "T (mask, T, int, int)", "__shfl_up_sync", {},
        "`shfl_up_sync(mask, v, d)`: v of the thread d places before"),
    row("shfl_xor_sync", Special::shuffle_xor, "T (mask, T, int, int)", "__shfl_xor_sync", {},
        "`shfl_xor_sync(mask, v, bits)`: v of the thread at `laneid ^ bits`"),
    row("syncthreads", Special::barrier, "void ()", "__syncthreads", {},
        "waits until every thread of the block has come here and sees what the others wrote"),
    row("syncthreads_and", Special::barrier_and, "bool (bool)", "__syncthreads_and", {},
        "the same, and whether the argument is true for every thread"),
    row("syncthreads_count", Special::barrier_count, "int (bool)", "__syncthreads_count", {},
        "the same, and for how many threads the argument is true"),
    row("syncthreads_or", Special::barrier_or, "bool (bool)", "__syncthreads_or", {},
        "the same, and whether the argument is true for some thread"),
    row("syncwarp", Special::warp_sync, "void (mask)", "__syncwarp", {},
        "waits until the threads of the warp in the mask, or all, have come here and see what the others "
        "wrote"),
    row("threadfence", Special::fence, "void ()", "__threadfence", "__sync_synchronize",
        "what the thread wrote before is seen by all threads before what it writes after"),
    row("threadfence_block", Special::fence, "void ()", "__threadfence_block", "__sync_synchronize",
        "the same for the threads of the block"),
    row("threadfence_system", Special::fence, "void ()", "__threadfence_system", "__sync_synchronize",
        "the same for all threads, those of the host and of other devices too"),
    row("uniform", Special::uniform, {}, {}, {},
        "`uniform(rng, a, b)`: a number from a to b, as precise as these"),
};

} // namespace

const Builtin random_seek = row("random_seek", Special::random_seek, {}, {}, {}, {});

std::span<const Builtin> cooperation_builtins() {
    return rows;
}

} // namespace cudapy
