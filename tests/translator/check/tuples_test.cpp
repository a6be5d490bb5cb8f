// Tuples as values.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;
using cudapy::test::kernel;

TEST_CASE("check: a result that is a tuple, taken apart and by its parts") {
    CHECK(checked(R"(# g : (float, int) (float x)
def g(x):
    return 1, 2

# f : void (float* X, int* A)
def f(X, A):
    X[0], A[0] = g(X[0])
    t = g(X[1])
    a, b = t
    X[1] = g(t[0])[-2]
)") == R"(
def g(x: float) -> (float, int) [called]
    return (construct.(float, int) 1.float 2.int)

def f(X: float*, A: int*) -> void [kernel]
    g_result = (call.(float, int) g (load.float X 0.int))
    X[0.int], A[0.int] = (field.float 0 (var.(float, int) g_result)), (field.int 1 (var.(float, int) g_result))
    t = (call.(float, int) g (load.float X 1.int))
    a, b = (field.float 0 (var.(float, int) t)), (field.int 1 (var.(float, int) t))
    X[1.int] = (field.float 0 (call.(float, int) g (field.float 0 (var.(float, int) t))))
)");
}

TEST_CASE("check: a variable's tuple type is found part by part") {
    CHECK(checked(R"(# f : void (float* X, double* D)
def f(X, D):
    t = (0, 0)
    for i in range(3):
        a, b = t
        X[0] = float(a + b)
        t = X[i], D[i]
    t = (1, 2) if X[0] > 0 else t
)") == R"(
def f(X: float*, D: double*) -> void [kernel]
    t = (construct.(float, double) 0.float 0.double)
    for i in range.int(0.int, 3.int, 1.int):
        a, b = (field.float 0 (var.(float, double) t)), (field.double 1 (var.(float, double) t))
        X[0.int] = (explicit_cast.float (add.double (cast.double (var.float a)) (var.double b)))
        t = (construct.(float, double) (load.float X (var.int i)) (load.double D (var.int i)))
    t = (select.(float, double) (gt.bool (load.float X 0.int) 0.float) (construct.(float, double) 1.float 2.double) (var.(float, double) t))
)");
}

TEST_CASE("check: what is unpacked keeps its order") {
    CHECK(checked(R"(# g : (int, int) (int* A, int i)
def g(A, i):
    A[i] = i
    return A[i], A[0]

# f : void (int* A)
def f(A):
    a, (b, c), d = A[0], g(A, 1), A[2]
)") == R"(
def g(A: int*, i: int) -> (int, int) [called]
    A[(var.int i)] = (var.int i)
    return (construct.(int, int) (load.int A (var.int i)) (load.int A 0.int))

def f(A: int*) -> void [kernel]
    value = (load.int A 0.int)
    g_result = (call.(int, int) g (var.int* A) 1.int)
    a, b, c, d = (var.int value), (field.int 0 (var.(int, int) g_result)), (field.int 1 (var.(int, int) g_result)), (load.int A 2.int)
)");
}
