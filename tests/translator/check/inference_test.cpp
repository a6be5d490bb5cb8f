// One type for each variable, from all its assignments.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;
using cudapy::test::kernel;

TEST_CASE("check: later assignments widen a variable") {
    CHECK(checked(kernel("void (float* X, int n)", R"(    a = True
    b = a
    a = n
    b = a / 2
    X[0] = b
)")) == R"(
def f(X: float*, n: int) -> void [kernel]
    a = (cast.int true.bool)
    b = (cast.float (var.int a))
    a = (var.int n)
    b = (divide.float (cast.float (var.int a)) 2.float)
    X[0.int] = (var.float b)
)");
}

TEST_CASE("check: types travel backwards around a loop") {
    CHECK(checked(kernel("void (double* D, int n)", R"(    a = 0
    b = 0
    while n > 0:
        a = b
        b = D[n]
        n -= 1
    D[0] = a
)")) == R"(
def f(D: double*, n: int) -> void [kernel]
    a = 0.double
    b = 0.double
    while (gt.bool (var.int n) 0.int):
        a = (var.double b)
        b = (load.double D (var.int n))
        n sub=.int 1.int
    D[0.int] = (var.double a)
)");
}

TEST_CASE("check: an int64 and a float make a double") {
    CHECK(checked(kernel("void (double* D, int64 l)", R"(    a = 0.5
    a = l
    D[0] = a
)")) == R"(
def f(D: double*, l: int64) -> void [kernel]
    a = 0.5.double
    a = (cast.double (var.int64 l))
    D[0.int] = (var.double a)
)");
}

TEST_CASE("check: a bool stays a bool") {
    CHECK(checked(kernel("void (int* I, int n)", R"(    found = False
    for i in range(n):
        found = found or I[i] > 3
    I[0] = found
)")) == R"(
def f(I: int*, n: int) -> void [kernel]
    found = false.bool
    for i in range.int(0.int, (var.int n), 1.int):
        found = (or.bool (var.bool found) (gt.bool (load.int I (var.int i)) 3.int))
    I[0.int] = (cast.int (var.bool found))
)");
}

TEST_CASE("check: an annotation fixes the type") {
    CHECK(checked(kernel("void (int64* L, int n)", R"(    x: "int64" = 0
    x += n
    L[0] = x
)")) == R"(
def f(L: int64*, n: int) -> void [kernel]
    x = 0.int64
    x add=.int64 (cast.int64 (var.int n))
    L[0.int] = (var.int64 x)
)");
}

TEST_CASE("check: an annotation is not widened") {
    CHECK(checked(kernel("void (float* X)", R"(    x: int = 0
    x = X[0]
)")) == R"(
k.py:4:9: error[E401]: a `float` cannot be stored in `x`, which is an `int`
   1 | # f : void (float* X)
     |             ------ `X` is declared `float*` here
   3 |     x: int = 0
     |        --- `x` is declared `int` here
   4 |     x = X[0]
     |         ^^^^ this is a `float`
   = note: a kernel never drops a fraction silently
   = help: write `int(X[0])` to drop the fraction
1 error
)");
}

TEST_CASE("check: a float index says where the float came from") {
    CHECK(checked(kernel("void (float* X, int n)", R"(    half = n / 2
    X[half] = 1
)")) == R"(
k.py:4:7: error[E407]: an index of `X` must be an integer, but this is a `float`
   3 |     half = n / 2
     |            ----- `half` is `float` because of this
   4 |     X[half] = 1
     |       ^^^^ this is a `float`
   = help: write `int(half)` to drop the fraction
1 error
)");
}

TEST_CASE("check: what follows from an error is silent") {
    CHECK(checked(kernel("void (float* X)", R"(    x = missing(1)
    y = x + 1
    X[y] = x
)")) == R"(
k.py:3:9: error[E301]: unknown name `missing`
   3 |     x = missing(1)
     |         ^^^^^^^ not defined here
   = help: define `missing` as a function, `def missing(...):`, outside of the kernel
1 error
)");
}

TEST_CASE("check: plain loop variables are 64 bits wide on request") {
    cudapy::Options options;
    options.index64 = true;
    CHECK(checked(kernel("void (double* X)", R"(    for i in range(len(X)):
        X[i] = idx
)"),
                  options) == R"(
def f(X: double*) -> void [kernel]
    for i in range.int64(0.int64, (len.int64 X), 1.int64):
        X[(var.int64 i)] = (cast.double idx.int64)
)");
}
