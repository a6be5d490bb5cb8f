#include "runtime/launch/block_shape.h"

#include <doctest/doctest.h>

#include <vector>

using namespace cudapy::runtime;

TEST_CASE("blocks for a GPU") {
    CHECK(gpu_block({1000000, 1, 1}, 1, 1024) == Extent{256, 1, 1});
    CHECK(gpu_block({1000000, 1, 1}, 1, 1000) == Extent{256, 1, 1});
    CHECK(gpu_block({1000000, 1, 1}, 1, 200) == Extent{128, 1, 1});
    CHECK(gpu_block({1, 1, 1}, 1, 1024) == Extent{32, 1, 1});
    CHECK(gpu_block({33, 1, 1}, 1, 1024) == Extent{64, 1, 1});
    CHECK(gpu_block({100, 1, 1}, 1, 64) == Extent{64, 1, 1});
    CHECK(gpu_block({1000, 1000, 1}, 3, 1024) == Extent{32, 8, 1});
    CHECK(gpu_block({1000, 1000, 1}, 1, 1024) == Extent{256, 1, 1});
    CHECK(gpu_block({1000, 1000, 1}, 3, 1024, 8) == Extent{8, 32, 1});
    CHECK(gpu_block({1000, 1000, 1}, 3, 1024, 16) == Extent{16, 16, 1});
    CHECK(gpu_block({1000, 1, 1}, 7, 1024) == Extent{256, 1, 1});
    CHECK(gpu_block({1, 1000, 1}, 3, 1024) == Extent{1, 256, 1});
    CHECK(gpu_block({3, 1000, 1}, 3, 1024) == Extent{4, 64, 1});
    CHECK(gpu_block({1000, 3, 1}, 3, 1024) == Extent{64, 4, 1});
    CHECK(gpu_block({100, 100, 100}, 7, 1024) == Extent{32, 4, 2});
    CHECK(gpu_block({1, 1, 1000}, 7, 1024) == Extent{1, 1, 64});
    CHECK(gpu_block({100, 100, 100}, 5, 1024) == Extent{32, 1, 8});
    // More blocks than a grid has on y: the block grows there.
    CHECK(gpu_block({1000, 1000000, 1}, 3, 1024) == Extent{32, 16, 1});
    CHECK(gpu_block({2, 60000000, 1}, 3, 1024) == Extent{1, 1024, 1});
}

TEST_CASE("every choice is one that a GPU has") {
    const std::vector<int64_t> counts = {1,   2,    3,     31,    32,      33,       255,       256,
                                         257, 1000, 65535, 65536, 1000000, 67000000, 2147483647};
    for (int max_threads : {1, 32, 96, 128, 640, 1024})
        for (unsigned axes : {1u, 3u, 5u, 7u})
            for (int64_t x : counts)
                for (int64_t y : counts)
                    for (int64_t z : {int64_t{1}, int64_t{5}, int64_t{100000}, int64_t{2147483647}}) {
                        Extent block = gpu_block({x, y, z}, axes, max_threads);
                        bool fits = block[0] >= 1 && block[1] >= 1 && block[2] >= 1 &&
                                    block[0] * block[1] * block[2] <= max_threads && block[0] <= 1024 &&
                                    block[1] <= 1024 && block[2] <= 64;
                        bool allowed = ((axes & 2) || block[1] == 1) && ((axes & 4) || block[2] == 1);
                        Extent grid = grid_of({x, y, z}, block);
                        bool no_wrap = grid[0] * block[0] <= int64_t{1} << 31 &&
                                       grid[1] * block[1] <= int64_t{1} << 31 &&
                                       grid[2] * block[2] <= int64_t{1} << 31;
                        if (!fits || !allowed || !no_wrap) {
                            CAPTURE(x);
                            CAPTURE(y);
                            CAPTURE(z);
                            CAPTURE(axes);
                            CAPTURE(max_threads);
                            CHECK(fits);
                            CHECK(allowed);
                            CHECK(no_wrap);
                        }
                    }
}

TEST_CASE("blocks for a CPU are long along x and several for each core") {
    CHECK(cpu_block({100, 1, 1}, 1, 4) == Extent{100, 1, 1});
    CHECK(cpu_block({100000, 1, 1}, 1, 4) == Extent{3136, 1, 1});
    CHECK(cpu_block({134217728, 1, 1}, 1, 4) == Extent{8192, 1, 1});
    CHECK(cpu_block({1024, 1024, 1}, 3, 4) == Extent{1024, 8, 1});
    CHECK(cpu_block({1024, 1024, 1}, 1, 4) == Extent{1024, 1, 1});
    CHECK(cpu_block({100, 100, 100}, 7, 4) == Extent{100, 81, 1});
    CHECK(cpu_block({8, 8, 1000}, 7, 4) == Extent{8, 8, 31});
}
