#include "runtime/launch/assertions.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/module.h"
#include "runtime/memory/pinned.h"
#include "runtime/support/error.h"

#include <mutex>
#include <new>

namespace cudapy::runtime {

namespace {

/// The slots of kernels that were launched since the slots were last checked. They are never destroyed,
/// because kernels may be launched while the process ends.
struct PendingAssertions {
    std::mutex mutex;
    std::vector<std::shared_ptr<FailedAssertion>> slots;
    std::atomic<std::size_t> count{0};
};

PendingAssertions& pending() {
    static auto* const all = new PendingAssertions;
    return *all;
}

/// Takes the device's slots. They stay pending if kernels may still write to them.
std::vector<std::shared_ptr<FailedAssertion>> take(Device device, bool all_ended) {
    PendingAssertions& all = pending();
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

/// Adds the message of an assertion by its number. Returns false if no assertion has the number.
bool add_message(const FailedAssertion& slot, int number, std::string& message) {
    if (number < 1 || static_cast<std::size_t>(number) > slot.messages.size()) return false;
    if (!message.empty()) message += "\n";
    message += slot.messages[static_cast<std::size_t>(number) - 1];
    return true;
}

/// Adds to `message` the failed check that the module's kernels have left, and clears it on the device.
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

std::shared_ptr<volatile int> assertion_in_host_memory(Device device, std::uint64_t address) {
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    // A device sees the host's page-locked memory at the host's address.
    void* const data = take_pinned(sizeof(int), true);
    if (!data) throw std::bad_alloc();
    std::shared_ptr<volatile int> number(
        static_cast<int*>(data), [](volatile int* taken) { give_pinned_back(const_cast<int*>(taken)); });
    cuda::check(driver.memcpy_htod(address, &data, sizeof data), "preparing a kernel's assertions");
    return number;
}

std::string lost_assertions() {
    PendingAssertions& all = pending();
    const std::lock_guard lock(all.mutex);
    std::string message;
    for (const auto& slot : all.slots)
        if (slot->in_host_memory && add_message(*slot, *slot->in_host_memory, message))
            *slot->in_host_memory = 0;
    return message;
}

void note_asserting_launch(const std::shared_ptr<FailedAssertion>& slot) {
    if (slot->is_pending.exchange(true)) return;
    PendingAssertions& all = pending();
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
        if (!add_message(*slot, number, message)) continue;
        const int none = 0;
        cuda::check(driver.memcpy_htod(slot->address, &none, sizeof none), "asking for failed assertions");
    }
    if (!checks.empty())
        throw AsynchronousError(ErrorKind::kernel, message.empty() ? checks : checks + "\n" + message,
                                device.name());
    if (!message.empty()) throw AsynchronousError(ErrorKind::assertion, message, device.name());
}

} // namespace cudapy::runtime
