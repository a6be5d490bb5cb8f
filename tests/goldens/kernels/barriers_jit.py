# pycu2cu: --no-stubs
# Kernels with barriers as the module compiles them: sizes of shared memory, and what went wrong, are slots.


# rotate : void (int* A)
def rotate(A):
    cache = shared(int)
    t = threadIdx.x
    cache[t] = A[idx]
    syncthreads()
    A[idx] = cache[(t + 1) % len(cache)]


# agree : void (int* A)
def agree(A):
    if A[idx] > 0:
        syncthreads()
        A[idx] += 1
