#pragma once
// The findings of a launch in checked mode: races, and reads of memory that nobody has written.

#include <cstdint>

namespace cudapy::runtime {

struct Finding {
    enum class Kind {
        race,      ///< two accesses that nothing orders, of which one writes and one is not atomic
        unwritten, ///< `second` reads what nobody has written
    } kind = Kind::race;
    /// An access, with the number of its check. The thread is numbered in its block; without blocks it is
    /// numbered in the launch, and is its own block.
    struct Access {
        int number = 0;
        std::int64_t block = 0, thread = 0;
    };
    Access first, second; ///< the accesses in the order in which they were made here
    bool same_block = false, same_warp = false;
    int declared = 0; ///< the number of the check of the shared or local array; 0 for an argument
    /// The beginning of the accessed memory: its address in an argument, its distance in bytes from the
    /// beginning in another array.
    std::int64_t at = 0;
    /// The bits that were in the memory, and those that `second` was going to write; at most 8 bytes.
    std::int64_t before = 0, after = 0;
    bool has_before = false, has_after = false; ///< memory that nobody has written has no value
};

} // namespace cudapy::runtime
