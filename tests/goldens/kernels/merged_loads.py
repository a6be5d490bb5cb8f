# targets: cuda
import cudapy as cp


@cp.struct
class Point:
    x: cp.int32
    y: cp.float32


# Arrays that nobody writes, whose loads nvcc may make one of with loads of S: it then takes S for one of them.


# choice : void (uint32* A, int* S, double* R, bool c)
def choice(A, S, R, c):
    S[idx] = S[idx] * 5 + 3 & 511
    R[idx] = int(A[idx]) if c else S[0]


# branches : void (Point* P, int* S, double* R, bool c)
def branches(P, S, R, c):
    S[idx] = S[idx] * 5 + 3 & 511
    x = P[idx].x
    if c:
        x = S[0]
    R[idx] = x


# joined : void (uint32* A, int* S, int64* R)
def joined(A, S, R):
    S[idx] += 1
    if A[idx] > 2 and S[0] > 3:
        R[idx] = 4


# first_of : uint32 (uint32* A, int* S, bool c)
def first_of(A, S, c):
    if c:
        return A[0]
    return uint32(S[0])


# called : void (uint32* A, int* S, int64* R, bool c)
def called(A, S, R, c):
    S[idx] += 1
    R[idx] = first_of(A, S, c)


# turns : void (uint32* A, int* S, int64* R, int n)
def turns(A, S, R, n):
    S[idx] += 1
    last = S[0]
    for i in range(n):
        last = int(A[i])
    R[idx] = last


# Here nothing is put together: of other sizes, side by side, and where S is only written.


# other_sizes : void (uint8* A, int* S, int64* R, bool c)
def other_sizes(A, S, R, c):
    S[idx] += 1
    R[idx] = A[idx] if c else S[0]


# side_by_side : void (uint32* A, int* S)
def side_by_side(A, S):
    if idx < len(S):
        S[idx] += int(A[idx])


# only_written : void (uint32* A, int* S, bool c)
def only_written(A, S, c):
    if c:
        S[idx] = int(A[idx])
