"""The statement `match`, over numbers."""

import enum


class Op(enum.IntEnum):
    ADD = 0
    SUBTRACT = 1
    NEGATE = 2


# steps : void (int* code, float* X, int n)
def steps(code, X, n):
    """A machine of four operations."""
    x = 0.0
    for i in range(n):
        # what to do
        match code[i]:  # one after the other
            # the sum
            case Op.ADD:
                x += X[idx]
            case Op.SUBTRACT:  # or the difference
                x -= X[idx]
            case Op.NEGATE if x > 0:
                x = -x
            case 7 | 8 | -1:
                continue
            # everything else
            case _:
                break
    X[idx] = x


# kind : int (int n)
def kind(n):
    match n:
        case 0:
            return 1
        case 1 | (2 | 0x10):
            return 2
        case _ if n < 0:
            return 3
        case _:
            pass
    return 4


# types : void (int* X, uint8* B, float f, double d, bool b, int64 w)
def types(X, B, f, d, b, w):
    match f * 2:
        case 1:
            X[0] = 1
        case 2.5 | -0.0:
            X[0] = 2
    match d:
        case 0.1:
            X[1] = 1
    match b:
        case True:
            X[2] = 1
        case False:
            X[2] = 2
    match w + 1:
        case 0x100000000:
            X[3] = 1
        case 2:
            X[3] = kind(X[4])
    match B[idx]:
        case 255 | 3:
            B[idx] = 1
        case _:
            B[idx] = 2
    match X[5]:
        case _:
            X[6] = 1
    match X[7]:
        case _:
            pass


# meets : void (int* X, int n)
def meets(X, n):
    """A barrier in a case that all threads take."""
    cache = shared(int, 256)
    match n:
        case 1:
            cache[threadIdx.x] = X[idx]
            syncthreads()
            X[idx] = cache[threadIdx.x ^ 1]
        case 2:
            X[idx] = shfl_xor_sync(0xffffffff, X[idx], 1)
