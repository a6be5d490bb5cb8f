# pycu2cu: --trace --no-stubs
# targets: cpu
# A recorder is told which way each thread goes, too.


# up : int (int* X, int i)
def up(X, i):
    if X[i] > 3:
        return X[i]
    return 0


# ways : void (int* X, int n)
def ways(X, n):
    for i in range(n):
        if i == idx:
            break
        X[idx] += up(X, i) if i % 2 else 1
    else:
        X[idx] = 0
    while X[idx] > 9:
        X[idx] -= 1
    for x in X:
        print(x)


# meets : void (int* X, int n)
def meets(X, n):
    part = shared(int, 64)
    part[threadIdx.x] = X[idx]
    for k in range(n):
        syncthreads()
        part[threadIdx.x] += up(X, k)
    X[idx] = part[0]
