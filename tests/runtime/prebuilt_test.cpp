#include "runtime/cache/prebuilt.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace cudapy::runtime {

TEST_CASE("the targets whose code a GPU runs, the best first") {
    const auto targets = runnable_cuda_targets(86);
    CHECK(std::vector(targets.begin(), targets.begin() + 9) ==
          std::vector<std::string>{"sm_86", "sm_85", "sm_84", "sm_83", "sm_82", "sm_81", "sm_80",
                                   "compute_86", "compute_85"});
    CHECK(targets.back() == "compute_50");
    CHECK(std::count(targets.begin(), targets.end(), "sm_90") == 0);
    CHECK(runnable_cuda_targets(120).front() == "sm_120");
}

TEST_CASE("the targets whose code this processor runs, the best first") {
    std::vector<std::string> runnable = runnable_cpu_targets();
    const std::vector<std::string> known = known_cpu_targets();
    REQUIRE(!runnable.empty());
    std::reverse(runnable.begin(), runnable.end());
    CHECK(std::vector(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(runnable.size())) ==
          runnable);
}

TEST_CASE("the names of files with prebuilt code") {
    CHECK(prebuilt_name("0a", "x86-64-v3") == "0a-cpu.x86-64-v3.so");
    CHECK(prebuilt_name("0a", "sm_90") == "0a-cuda.sm_90.cubin");
    CHECK(prebuilt_name("0a", "compute_90") == "0a-cuda.compute_90.ptx");
}

} // namespace cudapy::runtime
