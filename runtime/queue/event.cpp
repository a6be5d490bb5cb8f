#include "runtime/queue/event.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/queue/after_wait.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/launch_numbers.h"
#include "runtime/queue/stream.h"
#include "runtime/support/interruption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <thread>
#include <utility>
#include <vector>

namespace cudapy::runtime {

namespace {

using Clock = std::chrono::steady_clock;

/// Spare events for ordering streams. A stream reads an event when it is told to wait for it, so the event
/// can be used again at once. The object is never destroyed, because buffers are freed while the process
/// ends.
class Spares {
  public:
    static Spares& all() {
        static auto* const made = new Spares;
        return *made;
    }

    cuda::Event take(const cuda::Driver& driver, int device) {
        {
            const std::lock_guard lock(mutex_);
            std::vector<cuda::Event>& events = events_[device];
            if (!events.empty()) {
                cuda::Event event = events.back();
                events.pop_back();
                return event;
            }
        }
        cuda::Event event = nullptr;
        cuda::check(driver.event_create(&event, cuda::event_disable_timing), "making an event");
        return event;
    }

    void give_back(int device, cuda::Event event) {
        const std::lock_guard lock(mutex_);
        events_[device].push_back(event);
    }

  private:
    std::mutex mutex_;
    std::map<int, std::vector<cuda::Event>> events_;
};

/// Returns when the event has happened, or when the driver reports an error.
void poll_until_done(const cuda::Driver& driver, cuda::Event event) {
    // The driver's own wait does not sleep either, so this loop is as quick. If the work takes long, waiting
    // a hundredth longer does not matter.
    constexpr std::chrono::milliseconds busy{20};
    constexpr Clock::duration most_sleep = std::chrono::milliseconds(1);
    const Clock::time_point start = Clock::now();
    Interruption interruption;
    while (driver.event_query(event) == cuda::error_not_ready) {
        if (interruption.is_wanted())
            throw Error(ErrorKind::interrupted, "waiting for the GPU was interrupted");
        const Clock::duration taken = Clock::now() - start;
        if (taken > busy) std::this_thread::sleep_for(std::min(taken / 100, most_sleep));
    }
}

} // namespace

Event::~Event() {
    if (!handle_ || cuda::forked_after_init()) return;
    try { // at exit the driver may be gone, and the event with it
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
        if (scope.status() == cuda::success) driver.event_destroy(handle_);
    } catch (const std::exception&) {
    }
}

void Event::record(const Stream& stream) {
    refuse_recording(&stream, "recording an event");
    const Device device = stream.device();
    const std::lock_guard lock(first_);
    if (recorded_ && !(device == device_))
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("the event was recorded on {} before and the stream is of {}: make an event "
                                "for each device",
                                device_.name(), device.name()));
    if (device.is_host()) {
        host_time_ = Clock::now().time_since_epoch().count();
        recorded_ = true;
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    if (!handle_)
        cuda::check(driver.event_create(&handle_, timing_ ? 0 : unsigned{cuda::event_disable_timing}),
                    "making an event");
    device_ = device;
    const std::uint64_t launched = last_launch();
    cuda::check(driver.event_record(handle_, stream.handle()), "recording an event");
    stream_ = stream.weak_from_this();
    launched_ = launched;
    recorded_ = true;
}

std::pair<std::shared_ptr<const Stream>, std::uint64_t> Event::recorded_work() const {
    const std::lock_guard lock(first_);
    return {stream_.lock(), launched_};
}

void Event::synchronize() const {
    if (!recorded_ || device_.is_host()) return;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
    cuda::check(scope.status(), "using the GPU's context");
    const auto [stream, launched] = recorded_work();
    if (Interruption::is_possible()) poll_until_done(driver, handle_);
    cuda::check(driver.event_synchronize(handle_), "waiting for an event");
    if (stream) stream->note_ended(launched);
    std::fflush(stdout); // the output of kernels is in C's buffer by now
    after_wait(device_, false);
}

bool Event::is_done() const {
    if (!recorded_ || device_.is_host()) return true;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
    cuda::check(scope.status(), "using the GPU's context");
    const cuda::Result result = driver.event_query(handle_);
    if (result == cuda::error_not_ready) return false;
    cuda::check(result, "asking whether an event is done");
    return true;
}

double Event::milliseconds_since(const Event& start) const {
    for (const Event* event : {&start, this}) {
        const char* which = event == this ? "end" : "start";
        if (!event->timing_)
            throw Error(ErrorKind::invalid_argument,
                        fmt::format("the {} event was made with timing=False", which));
        if (!event->recorded_)
            throw Error(ErrorKind::invalid_argument, fmt::format("the {} event was not recorded yet", which));
    }
    if (!(start.device_ == device_))
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("the start event is of {} and the end event of {}: there is no time between "
                                "events of two devices",
                                start.device_.name(), device_.name()));
    if (device_.is_host()) {
        const Clock::duration between(host_time_ - start.host_time_);
        return std::chrono::duration<double, std::milli>(between).count();
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
    cuda::check(scope.status(), "using the GPU's context");
    float milliseconds = 0;
    const cuda::Result result = driver.event_elapsed_time(&milliseconds, start.handle_, handle_);
    if (result == cuda::error_not_ready)
        throw Error(ErrorKind::invalid_argument,
                    "an event has not happened yet: call the end event's synchronize() first");
    cuda::check(result, "asking for the time between events");
    return static_cast<double>(milliseconds);
}

void Event::hold_back(const Stream& stream) const {
    refuse_recording(&stream, "making a stream wait");
    if (!recorded_ || device_.is_host()) return;
    if (stream.device().is_host()) { // its next work may run at once only when that has ended
        synchronize();
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(stream.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::check(driver.stream_wait_event(stream.handle(), handle_, 0), "making a stream wait");
}

void wait_interruptibly(Device device, CUstream_st* stream) {
    if (!Interruption::is_possible()) return;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    struct Spare {
        int device;
        cuda::Event event;
        ~Spare() { Spares::all().give_back(device, event); }
    } const spare{device.index, Spares::all().take(driver, device.index)};
    if (driver.event_record(spare.event, stream) == cuda::success) poll_until_done(driver, spare.event);
}

void order_streams(const Stream& first, const Stream& waiting) {
    const int device = first.device().index;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device));
    cuda::check(scope.status(), "using the GPU's context");
    Spares& spares = Spares::all();
    cuda::Event event = spares.take(driver, device);
    cuda::Result result = driver.event_record(event, first.handle());
    if (result == cuda::success) {
        // A null handle means the default stream of the current context.
        cuda::ContextScope other(driver, cuda::primary_context(waiting.device().index));
        result = other.status();
        if (result == cuda::success) result = driver.stream_wait_event(waiting.handle(), event, 0);
    }
    spares.give_back(device, event);
    cuda::check(result, "making a stream wait for another");
}

} // namespace cudapy::runtime
