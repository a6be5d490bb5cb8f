"""Atomic operations on 16 bytes, which GPUs have from compute capability 9.0 on."""

import cudapy as cp


# take : float4 (float4* slot)
def take(slot):
    """Leaves nothing there."""
    return atomicExch(slot, 0, float4(0, 0, 0, 0))


# push : void (ulonglong2* top, complex128* Z, float4* slots)
def push(top, Z, slots):
    none = ulonglong2(0, 0)
    old = atomicCAS(top, 0, none, none)
    seen = atomicCAS(top, 0, old, ulonglong2(old.x + 1, old.y))
    while seen.x != old.x:
        old = seen
        seen = atomicCAS(top, 0, old, ulonglong2(old.x + 1, old.y))
    Z[idx] = atomicExch(Z, 0, 2j)
    slots[idx] = take(slots)


# block_best : void (float4* best)
def block_best(best):
    s = shared(float4, 1)
    s[0] = best[0]
    syncthreads()
    old = s[0]
    atomicCAS(s, 0, old, float4(idx, old.y, old.z, old.w))
    atomicExch(s, 0, old)
    syncthreads()
    best[idx] = s[0]
