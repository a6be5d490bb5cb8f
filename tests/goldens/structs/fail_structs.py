import cudapy as cp


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32


@cp.struct
class Body:
    pos: Vec
    mass: cp.float32
    kind: cp.int32

    def heavy(self):
        return self.mass > 1


# change : float (Body b)
def change(b):
    b.mass += 1
    return b.mass


# replace : Body (Body b, Body* bodies)
def replace(b, bodies):
    bodies[0].mass = 1.0
    b = bodies[0]
    return b


# give : Body (Body* bodies)
def give(bodies):
    return bodies[0]


# read : float (Body b, Body* bodies)
def read(b, bodies):
    bodies[0].mass = 1.0
    return b.mass


# numbers : void (Body* bodies, float* X)
def numbers(bodies, X):
    p = bodies[idx]
    X[0] = p + 1
    X[1] = -p.pos
    X[2] = abs(p)
    if p:
        X[3] = p == bodies[0]
    X[4] = p < bodies[0]
    X[5] = p
    p.mass = p.pos
    p.kind = 1.5
    print(p)
    X[bodies] = 0
    X[6] = p.weight + p.pos.z + bodies.mass
    X[7] = p.heavy() + p.mass()
    X[8] = Body(p.pos.copy(), 1.0, weight=1) + Body(1.0)
    X[9] = Vec
    X[p] = p[0]
    p.pos.x += p.pos
    cp.atomicAdd(bodies, 0, 1)


# same : void (Body* bodies, Body* others)
def same(bodies, others):
    own = Body(Vec(1, 2), 3.0, 4)
    other = own
    part = own.pos
    made = Body(own.pos, 1.0, 1)
    own.pos = part
    bodies[0].pos = own.pos
    bodies[0], bodies[1] = bodies[1], bodies[0]
    a = b = Vec(1, 2)
    c = bodies[0] if idx > 3 else own
    t = (own, 1)
    for i, q in enumerate(bodies):
        q = own
    for e, q in zip(bodies, others):
        pass
    for a, q in others:
        pass


# loop_names : void (Body* bodies, float[,] A, int n)
def loop_names(bodies, A, n):
    for n in bodies:
        pass
    for i, n in enumerate(bodies):
        pass
    for A[0, 0], row in zip(bodies, A):
        pass
    for n in A:
        pass
    for i, n in enumerate(A):
        pass


# conflicts : void (Body* bodies, Body* others)
def conflicts(bodies, others):
    p = bodies[0]
    p = others[1]
    p = Body(Vec(1, 2), 3.0, 4)
    v = bodies[0].pos
    q = bodies[1]
    q = 3
    v = others[0].pos
    for p in others:
        pass


# references : void (Body* bodies, Body one)
def references(bodies, one):
    own = Body(Vec(1, 2), 3.0, 4)
    change(own)
    alias = own
    change(Body(Vec(1, 2), 3.0, 4))
    change(1.0)
    change(one)
    one.mass = 2.0
    one = bodies[0]
    Vec(1, 2).x = 3
    Body.mass = 3
