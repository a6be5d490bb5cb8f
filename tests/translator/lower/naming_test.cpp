#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("naming: names change only where C++ forces it") {
    const std::string text = R"py(
import math

# main : void (float* register, float* X_len, float* X, int α)
def main(register, X_len, X, α):
    __a = X[0]
    _B = 1.0
    a = 2.0
    sin = math.sin(X[len(X) - 1])
    NULL = len(register) + len(X_len)
    threadIdx = α
    exp = 4
    x__y = 1
    X[0] = __a + _B + a + sin + NULL + threadIdx + exp + x__y
)py";
    CHECK(
        lowered(text) ==
        R"program(def main_(register_: float* [length register_len], X_len: float* [length X_len_len], X: float* [reads, writes, length X_len_], u03b1_: int) -> void [kernel main_, effects]
    declare const float a_ = (load.float X 0.int)
    declare const float B_ = 1.float'1.0'
    declare const float a = 2.float'2.0'
    declare const float sin_ = (builtin.float math.sin<float> (load.float X (sub.int (len.int X) 1.int)))
    declare const int NULL_ = (add.int (len.int register_) (len.int X_len))
    declare const int threadIdx_ = (var.int u03b1_)
    declare const int exp = 4.int
    declare const int x_y_ = 1.int
    X[0.int] = (add.float (add.float (add.float (add.float (add.float (add.float (add.float (var.float a_) (var.float B_)) (var.float a)) (var.float sin_)) (cast.float (var.int NULL_))) (cast.float (var.int threadIdx_))) (cast.float (var.int exp))) (cast.float (var.int x_y_)))
)program");
}

TEST_CASE("naming: a loop over elements counts with a letter that is free") {
    CHECK(
        lowered(R"py(
# sums : void (float* X, float* Y, int i)
def sums(X, Y, i):
    for x, y in zip(X, Y):
        for z in X:
            for w in X:
                Y[i] += x * y * z * w
)py") ==
        R"program(def sums(X: float* [reads, length X_len], Y: float* [reads, writes, length Y_len], i: int) -> void [kernel sums, effects]
    declare const int count = (builtin.int min (len.int X) (len.int Y))
    for (int j = 0.int; (lt.bool (var.int j) (var.int count)); += 1.int):
        declare const float x = (load.float X (var.int j))
        declare const float y = (load.float Y (var.int j))
        for (int k = 0.int; (lt.bool (var.int k) (len.int X)); += 1.int):
            declare const float z = (load.float X (var.int k))
            for (int i_ = 0.int; (lt.bool (var.int i_) (len.int X)); += 1.int):
                declare const float w = (load.float X (var.int i_))
                Y[(var.int i)] add=.float (mul.float (mul.float (mul.float (var.float x) (var.float y)) (var.float z)) (var.float w))
)program");
}

TEST_CASE("naming: functions stay clear of what the headers declare") {
    const std::string text = R"py(
# exp : float (float x)
def exp(x):
    return x

# index : void (float* X)
def index(X):
    X[idx] = exp(X[idx])

# both : void (float* X)
def both(X):
    X[0] = 0.0

# k : void (float* X)
def k(X):
    both(X)
    idx_ = idx
    exp_ = idx_
    X[exp_] = 1.0
)py";
    CHECK(lowered(text) == R"program(def exp_(x: float) -> float [called]
    return (var.float x)

def index_(X: float* [reads, writes]) -> void [kernel index_, effects, idx]
    X[idx.int] = (call.float exp_ (load.float X idx.int))

def both_device(X: float* [writes]) -> void [kernel both, called, effects]
    X[0.int] = 0.float'0.0'

def k(X: float* [writes]) -> void [kernel k, effects, idx]
    evaluate (call.void both_device (var.float* X))
    declare const int idx_ = idx.int
    declare const int exp_ = (var.int idx_)
    X[(var.int exp_)] = 1.float'1.0'
)program");
}

} // namespace cudapy::lower
