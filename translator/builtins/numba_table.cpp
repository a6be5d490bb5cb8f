// The functions that only kernels of numba.cuda's dialect have. The others are CudaPy's own under other
// names, see check/module/cuda_names.cpp.

#include "translator/builtins/table.h"

namespace cudapy {

namespace {

using Text = std::string_view;

constexpr Builtin row(Text module, Text name, Special special, Text signature, Text doc, Text cuda = {}) {
    Builtin builtin{};
    builtin.module = module;
    builtin.name = name;
    builtin.shape = Shape::special;
    builtin.special = special;
    builtin.signature = signature;
    builtin.cuda_single = builtin.cuda_double = cuda;
    builtin.doc = doc;
    return builtin;
}

constexpr Builtin rows[] = {
    row("cudapy.cuda", "eq_sync", Special::warp_uniform, "bool (mask, bool)",
        "whether p is the same for every thread of the warp in the mask", "__uni_sync"),
    row("cudapy.cuda", "ldca", Special::operation, "T (T*, int)", "the element, with a hint for caches"),
    row("cudapy.cuda", "ldcg", Special::operation, "T (T*, int)", "the element, with a hint for caches"),
    row("cudapy.cuda", "ldcs", Special::operation, "T (T*, int)", "the element, with a hint for caches"),
    row("cudapy.cuda", "ldcv", Special::operation, "T (T*, int)", "the element, fetched anew from memory"),
    row("cudapy.cuda", "ldlu", Special::operation, "T (T*, int)", "the element, with a hint for caches"),
    row("cudapy.cuda", "match_all_sync", Special::warp_match, "mask, bool (mask, T)",
        "the mask, or 0, and whether v is the same for every thread of the warp in the mask"),
    row("cudapy.cuda", "nanosleep", Special::operation, "void (int)",
        "lets the thread pause; here it goes on at once"),
    row("cudapy.cuda", "selp", Special::operation, "T (bool, T, T)", "`selp(c, a, b)`: a if c, else b"),
    row("cudapy.cuda", "stcg", Special::operation, "void (T*, int, T)",
        "stores v in the element, with a hint for caches"),
    row("cudapy.cuda", "stcs", Special::operation, "void (T*, int, T)",
        "stores v in the element, with a hint for caches"),
    row("cudapy.cuda", "stwb", Special::operation, "void (T*, int, T)",
        "stores v in the element, with a hint for caches"),
    row("cudapy.cuda", "stwt", Special::operation, "void (T*, int, T)",
        "stores v in the element, with a hint for caches"),
    row("cudapy.cuda.math", "degrees", Special::operation, "R (R)", "an angle in degrees, of one in radians"),
    row("cudapy.cuda.math", "radians", Special::operation, "R (R)", "an angle in radians, of one in degrees"),
    row("cudapy.cuda.cg", "this_grid", Special::grid_barrier, "",
        "the grid, whose `sync()` waits for all of its threads"),
    row("cudapy.cuda.atomic", "compare_and_swap", Special::atomic_compare_exchange, "T (T*, T, T)",
        "stores v in `A[0]` if that is `expected`, in one step, and gives the old value"),
    row("cudapy.cuda.atomic", "nanmax", Special::atomic_nan_max, "T (T*, int, T)",
        "stores the larger of `A[i]` and v, where a NaN is no number, and gives the old value"),
    row("cudapy.cuda.atomic", "nanmin", Special::atomic_nan_min, "T (T*, int, T)",
        "the same with the smaller"),
};

} // namespace

std::span<const Builtin> numba_builtins() {
    return rows;
}

} // namespace cudapy
