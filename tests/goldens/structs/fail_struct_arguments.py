import cudapy as cp


@cp.struct
class Body:
    mass: cp.float32


# read : float (Body b, Body* bodies)
def read(b, bodies):
    bodies[0].mass = 1.0
    return b.mass


# through : float (Body b, Body* bodies)
def through(b, bodies):
    return read(b.copy(), bodies) + b.mass


# kernel : void (Body* bodies)
def kernel(bodies):
    p = bodies[idx]
    p.mass = read(p, bodies)
    p.mass = read(p.copy(), bodies) + read(Body(1.0), bodies)
    p.mass = through(bodies[1], bodies)
