#pragma once
// Assertions of kernels on a GPU: a kernel goes on without the threads whose assertion failed, and the host
// hears of it when it next waits for the device.

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

/// Where the kernels of one module leave the number of the first assertion that failed.
struct FailedAssertion {
    std::shared_ptr<Module> module;
    std::uint64_t address = 0; ///< of an int in the device's memory
    /// Of a module whose kernels wait for all blocks, where a failed assertion takes the device's memory
    /// along: the int instead, in the host's memory. `address` is 0.
    std::shared_ptr<volatile int> in_host_memory;
    std::vector<std::string> messages; ///< by number, the first being 1
    /// Of a module in checked mode: the address of six int64, of which the first is the number of the check
    /// that failed; 0 for none. `describe` makes words of them.
    std::uint64_t check_address = 0;
    std::function<std::string(const std::array<std::int64_t, 6>&)> describe;
    std::atomic<bool> is_pending{false};
};

/// An int for FailedAssertion::in_host_memory, which a pointer of the module at `address` is set to.
std::shared_ptr<volatile int> assertion_in_host_memory(Device device, std::uint64_t address);
/// What was asserted by kernels that took the device's memory along, a line for each, once; empty for
/// nothing.
std::string lost_assertions();

/// To be called behind each launch of a kernel with assertions. Throws std::bad_alloc.
void note_asserting_launch(const std::shared_ptr<FailedAssertion>& slot);

/// To be called when launches on the device have ended: all of them, or some, so that others may fail yet.
/// Throws Error assertion for one that failed, and kernel for a check, once; costs one load when nothing has
/// been asserted since all had ended.
void report_failed_assertions(Device device, bool all_ended);

} // namespace cudapy::runtime
