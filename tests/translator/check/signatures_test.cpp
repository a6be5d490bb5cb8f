// Where a function says its types.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;

TEST_CASE("check: sig overrides the comment") {
    CHECK(checked(R"(# f : void (int a, float* X)
def f(a, X):
    X[0] = a
)",
                  {}, "void (float, double*)", "f") == R"(
def f(a: float, X: double*) -> void [kernel]
    X[0.int] = (cast.double (var.float a))
)");
}

TEST_CASE("check: a default of a kernel is not used by a launch") {
    CHECK(checked(R"(import cudapy as cp

@cp.kernel
def f(a: cp.float32, n: int, X: cp.Array[cp.Double], Y: "float*", b: bool = True) -> None:
    X[0] = cp.Double(a) * n if b else Y[0]
)") == R"(
k.py:4:77: warning[W903]: a launch of `f` does not use the default of `b`
   4 | def f(a: cp.float32, n: int, X: cp.Array[cp.Double], Y: "float*", b: bool = True) -> None:
     |                                                                             ^^^^ used only by calls from other functions
   = note: every argument is given when a kernel is launched
   = help: remove the default, or pass the value at each launch
1 warning
)");
}

TEST_CASE("check: annotations") {
    CHECK(checked(R"(import cudapy as cp

@cp.kernel
def f(a: cp.float32, n: int, X: cp.Array[cp.Double], Y: "float*", Z: cp.Pointer(cp.Int)) -> None:
    X[0] = cp.Double(a) * n + Y[0] + Z[0]
)") == R"(
def f(a: float, n: int, X: double*, Y: float*, Z: int*) -> void [kernel]
    X[0.int] = (add.double (add.double (mul.double (explicit_cast.double (var.float a)) (cast.double (var.int n))) (cast.double (load.float Y 0.int))) (cast.double (load.int Z 0.int)))
)");
}

TEST_CASE("check: annotations of arrays of several dimensions") {
    CHECK(checked(R"(import cudapy as cp

@cp.kernel
def f(A: cp.Array[cp.float32, 2], B: "float[,]", C: "cp.int32[ , , ]", D: cp.Array[cp.Bool, 1]) -> None:
    A[idx, 1] = B[0, idx] + C[1, idx, -1]
)") == R"(
def f(A: float[,], B: float[,], C: int[,,], D: bool*) -> void [kernel]
    A[(add.int (mul.int idx.int (len.int A axis 1)) 1.int)] = (add.float (load.float B idx.int) (cast.float (load.int C (add.int (mul.int (add.int (len.int C axis 1) idx.int) (len.int C axis 2)) (sub.int (len.int C axis 2) 1.int)))))
)");
}

TEST_CASE("check: the comment overrides annotations") {
    CHECK(checked(R"(import cudapy as cp

# f : void (double a, double* X)
def f(a: cp.float32, X: cp.Array[cp.float32]) -> None:
    X[0] = a
)") == R"(
def f(a: double, X: double*) -> void [kernel]
    X[0.int] = (var.double a)
)");
}

TEST_CASE("check: no signature") {
    CHECK(checked(R"(def f(X, n, x):
    X[n] = x
)",
                  {}, "", "f") == R"(
k.py:1:5: error[E220]: `f` has no signature
   1 | def f(X, n, x):
     |     ^ its types are not known
   = note: a kernel is compiled for the types that its signature gives
   = help: write one above the `def`, with your types: `# f : void (float* X, int n, float x)`
1 error
)");
}

TEST_CASE("check: a signature that does not fit its function") {
    CHECK(checked(R"(# g : void (float a, float* Y)
def f(a, X):
    X[0] = a

# h : void (float, float)
def h(a):
    return

# k : void (void a, int n)
def k(a, n):
    n = 1

# l : float* (int n)
def l(n):
    return n
)") == R"(
k.py:1:3: error[E202]: this is a signature of `g`, but is above `f`
   1 | # g : void (float a, float* Y)
     |   ^ another name than the function's
   = help: write `# f : …`, or move the signature to the line above `def g`
k.py:5:20: error[E222]: the signature of `h` has 2 parameters, the function has 1
   5 | # h : void (float, float)
     |                    ^^^^^ more than the function has
   6 | def h(a):
     |       - `h` has 1 parameter
   = help: give one type for each parameter of the function, in the same order
k.py:9:13: error[E206]: a parameter cannot be `void`
   9 | # k : void (void a, int n)
     |             ^^^^ holds no value
   = note: `void` says that a function returns nothing
   = help: name the type of the parameter, such as `float`
k.py:13:7: error[E208]: a function cannot return an array, here `float*`
  13 | # l : float* (int n)
     |       ^^^^^^ returned
   = help: take the array as a parameter, write its elements, and return `void`
4 errors
)");
}

TEST_CASE("check: signatures that disagree") {
    CHECK(checked(R"py(import cudapy as cp

# f : void (float a)
@cp.kernel("void (int)")
def f(a):
    return
)py") == R"py(
k.py:4:13: error[E224]: `f` has two signatures that differ
   3 | # f : void (float a)
     |   ------------------ the first one is here
   4 | @cp.kernel("void (int)")
     |             ^^^^^^^^^^ differs from the first
   = help: keep the one that is right and delete the other
1 error
)py");
}

TEST_CASE("check: annotations that say no type") {
    CHECK(checked(R"(import cudapy as cp
import numpy as np

@cp.kernel
def f(a: list, b, c: cp.int2, *d):
    return
)") == R"(
k.py:5:10: error[E227]: `list` is no type of the kernel language
   5 | def f(a: list, b, c: cp.int2, *d):
     |          ^^^^ not known as a type
   = note: types are numbers such as `cp.int32`, `cp.uint8`, `cp.float32` and `cp.complex64`, vectors such as `cp.float4`, structs, and arrays of them: `cp.Array[cp.float32]`, of two dimensions `cp.Array[cp.float32, 2]`
   = help: use one of these, or write a signature comment above the function
k.py:5:32: error[E225]: a kernel cannot take `*d`
   5 | def f(a: list, b, c: cp.int2, *d):
     |                                ^ any number of arguments
   = note: a compiled function takes a fixed number of arguments of fixed types
   = help: name each parameter, or pass an array
2 errors
)");
}

TEST_CASE("check: two functions of one name") {
    CHECK(checked(R"(# f : void (int a)
def f(a):
    return

# f : void (int b)
def f(b):
    return
)") == R"(
k.py:6:5: error[E230]: there are two functions called `f`
   2 | def f(a):
     |     - the first `f` is here
   6 | def f(b):
     |     ^ the second one
   = note: functions that are compiled together are told apart by their names
   = help: rename one of them
1 error
)");
}
