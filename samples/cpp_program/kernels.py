"""The kernels of main.cpp: heat that spreads over a plate."""

from cudapy import blockIdx, idx, idy, shared, syncthreads, threadIdx

BLOCK = 256


# spread : void (float rate, float[,] plate, float[,] after)
def spread(rate, plate, after):
    """One step of time, a thread for each point, x along the columns. The edge keeps its temperature."""
    rows, columns = plate.shape
    if idx < columns and idy < rows:
        here = plate[idy, idx]
        if 0 < idx < columns - 1 and 0 < idy < rows - 1:
            around = plate[idy - 1, idx] + plate[idy + 1, idx] + plate[idy, idx - 1] + plate[idy, idx + 1]
            here += rate * (around - 4 * here)
        after[idy, idx] = here


# sums : void (float* values, double* totals)
def sums(values, totals):
    """The sum of each block's BLOCK values."""
    part = shared(double, BLOCK)
    part[threadIdx.x] = values[idx] if idx < len(values) else 0.0
    syncthreads()
    width = BLOCK // 2
    while width > 0:
        if threadIdx.x < width:
            part[threadIdx.x] += part[threadIdx.x + width]
        syncthreads()
        width //= 2
    if threadIdx.x == 0:
        totals[blockIdx.x] = part[0]
