#pragma once
// What the recorder of a launch in checked mode finds: races, and reads of what nobody has written.

#include <cstdint>

namespace cudapy::runtime {

struct Finding {
    enum class Kind {
        race,      ///< two accesses that nothing orders, of which one writes and one is not atomic
        unwritten, ///< `second` reads what nobody has written
    } kind = Kind::race;
    /// By the number of its check; the thread is numbered in its block, where there are blocks, else in the
    /// launch, and is its own block then.
    struct Access {
        int number = 0;
        std::int64_t block = 0, thread = 0;
    };
    Access first, second; ///< in the order in which they were made here
    bool same_block = false, same_warp = false;
    int declared = 0; ///< the number of the check of the shared or local array; 0 for an argument
    /// Where what is accessed begins: in an argument its address, in another array its distance from the
    /// beginning in bytes.
    std::int64_t at = 0;
    /// The bits of what was there, and of what `second` was going to write, at most 8 bytes.
    std::int64_t before = 0, after = 0;
    bool has_before = false, has_after = false; ///< what nobody has written is no value
};

} // namespace cudapy::runtime
