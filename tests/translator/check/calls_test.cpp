// Calls of functions, built-ins and types.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;
using cudapy::test::kernel;

TEST_CASE("check: arguments by place, by name and by default") {
    CHECK(checked(R"(# g : float (float a, int n, float c)
def g(a, n=2, c=0.5):
    return a * n + c

# f : void (float* X, int n)
def f(X, n):
    X[0] = g(n)
    X[1] = g(c=n, a=1)
)") == R"(
def g(a: float, n: int, c: float) -> float [called]
    return (add.float (mul.float (var.float a) (cast.float (var.int n))) (var.float c))

def f(X: float*, n: int) -> void [kernel]
    X[0.int] = (call.float g (cast.float (var.int n)) 2.int 0.5.float)
    X[1.int] = (call.float g in order 2 0 1: 1.float 2.int (cast.float (var.int n)))
)");
}

TEST_CASE("check: functions call each other in any order") {
    CHECK(checked(R"(# f : void (bool* B, int n)
def f(B, n):
    B[0] = even(n)

# even : bool (int n)
def even(n):
    return True if n == 0 else odd(n - 1)

# odd : bool (int n)
def odd(n):
    return False if n == 0 else even(n - 1)
)") == R"(
def f(B: bool*, n: int) -> void [kernel]
    B[0.int] = (call.bool even (var.int n))

def even(n: int) -> bool [called]
    return (select.bool (eq.bool (var.int n) 0.int) true.bool (call.bool odd (sub.int (var.int n) 1.int)))

def odd(n: int) -> bool [called]
    return (select.bool (eq.bool (var.int n) 0.int) false.bool (call.bool even (sub.int (var.int n) 1.int)))
)");
}

TEST_CASE("check: a function that nobody wants is left out") {
    CHECK(checked(R"(# g : int (int n)
def g(n):
    return n

# f : void (int* I)
def f(I):
    I[0] = 1
)") == R"(
def f(I: int*) -> void [kernel]
    I[0.int] = 1.int
)");
}

TEST_CASE("check: precision of math functions") {
    CHECK(checked(R"(import math as m
from math import sqrt

# f : void (float* X, double* D, float x, double d, int n)
def f(X, D, x, d, n):
    X[0] = m.sin(x) + sqrt(n) + m.sinf(d)
    D[0] = m.sin(d) * m.pi + m.log(d, 2) + m.hypot(x, 1, d)
)") == R"(
def f(X: float*, D: double*, x: float, d: double, n: int) -> void [kernel]
    X[0.int] = (add.float (add.float (builtin.float math.sin<float> (var.float x)) (builtin.float math.sqrt<float> (cast.float (var.int n)))) (builtin.float math.sin<float> (cast.float (var.double d))))
    D[0.int] = (add.double (add.double (mul.double (builtin.double math.sin<double> (var.double d)) 3.141592653589793.double) (divide.double (builtin.double math.log<double> (var.double d)) (builtin.double math.log<double> 2.double))) (builtin.double math.norm3d<double> (cast.double (var.float x)) 1.double (var.double d)))
)");
}

TEST_CASE("check: functions that give integers") {
    CHECK(checked(R"(import math

# f : void (int* I, int64* L, float x, double d, int n)
def f(I, L, x, d, n):
    I[0] = math.floor(x) + round(x) + math.trunc(n)
    L[0] = round(d)
)") == R"(
def f(I: int*, L: int64*, x: float, d: double, n: int) -> void [kernel]
    I[0.int] = (add.int (add.int (builtin.int math.floor<float> (var.float x)) (builtin.int round<float> (var.float x))) (var.int n))
    L[0.int] = (builtin.int64 round<double> (var.double d))
)");
}

TEST_CASE("check: min, max, abs and casts") {
    CHECK(checked(kernel("void (float* X, float x, int n)", R"(    X[0] = max(x, 0, n) + min(x, 0.5) + abs(n)
    X[1] = int(x) + int(2.75) + float(n) + bool(n)
)")) == R"(
def f(X: float*, x: float, n: int) -> void [kernel]
    X[0.int] = (add.float (add.float (builtin.float max (builtin.float max (var.float x) 0.float) (cast.float (var.int n))) (builtin.float min (var.float x) 0.5.float)) (cast.float (builtin.int abs (var.int n))))
    X[1.int] = (add.float (add.float (cast.float (add.int (explicit_cast.int (var.float x)) 2.int)) (explicit_cast.float (var.int n))) (cast.float (explicit_cast.bool (var.int n))))
)");
}

TEST_CASE("check: pairs are unpacked") {
    CHECK(checked(R"(import math

# f : void (float* X, int* I, float x, int n)
def f(X, I, x, n):
    X[0], e = math.frexp(x)
    q, r = divmod(n, 4)
    I[0], I[1] = divmod(I[n], n)
    I[2] = e + q + r
)") == R"(
def f(X: float*, I: int*, x: float, n: int) -> void [kernel]
    X[0.int], e = math.frexp<float>((var.float x))
    q, r = (floor_divide.int (var.int n) 4.int), (floor_modulo.int (var.int n) 4.int)
    dividend = (load.int I (var.int n))
    I[0.int], I[1.int] = (floor_divide.int (var.int dividend) (var.int n)), (floor_modulo.int (var.int dividend) (var.int n))
    I[2.int] = (add.int (add.int (var.int e) (var.int q)) (var.int r))
)");
}

TEST_CASE("check: wrong arguments") {
    CHECK(checked(R"(# g : float (float a, int n)
def g(a, n=2):
    return a * n

# f : void (float* X, float x)
def f(X, x):
    X[0] = g()
    X[0] = g(x, 1, 2)
    X[0] = g(x, m=1)
    X[0] = g(x, a=1)
    X[0] = g(X, x)
    h(x)

# h : void (int* I)
def h(I):
    I[0] = 1
)") == R"(
k.py:7:12: error[E410]: `g` takes 1 to 2 arguments, but 0 are given
   2 | def g(a, n=2):
     |       ---- `g` takes 2 arguments
   7 |     X[0] = g()
     |            ^^^ `a` is missing
   = help: pass a value for `a`
k.py:8:12: error[E410]: `g` takes 1 to 2 arguments, but 3 are given
   2 | def g(a, n=2):
     |       ---- `g` takes 2 arguments
   8 |     X[0] = g(x, 1, 2)
     |            ^^^^^^^^^^ too many
   = help: remove the arguments that it does not take
k.py:9:17: error[E411]: `g` has no parameter `m`
   2 | def g(a, n=2):
     |       ---- `g` takes 2 arguments
   9 |     X[0] = g(x, m=1)
     |                 ^ not a parameter
   = help: use the name of a parameter, or pass the value by its place
k.py:10:17: error[E412]: `a` of `g` is given twice
   2 | def g(a, n=2):
     |       ---- `g` takes 2 arguments
  10 |     X[0] = g(x, a=1)
     |                 ^ given a second time
   = help: remove one of the two
k.py:11:14: error[E413]: parameter `a` of `g` needs `float`, but this is `float*`
   1 | # g : float (float a, int n)
     |              ----- `a` is declared `float` here
   5 | # f : void (float* X, float x)
     |             ------ `X` is declared `float*` here
  11 |     X[0] = g(X, x)
     |              ^ this is `float*`
   = help: pass one element, such as `X[i]`, or declare the parameter as an array
k.py:11:17: error[E401]: a `float` cannot be stored in parameter `n` of `g`, which is an `int`
   1 | # g : float (float a, int n)
     |                       --- `n` is declared `int` here
   5 | # f : void (float* X, float x)
     |                       ----- `x` is declared `float` here
  11 |     X[0] = g(X, x)
     |                 ^ this is a `float`
   = note: a kernel never drops a fraction silently
   = help: write `int(x)` to drop the fraction
k.py:12:7: error[E413]: parameter `I` of `h` needs `int*`, but this is `float`
  12 |     h(x)
     |       ^ this is `float`
  14 | # h : void (int* I)
     |             ---- `I` is declared `int*` here
   = help: pass the array itself, by its name and without an index
7 errors
)");
}

TEST_CASE("check: a void function has no value") {
    CHECK(checked(R"(# g : void (float* X)
def g(X):
    X[0] = 1

# f : void (float* X)
def f(X):
    X[0] = g(X) + 1
)") == R"(
k.py:7:12: error[E409]: `g` returns nothing, so it has no value here
   1 | # g : void (float* X)
     |       ---- `g` returns nothing
   7 |     X[0] = g(X) + 1
     |            ^^^^ no value
   = help: call it on a line of its own, or give `g` a result type in its signature and `return` a value
1 error
)");
}
