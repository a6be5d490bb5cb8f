#pragma once
// The loaded coarsened variants of a kernel.

#include "runtime/launch/kernel.h"

#include <cstdint>
#include <cstring>
#include <memory>

namespace cudapy::runtime {

/// A variant of a kernel in which one CUDA thread does the work of several neighbouring threads. It never
/// changes.
struct CoarsenedVariant {
    CoarsenedTraits traits;
    std::shared_ptr<Module> module;
    void* function = nullptr;
    int max_threads = 0;                    ///< of a block, which its registers allow
    const CoarsenedVariant* next = nullptr; ///< one that was loaded before

    /// Returns whether the arguments of a launch fit the variant.
    bool fits(void* const* slots) const noexcept { return coarsened_fits(traits, slots); }

    /// Returns whether the arguments of a launch fit a variant, which need not be loaded.
    static bool coarsened_fits(const CoarsenedTraits& traits, void* const* slots) noexcept {
        for (const CoarsenedTraits::Condition& condition : traits.conditions) {
            uint64_t value = 0;
            std::memcpy(&value, slots[condition.slot], static_cast<std::size_t>(condition.bytes));
            if (condition.other >= 0) {
                if (std::memcmp(slots[condition.slot], slots[condition.other], sizeof value) == 0)
                    return false;
                continue;
            }
            const auto number = static_cast<uint64_t>(condition.number);
            if (condition.is_exact ? value != number : value % number != 0) return false;
        }
        return true;
    }
};

} // namespace cudapy::runtime
