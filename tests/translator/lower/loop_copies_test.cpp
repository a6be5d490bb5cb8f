// Lowerings copy loops, and put others in their place. Whatever loops over one name follow each other, each
// of them is declared once, and all variants of the kernel can be made.

#include "translator/diagnostics/render.h"
#include "translator/translate.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <string>

using namespace cudapy;

namespace {

constexpr std::array<const char*, 7> bound_types = {"int8", "uint8",  "int16", "uint16",
                                                    "int",  "uint32", "int64"};
constexpr std::array<const char*, 10> ranges = {
    "range(idx, size, gridDim.x * blockDim.x)",
    "range(size)",
    "range(3)",
    "range(idx, len(X), gridDim.x * blockDim.x)",
    "range(1, size)",
    "range(0, size, 2)",
    "range(threadIdx.x, size, blockDim.x)",
    "range(len(X))",
    "range(3, -1, -1)",
    "range(n, size, n)",
};
constexpr std::array<const char*, 8> bodies = {
    "v += X[i]",
    "Y[i] = X[i]",
    "v += X[idx * n + i] * X[i * n + idx]",
    "atomicAdd(N, 0, int(X[i]))",
    "v += A[idy, i] * A[i, idx]",
    "v += X[i] if X[i] > v else 1.0",
    "w = A[idy, i] - A[idy + 1, i]; A[idy, i] = w * v",
    "N[i] = N[i] + 1; v += X[i] * X[i + 1]",
};

/// A kernel's lines before, between and after its two loops, with the indentation of each loop.
struct Surroundings {
    const char* before;
    const char* first;
    const char* between;
    const char* second;
    const char* behind;
};
constexpr std::array<Surroundings, 7> arounds = {{
    {"", "    ", "", "    ", ""},
    {"    if n > 2:\n", "        ", "    else:\n", "        ", ""},
    {"    for turn in range(n):\n", "        ", "", "        ", ""},
    {"    if X[idx] > 0:\n", "        ", "", "    ", ""},
    {"", "    ", "    syncthreads()\n", "    ", ""},
    {"", "    ", "    i = n\n", "    ", "    v += i\n"},
    {"    if idx >= n: return\n", "    ", "    v = helper(X, size, n, v) + helper(X, size, n, v)\n", "    ",
     ""},
}};

std::string module_of(const char* type, std::size_t shift) {
    std::string text = "from cudapy import *\n\n";
    text += fmt::format("# helper : float (float* X, {} size, int n, float v)\n"
                        "def helper(X, size, n, v):\n    for i in range(idx, size, gridDim.x * blockDim.x):\n"
                        "        v += X[i]\n    for i in range(size):\n        v *= X[i]\n    return v\n\n",
                        type);
    const auto loop = [&](std::size_t number, const char* indent) {
        return fmt::format("{0}for i in {1}:\n{0}    {2}\n", indent, ranges[number % ranges.size()],
                           bodies[number / ranges.size() % bodies.size()]);
    };
    for (std::size_t i = 0; i < ranges.size() * bodies.size(); ++i) {
        const Surroundings& around = arounds[(i + shift) % arounds.size()];
        text += fmt::format("# k{0} : void (float* X, float* Y, int* N, float[,] A, {1} size, int n)\n"
                            "def k{0}(X, Y, N, A, size, n):\n    v = 0.0\n{2}{3}{4}{5}{6}    Y[idx] = v\n\n",
                            i, type, around.before, loop(i, around.first), around.between,
                            loop(i + shift * 11, around.second), around.behind);
    }
    return text;
}

} // namespace

TEST_CASE("loops over one name, with bounds of any type, have all variants") {
    for (const char* type : bound_types)
        for (std::size_t shift = 0; shift < 4; ++shift)
            for (const Target target : {Target::cuda, Target::cpu}) {
                SourceUnit unit;
                unit.path = "loops.py";
                unit.text = module_of(type, shift);
                Options options;
                options.target = target;
                options.variants = EmittedVariants::all;
                options.stubs = false;
                CAPTURE(unit.text);
                Translation translation;
                CHECK_NOTHROW(translation = translate({unit}, options));
                REQUIRE(translation.sources);
                CHECK_MESSAGE(translation.ok,
                              diag::render_all(translation.diagnostics, *translation.sources, {}));
            }
}
