import cudapy as cp


# kernel : void (float4* X, int2* I, float* R, double d)
def kernel(X, I, R, d):
    v = X[idx]
    v.x = 1.0
    X[idx].y += 2.0
    I[idx] = I[idx] / 2
    a = v + I[idx]
    b = v * d
    c = v // 2
    I[idx] = I[idx] * 1.5
    R[0] = v
    R[1] = v == v
    R[2] = v < X[0]
    R[3] = v.q
    R[4] = abs(v)
    e = cp.float4(1, 2, 3)
    k = X[0]
    k = cp.float2(1, 2)
    f = cp.int2(1.5, 2)
    h = v ** 2
    if v:
        v = 2.0
    print(v)
    R[5] = v.dot(v)
    cp.atomicExch(X, 0, v)
    g = v if R[0] > 1 else I[0]
    X[1] += 1j
    X[2] = 2j * X[0]


# later : void (long2* X, float1* Y)
def later(X, Y):
    X[0] = Y[0]
