# Arrays of structs in zip and enumerate: the names stand for the elements themselves.
import cudapy as cp


@cp.struct
class Body:
    pos: cp.float2
    mass: cp.float32 = 1.0


# total : float (Body* bodies, float* weights)
def total(bodies, weights):
    result = 0.0
    for b, w in zip(bodies, weights):
        result += b.mass * w
    return result


# loops : void (Body* bodies, Body[,] grid, float* weights, float* R)
def loops(bodies, grid, weights, R):
    mass = total(bodies[::2], weights)
    for i, b in enumerate(bodies):
        if i == idx:
            b.mass += mass
            b.pos = b.pos * 2
    for j, (cell, w) in enumerate(zip(grid[idx], weights), 1):
        mass += cell.mass * w * j
    R[idx] = mass
