// Translated from warps.py by pycu2cu 0.2.0.
// Compile with -fopenmp-simd, so that loops over threads are vectorised; no library is needed for it.

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#include <stdint.h>
//+ prelude CpuRange
//+ prelude block_of(int)

// From the C library.
extern "C" {
float cbrtf(float);
double fma(double, double, double);
float fmaf(float, float, float);
}

struct int_bool
{
    int first;
    bool second;
};
//+ helper source(int)
//+ helper source_up(int)
//+ helper source_xor(int)
//+ helper matching(int)
//+ helper mask_fits(uint32)
//+ helper clz(int)
//+ helper clz(uint32)
//+ helper brev(uint32)
//+ helper exact_cbrt(float)

static inline __attribute__((always_inline)) int warps_block(int first_idx, int blockDim_x, int blockDim_y,
                                                             int blockDim_z, const int* x_, const double* d,
                                                             int64_t* out, double* moved)
{
    bool same[1056];
    int mask[1056];
    bool is_all[1056];
    uint32_t matching_[1056];
    uint32_t members_[1056];
    int64_t value[1056];
    double shfl_down_sync_result[1056];
    int64_t out_value[1056];
    int64_t out_value_[1056];
    int64_t out_value_2[1056];
    int other[1056];
    int other_[1056];
    double other_2[1056];
    uint32_t votes[1056];
    bool all[1056];
    bool any[1056];
    uint32_t matching_2[1056];
    uint32_t active[1056];
    int value_[1056];
    int value_2[1056];
    double value_3[1056];
    double value_4[1056];
    int from[1056];
    bool vote[1056];
    bool vote_[1056];
    bool vote_2[1056];
    bool vote_3[1056];
    int value_5[1056];
    bool vote_4[1056];
    int value_6[1056];
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                value_[lane] = x_[i];
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            other[lane] = value_[warp + lane_at(lane_id, 3, 32, lanes_)];
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                value[lane] = other[lane];
                value_2[lane] = x_[i];
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            other_[lane] = value_2[warp + lane_before(lane_id, 1, 32, lanes_)];
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                out[i] = value[lane] + other_[lane];
                value_3[lane] = d[i];
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
        const int by = 2 & 31;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            const double far = value_3[warp + lane_id + by];
            shfl_down_sync_result[lane] = lane_id + by < lanes_ ? far : value_3[lane];
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                value_4[lane] = d[i];
                from[lane] = i;
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            other_2[lane] = value_4[warp + lane_across(lane_id, from[lane], 32, lanes_)];
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                moved[i] = shfl_down_sync_result[lane] + other_2[lane];
                out_value[lane] = out[i];
                vote[lane] = int64_t(x_[i]) > 3;
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
        uint32_t votes_ = 0;
#pragma omp simd reduction(+ : votes_)
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            votes_ += uint32_t(vote[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            votes[lane] = votes_;
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                out[i] = out_value[lane] + (static_cast<int64_t>(int(votes[lane])) >> 1);
                vote_[lane] = x_[i] != 0;
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
        uint32_t against = 0;
#pragma omp simd reduction(+ : against)
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            against += uint32_t(!vote_[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            all[lane] = against == 0;
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                if (all[lane]) {
                    out[i] += 1;
                }
                vote_2[lane] = int64_t(x_[i]) > 5;
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
        uint32_t votes_ = 0;
#pragma omp simd reduction(+ : votes_)
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            votes_ += uint32_t(vote_2[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            any[lane] = votes_ != 0;
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                if (any[lane]) {
                    out[i] += 2;
                }
                vote_3[lane] = int64_t(x_[i]) > 2;
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
        uint32_t votes_ = 0;
#pragma omp simd reduction(+ : votes_)
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            votes_ += uint32_t(vote_3[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            same[lane] = votes_ == 0 || votes_ == 4294967295u >> (32 - lanes_);
        }
    }
    const uint32_t mask_2 = 0xffffffffu;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                value_5[lane] = x_[i];
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
        if (!mask_fits(mask_2, 4294967295u >> (32 - lanes_), 4294967295u >> (32 - lanes_))) return -18;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            matching_[lane] =
                lanes_with_value(&value_5[warp], (4294967295u >> (32 - lanes_)) & mask_2, lane_id);
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                vote_4[lane] = true;
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
        if (!mask_fits(mask_2, 4294967295u >> (32 - lanes_), 4294967295u >> (32 - lanes_))) return -18;
        uint32_t votes_ = 0;
#pragma omp simd reduction(+ : votes_)
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            votes_ += uint32_t(vote_4[lane]) << lane_id;
        }
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            members_[lane] = votes_ & mask_2;
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                const int_bool parts = {int(matching_[lane] == members_[lane] ? members_[lane] : 0),
                    matching_[lane] == members_[lane]};
                mask[lane] = parts.first;
                is_all[lane] = parts.second;
                out_value_[lane] = out[i];
                value_6[lane] = x_[i];
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            matching_2[lane] = lanes_with_value(&value_6[warp], 4294967295u >> (32 - lanes_), lane_id);
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int64_t i = idx;
                out[i] = out_value_[lane]
                    + (int64_t(mask[lane]) + is_all[lane] + same[lane] + int(matching_2[lane]));
                out_value_2[lane] = out[i];
            }
        }
    }
    for (int warp = 0; warp < blockDim_z * blockDim_y * blockDim_x; warp += 32) {
        const int lanes_ = blockDim_z * blockDim_y * blockDim_x - warp < 32
            ? blockDim_z * blockDim_y * blockDim_x - warp : 32;
#pragma omp simd
        for (int lane_id = 0; lane_id < lanes_; ++lane_id) {
            const int lane = warp + lane_id;
            active[lane] = 4294967295u >> (32 - lanes_);
        }
    }
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                const int lane = (z * blockDim_y + y) * blockDim_x + x;
                const int idx = first_idx + x;
                const int lane_id = lane % 32;
                const int64_t i = idx;
                out[i] = out_value_2[lane] + int64_t(uint64_t(active[lane]) + ((1u << lane_id) - 1));
            }
        }
    }
    return 0;
}

extern "C" int run_warps(const CpuRange* range, const int* x, int /*x_len*/, const double* d, int /*d_len*/,
                         int64_t* out, int /*out_len*/, double* moved, int /*moved_len*/)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = usual ? warps_block(block.first[0], 256, 1, 1, x, d, out, moved)
            : warps_block(block.first[0], int(range->block[0]), int(range->block[1]), int(range->block[2]), x,
                          d, out, moved);
        if (line != 0) return line;
    }
    return 0;
}

static inline void bits(const int8_t* s, const uint32_t* u, int64_t* out)
{
    out[0] = int64_t(int8_t(__builtin_popcount(uint8_t(s[0]))))
        + int8_t(count_leading_zeros(int(uint8_t(s[0]))) - 24) + uint32_t(__builtin_ffs(uint8_t(s[0])));
    out[1] = uint64_t(reverse_bits(u[0])) + uint32_t(__builtin_popcount(u[0]))
        + uint32_t(count_leading_zeros(u[0]));
    out[2] = int64_t(__builtin_popcountll(7)) + uint32_t(__builtin_ffs(u[1]));
    out[3] = int64_t(u[0]) > 2 ? u[0] : u[1];
}

extern "C" void run_bits(const CpuRange* range, const int8_t* s, int /*s_len*/, const uint32_t* u,
                         int /*u_len*/, int64_t* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x = block.first[0]; x < block.end[0]; ++x) {
                    bits(s, u, out);
                }
            }
        }
    }
}

static inline __attribute__((always_inline)) void counted_block(int blockDim_x, int blockDim_y,
                                                                int blockDim_z, const int64_t* x_, int* out)
{
    int count = 0;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd reduction(+ : count)
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                count += int(x_[t]) != 0;
            }
        }
    }
    const int arrived = count;
    const int64_t value = arrived;
    int count_ = 0;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd reduction(+ : count_)
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                count_ += !(x_[t] > 1);
            }
        }
    }
    const bool every = count_ == 0;
    const int64_t value_ = value - int(every);
    int count_2 = 0;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd reduction(+ : count_2)
            for (int x = 0; x < blockDim_x; ++x) {
                const int threadIdx_x = x;
                const int t = threadIdx_x;
                count_2 += x_[t] > 2;
            }
        }
    }
    const bool some = count_2 != 0;
    for (int z = 0; z < blockDim_z; ++z) {
        for (int y = 0; y < blockDim_y; ++y) {
#pragma omp simd
            for (int x = 0; x < blockDim_x; ++x) {
                out[0] = value_ - int(some);
            }
        }
    }
}

extern "C" void run_counted(const CpuRange* range, const int64_t* x, int /*x_len*/, int* out, int /*out_len*/)
{
    const bool usual = range->block[0] == 256 && range->block[1] == 1 && range->block[2] == 1;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        if (usual) {
            counted_block(256, 1, 1, x, out);
        } else {
            counted_block(int(range->block[0]), int(range->block[1]), int(range->block[2]), x, out);
        }
    }
}

static inline void real(const float* x, const double* d, double* out)
{
    out[0] = fmaf(x[0], x[1], x[2]) + fma(double(x[0]), d[1], double(x[2])) + exact_cbrt(x[0]);
}

extern "C" void run_real(const CpuRange* range, const float* x, int /*x_len*/, const double* d, int /*d_len*/,
                         double* out, int /*out_len*/)
{
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        for (int z = block.first[2]; z < block.end[2]; ++z) {
            for (int y = block.first[1]; y < block.end[1]; ++y) {
#pragma omp simd
                for (int x_2 = block.first[0]; x_2 < block.end[0]; ++x_2) {
                    real(x, d, out);
                }
            }
        }
    }
}
