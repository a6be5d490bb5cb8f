# pycu2cu: --vjp softmax --vjp julia --vjp spring
# targets: cuda
# The derivatives are as short as a person would write them: no copies of copies, no store that is undone at
# once, a square's derivative once, conjugates where they are needed.
import math

import cudapy as cp


# softmax : void (float[,] X, float[,] Y)
def softmax(X, Y):
    largest = X[idx, 0]
    for k in range(1, X.shape[1]):
        largest = max(largest, X[idx, k])
    total = 0.0
    for k in range(X.shape[1]):
        total += math.exp(X[idx, k] - largest)
    for k in range(X.shape[1]):
        Y[idx, k] = math.exp(X[idx, k] - largest) / total


# julia : void (complex64* Z, complex64 c, float* R)
def julia(Z, c, R):
    z = Z[idx]
    z = z * z + c
    R[idx] = abs(z)
    Z[idx] = z / (1 + z)


@cp.struct
class Body:
    x: cp.float32
    v: cp.float32
    m: cp.float32


# spring : void (Body* B, float dt, float k)
def spring(B, dt, k):
    b = B[idx]
    force = -k * b.x
    b.v += dt * force / b.m
    b.x += dt * b.v
