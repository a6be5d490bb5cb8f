// Translated from waits_in_grid.py by pycu2cu 0.2.0.

#include <stdint.h>
#include <atomic>
#include <chrono>
#include <climits>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <stdlib.h>
#include <thread>
#include <ucontext.h>
#include <vector>
//+ prelude CpuRange
//+ prelude block_of(int)
//+ prelude CpuGrid with stubs
//+ prelude CpuTurns with stubs and a grid
//+ helper atomic_add(int)
//+ helper turn_begin(uint32)
//+ helper turn_wait(uint32)
//+ helper turn_grid(uint32)

static int later_first_block(int first_idx, int blockDim_x, int* ready, int* mine, int* out, int out_len)
{
    const auto one_thread = [&](int64_t place) {
        const int lane = int(place);
        const int idx = first_idx + lane;
        begin_waiting();
        while (atomic_add(&ready[0], 0) != out_len - 1 - idx) {
            wait_for_others(5);
        }
        mine[idx] = atomic_add(&ready[0], 1);
        wait_for_grid(8);
        out[idx] = mine[out_len - 1 - idx];
    };
    return run_turns(int64_t(blockDim_x), 131072, one_thread);
}

extern "C" int run_later_first(const CpuRange* range, int* ready, int /*ready_len*/, int* mine,
                               int /*mine_len*/, int* out, int out_len)
{
    CpuGrid grid(range->end_block - range->first_block);
    const auto run_block = [&](int64_t number) {
        CpuTurns own_turns(&grid);
        turns = &own_turns;
        const CpuBlock block = block_of(*range, number);
        return later_first_block(block.first[0], int(range->block[0]), ready, mine, out, out_len);
    };
    return run_together(grid, range->first_block, range->end_block, run_block);
}
