import cupy
import numpy as np
from cupyx import jit
from numba import cuda


# from_numba : void (float* X, float[,] A)
def from_numba(X, A):
    i = cuda.grid(1)
    i, j = cuda.grid(2)
    start = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    step = cuda.gridsize(1)
    cache = cuda.shared.array(32, np.float32)
    own = cuda.local.array(3, np.float32)
    K = cuda.const.array_like((1.0, 2.0))
    cuda.syncthreads()
    cuda.atomic.add(X, 0, 1)
    cuda.atomic.max(X, 0, 1)
    cuda.atomic.compare_and_swap(X, 0, 1)
    lane = cuda.laneid
    X[0] = cuda.selp(True, 1.0, 2.0)
    X[0] = cuda.shfl_down_sync(0xFFFFFFFF, X[0], 1)
    cuda.unheard_of(X)


# from_cupy : void (float* X)
def from_cupy(X):
    i = jit.grid(1)
    cache = jit.shared_memory(np.float32, 32)
    jit.syncthreads()
    jit.atomic_add(X, 0, 1)
    X[0] = cupy.sum(X)


# from_numpy : void (float* X, float[,] A, float3* V)
def from_numpy(X, A, V):
    X[0] = np.clip(X[0], 0, 1)
    X[1] = np.where(X[0] > 0, 1, 0)
    z = np.zeros(3)
    X[2] = np.sum(X)
    n = X[0].item()
    m = X[0].astype(int)
    X.fill(0)
    s = X.sum()
    B = A.T
    v = V[0]
    X[3] = v[0]
    tmp = [0, 0, 0]
    raise ValueError("no")


counter = 0


# counts : void (float* X)
def counts(X):
    global counter
    counter += 1
