#pragma once
// The happens-before order of a launch's accesses, kept by vector clocks. Barriers, barriers of warps, and
// fences with atomic operations make it. The order in which threads happen to run here counts for nothing.

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cudapy::runtime {

/// The time of an access, and the thread that made it.
struct AccessTime {
    std::uint32_t number = 0;  ///< the number of its check; 0 for no access
    std::uint32_t epoch = 0;   ///< changes at each barrier of the block; that of another block is another one
    std::uint32_t clock = 0;   ///< the thread's barriers of its warp in the epoch
    std::uint32_t release = 0; ///< the block's fences
    std::uint32_t round = 0;   ///< barriers of the grid
    std::int64_t block = 0;
    std::int64_t thread = 0;
};

/// The part of the order that all blocks share: the atomic operations that make one thread's accesses known
/// to another.
class SharedOrder {
  public:
    /// Returns a number that no epoch has had.
    std::uint32_t next_epoch() { return ++epochs_; }
    /// Notes a fence of a thread. It makes the block's accesses so far known to threads that meet the
    /// thread's next atomic operations.
    void fence(std::int64_t block, std::int64_t thread);
    void atomic(const void* element, std::int64_t block, std::int64_t thread);
    std::uint32_t release_of(std::int64_t block) const;
    /// Returns whether a thread knows of the access through fences and atomic operations.
    bool knows(std::int64_t block, std::int64_t thread, const AccessTime& access) const;

  private:
    /// For each element, the moment up to which a block or a thread knows what was released at it.
    using Known = std::unordered_map<const void*, std::uint64_t>;
    struct Release {
        std::int64_t thread;
        std::uint32_t release;
        std::uint64_t moment;
    };
    struct Block {
        std::uint32_t release = 0;
        std::unordered_map<std::int64_t, std::uint32_t> fenced = {}; ///< by thread
        Known known = {};
        std::unordered_map<std::int64_t, Known> known_of_threads = {};
    };
    struct Element {
        std::unordered_map<std::int64_t, std::vector<Release>> releases = {}; ///< by block
        /// For each other element, what the releasing threads knew of it: pairs of the moment of the release,
        /// and of the moment up to which the other element was known.
        std::unordered_map<const void*, std::vector<std::pair<std::uint64_t, std::uint64_t>>> others = {};
    };
    bool is_known(const Known& known, const AccessTime& access) const;

    std::uint32_t epochs_ = 0;
    std::uint64_t moments_ = 0;
    std::unordered_map<std::int64_t, Block> blocks_; ///< those with fences, and what meets them
    std::unordered_map<const void*, Element> released_;
};

/// The order of the threads of one block, or of one thread where threads do not work together.
class BlockOrder {
  public:
    void begin(std::int64_t block, std::uint32_t epoch);
    void barrier(std::uint32_t epoch) { epoch_ = epoch; }
    void grid_barrier(std::uint32_t epoch);
    void meet(std::int64_t thread, std::uint32_t mask) { meeting_.emplace_back(thread, mask); }
    void end_meeting();

    std::int64_t block() const { return block_; }
    AccessTime now(std::int64_t thread, std::uint32_t number, std::uint32_t release) const;
    /// Returns whether barriers by themselves order two accesses, so that the earlier one has ended when the
    /// later one is made.
    bool is_before(const AccessTime& earlier, const AccessTime& later) const;

  private:
    static constexpr std::size_t width = 32;
    /// For each thread of a warp, the clocks of the others as far as it knows them.
    struct Warp {
        std::uint32_t epoch = 0;
        std::array<std::array<std::uint32_t, width>, width> known{};
    };
    const Warp* warp_of(std::int64_t thread) const;
    Warp& fresh_warp(std::int64_t thread);

    std::int64_t block_ = 0;
    std::uint32_t epoch_ = 0, round_ = 0;
    std::map<std::int64_t, Warp> warps_;
    std::vector<std::pair<std::int64_t, std::uint32_t>> meeting_;
};

} // namespace cudapy::runtime
