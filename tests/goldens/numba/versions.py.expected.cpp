// Translated from versions.py by pycu2cu 0.2.0.

#include <stdint.h>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdlib.h>
#include <thread>
#include <ucontext.h>
#include <vector>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude CpuTurns with stubs
//+ helper turn_begin(uint32)
//+ helper turn_wait(uint32)

static int versions_block(int threads_x, int threads_y, int threads_z, int first_idx, int /*blockDim_x*/,
                          int /*blockDim_y*/, int /*blockDim_z*/, const float* x_, double* out, int n,
                          float v)
{
    const auto one_thread = [&](int64_t place) {
        const int lane = int(place);
        const int x = lane % threads_x;
        const int idx = first_idx + x;
        double v_ = v;
        const int64_t i = 9LL * idx;
        const int64_t k = 1;
        out[i] = k / 2.0;
        const double k_ = 2.5;
        out[i + 1] = k_;
        double total = 0.0;
        for (int j = 0; j < n; ++j) {
            total += x_[j];
        }
        out[i + 2] = total;
        if (v < 0.0) {
            v_ = 0.0;
        }
        out[i + 3] = v_;
        const int half = n;
        const double n_ = n / 2.0;
        out[i + 4] = n_ + half;
        const int64_t c = 7;
        const int64_t c_ = c / 2;
        const double c_2 = c_ + 0.5;
        out[i + 5] = c_2;
        for (int64_t k_2 = 0; k_2 < 3; ++k_2) {
            if (k_2 == 1) continue;
            out[i + 6] = k_2;
        }
        const double k_3 = 0.5;
        out[i + 7] = k_3;
        begin_waiting();
        float w;
        while (true) {
            wait_for_others(34);
            w = x_[0];
            if (w > 0.0) break;
            const int64_t w_ = -1;
        }
        out[i + 8] = w;
    };
    return run_turns(int64_t(threads_z) * int64_t(threads_y) * int64_t(threads_x), 131072, one_thread);
}

extern "C" int run_versions(const CpuRange* range, const float* x, int /*x_len*/, double* out,
                            int /*out_len*/, int n, float v)
{
    CpuTurns own_turns;
    turns = &own_turns;
    for (int64_t number = range->first_block; number < range->end_block; ++number) {
        const CpuBlock block = block_of(*range, number);
        const int line = versions_block(block.end[0] - block.first[0], block.end[1] - block.first[1],
                                        block.end[2] - block.first[2], block.first[0], int(range->block[0]),
                                        int(range->block[1]), int(range->block[2]), x, out, n, v);
        if (line != 0) return line;
    }
    return 0;
}
