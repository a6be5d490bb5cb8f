# pycu2cu: --dialect numba
# A loop over the items of a tuple has a copy of its body for each item.
from cudapy import cuda

NUMBERS = (2, 2.5)


# unrolls : void (double* out, float* a, int64[,] b)
def unrolls(out, a, b):
    i = 0
    # Each array has dimensions of its own.
    for case in cuda.literal_unroll((a, b)):
        if case.ndim == 1:
            out[i] = case[0]
        else:
            out[i] = case[1, 0]
        i += 1
    for number in cuda.literal_unroll(NUMBERS):
        if number == out[0]:
            break
        halves = number // 2
        out[i] = halves
