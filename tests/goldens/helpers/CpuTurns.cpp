//+ prelude CpuTurns


// The launcher, as it runs threads in turns that wait for each other.
struct CpuTurns {
    int (*run)(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void* data, int64_t thread),
               void* data);
    void (*begin)(CpuTurns*);
    void (*wait)(CpuTurns*, int line);
    void (*barrier)(CpuTurns*, int line, unsigned vote);
    void (*meet)(CpuTurns*, int line, unsigned mask, unsigned vote);
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
