// Graphs, against the fake driver, which runs the work of streams as late as it may.

#include "runtime/queue/graph.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/kernel.h"
#include "runtime/memory/memory.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

void increment(const Buffer& buffer) {
    TemporaryFolder folder;
    write_file(folder / "k.cubin", "content");
    const Kernel kernel(load_cubin(current_cuda_device(), folder / "k.cubin"),
                        KernelTraits{{}, "increment", "increment"});
    void* data = buffer.data();
    void* slots[] = {&data};
    buffer.use_on(current_stream(buffer.device()));
    kernel.launch({1, 1, 1}, slots);
}

int number_in(const Buffer& buffer) {
    int number = 0;
    copy_from_buffer(&number, buffer, 0, sizeof number);
    return number;
}

} // namespace

TEST_CASE("work is recorded once and given to streams many times") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              auto buffer = std::make_shared<Buffer>(device, sizeof(int), true), other = buffer;
              Graph graph(device);
              {
                  const StreamScope scope(graph.stream());
                  increment(*buffer);
                  increment(*buffer);
              }
              graph.finish();
              std::string said = graph.names() + " " + std::to_string(number_in(*buffer));
              StreamRef stream = Stream::make(device, 0, true);
              graph.replay(stream);
              graph.replay(nullptr); // a real driver would have it wait for the one before
              stream->synchronize();
              said += std::to_string(number_in(*buffer)) + " ";
              buffer.reset();
              other.reset();
              return said + std::to_string(fake<int()>("fake_blocks")()); // the graph has it
          }) == "increment, increment 04 1");
}

TEST_CASE("a graph that cannot be") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              auto spoilt = std::make_unique<Graph>(device);
              cuda::driver().stream_synchronize(spoilt->stream()->handle()); // as another library may
              std::string said = error_of([&] { spoilt->finish(); }) + "\n";
              said += error_of([&] { spoilt->replay(nullptr); }) + "\n";
              spoilt.reset();
              { Graph given_up(device); }
              Graph graph(device);
              const StreamScope scope(graph.stream());
              said += error_of([&] { increment(Buffer(device, 4, false)); }) + "\n";
              Buffer unshared;
              {
                  const StreamScope plain(Stream::default_of(device));
                  unshared = Buffer(device, 4, false);
              }
              return said + error_of([&] { increment(unshared); });
          }) == "driver: recording a graph failed: CUDA_ERROR_FAKE (901): the driver's text.\n"
                "recording: nothing was recorded in the graph: `with graph:` does that\n"
                "recording: making an array cannot be part of a graph: do it before or after the `with` that "
                "records\n"
                "recording: memory that goes when the launch has ended cannot be part of a graph: pass a "
                "CudaArray");
}

TEST_CASE("graphs of the host") {
    const Device host;
    Graph graph(host);
    CHECK(is_recording(host) == false); // its stream is not current yet
    auto from = std::make_shared<Buffer>(host, 4, true), to = std::make_shared<Buffer>(host, 4, true);
    {
        const StreamScope scope(graph.stream());
        CHECK(is_recording(host));
        CHECK(!is_recording({Device::Kind::cuda, 0}));
        copy_buffer(*to, 0, *from, 0, 4);
    }
    graph.finish();
    static_cast<char*>(from->data())[3] = 7;
    from.reset();
    CHECK(static_cast<char*>(to->data())[3] == 0);
    graph.replay(nullptr);
    CHECK(static_cast<char*>(to->data())[3] == 7);
    CHECK(graph.size() == 1);
}

TEST_CASE("graphs after a fork") {
    CHECK(with_fake_driver([]() -> std::string {
              auto graph = std::make_unique<Graph>(current_cuda_device());
              auto finished = std::make_unique<Graph>(current_cuda_device());
              finished->note("nothing");
              finished->finish();
              return in_child([&] {
                  graph.reset();
                  std::string said = error_of([&] { finished->replay(nullptr); }).substr(0, 30);
                  finished.reset();
                  return said;
              });
          }) == "no_device: CUDA is not availab");
}
