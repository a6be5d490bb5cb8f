// Statements.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;
using cudapy::test::kernel;

TEST_CASE("check: loops over arrays") {
    CHECK(checked(kernel("void (float* X, int* I)", R"(    for x in X:
        X[0] += x
    for i, (x, n) in enumerate(zip(X, I), 1):
        X[i] = x * n
    else:
        X[0] = 0
)")) == R"(
def f(X: float*, I: int*) -> void [kernel]
    for x in X:
        X[0.int] add=.float (var.float x)
    for i counts from 1.int, x in X, n in I:
        X[(var.int i)] = (mul.float (var.float x) (cast.float (var.int n)))
    else:
        X[0.int] = 0.float
)");
}

TEST_CASE("check: loops over ranges") {
    CHECK(checked(kernel("void (float* X, int n, int64 l)", R"(    for i in range(n, 0, -2):
        X[i] = 1
    for j in range(l):
        X[j] = 2
        if j > 3:
            break
    else:
        X[0] = 3
)")) == R"(
def f(X: float*, n: int, l: int64) -> void [kernel]
    for i in range.int((var.int n), 0.int, -2.int):
        X[(var.int i)] = 1.float
    for j in range.int64(0.int64, (var.int64 l), 1.int64):
        X[(var.int64 j)] = 2.float
        if (gt.bool (var.int64 j) 3.int64):
            break
    else:
        X[0.int] = 3.float
)");
}

TEST_CASE("check: assignment to several places") {
    CHECK(checked(kernel("void (float* X, int i, int j)", R"(    X[i], X[j] = X[j], X[i]
    a = X[0] = i
    b = c = 0
    X[1] = a + b + c
)")) == R"(
def f(X: float*, i: int, j: int) -> void [kernel]
    X[(var.int i)], X[(var.int j)] = (load.float X (var.int j)), (load.float X (var.int i))
    a = X[0.int] = (var.int i)
    b = c = 0.int
    X[1.int] = (cast.float (add.int (add.int (var.int a) (var.int b)) (var.int c)))
)");
}

TEST_CASE("check: comments and docstrings are kept") {
    CHECK(checked(kernel("void (float* X)", R"(    """What it does."""
    # above
    X[0] = 1  # next to it
    # at the end
)")) == R"(
def f(X: float*) -> void [kernel]
    docstring: What it does.
    # above
    X[0.int] = 1.float  # next to it
    # at the end
)");
}

TEST_CASE("check: what does nothing is dropped with a warning") {
    CHECK(checked(kernel("void (float* X, int n)", R"(    n == 3
    X[0]
    abs(n)
)")) == R"(
k.py:3:5: warning[W902]: this line does nothing
   3 |     n == 3
     |     ^^^^^^ its value is not used
   = help: to assign, write `=` instead of `==`; else store the value or delete the line
k.py:4:5: warning[W902]: this line does nothing
   4 |     X[0]
     |     ^^^^ its value is not used
   = help: store the value, or delete the line
k.py:5:5: warning[W902]: this line does nothing
   5 |     abs(n)
     |     ^^^^^^ its value is not used
   = help: store the result in a variable, or delete the line
3 warnings
)");
}

TEST_CASE("check: returns") {
    CHECK(checked(kernel("void (float* X)", R"(    return 1
)")) == R"(
k.py:3:12: error[E506]: `f` is `void`, so its `return` cannot give an `int`
   1 | # f : void (float* X)
     |       ---- `f` is declared to return `void` here
   3 |     return 1
     |            ^ a value
   = note: a kernel has no caller that could take a value from each thread
   = help: write the result to an array parameter; for a helper, give a result type in the signature: `# f : int (...)`
1 error
)");
}

TEST_CASE("check: a result must be given and fit") {
    CHECK(checked(R"(# g : int (float x)
def g(x):
    if x > 0:
        return x
    return

# f : void (int* I)
def f(I):
    I[0] = g(1)
)") == R"(
k.py:4:16: error[E401]: a `float` cannot be stored in the result of `g`, which is an `int`
   1 | # g : int (float x)
     |       --- `g` is declared to return `int` here
     |            ----- `x` is declared `float` here
   4 |         return x
     |                ^ this is a `float`
   = note: a kernel never drops a fraction silently
   = help: write `int(x)` to drop the fraction
k.py:5:5: error[E507]: `g` returns an `int`, but this `return` gives no value
   1 | # g : int (float x)
     |       --- `g` is declared to return `int` here
   5 |     return
     |     ^^^^^^ no value
   = note: Python would return None here
   = help: return an `int`, or make the function `void` in its signature
2 errors
)");
}

TEST_CASE("check: what may be stored where") {
    CHECK(checked(kernel("void (int* I, bool* B, float* X, float x, int64 l, double d)", R"(    I[0] = x
    I[1] = l
    B[0] = x
    X[0] = d
    X[1] = d
    x += d
)")) == R"(
k.py:3:12: error[E401]: a `float` cannot be stored in an element of `I`, which is an `int`
   1 | # f : void (int* I, bool* B, float* X, float x, int64 l, double d)
     |             ---- `I` is declared `int*` here
     |                                        ----- `x` is declared `float` here
   3 |     I[0] = x
     |            ^ this is a `float`
   = note: a kernel never drops a fraction silently
   = help: write `int(x)` to drop the fraction
k.py:4:12: error[E402]: an `int64` cannot be stored in an element of `I`, which is an `int`
   1 | # f : void (int* I, bool* B, float* X, float x, int64 l, double d)
     |             ---- `I` is declared `int*` here
     |                                                 ----- `l` is declared `int64` here
   4 |     I[1] = l
     |            ^ this is an `int64`
   = note: the value may not fit 32 bits
   = help: write `int(l)` when it is known to fit, or make the place an `int64`
k.py:5:12: error[E403]: a `float` cannot be stored in an element of `B`, which is a `bool`
   1 | # f : void (int* I, bool* B, float* X, float x, int64 l, double d)
     |                     ----- `B` is declared `bool*` here
     |                                        ----- `x` is declared `float` here
   5 |     B[0] = x
     |            ^ this is a `float`
   = note: a `bool` can only be True or False
   = help: write `bool(x)` or a comparison such as `x != 0`
k.py:6:12: warning[W901]: a `double` is stored in an element of `X`, which is a `float`
   1 | # f : void (int* I, bool* B, float* X, float x, int64 l, double d)
     |                              ------ `X` is declared `float*` here
     |                                                          ------ `d` is declared `double` here
   6 |     X[0] = d
     |            ^ rounded to single precision
   = help: write `float(d)` to say that this is meant
k.py:8:10: warning[W901]: a `double` is stored in `x`, which is a `float`
   1 | # f : void (int* I, bool* B, float* X, float x, int64 l, double d)
     |                                        ----- `x` is declared `float` here
     |                                                          ------ `d` is declared `double` here
   8 |     x += d
     |          ^ rounded to single precision
   = help: write `float(d)` to say that this is meant
3 errors, 2 warnings
)");
}

TEST_CASE("check: arrays are no values") {
    CHECK(checked(kernel("void (float* X, int n)", R"(    Y = X
    X = 1
    n = X + 1
    X += 1
    if X:
        n = X[n][0]
)")) == R"(
k.py:4:5: error[E419]: `X` is an array parameter (`float*`) and cannot become anything else
   1 | # f : void (float* X, int n)
     |             ------ `X` is declared `float*` here
   4 |     X = 1
     |     ^ assigned here
   = help: to write an element, use `X[i] = ...`; to keep a number, use another name
k.py:5:9: error[E404]: `X` is an array (`float*`), but `+` needs a number
   1 | # f : void (float* X, int n)
     |             ------ `X` is declared `float*` here
   5 |     n = X + 1
     |         ^ an array
   = note: a thread works on single elements, not on whole arrays
   = help: take one element, such as `X[idx]`
k.py:6:5: error[E404]: `X` is an array (`float*`), but `+=` needs a number
   1 | # f : void (float* X, int n)
     |             ------ `X` is declared `float*` here
   6 |     X += 1
     |     ^ an array
   = note: a thread works on single elements, not on whole arrays
   = help: take one element, such as `X[idx]`
k.py:7:8: error[E406]: the array `X` (`float*`) has no truth
   1 | # f : void (float* X, int n)
     |             ------ `X` is declared `float*` here
   7 |     if X:
     |        ^ an array as a condition
   = help: to ask whether it has elements, write `len(X) > 0`; to ask about one, `X[i] != 0`
k.py:8:13: error[E408]: `X[n]` is a `float`, which has no elements
   1 | # f : void (float* X, int n)
     |             ------ `X` is declared `float*` here
   8 |         n = X[n][0]
     |             ^^^^ a single number
   = help: use it without the last `[...]`, or declare the array `float[,]`, which has one dimension more
5 errors
)");
}

TEST_CASE("check: assignments that do not fit") {
    CHECK(checked(kernel("void (float* X, int n)", R"(    a, b = 1, 2, 3
    c, d = n
    for i, j in range(n):
        pass
    for k in n:
        pass
    for k in range(n, 0, 0):
        pass
    break
)")) == R"(
k.py:3:12: error[E502]: 3 values cannot be unpacked into 2 places
   3 |     a, b = 1, 2, 3
     |     ---- 2 places
     |            ^^^^^^^ 3 values
   = help: write as many values on the right as there are places on the left
k.py:4:12: error[E503]: `n` is one value (`int`) and cannot be unpacked into 2
   1 | # f : void (float* X, int n)
     |                       --- `n` is declared `int` here
   4 |     c, d = n
     |            ^ one value
   = note: only tuples, vectors, and calls such as `divmod`, can be unpacked
   = help: write the values out: `a, b = x, y`
k.py:5:9: error[E509]: `range` gives 1 value each time, but there are 2 names
   5 |     for i, j in range(n):
     |         ^^^^ 2 names
   = help: use one name, such as `for i in ...`
k.py:7:14: error[E504]: `n` is an `int`, which cannot be looped over
   1 | # f : void (float* X, int n)
     |                       --- `n` is declared `int` here
   7 |     for k in n:
     |              ^ not an array
   = note: a `for` goes over `range(...)`, an array, `enumerate(X)` or `zip(X, Y)`
   = help: to count up to it, write `range(n)`
k.py:9:26: error[E508]: the step of `range` is zero
   9 |     for k in range(n, 0, 0):
     |                          ^ always zero
   = note: Python raises ValueError here
   = help: use a step above or below zero, or `while True:` for a loop without an end
k.py:11:5: error[E505]: `break` outside of a loop
  11 |     break
     |     ^^^^^ no loop is around this
   = help: to leave the function, write `return`
6 errors
)");
}
