#include "runtime/assertions.h"

#include "runtime/cuda_driver.h"
#include "runtime/error.h"
#include "runtime/module.h"

#include <mutex>

namespace cudapy::runtime {

namespace {

/// The slots of kernels that were launched since they were last looked at. Never destroyed: kernels may be
/// launched while the process ends.
struct Pending {
    std::mutex mutex;
    std::vector<std::shared_ptr<FailedAssertion>> slots;
    std::atomic<std::size_t> count{0};
};

Pending& pending() {
    static auto* const all = new Pending;
    return *all;
}

/// The device's slots, which stay pending where kernels may still write to them.
std::vector<std::shared_ptr<FailedAssertion>> take(Device device, bool all_ended) {
    Pending& all = pending();
    std::vector<std::shared_ptr<FailedAssertion>> taken, others;
    const std::lock_guard lock(all.mutex);
    for (auto& slot : all.slots) {
        if (!(slot->module->device() == device)) {
            others.push_back(std::move(slot));
            continue;
        }
        if (all_ended)
            slot->is_pending = false; // before it is read: a launch from now on makes it pending
        else
            others.push_back(slot);
        taken.push_back(std::move(slot));
    }
    all.slots = std::move(others);
    all.count = all.slots.size();
    return taken;
}

/// Adds to `message` what the module's kernels have left, and clears it.
void look_at_check(const cuda::Driver& driver, const FailedAssertion& slot, std::string& message) {
    std::array<std::int64_t, 6> found{};
    cuda::check(driver.memcpy_dtoh(found.data(), slot.check_address, sizeof found),
                "asking for failed checks");
    if (found[0] == 0) return;
    const std::array<std::int64_t, 6> none{};
    cuda::check(driver.memcpy_htod(slot.check_address, none.data(), sizeof none), "asking for failed checks");
    message += (message.empty() ? "" : "\n") + slot.describe(found);
}

} // namespace

void note_asserting_launch(const std::shared_ptr<FailedAssertion>& slot) {
    if (slot->is_pending.exchange(true)) return;
    Pending& all = pending();
    const std::lock_guard lock(all.mutex);
    all.slots.push_back(slot);
    all.count = all.slots.size();
}

void report_failed_assertions(Device device, bool all_ended) {
    if (pending().count.load(std::memory_order_relaxed) == 0) return;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    std::string message, checks;
    for (const auto& slot : take(device, all_ended)) {
        if (slot->check_address != 0) look_at_check(driver, *slot, checks);
        if (slot->address == 0) continue;
        int number = 0;
        cuda::check(driver.memcpy_dtoh(&number, slot->address, sizeof number),
                    "asking for failed assertions");
        if (number < 1 || static_cast<std::size_t>(number) > slot->messages.size()) continue;
        const int none = 0;
        cuda::check(driver.memcpy_htod(slot->address, &none, sizeof none), "asking for failed assertions");
        if (!message.empty()) message += "\n";
        message += slot->messages[static_cast<std::size_t>(number) - 1];
    }
    if (!checks.empty()) throw Error(ErrorKind::kernel, message.empty() ? checks : checks + "\n" + message);
    if (!message.empty()) throw Error(ErrorKind::assertion, message);
}

} // namespace cudapy::runtime
