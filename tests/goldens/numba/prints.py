# pycu2cu: --dialect numba
# print shows floats by %f, tuples in parentheses, and threadIdx whole.
from cudapy import cuda


# prints : void (float* x, uint8* u, bool flag)
@cuda.jit
def prints(x, u, flag):
    where = cuda.grid(2)
    print("at 100%", where, cuda.threadIdx, cuda.blockDim)
    print(x[0], u[0], flag, (x[1], 2), (u[0],), 2.5, -3)
