import cudapy as cp

# caller : void (int* A)
def caller(A):
    A[0] = foo(3)

# kernel : void (int* A, bool* B)
def kernel(A, B):
    A[0] = (int)A[1]
    A[1] = &A
    if A[0] <> 1:
        B[0] = true
    B[1] = false
    A[2] = null
    A[4] = max(A)
    A[5] = cp
    if A[0] == 1:
        A[6] = 1
    else if A[0] == 2:
        A[6] = 2
    A[7] = 5000000000
    for i, in range(3):
        A[i] = 1
    for (int j = 0; j < 3; j++):
        A[j] = 1
    [i, j] = [j, i]
    a = b = c, d = 1, 2
    switch (A[0]):
        case 1:
            A[8] = 1
        default:
            A[8] = 2

# twice : void (int a, int a)
def twice(a, b):
    pass

# words : void (int* static, int const)
def words(static, const):
    static[0] = const
