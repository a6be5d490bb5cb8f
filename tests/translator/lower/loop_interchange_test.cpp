#include "translator/lower/cpu/loop_interchange.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// The variant of the last function for a block, printed without its head; nothing where it has none.
std::string stepped(const std::string& text) {
    Options options;
    options.target = Target::cpu;
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    if (!program.functions.back()->block) return {};
    const std::string printed = program::print(*program.functions.back()->block);
    return printed.substr(printed.find('\n') + 1);
}

} // namespace

TEST_CASE("loop interchange: threads go through a loop over the grid in step, several iterations at a time") {
    CHECK(stepped(R"py(
# k : void (float* X, float* out)
def k(X, out):
    s = shared(float, 256)
    total = 0.0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        total += X[i]
    s[threadIdx.x] = total
    syncthreads()
    out[idx] = s[0]
)py") == R"program(    declare shared float s[256]
    declare float total
    lanes:
        total = 0.float'0.0'
    declare const int step = (mul.int gridDim.x.int blockDim.x.int)
    declare int64 first_i = (cast.int64 (mul.int blockIdx.x.int blockDim.x.int))
    while (le.bool (add.int64 (var.int64 first_i) (mul.int64 4.int64 (cast.int64 (var.int step)))) (cast.int64 (len.int X))):
        declare const int begin = (cast.int (var.int64 first_i))
        lanes:
            for (int iteration = 0.int; (lt.bool (var.int iteration) 4.int); += 1.int):
                declare const int i = (add.int (var.int begin) (add.int (mul.int (var.int iteration) (var.int step)) (add.int (mul.int within.x.int blockDim.x.int) threadIdx.x.int)))
                total add=.float (load.float X (var.int i))
        first_i add=.int64 (mul.int64 4.int64 (cast.int64 (var.int step)))
    while (lt.bool (var.int64 first_i) (cast.int64 (len.int X))):
        declare const int begin = (cast.int (var.int64 first_i))
        declare const int left = (sub.int (len.int X) (var.int begin))
        lanes below (sub.int (var.int left) (mul.int within.x.int blockDim.x.int)):
            declare const int i = (add.int (var.int begin) (add.int (mul.int within.x.int blockDim.x.int) threadIdx.x.int))
            total add=.float (load.float X (var.int i))
        first_i add=.int64 (cast.int64 (var.int step))
    lanes:
        s[threadIdx.x.int] = (var.float total)
    lanes:
        out[idx.int] = (load.float s 0.int)
)program");
}

TEST_CASE("loop interchange: a kernel that counts on the grid's threads gets a block") {
    CHECK(
        stepped(R"py(
# k : void (float a, float* X)
def k(a, X):
    for i in range(blockIdx.x * blockDim.x + threadIdx.x, len(X), gridsize.x):
        if X[i] < 0.0:
            continue
        X[i] *= a
)py") ==
        R"program(    for (int64 first_i = (cast.int64 (mul.int blockIdx.x.int blockDim.x.int)); (lt.bool (var.int64 first_i) (cast.int64 (len.int X))); += (cast.int64 (mul.int gridDim.x.int blockDim.x.int))):
        declare const int begin = (cast.int (var.int64 first_i))
        declare const int left = (sub.int (len.int X) (var.int begin))
        ahead (load.float X (add.int64 (var.int64 first_i) (mul.int64 8.int64 (cast.int64 (mul.int gridDim.x.int blockDim.x.int)))))
        lanes below (var.int left):
            declare const int i = (add.int (var.int begin) threadIdx.x.int)
            if (lt.bool (load.float X (var.int i)) 0.float'0.0'):
                continue
            X[(var.int i)] mul=.float (var.float a)
)program");
}

TEST_CASE("loop interchange: a start of several axes, and one that may be negative") {
    CHECK(stepped(R"py(
# k : void (int first, int n, int* X)
def k(first, n, X):
    s = shared(int, 1024)
    t = threadIdx.y * 32 + threadIdx.x
    for i in range(t, 1024, 256):
        s[i] = 0
    syncthreads()
    for i in range(first + 2 * threadIdx.x - 1, n, 64):
        s[i] = X[i]
    syncthreads()
    X[t] = s[t]
)py") == R"program(    declare shared int s[1024]
    for (int first_i = 0.int; (lt.bool (var.int first_i) 1024.int); += 256.int):
        declare const int left = (sub.int 1024.int (var.int first_i))
        lanes:
            if (lt.bool (add.int (mul.int threadIdx.y.int 32.int) threadIdx.x.int) (var.int left)):
                declare const int i = (add.int (var.int first_i) (add.int (mul.int threadIdx.y.int 32.int) threadIdx.x.int))
                s[(var.int i)] = 0.int
    for (int64 first_i = (cast.int64 (sub.int (var.int first) 1.int)); (lt.bool (var.int64 first_i) (cast.int64 (var.int n))); += 64.int64):
        declare const int begin = (cast.int (var.int64 first_i))
        declare const int64 far = (sub.int64 (cast.int64 (var.int n)) (cast.int64 (var.int begin)))
        declare const int left = (cast.int (select.int64 (lt.bool (var.int64 far) 2147483647.int64) (var.int64 far) 2147483647.int64))
        lanes:
            if (lt.bool (mul.int threadIdx.x.int 2.int) (var.int left)):
                declare const int i = (add.int (var.int begin) (mul.int threadIdx.x.int 2.int))
                s[(var.int i)] = (load.int X (var.int i))
    lanes:
        declare const int t = (add.int (mul.int threadIdx.y.int 32.int) threadIdx.x.int)
        X[(var.int t)] = (load.int s (var.int t))
)program");
}

TEST_CASE("loop interchange: a while that counts is a for") {
    CHECK(stepped(R"py(
# k : void (float* X, float* out)
def k(X, out):
    s = shared(float, 256)
    # where this thread begins
    i = blockIdx.x * (blockDim.x * 2) + threadIdx.x
    total = 0.0
    while i < len(X):
        total += X[i]
        # on to the next
        i += gridsize.x
    s[threadIdx.x] = total
    syncthreads()
    out[idx] = s[0]
)py") == R"program(    declare shared float s[256]
    declare float total
    lanes:
        total = 0.float'0.0'
    # where this thread begins
    for (int first_i = (mul.int blockIdx.x.int (mul.int blockDim.x.int 2.int)); (lt.bool (var.int first_i) (len.int X)); += (mul.int gridDim.x.int blockDim.x.int)):
        declare const int left = (sub.int (len.int X) (var.int first_i))
        ahead (load.float X (add.int64 (cast.int64 (var.int first_i)) (mul.int64 8.int64 (cast.int64 (mul.int gridDim.x.int blockDim.x.int)))))
        lanes below (var.int left):
            declare const int i = (add.int (var.int first_i) threadIdx.x.int)
            total add=.float (load.float X (var.int i))
            # on to the next
            note
    lanes:
        s[threadIdx.x.int] = (var.float total)
    lanes:
        out[idx.int] = (load.float s 0.int)
)program");
}

TEST_CASE("loop interchange: a while whose variable is used elsewhere stays one") {
    const std::string head =
        "# k : void (int* X, int n)\ndef k(X, n):\n    s = shared(int, 256)\n    i = idx\n";
    const std::string tail = "    syncthreads()\n    X[idx] = s[0]\n";
    for (const char* loop : {
             "    while i < n:\n        s[i] = 1\n        i += 64\n    s[0] = i\n",
             "    while i < n:\n        i += 64\n        s[i] = 1\n",
             "    while i < n:\n        if X[i] == 0:\n            i += 1\n            continue\n"
             "        i += 64\n",
             "    while i < n:\n        s[i] = 1\n        i += i\n",
             "    while i < n:\n        s[i] = 1\n        i += X[0]\n",
             "    i += n\n    while i < n:\n        s[i] = 1\n        i += 64\n",
         }) {
        CAPTURE(loop);
        const std::string block = stepped(head + loop + tail);
        CHECK(!block.empty());
        CHECK(block.find("left") == std::string::npos);
    }
}

TEST_CASE("loop interchange: each thread works by itself where threads diverge for other reasons") {
    const std::string head =
        "# k : void (int* X, int n, float* Y)\ndef k(X, n, Y):\n    s = shared(int, 256)\n";
    const std::string tail = "    syncthreads()\n    X[idx] = s[0]\n";
    for (const char* loop : {
             "    for i in range(idx, n, 64):\n        if X[i] == 0:\n            break\n        s[i] = 1\n",
             "    for i in range(idx, n, 64):\n        if X[i] == 0:\n            return\n        s[i] = 1\n",
             "    for i in range(idx, n, 64):\n        while atomicCAS(s, 0, 0, 1) != 0:\n            pass\n",
             "    for i in range(idx, n, 64):\n        print(i)\n",
             "    for i in range(X[idx], n, 64):\n        s[i] = 1\n",
             "    for i in range(idx, X[idx], 64):\n        s[i] = 1\n",
             "    for i in range(idx, n, idx + 1):\n        s[i] = 1\n",
             "    for i in range(n - 1 - idx, -1, -64):\n        s[i] = 1\n",
         }) {
        CAPTURE(loop);
        const std::string block = stepped(head + loop + tail);
        CHECK(!block.empty());
        CHECK(block.find("left") == std::string::npos);
    }
}

TEST_CASE("loop interchange: a kernel of the grid without such a loop stays as it is") {
    CHECK(stepped("# k : void (int* X)\ndef k(X):\n    X[idx] = gridDim.x\n").empty());
}

} // namespace cudapy::lower
