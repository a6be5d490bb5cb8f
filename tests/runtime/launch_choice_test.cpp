// The ways to launch a kernel, and the variants and blocks that launches get (launch/launch_choice.h,
// kernel.h).

#include "runtime/cuda/device.h"
#include "runtime/launch/kernel.h"
#include "runtime/launch/launch_choice.h"
#include "runtime/launch/launch_plan.h"
#include "runtime/launch/module.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

TEST_CASE("launch choices: all counts between two powers of two are one size") {
    TunedChoices choices;
    CHECK(choices.find({1000, 1, 1}) == nullptr);
    choices.set({1000, 1, 1}, {{4, 1, 1}, {128, 1, 1}});
    choices.set({1000, 30, 1}, {{}, {8, 32, 1}});
    REQUIRE(choices.find({512, 1, 1}));
    CHECK(*choices.find({512, 1, 1}) == LaunchChoice{{4, 1, 1}, {128, 1, 1}});
    CHECK(*choices.find({1023, 16, 1}) == LaunchChoice{{}, {8, 32, 1}});
    CHECK(choices.find({1024, 1, 1}) == nullptr);
    CHECK(choices.find({511, 1, 1}) == nullptr);
    choices.set({600, 1, 1}, {{}, {64, 1, 1}});
    CHECK(*choices.find({1000, 1, 1}) == LaunchChoice{{}, {64, 1, 1}});
    CHECK(choices.text() == "10 1 1 0 0 0 64 1 1\n10 5 1 0 0 0 8 32 1\n");
}

TEST_CASE("launch choices: what the cache has is read, and what is no such text is not") {
    const auto read = TunedChoices::read("10 1 1 8 2 1 64 1 1\n10 5 1 0 0 0 8 32 1\n");
    REQUIRE(read);
    CHECK(*read->find({1000, 1, 1}) == LaunchChoice{{8, 2, 1}, {64, 1, 1}});
    CHECK(read->text() == "10 1 1 8 2 1 64 1 1\n10 5 1 0 0 0 8 32 1\n");
    CHECK(TunedChoices::read("")->text().empty());
    for (const char* text :
         {"10", "10 1 1 1 64 1 1", "10 1 1 4 1 1 64 1", "10 1 1 4 1 1 64 1 1 1\n", "10 1 1 3 1 1 64 1 1\n",
          "10 1 1 1 16 1 64 1 1\n", "10 1 1 0 0 0 4294967296 4294967296 1\n", "10 1 1 1 1 2 64 1 1\n",
          "10 1 1 0 1 1 64 1 1\n", "10 1 1 4 1 1 0 1 1\n", "10 1 1 4 1 1 -64 1 1\n", "x\n", "\n\n"})
        CHECK_MESSAGE(!TunedChoices::read(text), text);
}

TEST_CASE("launch choices: blocks to try") {
    CHECK(gpu_blocks_to_try({100000, 1, 1}, 1, 640) ==
          std::vector<Extent>{{64, 1, 1}, {128, 1, 1}, {256, 1, 1}, {512, 1, 1}});
    for (const Extent& block : gpu_blocks_to_try({1000, 1000, 10}, 7, 1024)) {
        CHECK(block[0] * block[1] * block[2] <= 1024);
        CHECK(block[2] <= 64);
    }
    const auto blocks = gpu_blocks_to_try({1000, 1000, 1}, 3, 1024);
    for (const Extent& block : {Extent{4, 64, 1}, Extent{16, 16, 1}, Extent{32, 8, 1}, Extent{256, 1, 1}})
        CHECK(std::find(blocks.begin(), blocks.end(), block) != blocks.end());
    CHECK(cpu_blocks_to_try({100, 1, 1}, 1, {100, 1, 1}) == std::vector<Extent>{{100, 1, 1}, {64, 1, 1}});
}

namespace {

/// Returns what a kernel with a coarsened variant of 4 x 2 threads launches, which needs an address that is a
/// multiple of 16. `prepare` gets the kernel first.
std::string launches(const std::vector<Extent>& all, void* address,
                     const std::function<void(Kernel&)>& prepare = {}, bool is_asked_for = true) {
    return with_fake_driver([=]() -> std::string {
        TemporaryFolder folder;
        write_file(folder / "k.cubin", "content");
        KernelTraits traits{{3}, "saxpy", "kernel"};
        traits.coarsened.symbol = "group";
        traits.coarsened.size = {4, 2, 1};
        traits.coarsened.is_asked_for = is_asked_for;
        traits.coarsened.conditions = {{0, 8, 16, false}};
        Kernel kernel(load_cubin(current_cuda_device(), folder / "k.cubin"), std::move(traits));
        std::string said;
        if (prepare) prepare(kernel);
        for (const Extent& threads : all) {
            void* value = address;
            void* slots[] = {&value};
            kernel.launch(threads, slots);
            const std::string log = fake<const char*()>("fake_log")();
            said += log.substr(log.find("grid"), log.find(" shared") - log.find("grid")) + "\n";
        }
        return said;
    });
}

void* const aligned = reinterpret_cast<void*>(64);

void load_group(Kernel& kernel) {
    TemporaryFolder folder;
    write_file(folder / "g.cubin", "groups");
    kernel.add_coarsened(load_cubin(current_cuda_device(), folder / "g.cubin"));
}

} // namespace

TEST_CASE("launch choices: the coarsened variant, once it is loaded and where it fits") {
    CHECK(launches({{1000, 100, 1}}, aligned) == "grid 32 13 1 block 32 8 1\n");
    CHECK(launches({{1000, 100, 1}}, aligned, load_group) == "grid 8 7 1 block 32 8 1\n");
    CHECK(launches({{1000, 100, 1}}, reinterpret_cast<void*>(68), load_group) ==
          "grid 32 13 1 block 32 8 1\n");
    // The fake GPU has 132 multiprocessors, which are full with fewer groups of threads.
    CHECK(launches({{1000, 100, 1}, {10000, 1000, 1}}, aligned, load_group, false) ==
          "grid 32 13 1 block 32 8 1\ngrid 79 63 1 block 32 8 1\n");
}

TEST_CASE("launch choices: what was found best is launched, where it fits") {
    const auto tuned = [](const Extent& coarsened, const Extent& block) {
        return [=](Kernel& kernel) {
            load_group(kernel);
            TunedChoices choices;
            choices.set({1000, 100, 1}, {coarsened, block});
            kernel.tune(choices);
        };
    };
    CHECK(launches({{1000, 100, 1}, {2000, 100, 1}}, aligned, tuned({}, {64, 4, 1})) ==
          "grid 16 25 1 block 64 4 1\ngrid 16 7 1 block 32 8 1\n");
    CHECK(launches({{1000, 100, 1}}, aligned, tuned({4, 2, 1}, {8, 8, 1})) == "grid 32 7 1 block 8 8 1\n");
    CHECK(launches({{1000, 100, 1}}, reinterpret_cast<void*>(68), tuned({4, 2, 1}, {8, 8, 1})) ==
          "grid 32 13 1 block 32 8 1\n");
}

TEST_CASE("launch choices: groups of other sizes are launched where they were found best, once loaded") {
    const auto tuned = [](bool is_loaded) {
        return [=](Kernel& kernel) {
            load_group(kernel);
            TunedChoices choices;
            choices.set({1000, 100, 1}, {{8, 1, 1}, {16, 8, 1}});
            kernel.tune(choices);
            void* value = aligned;
            void* slots[] = {&value};
            CHECK(kernel.missing_coarsened({1000, 100, 1}, nullptr, slots) == Extent{8, 1, 1});
            CHECK(kernel.missing_coarsened({1000, 200, 1}, nullptr, slots) == Extent{});
            CHECK(kernel.choices({1000, 100, 1}, {8, 1, 1}).empty());
            if (!is_loaded) return;
            TemporaryFolder folder;
            write_file(folder / "h.cubin", "wider groups");
            CoarsenedTraits traits;
            traits.symbol = "group_640";
            traits.size = {8, 1, 1};
            traits.conditions = {{0, 8, 64, false}};
            kernel.add_coarsened(load_cubin(current_cuda_device(), folder / "h.cubin"), traits);
            CHECK(kernel.missing_coarsened({1000, 100, 1}, nullptr, slots) == Extent{});
            CHECK(kernel.choices({1000, 100, 1}, {8, 1, 1})[0] == LaunchChoice{{8, 1, 1}, {32, 8, 1}});
            CHECK(kernel.plan({1000, 100, 1}).factors == Extent{8, 1, 1});
        };
    };
    CHECK(launches({{1000, 100, 1}, {1000, 200, 1}}, aligned, tuned(false)) ==
          "grid 8 7 1 block 32 8 1\ngrid 8 13 1 block 32 8 1\n");
    CHECK(launches({{1000, 100, 1}, {1000, 200, 1}}, aligned, tuned(true)) ==
          "grid 8 13 1 block 16 8 1\ngrid 8 13 1 block 32 8 1\n");
    CHECK(launches({{1000, 100, 1}}, reinterpret_cast<void*>(48), tuned(true)) ==
          "grid 8 7 1 block 32 8 1\n");
}

TEST_CASE("launch choices: blocks with more threads than a form's registers allow get the usual variant") {
    // The fake driver's functions allow 1024 threads, and those whose names end in "_640" so many.
    const auto launched = [](const Extent* block, const char* coarsened, bool sees) {
        return with_fake_driver([=]() -> std::string {
            TemporaryFolder folder;
            write_file(folder / "k.cubin", "content");
            KernelTraits traits{{}, "saxpy", "kernel"};
            traits.uses_blocks = traits.whole_blocks = sees;
            traits.coarsened.symbol = coarsened;
            Kernel kernel(load_cubin(current_cuda_device(), folder / "k.cubin"), std::move(traits));
            load_group(kernel);
            int value = 42;
            void* slots[] = {&value};
            const bool is_coarsened = kernel.plan({10000, 1, 1}, block).is_coarsened;
            kernel.launch({10000, 1, 1}, slots, block);
            return is_coarsened ? "grouped" : "plain";
        });
    };
    const Extent small{640, 1, 1}, large{1024, 1, 1};
    CHECK(launched(&small, "group_640", false) == "grouped");
    CHECK(launched(&large, "group_640", false) == "plain");
    CHECK(launched(nullptr, "group_640", true) == "grouped");
    CHECK(launched(nullptr, "group_128", true) == "plain");
}

TEST_CASE("launch choices: a tuned block that no registers are left for is not launched") {
    const auto wide = [](Kernel& kernel) {
        TunedChoices choices;
        choices.set({1000, 100, 1}, {{}, {2048, 1, 1}});
        kernel.tune(choices);
    };
    CHECK(launches({{1000, 100, 1}}, aligned, wide) == "grid 32 13 1 block 32 8 1\n");
}

TEST_CASE("launch choices: a grid that would be too large gets the usual block") {
    const auto flat = [](Kernel& kernel) {
        TunedChoices choices;
        choices.set({4, 65535, 1}, {{}, {256, 1, 1}});
        choices.set({4, 70000, 1}, {{}, {256, 1, 1}});
        kernel.tune(choices);
    };
    CHECK(launches({{4, 65535, 1}, {4, 70000, 1}}, aligned, flat) ==
          "grid 1 65535 1 block 256 1 1\ngrid 1 1094 1 block 4 64 1\n");
}

TEST_CASE("launch choices: ways that are worth measuring begin with the usual ones") {
    CHECK(with_fake_driver([]() -> std::string {
              TemporaryFolder folder;
              write_file(folder / "k.cubin", "content");
              KernelTraits traits{{}, "saxpy", "kernel"};
              traits.coarsened.symbol = "group";
              traits.coarsened.size = {4, 1, 1};
              Kernel kernel(load_cubin(current_cuda_device(), folder / "k.cubin"), traits);
              std::string said;
              const auto tell = [&] {
                  for (const LaunchChoice& choice : kernel.choices({100000, 1, 1}))
                      said += (choice.is_coarsened() ? "group " : "plain ") +
                              std::to_string(choice.block[0]) + " ";
                  said += "\n";
              };
              tell();
              load_group(kernel);
              tell();
              traits.uses_blocks = true;
              Kernel sees(load_cubin(current_cuda_device(), folder / "k.cubin"), traits);
              return said + std::to_string(sees.choices({100000, 1, 1}).size());
          }) == "plain 256 plain 64 plain 128 plain 512 plain 1024 \n"
                "plain 256 plain 64 plain 128 plain 512 plain 1024 "
                "group 256 group 64 group 128 group 512 group 1024 \n0");
}
