# pycu2cu: --dialect numba
from cudapy import cuda
from cudapy.cuda import float64, uint32


# counts : void (int* hist, int* bins, uint64* turns, uint32* small)
@cuda.jit
def counts(hist, bins, turns, small):
    i = cuda.grid(1)
    if i < bins.size:
        old = cuda.atomic.add(hist, bins[i], 1)
        cuda.atomic.sub(hist, -1, old)
        cuda.atomic.inc(turns, 0, 100)
        cuda.atomic.dec(turns, 1, 7)
        cuda.atomic.inc(small, 0, 9)
        cuda.atomic.dec(small, 1, 9)
        cuda.atomic.and_(small, 2, 0xF0)
        cuda.atomic.or_(turns, 2, 1 << i)
        cuda.atomic.xor(hist, 0, i)
        cuda.atomic.nanmax(hist, 1, i)


# extremes : void (double[,] best, double* x, float* single)
@cuda.jit
def extremes(best, x, single):
    i = cuda.grid(1)
    if i < x.size:
        where = (i % 2, 0)
        cuda.atomic.max(best, where, x[i])
        cuda.atomic.min(best, (i % 2, 1), x[i])
        cuda.atomic.nanmax(best, (i % 2, 2), x[i])
        cuda.atomic.nanmin(best, (i % 2, -1), x[i])
        cuda.atomic.sub(best, (0, 0), x[i])
        cuda.atomic.nanmin(single, 0, x[i])


# swaps : void (int* a, int64* b, int* out)
@cuda.jit
def swaps(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = cuda.atomic.exch(a, i, 5)
        out[i] += cuda.atomic.cas(b, i, out[i], 1)
        out[i] += cuda.atomic.compare_and_swap(a, 5, 6)
        out[i] += cuda.atomic.compare_and_swap(b[2:], 5, 6)


# in_shared : void (uint32* x, double* out)
@cuda.jit
def in_shared(x, out):
    totals = cuda.shared.array(4, dtype=uint32)
    sums = cuda.shared.array(4, dtype=float64)
    t = cuda.threadIdx.x
    if t < 4:
        totals[t] = 0
        sums[t] = 0
    cuda.syncthreads()
    cuda.atomic.add(totals, x[t] % 4, 1)
    cuda.atomic.nanmax(sums, x[t] % 4, x[t])
    cuda.syncthreads()
    if t < 4:
        cuda.atomic.sub(out, t, totals[t] + sums[t])


# on_parts : void (complex64* z, complex128[,] Z)
@cuda.jit
def on_parts(z, Z):
    i = cuda.grid(1)
    if i < 64:
        cuda.atomic.add(z.real, i % 2, 0.5)
        cuda.atomic.max(Z.imag, (i % 2, 1), i)
