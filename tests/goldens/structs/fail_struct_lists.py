import cudapy as cp


@cp.struct
class Body:
    mass: cp.float32 = 1.0


# rows : void (Body** rows, (int, int)** pairs, Body*** more, float* R)
def rows(rows, pairs, more, R):
    R[0] = 1


# elements : void (Body** rows, float2** points, Body* out)
def elements(rows, points, out):
    out[0] = rows[0]
    rows[0] = out[0]
    rows[0][0] = 1.0
    points[0][1].x = 2.0
    own = rows[0][0].mass + points[0][0]
    b = rows[0][0]
    b = out[0]
