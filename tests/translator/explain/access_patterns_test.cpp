// The access patterns of a warp, as explain() shows them.

#include "translator/explain/access_patterns.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace cudapy;

namespace {

class NoNames : public NameResolver {
  public:
    Binding resolve(uint32_t, const std::string&, std::span<const std::string>) override { return {}; }
};

/// Each access of the kernel `k` in a line.
std::string walked(const std::string& text, const Neighbours& neighbours = {}) {
    NoNames names;
    SourceUnit unit;
    unit.path = "k.py";
    unit.text = text;
    Options options;
    options.stubs = false;
    const AccessPatterns patterns = access_patterns_of({unit}, options, names, "k", neighbours);
    static constexpr const char* verbs[] = {"reads", "writes", "updates", "atomically changes"};
    std::string result = "\n";
    for (const AccessPattern& pattern : patterns.accesses) {
        result += fmt::format("{} {} `{}`{}{}: {}", patterns.sources->begin(pattern.span).line,
                              verbs[static_cast<int>(pattern.operation)], pattern.text,
                              pattern.is_shared ? " (shared)" : "", pattern.by_some ? " by some" : "",
                              threads_in_words(pattern));
        const std::string next = next_iteration_in_words(pattern);
        if (!next.empty())
            result += fmt::format("; iterations of {} in {}: {}",
                                  pattern.counter.empty() ? "the loop" : pattern.counter,
                                  patterns.sources->begin(pattern.loop).line, next);
        result += "\n";
    }
    return result;
}

} // namespace

TEST_CASE("access patterns: a matrix product") {
    CHECK(walked("# k : void (float[,] A, float[,] B, float[,] C)\n"
                 "def k(A, B, C):\n"
                 "    total = 0.0\n"
                 "    for i in range(A.shape[1]):\n"
                 "        total += A[idy, i] * B[i, idx]\n"
                 "    C[idy, idx] += total\n") == R"(
5 reads `A[idy, i]`: the same element; iterations of i in 4: the next element
5 reads `B[i, idx]`: neighbours; iterations of i in 4: the next row
6 updates `C[idy, idx]`: neighbours
)");
}

TEST_CASE("access patterns: distances that are constants, scalars and extents") {
    CHECK(
        walked(
            "# k : void (float* X, float* Y, double[,,] D, int n)\n"
            "def k(X, Y, D, n):\n"
            "    i = blockIdx.x * blockDim.x + threadIdx.x\n"
            "    Y[i] = X[4 * idx] + X[idx * n + 1] + X[n - 1 - idx] + X[n]\n"
            "    Y[2 * i * n] = X[idx // 32] + X[3 * (idx % 32)] + X[idx % 4] + X[(idx >> 5) + (idx & 31)]\n"
            "    D[idx, 1, 2] = D[1, idx, 2] + D[1, 3 * idx, 0] + D[1, 2, idx]\n"
            "    Y[idx * idx] = X[(idx * 3) // 2]\n"
            "    Y[idy * n + idx] = X[idx + len(X) * idx]\n") == R"(
4 reads `X[4 * idx]`: every 4th element, 16 bytes apart
4 reads `X[idx * n + 1]`: n elements apart
4 reads `X[n - 1 - idx]`: neighbours, backwards
4 reads `X[n]`: the same element
4 writes `Y[i]`: neighbours
5 reads `X[idx // 32]`: the same element
5 reads `X[3 * (idx % 32)]`: every 3rd element, 12 bytes apart
5 reads `X[idx % 4]`: unknown
5 reads `X[(idx >> 5) + (idx & 31)]`: neighbours
5 writes `Y[2 * i * n]`: 2 * n elements apart
6 reads `D[1, idx, 2]`: each thread another row
6 reads `D[1, 3 * idx, 0]`: every 3rd row
6 reads `D[1, 2, idx]`: neighbours
6 writes `D[idx, 1, 2]`: D.shape[1] * D.shape[2] elements apart
7 reads `X[(idx * 3) // 2]`: unknown
7 writes `Y[idx * idx]`: unknown
8 reads `X[idx + len(X) * idx]`: len(X) + 1 elements apart
8 writes `Y[idy * n + idx]`: neighbours
)");
}

TEST_CASE("access patterns: indices from memory, and by lists") {
    CHECK(walked("# k : void (float* X, int* at, float** rows, float* Y)\n"
                 "def k(X, at, rows, Y):\n"
                 "    j = at[idx]\n"
                 "    Y[j] = X[at[idy] + idx]\n"
                 "    X[at[0]] = rows[idx][3] + rows[idy][idx]\n"
                 "    for v in rows[idx]:\n"
                 "        Y[idx] += v\n"
                 "    p = 3\n"
                 "    while p >= 0:\n"
                 "        p = at[p]\n"
                 "        Y[p] = 1.0\n"
                 "    if X[idx] > 0.0:\n"
                 "        slot = atomicAdd(at, 0, 1)\n"
                 "        Y[slot] = 2.0\n") == R"(
3 reads `at[idx]`: neighbours
4 reads `at[idy]`: the same element
4 reads `X[at[idy] + idx]`: neighbours
4 writes `Y[j]`: anywhere: it depends on data
5 reads `rows[idx][3]`: each thread another list
5 reads `rows[idy][idx]`: neighbours
5 reads `at[0]`: the same element
5 writes `X[at[0]]`: the same element
6 reads `rows[idx]`: each thread another list; iterations of the loop in 6: the next element
7 updates `Y[idx]`: neighbours; iterations of the loop in 6: the same element
10 reads `at[p]`: anywhere: it depends on data; iterations of the loop in 9: anywhere: it depends on data
11 writes `Y[p]`: anywhere: it depends on data; iterations of the loop in 9: anywhere: it depends on data
12 reads `X[idx]`: neighbours
13 atomically changes `atomicAdd(at, 0, 1)` by some: the same element
14 writes `Y[slot]` by some: anywhere: it depends on data
)");
}

TEST_CASE("access patterns: a condition that is the same for all threads leaves none of them out") {
    // Threads write Y, so that they may find different values in Y[0].
    CHECK(walked("# k : void (float* X, float* Z, float* Y, int n)\n"
                 "def k(X, Z, Y, n):\n"
                 "    if Z[0] > 2.0:\n"
                 "        Y[idx] = X[idx]\n"
                 "    if Y[0] > 2.0:\n"
                 "        X[idx] = 1.0\n"
                 "    limit = Z[n] * 2\n"
                 "    Y[idx] = X[idx + 1] if limit > 1 else X[idx + 2]\n"
                 "    if Z[idx] > limit or Z[idx + 1] > X[idx]:\n"
                 "        Y[idx] = 2.0 if limit > 1 and X[idx + 3] > 1 else 3.0\n") == R"(
3 reads `Z[0]`: the same element
4 reads `X[idx]`: neighbours
4 writes `Y[idx]`: neighbours
5 reads `Y[0]`: the same element
6 writes `X[idx]` by some: neighbours
7 reads `Z[n]`: the same element
8 reads `X[idx + 1]`: neighbours
8 reads `X[idx + 2]`: neighbours
8 writes `Y[idx]`: neighbours
9 reads `Z[idx]`: neighbours
9 reads `Z[idx + 1]` by some: neighbours
9 reads `X[idx]` by some: neighbours
10 reads `X[idx + 3]` by some: neighbours
10 writes `Y[idx]` by some: neighbours
)");
}

TEST_CASE("access patterns: what changes from iteration to iteration") {
    CHECK(walked("# k : void (float* X, int* at, float* Y, int n)\n"
                 "def k(X, at, Y, n):\n"
                 "    for i in range(n):\n"
                 "        X[i // 2] = 1.0\n"
                 "        X[at[i]] = 2.0\n"
                 "        X[at[n]] = 3.0\n"
                 "        X[int(Y[n]) + i] = 4.0\n"
                 "        X[int(X[n]) + i] = 5.0\n"
                 "        last = i\n"
                 "        for j in range(i, n, 3):\n"
                 "            X[i * n + last + j] = 6.0\n"
                 "            X[max(i, j)] = X[max(i, n)]\n") == R"(
4 writes `X[i // 2]`: the same element; iterations of i in 3: unknown
5 reads `at[i]`: the same element; iterations of i in 3: the next element
5 writes `X[at[i]]`: the same element; iterations of i in 3: unknown
6 reads `at[n]`: the same element; iterations of i in 3: the same element
6 writes `X[at[n]]`: the same element; iterations of i in 3: the same element
7 reads `Y[n]`: the same element; iterations of i in 3: the same element
7 writes `X[int(Y[n]) + i]`: the same element; iterations of i in 3: unknown
8 reads `X[n]`: the same element; iterations of i in 3: the same element
8 writes `X[int(X[n]) + i]`: the same element; iterations of i in 3: unknown
11 writes `X[i * n + last + j]`: the same element; iterations of j in 10: 3 elements further
12 reads `X[max(i, n)]`: the same element; iterations of j in 10: the same element
12 writes `X[max(i, j)]`: the same element; iterations of j in 10: unknown
)");
}

TEST_CASE("access patterns: loops over the whole of an array") {
    CHECK(walked("# k : void (float* X, float[,] A, float* Y)\n"
                 "def k(X, A, Y):\n"
                 "    for i in range(idx, len(X), blockDim.x * gridDim.x):\n"
                 "        X[i] = 0.0\n"
                 "    j = idx\n"
                 "    while j < len(X):\n"
                 "        X[j] = 1.0\n"
                 "        j += 256\n"
                 "    X[j - 256] = 2.0\n"
                 "    for v in A[idx]:\n"
                 "        Y[idx] += v\n"
                 "    s = 16\n"
                 "    while s > 0:\n"
                 "        X[idx + s] = 1.0\n"
                 "        s = s // 2\n"
                 "    for i in range(len(Y) - 1, -1, -1):\n"
                 "        X[i] = Y[2 * i]\n") == R"(
4 writes `X[i]`: neighbours; iterations of i in 3: blockDim.x * gridDim.x elements further
7 writes `X[j]`: neighbours; iterations of the loop in 6: 256 elements further
9 writes `X[j - 256]`: unknown
10 reads `A[idx]`: each thread another row; iterations of the loop in 10: the next element
11 updates `Y[idx]`: neighbours; iterations of the loop in 10: the same element
14 writes `X[idx + s]`: neighbours; iterations of the loop in 13: unknown
17 reads `Y[2 * i]`: the same element; iterations of i in 16: 2 elements back
17 writes `X[i]`: the same element; iterations of i in 16: the element before
)");
}

TEST_CASE("access patterns: shared memory, helpers and structs") {
    CHECK(walked("# at : int (int y, int x, int n)\n"
                 "def at(y, x, n):\n"
                 "    return y * n + x\n"
                 "\n"
                 "# total : float (float* X, int first, int step)\n"
                 "def total(X, first, step):\n"
                 "    sum = 0.0\n"
                 "    for i in range(first, len(X), step):\n"
                 "        sum += X[i]\n"
                 "    return sum\n"
                 "\n"
                 "# deep : int (int* N, int i)\n"
                 "def deep(N, i):\n"
                 "    return 0 if i == 0 else N[i] + deep(N, i - 1)\n"
                 "\n"
                 "# k : void (float* X, float[,] A, float* Y, int* N, int n)\n"
                 "def k(X, A, Y, N, n):\n"
                 "    tile = shared(float, (32, 33))\n"
                 "    x, y = threadIdx.x, threadIdx.y\n"
                 "    tile[y, x] = A[32 * blockIdx.y + y, 32 * blockIdx.x + x]\n"
                 "    syncthreads()\n"
                 "    A[32 * blockIdx.x + y, 32 * blockIdx.y + x] = tile[x, y]\n"
                 "    Y[at(idy, idx, n)] = total(X, idx, 64) + total(A[idx], 0, 1)\n"
                 "    N[idx] = deep(N, 3)\n") == R"(
20 reads `A[32 * blockIdx.y + y, 32 * blockIdx.x + x]`: neighbours
20 writes `tile[y, x]` (shared): neighbours
22 reads `tile[x, y]` (shared): each thread another row, 132 bytes apart
22 writes `A[32 * blockIdx.x + y, 32 * blockIdx.y + x]`: neighbours
9 reads `X[i]`: neighbours; iterations of the loop in 8: 64 elements further
9 reads `X[i]`: each thread another row; iterations of the loop in 8: the next element
23 writes `Y[at(idy, idx, n)]`: neighbours
24 writes `N[idx]`: neighbours
24 reads `deep(N, 3)`: unknown
)");
}

TEST_CASE("access patterns: variables that get new values") {
    CHECK(walked("# k : void (float[,] A, float* X, int n)\n"
                 "def k(A, X, n):\n"
                 "    i = 32 * blockIdx.x\n"
                 "    i += threadIdx.x\n"
                 "    X[i] = 1.0\n"
                 "    i, j = threadIdx.y, 2 * threadIdx.x\n"
                 "    A[i, j] = 1.0\n"
                 "    i = j\n"
                 "    if n > 3:\n"
                 "        i = 5\n"
                 "    X[i] = 2.0\n"
                 "    for k in range(n):\n"
                 "        m = 4 * k\n"
                 "        X[idx + m] = 3.0\n"
                 "        m += 3 * idx\n"
                 "        X[m] = 4.0\n"
                 "    last = 0\n"
                 "    for k in range(idx, n):\n"
                 "        last = k\n"
                 "    X[last] = 5.0\n"
                 "    while n > idx:\n"
                 "        X[idx + n] = 6.0\n"
                 "        n -= 1\n"
                 "    X[idx + n] = 7.0\n") == R"(
5 writes `X[i]`: neighbours
7 writes `A[i, j]`: every 2nd element, 8 bytes apart
11 writes `X[i]`: unknown
14 writes `X[idx + m]`: neighbours; iterations of k in 12: 4 elements further
16 writes `X[m]`: every 3rd element, 12 bytes apart; iterations of k in 12: 4 elements further
20 writes `X[last]`: unknown
22 writes `X[idx + n]`: unknown; iterations of the loop in 21: unknown
24 writes `X[idx + n]`: unknown
)");
}

TEST_CASE("access patterns: quotients and remainders") {
    CHECK(walked("# k : void (float[,] A, float* X, int n)\n"
                 "def k(A, X, n):\n"
                 "    y, x = divmod(idx, A.shape[1])\n"
                 "    A[y, x] = 1.0\n"
                 "    A[idx // n, idx % n] = 2.0\n"
                 "    X[idx // n * n + idx % n] = X[idy % n + idx] + X[(idx + 1) % n]\n"
                 "    X[n // idx] = X[idx // 64 * 32 + idx % 32]\n") == R"(
4 writes `A[y, x]`: neighbours
5 writes `A[idx // n, idx % n]`: unknown
6 reads `X[idy % n + idx]`: neighbours
6 reads `X[(idx + 1) % n]`: unknown
6 writes `X[idx // n * n + idx % n]`: neighbours
7 reads `X[idx // 64 * 32 + idx % 32]`: neighbours
7 writes `X[n // idx]`: unknown
)");
}

TEST_CASE("access patterns: names for parts of arrays, and for one of several") {
    CHECK(walked("# k : void (float[,] A, float* X, float* Y, float4* V, int n)\n"
                 "def k(A, X, Y, V, n):\n"
                 "    row = A[idy]\n"
                 "    row[idx] = 1.0\n"
                 "    odd = X[1::2]\n"
                 "    odd[idx] = X[n:][idx]\n"
                 "    one = X if n > 3 else Y\n"
                 "    one[idx] = 2.0\n"
                 "    other = X if idx > 3 else Y\n"
                 "    other[idx] = 3.0\n"
                 "    column = A[:, n]\n"
                 "    column[idx] = 4.0\n"
                 "    X[idx] = V[n].y + V[2 * idx].z\n"
                 "    kept = local(float, 4)\n"
                 "    kept[idx % 4] = 5.0\n"
                 "    A[-1, idx], A[idx, -1] = A[idx, idx], A[n - idx, 2 * idx]\n"
                 "    for i, (x, y) in enumerate(zip(X, Y)):\n"
                 "        A[i, idx] = x + y\n"
                 "    for i in range(100):\n"
                 "        X[(99 - i) * n - idx * n] = 6.0\n") == R"(
4 writes `row[idx]`: neighbours
6 reads `X[n:][idx]`: neighbours
6 writes `odd[idx]`: every 2nd element, 8 bytes apart
8 writes `one[idx]`: neighbours
10 writes `other[idx]`: unknown
12 writes `column[idx]`: each thread another row
13 reads `V[n].y`: the same element
13 reads `V[2 * idx].z`: every 2nd element, 32 bytes apart
13 writes `X[idx]`: neighbours
16 reads `A[n - idx, 2 * idx]`: 2 - A.shape[1] elements apart
16 reads `A[idx, idx]`: A.shape[1] + 1 elements apart
16 writes `A[-1, idx]`: neighbours
16 writes `A[idx, -1]`: each thread another row
17 reads `X`: the same element; iterations of i in 17: the next element
17 reads `Y`: the same element; iterations of i in 17: the next element
18 writes `A[i, idx]`: neighbours; iterations of i in 17: the next row
20 writes `X[(99 - i) * n - idx * n]`: n elements apart; iterations of i in 19: n elements back
)");
}

TEST_CASE("access patterns: neighbours along y") {
    CHECK(walked("# k : void (float[,] A, float[,] B)\n"
                 "def k(A, B):\n"
                 "    A[idy, idx] = B[idx, idy] + B[threadIdx.y % 32, 0]\n",
                 {1, true}) == R"(
3 reads `B[idx, idy]`: neighbours
3 reads `B[threadIdx.y % 32, 0]`: each thread another row
3 writes `A[idy, idx]`: each thread another row
)");
}

TEST_CASE("access patterns: there are none of what has errors") {
    CHECK(walked("# k : void (int* A)\ndef k(A):\n    A[0] = nothing\n") == "\n");
}
