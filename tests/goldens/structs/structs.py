# pycu2cu: --header
# Structs: by value, in arrays, nested, in helpers, made and copied.
import cudapy as cp


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32 = 0.0


@cp.struct
class Body:
    """What moves."""

    pos: Vec
    vel: Vec
    mass: cp.float32 = 1.0
    kind: cp.int8 = 0
    alive: cp.bool_ = True

    def speed(self):  # only for Python
        return self.vel.x


# force : Vec (Body a, Body b)
def force(a, b):
    r = b.mass / (b.pos.x - a.pos.x)
    return Vec(r * a.pos.x, y=r)


# move : void (Body b, float dt)
def move(b, dt):
    b.pos.x += b.vel.x * dt
    b.pos.y += b.vel.y * dt


# step : void (Body* bodies, float dt, Vec wind)
def step(bodies, dt, wind):
    # the thread's own body
    p = bodies[idx]
    acc = Vec(wind.x)
    for j in range(len(bodies)):
        q = bodies[j]
        if q.alive:
            f = force(p, q)
            acc.x += f.x
            acc.y += f.y
    p.vel = acc.copy()
    move(p, dt)
    move(bodies[idx], dt)
    own = p.copy()
    move(own, dt)
    bodies[0].mass = own.mass
    bodies[-1] = Body(Vec(1, 2), bodies[0].vel.copy(), kind=3)
    last = bodies[-1]
    last.mass = 2.0


# nearest : void (Body* bodies, int* R)
def nearest(bodies, R):
    best = bodies[0]
    for q in bodies:
        if q.pos.x < best.pos.x:
            best = q
    R[idx] = best.kind
