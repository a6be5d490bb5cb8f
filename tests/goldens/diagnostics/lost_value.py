# count : void (float* X, int n)
def count(X, n):
    X[idx] = n
    n += 1


# change : void (float* X)
def change(X):
    x = X[idx]
    x = x * 2
    x += 1


# in_loop : void (float* X, int n, int m)
def in_loop(X, n, m):
    while n > 0:
        X[idx] += m
        n -= 1
        m = m + 1
    last = 3
    _meant = 4
    for i in range(3):
        m = i


# fine : void (int* X, float2* V, int n)
def fine(X, V, n):
    old = atomicAdd(X, 0, 1)
    a, b = X[1], X[2]
    X[3] = a
    for i in range(3):
        X[4] += 1
    size = 4
    tile = shared(int, 4)
    tile[threadIdx.x] = size
    k = 2
    X[k] = 7
    place = 5
    X[place], place = 1, 6
    v = V[0]
    counter = 0
    for j in range(4):
        X[j] = counter
        counter = j
    n = n + 1
    twice = lambda x: x * n
    X[8] = twice(3)
    row = 9
    row = atomicAdd(X, row, 1)


# late : void (float* X, int n)
def late(X, n):
    added = lambda x: x + n
    X[0] = added(1)
    n = 5
    X[1] = added(2)


# helper : int (int n)
def helper(n):
    n = min(n, 3)
    return 7


def with_effect(X):
    X[idx] += 1
    return X[idx]


# added_calls : void (float* X, float total)
def added_calls(X, total):
    total += with_effect(X)
    count = 0.0
    count += with_effect(X)
    used = 0.0
    used += with_effect(X)
    X[idx] = used
    ignored = with_effect(X)
