#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("multi_assign: a swap keeps one value") {
    const std::string text = R"py(
# k : void (float* X)
def k(X):
    a = X[0]
    b = X[1]
    a, b = b, a
    X[0], X[1] = a, b
    X[0], X[1] = X[1], X[0]
)py";
    CHECK(lowered(text) == R"program(def k(X: float* [reads, writes]) -> void [kernel k, effects]
    declare float a = (load.float X 0.int)
    declare float b = (load.float X 1.int)
    declare const float a_old = (var.float a)
    a = (var.float b)
    b = (var.float a_old)
    X[0.int] = (var.float a)
    X[1.int] = (var.float b)
    declare const float X_next = (load.float X 0.int)
    X[0.int] = (load.float X 1.int)
    X[1.int] = (var.float X_next)
)program");
}

TEST_CASE("multi_assign: only what is in the way is kept") {
    const std::string text = R"py(
# k : void (int* X)
def k(X):
    a, b = 0, 1
    a, b = b, a + b
    i, X[i] = a, b
    p, q, r = 1, a, b
    X[p] = q + r
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes]) -> void [kernel k, effects]
    declare int a = 0.int
    declare int b = 1.int
    declare const int b_next = (add.int (var.int a) (var.int b))
    a = (var.int b)
    b = (var.int b_next)
    declare const int i = (var.int a)
    X[(var.int i)] = (var.int b)
    declare const int p = 1.int
    declare const int q = (var.int a)
    declare const int r = (var.int b)
    X[(var.int p)] = (add.int (var.int q) (var.int r))
)program");
}

TEST_CASE("multi_assign: a chain evaluates its value once") {
    const std::string text = R"py(
# k : void (float* X, int* Y)
def k(X, Y):
    a = b = 0
    X[0] = X[1] = X[2] * 2
    c = d = X[3]
    X[4] = a + b + c + d
)py";
    CHECK(lowered(text) == R"program(def k(X: float* [reads, writes], Y: int*) -> void [kernel k, effects]
    declare const int a = 0.int
    declare const int b = 0.int
    declare const float value = (mul.float (load.float X 2.int) 2.float)
    X[0.int] = (var.float value)
    X[1.int] = (var.float value)
    declare const float c = (load.float X 3.int)
    declare const float d = (var.float c)
    X[4.int] = (add.float (add.float (cast.float (add.int (var.int a) (var.int b))) (var.float c)) (var.float d))
)program");
}

TEST_CASE("multi_assign: calls with effects keep their order") {
    const std::string text = R"py(
# bump : int (int* X)
def bump(X):
    X[0] += 1
    return X[0]

# k : void (int* X)
def k(X):
    a = 1
    a, b = bump(X), a + bump(X)
    X[1] = a * b
)py";
    CHECK(lowered(text) == R"program(def bump(X: int* [reads, writes]) -> int [called, effects]
    X[0.int] add=.int 1.int
    return (load.int X 0.int)

def k(X: int* [reads, writes]) -> void [kernel k, effects]
    declare int a = 1.int
    declare const int a_next = (call.int bump (var.int* X))
    declare const int b_next = (add.int (var.int a) (call.int bump (var.int* X)))
    a = (var.int a_next)
    declare const int b = (var.int b_next)
    X[1.int] = (mul.int (var.int a) (var.int b))
)program");
}

} // namespace cudapy::lower
