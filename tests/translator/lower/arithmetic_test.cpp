#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

Options host() {
    Options options;
    options.target = Target::cpu;
    return options;
}

} // namespace

TEST_CASE("arithmetic: floor division is plain where signs allow") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    X[0] = idx // 32 + idx % 32
    X[1] = n // 8 + n % 8
    X[2] = n // 3 + n % 3
    for i in range(10):
        X[i] = i // 3 + i % 3 + (i + 1) // (i + 2)
    for j in range(n, -1, -1):
        X[j] = j % 5
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes], n: int) -> void [kernel k, effects, idx]
    X[0.int] = (add.int (divide.int idx.int 32.int) (remainder.int idx.int 32.int))
    X[1.int] = (add.int (shift_right.int (var.int n) 3.int) (bit_and.int (var.int n) 7.int))
    X[2.int] = (add.int (helper.int floor_div_positive (var.int n) 3.int) (helper.int floor_mod_positive (var.int n) 3.int))
    for (int i = 0.int; (lt.bool (var.int i) 10.int); += 1.int):
        X[(var.int i)] = (add.int (add.int (divide.int (var.int i) 3.int) (remainder.int (var.int i) 3.int)) (divide.int (add.int (var.int i) 1.int) (add.int (var.int i) 2.int)))
    for (int j = (var.int n); (gt.bool (var.int j) -1.int); += -1.int):
        X[(var.int j)] = (remainder.int (var.int j) 5.int)
)program");
}

TEST_CASE("arithmetic: floor division on the host") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    X[0] = idx // 32 + idx % blockDim.x
    X[1] = idx // len(X)
    X[2] = n // 3
)py";
    CHECK(lowered(text, host()) ==
          R"program(def k(X: int* [writes, length X_len], n: int) -> void [kernel k, effects, idx, blockDim.x]
    X[0.int] = (add.int (divide.int idx.int 32.int) (remainder.int idx.int blockDim.x.int))
    X[1.int] = (helper.int quotient idx.int (len.int X))
    X[2.int] = (helper.int floor_div_positive (var.int n) 3.int)
)program");
}

TEST_CASE("arithmetic: powers") {
    const std::string text = R"py(
# k : void (int* X, float* Y)
def k(X, Y):
    n = X[0]
    X[1] = n ** 0 + n ** 1 + n ** 2 + X[1] ** 2 + n ** 5
    y = Y[0]
    Y[1] = y ** 2 + y ** 2.0 + Y[1] ** 2 + y ** 3 + y ** 0.5
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: int* [reads, writes], Y: float* [reads, writes]) -> void [kernel k, effects]
    declare const int n = (load.int X 0.int)
    X[1.int] = (add.int (add.int (add.int (add.int 1.int (var.int n)) (mul.int (var.int n) (var.int n))) (helper.int square (load.int X 1.int))) (helper.int int_power (var.int n) 5.int))
    declare const float y = (load.float Y 0.int)
    Y[1.int] = (add.float (add.float (add.float (add.float (mul.float (var.float y) (var.float y)) (mul.float (var.float y) (var.float y))) (helper.float square (load.float Y 1.int))) (helper.float exact_pow (var.float y) 3.float)) (helper.float exact_pow (var.float y) 0.5.float))
)program");
}

TEST_CASE("arithmetic: min and max") {
    const std::string text = R"py(
# k : void (int* X, float* Y)
def k(X, Y):
    X[0] = min(X[0], X[1], 3)
    Y[0] = max(Y[0], Y[1])
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: int* [reads, writes], Y: float* [reads, writes]) -> void [kernel k, effects]
    X[0.int] = (builtin.int min (builtin.int min (load.int X 0.int) (load.int X 1.int)) 3.int)
    Y[0.int] = (helper.float maximum (load.float Y 0.int) (load.float Y 1.int))
)program");
}

TEST_CASE("arithmetic: min and max on the host") {
    const std::string text = R"py(
# k : void (int* X, float* Y)
def k(X, Y):
    X[0] = min(X[0], X[1], 3)
    Y[0] = max(Y[0], Y[1])
)py";
    CHECK(lowered(text, host()) ==
          R"program(def k(X: int* [reads, writes], Y: float* [reads, writes]) -> void [kernel k, effects]
    X[0.int] = (helper.int minimum (helper.int minimum (load.int X 0.int) (load.int X 1.int)) 3.int)
    Y[0.int] = (helper.float maximum (load.float Y 0.int) (load.float Y 1.int))
)program");
}

} // namespace cudapy::lower
