# Barriers of all kinds, early returns, values that live across, and conditions from memory.
import cudapy as cp
from cudapy import shared, syncthreads, syncthreads_count as count

TILE = 64


# early_return : void (int* X, int n)
def early_return(X, n):
    cache = shared(int, TILE * 2)
    if idx >= n:
        return
    own = X[idx] * 3
    cache[threadIdx.x] = own
    syncthreads()
    X[idx] = cache[0] + own


# votes : void (int* X, int* counts, bool* all_even)
def votes(X, counts, all_even):
    even = X[idx] % 2 == 0
    n = count(even)
    some = cp.syncthreads_or(X[idx] > 100)
    every = cp.syncthreads_and(even)
    if threadIdx.x == 0:
        counts[blockIdx.x] = n + (1000 if some else 0)
        all_even[blockIdx.x] = every


# until_done : void (int* X)
def until_done(X):
    """A loop that the block leaves when no thread wants to go on."""
    x = X[idx]
    while cp.syncthreads_or(x > 1):
        if x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
        X[idx] += 1


# from_memory : void (int* steps, float* X)
def from_memory(steps, X):
    """Whether all threads agree about the loop is known when it runs."""
    cache = shared(float, 256)
    t = threadIdx.x
    for step in range(steps[blockIdx.x]):
        cache[t] = X[idx] + step
        syncthreads()
        if steps[0] > 5:
            continue
        X[idx] = cache[255 - t]
        if X[blockIdx.x] < 0.0:
            break
        syncthreads()
    threadfence()


# bounds_from_memory : void (int* first, int* X)
def bounds_from_memory(first, X):
    for i in range(first[idx], first[idx] + 2):
        X[idx] += i
        if X[0] == 7:
            continue
        syncthreads()


# sized_at_launch : void (float* X, int n)
def sized_at_launch(X, n):
    values = shared(float)  # one for each thread
    flags = shared(bool)
    sums = shared(cp.float64)
    t = threadIdx.x
    values[t] = X[idx]
    if t < len(sums):
        sums[t] = 0.0
    flags[t % len(flags)] = True
    syncthreads()
    X[idx] = float(total(values) + sums[-1]) if flags[0] else float(len(values))


# total : float (float* X)
def total(X):
    sum = 0.0
    for x in X:
        sum += x
    return sum
