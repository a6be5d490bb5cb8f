#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("augmented_assign: an operator that C++ has stays") {
    const std::string text = R"py(
# k : void (float* X, int* Y)
def k(X, Y):
    X[idx] += 1.5
    X[idx] *= X[idx + 1]
    Y[Y[idx]] <<= 2
    Y[idx] //= 3
    Y[idx] %= 8
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: float* [reads, writes], Y: int* [reads, writes]) -> void [kernel k, effects, idx]
    X[idx.int] add=.float 1.5.float
    X[idx.int] mul=.float (load.float X (add.int idx.int 1.int))
    Y[(load.int Y idx.int)] shift_left=.int 2.int
    Y[idx.int] = (helper.int floor_div_positive (load.int Y idx.int) 3.int)
    Y[idx.int] bit_and=.int 7.int
)program");
}

TEST_CASE("augmented_assign: others read the place once") {
    const std::string text = R"py(
# k : void (float* X, int* Y, double d)
def k(X, Y, d):
    X[Y[0]] //= 2.0
    Y[Y[idx]] //= Y[0]
    Y[idx] **= 3
    X[idx] += d
)py";
    CHECK(
        lowered(text) ==
        R"program(def k(X: float* [reads, writes], Y: int* [reads, writes], d: double) -> void [kernel k, effects, idx]
    declare const int index = (load.int Y 0.int)
    X[(var.int index)] = (helper.float floor_div (load.float X (var.int index)) 2.float'2.0')
    declare const int index_ = (load.int Y idx.int)
    Y[(var.int index_)] = (helper.int floor_div (load.int Y (var.int index_)) (load.int Y 0.int))
    Y[idx.int] = (helper.int int_power (load.int Y idx.int) 3.int)
    X[idx.int] = (cast.float (add.double (cast.double (load.float X idx.int)) (var.double d)))
)program");
}

TEST_CASE("augmented_assign: the place is read before a value with effects") {
    const std::string text = R"py(
# bump : int (int* X)
def bump(X):
    X[0] += 1
    return X[0]

# k : void (int* X)
def k(X):
    X[0] += bump(X)
    X[X[1]] += bump(X)
    X[bump(X)] += X[0]
    n = 1
    n += bump(X)
    X[2] = n
)py";
    CHECK(lowered(text) == R"program(def bump(X: int* [reads, writes]) -> int [called, effects]
    X[0.int] add=.int 1.int
    return (load.int X 0.int)

def k(X: int* [reads, writes]) -> void [kernel k, effects]
    declare const int X_value = (load.int X 0.int)
    X[0.int] = (add.int (var.int X_value) (call.int bump (var.int* X)))
    declare const int index = (load.int X 1.int)
    declare const int X_value_ = (load.int X (var.int index))
    X[(var.int index)] = (add.int (var.int X_value_) (call.int bump (var.int* X)))
    declare const int index_ = (call.int bump (var.int* X))
    X[(var.int index_)] add=.int (load.int X 0.int)
    declare int n = 1.int
    n add=.int (call.int bump (var.int* X))
    X[2.int] = (var.int n)
)program");
}

} // namespace cudapy::lower
