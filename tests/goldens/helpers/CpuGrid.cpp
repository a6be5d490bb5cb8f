//+ prelude CpuGrid

// The launcher, as it runs blocks that wait for each other.
struct CpuGrid {
    int (*run)(CpuGrid*, int64_t first, int64_t end, int (*run_block)(void* data, int64_t number), void* data);
    bool (*wait)(CpuGrid*);

    // Waits for all blocks. It gives false where that is in vain, because some have ended.
    bool sync() { return wait(this); }
};

// Runs each block on a thread of its own. It gives what the first block to fail gave, INT_MIN where the
// system has no thread for each of them, 0 otherwise.
template <typename RunBlock>
static int run_together(CpuGrid& grid, int64_t first_block, int64_t end_block, RunBlock run_block)
{
    const auto run = [](void* data, int64_t number) { return (*static_cast<RunBlock*>(data))(number); };
    return grid.run(&grid, first_block, end_block, run, &run_block);
}
//+ prelude CpuGrid with stubs

// The barrier at which the blocks of a launch wait for each other.
class CpuGrid {
  public:
    explicit CpuGrid(int64_t blocks) : blocks_(blocks) {}

    // Waits for all blocks. It gives false where that is in vain, because some have ended.
    bool sync()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        if (in_vain_ || ended_ > 0) {
            give_up();
            return false;
        }
        if (++waiting_ == blocks_) {
            waiting_ = 0;
            ++round_;
            all_here_.notify_all();
            return true;
        }
        const int64_t round = round_;
        all_here_.wait(lock, [&] { return round_ != round || in_vain_; });
        return round_ != round;
    }

    // A block has ended, or (`all`) some were never begun.
    void end(bool all = false)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ++ended_;
        if (waiting_ > 0 || all) give_up();
    }

  private:
    void give_up()
    {
        in_vain_ = true;
        all_here_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable all_here_;
    const int64_t blocks_;
    int64_t waiting_ = 0, ended_ = 0, round_ = 0;
    bool in_vain_ = false;
};

// Runs each block on a thread of its own. It gives what the first block to fail gave, INT_MIN where the
// system has no thread for each of them, 0 otherwise.
template <typename RunBlock>
static int run_together(CpuGrid& grid, int64_t first_block, int64_t end_block, const RunBlock& run_block)
{
    std::atomic<int> failure{0};
    const auto run = [&](int64_t number) {
        int none = 0;
        failure.compare_exchange_strong(none, run_block(number));
        grid.end();
    };
    std::vector<std::thread> others;
    try {
        for (int64_t number = first_block + 1; number < end_block; ++number) {
            others.emplace_back(run, number);
        }
        if (first_block < end_block) run(first_block);
    } catch (const std::exception&) {
        failure = INT_MIN;
        grid.end(true);
    }
    for (std::thread& other : others) {
        other.join();
    }
    return failure;
}
