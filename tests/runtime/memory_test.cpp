// Memory of GPUs in the order of streams, against the fake driver: it runs the work of streams as late as it
// may, allocations and frees too, and counts uses of memory that is not there.

#include "runtime/memory/memory.h"
#include "runtime/queue/synchronize.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/kernel.h"
#include "runtime/memory/memory_pool.h"
#include "runtime/memory/pinned.h"
#include "runtime/queue/event.h"
#include "runtime/queue/graph.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <thread>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

struct Increment {
    TemporaryFolder folder;
    std::unique_ptr<Kernel> kernel;

    Increment() {
        write_file(folder / "k.cubin", "content");
        kernel = std::make_unique<Kernel>(load_cubin(current_cuda_device(), folder / "k.cubin"),
                                          KernelTraits{{}, "increment", "increment"});
    }
    /// On the current stream.
    void operator()(const Buffer& buffer) const {
        void* data = buffer.data();
        void* slots[] = {&data};
        buffer.use_on(current_stream(buffer.device()));
        kernel->launch({1, 1, 1}, slots);
    }
};

int number_in(const Buffer& buffer) {
    int number = 0;
    copy_from_buffer(&number, buffer, 0, sizeof number);
    return number;
}

int count(const char* what) {
    return fake<int()>(what)();
}

std::string text_of(const MemoryInfo& info) {
    return "used " + std::to_string(info.used) + " reserved " + std::to_string(info.reserved) + " peak " +
           std::to_string(info.peak) + " limit " + (info.limit ? std::to_string(*info.limit) : "none") +
           " free " + std::to_string(info.free) + " of " + std::to_string(info.total);
}

} // namespace

TEST_CASE("a buffer is ready on the stream where it is first used") {
    for (bool pools : {true, false}) {
        Variable none("FAKE_NO_POOLS", pools ? std::nullopt : std::optional<std::string>("1"));
        CHECK(with_fake_driver([]() -> std::string {
                  const Device device = current_cuda_device();
                  Increment increment;
                  StreamRef one = Stream::make(device, 0, true), two = Stream::make(device, 0, true);
                  Buffer buffer(device, sizeof(int), true); // of the default stream
                  {
                      const StreamScope scope(one);
                      increment(buffer);
                      increment(buffer);
                      one->synchronize();
                  }
                  std::string said = std::to_string(number_in(buffer));
                  const StreamScope scope(two);
                  Buffer other(device, sizeof(int), true); // of two
                  increment(other);
                  const StreamScope inner(one);
                  said += std::to_string(number_in(other)); // the first use on one
                  return said + " " + std::to_string(count("fake_wild_uses"));
              }) == "21 0");
    }
}

TEST_CASE("a buffer goes when all streams that used it are through with it") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              StreamRef one = Stream::make(device, 0, true), two = Stream::make(device, 0, true);
              std::string said;
              for (int uses = 0; uses < 3; ++uses) {
                  auto buffer = std::make_unique<Buffer>(device, sizeof(int), true);
                  increment(*buffer);
                  for (const StreamRef& stream : {one, two}) {
                      if (stream == two && uses < 2) continue;
                      if (uses == 0) break;
                      const StreamScope scope(stream);
                      increment(*buffer);
                  }
                  buffer.reset();
                  said += std::to_string(count("fake_blocks")) + " ";
                  fake<void()>("fake_run_all")();
                  said += std::to_string(count("fake_blocks")) + ", ";
              }
              return said + std::to_string(count("fake_wild_uses"));
          }) == "1 0, 1 0, 1 0, 0");
}

TEST_CASE("no stream waits for a free") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              StreamRef one = Stream::make(device, 0, true);
              Buffer number(device, sizeof(int), true);
              number.use_on(one);
              synchronize(device);
              const int* memory = static_cast<const int*>(number.data());
              {
                  Buffer shared(device, 4, false);
                  const StreamScope scope(one);
                  increment(shared);
                  increment(number);
              } // freed: the default stream is not held up by one
              Stream::default_of(device)->synchronize();
              std::string said = std::to_string(*memory);
              one->synchronize();
              return said + std::to_string(*memory);
          }) == "01");
}

TEST_CASE("a buffer whose address others have goes when the device is idle") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              StreamRef unseen = Stream::make(device, 0, true);
              {
                  Buffer buffer(device, sizeof(int), true);
                  buffer.share();
                  synchronize(device);
                  const StreamScope scope(unseen);
                  void* data = buffer.data();
                  void* slots[] = {&data};
                  increment.kernel->launch({1, 1, 1}, slots);
              }
              Stream::default_of(device)->synchronize();
              unseen->synchronize();
              return std::to_string(count("fake_blocks")) + " " + std::to_string(count("fake_wild_uses"));
          }) == "0 0");
}

TEST_CASE("copies are made on the current stream") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              StreamRef one = Stream::make(device, 0, true);
              Buffer from(device, sizeof(int), true), to(device, sizeof(int), true);
              const StreamScope scope(one);
              const int five = 5;
              copy_to_buffer(from, 0, &five, sizeof five);
              increment(from);
              copy_buffer(to, 0, from, 0, sizeof(int));
              increment(from);
              std::string said = std::to_string(number_in(to)) + std::to_string(number_in(from));
              return said + (one->is_done() ? " done " : " waits ") + std::to_string(count("fake_wild_uses"));
          }) == "67 done 0");
}

TEST_CASE("copies between devices wait for the streams of both") {
    Variable two("FAKE_COUNT", "2");
    CHECK(with_fake_driver([]() -> std::string {
              const Device here = current_cuda_device(), there{Device::Kind::cuda, 1};
              Increment increment;
              StreamRef stream = Stream::make(here, 0, true), other = Stream::make(there, 0, true);
              const StreamScope scope(stream), outer(other);
              Buffer to(there, sizeof(int), true);
              {
                  Buffer from(here, sizeof(int), true);
                  increment(from);
                  copy_buffer(to, 0, from, 0, sizeof(int));
              }
              const int number = number_in(to); // waits, before the uses are counted
              return std::to_string(number) + " " + std::to_string(count("fake_wild_uses"));
          }) == "1 0");
}

TEST_CASE("devices that can use each other's memory are told so once") {
    Variable two("FAKE_COUNT", "2");
    const auto copies = [] {
        return with_fake_driver([]() -> std::string {
            const Device here = current_cuda_device(), there{Device::Kind::cuda, 1};
            Buffer first(here, sizeof(int), true), second(there, sizeof(int), true);
            for (int i = 0; i < 2; ++i) {
                copy_buffer(first, 0, second, 0, sizeof(int));
                copy_buffer(second, 0, first, 0, sizeof(int));
            }
            const int number = number_in(first); // waits, before the accesses are asked for
            return std::to_string(number) + " " + fake<const char*()>("fake_accesses")();
        });
    };
    CHECK(copies() == "0 1 uses 0, 0 uses 1, ");
    Variable apart("FAKE_NO_PEERS", "1");
    CHECK(copies() == "0 ");
    Variable old("FAKE_NO_POOLS", "1");
    CHECK(copies() == "0 ");
}

TEST_CASE("what is said of memory") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              std::string said = text_of(memory_info(device)) + "\n";
              {
                  Buffer one(device, 1000, false), two(device, 500, true), none(device, 0, false);
                  said += text_of(memory_info(device)) + "\n";
              }
              said += text_of(memory_info(device)) + "\n"; // reserved for the next
              trim_memory(device);
              return said + text_of(memory_info(device));
          }) == "used 0 reserved 0 peak 0 limit none free 2000000 of 2000000\n"
                "used 1500 reserved 1500 peak 1500 limit none free 1998500 of 2000000\n"
                "used 0 reserved 1500 peak 1500 limit none free 1998500 of 2000000\n"
                "used 0 reserved 0 peak 1500 limit none free 2000000 of 2000000");
    CHECK(with_fake_driver([]() -> std::string {
              const Device host;
              const MemoryInfo before = memory_info(host);
              Buffer buffer(host, 1000, true);
              const MemoryInfo after = memory_info(host);
              return std::to_string(after.used - before.used) + " " + std::to_string(after.peak >= 1000) +
                     std::to_string(after.total >= after.free) + std::to_string(after.free > 0);
          }) == "1000 111");
}

TEST_CASE("a limit of memory") {
    const auto limited = [](Device device) {
        set_memory_limit(device, 1000);
        auto kept = std::make_unique<Buffer>(device, 600, false);
        std::string said = error_of([&] { Buffer(device, 500, false); });
        said = said.substr(0, said.find(", and ")) + "\n";
        { Buffer fits(device, 400, false); }
        kept.reset();
        { Buffer fits(device, 1000, false); }
        set_memory_limit(device, std::nullopt);
        { Buffer fits(device, 2000, false); }
        const MemoryInfo info = memory_info(device);
        return said + std::to_string(info.used) + (info.peak >= 2000 ? " used" : "?");
    };
    CHECK(with_fake_driver([&] { return limited(current_cuda_device()); }) ==
          "out_of_memory: no memory on cuda:0 for 500 bytes: arrays use 600 bytes of the 1000 that "
          "set_memory_limit allows\n0 used");
    CHECK(in_child([&] { return limited(Device{}); }) ==
          "out_of_memory: no memory on cpu for 500 bytes: arrays use 600 bytes of the 1000 that "
          "set_memory_limit allows\n0 used");
}

namespace {

std::unique_ptr<Buffer> garbage;
int asked = 0;

} // namespace

TEST_CASE("memory that is out is looked for once") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              set_memory_reclaimer([] {
                  ++asked;
                  garbage.reset();
              });
              garbage = std::make_unique<Buffer>(device, 1500000, false);
              Buffer fits(device, 1500000, false);
              std::string said = std::to_string(asked);
              said += error_of([&] { Buffer(device, 1500000, false); }).substr(0, 13);
              return said + std::to_string(asked);
          }) == "1out_of_memory2");
}

TEST_CASE("buffers used by many threads and streams") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              Buffer buffer(device, sizeof(int), true);
              std::vector<std::thread> threads;
              for (int i = 0; i < 4; ++i)
                  threads.emplace_back([&] {
                      const StreamScope scope(Stream::make(device));
                      for (int round = 0; round < 200; ++round) {
                          increment(buffer);
                          Buffer own(device, sizeof(int), true);
                          increment(own);
                          if (number_in(own) != 1) std::abort();
                      }
                      current_stream(device)->synchronize();
                  });
              for (std::thread& thread : threads)
                  thread.join();
              const int number = number_in(buffer); // waits, before the uses are counted
              return std::to_string(number) + " " + std::to_string(memory_info(device).used) + " " +
                     std::to_string(count("fake_wild_uses"));
          }) == "800 4 0");
}

TEST_CASE("copies of pinned memory go on") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              StreamRef one = Stream::make(device, 0, true);
              const StreamScope scope(one);
              Buffer buffer(device, sizeof(int), true), back = Buffer::pinned(sizeof(int), true);
              auto pinned = std::make_unique<Buffer>(Buffer::pinned(2 * sizeof(int), true));
              static_cast<int*>(pinned->data())[1] = 5;
              start_copy(buffer, 0, *pinned, sizeof(int), sizeof(int));
              start_copy(back, 0, buffer, 0, sizeof(int));
              std::string said = is_pinned(pinned->data(), 2 * sizeof(int)) ? "pinned " : "? ";
              said += is_pinned(pinned->data(), 3 * sizeof(int)) ? "? " : "";
              said += std::to_string(memory_info(Device{}).used) + " ";
              pinned.reset(); // while a copy of it is still to come
              const int& number = *static_cast<const int*>(back.data());
              said += std::to_string(number);
              one->synchronize();
              said += std::to_string(number) + " ";
              const int blocks = count("fake_blocks");
              const Buffer more = Buffer::pinned(4, false); // whoever makes some frees what has left
              int plain = 0;
              start_copy_from_buffer(&plain, buffer, 0, sizeof plain); // done when it returns
              return said + std::to_string(plain) + " " + std::to_string(blocks - count("fake_blocks"));
          }) == "pinned 12 05 5 0");
}

TEST_CASE("pinned memory where there is no GPU") {
    Variable none("FAKE_COUNT", "0");
    CHECK(with_fake_driver([]() -> std::string {
              Buffer buffer = Buffer::pinned(100, true);
              const auto* bytes = static_cast<const char*>(buffer.data());
              return std::to_string(bytes[99]) + std::to_string(is_pinned(bytes, 1)) +
                     std::to_string(memory_info(Device{}).used);
          }) == "00100");
}

TEST_CASE("kernels use memory of the host where it is, which is kept until they have ended") {
    for (const bool managed : {false, true}) {
        const std::string said = with_fake_driver([managed]() -> std::string {
            const Device device = current_cuda_device();
            Increment increment;
            StreamRef one = Stream::make(device, 0, true);
            auto host = std::make_unique<Buffer>(managed ? Buffer::managed(sizeof(int), true, true)
                                                         : Buffer::pinned(sizeof(int), true));
            int* number = static_cast<int*>(host->data());
            *number = 5;
            std::string text;
            {
                const StreamScope scope(one);
                Buffer buffer = Buffer::on_host_memory(device, number, sizeof(int));
                text += buffer.data() == number && buffer.is_borrowed() ? "here " : "? ";
                increment(buffer);
            } // the buffer goes before the kernel
            text += std::to_string(*number);
            one->synchronize();
            text += std::to_string(*number) + " ";
            {
                Buffer buffer = Buffer::on_host_memory(device, number, sizeof(int));
                increment(buffer); // on the default stream
                const StreamScope scope(one);
                increment(buffer); // and on another one
            }
            const std::size_t used = memory_info(Device{}).used;
            host.reset();
            const int blocks = count("fake_blocks");
            one->synchronize();
            synchronize(device);
            const Buffer more = Buffer::pinned(4, false); // whoever makes some frees what has left
            text += std::to_string(used - memory_info(Device{}).used) + " " +
                    std::to_string(blocks - count("fake_blocks"));
            return text + " " + std::to_string(count("fake_wild_uses")) + " " +
                   std::to_string(count("fake_managed"));
        });
        CHECK(said == (managed ? "here 56 0 0 0 1" : "here 56 0 0 0 0"));
    }
}

TEST_CASE("freeing memory of the host waits for the GPU where others may use it") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              Buffer other(device, sizeof(int), true);
              auto host = std::make_unique<Buffer>(Buffer::managed(sizeof(int), true, false));
              Buffer::on_host_memory(device, host->data(), sizeof(int)).share();
              increment(other);
              int* number = static_cast<int*>(other.data()); // the fake GPU's memory is the host's
              std::string said = std::to_string(*number != 1);
              host.reset();
              return said + std::to_string(*number) + std::to_string(count("fake_managed"));
          }) == "112");
}

TEST_CASE("memory of a program is page-locked while a GPU uses it") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              int number = 5;
              std::string said;
              {
                  Buffer buffer = Buffer::on_host_memory(device, &number, sizeof number);
                  said += buffer.data() == &number ? "? " : "there ";
                  increment(buffer);
                  said += std::to_string(number); // before the next line waits for the kernel
                  said += std::to_string(number_in(buffer)) + " ";
                  increment(buffer);
                  said += std::to_string(number);
                  try {
                      Buffer::on_host_memory(device, &number, sizeof number);
                  } catch (const Error& error) {
                      said += std::string(" ") + error.what() + " ";
                  }
                  said += std::to_string(count("fake_registered"));
              } // waits
              Buffer nothing = Buffer::on_host_memory(device, nullptr, 0);
              return said + std::to_string(number) + std::to_string(count("fake_registered")) +
                     std::to_string(count("fake_wild_uses"));
          }) ==
          "there 56 6 page-locking an array's memory failed: CUDA_ERROR_FAKE (712): the driver's text. 1700");
}

TEST_CASE("memory of the host in graphs") {
    CHECK(with_fake_driver([]() -> std::string {
              const Device device = current_cuda_device();
              Increment increment;
              auto host = std::make_unique<Buffer>(Buffer::managed(sizeof(int), true, true));
              auto buffer =
                  std::make_shared<Buffer>(Buffer::on_host_memory(device, host->data(), sizeof(int)));
              Graph graph(device);
              std::string said;
              {
                  const StreamScope scope(graph.stream());
                  increment(*buffer);
                  try {
                      Buffer::on_host_memory(device, host->data(), sizeof(int));
                  } catch (const Error& error) {
                      said = error.what();
                  }
              }
              graph.finish();
              graph.replay(nullptr);
              synchronize(device);
              said += " " + std::to_string(*static_cast<int*>(host->data()));
              graph.replay(nullptr);
              host.reset();
              synchronize(device);
              return said + std::to_string(count("fake_wild_uses"));
          }) == "using memory of the host where it is cannot be part of a graph: do it before or after the "
                "`with` that records 10");
}
