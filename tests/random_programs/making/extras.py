"""More of the language in kernels of threads: vectors, complex and random numbers, local names of
functions."""

import numpy as np

from in_cpython import cuda_functions
from in_cpython.numeric import NUMPY
from making.texts import E, Helper, made, wanted


def add_vector(maker):
    """An array of vectors, one for each thread; gives what begins the body."""
    t = maker.f.some("float", "int", "double")
    n = maker.r.choice([2, 3, 4])
    data = np.array(
        [maker.r.randint(-9, 9) * (1 if t == "int" else 0.5) for _ in range(maker.n * n)], NUMPY[t]
    )
    maker.argument("vectors", f"{t}{n}*", "W", f"{t}{n}", data.reshape(maker.n, n))
    return lambda: begin_vector(maker, t, n)


def begin_vector(maker, t, n):
    f, w, r = maker.f, maker.w, maker.r
    lo, hi = (-9.0, 9.0) if t != "int" else (-9, 9)
    element = f"W[{maker.tid}]"
    w.put(1, f"u = {element}")
    w.put(1, f"b = {element}")
    f.readable += [(f"{name}.{c}", t, lo * 10, hi * 10) for name in "ub" for c in "xyzw"[:n]]
    for _ in range(r.randint(1, 3)):
        way = r.randrange(4)
        small = [wanted(f.fit(f.expression(t, 2), lo, hi), t) for _ in range(n)]
        new = made(f"{t}{n}({', '.join(['{}'] * n)})", None, 0, 0, *small)
        if way == 0:
            w.head(1, "u = {}", new)
        elif way == 1:
            w.head(1, f"u = b {r.choice('+-')} {{}}", new)
        elif way == 2:
            w.head(1, f"u = {{}} * {r.choice(['2', '3'])}", new)
        else:
            w.head(1, f"{element} = -{{}}", new)
    maker.ending.append(lambda: w.put(1, f"{element} = u"))


def add_complex(maker):
    """An array of complex numbers, one for each thread; gives what begins the body."""
    t = maker.f.some("float", "double")
    shown, dtype = ("complex64", np.complex64) if t == "float" else ("complex128", np.complex128)
    data = np.array([complex(maker.r.randint(-9, 9), maker.r.uniform(-4, 4)) for _ in range(maker.n)], dtype)
    maker.argument("vectors", f"{shown}*", "Z", shown, data)
    return lambda: begin_complex(maker, t, shown)


def begin_complex(maker, t, shown):
    f, w, r = maker.f, maker.w, maker.r
    element = f"Z[{maker.tid}]"
    w.put(1, f"z = {element}")
    for _ in range(r.randint(1, 3)):
        parts = [wanted(f.fit(f.expression(t, 2), -9.0, 9.0), t) for _ in range(2)]
        new = made(f"{shown}({{}}, {{}})", None, 0, 0, *parts)
        choices = ["z = {}", "z = {} * " + element, "z = " + element + " - {}", element + " = {}.conjugate()"]
        w.head(1, r.choice(choices), new)
    v = f.new()
    w.put(1, f"{v} = z.real", f"{v} = _c('{t}', z.real)")
    f.scope.variables[v] = (t, -1000.0, 1000.0)
    if r.random() < 0.5:
        w.put(1, f"{element} = z")


def add_random(maker):
    """A generator of the thread's own."""
    maker.argument("scalar", "int64", "seed", "int64", maker.r.randint(-5, 2**40))

    def begin():
        maker.w.put(1, f"rng = random_state(seed, {maker.tid})")
        maker.f.draws = True

    return begin


def add_names(maker):
    """Names of the kernel's own for helpers, a function of mathematics, and a lambda."""

    def begin():
        f, w, r = maker.f, maker.w, maker.r
        for i, h in enumerate([h for h in maker.helpers if h.kind == "plain"][:2]):
            w.put(1, f"g{i} = {h.name}")
            f.helpers.append(Helper(f"g{i}", h.parameters, h.returned, h.lo, h.hi, h.defaults, "plain"))
        t = f.some("int", "float", "double", "uint32")
        lo, hi = f.bounds(t)
        inner = type(f)(r, w, [], dict(f.f, n=False, captured=None))
        inner.scope.variables = {"p": (t, lo, hi), "q": (t, lo, hi)}
        inner.effects = False
        body = wanted(inner.exactly(inner.fit(inner.expression(t, 2), lo, hi), t), t)
        w.put(1, f"op = lambda p, q: {body.s}", f"op = lambda p, q: _c('{t}', {body.o})")
        f.helpers.append(Helper("op", [("p", t, lo, hi), ("q", t, lo, hi)], t, lo, hi, kind="exact"))

    return begin


def add_cuda_functions(maker):
    """Functions of CUDA C++."""

    def begin():
        maker.f.helpers += cuda_functions.helpers(maker.f)

    return begin


def draw(f, t, depth):
    """A random number of the thread's generator."""
    if t == "int":
        a = f.r.randint(-20, 5)
        return E(f"randint(rng, {a}, {a + f.r.randint(0, 40)})", t, a, a + 40, pure=False)
    if t == "float" and f.chance(0.4):
        return E("random(rng)", t, 0.0, 1.0, pure=False)
    if t in ("float", "double"):
        a = wanted(f.fit(f.expression(t, depth - 1), -100.0, 100.0), t)
        return made("uniform(rng, {}, 2.5)", t, -101.0, 101.0, a, pure=False)
    return None


def add_extra(maker):
    """One of these; gives what begins the body."""
    ways = [add_vector, add_random, add_names, add_cuda_functions]
    ways += [add_complex] if "float" in maker.features["types"] else []
    return maker.r.choice(ways)(maker)
