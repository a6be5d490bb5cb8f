// The types of operators.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;
using cudapy::test::kernel;

TEST_CASE("check: division") {
    CHECK(checked(kernel("void (float* X, double* D, int n, int64 l)", R"(    X[0] = n / 2
    D[0] = l / n
    X[1] = n // 2 + n % 3
)")) == R"(
def f(X: float*, D: double*, n: int, l: int64) -> void [kernel]
    X[0.int] = (divide.float (cast.float (var.int n)) 2.float)
    D[0.int] = (divide.double (cast.double (var.int64 l)) (cast.double (var.int n)))
    X[1.int] = (cast.float (add.int (floor_divide.int (var.int n) 2.int) (floor_modulo.int (var.int n) 3.int)))
)");
}

TEST_CASE("check: power") {
    CHECK(checked(kernel("void (float* X, int* I, float x, int n)", R"(    I[0] = n ** 3
    X[0] = n ** -1
    X[1] = x ** 2
    X[2] = 2 ** n
)")) == R"(
def f(X: float*, I: int*, x: float, n: int) -> void [kernel]
    I[0.int] = (power.int (var.int n) 3.int)
    X[0.int] = (power.float (cast.float (var.int n)) -1.float)
    X[1.int] = (power.float (var.float x) 2.float)
    X[2.int] = (power.float 2.float (cast.float (var.int n)))
)");
}

TEST_CASE("check: arithmetic on bools is arithmetic on ints") {
    CHECK(checked(kernel("void (int* I, bool a, bool b)", R"(    I[0] = a + b
    I[1] = -a
    I[2] = ~a
)")) == R"(
def f(I: int*, a: bool, b: bool) -> void [kernel]
    I[0.int] = (add.int (cast.int (var.bool a)) (cast.int (var.bool b)))
    I[1.int] = (negate.int (cast.int (var.bool a)))
    I[2.int] = (invert.int (cast.int (var.bool a)))
)");
}

TEST_CASE("check: bits of bools are bools, of ints are ints") {
    CHECK(checked(kernel("void (bool* B, int* I, bool a, int n)", R"(    B[0] = a & (n > 1)
    I[0] = a | n
)")) == R"(
def f(B: bool*, I: int*, a: bool, n: int) -> void [kernel]
    B[0.int] = (bit_and.bool (var.bool a) (gt.bool (var.int n) 1.int))
    I[0.int] = (bit_or.int (cast.int (var.bool a)) (var.int n))
)");
}

TEST_CASE("check: a shift has the type of what is shifted") {
    CHECK(checked(kernel("void (int64* L, int* I, int64 l, int n)", R"(    L[0] = l << n
    I[0] = n >> 1
    L[1] = 1 << l
)")) == R"(
def f(L: int64*, I: int*, l: int64, n: int) -> void [kernel]
    L[0.int] = (shift_left.int64 (var.int64 l) (cast.int64 (var.int n)))
    I[0.int] = (shift_right.int (var.int n) 1.int)
    L[1.int] = (shift_left.int64 1.int64 (var.int64 l))
)");
}

TEST_CASE("check: comparison in pairs and in chains") {
    CHECK(checked(kernel("void (bool* B, int n, float x)", R"(    B[0] = n < x
    B[1] = 0 < n <= x < 10
)")) == R"(
def f(B: bool*, n: int, x: float) -> void [kernel]
    B[0.int] = (lt.bool (cast.float (var.int n)) (var.float x))
    B[1.int] = (and.bool (and.bool (lt.bool 0.int (var.int n)) (le.bool (cast.float (var.int n)) (var.float x))) (lt.bool (var.float x) 10.float))
)");
}

TEST_CASE("check: and and or give an operand") {
    CHECK(checked(kernel("void (float* X, float x, int n)", R"(    X[0] = x or n
    X[1] = not n and x
)")) == R"(
def f(X: float*, x: float, n: int) -> void [kernel]
    X[0.int] = (or.float (var.float x) (cast.float (var.int n)))
    X[1.int] = (and.float (cast.float (not.bool (cast.bool (var.int n)))) (var.float x))
)");
}

TEST_CASE("check: in a condition every operand is a bool") {
    CHECK(checked(kernel("void (float* X, int n, float x)", R"(    if n and (x or not n):
        X[0] = 1
)")) == R"(
def f(X: float*, n: int, x: float) -> void [kernel]
    if (and.bool (cast.bool (var.int n)) (or.bool (cast.bool (var.float x)) (not.bool (cast.bool (var.int n))))):
        X[0.int] = 1.float
)");
}

TEST_CASE("check: the value of an augmented assignment has the type that the operation is done in") {
    CHECK(checked(kernel("void (float* X, int* I, int n)", R"(    X[0] += n
    n **= 2
    I[n] //= 2
)")) == R"(
def f(X: float*, I: int*, n: int) -> void [kernel]
    X[0.int] add=.float (cast.float (var.int n))
    n power=.int 2.int
    I[(var.int n)] floor_divide=.int 2.int
)");
}

TEST_CASE("check: operands of bits are integers") {
    CHECK(checked(kernel("void (int* I, float x)", R"(    I[0] = x & 1
    I[1] = ~x
    I[2] = 1 << x
)")) == R"(
k.py:3:12: error[E405]: `&` needs an integer, but this is a `float`
   1 | # f : void (int* I, float x)
     |                     ----- `x` is declared `float` here
   3 |     I[0] = x & 1
     |            ^ this is a `float`
   = help: write `int(x)` to drop the fraction
k.py:4:13: error[E405]: `~` needs an integer, but this is a `float`
   1 | # f : void (int* I, float x)
     |                     ----- `x` is declared `float` here
   4 |     I[1] = ~x
     |             ^ this is a `float`
   = help: write `int(x)` to drop the fraction
k.py:5:17: error[E405]: `<<` needs an integer, but this is a `float`
   1 | # f : void (int* I, float x)
     |                     ----- `x` is declared `float` here
   5 |     I[2] = 1 << x
     |                 ^ this is a `float`
   = help: write `int(x)` to drop the fraction
3 errors
)");
}

TEST_CASE("check: a division by a constant zero") {
    CHECK(checked(kernel("void (float* X, int n)", R"(    X[0] = n / 0
    n %= 0
    X[1] = n // (1 - 1)
)")) == R"(
k.py:3:14: error[E416]: division by zero
   3 |     X[0] = n / 0
     |              ^^^ always zero
   = note: Python raises ZeroDivisionError here
   = help: for an infinity, write `math.inf`
k.py:4:7: error[E416]: division by zero
   4 |     n %= 0
     |       ^^^^ always zero
   = note: Python raises ZeroDivisionError here
   = help: divide by something else
k.py:5:14: error[E416]: division by zero
   5 |     X[1] = n // (1 - 1)
     |              ^^^^^^^^^ always zero
   = note: Python raises ZeroDivisionError here
   = help: divide by something else
3 errors
)");
}
