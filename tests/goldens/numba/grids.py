# pycu2cu: --dialect numba
# The grid as a cooperative group, and loads and stores with hints for caches.
from cudapy import cuda
from cudapy.cuda import cg


# waits : void (int* x, double* out)
@cuda.jit
def waits(x, out):
    i = cuda.grid(1)
    grid = cg.this_grid()
    x[i] = i
    grid.sync()
    out[i] = x[cuda.gridsize(1) - 1 - i]
    cuda.cg.this_grid().sync()
    cuda.stcg(x, i, cuda.ldca(out, i) + cuda.ldcs(out, -1))
