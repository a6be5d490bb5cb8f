import cudapy as cp
@cp.struct
class Body:
    x: cp.float32
    n: cp.int32
# k : void (float[,] A, int* I, float** rows, Body* bodies, Body* others, float* X)
def k(A, I, rows, bodies, others, X):
    x: cp.Array[cp.float64] = A[0]
    y: cp.Array[cp.float32] = A
    z: cp.Array[cp.float32] = I[0]
    r: cp.Array[cp.float32] = rows[0]
    p: cp.Array[Body] = bodies
    q: cp.Array[cp.float32, 2] = rows
    I: cp.Array[cp.int32] = I[1:]
    A: cp.Array[cp.int32] = A[1:]
    c: cp.Array[cp.float32] = cp.shared(cp.int32, 3)
    for i in range(2):
        w: cp.Array[cp.float32] = A[i]
        X[0] = w[0] + r[0] + p[0].x
    n: cp.Array[cp.float32] = 3
    b: cp.Array[Body] = bodies[0]
    X[1] = (bodies if X[0] > 1 else others)[0].x
    X[2] = (X if X[0] else r)[0.5] + (A if X[0] else A)[1] + (X if X[0] else I)[1]
    for b in bodies:
        for b in others:
            b.n += 1
    for e in bodies:
        e.n += 1
    for e in others:
        e.n += 1
    e.n += 1
