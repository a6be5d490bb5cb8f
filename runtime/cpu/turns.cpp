#include "runtime/cpu/turns.h"

#include "runtime/cpu/cpu_pool.h"
#include "runtime/cpu/float_control.h"
#include "runtime/cpu/inside_kernel.h"
#include "runtime/cpu/thread_stacks.h"
#include "runtime/support/error.h"
#include "runtime/support/interruption.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <new>
#include <pthread.h>
#include <string>
#include <thread>
#include <ucontext.h>
#include <utility>

namespace cudapy::runtime {

namespace {

using generated::CpuRecorder;
using generated::CpuTurns;
using generated::first_stall;
using generated::Stall;
using Clock = std::chrono::steady_clock;

constexpr std::size_t most_blocks = 64, most_threads = 16384, block_stack_bytes = 8 << 20;
/// The time after which a core whose threads all wait begins another block.
constexpr std::chrono::microseconds before_another_block{200};
constexpr std::chrono::milliseconds between_turn_reminders{5};
/// The time for which a core whose threads all wait looks again and again without a pause.
constexpr std::chrono::milliseconds short_wait{20};

std::chrono::duration<double> wait_limit() {
    const char* text = std::getenv("CUDAPY_WAIT_LIMIT");
    if (!text || !*text) return std::chrono::duration<double>(10);
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (*end || !(seconds >= 0))
        throw Error(
            ErrorKind::invalid_argument,
            fmt::format("CUDAPY_WAIT_LIMIT is '{}', which is no number of seconds; 0 is for no limit", text));
    return std::chrono::duration<double>(seconds);
}

class Core;
struct ResidentBlock;

/// A thread of a kernel, or the code around the threads of a block.
struct Fiber {
    enum class State { runs, in_loop, at_barrier, in_warp, at_grid, ended };

    ucontext_t context{};
    detail::Run run{};
    ResidentBlock* block = nullptr;
    std::int64_t place = 0; ///< in its block; -1 for the code around
    State state = State::runs;
    int line = 0; ///< where it waits
    unsigned mask = 0, vote = 0, votes = 0;
    bool is_last = false;
    long long recorded = 0; ///< the number that a recorder knows it by
};

struct ResidentBlock {
    std::int64_t number = 0;
    Fiber around;
    std::vector<std::unique_ptr<Fiber>> threads;
    ThreadStacks::Part around_stack, stacks;
    void (*body)(void* data, std::int64_t thread) = nullptr;
    void* data = nullptr;
    CpuRecorder* recorder = nullptr;
    std::int64_t left = 0; ///< threads that have not ended
    std::int64_t at_barrier = 0, at_grid = 0;
    int failure = 0; ///< what `run` gives
    bool has_ended = false, is_ending = false;
};

/// The state that the cores of one launch share.
struct SharedState {
    const TurnsLaunch& launch;
    const std::int64_t count; ///< of blocks
    const std::chrono::duration<double> limit;
    std::vector<std::unique_ptr<Core>> cores{};
    std::atomic<std::int64_t> next{0};
    CancelFlag given_up{false};
    std::atomic<KernelExit> ended{KernelExit::normally};
    std::atomic<bool> is_over{false}; ///< a thread has failed: nothing goes on
    std::atomic<bool> has_no_memory{false};
    std::atomic<int> left{0}; ///< cores that have not ended
    /// The threads that wait for the grid, those that have ended, and how often all went on.
    std::atomic<std::int64_t> at_grid{0}, ended_threads{0}, grid_rounds{0};
    std::atomic<int> grid_line{0}; ///< where one waits for the grid

    std::int64_t all_threads() const {
        const auto& block = launch.range.block;
        return count * block[0] * block[1] * block[2];
    }

    void give_up(KernelExit how) {
        KernelExit none = KernelExit::normally;
        ended.compare_exchange_strong(none, how);
        given_up = true;
    }
    /// Returns how often a thread of the launch has gone on.
    std::uint64_t steps() const;
    bool is_stuck(std::uint64_t steps) const;
};

/// A thread of the process, and the blocks that it has begun.
class Core : public CpuTurns {
  public:
    explicit Core(SharedState& shared) : CpuTurns{}, shared_(shared) {
        CpuTurns::run = [](CpuTurns* turns, std::int64_t threads, std::int64_t stack_bytes,
                           void (*body)(void*, std::int64_t),
                           void* data) { return self(turns).run_threads(threads, stack_bytes, body, data); };
        CpuTurns::begin = [](CpuTurns* turns) { self(turns).goes_on(); };
        CpuTurns::wait = [](CpuTurns* turns, int line) {
            self(turns).give_turn_up(Fiber::State::in_loop, line);
        };
        CpuTurns::barrier = [](CpuTurns* turns, int line, unsigned vote) {
            self(turns).wait_at_barrier(line, vote);
        };
        CpuTurns::meet = [](CpuTurns* turns, int line, unsigned mask, unsigned vote) {
            self(turns).wait_for_warp(line, mask, vote);
        };
        CpuTurns::grid = [](CpuTurns* turns, int line) { self(turns).wait_for_grid(line); };
        CpuTurns::end = [](CpuTurns* turns) { self(turns).end_all(); };
    }
    ~Core() = default;
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    /// Runs blocks until none are left.
    void work(bool asks) {
        const UsualRounding rounding;
        const InsideKernel inside;
        detail::Run outside{&shared_.launch.code, &shared_.given_up, nullptr, false, {}};
        detail::enter(outside);
        outside_ = &outside;
        asks_ = asks;
        while (!is_given_up() && (!blocks_.empty() || begin_block()))
            take_round();
        if (shared_.is_over && !shared_.given_up) finish_failed();
        blocks_.clear();
        detail::leave(outside);
        stuck_at_ = ended_mark;
        --shared_.left;
    }

    static constexpr std::uint64_t ended_mark = ~std::uint64_t{0};
    alignas(64) std::atomic<std::uint64_t> steps_{0}; ///< how often a thread has gone on here
    /// The number of steps of the launch after which all threads here have looked in vain.
    std::atomic<std::uint64_t> stuck_at_{0};

  private:
    SharedState& shared_;
    ThreadStacks pool_;
    std::vector<std::unique_ptr<ResidentBlock>> blocks_;
    detail::Run* outside_ = nullptr;
    Fiber* current_ = nullptr;
    ucontext_t scheduler_{};
    Interruption interruption_;
    bool asks_ = false;
    Clock::time_point since_ = Clock::now(); ///< no thread of the launch has gone on since
    unsigned rounds_ = 0;
    std::uint64_t seen_ = ended_mark; ///< the steps that the launch had then
    std::int64_t grid_rounds_ = 0;    ///< those that the threads here have gone on after

    static Core& self(CpuTurns* turns) { return *static_cast<Core*>(turns); }

    /// Counts a step: the threads of other cores may see what this one has written so far.
    void goes_on() { steps_.store(steps_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

    bool is_given_up() {
        if (asks_ && interruption_.is_wanted()) shared_.give_up(KernelExit::by_interruption);
        return shared_.given_up || shared_.is_over;
    }

    // ---- the turns

    static void start(unsigned high, unsigned low) {
        auto& core = *reinterpret_cast<Core*>(std::uintptr_t(high) << 32 | low);
        Fiber& fiber = *core.current_;
        const int ended = sigsetjmp(fiber.run.checkpoint, 0);
        if (ended == 0)
            core.run_fiber(fiber);
        else
            core.shared_.give_up(KernelExit(ended));
        core.has_ended(*core.current_);
        swapcontext(&core.current_->context, &core.scheduler_);
    }

    void run_fiber(Fiber& fiber) {
        ResidentBlock& block = *fiber.block;
        if (fiber.place >= 0) return block.body(block.data, fiber.place);
        CpuRange range = shared_.launch.range;
        range.first_block = block.number;
        range.end_block = block.number + 1;
        range.turns = this;
        shared_.launch.entry(&range, shared_.launch.slots);
    }

    void make_fiber(Fiber& fiber, ResidentBlock& block, std::int64_t place, void* stack, std::size_t bytes) {
        fiber.block = &block;
        fiber.place = place;
        fiber.run.code = &shared_.launch.code;
        fiber.run.given_up = &shared_.given_up;
        fiber.run.outer = outside_->outer;
        fiber.run.is_asked = outside_->is_asked;
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = stack;
        fiber.context.uc_stack.ss_size = bytes;
        const auto address = reinterpret_cast<std::uintptr_t>(this);
        makecontext(&fiber.context, reinterpret_cast<void (*)()>(&Core::start), 2, unsigned(address >> 32),
                    unsigned(address));
    }

    void resume(Fiber& fiber) {
        current_ = &fiber;
        votes = fiber.votes;
        is_last = std::exchange(fiber.is_last, false);
        if (recorder && fiber.block->recorder && fiber.place >= 0) {
            *recorder = fiber.block->recorder;
            (*recorder)->thread = fiber.recorded;
        }
        detail::exchange_running(&fiber.run);
        swapcontext(&scheduler_, &fiber.context);
        detail::exchange_running(outside_);
        if (recorder && *recorder) fiber.recorded = (*recorder)->thread;
        current_ = nullptr;
    }

    void give_turn_up(Fiber::State state, int line) {
        Fiber& fiber = *current_;
        fiber.state = state;
        fiber.line = line;
        swapcontext(&fiber.context, &scheduler_);
    }

    void has_ended(Fiber& fiber) {
        goes_on();
        fiber.state = Fiber::State::ended;
        ResidentBlock& block = *fiber.block;
        if (fiber.place < 0) {
            block.has_ended = true;
            return;
        }
        --block.left;
        if (shared_.launch.waits_for_grid) {
            ++shared_.ended_threads;
            if (shared_.at_grid > 0) return fail(block, Stall::grid, shared_.grid_line);
        }
        if (block.left > 0 && block.at_barrier == block.left) open_barrier(block, nullptr);
        look_at_warp(block, fiber.place);
    }

    // ---- blocks

    bool begin_block() {
        if (shared_.next >= shared_.count) return false;
        const std::int64_t at = shared_.next++;
        if (at >= shared_.count) return false;
        auto block = std::make_unique<ResidentBlock>();
        block->number = shared_.launch.chosen ? (*shared_.launch.chosen)[std::size_t(at)] : at;
        if (!give_memory([&] { block->around_stack = pool_.take(1, block_stack_bytes); })) return true;
        make_fiber(block->around, *block, -1, block->around_stack.stack(0), block_stack_bytes);
        blocks_.push_back(std::move(block));
        goes_on();
        return true;
    }

    bool may_begin_another() const {
        if (shared_.next >= shared_.count) return false;
        if (shared_.launch.waits_for_grid) return true;
        if (blocks_.size() >= most_blocks) return false;
        std::size_t threads = 0;
        for (const auto& block : blocks_)
            threads += block->threads.size();
        return threads + (blocks_.empty() ? 0 : blocks_.back()->threads.size()) <= most_threads;
    }

    /// Returns false, and ends the launch, where memory runs out.
    template <typename Give>
    bool give_memory(Give give) {
        try {
            give();
            return true;
        } catch (const std::bad_alloc&) {
            shared_.has_no_memory = true;
            shared_.is_over = true;
            return false;
        }
    }

    int run_threads(std::int64_t threads, std::int64_t stack_bytes, void (*body)(void*, std::int64_t),
                    void* data) {
        ResidentBlock& block = *current_->block;
        block.body = body;
        block.data = data;
        block.left = threads;
        if (recorder) block.recorder = *recorder;
        const auto bytes = std::size_t(stack_bytes);
        const bool has_stacks = give_memory([&] {
            block.stacks = pool_.take(std::size_t(threads), bytes);
            for (std::int64_t place = 0; place < threads; ++place) {
                auto fiber = std::make_unique<Fiber>();
                make_fiber(*fiber, block, place, block.stacks.stack(std::size_t(place)), bytes);
                block.threads.push_back(std::move(fiber));
            }
        });
        if (threads > 0 || !has_stacks) give_turn_up(Fiber::State::at_barrier, 0);
        return block.failure;
    }

    /// Gives each thread of each block a turn.
    void take_round() {
        const std::uint64_t before = steps_.load(std::memory_order_relaxed);
        if (grid_rounds_ != shared_.grid_rounds) go_on_after_grid();
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            ResidentBlock& block = *blocks_[i];
            take_turns(block);
            if (shared_.given_up) return;
            if (shared_.is_over) return;
        }
        std::erase_if(blocks_, [&](const auto& block) {
            if (!block->has_ended) return false;
            pool_.give_back(std::move(block->stacks));
            pool_.give_back(std::move(block->around_stack));
            return true;
        });
        if (steps_.load(std::memory_order_relaxed) == before) look_on();
    }

    void take_turns(ResidentBlock& block) {
        if (block.left == 0) { // before the threads, or after them
            resume(block.around);
            if (block.has_ended || shared_.given_up || shared_.is_over) return;
        }
        bool any = false;
        for (std::size_t i = 0; i < block.threads.size(); ++i) {
            Fiber& fiber = *block.threads[i];
            if (fiber.state != Fiber::State::runs && fiber.state != Fiber::State::in_loop) continue;
            any = true;
            resume(fiber);
            if (shared_.given_up || shared_.is_over) return;
        }
        // Those at a barrier wait for those at the grid's barrier, and those for all.
        if (!any && block.left > 0 && block.at_grid < block.left) fail(block);
    }

    /// Ends the launch, because threads of the block wait for what never comes. It names the first that waits
    /// in a loop, and else the first.
    void fail(ResidentBlock& block) {
        const Fiber* first = nullptr;
        for (const auto& fiber : block.threads) {
            if (fiber->state == Fiber::State::ended || fiber->state == Fiber::State::at_grid) continue;
            if (!first || (fiber->state == Fiber::State::in_loop && first->state != Fiber::State::in_loop))
                first = fiber.get();
        }
        const Stall stall = first->state == Fiber::State::in_loop      ? Stall::loop
                            : first->state == Fiber::State::at_barrier ? Stall::barrier
                                                                       : Stall::warp;
        fail(block, stall, first->line);
    }

    /// Ends the launch at a loop. Where no thread here waits in one, one of another core does.
    void fail_at_loop() {
        for (const auto& block : blocks_)
            if (std::any_of(block->threads.begin(), block->threads.end(),
                            [](const auto& fiber) { return fiber->state == Fiber::State::in_loop; }))
                return fail(*block);
    }

    void fail(ResidentBlock& block, Stall stall, int line) {
        if (shared_.is_over.exchange(true)) return;
        block.failure = first_stall + (int(stall) << 24) + line;
        block.is_ending = true;
    }

    void end_all() {
        shared_.is_over = true;
        current_->block->is_ending = true;
    }

    /// Lets the code around the threads that failed tell of it.
    void finish_failed() {
        for (const auto& block : blocks_)
            if (block->is_ending && !block->has_ended) {
                resume(block->around);
                return;
            }
    }

    // ---- barriers

    void wait_at_barrier(int line, unsigned vote) {
        Fiber& fiber = *current_;
        ResidentBlock& block = *fiber.block;
        fiber.vote = vote;
        fiber.line = line;
        fiber.state = Fiber::State::at_barrier;
        goes_on();
        if (++block.at_barrier == block.left && open_barrier(block, &fiber)) {
            votes = fiber.votes;
            is_last = true;
            return;
        }
        give_turn_up(Fiber::State::at_barrier, line);
    }

    /// Lets all threads of the block go on. Returns false, and ends the launch, if they are at different
    /// barriers. `last` is the thread that came last; null where one ended.
    bool open_barrier(ResidentBlock& block, const Fiber* last) {
        unsigned votes_of_all = 0;
        const Fiber* first = nullptr;
        for (const auto& fiber : block.threads) {
            if (fiber->state != Fiber::State::at_barrier) continue;
            if (!first) first = fiber.get();
            if (first->line != fiber->line) {
                fail(block, Stall::barrier, fiber->line);
                return false;
            }
            votes_of_all += fiber->vote != 0;
        }
        for (const auto& fiber : block.threads) {
            if (fiber->state != Fiber::State::at_barrier) continue;
            fiber->state = Fiber::State::runs;
            fiber->votes = votes_of_all;
            fiber->is_last = !last && fiber.get() == first;
        }
        block.at_barrier = 0;
        goes_on();
        return true;
    }

    void wait_for_warp(int line, unsigned mask, unsigned vote) {
        Fiber& fiber = *current_;
        ResidentBlock& block = *fiber.block;
        fiber.state = Fiber::State::in_warp;
        fiber.line = line;
        fiber.mask = mask;
        fiber.vote = vote;
        goes_on();
        if ((mask >> (fiber.place % 32) & 1) == 0) {
            fail(block, Stall::warp, line);
        } else if (is_warp_here(block, fiber)) {
            go_on_together(block, fiber);
            votes = fiber.votes;
            is_last = true;
            return;
        }
        give_turn_up(Fiber::State::in_warp, line);
    }

    template <typename Visit>
    static void visit_named(ResidentBlock& block, const Fiber& by, Visit visit) {
        const std::size_t first = std::size_t(by.place) / 32 * 32;
        for (std::size_t i = 0; i < 32 && first + i < block.threads.size(); ++i)
            if (by.mask >> i & 1) visit(*block.threads[first + i], i);
    }

    /// Returns whether the threads that one waits for are there, and wait for the same ones.
    static bool is_warp_here(ResidentBlock& block, const Fiber& one) {
        bool is_here = true;
        visit_named(block, one, [&](const Fiber& other, std::size_t) {
            is_here = is_here && (other.state == Fiber::State::ended ||
                                  (other.state == Fiber::State::in_warp && other.mask == one.mask));
        });
        return is_here;
    }

    void go_on_together(ResidentBlock& block, const Fiber& one) {
        unsigned votes_of_all = 0;
        visit_named(block, one, [&](const Fiber& other, std::size_t lane) {
            if (other.state == Fiber::State::in_warp && other.vote != 0) votes_of_all |= 1u << lane;
        });
        visit_named(block, one, [&](Fiber& other, std::size_t) {
            if (other.state != Fiber::State::in_warp) return;
            other.state = Fiber::State::runs;
            other.votes = votes_of_all;
        });
        goes_on();
    }

    /// A thread of the warp has ended: the others may have waited for it.
    void look_at_warp(ResidentBlock& block, std::int64_t place) {
        const std::size_t first = std::size_t(place) / 32 * 32;
        for (std::size_t i = first; i < std::min(first + 32, block.threads.size()); ++i) {
            Fiber& one = *block.threads[i];
            if (one.state != Fiber::State::in_warp || !is_warp_here(block, one)) continue;
            one.is_last = true;
            go_on_together(block, one);
        }
    }

    // ---- the grid

    void wait_for_grid(int line) {
        Fiber& fiber = *current_;
        ResidentBlock& block = *fiber.block;
        fiber.line = line;
        const bool is_apart = std::any_of(block.threads.begin(), block.threads.end(), [&](const auto& other) {
            return other->state == Fiber::State::at_grid && other->line != line;
        });
        ++block.at_grid;
        goes_on();
        shared_.grid_line = line;
        const bool are_all_here = ++shared_.at_grid == shared_.all_threads();
        if (is_apart || shared_.ended_threads > 0) {
            fail(block, Stall::grid, line);
        } else if (are_all_here) {
            shared_.at_grid = 0;
            ++shared_.grid_rounds;
        }
        give_turn_up(Fiber::State::at_grid, line);
    }

    /// Lets the threads here go on, since those of all blocks have come.
    void go_on_after_grid() {
        grid_rounds_ = shared_.grid_rounds;
        for (const auto& block : blocks_) {
            block->at_grid = 0;
            for (const auto& fiber : block->threads) {
                fiber->state = Fiber::State::runs;
                fiber->is_last = fiber == block->threads.front();
            }
        }
        goes_on();
    }

    // ---- when all wait

    void look_on() {
        const bool is_for_grid = std::all_of(blocks_.begin(), blocks_.end(), [](const auto& block) {
            return block->left > 0 && block->at_grid == block->left;
        });
        if (is_for_grid && begin_block()) return;
        const std::uint64_t steps = shared_.steps();
        const Clock::time_point now = Clock::now();
        if (steps != seen_) { // the threads here have not looked since
            seen_ = steps;
            since_ = now;
            return;
        }
        const auto waited = now - since_;
        if (!may_begin_another())
            stuck_at_ = steps + 1;
        else if (waited > before_another_block && begin_block())
            return;
        if (shared_.limit.count() > 0 && waited > shared_.limit && shared_.is_stuck(steps))
            return fail_at_loop();
        // A loop may take many iterations although nobody lets it wait.
        if (waited < short_wait) {
            if (waited > before_another_block && ++rounds_ % 32 == 0) std::this_thread::yield();
        } else
            std::this_thread::sleep_for(waited < 50 * short_wait ? before_another_block / 4
                                                                 : 2 * before_another_block);
    }
};

std::uint64_t SharedState::steps() const {
    std::uint64_t sum = 0;
    for (const auto& core : cores)
        sum += core->steps_.load(std::memory_order_acquire);
    return sum;
}

bool SharedState::is_stuck(std::uint64_t steps) const {
    return std::all_of(cores.begin(), cores.end(), [&](const auto& core) {
        const std::uint64_t at = core->stuck_at_;
        return at == steps + 1 || at == Core::ended_mark;
    });
}

/// Begins a thread for each core but the first. Where the system has none left, fewer work.
std::vector<std::thread> begin_others(SharedState& shared) {
    std::vector<std::thread> others;
    sigset_t all, before; // signals are for the program's own threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (std::size_t i = 1; i < shared.cores.size(); ++i) {
        try {
            others.emplace_back([&shared, i] {
                allow_kernels_in_thread();
                shared.cores[i]->work(false);
            });
        } catch (const std::exception&) {
            shared.cores[i]->stuck_at_ = Core::ended_mark;
            --shared.left;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return others;
}

} // namespace

void check_wait_limit() {
    wait_limit();
}

void run_in_turns(const TurnsLaunch& launch) {
    const CpuRange& range = launch.range;
    const std::int64_t count =
        launch.chosen ? std::int64_t(launch.chosen->size()) : range.grid[0] * range.grid[1] * range.grid[2];
    if (count <= 0) return;
    SharedState shared{launch, count, wait_limit()};
    const bool is_alone = launch.chosen || launch.is_recorded || InsideKernel::is_here();
    const std::int64_t cores = is_alone ? 1 : std::min<std::int64_t>(pool_cores(), count);
    for (std::int64_t i = 0; i < cores; ++i)
        shared.cores.push_back(std::make_unique<Core>(shared));
    shared.left = int(cores);
    std::vector<std::thread> others = begin_others(shared);
    shared.cores[0]->work(Interruption::is_possible());
    Interruption interruption;
    while (shared.left > 0) {
        std::this_thread::sleep_for(shared.given_up ? between_turn_reminders : std::chrono::milliseconds(1));
        if (!shared.given_up && interruption.is_wanted()) shared.give_up(KernelExit::by_interruption);
        if (shared.given_up)
            for (std::thread& other : others)
                remind(other.native_handle());
    }
    for (std::thread& other : others)
        other.join();
    if (shared.ended == KernelExit::by_interruption)
        throw Error(ErrorKind::interrupted, "a launch was interrupted");
    if (shared.has_no_memory) throw std::bad_alloc();
    if (shared.ended == KernelExit::by_overflow) throw Error(ErrorKind::kernel, "a recursion was too deep");
}

} // namespace cudapy::runtime
