// Literals take the type of what they meet.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;
using cudapy::test::kernel;

TEST_CASE("check: an integer literal takes the type of the variable that it initializes") {
    CHECK(checked(kernel("void (float* X, int n)", R"(    acc = 0
    for i in range(n):
        acc += X[i]
    X[0] = acc
)")) == R"(
def f(X: float*, n: int) -> void [kernel]
    acc = 0.float
    for i in range.int(0.int, (var.int n), 1.int):
        acc add=.float (load.float X (var.int i))
    X[0.int] = (var.float acc)
)");
}

TEST_CASE("check: a floating literal has the precision of what it meets") {
    CHECK(checked(kernel("void (double* D, double d, float* X, float x)", R"(    D[0] = 0.1 * d
    X[0] = 0.1 * x
    D[1] = 1.0 / 3.0 * d
)")) == R"(
def f(D: double*, d: double, X: float*, x: float) -> void [kernel]
    D[0.int] = (mul.double 0.1.double (var.double d))
    X[0.int] = (mul.float 0.1.float (var.float x))
    D[1.int] = (mul.double (divide.double 1.double'1.0' 3.double'3.0') (var.double d))
)");
}

TEST_CASE("check: compound integer literals are computed before they become floating") {
    CHECK(checked(kernel("void (float* X, float x)", R"(    X[0] = 7 // 2 * x
    X[1] = (1 << 3) + x
)")) == R"(
def f(X: float*, x: float) -> void [kernel]
    X[0.int] = (mul.float 3.float (var.float x))
    X[1.int] = (add.float 8.float (var.float x))
)");
}

TEST_CASE(
    "check: by itself, a literal is an int, an int64 when it does not fit, or of the function's precision") {
    CHECK(checked(kernel("void (int64* L)", R"(    a = 1
    b = 3000000000
    c = 0.5
    d = 1 << 40
    L[0] = a + b + int(c) + d
)")) == R"(
def f(L: int64*) -> void [kernel]
    a = 1.int
    b = 3000000000.int64
    c = 0.5.double
    d = (shift_left.int64 1.int64 40.int64)
    L[0.int] = (add.int64 (add.int64 (add.int64 (cast.int64 (var.int a)) (var.int64 b)) (cast.int64 (explicit_cast.int (var.double c)))) (var.int64 d))
)");
}

TEST_CASE("check: a wide literal makes an int operation 64 bits wide") {
    CHECK(checked(kernel("void (int64* L, int n)", R"(    L[0] = n + 3000000000
)")) == R"(
def f(L: int64*, n: int) -> void [kernel]
    L[0.int] = (add.int64 (cast.int64 (var.int n)) 3000000000.int64)
)");
}

TEST_CASE("check: the most negative integer can be written") {
    CHECK(checked(kernel("void (int64* L, int* I)", R"(    L[0] = -9223372036854775808
    I[0] = -2147483648
)")) == R"(
def f(L: int64*, I: int*) -> void [kernel]
    L[0.int] = -9223372036854775808.int64
    I[0.int] = -2147483648.int
)");
}

TEST_CASE("check: a conditional of literals takes the type of what it meets") {
    CHECK(checked(kernel("void (double* D, double d, bool b)", R"(    D[0] = d * (1 if b else 2)
    D[1] = d * -(0.1 if b else 2)
    D[2] = (0.1 if b else 0.2) * 3 / 4 + d
    D[3] = 1 if b else d
)")) == R"(
def f(D: double*, d: double, b: bool) -> void [kernel]
    D[0.int] = (mul.double (var.double d) (select.double (var.bool b) 1.double 2.double))
    D[1.int] = (mul.double (var.double d) (negate.double (select.double (var.bool b) 0.1.double 2.double)))
    D[2.int] = (add.double (divide.double (mul.double (select.double (var.bool b) 0.1.double 0.2.double) 3.double) 4.double) (var.double d))
    D[3.int] = (select.double (var.bool b) 1.double (var.double d))
)");
}

TEST_CASE("check: an integer outside 64 bits is an error") {
    CHECK(checked(kernel("void (int64* L)", R"(    L[0] = 18446744073709551616
    L[1] = 2 ** 64
)")) == R"(
k.py:3:12: error[E414]: `18446744073709551616` does not fit 64 bits
   3 |     L[0] = 18446744073709551616
     |            ^^^^^^^^^^^^^^^^^^^^ too large
   = note: integers in a kernel have at most 64 bits, unlike Python's
   = help: use a smaller number, or a floating one such as `1e20`
k.py:4:12: error[E414]: `2 ** 64` does not fit 64 bits
   4 |     L[1] = 2 ** 64
     |            ^^^^^^^ too large
   = note: integers in a kernel have at most 64 bits, unlike Python's
   = help: use a smaller number, or a floating one such as `1e20`
2 errors
)");
}

TEST_CASE("check: a constant of the module is a literal with its name") {
    CHECK(checked(R"(N = 10
NEG = -0.5
FLAG = True

# f : void (float* X, int* I)
def f(X, I):
    X[0] = N * X[1] + NEG
    I[0] = N + FLAG
)") == R"(
def f(X: float*, I: int*) -> void [kernel]
    X[0.int] = (add.float (mul.float 10.float<N> (load.float X 1.int)) -0.5.float<NEG>)
    I[0.int] = (add.int 10.int<N> (cast.int true.bool<FLAG>))
)");
}

TEST_CASE("check: a tuple of constants can be indexed, measured and unpacked") {
    CHECK(checked(R"(SHAPE = (3, 4)

# f : void (int* I)
def f(I):
    w, h = SHAPE
    I[len(SHAPE)] = SHAPE[-1] * w + h
)") == R"(
def f(I: int*) -> void [kernel]
    w, h = 3.int<SHAPE[0]>, 4.int<SHAPE[1]>
    I[2.int] = (add.int (mul.int 4.int<SHAPE[1]> (var.int w)) (var.int h))
)");
}
