#include "translator/lower/cpu/block_coarsening.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// Returns how many blocks of the last function run at once; 0 where it has no variant for a block.
int together(const std::string& text, const Options& given = {}) {
    Options options = given;
    options.target = Target::cpu;
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    const auto& block = program.functions.back()->block;
    return block ? block->most_blocks : 0;
}

const std::string head = "import math\n# k : void (float* X, float* out, int* n)\ndef k(X, out, n):\n"
                         "    s = shared(float, 256)\n    total = 0.0\n";
const std::string loop = "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n";
const std::string tail = "    s[threadIdx.x] = total\n    syncthreads()\n    out[idx] = s[0]\n";

} // namespace

TEST_CASE("block coarsening: blocks run together whose threads go through memory side by side") {
    CHECK(together(head + loop + tail) == 64);
    Options wide;
    wide.index64 = true;
    CHECK(together(head + loop + tail, wide) == 64);
    for (const char* other : {
             "    for i in range(blockIdx.x * blockDim.x + threadIdx.x, len(X), blockDim.x * gridDim.x):\n"
             "        total += X[i]\n",
             "    i = idx\n    while i < len(X):\n        total += X[i]\n        i += gridsize.x\n",
             "    for i in range(idx, len(X), gridsize.x):\n        if X[i] > 0.0:\n"
             "            total += X[i] * out[i]\n",
             "    for i in range(idx, len(X), gridsize.x):\n        total += math.exp(X[i])\n",
         }) {
        CAPTURE(other);
        CHECK(together(head + other + tail) == 64);
    }
}

TEST_CASE("block coarsening: shared arrays that take much memory are those of few blocks") {
    const auto with = [&](const char* length) {
        return together("# k : void (float* X, float* out)\ndef k(X, out):\n    s = shared(float, " +
                        std::string(length) + ")\n    total = 0.0\n" + loop + tail);
    };
    CHECK(with("2048") == 32);
    CHECK(with("8192") == 8);
    CHECK(with("8193") == 1);
}

TEST_CASE("block coarsening: blocks run one by one where one might wait for another, or nothing is gained") {
    for (const char* other : {
             // memory is changed on the way
             "    for i in range(idx, len(X), gridsize.x):\n        X[i] += 1.0\n",
             "    for i in range(idx, len(X), gridsize.x):\n        atomicAdd(s, i % 256, X[i])\n",
             // other strides, and other starts
             "    for i in range(idx, len(X), blockDim.x):\n        total += X[i] * gridDim.x\n",
             "    for i in range(threadIdx.x, len(X), gridsize.x):\n        total += X[i]\n",
             "    for i in range(2 * idx, len(X), gridsize.x):\n        total += X[i]\n",
             // threads of a block would not go through the second loop together any more
             "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n"
             "    for i in range(blockIdx.x, len(X), gridDim.x):\n        for j in range(threadIdx.x, i, "
             "64):\n"
             "            total += X[j]\n",
             // what blocks do in order
             "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n    threadfence()\n",
             "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n"
             "    while atomicAdd(n, 0, 0) < blockIdx.x:\n        pass\n",
             "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n    if blockIdx.x == 0:\n"
             "        syncthreads()\n",
             "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n    print(total)\n",
             "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n    if total > 1.0:\n"
             "        return\n",
             // several axes
             "    for i in range(idx, len(X), gridsize.x):\n        total += X[i]\n    total += idy\n",
         }) {
        CAPTURE(other);
        CHECK(together(head + other + tail) == 1);
    }
}

} // namespace cudapy::lower
