#include "translator/builtins/numba_names.h"

namespace cudapy {

namespace {

constexpr NumbaName names_of_numba[] = {
    {"cudapy.cuda", "syncthreads", "cudapy.syncthreads"},
    {"cudapy.cuda", "syncthreads_and", "cudapy.syncthreads_and"},
    {"cudapy.cuda", "syncthreads_count", "cudapy.syncthreads_count"},
    {"cudapy.cuda", "syncthreads_or", "cudapy.syncthreads_or"},
    {"cudapy.cuda", "syncwarp", "cudapy.syncwarp"},
    {"cudapy.cuda", "activemask", "cudapy.activemask"},
    {"cudapy.cuda", "all_sync", "cudapy.all_sync"},
    {"cudapy.cuda", "any_sync", "cudapy.any_sync"},
    {"cudapy.cuda", "ballot_sync", "cudapy.ballot_sync"},
    {"cudapy.cuda", "brev", "cudapy.brev"},
    {"cudapy.cuda", "cbrt", "math.cbrt"},
    {"cudapy.cuda", "clz", "cudapy.clz"},
    {"cudapy.cuda", "eq_sync", "cudapy.cuda.eq_sync"},
    {"cudapy.cuda", "ffs", "cudapy.ffs"},
    {"cudapy.cuda", "fma", "math.fma"},
    {"cudapy.cuda", "lanemask_lt", "cudapy.lanemask_lt"},
    {"cudapy.cuda", "ldca", "cudapy.cuda.ldca"},
    {"cudapy.cuda", "ldcg", "cudapy.cuda.ldcg"},
    {"cudapy.cuda", "ldcs", "cudapy.cuda.ldcs"},
    {"cudapy.cuda", "ldcv", "cudapy.cuda.ldcv"},
    {"cudapy.cuda", "ldlu", "cudapy.cuda.ldlu"},
    {"cudapy.cuda", "match_all_sync", "cudapy.cuda.match_all_sync"},
    {"cudapy.cuda", "match_any_sync", "cudapy.match_any_sync"},
    {"cudapy.cuda", "nanosleep", "cudapy.cuda.nanosleep"},
    {"cudapy.cuda", "popc", "cudapy.popc"},
    {"cudapy.cuda", "selp", "cudapy.cuda.selp"},
    {"cudapy.cuda", "shfl_down_sync", "cudapy.shfl_down_sync"},
    {"cudapy.cuda", "shfl_sync", "cudapy.shfl_sync"},
    {"cudapy.cuda", "shfl_up_sync", "cudapy.shfl_up_sync"},
    {"cudapy.cuda", "shfl_xor_sync", "cudapy.shfl_xor_sync"},
    {"cudapy.cuda", "stcg", "cudapy.cuda.stcg"},
    {"cudapy.cuda", "stcs", "cudapy.cuda.stcs"},
    {"cudapy.cuda", "stwb", "cudapy.cuda.stwb"},
    {"cudapy.cuda", "stwt", "cudapy.cuda.stwt"},
    {"cudapy.cuda", "threadfence", "cudapy.threadfence"},
    {"cudapy.cuda.cg", "this_grid", "cudapy.cuda.cg.this_grid"},
    {"cudapy.cuda", "threadfence_block", "cudapy.threadfence_block"},
    {"cudapy.cuda", "threadfence_system", "cudapy.threadfence_system"},
    {"cudapy.cuda.shared", "array", "cudapy.shared"},
    {"cudapy.cuda.local", "array", "cudapy.local"},
    {"cudapy.cuda.atomic", "add", "cudapy.atomicAdd"},
    {"cudapy.cuda.atomic", "sub", "cudapy.atomicSub"},
    {"cudapy.cuda.atomic", "max", "cudapy.atomicMax"},
    {"cudapy.cuda.atomic", "min", "cudapy.atomicMin"},
    {"cudapy.cuda.atomic", "and_", "cudapy.atomicAnd"},
    {"cudapy.cuda.atomic", "or_", "cudapy.atomicOr"},
    {"cudapy.cuda.atomic", "xor", "cudapy.atomicXor"},
    {"cudapy.cuda.atomic", "exch", "cudapy.atomicExch"},
    {"cudapy.cuda.atomic", "inc", "cudapy.atomicInc"},
    {"cudapy.cuda.atomic", "dec", "cudapy.atomicDec"},
    {"cudapy.cuda.atomic", "cas", "cudapy.atomicCAS"},
    {"cudapy.cuda.atomic", "nanmax", "cudapy.cuda.atomic.nanmax"},
    {"cudapy.cuda.atomic", "nanmin", "cudapy.cuda.atomic.nanmin"},
    {"cudapy.cuda.atomic", "compare_and_swap", "cudapy.cuda.atomic.compare_and_swap"},
};

} // namespace

std::span<const NumbaName> numba_names() {
    return names_of_numba;
}

std::string numba_spelling(std::string_view function) {
    constexpr std::string_view package = "cudapy.";
    for (const NumbaName& row : names_of_numba)
        if (row.function == function)
            return std::string(row.module.substr(package.size())) + "." + std::string(row.name);
    return {};
}

} // namespace cudapy
