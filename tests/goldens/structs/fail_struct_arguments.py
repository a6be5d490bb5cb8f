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


# weigh : float (Body b, float by)
def weigh(b, by):
    return b.mass * by


# grow : float (Body* bodies)
def grow(bodies):
    bodies[0].mass += 1
    return bodies[0].mass


# before_it_is_read : void (Body* bodies)
def before_it_is_read(bodies):
    q = weigh(bodies[0], grow(bodies))
    q = weigh(by=grow(bodies), b=bodies[0]) + weigh(bodies[0].copy(), 1 + grow(bodies))
    q = weigh(by=weigh(bodies[idx], grow(bodies)), b=bodies[0])
    bodies[1].mass = weigh(b=bodies[0], by=q + grow(bodies))
