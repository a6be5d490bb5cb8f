// Generic functions: what calls choose, and the instances that they make.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;

TEST_CASE("check: arrays choose before values, and values before literals") {
    CHECK(checked(R"(# g : T (T x, T y)
def g(x, y):
    return x if x > y else y

# h : T (T* X, T y)
def h(X, y):
    return X[0] * y

# f : void (float* X, double* D, int n)
def f(X, D, n):
    X[0] = g(n, 2)
    X[1] = g(n, X[0])
    D[0] = g(D[1], X[2])
    X[2] = h(X, n)
)") == "");
}

TEST_CASE("check: an instance is made once") {
    CHECK(checked(R"(# g : T (T n)
def g(n):
    return n if n < 1 else g(n - 1)

# f : void (int* A)
def f(A):
    A[0] = g(3) + g(A[1])
)") == "");
}

TEST_CASE("check: what is given for a function parameter is called by name") {
    CHECK(checked(R"(# add : T (T a, T b)
def add(a, b):
    return a + b

# fold : A (A(A, B) f, B* X, A start)
def fold(f, X, start):
    return f(start, X[0])

# k : void (float* X, int* A)
def k(X, A):
    X[0] = fold(add, X, 1)
    A[0] = fold(lambda n, x: n + 1 if x > 0 else n, X, 0)
)") == "");
}
