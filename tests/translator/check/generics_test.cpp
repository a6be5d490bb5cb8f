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
)") == R"(
def g_int(x: int, y: int) -> int [called]
    return (select.int (gt.bool (var.int x) (var.int y)) (var.int x) (var.int y))

def g_float(x: float, y: float) -> float [called]
    return (select.float (gt.bool (var.float x) (var.float y)) (var.float x) (var.float y))

def g_double(x: double, y: double) -> double [called]
    return (select.double (gt.bool (var.double x) (var.double y)) (var.double x) (var.double y))

def h_float(X: float*, y: float) -> float [called]
    return (mul.float (load.float X 0.int) (var.float y))

def f(X: float*, D: double*, n: int) -> void [kernel]
    X[0.int] = (cast.float (call.int g_int (var.int n) 2.int))
    X[1.int] = (call.float g_float (cast.float (var.int n)) (load.float X 0.int))
    D[0.int] = (call.double g_double (load.double D 1.int) (cast.double (load.float X 2.int)))
    X[2.int] = (call.float h_float (var.float* X) (cast.float (var.int n)))
)");
}

TEST_CASE("check: an instance is made once") {
    CHECK(checked(R"(# g : T (T n)
def g(n):
    return n if n < 1 else g(n - 1)

# f : void (int* A)
def f(A):
    A[0] = g(3) + g(A[1])
)") == R"(
def g_int(n: int) -> int [called]
    return (select.int (lt.bool (var.int n) 1.int) (var.int n) (call.int g_int (sub.int (var.int n) 1.int)))

def f(A: int*) -> void [kernel]
    A[0.int] = (add.int (call.int g_int 3.int) (call.int g_int (load.int A 1.int)))
)");
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
)") == R"(
def add_float(a: float, b: float) -> float [called]
    return (add.float (var.float a) (var.float b))

def fold_add_float(X: float*, start: float) -> float [called]
    return (call.float add_float (var.float start) (load.float X 0.int))

def fold_int_float(X: float*, start: int) -> int [called]
    return (call.int fold_f (var.int start) (load.float X 0.int))

def fold_f(n: int, x: float) -> int [called]
    return (select.int (gt.bool (var.float x) 0.float) (add.int (var.int n) 1.int) (var.int n))

def k(X: float*, A: int*) -> void [kernel]
    X[0.int] = (call.float fold_add_float (var.float* X) 1.float)
    A[0.int] = (call.int fold_int_float (var.float* X) 0.int)
)");
}

TEST_CASE("check: what a lambda uses travels to it as parameters, through all that it is given to") {
    CHECK(checked(R"(# apply : R (R(A) f, A x)
def apply(f, x):
    return f(x)

# twice : T (T(T) f, T x)
def twice(f, x):
    return apply(lambda y: f(y), f(x))

# k : void (float* X, int n)
def k(X, n):
    X[0] = twice(lambda v: v * n + len(X), X[0])
)") == R"(
def apply_float(x: float, n: int, X: float*) -> float [called]
    return (call.float apply_f (var.float x) (var.int n) (var.float* X))

def apply_f(y: float, n: int, X: float*) -> float [called]
    return (call.float twice_f (var.float y) (var.int n) (var.float* X))

def twice_float(x: float, n: int, X: float*) -> float [called]
    return (call.float apply_float (call.float twice_f (var.float x) (var.int n) (var.float* X)) (var.int n) (var.float* X))

def twice_f(v: float, n: int, X: float*) -> float [called]
    return (add.float (mul.float (var.float v) (cast.float (var.int n))) (cast.float (len.int X)))

def k(X: float*, n: int) -> void [kernel]
    X[0.int] = (call.float twice_float (load.float X 0.int) (var.int n) (var.float* X))
)");
}

TEST_CASE("check: a built-in function that is given is called by a function of its own") {
    CHECK(checked(R"(import math

# apply : R (R(A) f, A x)
def apply(f, x):
    return f(x)

# k : void (float* X)
def k(X):
    X[0] = apply(math.sqrt, X[0])
)") == R"(
def apply_sqrt_float(x: float) -> float [called]
    return (call.float apply_sqrt (var.float x))

def apply_sqrt(a: float) -> float [called]
    return (builtin.float math.sqrt<float> (var.float a))

def k(X: float*) -> void [kernel]
    X[0.int] = (call.float apply_sqrt_float (load.float X 0.int))
)");
}
