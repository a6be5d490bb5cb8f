#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

Options index64() {
    Options options;
    options.index64 = true;
    return options;
}

} // namespace

TEST_CASE("for_range: a plain loop") {
    const std::string text = R"py(
# k : void (float* X, int n)
def k(X, n):
    for i in range(n):
        X[i] = 0.0
    for i in range(1, len(X) - 1):
        X[i] = X[i - 1]
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: float* [reads, writes, length X_len], n: int) -> void [kernel k, effects]
    for (int i = 0.int; (lt.bool (var.int i) (var.int n)); += 1.int):
        X[(var.int i)] = 0.float'0.0'
    for (int i = 1.int; (lt.bool (var.int i) (sub.int (len.int X) 1.int)); += 1.int):
        X[(var.int i)] = (load.float X (sub.int (var.int i) 1.int))
)program");
}

TEST_CASE("for_range: bounds that may change go before the loop") {
    const std::string text = R"py(
def unused(): pass

# k : void (int* X, int n)
def k(X, n):
    for i in range(X[0], X[1]):
        X[i] = n
    for i in range(n):
        n += 1
    X[0] = n
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [reads, writes], n: int) -> void [kernel k, effects]
    declare const int i_end = (load.int X 1.int)
    for (int i = (load.int X 0.int); (lt.bool (var.int i) (var.int i_end)); += 1.int):
        X[(var.int i)] = (var.int n)
    declare const int i_end_ = (var.int n)
    for (int i = 0.int; (lt.bool (var.int i) (var.int i_end_)); += 1.int):
        n add=.int 1.int
    X[0.int] = (var.int n)
)program");
}

TEST_CASE("for_range: a bound that nothing writes to stays in the condition") {
    const std::string text = R"py(
# k : void (int* R, float* V, float* Y)
def k(R, V, Y):
    total = 0.0
    for j in range(R[idx], R[idx + 1]):
        total += V[j]
    Y[idx] = total
)py";
    CHECK(
        lowered(text) ==
        R"program(def k(R: int* [reads], V: float* [reads], Y: float* [writes]) -> void [kernel k, effects, idx]
    declare float total = 0.float'0.0'
    for (int j = (load.int R idx.int); (lt.bool (var.int j) (load.int R (add.int idx.int 1.int))); += 1.int):
        total add=.float (load.float V (var.int j))
    Y[idx.int] = (var.float total)
)program");
}

TEST_CASE("for_range: steps") {
    const std::string text = R"py(
# k : void (float* X, int n, int s)
def k(X, n, s):
    for i in range(n, 0, -1):
        X[i] = 1.0
    for i in range(n - 1, -1, -2):
        X[i] = 2.0
    for i in range(0, 100, 3):
        X[i] = 3.0
    for i in range(0, n, 2):
        X[i] = 4.0
    for i in range(idx, n, blockDim.x * gridDim.x):
        X[i] = 5.0
    for i in range(0, n, s):
        X[i] = 6.0
)py";
    CHECK(
        lowered(text) ==
        R"program(def k(X: float* [writes], n: int, s: int) -> void [kernel k, effects, idx, blockDim.x, gridDim.x]
    for (int i = (var.int n); (gt.bool (var.int i) 0.int); += -1.int):
        X[(var.int i)] = 1.float'1.0'
    for (int i = (sub.int (var.int n) 1.int); (gt.bool (var.int i) -1.int); += -2.int):
        X[(var.int i)] = 2.float'2.0'
    for (int i = 0.int; (lt.bool (var.int i) 100.int); += 3.int):
        X[(var.int i)] = 3.float'3.0'
    for (int64 i_counter = 0.int64; (lt.bool (var.int64 i_counter) (cast.int64 (var.int n))); += 2.int64):
        declare int i = (cast.int (var.int64 i_counter))
        X[(var.int i)] = 4.float'4.0'
    for (int64 i_counter = (cast.int64 idx.int); (lt.bool (var.int64 i_counter) (cast.int64 (var.int n))); += (cast.int64 (mul.int blockDim.x.int gridDim.x.int))):
        declare int i = (cast.int (var.int64 i_counter))
        X[(var.int i)] = 5.float'5.0'
    for (int64 i_counter = 0.int64; (select.bool (gt.bool (var.int s) 0.int) (lt.bool (var.int64 i_counter) (cast.int64 (var.int n))) (and.bool (lt.bool (var.int s) 0.int) (gt.bool (var.int64 i_counter) (cast.int64 (var.int n))))); += (cast.int64 (var.int s))):
        declare int i = (cast.int (var.int64 i_counter))
        X[(var.int i)] = 6.float'6.0'
)program");
}

TEST_CASE("for_range: a counter has 64 bits only where it may need them") {
    CHECK(
        lowered(R"py(
# k : void (float* X, uint8 few, int n)
def k(X, few, n):
    for i in range(0, len(X) - 1, 2):
        X[i] = 1.0
    for i in range(0, len(X) - 1, 3):
        X[i] = 2.0
    for i in range(0, len(X) // 16 * 16, 16):
        X[i] = 3.0
    for i in range(threadIdx.x, few, blockDim.x):
        X[i] = 4.0
    for i in range(idx, 1000, blockDim.x * gridDim.x):
        X[i] = 5.0
    for i in range(0, min(n, 99), len(X)):
        X[i] = 6.0
)py") ==
        R"program(def k(X: float* [writes, length X_len], few: uint8, n: int) -> void [kernel k, effects, idx, threadIdx.x, blockDim.x, gridDim.x]
    for (int i = 0.int; (lt.bool (var.int i) (sub.int (len.int X) 1.int)); += 2.int):
        X[(var.int i)] = 1.float'1.0'
    for (int64 i_counter = 0.int64; (lt.bool (var.int64 i_counter) (cast.int64 (sub.int (len.int X) 1.int))); += 3.int64):
        declare int i = (cast.int (var.int64 i_counter))
        X[(var.int i)] = 2.float'2.0'
    for (int i = 0.int; (lt.bool (var.int i) (mul.int (divide.int (len.int X) 16.int) 16.int)); += 16.int):
        X[(var.int i)] = 3.float'3.0'
    for (int i = threadIdx.x.int; (lt.bool (var.int i) (cast.int (var.uint8 few))); += blockDim.x.int):
        X[(var.int i)] = 4.float'4.0'
    for (int64 i_counter = (cast.int64 idx.int); (lt.bool (var.int64 i_counter) 1000.int64); += (cast.int64 (mul.int blockDim.x.int gridDim.x.int))):
        declare int i = (cast.int (var.int64 i_counter))
        X[(var.int i)] = 5.float'5.0'
    declare const int i_end = (builtin.int min (var.int n) 99.int)
    for (int64 i_counter = 0.int64; (select.bool (gt.bool (len.int X) 0.int) (lt.bool (var.int64 i_counter) (cast.int64 (var.int i_end))) (and.bool (lt.bool (len.int X) 0.int) (gt.bool (var.int64 i_counter) (cast.int64 (var.int i_end))))); += (cast.int64 (len.int X))):
        declare int i = (cast.int (var.int64 i_counter))
        X[(var.int i)] = 6.float'6.0'
)program");
}

TEST_CASE("for_range: a variable that is read after the loop keeps its last value") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    for i in range(n):
        X[i] = 1
    X[0] = i
    j = 7
    for j in range(2, n):
        X[j] = 2
    X[1] = j
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes], n: int) -> void [kernel k, effects]
    declare int i = 0.int
    for (int i_counter = 0.int; (lt.bool (var.int i_counter) (var.int n)); += 1.int):
        i = (var.int i_counter)
        X[(var.int i)] = 1.int
    X[0.int] = (var.int i)
    declare int j = 7.int
    for (int j_counter = 2.int; (lt.bool (var.int j_counter) (var.int n)); += 1.int):
        j = (var.int j_counter)
        X[(var.int j)] = 2.int
    X[1.int] = (var.int j)
)program");
}

TEST_CASE("for_range: assigning to the variable does not change the iteration") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    for i in range(n):
        i *= 2
        X[i] = 1
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes], n: int) -> void [kernel k, effects]
    for (int i_counter = 0.int; (lt.bool (var.int i_counter) (var.int n)); += 1.int):
        declare int i = (var.int i_counter)
        i mul=.int 2.int
        X[(var.int i)] = 1.int
)program");
}

TEST_CASE("for_range: 64-bit counters") {
    const std::string text = R"py(
# k : void (int* X)
def k(X):
    for i in range(0, len(X), 2):
        X[i] = 1
)py";
    CHECK(lowered(text, index64()) ==
          R"program(def k(X: int* [writes, length X_len]) -> void [kernel k, effects]
    for (int64 i = 0.int64; (lt.bool (var.int64 i) (len.int64 X)); += 2.int64):
        X[(var.int64 i)] = 1.int
)program");
}

TEST_CASE("for_range: a parameter as the loop variable") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    for n in range(n):
        X[n] = 1
    for n in range(3):
        X[n] = 2
    X[0] = n
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes], n: int) -> void [kernel k, effects]
    declare const int n_end = (var.int n)
    for (int n_counter = 0.int; (lt.bool (var.int n_counter) (var.int n_end)); += 1.int):
        n = (var.int n_counter)
        X[(var.int n)] = 1.int
    for (int n_counter = 0.int; (lt.bool (var.int n_counter) 3.int); += 1.int):
        n = (var.int n_counter)
        X[(var.int n)] = 2.int
    X[0.int] = (var.int n)
)program");
}

TEST_CASE("for_range: a last value past 32 bits") {
    const std::string text = R"py(
# k : void (int* X)
def k(X):
    for i in range(2147483640, 2147483647, 3):
        X[0] += i
    for i in range(-2147483640, -2147483648, -5):
        X[1] += i
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [reads, writes]) -> void [kernel k, effects]
    for (int64 i_counter = 2147483640.int64; (lt.bool (var.int64 i_counter) 2147483647.int64); += 3.int64):
        declare const int i = (cast.int (var.int64 i_counter))
        X[0.int] add=.int (var.int i)
    for (int64 i_counter = -2147483640.int64; (gt.bool (var.int64 i_counter) -2147483648.int64); += -5.int64):
        declare const int i = (cast.int (var.int64 i_counter))
        X[1.int] add=.int (var.int i)
)program");
}

TEST_CASE("for_range: a parameter that nothing reads after the loop is the counter itself") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    for n in range(3):
        X[n] = 2
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes], n: int) -> void [kernel k, effects]
    for (n = 0.int; (lt.bool (var.int n) 3.int); += 1.int):
        X[(var.int n)] = 2.int
)program");
}

} // namespace cudapy::lower
