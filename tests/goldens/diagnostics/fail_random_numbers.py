# kernel : void (float* X, int n, random_state given)
def kernel(X, n, given):
    rng = random_state(n)
    other = random_state(n, idx)
    X[0] = random(n)
    X[1] = random()
    X[2] = uniform(other, 1)
    X[3] = randint(other, 1, 2.5)
    X[4] = other
    X[5] = other[0]
    X[6] = len(other)
    X[7] = random(X)
    again = other
    print(other)
    if n > 0:
        late = random_state(1, 2)
    other = random_state(1.5, 2)
    random_state(1, 2)
    for x in other:
        X[8] = x
