import cudapy as cp
from shapes import Body


class Plain:
    x = 1


@cp.struct
class Vec:
    x: cp.float32


# one : void (Body* A, Plain* B, Vec* C)
def one(A, B, C):
    C[0].x = 1


# two : void ((Vec, int) t, Vec* C)
def two(t, C):
    C[0].x = 1
