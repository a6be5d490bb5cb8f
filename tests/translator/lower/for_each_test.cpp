#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("for_each: elements are loaded at the top of the body") {
    const std::string text = R"py(
# k : void (float* X, float* Y)
def k(X, Y):
    total = 0.0
    for x in X:
        total += x
    Y[0] = total
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: float* [reads, length X_len], Y: float* [writes]) -> void [kernel k, effects]
    declare float total = 0.float'0.0'
    for (int i = 0.int; (lt.bool (var.int i) (len.int X)); += 1.int):
        declare const float x = (load.float X (var.int i))
        total add=.float (var.float x)
    Y[0.int] = (var.float total)
)program");
}

TEST_CASE("for_each: zip ends with the shortest array") {
    const std::string text = R"py(
# k : void (float* X, int* Y, float* Z)
def k(X, Y, Z):
    s = 0.0
    for x, y in zip(X, Y):
        s += x * y
    Z[0] = s
)py";
    CHECK(
        lowered(text) ==
        R"program(def k(X: float* [reads, length X_len], Y: int* [reads, length Y_len], Z: float* [writes]) -> void [kernel k, effects]
    declare float s = 0.float'0.0'
    declare const int count = (builtin.int min (len.int X) (len.int Y))
    for (int i = 0.int; (lt.bool (var.int i) (var.int count)); += 1.int):
        declare const float x = (load.float X (var.int i))
        declare const int y = (load.int Y (var.int i))
        s add=.float (mul.float (var.float x) (cast.float (var.int y)))
    Z[0.int] = (var.float s)
)program");
}

TEST_CASE("for_each: the counter of enumerate is the index, when it can be") {
    const std::string text = R"py(
# k : void (float* X, float* Y)
def k(X, Y):
    for i, x in enumerate(X):
        Y[i] = x
    for j, x in enumerate(X, 1):
        Y[j] = x
    for m, x in enumerate(X):
        m += 1
        Y[m] = x
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: float* [reads, length X_len], Y: float* [writes]) -> void [kernel k, effects]
    for (int i = 0.int; (lt.bool (var.int i) (len.int X)); += 1.int):
        declare const float x = (load.float X (var.int i))
        Y[(var.int i)] = (var.float x)
    for (int i_ = 0.int; (lt.bool (var.int i_) (len.int X)); += 1.int):
        declare const int j = (add.int (var.int i_) 1.int)
        declare const float x = (load.float X (var.int i_))
        Y[(var.int j)] = (var.float x)
    for (int i_ = 0.int; (lt.bool (var.int i_) (len.int X)); += 1.int):
        declare int m = (var.int i_)
        declare const float x = (load.float X (var.int i_))
        m add=.int 1.int
        Y[(var.int m)] = (var.float x)
)program");
}

} // namespace cudapy::lower
