// Translated from warps.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ type half
//+ helper atomic_add(int)
//+ helper reduce_add(int)
//+ helper reduce_min(int)
//+ helper reduce_max(float)
//+ helper reduce_or(int)
//+ helper source(int)
//+ helper source_up(int)
//+ helper source_xor(int)
//+ helper matching(int)
//+ helper matching(int64)
//+ helper matching(float)
//+ helper matching(double)
//+ helper mask_fits(uint32)
//+ helper masks_fit(uint32)
//+ helper as_number(int)
//+ helper half_to_float(half)

// Sums of warps, then the sum of these by the first warp.
static inline __attribute__((always_inline)) int block_sum_block(int /*first_idx*/, int blockIdx_x,
                                                                 int blockDim_x, int gridDim_x,
                                                                 const float* X, int X_len, float* sums)
{
    alignas(64) float partial[32];
    float v[1056];
    float v_[1056];
    float other[1056];
    float warp_sum_result[1056];
    float v_2[1056];
    float other_[1056];
    float warp_sum_result_[1056];
    float v_3[1056];
    bool taken[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        v[lane] = 0.0f;
    }
    for (int first_i = blockIdx_x * blockDim_x; first_i < X_len; first_i += blockDim_x * gridDim_x) {
        const int left = X_len - first_i;
        // The elements of one iteration are far from those of the last one, so that the processor does not
        // foresee them.
        for (int lane = 0; lane < blockDim_x; lane += 16) {
            __builtin_prefetch(&X[first_i + 8LL * (blockDim_x * gridDim_x) + lane]);
        }
#pragma omp simd
        for (int lane = 0; lane < (left < blockDim_x ? left : blockDim_x); ++lane) {
            const int threadIdx_x = lane;
            const int i = first_i + threadIdx_x;
            v[lane] += X[i];
        }
    }
    int offset = 16;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        v_[lane] = v[lane];
    }
    while (offset > 0) {
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
            const int by = offset & 31;
#pragma omp simd
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                const float far = v_[warp + lane_id + by];
                other[lane] = lane_id + by < lanes ? far : v_[lane];
            }
        }
        offset /= 2;
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            v_[lane] += other[lane];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        const int lane_id = lane % 32;
        const int warp_ = threadIdx_x / 32;
        warp_sum_result[lane] = v_[lane];
        v[lane] = warp_sum_result[lane];
        if (lane_id == 0) {
            partial[warp_] = v[lane];
        }
    }
    int some = 0;
#pragma omp simd reduction(+ : some)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int threadIdx_x = lane;
        const int warp_ = threadIdx_x / 32;
        taken[lane] = warp_ == 0;
        some += taken[lane];
    }
    if (some != 0) {
        int offset_ = 16;
#pragma omp simd
        for (int lane = 0; lane < (32 < blockDim_x ? 32 : blockDim_x); ++lane) {
            const int lane_id = lane % 32;
            if (taken[lane]) {
                v_3[lane] = lane_id < blockDim_x / 32 ? partial[lane_id] : 0.0f;
                v_2[lane] = v_3[lane];
            }
        }
        while (offset_ > 0) {
            for (int warp = 0; warp < blockDim_x; warp += 32) {
                const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
                uint32_t here = 0;
#pragma omp simd reduction(+ : here)
                for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                    const int lane = warp + lane_id;
                    here += uint32_t(taken[lane]) << lane_id;
                }
                if (!mask_fits(0xffffffffu, here, 4294967295u >> (32 - lanes))) return -10;
                if (here == 0) continue;
                const int by = offset_ & 31;
#pragma omp simd
                for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                    const int lane = warp + lane_id;
                    const float far = v_2[warp + lane_id + by];
                    if (taken[lane]) {
                        other_[lane] = lane_id + by < lanes ? far : v_2[lane];
                    }
                }
            }
            offset_ /= 2;
#pragma omp simd
            for (int lane = 0; lane < (32 < blockDim_x ? 32 : blockDim_x); ++lane) {
                if (taken[lane]) {
                    v_2[lane] += other_[lane];
                }
            }
        }
#pragma omp simd
        for (int lane = 0; lane < (32 < blockDim_x ? 32 : blockDim_x); ++lane) {
            const int lane_id = lane % 32;
            if (taken[lane]) {
                warp_sum_result_[lane] = v_2[lane];
                v_3[lane] = warp_sum_result_[lane];
                if (lane_id == 0) {
                    sums[blockIdx_x] = v_3[lane];
                }
            }
        }
    }
    return 0;
}

extern "C" int run_block_sum(const CpuRange* range, const float* X, int X_len, float* sums, int /*sums_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual
            ? block_sum_block(block.first[0], block.index[0], 256, int(range->grid[0]), X, X_len, sums)
            : block_sum_block(block.first[0], block.index[0], int(range->block[0]), int(range->grid[0]), X,
                              X_len, sums);
        if (line != 0) return line;
    }
    return 0;
}

static inline __attribute__((always_inline)) void compact_block(int first_idx, int blockDim_x, const int* X,
                                                                int X_len, int* out, int* count)
{
    bool wanted[1056];
    uint32_t votes[1056];
    int before[1056];
    int first[1056];
    int value[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        wanted[lane] = idx < X_len && X[idx] > 0;
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        uint32_t votes_ = 0;
#pragma omp simd reduction(+ : votes_)
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            votes_ += uint32_t(wanted[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            votes[lane] = votes_;
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int lane_id = lane % 32;
        before[lane] = __builtin_popcount(votes[lane] & ((1u << lane_id) - 1));
        first[lane] = 0;
        if (lane_id == 0 && votes[lane] != 0) {
            first[lane] = atomic_add(&count[0], __builtin_popcount(votes[lane]));
        }
        value[lane] = first[lane];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            first[lane] = value[warp + lane_at(lane_id, 0, 32, lanes)];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (wanted[lane]) {
            out[as_number(first[lane] + before[lane])] = X[idx];
        }
    }
}

extern "C" void run_compact(const CpuRange* range, const int* X, int X_len, int* out, int /*out_len*/,
                            int* count, int /*count_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            compact_block(block.first[0], 256, X, X_len, out, count);
        } else {
            compact_block(block.first[0], int(range->block[0]), X, X_len, out, count);
        }
    }
}

static inline __attribute__((always_inline)) void scan_block(int first_idx, int blockDim_x, int* X, int width)
{
    int v[1056];
    int other[1056];
    int value[1056];
    int other_[1056];
    int other_2[1056];
    int offset = 1;
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        v[lane] = X[idx];
    }
    while (offset < 32) {
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                other[lane] = v[warp + lane_before(lane_id, offset, 32, lanes)];
            }
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int lane_id = lane % 32;
            if (lane_id >= offset) {
                v[lane] += other[lane];
            }
        }
        offset *= 2;
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            other_[lane] = v[warp + lane_across(lane_id, 1, 8, lanes)];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        value[lane] = v[lane] + other_[lane];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            other_2[lane] = v[warp + lane_at(lane_id, 3, width, lanes)];
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = value[lane] + other_2[lane];
    }
}

extern "C" void run_scan(const CpuRange* range, int* X, int /*X_len*/, int width)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            scan_block(block.first[0], 256, X, width);
        } else {
            scan_block(block.first[0], int(range->block[0]), X, width);
        }
    }
}

static inline __attribute__((always_inline)) int votes_block(int first_idx, int blockDim_x, int* X,
                                                             int64_t* W, float* F)
{
    int x[1056];
    uint32_t activemask_result[1056];
    int reduce_add_sync_result[1056];
    int value[1056];
    bool all[1056];
    bool any[1056];
    uint32_t votes[1056];
    int reduced[1056];
    int reduced_[1056];
    float reduced_2[1056];
    bool vote[1056];
    bool inside[1056];
    bool vote_[1056];
    bool vote_2[1056];
    float value_[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        x[lane] = X[idx];
        vote[lane] = x[lane] > 0;
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        uint32_t against = 0;
#pragma omp simd reduction(+ : against)
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            against += uint32_t(!vote[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            all[lane] = against == 0;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (all[lane] || idx < 5) {
            X[idx] = 1;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        inside[lane] = true;
    }
    while (true) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < blockDim_x; ++lane) {
            running += inside[lane];
        }
        if (running == 0) break;
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            if (inside[lane]) {
                vote_[lane] = x[lane] > 0;
            }
        }
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
            uint32_t here = 0;
#pragma omp simd reduction(+ : here)
            for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
                const int lane = warp + lane_id;
                here += uint32_t(inside[lane]) << lane_id;
            }
            if (!mask_fits(0xffffffffu, here, 4294967295u >> (32 - lanes_))) return -66;
            if (here == 0) continue;
            uint32_t votes_ = 0;
#pragma omp simd reduction(+ : votes_)
            for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
                const int lane = warp + lane_id;
                votes_ += uint32_t(inside[lane] && vote_[lane]) << lane_id;
            }
#pragma omp simd
            for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
                const int lane = warp + lane_id;
                if (inside[lane]) {
                    any[lane] = votes_ != 0;
                }
            }
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int lane_id = lane % 32;
            if (inside[lane]) {
                if (!any[lane]) {
                    inside[lane] = false;
                } else {
                    x[lane] -= lane_id;
                }
            }
        }
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            activemask_result[lane] = 4294967295u >> (32 - lanes_);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        vote_2[lane] = x[lane] < 0;
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        uint32_t votes_ = 0;
#pragma omp simd reduction(+ : votes_)
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            votes_ += uint32_t(vote_2[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            votes[lane] = votes_;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        W[idx] = activemask_result[lane] + votes[lane];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int total = reduce_add(4294967295u >> (32 - lanes_), &x[warp]);
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            reduce_add_sync_result[lane] = total;
        }
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int total = reduce_min(4294967295u >> (32 - lanes_), &x[warp]);
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            reduced[lane] = total;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        value[lane] = reduce_add_sync_result[lane] + reduced[lane];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const int total = reduce_or(4294967295u >> (32 - lanes_), &x[warp]);
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            reduced_[lane] = total;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = value[lane] + reduced_[lane];
        value_[lane] = F[idx];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes_ = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        const float total = reduce_max(4294967295u >> (32 - lanes_), &value_[warp]);
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            reduced_2[lane] = total;
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        F[idx] = reduced_2[lane];
    }
    return 0;
}

extern "C" int run_votes(const CpuRange* range, int* X, int /*X_len*/, int64_t* W, int /*W_len*/, float* F,
                         int /*F_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? votes_block(block.first[0], 256, X, W, F)
            : votes_block(block.first[0], int(range->block[0]), X, W, F);
        if (line != 0) return line;
    }
    return 0;
}

// Threads whose values are the same.
static inline __attribute__((always_inline)) int matches_block(int first_idx, int blockDim_x, int* X,
                                                               const int64_t* W, const double* D,
                                                               const half* H, const bool* B, uint32_t* out)
{
    uint32_t same[1056];
    uint32_t match_any_sync_result[1056];
    uint32_t match_any_sync_result_[1056];
    uint32_t out_value[1056];
    uint32_t out_value_[1056];
    uint32_t out_value_2[1056];
    uint32_t matching[1056];
    uint32_t matching_[1056];
    uint32_t matching_2[1056];
    uint32_t matching_3[1056];
    int value[1056];
    int64_t value_[1056];
    double value_2[1056];
    float value_3[1056];
    int value_4[1056];
    bool taken[1056];
    int value_5[1056];
    int value_6[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        value[lane] = X[idx];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            same[lane] = lanes_with_value(&value[warp], 4294967295u >> (32 - lanes), lane_id);
        }
    }
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        const int lane_id = lane % 32;
        if ((((1u << lane_id) - 1) & same[lane]) == 0) {
            atomic_add(&X[0], __builtin_popcount(same[lane]));
        }
        value_[lane] = W[idx];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            match_any_sync_result[lane] =
                lanes_with_value(&value_[warp], 4294967295u >> (32 - lanes), lane_id);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        value_2[lane] = D[idx];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            matching[lane] = lanes_with_value(&value_2[warp], 4294967295u >> (32 - lanes), lane_id);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = match_any_sync_result[lane] ^ matching[lane];
        out_value[lane] = out[idx];
        value_3[lane] = half_to_float(H[idx]);
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            match_any_sync_result_[lane] =
                lanes_with_value(&value_3[warp], 4294967295u >> (32 - lanes), lane_id);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        value_4[lane] = B[idx];
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            matching_[lane] = lanes_with_value(&value_4[warp], 4294967295u >> (32 - lanes), lane_id);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = out_value[lane] ^ (match_any_sync_result_[lane] ^ matching_[lane]);
    }
    int some = 0;
#pragma omp simd reduction(+ : some)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int lane_id = lane % 32;
        taken[lane] = lane_id < 16;
        some += taken[lane];
    }
    if (some != 0) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            const int lane_id = lane % 32;
            if (taken[lane]) {
                out_value_[lane] = out[idx];
                value_5[lane] = lane_id / 3;
            }
        }
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
            uint32_t here = 0;
#pragma omp simd reduction(+ : here)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                here += uint32_t(taken[lane]) << lane_id;
            }
            if (!mask_fits(0xffff, here, 4294967295u >> (32 - lanes))) return -83;
            if (here == 0) continue;
#pragma omp simd
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                if (taken[lane]) {
                    matching_2[lane] = lanes_with_value(&value_5[warp], here & 0xffff, lane_id);
                }
            }
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            const int idx = first_idx + lane;
            if (taken[lane]) {
                out[idx] = out_value_[lane] ^ matching_2[lane];
            }
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        out_value_2[lane] = out[idx];
        value_6[lane] = idx % 2;
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        if (!masks_fit(&same[warp], 4294967295u >> (32 - lanes), 4294967295u >> (32 - lanes))) return -84;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            matching_3[lane] =
                lanes_with_value(&value_6[warp], (4294967295u >> (32 - lanes)) & same[lane], lane_id);
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        out[idx] = out_value_2[lane] ^ matching_3[lane];
    }
    return 0;
}

extern "C" int run_matches(const CpuRange* range, int* X, int /*X_len*/, const int64_t* W, int /*W_len*/,
                           const double* D, int /*D_len*/, const half* H, int /*H_len*/, const bool* B,
                           int /*B_len*/, uint32_t* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? matches_block(block.first[0], 256, X, W, D, H, B, out)
            : matches_block(block.first[0], int(range->block[0]), X, W, D, H, B, out);
        if (line != 0) return line;
    }
    return 0;
}

// Some threads of a warp, by masks.
static inline __attribute__((always_inline)) int parts_block(int first_idx, int blockDim_x, int* X, int n)
{
    int x[1056];
    int reduced[1056];
    bool live[1056];
    bool taken[1056];
    bool not_taken[1056];
    int value[1056];
    int value_[1056];
    uint32_t mask_[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        live[lane] = true;
    }
    int living = 0;
#pragma omp simd reduction(+ : living)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (live[lane]) {
            if (idx >= n) {
                live[lane] = false;
            } else {
                x[lane] = X[idx];
            }
            living += live[lane];
        }
    }
    if (living == 0) return 0;
    int some = 0;
    int others = 0;
#pragma omp simd reduction(+ : some, others)
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int lane_id = lane % 32;
        taken[lane] = live[lane] && lane_id < 16;
        some += taken[lane];
        not_taken[lane] = live[lane] && !taken[lane];
        others += not_taken[lane];
    }
    if (some != 0) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            if (taken[lane]) {
                value[lane] = x[lane];
            }
        }
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
            uint32_t here = 0;
#pragma omp simd reduction(+ : here)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                here += uint32_t(taken[lane]) << lane_id;
            }
            uint32_t alive = 0;
#pragma omp simd reduction(+ : alive)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                alive += uint32_t(live[lane]) << lane_id;
            }
            if (!mask_fits(0xffff, here, alive)) return -94;
            if (here == 0) continue;
#pragma omp simd
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                if (taken[lane]) {
                    x[lane] = value[warp + lane_at(lane_id, 3, 32, lanes)];
                }
            }
        }
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
            uint32_t here = 0;
#pragma omp simd reduction(+ : here)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                here += uint32_t(taken[lane]) << lane_id;
            }
            uint32_t alive = 0;
#pragma omp simd reduction(+ : alive)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                alive += uint32_t(live[lane]) << lane_id;
            }
            if (!mask_fits(0xffff, here, alive)) return -95;
            if (here == 0) continue;
        }
    }
    if (others != 0) {
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            if (not_taken[lane]) {
                value_[lane] = x[lane];
            }
        }
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
            uint32_t here = 0;
#pragma omp simd reduction(+ : here)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                here += uint32_t(not_taken[lane]) << lane_id;
            }
            uint32_t alive = 0;
#pragma omp simd reduction(+ : alive)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                alive += uint32_t(live[lane]) << lane_id;
            }
            if (!mask_fits(0xffff0000u, here, alive)) return -97;
            if (here == 0) continue;
#pragma omp simd
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                if (not_taken[lane]) {
                    x[lane] = value_[warp + lane_across(lane_id, 1, 32, lanes)];
                }
            }
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int lane_id = lane % 32;
        const int mask = 0xff << (lane_id / 8 * 8);
        if (live[lane]) {
            mask_[lane] = mask;
        }
    }
    for (int warp = 0; warp < blockDim_x; warp += 32) {
        const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
        uint32_t here = 0;
#pragma omp simd reduction(+ : here)
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            here += uint32_t(live[lane]) << lane_id;
        }
        if (!masks_fit(&mask_[warp], here, here)) return -99;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes; ++lane_id) {
            const int lane = warp + lane_id;
            if (live[lane]) {
                reduced[lane] = reduce_add(here & mask_[lane], &x[warp]);
            }
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        if (live[lane]) {
            X[idx] = x[lane] + reduced[lane];
        }
    }
    return 0;
}

extern "C" int run_parts(const CpuRange* range, int* X, int /*X_len*/, int n)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? parts_block(block.first[0], 256, X, n)
            : parts_block(block.first[0], int(range->block[0]), X, n);
        if (line != 0) return line;
    }
    return 0;
}

// Threads leave a loop one by one.
static inline __attribute__((always_inline)) void rounds_block(int first_idx, int blockDim_x, int* X)
{
    int n[1056];
    int total[1056];
    int i[1056];
    uint32_t alive[1056];
    bool inside[1056];
    bool going[1056];
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        n[lane] = X[idx] & 7;
        total[lane] = 0;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        inside[lane] = true;
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        if (inside[lane]) {
            i[lane] = 0;
        }
    }
    while (true) {
        int running = 0;
#pragma omp simd reduction(+ : running)
        for (int lane = 0; lane < blockDim_x; ++lane) {
            inside[lane] = inside[lane] && i[lane] < n[lane];
            running += inside[lane];
        }
        if (running == 0) break;
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            going[lane] = inside[lane];
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            if (going[lane]) {
                if (i[lane] == 5) {
                    going[lane] = false;
                }
            }
        }
        for (int warp = 0; warp < blockDim_x; warp += 32) {
            const int lanes = blockDim_x - warp < 32 ? blockDim_x - warp : 32;
            uint32_t here = 0;
#pragma omp simd reduction(+ : here)
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                here += uint32_t(going[lane]) << lane_id;
            }
#pragma omp simd
            for (int lane_id = 0; lane_id < lanes; ++lane_id) {
                const int lane = warp + lane_id;
                if (going[lane]) {
                    alive[lane] = here;
                }
            }
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            if (going[lane]) {
                total[lane] += __builtin_popcount(alive[lane]);
                if (total[lane] > 100) {
                    going[lane] = false;
                    inside[lane] = false;
                }
            }
        }
#pragma omp simd
        for (int lane = 0; lane < blockDim_x; ++lane) {
            if (inside[lane]) {
                i[lane] += 1;
            }
        }
    }
#pragma omp simd
    for (int lane = 0; lane < blockDim_x; ++lane) {
        const int idx = first_idx + lane;
        X[idx] = total[lane];
    }
}

extern "C" void run_rounds(const CpuRange* range, int* X, int /*X_len*/)
{
    const bool usual = range->block[0] == 256;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            rounds_block(block.first[0], 256, X);
        } else {
            rounds_block(block.first[0], int(range->block[0]), X);
        }
    }
}
