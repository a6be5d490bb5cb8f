# local_sums : void (float* X)
def local_sums(X):
    total = local(float, 3)
    counts = local(int, (2, 3))
    for i in range(len(X)):
        total[i % 3] += X[i]
        counts[i % 2, i % 3] += 1
    X[idx] = total[0] + counts[1, 2]


# shared_sums : void (int* X)
def shared_sums(X):
    cache = shared(int, 64)
    atomicAdd(cache, X[idx] & 63, 1)
    syncthreads()
    X[idx] = cache[threadIdx.x]


# written : void (float* X, int n)
def written(X, n):
    a = local(float, 3)
    b = local(float, 3, 0.0)
    c = local(float, 3)
    for i in range(3):
        if i > 0:
            X[i] = a[i - 1]
        a[i] = X[i]
        b[i] += a[i]
    if n > 3:
        c[0] = 1.0
    X[0] = c[0] + b[1]


# first_value : float (float* A)
def first_value(A):
    A[0] = 1.0
    return A[0]


# given_on : void (float* X)
def given_on(X):
    a = local(float, 3)
    X[0] = first_value(a) + a[0]
