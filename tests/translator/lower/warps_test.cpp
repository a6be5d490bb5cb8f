#include "translator/lower/cpu/warps.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("warps: with all threads and a full mask nothing is looked at") {
    const std::string block = block_of(R"py(
# k : void (int* X)
def k(X):
    X[idx] = shfl_xor_sync(0xffffffff, X[idx], 1)
)py");
    CHECK(holds(block, "warps of lanes:"));
    CHECK(holds(block, "source_xor"));
    CHECK_FALSE(holds(block, "diverged"));
    CHECK_FALSE(holds(block, "taken"));
}

TEST_CASE("warps: a mask that does not name all is compared with those that come") {
    const std::string block = block_of(R"py(
# k : void (int* X)
def k(X):
    if laneid < 16:
        X[idx] = shfl_sync(0xffff, X[idx], 1)
)py");
    CHECK(holds(block, "mask_fits"));
    CHECK(holds(block, "diverged in a warp"));
    CHECK(holds(block, "taken"));
}

TEST_CASE("warps: each thread's own mask is compared with the others'") {
    CHECK(holds(block_of(R"py(
# k : void (int* X)
def k(X):
    mask = uint32(0xf) << laneid // 4 * 4
    X[idx] = reduce_add_sync(mask, X[idx])
)py"),
                "masks_fit"));
}

TEST_CASE("warps: a match compares the values of the threads that are here") {
    const std::string block = block_of(R"py(
# k : void (int* X, uint32* out)
def k(X, out):
    out[idx] = match_any_sync(0xffffffff, X[idx])
)py");
    CHECK(holds(block, "matching"));
    CHECK_FALSE(holds(block, "diverged"));
}

TEST_CASE("warps: a loop whose length is the same for all is gone through once") {
    const std::string block = block_of(R"py(
# k : void (int* X)
def k(X):
    v = X[idx]
    o = 16
    while o > 0:
        v += shfl_down_sync(0xffffffff, v, o)
        o //= 2
    X[idx] = v
)py");
    CHECK(holds(block, "while (gt.bool (var.int o) 0.int):"));
    CHECK_FALSE(holds(block, "inside"));
}

TEST_CASE("warps: threads leave another loop by a mask") {
    const std::string block = block_of(R"py(
# k : void (int* X)
def k(X):
    n = X[idx]
    while n > 0:
        n -= popc(activemask())
    X[idx] = n
)py");
    CHECK(holds(block, "running"));
    CHECK(holds(block, "inside"));
}

TEST_CASE("warps: what the first threads do is a loop over them") {
    CHECK(holds(block_of(R"py(
# k : void (int* X)
def k(X):
    warp = threadIdx.x // 32
    if warp == 0:
        v = X[idx] + 1
        X[idx] = shfl_sync(0xffffffff, v, 3)
)py"),
                "lanes below 32"));
}

TEST_CASE("warps: a loop variable that a branch uses anew is another one there") {
    const std::string block = block_of(R"py(
# k : void (int* X)
def k(X):
    v = X[idx]
    o = 16
    while o > 0:
        v += shfl_down_sync(0xffffffff, v, o)
        o //= 2
    syncthreads()
    if threadIdx.x < 32:
        for o in (16, 8, 4, 2, 1):
            v += shfl_xor_sync(0xffffffff, v, o)
        X[idx] = v
)py");
    CHECK(holds(block, "while (gt.bool (var.int o) 0.int):"));
    CHECK_FALSE(holds(block, "running"));
    CHECK_FALSE(holds(block, "inside"));
}

} // namespace cudapy::lower
