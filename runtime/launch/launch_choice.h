#pragma once
// The ways to launch a kernel, and those that measuring has found best.

#include "runtime/launch/extent.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::runtime {

/// A way to launch a kernel whose threads do not see their blocks.
struct LaunchChoice {
    /// On a GPU, the threads along each axis whose work a CUDA thread does; 0 for the plain variant, the
    /// only one of the CPU.
    Extent factors{};
    Extent block{}; ///< the threads of a block: of CUDA, or of the CPU target

    bool is_coarsened() const noexcept { return factors[0] != 0; }

    bool operator==(const LaunchChoice&) const = default;
};

/// Returns the blocks that are worth measuring for a launch of so many threads. `axes` are those on which
/// blocks may be wider than 1, as in KernelTraits.
std::vector<Extent> gpu_blocks_to_try(const Extent& threads, unsigned axes, int max_threads);
/// Returns the same for the CPU target, where `usual` is the block that a launch gets.
std::vector<Extent> cpu_blocks_to_try(const Extent& threads, unsigned axes, const Extent& usual);

/// The choices that were found best for a kernel on a device, by the size of the launch: along each axis all
/// counts between two powers of two are one size.
class TunedChoices {
  public:
    /// Returns the choice for so many threads; null if none was made.
    const LaunchChoice* find(const Extent& threads) const noexcept;
    /// Makes the choice for so many threads, in place of an earlier one.
    void set(const Extent& threads, const LaunchChoice& choice);
    /// Adds the choices for sizes that have none here.
    void add_missing(const TunedChoices& others);
    /// Returns the choices as text, a line for each, and reads them again. Text that is not such a text gives
    /// nothing.
    std::string text() const;
    static std::optional<TunedChoices> read(std::string_view text);

    bool operator==(const TunedChoices&) const = default;

  private:
    using SizeClass = std::array<int, 3>;
    struct Entry {
        SizeClass size;
        LaunchChoice choice;
        bool operator==(const Entry&) const = default;
    };
    static SizeClass class_of(const Extent& threads) noexcept;

    std::vector<Entry> entries_;
};

} // namespace cudapy::runtime
