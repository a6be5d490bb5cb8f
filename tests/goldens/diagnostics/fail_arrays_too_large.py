# helper : void (float* X)
def helper(X):
    more = shared(double, 4000)
    more[0] = X[0]


# too_much : void (float* X)
def too_much(X):
    cache = shared(float, 8000)
    cache[0] = X[0]
    helper(X)


# queue : void (float* X)
def queue(X):
    waiting = local(double, 1000)
    waiting[0] = X[0]


# part : float (float x)
def part(x):
    own = local(float, 600)
    own[0] = x
    syncthreads()
    return own[0]


# whole : void (float* X)
def whole(X):
    own = local(float, 500)
    own[0] = X[0]
    X[idx] = part(own[0]) + part(X[0])
