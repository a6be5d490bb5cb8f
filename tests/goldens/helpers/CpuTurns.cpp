//+ prelude CpuTurns


// The launcher, as it runs threads in turns that wait for each other.
struct CpuTurns {
    int (*run)(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void* data, int64_t thread),
               void* data);
    void (*begin)(CpuTurns*);
    void (*wait)(CpuTurns*, int line);
    void (*barrier)(CpuTurns*, int line, unsigned vote);
    void (*meet)(CpuTurns*, int line, unsigned mask, unsigned vote);
    void (*grid)(CpuTurns*, int line);
    void (*end)(CpuTurns*);
    unsigned votes;
    bool is_last;
    struct CpuRecorder** recorder;
};
static thread_local CpuTurns* turns;

// Runs the threads of a block in turns. It gives 0, or says where some wait for what never comes.
template <typename Body>
static int run_turns(int64_t threads, int64_t stack_bytes, Body body)
{
    const auto run = [](void* data, int64_t thread) { (*static_cast<Body*>(data))(thread); };
    return turns->run(turns, threads, stack_bytes, run, &body);
}
//+ prelude CpuTurns with stubs

class CpuTurns;
static thread_local CpuTurns* turns;

// Runs the threads of a block in turns, each on a stack of its own, because they wait for each other.
class CpuTurns {
  public:
    // Gives 0, or the line where threads wait for what never comes: below 0 for those of a warp. A loop waits
    // in vain where no thread has gone on for CUDAPY_WAIT_LIMIT seconds (10, if it is not set; 0 is for no limit),
    // and all have looked again since one did.
    int run(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void*, int64_t), void* data)
    {
        body_ = body;
        data_ = data;
        threads_.assign(threads, Thread());
        stacks_.reset(new char[threads * stack_bytes]);
        for (int64_t i = 0; i < threads; ++i) {
            getcontext(&threads_[i].context);
            threads_[i].context.uc_stack.ss_sp = &stacks_[i * stack_bytes];
            threads_[i].context.uc_stack.ss_size = stack_bytes;
            threads_[i].context.uc_link = &launcher_;
            makecontext(&threads_[i].context, start, 0);
        }
        ++of_all().active;
        goes_on();
        const int line = take_turns();
        --of_all().active;
        return line;
    }

    void begin(CpuTurns*) { goes_on(); }

    void wait(CpuTurns*, int line)
    {
        threads_[current_].loop = line;
        give_up();
    }

    void barrier(CpuTurns*, int line, unsigned vote) { come(At::barrier, line, 0, vote); }
    void meet(CpuTurns*, int line, unsigned mask, unsigned vote) { come(At::warp, line, mask, vote); }

    unsigned votes = 0;
    bool is_last = false;

  private:
    enum class At { nothing, barrier, warp, grid };

    struct Thread {
        ucontext_t context = {};
        bool has_ended = false;
        At at = At::nothing; // what it waits at
        int line = 0, loop = 0;
        unsigned mask = 0, vote = 0, votes = 0;
    };

    // State of all running blocks: how many run, how often a thread has gone on (from bit 16 on), and in how many
    // blocks all threads have looked in vain since (the bits below).
    struct OfAll {
        std::atomic<uint64_t> steps_and_stuck{0};
        std::atomic<unsigned> active{0};
    };

    static OfAll& of_all()
    {
        static OfAll all;
        return all;
    }

    static void goes_on()
    {
        std::atomic<uint64_t>& state = of_all().steps_and_stuck;
        uint64_t old = state;
        while (!state.compare_exchange_weak(old, (old | 65535) + 1)) {
        }
    }

    static std::chrono::duration<double> wait_limit()
    {
        const char* const text = getenv("CUDAPY_WAIT_LIMIT");
        char* end = nullptr;
        const double seconds = text && *text ? strtod(text, &end) : 10;
        return std::chrono::duration<double>(end && (*end || !(seconds >= 0)) ? 10 : seconds);
    }

    static void start()
    {
        CpuTurns& own = *turns;
        own.body_(own.data_, own.current_);
        own.threads_[own.current_].has_ended = true;
        goes_on();
    }

    int take_turns()
    {
        const std::chrono::duration<double> limit = wait_limit();
        std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
        const int64_t threads = threads_.size();
        int64_t left = threads;
        uint64_t seen = UINT64_MAX;
        bool is_counted = false;
        while (left > 0) {
            bool has_run = false;
            for (current_ = 0; current_ < threads; ++current_) {
                Thread& thread = threads_[current_];
                if (thread.has_ended || (thread.at != At::nothing && !is_there())) continue;
                has_run = true;
                thread.loop = 0;
                votes = thread.votes;
                is_last = false;
                CpuTurns* const outer = turns;
                turns = this;
                swapcontext(&launcher_, &thread.context);
                turns = outer;
                left -= thread.has_ended;
            }
            if (!has_run) return line_of_first();
            const auto now = std::chrono::steady_clock::now();
            uint64_t state = of_all().steps_and_stuck;
            if (state / 65536 != seen) {
                seen = state / 65536;
                since = now;
                is_counted = false;
                continue;
            }
            if (!is_counted)
                is_counted = of_all().steps_and_stuck.compare_exchange_strong(state, state + 1);
            else if (limit.count() > 0 && now - since > limit && state % 65536 >= of_all().active)
                return line_of_loop();
            std::this_thread::yield();
        }
        return 0;
    }

    void give_up() { swapcontext(&threads_[current_].context, &launcher_); }

    void come(At at, int line, unsigned mask, unsigned vote)
    {
        Thread& thread = threads_[current_];
        thread.at = at;
        thread.line = line;
        thread.mask = mask;
        thread.vote = vote;
        goes_on();
        if (is_there())
            votes = thread.votes;
        else
            give_up();
    }

    // Returns whether all threads have come that the current one waits for, and lets them go on then.
    bool is_there()
    {
        const Thread one = threads_[current_];
        const bool is_in_warp = one.at == At::warp;
        const int64_t first = is_in_warp ? current_ / 32 * 32 : 0;
        const int64_t size = threads_.size();
        const int64_t end = is_in_warp && first + 32 < size ? first + 32 : size;
        const auto is_named = [&](int64_t i) {
            return !threads_[i].has_ended && (!is_in_warp || (one.mask >> (i - first) & 1) != 0);
        };
        unsigned found = 0;
        for (int64_t i = first; i < end; ++i) {
            if (!is_named(i)) continue;
            const Thread& other = threads_[i];
            if (other.at != one.at || (!is_in_warp && other.line != one.line)) return false;
            if (other.vote != 0) found += is_in_warp ? 1u << (i - first) : 1;
        }
        for (int64_t i = first; i < end; ++i) {
            if (!is_named(i)) continue;
            threads_[i].at = At::nothing;
            threads_[i].votes = found;
        }
        goes_on();
        return true;
    }

    int line_of_first() const
    {
        for (const Thread& thread : threads_)
            if (!thread.has_ended) return thread.at == At::warp ? -thread.line : thread.line;
        return 0;
    }

    int line_of_loop() const
    {
        for (const Thread& thread : threads_)
            if (!thread.has_ended && thread.loop != 0) return thread.loop;
        return line_of_first();
    }

    ucontext_t launcher_ = {};
    std::vector<Thread> threads_;
    std::unique_ptr<char[]> stacks_;
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
//+ prelude CpuTurns with stubs and a grid

class CpuTurns;
static thread_local CpuTurns* turns;

// Runs the threads of a block in turns, each on a stack of its own, because they wait for each other.
class CpuTurns {
  public:
    explicit CpuTurns(CpuGrid* grid = nullptr) : grid_(grid) {}

    // Gives 0, or the line where threads wait for what never comes: below 0 for those of a warp. A loop waits
    // in vain where no thread has gone on for CUDAPY_WAIT_LIMIT seconds (10, if it is not set; 0 is for no limit),
    // and all have looked again since one did.
    int run(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void*, int64_t), void* data)
    {
        body_ = body;
        data_ = data;
        threads_.assign(threads, Thread());
        stacks_.reset(new char[threads * stack_bytes]);
        for (int64_t i = 0; i < threads; ++i) {
            getcontext(&threads_[i].context);
            threads_[i].context.uc_stack.ss_sp = &stacks_[i * stack_bytes];
            threads_[i].context.uc_stack.ss_size = stack_bytes;
            threads_[i].context.uc_link = &launcher_;
            makecontext(&threads_[i].context, start, 0);
        }
        ++of_all().active;
        goes_on();
        if (grid_) grid_->sync(); // all blocks are counted before one waits in vain
        const int line = take_turns();
        --of_all().active;
        return line;
    }

    void begin(CpuTurns*) { goes_on(); }

    void wait(CpuTurns*, int line)
    {
        threads_[current_].loop = line;
        give_up();
    }

    void barrier(CpuTurns*, int line, unsigned vote) { come(At::barrier, line, 0, vote); }
    void meet(CpuTurns*, int line, unsigned mask, unsigned vote) { come(At::warp, line, mask, vote); }
    void grid(CpuTurns*, int line) { come(At::grid, line, 0, 0); }

    unsigned votes = 0;
    bool is_last = false;

  private:
    enum class At { nothing, barrier, warp, grid };

    struct Thread {
        ucontext_t context = {};
        bool has_ended = false;
        At at = At::nothing; // what it waits at
        int line = 0, loop = 0;
        unsigned mask = 0, vote = 0, votes = 0;
    };

    // State of all running blocks: how many run, how often a thread has gone on (from bit 16 on), and in how many
    // blocks all threads have looked in vain since (the bits below).
    struct OfAll {
        std::atomic<uint64_t> steps_and_stuck{0};
        std::atomic<unsigned> active{0};
    };

    static OfAll& of_all()
    {
        static OfAll all;
        return all;
    }

    static void goes_on()
    {
        std::atomic<uint64_t>& state = of_all().steps_and_stuck;
        uint64_t old = state;
        while (!state.compare_exchange_weak(old, (old | 65535) + 1)) {
        }
    }

    static std::chrono::duration<double> wait_limit()
    {
        const char* const text = getenv("CUDAPY_WAIT_LIMIT");
        char* end = nullptr;
        const double seconds = text && *text ? strtod(text, &end) : 10;
        return std::chrono::duration<double>(end && (*end || !(seconds >= 0)) ? 10 : seconds);
    }

    static void start()
    {
        CpuTurns& own = *turns;
        own.body_(own.data_, own.current_);
        own.threads_[own.current_].has_ended = true;
        goes_on();
    }

    int take_turns()
    {
        const std::chrono::duration<double> limit = wait_limit();
        std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
        const int64_t threads = threads_.size();
        int64_t left = threads;
        uint64_t seen = UINT64_MAX;
        bool is_counted = false;
        while (left > 0) {
            bool has_run = false;
            for (current_ = 0; current_ < threads; ++current_) {
                Thread& thread = threads_[current_];
                if (thread.has_ended || (thread.at != At::nothing && !is_there())) continue;
                has_run = true;
                thread.loop = 0;
                votes = thread.votes;
                is_last = false;
                CpuTurns* const outer = turns;
                turns = this;
                swapcontext(&launcher_, &thread.context);
                turns = outer;
                left -= thread.has_ended;
            }
            if (!has_run) return line_of_first();
            const auto now = std::chrono::steady_clock::now();
            uint64_t state = of_all().steps_and_stuck;
            if (state / 65536 != seen) {
                seen = state / 65536;
                since = now;
                is_counted = false;
                continue;
            }
            if (!is_counted)
                is_counted = of_all().steps_and_stuck.compare_exchange_strong(state, state + 1);
            else if (limit.count() > 0 && now - since > limit && state % 65536 >= of_all().active)
                return line_of_loop();
            std::this_thread::yield();
        }
        return 0;
    }

    void give_up() { swapcontext(&threads_[current_].context, &launcher_); }

    void come(At at, int line, unsigned mask, unsigned vote)
    {
        Thread& thread = threads_[current_];
        thread.at = at;
        thread.line = line;
        thread.mask = mask;
        thread.vote = vote;
        goes_on();
        if (is_there())
            votes = thread.votes;
        else
            give_up();
    }

    // Returns whether all threads have come that the current one waits for, and lets them go on then.
    bool is_there()
    {
        const Thread one = threads_[current_];
        const bool is_in_warp = one.at == At::warp;
        const int64_t first = is_in_warp ? current_ / 32 * 32 : 0;
        const int64_t size = threads_.size();
        const int64_t end = is_in_warp && first + 32 < size ? first + 32 : size;
        const auto is_named = [&](int64_t i) {
            return !threads_[i].has_ended && (!is_in_warp || (one.mask >> (i - first) & 1) != 0);
        };
        unsigned found = 0;
        for (int64_t i = first; i < end; ++i) {
            if (one.at == At::grid && threads_[i].has_ended) return false;
            if (!is_named(i)) continue;
            const Thread& other = threads_[i];
            if (other.at != one.at || (!is_in_warp && other.line != one.line)) return false;
            if (other.vote != 0) found += is_in_warp ? 1u << (i - first) : 1;
        }
        if (one.at == At::grid) { // the block waits for the others
            --of_all().active;
            const bool is_here = grid_->sync();
            ++of_all().active;
            if (!is_here) return false;
        }
        for (int64_t i = first; i < end; ++i) {
            if (!is_named(i)) continue;
            threads_[i].at = At::nothing;
            threads_[i].votes = found;
        }
        goes_on();
        return true;
    }

    int line_of_first() const
    {
        for (const Thread& thread : threads_)
            if (!thread.has_ended) return thread.at == At::warp ? -thread.line : thread.line;
        return 0;
    }

    int line_of_loop() const
    {
        for (const Thread& thread : threads_)
            if (!thread.has_ended && thread.loop != 0) return thread.loop;
        return line_of_first();
    }

    ucontext_t launcher_ = {};
    std::vector<Thread> threads_;
    std::unique_ptr<char[]> stacks_;
    int64_t current_ = 0;
    void (*body_)(void*, int64_t) = nullptr;
    void* data_ = nullptr;
    CpuGrid* const grid_;
};

// Runs the threads of a block in turns. It gives 0, or says where some wait for what never comes.
template <typename Body>
static int run_turns(int64_t threads, int64_t stack_bytes, Body body)
{
    const auto run = [](void* data, int64_t thread) { (*static_cast<Body*>(data))(thread); };
    return turns->run(turns, threads, stack_bytes, run, &body);
}
