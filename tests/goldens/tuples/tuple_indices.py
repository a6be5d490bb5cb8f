"""A tuple between brackets is its parts: one that has a name, is captured, or is a part of another."""
from cudapy import *

CORNER = (0, 1)

# marked : void (float[,] A, int[,] H, int n)
def marked(A, H, n):
    place = (idy, idx)
    A[place] = 0.5 * A[place] + A[CORNER]
    turned = idx % n, idy % n
    atomicAdd(H, turned, 1)
    both = (place, turned)
    A[both[0]] += H[both[1]]
