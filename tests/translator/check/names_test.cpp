// What names mean.

#include "tests/translator/check/checked.h"

#include <doctest/doctest.h>

using cudapy::test::checked;

TEST_CASE("check: a parameter or local wins over a predefined name") {
    CHECK(checked(R"(# f : void (float* X, int idx)
def f(X, idx):
    len = 2
    X[idx] = len + threadIdx.x
)") == R"(
def f(X: float*, idx: int) -> void [kernel]
    len = 2.int
    X[(var.int idx)] = (cast.float (add.int (var.int len) threadIdx.x.int))
)");
}

TEST_CASE("check: predefined names through the module") {
    CHECK(checked(R"(import cudapy as cp
from cudapy import blockDim as bd, idx as i

# f : void (int* I)
def f(I):
    I[i] = cp.threadIdx.x + bd.y + cp.warpSize + cp.idy
)") == R"(
def f(I: int*) -> void [kernel]
    I[idx.int] = (add.int (add.int (add.int threadIdx.x.int blockDim.y.int) 32.int) idy.int)
)");
}

TEST_CASE("check: suggestions") {
    CHECK(checked(R"(import math

# f : void (float* X)
def f(X):
    X[0] = threadidx.x + threadIdx.w
    X[1] = math.sine(1.0) + sin(1.0)
    X[2] = foo
)") == R"(
k.py:5:12: error[E301]: unknown name `threadidx`
   5 |     X[0] = threadidx.x + threadIdx.w
     |            ^^^^^^^^^ not defined here
   = help: did you mean `threadIdx`?
k.py:5:36: error[E302]: `threadIdx` has no `w` that kernels can use
   5 |     X[0] = threadidx.x + threadIdx.w
     |                                    ^ not known
   = help: its axes are `x`, `y` and `z`
k.py:6:17: error[E302]: `math` has no `sine` that kernels can use
   6 |     X[1] = math.sine(1.0) + sin(1.0)
     |                 ^^^^ not known
   = help: did you mean `math.sin`?
k.py:6:29: error[E301]: unknown name `sin`
   6 |     X[1] = math.sine(1.0) + sin(1.0)
     |                             ^^^ not defined here
   = help: did you mean `math.sin`?
k.py:7:12: error[E301]: unknown name `foo`
   7 |     X[2] = foo
     |            ^^^ not defined here
   = help: assign `foo` before it is used, make it a parameter, or define it as a constant at the top level of the module
5 errors
)");
}

TEST_CASE("check: a module that is not imported") {
    CHECK(checked(R"(# f : void (float* X)
def f(X):
    X[0] = math.sin(1) + np.sin(1)
    threadIdx.x = 1
)") == R"(
k.py:3:12: error[E301]: unknown name `math`
   3 |     X[0] = math.sin(1) + np.sin(1)
     |            ^^^^ not defined here
   = help: write `import math` at the top of the module
k.py:3:26: error[E301]: unknown name `np`
   3 |     X[0] = math.sin(1) + np.sin(1)
     |                          ^^ not defined here
   = help: write `import numpy as np` at the top of the module
k.py:4:5: error[E501]: `threadIdx.x` cannot be assigned
   4 |     threadIdx.x = 1
     |     ^^^^^^^^^^^ not a variable or an element
   = help: assign to a variable or to an element of an array parameter
3 errors
)");
}

TEST_CASE("check: what is no number") {
    CHECK(checked(R"(import math
import os

TABLE = [1, 2]

def plain(x):
    return x

# f : void (float* X)
def f(X):
    X[0] = TABLE[0] + plain(1) + os.getpid()
    X[1] = math + len + float + blockIdx
    X[2] = range(3)
    X[3] = any(X)
)") == R"(
k.py:11:12: error[E306]: `TABLE` is a `list`, which a kernel cannot capture
   4 | TABLE = [1, 2]
     | ----- bound here
  11 |     X[0] = TABLE[0] + plain(1) + os.getpid()
     |            ^^^^^ not a number
   = note: a kernel sees numbers, bools, vectors, structs and tuples of them from outside; everything else is passed to it
   = help: pass it as a parameter: an array parameter such as `float* TABLE`
k.py:11:23: error[E304]: the function `plain` cannot be compiled with this kernel
   6 | def plain(x):
     |     ----- defined here
  11 |     X[0] = TABLE[0] + plain(1) + os.getpid()
     |                       ^^^^^ called here
   = note: a kernel calls functions whose Python source can be read
   = help: write a plain function with `def` in a file, which comes along with the kernels that call it
k.py:11:34: error[E310]: kernels cannot use the module `os`
   2 | import os
     |        -- bound here
  11 |     X[0] = TABLE[0] + plain(1) + os.getpid()
     |                                  ^^^^^^^^^ not math, cmath, numpy or cudapy
   = note: the functions of other modules exist only in Python
   = help: use `math`, or compute the value outside and pass it as a parameter
k.py:12:12: error[E303]: `math` is a module, not a value
   1 | import math
     |        ---- bound here
  12 |     X[1] = math + len + float + blockIdx
     |            ^^^^ a number is needed here
   = help: use something of it, such as `math.pi`
k.py:12:19: error[E303]: `len` is a function, not a value
  12 |     X[1] = math + len + float + blockIdx
     |                   ^^^ a number is needed here
   = help: call it: `len(...)`
k.py:12:25: error[E303]: `float` is a type, not a value
  12 |     X[1] = math + len + float + blockIdx
     |                         ^^^^^ a number is needed here
   = help: to convert a number to it, write `float(...)`
k.py:12:33: error[E307]: `blockIdx` has three axes
  12 |     X[1] = math + len + float + blockIdx
     |                                 ^^^^^^^^ which one is meant?
   = help: write `blockIdx.x`, `blockIdx.y` or `blockIdx.z`
k.py:13:12: error[E303]: `range(...)` is no value of its own in a kernel
  13 |     X[2] = range(3)
     |            ^^^^^^^^ can only be looped over
   = note: a kernel has no iterators
   = help: use it as `for ... in range(...):`
k.py:14:12: error[E309]: kernels do not have `any`
  14 |     X[3] = any(X)
     |            ^^^ a function of Python's own world
   = help: write a `for` loop over the elements
9 errors
)");
}
