# pycu2cu: --dialect numba
# Operations of warps and of bits have the types of numba.
from cudapy import cuda


# warps : void (int* x, double* d, int64* out, double* moved)
@cuda.jit
def warps(x, d, out, moved):
    i = cuda.grid(1)
    out[i] = cuda.shfl_sync(0xFFFFFFFF, x[i], 3) + cuda.shfl_up_sync(-1, x[i], 1)
    moved[i] = cuda.shfl_down_sync(-1, d[i], 2) + cuda.shfl_xor_sync(-1, d[i], i)
    out[i] += cuda.ballot_sync(-1, x[i] > 3) // 2
    if cuda.all_sync(-1, x[i]):
        out[i] += 1
    if cuda.any_sync(-1, x[i] > 5):
        out[i] += 2
    same = cuda.eq_sync(-1, x[i] > 2)
    mask, is_all = cuda.match_all_sync(-1, x[i])
    out[i] += mask + is_all + same + cuda.match_any_sync(-1, x[i])
    out[i] += cuda.activemask() + cuda.lanemask_lt()
    cuda.syncwarp(-1)


# bits : void (int8* s, uint32* u, int64* out)
@cuda.jit
def bits(s, u, out):
    out[0] = cuda.popc(s[0]) + cuda.clz(s[0]) + cuda.ffs(s[0])
    out[1] = cuda.brev(u[0]) + cuda.popc(u[0]) + cuda.clz(u[0])
    out[2] = cuda.popc(7) + cuda.ffs(u[1])
    out[3] = cuda.selp(u[0] > 2, u[0], u[1])


# counted : void (int64* x, int* out)
@cuda.jit
def counted(x, out):
    t = cuda.threadIdx.x
    out[0] = cuda.syncthreads_count(x[t]) - cuda.syncthreads_and(x[t] > 1) - cuda.syncthreads_or(x[t] > 2)


# real : void (float* x, double* d, double* out)
@cuda.jit
def real(x, d, out):
    out[0] = cuda.fma(x[0], x[1], x[2]) + cuda.fma(x[0], d[1], x[2]) + cuda.cbrt(x[0])
