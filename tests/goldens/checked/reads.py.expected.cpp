// Translated from reads.py by pycu2cu 0.2.0.

#include <stdint.h>
//+ prelude CpuRange with turns
//+ prelude block_of(int)
//+ prelude whole_block_of
//+ prelude CpuTurns
//+ prelude failed_check
//+ prelude recorder
//+ helper turn_begin(uint32)
//+ helper turn_wait(uint32)
//+ helper in_range(int)
//+ helper assigned(int)
//+ helper assigned(float)
//+ helper nonzero(int)
//+ helper exact_mul(int)
//+ helper record_read(int)
//+ helper record_write(int)

// A variable that some path has not assigned has a flag next to it.
static int branches_block(const CpuRange* launch, const CpuBlock& here, int threads_x, int first_idx,
                          int /*blockDim_x*/, int* X, int X_len, float* Y, int Y_len, int n, int step)
{
    FailedCheck failed_check{};
    const auto one_thread = [&](int64_t place) {
        try {
            const int lane = int(place);
            const int idx = first_idx + lane;
            recorder->thread = ((here.first[2]) * launch->threads[1] + here.first[1]) * launch->threads[0]
                + here.first[0] + lane;
            int a = 0;
            bool a_is_assigned = false;
            float total = 0.0f;
            bool total_is_assigned = false;
            int i = 0;
            bool i_is_assigned = false;
            float c = 0.0f;
            bool c_is_assigned = false;
            if (n > 3) {
                a = X[record_read(in_range(0, X_len, 1, idx), X, 2)];
                a_is_assigned = true;
            }
            const int value = assigned(a, a_is_assigned, 5, idx);
            X[record_write(in_range(1, X_len, 3, idx), X, value, 4)] = value;
            const int i_step = nonzero(step, 6, idx);
            for (int64_t i_counter = 0; i_step > 0 ? i_counter < n : i_step < 0 && i_counter > n;
                    i_counter += i_step) {
                i = i_counter;
                i_is_assigned = true;
                total = Y[record_read(in_range(i, Y_len, 7, idx), Y, 8)];
                total_is_assigned = true;
            }
            const float value_ = assigned(total, total_is_assigned, 11, idx)
                + assigned(i, i_is_assigned, 12, idx);
            Y[record_write(in_range(0, Y_len, 9, idx), Y, value_, 10)] = value_;
            const int b = X[record_read(in_range(2, X_len, 13, idx), X, 14)];
            X[record_write(in_range(3, X_len, 15, idx), X, b, 16)] = b;
            begin_waiting();
            while (X[record_read(in_range(4, X_len, 17, idx), X, 18)] > 0) {
                wait_for_others(1);
                c = 1.5f;
                c_is_assigned = true;
                if (X[record_read(in_range(5, X_len, 19, idx), X, 20)] != 0) break;
            }
            c = assigned(c, c_is_assigned, 21, idx) + Y[record_read(in_range(1, Y_len, 22, idx), Y, 23)];
            c_is_assigned = true;
            Y[record_write(in_range(2, Y_len, 24, idx), Y, c, 25)] = c;
        } catch (const FailedCheck& failed) {
            failed_check = failed;
            turns->end(turns);
        }
    };
    const int ended = run_turns(int64_t(threads_x), 131072, one_thread);
    if (failed_check.number != 0) throw failed_check;
    return ended;
}

extern "C" void run_branches(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    float* const Y = *static_cast<float* const*>(slots[2]);
    const int Y_len = *static_cast<const int*>(slots[3]);
    const int n = *static_cast<const int*>(slots[4]);
    const int step = *static_cast<const int*>(slots[5]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[6]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[7]);
    int* const failure = static_cast<int*>(slots[8]);

    try {
        turns = range->turns;
        turns->recorder = &recorder;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            recorder = launch_recorder;
            const CpuBlock block = block_of(*range, number);
            const int line = branches_block(range, block, block.end[0] - block.first[0], block.first[0],
                                            int(range->block[0]), X, X_len, Y, Y_len, n, step);
            if (line != 0) __atomic_store_n(failure, line, __ATOMIC_RELAXED);
        }
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}

static inline void known(int idx, int blockDim_x, int gridDim_x, int* X, int X_len, int n)
{
    const int i_step = exact_mul(blockDim_x, gridDim_x, 26, idx);
    for (int64_t i_counter = idx; i_counter < n; i_counter += i_step) {
        int i = i_counter;
        X[record_write(in_range(i, X_len, 27, idx), X, 1, 28)] = 1;
    }
    for (int i = n; i > 0; i -= 2) {
        X[record_write(in_range(i, X_len, 29, idx), X, 2, 30)] = 2;
    }
}

extern "C" void run_known(const CpuRange* range, void* const* slots)
{
    int* const X = *static_cast<int* const*>(slots[0]);
    const int X_len = *static_cast<const int*>(slots[1]);
    const int n = *static_cast<const int*>(slots[2]);
    FailedCheck* const check = static_cast<FailedCheck*>(slots[3]);
    CpuRecorder* const launch_recorder = static_cast<CpuRecorder*>(slots[4]);

    try {
        recorder = launch_recorder;
        for (int64_t number = range->first_block; number < range->end_block; ++number) {
            const CpuBlock block = whole_block_of(*range, number);
            for (int z = block.first[2]; z < block.end[2]; ++z) {
                for (int y = block.first[1]; y < block.end[1]; ++y) {
                    for (int x = block.first[0]; x < block.end[0]; ++x) {
                        recorder->thread = (z * range->threads[1] + y) * range->threads[0] + x;
                        known(x, int(range->block[0]), int(range->grid[0]), X, X_len, n);
                    }
                }
            }
        }
    } catch (const FailedCheck& failed) {
        failed.keep_in(check);
    }
}
