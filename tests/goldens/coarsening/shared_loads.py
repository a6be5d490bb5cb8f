# pycu2cu: --optimize
# targets: cuda


# matmul : void (float[,] A, float[,] B, float[,] C)
def matmul(A, B, C):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


# stencil : void (float[,] u, float[,] v)
def stencil(u, v):
    h, w = u.shape
    if 0 < idx < w - 1 and 0 < idy < h - 1:
        v[idy, idx] = 0.25 * (u[idy, idx - 1] + u[idy, idx + 1] + u[idy - 1, idx] + u[idy + 1, idx])


# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    B[idx, idy] = A[idy, idx]
