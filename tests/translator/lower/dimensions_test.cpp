#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("dimensions: elements by their indices, also those that are numbers") {
    CHECK(
        lowered(R"py(
# k : void (float[,] A)
def k(A):
    a = shared(float, (4, 8))
    b = local(int, (2, 3, 4))
    a[threadIdx.y, threadIdx.x] = A[idy, idx]
    b[1, 2, 3] = 7
    b[idx, 1, 2] = b[idx + 1, 0, 2]
    b[0, 0, idx] = b[1, idy, 0] + b[idx % 2, 1, idy + 1]
    syncthreads()
    A[idy, idx] = a[0, threadIdx.x] + a[3, 7] + a[-1, threadIdx.y - 1] + b[1][2][3]
)py") ==
        R"program(def k(A: float[,] [reads, writes, length 1 A_cols]) -> void [kernel k, effects, barrier, shared, idx, idy, threadIdx.x, threadIdx.y]
    declare shared float a[4][8]
    declare local int b[2][3][4]
    a[(indices.int threadIdx.y.int threadIdx.x.int)] = (load.float A (add.int (mul.int idy.int (len.int A axis 1)) idx.int))
    b[(indices.int 1.int 2.int 3.int)] = 7.int
    b[(indices.int idx.int 1.int 2.int)] = (load.int b (indices.int (add.int idx.int 1.int) 0.int 2.int))
    b[(indices.int 0.int 0.int idx.int)] = (add.int (load.int b (indices.int 1.int idy.int 0.int)) (load.int b (indices.int (remainder.int idx.int 2.int) 1.int (add.int idy.int 1.int))))
    evaluate (builtin.void cudapy.syncthreads)
    A[(add.int (mul.int idy.int (len.int A axis 1)) idx.int)] = (add.float (add.float (add.float (load.float a (indices.int 0.int threadIdx.x.int)) (load.float a (indices.int 3.int 7.int))) (load.float a (indices.int 3.int (sub.int threadIdx.y.int 1.int)))) (cast.float (load.int b (indices.int 1.int 2.int 3.int))))
)program");
}

TEST_CASE("dimensions: an array that is passed on, or of which there are parts, stays flat") {
    CHECK(lowered(R"py(
# total : float (float[,] X)
def total(X):
    return X[0, 0] + X[1, 1]

# first : float (float* X)
def first(X):
    return X[0]

# k : void (float* X)
def k(X):
    passed = local(float, (2, 2))
    part = local(float, (2, 2))
    named = local(float, (2, 2))
    each = local(float, (2, 2))
    filled = local(float, (3, 7), 1.0)
    passed[0, idx] = X[0]
    part[0, idx] = X[1]
    named[0, idx] = X[2]
    each[0, idx] = X[3]
    row = named[idx]
    X[idx] = total(passed) + first(part[1]) + row[1] + filled[2, 1]
    for lane in each:
        X[idx] += lane[1]
)py") == R"program(def total(X: float[,] [reads, length 1 X_cols]) -> float [called]
    return (add.float (load.float X 0.int) (load.float X (add.int (len.int X axis 1) 1.int)))

def first(X: float* [reads]) -> float [called]
    return (load.float X 0.int)

def k(X: float* [reads, writes]) -> void [kernel k, effects, idx]
    declare local float passed[2][2]
    declare local float part[2][2]
    declare local float named[2][2]
    declare local float each[2][2]
    declare local float filled[3][7]
    for (int filled_index = 0.int; (lt.bool (var.int filled_index) 21.int); += 1.int):
        filled[(var.int filled_index)] = 1.float'1.0'
    passed[idx.int] = (load.float X 0.int)
    part[idx.int] = (load.float X 1.int)
    named[idx.int] = (load.float X 2.int)
    each[idx.int] = (load.float X 3.int)
    declare const int row = (mul.int idx.int 2.int)
    X[idx.int] = (add.float (add.float (add.float (call.float total (var.float[,] passed)) (call.float first (view.float* part 2.int 2.int))) (load.float named (add.int (var.int row) 1.int))) (load.float filled 15.int))
    for (int lane_index = 0.int; (lt.bool (var.int lane_index) 2.int); += 1.int):
        declare const int lane = (mul.int (var.int lane_index) 2.int)
        X[idx.int] add=.float (load.float each (add.int (var.int lane) 1.int))
)program");
}

} // namespace cudapy::lower
