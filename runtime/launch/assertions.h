#pragma once
// Assertions of kernels on a GPU. A kernel goes on without the threads whose assertion failed, and the host
// learns of the failure when it next waits for the device.

#include "runtime/cuda/device.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cudapy::runtime {

class Module;

/// The place where the kernels of one module leave the number of the first assertion that failed.
struct FailedAssertion {
    std::shared_ptr<Module> module;
    std::uint64_t address = 0; ///< the address of an int in the device's memory
    /// The int in the host's memory, instead of the device's; `address` is 0 then. Modules have it whose
    /// kernels wait for all blocks, because there a failed assertion takes the device's memory along.
    std::shared_ptr<volatile int> in_host_memory;
    std::vector<std::string> messages; ///< by number; the first number is 1
    /// For a module in checked mode, the address of six int64, which `describe` turns into words; else 0. The
    /// first int64 is the number of the check that failed, or 0 if none has.
    std::uint64_t check_address = 0;
    std::function<std::string(const std::array<std::int64_t, 6>&)> describe;
    std::atomic<bool> is_pending{false};
};

/// Makes an int for FailedAssertion::in_host_memory, and sets the module's pointer at `address` to it.
std::shared_ptr<volatile int> assertion_in_host_memory(Device device, std::uint64_t address);
/// Returns the failed assertions of kernels that took the device's memory along, a line for each. Each is
/// returned once. The text is empty if there are none.
std::string lost_assertions();

/// Must be called after each launch of a kernel with assertions. Throws std::bad_alloc.
void note_asserting_launch(const std::shared_ptr<FailedAssertion>& slot);

/// Must be called when launches on the device have ended. `all_ended` says whether all have; otherwise others
/// may still fail. Throws Error assertion for a failed assertion and Error kernel for a failed check, once
/// for each. Costs one load if no kernel with assertions was launched since all launches had ended.
void report_failed_assertions(Device device, bool all_ended);

} // namespace cudapy::runtime
