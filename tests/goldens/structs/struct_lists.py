# pycu2cu: --header
# Arrays of arrays of structs and vectors: a row is a part of the elements, which lie one after the other.
import cudapy as cp


@cp.struct
class Body:
    pos: cp.float2
    mass: cp.float32 = 1.0


# weight : float (Body* row)
def weight(row):
    total = 0.0
    for b in row:
        total += b.mass
    return total


# rows : void (Body** rows, float2** points, float* R)
def rows(rows, points, R):
    row = rows[idx]
    R[idx] = weight(row) + weight(rows[idx][1:]) + weight(row[::2])
    for i, b in enumerate(row):
        b.pos = points[idx][i % len(points[idx])]
    if len(row) > 0:
        last = rows[idx][-1]
        last.mass += len(rows)
    for each, p in zip(rows, points):
        if len(each) > 0 and len(p) > 0:
            R[idx] += each[0].mass * p[-1].x
