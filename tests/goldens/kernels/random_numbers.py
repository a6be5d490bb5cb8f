# inside : int (random_state rng, int samples)
def inside(rng, samples):
    """Of points in the unit square, those in the circle."""
    hits = 0
    for i in range(samples):
        x = random(rng)
        y = random(rng)
        if x * x + y * y < 1:
            hits += 1
    return hits


# pi : void (int seed, int samples, int* hits)
def pi(seed, samples, hits):
    rng = random_state(seed, idx)
    hits[idx] = inside(rng, samples)


# draws : void (int64 seed, float* U, double* D, float* N, double* M, int* I, int64* L)
def draws(seed, U, D, N, M, I, L):
    rng = random_state(seed, idx)
    U[idx] = uniform(rng, -1, 1)
    D[idx] = uniform(rng, D[0], 2.5)
    N[idx] = normal(rng)
    M[idx] = normal(rng, D[0], 2)
    I[idx] = randint(rng, 1, 6)
    L[idx] = randint(rng, -5, L[idx])


# shuffled : void (int* cards)
def shuffled(cards):
    rng = random_state(7, blockIdx.x)
    deck = shared(int, 64)
    deck[threadIdx.x] = threadIdx.x
    syncthreads()
    if threadIdx.x == 0:
        for i in range(63, 0, -1):
            j = randint(rng, 0, i)
            deck[i], deck[j] = deck[j], deck[i]
    syncthreads()
    cards[idx] = deck[threadIdx.x] + randint(rng, 0, 1)
