#include "runtime/memory/strided_copy.h"

#include "tests/runtime/fake_driver.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <vector>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;

namespace {

StridedCopy copy_of(int64_t item, std::vector<int64_t> extents, std::vector<int64_t> to,
                    std::vector<int64_t> from) {
    StridedCopy copy;
    copy.item = item;
    copy.rank = static_cast<int>(extents.size());
    std::copy(extents.begin(), extents.end(), copy.extents.begin());
    std::copy(to.begin(), to.end(), copy.to_strides.begin());
    std::copy(from.begin(), from.end(), copy.from_strides.begin());
    return copy;
}

std::string text_of(const StridedCopy& copy) {
    std::string text = fmt::format("{}:", copy.item);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(copy.rank); ++axis)
        text +=
            fmt::format(" {}({} <- {})", copy.extents[axis], copy.to_strides[axis], copy.from_strides[axis]);
    return text;
}

Device device_named(const std::string& name) {
    return name == "cpu" ? Device{} : current_cuda_device();
}

/// The ints that a copy of 0, 1, 2, … leaves in memory of -1s.
std::string copied(const std::string& device, const StridedCopy& copy, int64_t to_offset,
                   int64_t from_offset) {
    std::vector<int> source(24), target(24, -1);
    std::iota(source.begin(), source.end(), 0);
    const Buffer from(device_named(device), sizeof(int) * 24, false),
        to(device_named(device), sizeof(int) * 24, false);
    copy_to_buffer(from, 0, source.data(), sizeof(int) * 24);
    copy_to_buffer(to, 0, target.data(), sizeof(int) * 24);
    copy_strided(to, to_offset, from, from_offset, copy);
    copy_from_buffer(target.data(), to, 0, sizeof(int) * 24);
    return fmt::format("{}", fmt::join(target.begin(), target.begin() + 8, " "));
}

std::string filled(const std::string& device, int64_t item, int64_t value) {
    const Buffer to(device_named(device), 48, true);
    const int64_t value_16[2] = {value, value + 1};
    fill_buffer(to, 16, value_16, item, 2);
    std::vector<unsigned char> bytes(48);
    copy_from_buffer(bytes.data(), to, 0, 48);
    return fmt::format("{}", fmt::join(bytes.begin() + 15, bytes.begin() + 49 - 15, " "));
}

} // namespace

TEST_CASE("copies have as few axes as they need") {
    // Rows that follow each other in both are one run, of words as large as the addresses allow.
    CHECK(text_of(copy_of(4, {3, 4}, {16, 4}, {16, 4}).simplified(4)) == "4: 12(4 <- 4)");
    CHECK(text_of(copy_of(4, {3, 4}, {16, 4}, {32, 4}).simplified(16)) == "4: 3(16 <- 32) 4(4 <- 4)");
    CHECK(text_of(copy_of(4, {3, 1, 4}, {4, 99, 12}, {16, 7, 4}).simplified(4)) ==
          "4: 3(4 <- 16) 4(12 <- 4)");
    CHECK(text_of(copy_of(4, {2, 3}, {12, 4}, {0, 0}).simplified(4)) == "4: 6(4 <- 0)");
    CHECK(text_of(copy_of(12, {5}, {12}, {-24}).simplified(4)) == "4: 5(12 <- -24) 3(4 <- 4)");
    CHECK(text_of(copy_of(16, {5}, {16}, {32}).simplified(8)) == "8: 5(16 <- 32) 2(8 <- 8)");
    CHECK(text_of(copy_of(3, {1}, {3}, {3}).simplified(16)) == "1: 3(1 <- 1)");
    CHECK(text_of(copy_of(8, {}, {}, {}).simplified(16)) == "8:");
    CHECK(copy_of(4, {3, 0}, {0, 4}, {0, 4}).count() == 0);
    const StridedCopy all = copy_of(12, std::vector<int64_t>(8, 2), {1536, 768, 384, 192, 96, 48, 24, 12},
                                    {12, 24, 48, 96, 192, 384, 768, 1536});
    CHECK(all.simplified(4).rank == most_copy_axes);
}

TEST_CASE("strided copies and fills on the host and on a GPU") {
    for (const std::string device : {"cpu", "cuda"}) {
        const auto run = [&](const std::function<std::string()>& action) {
            return device == "cpu" ? action() : with_fake_driver(action);
        };
        INFO(device);
        CHECK(run([&] { return copied(device, copy_of(4, {4}, {4}, {8}), 0, 0); }) == "0 2 4 6 -1 -1 -1 -1");
        CHECK(run([&] { return copied(device, copy_of(4, {4}, {4}, {-4}), 4, 12); }) ==
              "-1 3 2 1 0 -1 -1 -1");
        CHECK(run([&] {
                  return copied(device, copy_of(4, {2, 3}, {12, 4}, {4, 8}), 0, 0);
              }) == "0 2 4 1 3 5 -1 -1");
        CHECK(run([&] { return copied(device, copy_of(4, {3}, {8}, {0}), 0, 20); }) ==
              "5 -1 5 -1 5 -1 -1 -1");
        CHECK(run([&] { return copied(device, copy_of(8, {2}, {16}, {8}), 0, 8); }) == "2 3 -1 -1 4 5 -1 -1");
        CHECK(run([&] { return copied(device, copy_of(4, {6}, {4}, {4}), 0, 0); }) == "0 1 2 3 4 5 -1 -1");
        CHECK(run([&] { return copied(device, copy_of(4, {0}, {4}, {4}), 0, 0); }) ==
              "-1 -1 -1 -1 -1 -1 -1 -1");
        CHECK(run([&] { return filled(device, 1, 7); }) == "0 7 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
        CHECK(run([&] { return filled(device, 2, 0x102); }) == "0 2 1 2 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
        CHECK(run([&] { return filled(device, 4, 5); }) == "0 5 0 0 0 5 0 0 0 0 0 0 0 0 0 0 0 0 0");
        CHECK(run([&] { return filled(device, 8, 9); }) == "0 9 0 0 0 0 0 0 0 9 0 0 0 0 0 0 0 0 0");
        CHECK(run([&] { return filled(device, 8, -1); }) ==
              "0 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 0 0");
    }
}
