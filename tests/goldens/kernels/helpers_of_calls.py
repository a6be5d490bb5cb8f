import cudapy as cp


# put : void (float* X, (int, float) pair)
def put(X, pair):
    X[pair[0]] = pair[1]


# draw : void (random_state rng, float* X)
def draw(rng, X):
    X[idx] = cp.random(rng)


# kernel : void (float* X)
def kernel(X):
    rng = cp.random_state(1, idx)
    draw(rng, X)
    put(X, (idx, X[idx] * 2))
