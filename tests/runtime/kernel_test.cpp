#include "runtime/launch/kernel.h"

#include "runtime/memory/memory.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

const char* saxpy = R"(
struct Range { long threads[3], block[3], grid[3], first_block, end_block; };
extern "C" void saxpy(const Range* range, void* const* slots) {
    float alpha = *(const float*)slots[0];
    const float* X = *(float* const*)slots[1];
    float* Y = *(float* const*)slots[2];
    for (long block = range->first_block; block < range->end_block; ++block) {
        long start = block * range->block[0], end = start + range->block[0];
        if (end > range->threads[0]) end = range->threads[0];
        for (long idx = start; idx < end; ++idx) Y[idx] = alpha * X[idx] + Y[idx];
    }
}
)";

} // namespace

TEST_CASE("a kernel compiled for the host") {
    TemporaryFolder folder;
    Kernel kernel(load_shared_object(compile_host(folder, saxpy)), {{}, "saxpy", "saxpy"});
    CHECK(kernel.device() == Device{Device::Kind::host, 0});
    const int n = 300001;
    std::vector<float> X(n), Y(n, 1.0f);
    for (int i = 0; i < n; ++i)
        X[i] = float(i);
    float alpha = 2;
    float *x = X.data(), *y = Y.data();
    void* slots[] = {&alpha, &x, &y};
    kernel.launch({n, 1, 1}, slots);
    kernel.launch({0, 1, 1}, slots);
    kernel.launch({n, 1, 0}, slots);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += Y[i] != 2 * float(i) + 1;
    CHECK(wrong == 0);
}

TEST_CASE("launches that are refused") {
    TemporaryFolder folder;
    auto module =
        load_shared_object(compile_host(folder, "extern \"C\" void nothing(const void*, void* const*) {}"));
    Kernel narrow(module, {{}, "nothing", "nothing"}), wide(module, {{}, "nothing", "nothing", true}),
        blocks(module, {{1, 7, true}, "nothing", "nothing", true});
    auto refusal = [](const Kernel& kernel, Extent threads) {
        return error_of([&] { kernel.launch(threads, nullptr); });
    };
    CHECK(refusal(narrow, {-1, 1, 1}) ==
          "launch: nothing: a launch of -1 threads is not possible: a count is negative");
    CHECK(refusal(narrow, {2147483648, 1, 1}) ==
          "launch: nothing: a launch of 2147483648 threads is too large: the most is 2147483647 "
          "with 32-bit coordinates; compile with index=cudapy.int64");
    CHECK(refusal(narrow, {65536, 65536, 1}) ==
          "launch: nothing: a launch of 65536 x 65536 threads is too large: the most is 2147483647 "
          "with 32-bit coordinates; compile with index=cudapy.int64");
    CHECK(refusal(narrow, {2147483647, 1, 1}) == "no error");
    CHECK(refusal(wide, {2147483648, 1, 1}) == "no error");
    CHECK(refusal(wide, {INT64_MAX, 2, 3}) ==
          "launch: nothing: a launch of 9223372036854775807 x 2 x 3 threads is too large: the most is "
          "9223372036854775807");
    CHECK(refusal(blocks, {int64_t{1} << 40, 1, 1}) ==
          "launch: nothing: a launch of 1099511627776 threads is too large on axis x: the most there is "
          "549755813632");
    CHECK(error_of([&] {
              Kernel(module, {{}, "k", "not_there"});
          }) == "invalid_argument: there is no kernel not_there in the compiled file");
}

TEST_CASE("blocks of a kernel whose threads work together") {
    TemporaryFolder folder;
    auto module = load_shared_object(compile_host(folder, R"(
struct Range { long threads[3], block[3], grid[3], first_block, end_block; };
extern "C" void shape(const Range* range, void* const* slots) {
    long* out = *(long* const*)slots[0];
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = range->block[axis];
        out[3 + axis] = range->grid[axis];
    }
}
)"));
    int64_t out[6] = {};
    int64_t* address = out;
    void* slots[] = {&address};
    const Kernel one(module, {{1, 7, true, true}, "shape", "shape"}),
        two(module, {{3, 7, true, true}, "shape", "shape"}),
        wide(module, {{7, 7, true, true}, "shape", "shape", true});
    auto shape_of = [&](const Kernel& kernel, Extent threads, const Extent* block = nullptr) {
        kernel.launch(threads, slots, block);
        return std::vector<int64_t>(out, out + 6);
    };
    CHECK(shape_of(one, {10, 1, 1}) == std::vector<int64_t>{256, 1, 1, 1, 1, 1});
    CHECK(shape_of(two, {100, 50, 1}) == std::vector<int64_t>{16, 16, 1, 7, 4, 1});
    CHECK(shape_of(wide, {10, 1, 9}) == std::vector<int64_t>{8, 8, 4, 2, 1, 3});
    const Extent block{8, 4, 1};
    CHECK(shape_of(two, {100, 50, 1}, &block) == std::vector<int64_t>{8, 4, 1, 13, 13, 1});

    auto refusal = [](const Kernel& kernel, Extent shape) {
        return error_of([&] { kernel.check_block(shape); });
    };
    CHECK(refusal(two, {32, 32, 1}) == "no error");
    CHECK(refusal(one, {8, 2, 1}) ==
          "launch: shape: a block of 8 x 2 threads is wider than 1 along y, where the "
          "kernel has no coordinate");
    CHECK(refusal(wide, {1, 1, 65}) ==
          "launch: shape: a block of 1 x 1 x 65 threads is not possible: along z there are 1 to 64");
    CHECK(refusal(two, {64, 17, 1}) ==
          "launch: shape: a block of 64 x 17 threads has 1088 threads in all, and the most is 1024");
    const Extent odd{1000, 1, 1};
    CHECK(error_of([&] {
              one.launch({2147483647, 1, 1}, slots, &odd);
          }) == "launch: shape: a launch of 2147483647 threads is too large: its whole blocks of 1000 "
                "threads reach past "
                "2^31, where 32-bit coordinates end; compile with index=cudapy.int64");
    CHECK(error_of([&] { one.launch({2147483647, 1, 1}, slots); }) == "no error");
}

TEST_CASE("axes along which all threads do the same") {
    TemporaryFolder folder;
    auto module =
        load_shared_object(compile_host(folder, "extern \"C\" void nothing(const void*, void* const*) {}"));
    KernelTraits traits{{1, 1}, "nothing", "nothing"};
    const Kernel kernel(module, traits);
    const auto refusal = [&](const Extent& threads) {
        return error_of([&] { kernel.launch(threads, nullptr); });
    };
    CHECK(refusal({5, 1, 1}) == "no error");
    CHECK(refusal({5, 0, 7}) == "no error");
    CHECK(
        refusal({5, 3, 1}) ==
        "launch: nothing: a launch of 5 x 3 threads has 3 along y, whose coordinate the kernel never "
        "reads, so that all 3 would do the same: ask for 15 along x and 1 along y, or use idy in the kernel");
    CHECK(
        refusal({1, 1, 2}) ==
        "launch: nothing: a launch of 1 x 1 x 2 threads has 2 along z, whose coordinate the kernel never "
        "reads, so that all 2 would do the same: ask for 2 along x and 1 along z, or use idz in the kernel");
}

TEST_CASE("a grid whose size a kernel reads") {
    TemporaryFolder folder;
    auto module =
        load_shared_object(compile_host(folder, "extern \"C\" void nothing(const void*, void* const*) {}"));
    KernelTraits traits{{}, "nothing", "nothing"};
    traits.uses_blocks = traits.whole_blocks = traits.reads_grid = true;
    const Kernel kernel(module, traits);
    CHECK(kernel.threads_that_run({1000, 1, 1}, nullptr) == Extent{1024, 1, 1});
    const Extent block{96, 1, 1};
    CHECK(kernel.threads_that_run({97, 2, 1}, &block) == Extent{192, 2, 1});
    CHECK(error_of([&] { kernel.launch({2147483392, 1, 1}, nullptr); }) == "no error");
    CHECK(error_of([&] {
              kernel.launch({2147483393, 1, 1}, nullptr);
          }) == "launch: nothing: a launch of 2147483393 threads is too large: its whole blocks of 256 "
                "threads reach past "
                "2^31, where 32-bit coordinates end; compile with index=cudapy.int64");
}

TEST_CASE("a file that is no shared object") {
    TemporaryFolder folder;
    write_file(folder / "bad.so", "text");
    CHECK(
        replaced(error_of([&] { load_shared_object(folder / "bad.so"); }), folder.path().string(), "T") ==
        "cache: the compiled kernel T/bad.so could not be loaded: file too short. Remove it with `python -m "
        "cudapy cache clear`, or set CUDAPY_CACHE_DIR to another folder.");
}

TEST_CASE("memory of the host") {
    Device host;
    CHECK(host.name() == "cpu");
    for (std::size_t bytes : {std::size_t{1}, std::size_t{1000}, std::size_t{5} << 20}) {
        Buffer buffer(host, bytes, true);
        CHECK(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64 == 0);
        const char* data = static_cast<const char*>(buffer.data());
        CHECK(std::count(data, data + bytes, 0) == std::ptrdiff_t(bytes));
        std::memset(buffer.data(), 1, bytes);
        Buffer moved = std::move(buffer);
        CHECK(buffer.data() == nullptr);
        CHECK(moved.bytes() == bytes);
        Buffer copy(host, bytes, false);
        copy_buffer(copy, 0, moved, 0, bytes);
        CHECK(std::memcmp(copy.data(), moved.data(), bytes) == 0);
        moved.free();
        moved.free();
        CHECK(moved.data() == nullptr);
    }
    Buffer none(host, 0, true), ten(host, 10, true);
    CHECK(none.data() == nullptr);
    char bytes[20] = {};
    CHECK(error_of([&] { copy_to_buffer(ten, 5, bytes, 6); }) ==
          "invalid_argument: copying 6 bytes at offset 5 is outside a buffer of 10 bytes");
    CHECK(error_of([&] { copy_from_buffer(bytes, ten, 11, 0); }) ==
          "invalid_argument: copying 0 bytes at offset 11 is outside a buffer of 10 bytes");
    std::string refused = error_of([&] { Buffer huge(host, SIZE_MAX - 5, false); });
    CHECK(refused.starts_with("out_of_memory: no memory on cpu for 18446744073709551610 bytes: "));
}
