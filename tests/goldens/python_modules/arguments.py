from cudapy import *


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    """Add alpha times X to Y.

    They have "as many" elements, \\ and no others.
    """
    if idx < len(Y):
        Y[idx] += alpha * X[idx]


# numbers : void (bool b, int8 i, uint64 u, half h, double d, complex64 c, complex128[,] out)
def numbers(b, i, u, h, d, c, out):
    if b and idx == 0:
        out[0, 0] = double(i) + double(u) + double(h) + d + complex128(c)


# names : void (int threads, bfloat16* block, uint8* given, bool[,,] launch)
def names(threads, block, given, launch):
    given[idx] = uint8(threads)
    launch[0, 0, 0] = block[idx] > block[idx + 1]


# switch : void (double first, double* out)
def switch(first, out):
    part = shared(double)
    part[threadIdx.x] = first
    syncthreads()
    out[idx] = part[0]


# nothing : void ()
def nothing():
    pass
