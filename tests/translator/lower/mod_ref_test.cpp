#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("mod/ref analysis: what a callee does counts for its callers") {
    const std::string text = R"py(
# leaf : float (float* X, int i)
def leaf(X, i):
    return X[i] + len(X)

# store : void (float* X, float* Y)
def store(X, Y):
    Y[idy] = leaf(X, 0)

# top : void (float* A, float* B, float* C)
def top(A, B, C):
    store(B, A)
    C[idx] = 1.0
)py";
    CHECK(after(text, {}) == R"program(def leaf(X: float* [reads, length], i: int) -> float [called]
    return (add.float (load.float X (var.int i)) (cast.float (len.int X)))

def store(X: float* [reads, length], Y: float* [writes]) -> void [kernel, called, effects, idy]
    Y[idy.int] = (call.float leaf (var.float* X) 0.int)

def top(A: float* [writes], B: float* [reads, length], C: float* [writes]) -> void [kernel, effects, idx, callee's idy]
    evaluate (call.void store (var.float* B) (var.float* A))
    C[idx.int] = 1.float'1.0'
)program");
}

TEST_CASE("mod/ref analysis: recursion is found through other functions") {
    const std::string text = R"py(
# even : int (int n)
def even(n):
    if n == 0:
        return 1
    return odd(n - 1)

# odd : int (int n)
def odd(n):
    if n == 0:
        return 0
    return even(n - 1)

# k : void (int* X)
def k(X):
    X[idx] = even(X[idx])
)py";
    CHECK(after(text, {}) == R"program(def even(n: int) -> int [called, recursive]
    if (eq.bool (var.int n) 0.int):
        return 1.int
    return (call.int odd (sub.int (var.int n) 1.int))

def odd(n: int) -> int [called, recursive]
    if (eq.bool (var.int n) 0.int):
        return 0.int
    return (call.int even (sub.int (var.int n) 1.int))

def k(X: int* [reads, writes]) -> void [kernel, effects, idx]
    X[idx.int] = (call.int even (load.int X idx.int))
)program");
}

} // namespace cudapy::lower
