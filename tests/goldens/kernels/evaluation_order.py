import cudapy as cp


@cp.struct
class Pair:
    x: cp.int32
    y: cp.int32


# bump : int (int* A)
def bump(A):
    A[0] += 1
    return 9


# sub3 : int (int a, int b, int c)
def sub3(a, b, c=1):
    return a * 100 + b * 10 + c


# places : void (int* A, Pair* B)
def places(A, B):
    A[idx] = bump(A)
    A[A[0]] = bump(A)
    A[A[0] + A[1]] = atomicAdd(A, 0, 1)
    B[A[0]].x = bump(A)
    A[idx], A[A[0]] = bump(A), 5
    A[A[0]] += bump(A)


# arguments : void (int* A, Pair* B)
def arguments(A, B):
    A[1] = sub3(c=bump(A), a=A[0], b=3)
    A[2] = sub3(c=2, b=3, a=bump(A))
    A[3] = sub3(b=bump(A), a=bump(A))
    B[1] = Pair(y=bump(A), x=A[0])
    for i, v in enumerate(A[A[0]:], bump(A)):
        A[4] += i * v
