// Streams and events, against the fake driver, which runs the work of streams as late as it may.

#include "runtime/queue/stream.h"
#include "runtime/queue/synchronize.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/kernel.h"
#include "runtime/memory/memory.h"
#include "runtime/queue/event.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <thread>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

/// The kernel `increment` of the fake driver: it adds 1 to an int.
struct Increment {
    TemporaryFolder folder;
    std::unique_ptr<Kernel> kernel;

    Increment() {
        write_file(folder / "k.cubin", "content");
        kernel = std::make_unique<Kernel>(load_cubin(current_cuda_device(), folder / "k.cubin"),
                                          KernelTraits{{}, "increment", "increment"});
    }
    void operator()(const Buffer& buffer) const {
        void* data = buffer.data();
        void* slots[] = {&data};
        kernel->launch({1, 1, 1}, slots);
    }
};

int number_in(const Buffer& buffer) {
    int number = 0;
    copy_from_buffer(&number, buffer, 0, sizeof number);
    return number;
}

} // namespace

TEST_CASE("launches and copies go to the thread's current stream") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              StreamRef one = Stream::make(device, 0, true), two = Stream::make(device, 0, true);
              Buffer buffer(device, sizeof(int), true);
              synchronize(device);
              const int* memory = static_cast<const int*>(buffer.data()); // the host's, of a fake GPU
              std::string said;
              {
                  const StreamScope scope(one);
                  increment(buffer);
                  const StreamScope inner(two);
                  increment(buffer);
                  std::thread([&] { // which has none
                      increment(buffer);
                      Stream::default_of(device)->synchronize();
                  })
                      .join();
                  said += std::to_string(*memory);
              }
              two->synchronize();
              said += std::to_string(*memory);
              said += one->is_done() ? " done " : " waits ";
              one->synchronize();
              said += std::to_string(*memory) + (one->is_done() ? " done" : " waits");
              return said + (current_stream(device) ? " current" : "");
          }) == "12 waits 3 done");
}

TEST_CASE("a stream waits for another, and for an event") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              StreamRef one = Stream::make(device, 0, true), two = Stream::make(device, 0, true);
              Buffer buffer(device, sizeof(int), true);
              synchronize(device);
              const int* memory = static_cast<const int*>(buffer.data());
              Event event;
              {
                  const StreamScope scope(one);
                  increment(buffer);
                  event.record(*one);
                  increment(buffer);
              }
              two->synchronize();
              std::string said = std::to_string(*memory);
              said += event.is_done() ? "!" : " ";
              two->wait(event);
              two->synchronize();
              said += std::to_string(*memory);
              said += event.is_done() ? " " : "!";
              two->wait(*one);
              two->synchronize();
              return said + std::to_string(*memory);
          }) == "0 1 2");
}

TEST_CASE("a stream that blocks and the default stream wait for each other") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              StreamRef blocking = Stream::make(device), other = Stream::make(device, -3, true);
              Buffer buffer(device, sizeof(int), true);
              synchronize(device);
              for (const StreamRef& stream : {blocking, other}) {
                  const StreamScope scope(stream);
                  increment(buffer);
              }
              return std::to_string(number_in(buffer)) + " " + std::to_string(blocking->priority()) + " " +
                     std::to_string(other->priority());
          }) == "1 0 -3");
}

TEST_CASE("streams of other libraries") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              StreamRef made = Stream::make(device, 0, true);
              bool kept = true;
              std::string said;
              {
                  StreamRef foreign = Stream::foreign(
                      device, reinterpret_cast<std::uintptr_t>(made->handle()),
                      std::shared_ptr<void>(&kept, [](void* p) { *static_cast<bool*>(p) = false; }));
                  foreign->synchronize();
                  said += foreign->is_foreign() && kept ? "kept" : "?";
              }
              said += kept ? "?" : ", let go, ";
              said +=
                  std::to_string(fake<int()>("fake_streams")()) + " "; // that of the other is not destroyed
              said += Stream::foreign(device, 0, nullptr) == Stream::default_of(device) ? "default " : "? ";
              said += Stream::foreign(device, 1, nullptr) == Stream::default_of(device) ? "default " : "? ";
              made.reset();
              said += std::to_string(fake<int()>("fake_streams")()) + "\n";
              return said + error_of([&] { Stream::foreign(device, 2, nullptr); }) + "\n" +
                     error_of([&] { Stream::foreign(Device{}, 1234, nullptr); });
          }) == "kept, let go, 1 default default 0\n"
                "invalid_argument: the address 2 means CUDA's default stream of each thread, another one in "
                "every thread: give a stream of its own\n"
                "invalid_argument: a stream of another library is of a GPU, not of cpu");
}

TEST_CASE("the time between events") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              const Stream& stream = *Stream::default_of(device);
              Event start, end, untimed(false), host;
              std::string said = error_of([&] { end.milliseconds_since(start); }) + "\n";
              start.record(stream);
              untimed.record(stream);
              end.record(stream);
              said += error_of([&] { end.milliseconds_since(start); }) + "\n";
              end.synchronize();
              said += std::to_string(int(end.milliseconds_since(start))) + "\n"; // the fake one counts events
              said += error_of([&] { end.milliseconds_since(untimed); }) + "\n";
              host.record(*Stream::default_of(Device{}));
              said += error_of([&] { host.milliseconds_since(start); }) + "\n";
              return said + error_of([&] { host.record(stream); });
          }) == "invalid_argument: the start event was not recorded yet\n"
                "invalid_argument: an event has not happened yet: call the end event's synchronize() first\n"
                "2\n"
                "invalid_argument: the start event was made with timing=False\n"
                "invalid_argument: the start event is of cuda:0 and the end event of cpu: there is no time "
                "between events of two devices\n"
                "invalid_argument: the event was recorded on cpu before and the stream is of cuda:0: make an "
                "event for each device");
}

TEST_CASE("a kernel that failed is told by its stream and by events") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              StreamRef stream = Stream::make(device);
              Event event;
              event.record(*stream);
              fake<void(int)>("fake_fail")(700);
              const auto first_words = [](const std::string& text) { return text.substr(0, 40); };
              std::string said = first_words(error_of([&] { stream->synchronize(); })) + "\n";
              said += first_words(error_of([&] { event.synchronize(); })) + "\n";
              return said + first_words(error_of([&] { stream->is_done(); }));
          }) == "kernel: waiting for a stream failed, bec\n"
                "kernel: waiting for an event failed, bec\n"
                "kernel: asking whether a stream is done ");
}

TEST_CASE("streams and events after a fork, and their ends") {
    CHECK(with_fake_driver([]() -> std::string {
              auto stream = Stream::make(current_cuda_device());
              auto event = std::make_unique<Event>();
              event->record(*stream);
              std::string said = in_child([&] {
                  std::string error = error_of([&] { stream->synchronize(); }).substr(0, 30);
                  stream.reset();
                  event.reset();
                  return error + " " +
                         std::to_string(fake<int()>("fake_streams")() + fake<int()>("fake_events")());
              });
              stream.reset();
              event.reset();
              return said + " " +
                     std::to_string(fake<int()>("fake_streams")() + fake<int()>("fake_events")());
          }) == "no_device: CUDA is not availab 2 0");
}

TEST_CASE("streams of the host run at once") {
    const Device host;
    StreamRef stream = Stream::make(host);
    CHECK(stream->is_done());
    CHECK(stream->priority() == 0);
    Event start, end;
    start.record(*stream);
    stream->wait(start);
    stream->wait(*Stream::default_of(host));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    end.record(*stream);
    end.synchronize();
    CHECK(end.is_done());
    CHECK(end.milliseconds_since(start) >= 2.0);
    CHECK(end.milliseconds_since(start) < 2000.0);
}

TEST_CASE("the current streams of a thread") {
    const Device host;
    StreamRef one = Stream::make(host), two = Stream::make(host);
    CHECK(!current_stream(host));
    enter_stream(one);
    enter_stream(two);
    CHECK(current_stream(host) == two);
    CHECK(leave_stream(*one)); // out of order, as generators may do it
    CHECK(current_stream(host) == two);
    {
        const StreamScope scope(one);
        CHECK(current_stream(host) == one);
        CHECK(!leave_stream(*one)); // it is not of enter_stream
        enter_stream(one);          // and not left
    }
    CHECK(current_stream(host) == one);
    CHECK(leave_stream(*one));
    CHECK(current_stream(host) == two);
    CHECK(!current_stream({Device::Kind::cuda, 0}));
    CHECK(leave_stream(*two));
    CHECK(!leave_stream(*two));
    CHECK(!current_stream(host));
}
