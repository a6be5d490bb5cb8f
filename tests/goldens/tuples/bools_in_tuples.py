# What C++ takes for an int, where a tuple or a struct has a bool or a narrow integer.

import cudapy as cp


@cp.struct
class Mark:
    on: cp.bool_
    kind: cp.uint8


# marks : void (float* X, int* I, Mark* M, bool* B)
def marks(X, I, M, B):
    flags = (True, 1)
    if X[idx] > 0:
        flags = bool(I[idx]) ^ (X[idx] != 2), flags[1]
    both = (X[idx] > 1) & bool(I[idx]), uint8(3) if flags[0] else uint8(4)
    either = (not B[idx] if flags[0] else B[idx] | flags[0]), flags[1]
    M[idx] = Mark(both[0] ^ either[0], uint8(1) if either[0] else uint8(2))
    B[idx] = both[0] ^ True
    I[idx] = both[1] + either[1]
