// Translated from versions.py by pycu2cu 0.2.0.

#include <stdint.h>
#include <ucontext.h>
#include <vector>

// What to run: `threads` logical threads on each axis, in `grid` blocks of `block` threads, and of these
// blocks those from `first_block` up to, not including, `end_block`, counted along x first, then y, then
// z.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

// One block of a range: where it is in the grid, and its threads, without those outside the range.
struct CpuBlock {
    int index[3];
    int first[3];
    int end[3];
};

static inline CpuBlock block_of(const CpuRange& range, int64_t number)
{
    const int64_t index[3] = {number % range.grid[0], number / range.grid[0] % range.grid[1],
                              number / range.grid[0] / range.grid[1]};
    CpuBlock block;
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t first = index[axis] * range.block[axis];
        const int64_t end = first + range.block[axis];
        block.index[axis] = int(index[axis]);
        block.first[axis] = int(first);
        block.end[axis] = int(end < range.threads[axis] ? end : range.threads[axis]);
    }
    return block;
}

class CpuTurns;
static thread_local CpuTurns* turns;

// Runs the threads of a block in turns, each on a stack of its own, because they wait for each other.
class CpuTurns {
  public:
    // Gives 0, or the line where threads wait for others that have ended: below 0 for those of a warp.
    int run(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void*, int64_t), void* data)
    {
        body_ = body;
        data_ = data;
        threads_.assign(threads, Thread());
        stacks_.resize(threads * stack_bytes);
        for (int64_t i = 0; i < threads; ++i) {
            getcontext(&threads_[i].context);
            threads_[i].context.uc_stack.ss_sp = &stacks_[i * stack_bytes];
            threads_[i].context.uc_stack.ss_size = stack_bytes;
            threads_[i].context.uc_link = &launcher_;
            makecontext(&threads_[i].context, start, 0);
        }
        int64_t left = threads;
        while (left > 0) {
            bool goes_on = false;
            for (current_ = 0; current_ < threads; ++current_) {
                Thread& thread = threads_[current_];
                if (thread.has_ended || (thread.line != 0 && !is_there())) continue;
                goes_on = true;
                votes = thread.votes;
                is_last = false;
                CpuTurns* const outer = turns;
                turns = this;
                swapcontext(&launcher_, &thread.context);
                turns = outer;
                left -= thread.has_ended;
            }
            if (!goes_on) return line_of_first();
        }
        return 0;
    }

    void begin(CpuTurns*) {}
    void wait(CpuTurns*, int) { give_up(); }
    void barrier(CpuTurns*, int line, unsigned vote) { come(line, 0, vote); }
    void meet(CpuTurns*, int line, unsigned mask, unsigned vote) { come(line, mask, vote); }

    unsigned votes = 0;
    bool is_last = false;

  private:
    struct Thread {
        ucontext_t context = {};
        bool has_ended = false;
        bool is_in_warp = false;
        int line = 0; // where it waits for others to come; 0 where it does not
        unsigned mask = 0, vote = 0, votes = 0;
    };

    static void start()
    {
        CpuTurns& own = *turns;
        own.body_(own.data_, own.current_);
        own.threads_[own.current_].has_ended = true;
    }

    void give_up() { swapcontext(&threads_[current_].context, &launcher_); }

    void come(int line, unsigned mask, unsigned vote)
    {
        Thread& thread = threads_[current_];
        thread.line = line;
        thread.is_in_warp = mask != 0;
        thread.mask = mask;
        thread.vote = vote;
        if (is_there())
            votes = thread.votes;
        else
            give_up();
    }

    // Returns whether all threads have come that the current one waits for, and lets them go on then.
    bool is_there()
    {
        const Thread one = threads_[current_];
        const int64_t first = one.is_in_warp ? current_ / 32 * 32 : 0;
        const int64_t size = threads_.size();
        const int64_t end = one.is_in_warp && first + 32 < size ? first + 32 : size;
        const auto is_named = [&](int64_t i) {
            return !threads_[i].has_ended && (!one.is_in_warp || (one.mask >> (i - first) & 1) != 0);
        };
        unsigned found = 0;
        for (int64_t i = first; i < end; ++i) {
            if (!is_named(i)) continue;
            const Thread& other = threads_[i];
            if (other.line == 0 || other.is_in_warp != one.is_in_warp) return false;
            if (other.vote != 0) found += one.is_in_warp ? 1u << (i - first) : 1;
        }
        for (int64_t i = first; i < end; ++i) {
            if (!is_named(i)) continue;
            threads_[i].line = 0;
            threads_[i].votes = found;
        }
        return true;
    }

    int line_of_first() const
    {
        for (const Thread& thread : threads_)
            if (!thread.has_ended) return thread.is_in_warp ? -thread.line : thread.line;
        return 0;
    }

    ucontext_t launcher_ = {};
    std::vector<Thread> threads_;
    std::vector<char> stacks_;
    int64_t current_ = 0;
    void (*body_)(void*, int64_t) = nullptr;
    void* data_ = nullptr;
};

// Runs the threads of a block in turns. It gives 0, or says where some wait for what never comes.
template <typename Body>
static int run_turns(int64_t threads, int64_t stack_bytes, Body body)
{
    const auto run = [](void* data, int64_t thread) { (*static_cast<Body*>(data))(thread); };
    return turns->run(turns, threads, stack_bytes, run, &body);
}

// The thread comes to a loop that waits for other threads.
static inline void begin_waiting()
{
    if (turns) turns->begin(turns);
}

// Lets other threads go on before the thread looks again.
static inline void wait_for_others(int line)
{
    if (turns) turns->wait(turns, line);
}

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
