#include "translator/diagnostics/other_libraries.h"

#include "translator/builtins/numba_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace cudapy::diag {

namespace {

/// The text to write for a name. Where the dialects write it differently, `numba` has numba's text.
struct Row {
    std::string_view name, help;
    std::string_view numba = {};
};

constexpr Row kernels_of_others[] = {
    {"grid", "write `idx`, of two dimensions `idx, idy`, of three `idx, idy, idz`"},
    {"gridsize", "write `gridsize.x`, `gridsize.y` and `gridsize.z`"},
    {"tid", "write `idx`, of two dimensions `idx, idy`"},
    {"threadIdx.x", "write `threadIdx.x`; `from cudapy import threadIdx` tells editors of it"},
    {"threadIdx.y", "write `threadIdx.y`; `from cudapy import threadIdx` tells editors of it"},
    {"threadIdx.z", "write `threadIdx.z`; `from cudapy import threadIdx` tells editors of it"},
    {"threadIdx", "write `threadIdx.x`; `from cudapy import threadIdx` tells editors of it"},
    {"blockIdx.x", "write `blockIdx.x`; `from cudapy import blockIdx` tells editors of it"},
    {"blockIdx.y", "write `blockIdx.y`; `from cudapy import blockIdx` tells editors of it"},
    {"blockIdx", "write `blockIdx.x`; `from cudapy import blockIdx` tells editors of it"},
    {"blockDim.x", "write `blockDim.x`; `from cudapy import blockDim` tells editors of it"},
    {"blockDim.y", "write `blockDim.y`; `from cudapy import blockDim` tells editors of it"},
    {"blockDim", "write `blockDim.x`; `from cudapy import blockDim` tells editors of it"},
    {"gridDim.x", "write `gridDim.x`; `from cudapy import gridDim` tells editors of it"},
    {"gridDim.y", "write `gridDim.y`; `from cudapy import gridDim` tells editors of it"},
    {"gridDim", "write `gridDim.x`; `from cudapy import gridDim` tells editors of it"},
    {"laneid", "write `laneid`"},
    {"warpsize", "write `warpSize`"},
    {"shared.array", "write `shared(float32, 256)`: the type comes first, then the shape"},
    {"shared_memory", "write `shared(float32, 256)`"},
    {"local.array", "write `local(float32, 16)`: the type comes first, then the shape"},
    {"const.array_like",
     "use the tuple itself, `K = (1.0, 2.0)` at the top of the module: a kernel captures it"},
    {"syncthreads", "write `syncthreads()`"},
    {"syncthreads_count", "write `syncthreads_count(p)`"},
    {"syncthreads_and", "write `syncthreads_and(p)`"},
    {"syncthreads_or", "write `syncthreads_or(p)`"},
    {"syncwarp", "write `syncwarp()`"},
    {"threadfence", "write `threadfence()`"},
    {"threadfence_block", "write `threadfence_block()`"},
    {"threadfence_system", "write `threadfence_system()`"},
    {"atomic.add", "write `atomicAdd(A, i, v)`"},
    {"atomic.sub", "write `atomicSub(A, i, v)`"},
    {"atomic.max", "write `atomicMax(A, i, v)`"},
    {"atomic.min", "write `atomicMin(A, i, v)`"},
    {"atomic.nanmax", "write `atomicMax(A, i, v)`, which leaves `A[i]` as it is where `v` is a NaN"},
    {"atomic.nanmin", "write `atomicMin(A, i, v)`, which leaves `A[i]` as it is where `v` is a NaN"},
    {"atomic.and_", "write `atomicAnd(A, i, v)`"},
    {"atomic.or_", "write `atomicOr(A, i, v)`"},
    {"atomic.xor", "write `atomicXor(A, i, v)`"},
    {"atomic.inc", "write `atomicInc(A, i, v)`"},
    {"atomic.dec", "write `atomicDec(A, i, v)`"},
    {"atomic.exch", "write `atomicExch(A, i, v)`"},
    {"atomic.compare_and_swap", "write `atomicCAS(A, 0, expected, v)`"},
    {"atomic.cas", "write `atomicCAS(A, i, expected, v)`"},
    {"atomic_add", "write `atomicAdd(A, i, v)`"},
    {"atomic_sub", "write `atomicSub(A, i, v)`"},
    {"atomic_max", "write `atomicMax(A, i, v)`"},
    {"atomic_min", "write `atomicMin(A, i, v)`"},
    {"atomic_cas", "write `atomicCAS(A, i, expected, v)`"},
    {"atomic_exch", "write `atomicExch(A, i, v)`"},
    {"shfl_sync", "write `shfl_sync(mask, v, lane)`"},
    {"shfl_up_sync", "write `shfl_up_sync(mask, v, n)`"},
    {"shfl_down_sync", "write `shfl_down_sync(mask, v, n)`"},
    {"shfl_xor_sync", "write `shfl_xor_sync(mask, v, bits)`"},
    {"all_sync", "write `all_sync(mask, p)`"},
    {"any_sync", "write `any_sync(mask, p)`"},
    {"ballot_sync", "write `ballot_sync(mask, p)`"},
    {"match_any_sync", "write `match_any_sync(mask, v)`"},
    {"activemask", "write `activemask()`"},
    {"lanemask_lt", "write `lanemask_lt()`"},
    {"popc", "write `popc(x)`"},
    {"clz", "write `clz(x)`"},
    {"ffs", "write `ffs(x)`"},
    {"brev", "write `brev(x)`"},
    {"fma", "write `math.fma(a, b, c)`"},
    {"cbrt", "write `math.cbrt(x)`"},
    {"selp", "write `a if c else b`"},
    {"time.monotonic", "read the time before the launch and after it: `time.perf_counter()`"},
    {"time.perf_counter", "read the time before the launch and after it: `time.perf_counter()`"},
    {"time.time", "read the time before the launch and after it: `time.perf_counter()`"},
    {"random.random", "write `rng = cp.random_state(seed, idx)` and `cp.random(rng)`",
     "write `xoroshiro128p_uniform_float32(states, i)` of `cuda.random`"},
    {"random.uniform", "write `rng = random_state(seed, idx)` and `uniform(rng, a, b)`",
     "write `xoroshiro128p_uniform_float32(states, i)` of `cuda.random`"},
    {"random.randint", "write `rng = random_state(seed, idx)` and `randint(rng, a, b)`",
     "write `xoroshiro128p_uniform_float32(states, i)` of `cuda.random`"},
    {"random.gauss", "write `rng = random_state(seed, idx)` and `normal(rng, mean, deviation)`",
     "write `xoroshiro128p_normal_float32(states, i)` of `cuda.random`"},
    {"random.normal", "write `rng = random_state(seed, idx)` and `normal(rng, mean, deviation)`",
     "write `xoroshiro128p_normal_float32(states, i)` of `cuda.random`"},
    {"random.rand", "write `rng = random_state(seed, idx)` and `random(rng)`",
     "write `xoroshiro128p_uniform_float32(states, i)` of `cuda.random`"},
    {"random.randn", "write `rng = random_state(seed, idx)` and `normal(rng)`",
     "write `xoroshiro128p_normal_float32(states, i)` of `cuda.random`"},
    {"this_grid", "write `grid_sync()` where all blocks are to wait for each other"},
    {"jit", "a function with a signature above it, or one that a kernel calls, needs no decorator"},
};

/// Names that people try in their first kernels.
constexpr Row first_names[] = {
    {"breakpoint", "to stop in a debugger, run the kernel in Python: `call.simulate(n, ...)`",
     "write `print(...)`, or run the kernel with CUDAPY_CHECKED=1"},
    {"pdb.set_trace", "to stop in a debugger, run the kernel in Python: `call.simulate(n, ...)`",
     "write `print(...)`, or run the kernel with CUDAPY_CHECKED=1"},
    {"tid", "write `idx`, of two dimensions `idx, idy`", "write `tid = cuda.grid(1)` before it"},
    {"gid", "write `idx`, of two dimensions `idx, idy`", "write `gid = cuda.grid(1)` before it"},
    {"thread_id", "write `idx`, of two dimensions `idx, idy`", "write `thread_id = cuda.grid(1)` before it"},
    {"idx", "", "write `idx = cuda.grid(1)` before it"},
    {"idy", "", "write `idx, idy = cuda.grid(2)` before it"},
    {"idz", "", "write `idx, idy, idz = cuda.grid(3)` before it"},
    {"threadIdx", "", "write `cuda.threadIdx`"},
    {"blockIdx", "", "write `cuda.blockIdx`"},
    {"blockDim", "", "write `cuda.blockDim`"},
    {"gridDim", "", "write `cuda.gridDim`"},
    {"gridsize", "", "write `cuda.gridsize(1)`"},
    {"warpSize", "", "write `cuda.warpsize`"},
    {"laneid", "", "write `cuda.laneid`"},
    {"shared_array", "", "write `cuda.shared.array(shape, dtype)`"},
    {"local_array", "", "write `cuda.local.array(shape, dtype)`"},
};

constexpr std::string_view loop_with_max = "write a `for` loop with `max`",
                           loop_with_min = "write a `for` loop with `min`";

constexpr Row arrays_of_numpy[] = {
    {"clip", "write `min(max(x, low), high)`"},
    {"where", "write `a if c else b`"},
    {"arange", "write `range(n)`: a thread works on one number after the other"},
    {"sum", "write a `for` loop over the elements"},
    {"mean", "write a `for` loop over the elements, and divide"},
    {"dot", "write the loop over the products"},
    {"matmul", "write the loop over the products"},
    {"amax", loop_with_max},
    {"amin", loop_with_min},
    {"argmax", "write a `for` loop that keeps the place of the largest"},
    {"argmin", "write a `for` loop that keeps the place of the smallest"},
    {"random",
     "write `rng = cp.random_state(seed, idx)` and `cp.random(rng)`, or `cp.normal(rng)` for a normal "
     "distribution",
     "write `xoroshiro128p_uniform_float32(states, i)` of `cuda.random`"},
};

/// Functions that make arrays, with the value that they fill them with.
constexpr Row makers_of_numpy[] = {
    {"zeros", "0.0"},
    {"ones", "1.0"},
    {"empty", ""},
    {"full", ""},
};

constexpr Row methods[] = {
    {"item", "leave `.item()` out: an element is a number already"},
    {"astype", "write the type as a function: `float32(x)`, `int64(x)`",
     "write the type as a function: `np.float32(x)`, `np.int64(x)`"},
    {"view", "write `bits(x)`, `float_of_bits(i)` or `double_of_bits(i)` for the same bits as another type",
     "give the kernel the array as `array.view(dtype)`"},
    {"sum", "write a `for` loop over the elements: `for x in X: total += x`"},
    {"mean", "write a `for` loop over the elements, and divide by `len(X)`"},
    {"min", "write a `for` loop with `min`"},
    {"max", "write a `for` loop with `max`"},
    {"any", "write a `for` loop over the elements"},
    {"all", "write a `for` loop over the elements"},
    {"fill", "write a `for` loop that sets the elements"},
    {"append",
     "an array keeps its length: write `A[i] = x`, with `idx` for `i` where each thread has an element",
     "an array keeps its length: write `A[i] = x`, with `i = cuda.grid(1)` where each thread has an element"},
    {"copy", "write a loop that copies the elements"},
    {"T", "exchange the indices: `A[j, i]`"},
    {"transpose", "exchange the indices: `A[j, i]`"},
    {"reshape", "compute the index of the element, or pass the array in the shape that the kernel works on"},
    {"flatten", "compute the index of the element, or pass the array in one dimension"},
    {"ravel", "compute the index of the element, or pass the array in one dimension"},
    {"tolist", "do this after the launch"},
    {"bit_count", "write `popc(x)`", "write `cuda.popc(x)`"},
    {"conj", "write `.conjugate()`"},
};

const Row* find(std::span<const Row> rows, std::string_view name) {
    const auto found = std::ranges::find(rows, name, &Row::name);
    return found == rows.end() ? nullptr : &*found;
}

/// Returns the help of the row in the words of the dialect; empty for no row.
std::string help(const Row* row, const Words& words) {
    if (!row) return {};
    return std::string(row->numba.empty() ? row->help : words.either(row->help, row->numba));
}

} // namespace

std::string help_for_other_library(std::string_view name, const Words& words) {
    while (true) {
        // The names are those of numba, which its dialect has, or of libraries that say how it writes them.
        if (const Row* row = find(kernels_of_others, name))
            return std::string(words.either(row->help, row->numba));
        const std::size_t dot = name.find('.');
        if (dot == name.npos) return {};
        name.remove_prefix(dot + 1);
    }
}

std::string help_for_unknown(std::string_view name, const Words& words) {
    if (const Row* row = find(first_names, name)) return std::string(words.either(row->help, row->numba));
    if (name.find('.') != name.npos && name.starts_with("cuda."))
        return std::string(words.either(help_for_other_library(name, words),
                                        "write `from cudapy import cuda` at the top of the module"));
    if (const std::string other = numba_spelling(fmt::format("cudapy.{}", name)); !other.empty())
        return fmt::format(fmt::runtime(words.either("", "write `{}`")), other);
    return name.find('.') == name.npos ? std::string() : help_for_other_library(name, words);
}

std::string help_for_numpy(std::string_view name, const std::vector<std::string>& arguments,
                           std::string_view type, const Words& words, bool is_shared) {
    const Row* maker = find(makers_of_numpy, name);
    if (!maker) {
        if (name == "array") return std::string("write a tuple of numbers, or pass an array as a parameter");
        return help(find(arrays_of_numpy, name), words);
    }
    const std::string fill(name == "full" && arguments.size() > 1 ? arguments[1] : maker->help);
    const bool has_type = name != "full" && arguments.size() > 1;
    const std::string array =
        words.array(is_shared ? "shared" : "local", has_type ? words.either(type, arguments[1]) : type,
                    arguments.empty() ? "16" : arguments[0], is_shared ? "" : fill);
    return fmt::format("write `{}`{}, or pass an array as a parameter", array,
                       fill.empty() ? "" : words.either("", ", and store a value in each element"));
}

std::string help_for_method(std::string_view name, const Words& words) {
    if (std::string other = name.starts_with("random.") ? help_for_other_library(name, words) : std::string();
        !other.empty())
        return other;
    return help(find(methods, name.substr(name.rfind('.') + 1)), words);
}

} // namespace cudapy::diag
