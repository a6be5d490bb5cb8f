"""Structs in kernels, through the oracle: elements are references, what a kernel makes is an object."""

import numpy as np

import cudapy as cp
from oracle import Batch

N = 70


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32


@cp.struct
class Body:
    """Position, velocity and mass."""

    pos: Vec
    vel: Vec
    mass: cp.float32 = 1.0
    kind: cp.int8 = 3
    alive: cp.bool_ = True

    def speed(self):
        return (self.vel.x**2 + self.vel.y**2) ** 0.5


@cp.struct
class Mixed:
    a: cp.int8
    b: cp.float64
    c: cp.uint16
    d: cp.int64
    e: cp.bool_
    new: cp.int32 = 7


# placed : void (Body* bodies, Vec* V, float* R)
def placed(bodies, V, R):
    bodies[idx].pos, bodies[idx].mass = V[idx], 4.0
    R[idx], bodies[idx].vel = V[idx].x, V[N - 1 - idx]


# force : Vec (Body a, Body b)
def force(a, b):
    dx = b.pos.x - a.pos.x
    dy = b.pos.y - a.pos.y
    r = b.mass / (dx * dx + dy * dy + 0.5)
    return Vec(dx * r, dy * r)


# step : void (Body* bodies, Body* out, float dt)
def step(bodies, out, dt):
    p = bodies[idx]
    acc = Vec(0.0, 0.0)
    for j in range(len(bodies)):
        f = force(p, bodies[j])
        acc.x += f.x
        acc.y += f.y
    out[idx] = p
    o = out[idx]
    o.vel.x += acc.x * dt
    o.vel.y += acc.y * dt
    o.pos.x, o.pos.y = o.pos.x + o.vel.x * dt, o.pos.y + o.vel.y * dt
    o.kind = cp.int8(o.kind + 1)


# references : void (Body* bodies, Body* others, float* R)
def references(bodies, others, R):
    p = bodies[idx]
    q = p
    q.mass = 5.0
    R[idx * 4] = p.mass
    v = p.pos
    v.x = 2.5
    R[idx * 4 + 1] = bodies[idx].pos.x + q.pos.x
    own = p.copy()
    own.mass += 1
    own.pos.x = 9.0
    R[idx * 4 + 2] = own.mass - p.mass + own.pos.x - v.x
    last = others[-1]
    R[idx * 4 + 3] = last.vel.x + others[len(others) - 1].vel.y
    p.vel = own.pos
    p.pos = Vec(1, idx)


# move : void (Body b, float dt)
def move(b, dt):
    b.pos.x += b.vel.x * dt
    turn(b.vel)
    b.pos.y += b.vel.y * dt


# turn : void (Vec v)
def turn(v):
    x = v.x
    x += v.y


# kick : int (Body b, int n)
def kick(b, n):
    if n == 0:
        b.mass = 0.0
        return 1
    b.mass += n
    return n + kick(b, n - 1)


# moved : void (Body* bodies, int* R)
def moved(bodies, R):
    p = bodies[idx]
    move(p, 0.5)
    move(bodies[idx], 0.25)
    R[idx] = kick(bodies[idx], 3) + kick(p, 2)
    p.mass += R[idx]


# add : void (Vec to, Vec v)
def add(to, v):
    to.x += v.x
    to.y += v.y


# taken : float (Vec v, float most)
def taken(v, most=1.0):
    x = min(v.x, most)
    v.x -= x
    return x


# total : Vec (Body* bodies)
def total(bodies):
    acc = Vec(0.0, 0.0)
    for b in bodies:
        f = force(b, bodies[0])
        add(acc, f)
    return acc


# lent : void (Body* bodies, Vec* out)
def lent(bodies, out):
    acc = Vec(0.0, 0.0)
    n = 0
    while n < 9:
        v = force(bodies[idx], bodies[n])
        add(acc, v)
        if acc.x > 1:
            acc = Vec(acc.y, taken(v) + taken(acc, most=0.5))
        n += 1
    out[idx] = acc
    t = total(bodies)
    add(t, t.copy())
    add(out[idx], t)
    out[idx].y += t.x


# best_of : Vec (Vec a, Vec b)
def best_of(a, b):
    if a.x < b.x:
        return Vec(b.x, a.y)
    best = Vec(a.x, b.y)
    best.y += 1
    return best


# walk : void (Body* bodies, float* R)
def walk(bodies, R):
    at = bodies[idx]
    total = 0.0
    n = 0
    while n < 5 and at.mass > 0.25:
        total += at.mass
        i = (idx * 7 + n * 3) % len(bodies)
        at = bodies[i]
        n += 1
    best = Vec(0, 0)
    for q in bodies:
        if q.alive and q.pos.x > best.x:
            best = q.pos.copy()
        best = best_of(best, q.vel)
    R[idx] = total + best.x + best.y + at.pos.x


# orbit : void (Vec* points, int* R)
def orbit(points, R):
    c = points[idx]
    z = Vec(0.0, 0.0)
    n = 0
    while n < 12:
        x = z.x * z.x - z.y * z.y + c.x
        z.y = 2 * z.x * z.y + c.y
        z.x = x
        if z.x * z.x + z.y * z.y > 4.0:
            break
        n += 1
    R[idx] = n
    if n < 12:
        points[idx] = z


# tiles : void (Body* bodies, float* R)
def tiles(bodies, R):
    cache = cp.shared(Body, 64)
    own = cp.local(Vec, 2)
    t = threadIdx.x
    i = min(idx, len(bodies) - 1)
    p = bodies[i]
    sum = Vec(p.pos.x, 0.0)
    cache[t] = p
    mine = cache[t]
    own[0] = p.vel
    own[1] = Vec(1, 2)
    cp.syncthreads()
    mine.mass += 1.0
    other = cache[63 - t]
    sum.x += other.pos.x + own[1].y
    cp.syncthreads()
    if t == 0:
        cache[5] = Body(Vec(1, 2), Vec(3, 4))
        cache[6].pos.y = 17.0
    cp.syncthreads()
    sum.y += other.mass + cache[5].mass + cache[6].pos.y + mine.vel.x - own[0].x
    k = 0
    while k < 3:
        sum.x += cache[(t + k) % 64].mass
        cp.syncthreads()
        k += 1
    if idx < len(bodies):
        R[idx] = sum.x + 2 * sum.y
        p.vel.y = sum.x


# mixed : void (Mixed* A, Mixed m, Mixed[,] B)
def mixed(A, m, B):
    e = A[idx]
    e.a = m.a
    e.b = e.b * m.b + m.d
    e.c = cp.uint16(e.c + 1)
    e.d += m.new + len(A)
    e.e = not e.e and m.e
    B[idx % 2, idx // 2] = Mixed(d=e.d, a=1, b=e.b, c=e.c, e=True)
    row = B[idx % 2]
    row[idx // 2].new -= m.new + idx


# chosen : void (Vec* A, Vec* B, bool* flags)
def chosen(A, B, flags):
    v = Vec(1, 2) if flags[idx] else best_of(A[idx], B[0].copy())
    if flags[idx]:
        v.x = 4.0
    v.y = A[idx].y
    A[idx] = v


def annotated(A: cp.Array[Vec], scale: cp.float32) -> None:
    A[idx] = Vec(A[idx].x * scale, A[idx].y)


# side_by_side : void (Body* bodies, Body* out, Vec[,] grid, Vec* points, float* X, float* R)
def side_by_side(bodies, out, grid, points, X, R):
    total = 0.0
    b, v = bodies[0], points[0]
    for i, b in enumerate(bodies, 2):
        total += b.pos.x * i
    for b, v, x in zip(bodies[idx:], points[::2], X):
        total += b.mass * v.y + x
    for j, (g, w) in enumerate(zip(grid[idx % 2], points[3:])):
        if j == idx:
            continue
        total += g.x * w.y - j
    for i, (b, o) in enumerate(zip(bodies, out)):
        if i == idx:
            o.pos = b.vel
            o.vel.x += total
            move(o, 0.5)
            first = o.pos
            break
    else:
        first = out[idx].pos
    first.y += 1
    n = 0
    for row, b in zip(grid, bodies):
        for k, g in enumerate(row[1:4]):
            n += k
            total += g.y + b.vel.y
    R[idx] = total + n + v.x + b.mass


# same_twice : float (Vec* A, Vec* B)
def same_twice(A, B):
    total = 0.0
    for a, b in zip(A, A):
        total += a.x * b.y
    for i, a in enumerate(A[::-1]):
        a.x += i
        for c in B:
            a.y += c.x
    return total


# own_arrays : void (Vec* A, Vec* B, float* R)
def own_arrays(A, B, R):
    own = cp.local(Vec, 4)
    for i, (o, a) in enumerate(zip(own, A)):
        o.x, o.y = a.y, i
    R[idx] = same_twice(own, B)
    for o, r in zip(own, R[idx : idx + 1]):
        R[idx] += o.x - o.y


batch = Batch(
    side_by_side,
    own_arrays,
    same_twice,
    step,
    references,
    moved,
    walk,
    orbit,
    tiles,
    mixed,
    chosen,
    lent,
    annotated,
    force,
    move,
    turn,
    kick,
    best_of,
    add,
    taken,
    total,
)
random = np.random.default_rng(11)


def vecs(n=N, scale=2.0):
    A = np.zeros(n, Vec.dtype)
    for name in A.dtype.names:
        A[name] = (random.random(n) * 2 - 1) * scale
    return A


def bodies(n=N):
    A = np.zeros(n, Body.dtype)
    A["pos"], A["vel"] = vecs(n), vecs(n)
    A["mass"] = random.random(n)
    A["kind"] = random.integers(-100, 100, n)
    A["alive"] = random.random(n) < 0.5
    return A


def mixeds(shape=N):
    A = np.zeros(shape, Mixed.dtype)
    for name in ("a", "c", "d", "new"):
        A[name] = random.integers(0, 50, shape)
    A["b"] = random.random(shape)
    A["e"] = random.random(shape) < 0.5
    return A


def test_layout_is_c():
    assert Mixed.dtype == np.dtype(
        [("a", "i1"), ("b", "f8"), ("c", "u2"), ("d", "i8"), ("e", "?"), ("new", "i4")], align=True
    )


def test_step():
    batch.check(step, N, bodies(), bodies(), 0.1, ulps=64)


def test_lists_of_instances():
    def instance(a):
        return Body(
            Vec(*a["pos"].item()), Vec(*a["vel"].item()), float(a["mass"]), int(a["kind"]), bool(a["alive"])
        )

    batch.check(step, N, [instance(a) for a in bodies()], [instance(a) for a in bodies()], 0.1, ulps=64)


def test_references():
    batch.check(references, N, bodies(), bodies(), np.zeros(4 * N, np.float32))


def test_helpers_that_change():
    batch.check(moved, N, bodies(), np.zeros(N, np.int32))


def test_local_structs_that_helpers_change():
    batch.check(lent, N, bodies(), vecs(), ulps=256)


def test_rebound_references():
    batch.check(walk, N, bodies(), np.zeros(N, np.float32))


def test_masked_loop():
    batch.check(orbit, N, vecs(), np.zeros(N, np.int32), ulps=4096)


def test_block():
    batch.check(tiles, N, bodies(), np.zeros(N, np.float32), block=64, ulps=64)


def test_types_of_fields():
    batch.check(mixed, N, mixeds(), Mixed(2, 0.5, 3, 2**40, True), mixeds((2, N // 2)))


def test_by_value_as_record_and_tuple():
    batch.check(mixed, N, mixeds(), mixeds(1)[0], mixeds((2, N // 2)))
    batch.check(mixed, N, mixeds(), (2, 0.5, 3, 4, True, 1), mixeds((2, N // 2)))


def test_conditional():
    batch.check(chosen, N, vecs(), vecs(), random.random(N) < 0.5)


def test_annotations():
    batch.check(annotated, N, vecs(), 2.5)


def test_zip_and_enumerate():
    batch.check(
        side_by_side,
        N,
        bodies(),
        bodies(),
        vecs(2 * N).reshape(2, N),
        vecs(),
        random.random(N).astype(np.float32),
        np.zeros(N, np.float32),
        ulps=4096,
    )
    batch.check(own_arrays, N, vecs(), vecs(5), np.zeros(N, np.float32), ulps=64)


def test_on_device():
    batch.check(step, N, bodies(), bodies(), 0.1, on_device=True, ulps=64)
    batch.check(references, N, bodies(), bodies(), np.zeros(4 * N, np.float32), on_device=True)


def test_a_struct_and_a_number_in_one_assignment():
    Batch(placed).check(placed, N, bodies(), vecs(), np.zeros(N, np.float32))
