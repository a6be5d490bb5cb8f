# Structs in shared and local memory, and what lives across a barrier.
import cudapy as cp
from cudapy import struct


@struct
class Pair:
    low: cp.int32
    high: cp.int64


# sizes : void (Pair* A, Pair* B)
def sizes(A, B):
    cache = cp.shared(Pair, 64)
    more = cp.shared(float)
    last = cp.shared(Pair)
    own = cp.local(Pair, 2)
    t = threadIdx.x
    p = A[idx]
    mine = cache[t]
    sum = Pair(p.low, 0)
    cache[t] = p
    own[0] = sum
    more[t] = p.low + more[0]
    last[0] = p
    cp.syncthreads()
    mine.low += 1
    sum.high += cache[63 - t].low
    cp.syncthreads()
    B[idx] = sum
    B[idx].low = mine.low + own[0].low + p.low
