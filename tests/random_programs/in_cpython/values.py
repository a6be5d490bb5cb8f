"""Vectors, complex numbers and random numbers, as the reference has them."""

from in_cpython.numeric import ROUND, NUMPY, Number, cast, rounded, store, value_at

WORD = 2**32 - 1
COMPONENTS = "xyzw"


class Vector:
    """A vector of CUDA's, such as a `float4`: a value whose components are numbers of one type."""

    def __init__(self, t, components):
        self.t = t
        self.components = [store(t, c) for c in components]

    def __getattr__(self, name):
        return self.components[COMPONENTS.index(name)]

    def each(self, operation, other):
        others = (
            other.components if isinstance(other, Vector) else [store(self.t, other)] * len(self.components)
        )
        return Vector(self.t, [operation(a, b) for a, b in zip(self.components, others)])

    def __add__(self, other):
        return self.each(lambda a, b: a + b, other)

    def __sub__(self, other):
        return self.each(lambda a, b: a - b, other)

    def __mul__(self, other):
        return self.each(lambda a, b: a * b, other)

    def __neg__(self):
        return Vector(self.t, [-a for a in self.components])


class VectorArray:
    """An array of vectors: rows of a matrix."""

    def __init__(self, t, data):
        self.t, self.data = t, data

    def __getitem__(self, i):
        return Vector(self.t, [Number(self.t, c.item()) for c in self.data[i.__index__()]])

    def __setitem__(self, i, vector):
        self.data[i.__index__()] = [c.v for c in vector.components]


class Complex:
    """A complex number of two floats, or of two doubles."""

    def __init__(self, t, real, imag):
        self.t = t
        self.real, self.imag = store(t, real), store(t, imag)

    def __add__(self, other):
        return Complex(self.t, self.real + other.real, self.imag + other.imag)

    def __sub__(self, other):
        return Complex(self.t, self.real - other.real, self.imag - other.imag)

    def __mul__(self, other):
        real = self.real * other.real - self.imag * other.imag
        return Complex(self.t, real, self.real * other.imag + self.imag * other.real)

    def __neg__(self):
        return Complex(self.t, -self.real, -self.imag)

    def __eq__(self, other):
        return bool(self.real == other.real) and bool(self.imag == other.imag)

    def conjugate(self):
        return Complex(self.t, self.real, -self.imag)


class ComplexArray:
    def __init__(self, t, data):
        self.t, self.data = t, data

    def __getitem__(self, i):
        z = self.data[i.__index__()].item()
        return Complex(self.t, z.real, z.imag)

    def __setitem__(self, i, z):
        self.data[i.__index__()] = complex(z.real.v, z.imag.v)


# --- random numbers: Philox 4x32-10, after Salmon, Moraes, Dror and Shaw ---


def philox(counter, key):
    """Four words for a counter of four and a key of two."""
    a, b, c, d = counter
    for i in range(10):
        first, second = 0xD2511F53 * a, 0xCD9E8D57 * c
        left = second >> 32 ^ b ^ (key[0] + i * 0x9E3779B9 & WORD)
        right = first >> 32 ^ d ^ (key[1] + i * 0xBB67AE85 & WORD)
        a, b, c, d = left, second & WORD, right, first & WORD
    return a, b, c, d


class RandomState:
    """A thread's generator."""

    def __init__(self, seed, sequence):
        seed, sequence = (int(getattr(x, "v", x)) % 2**64 for x in (seed, sequence))
        self.key = seed & WORD, seed >> 32
        self.sequence = sequence & WORD, sequence >> 32
        self.position, self.ready = 0, []

    def bits(self):
        if not self.ready:
            place = self.position & WORD, self.position >> 32 & WORD
            self.ready = list(philox((*place, *self.sequence), self.key))
            self.position += 1
        return self.ready.pop(0)

    def unit(self, t):
        """A number from 0 to below 1."""
        if t == "float":
            return (self.bits() >> 8) * 2.0**-24
        high = self.bits()
        return (high << 32 | self.bits()) // 2**11 * 2.0**-53


def draw(rng):
    return Number("float", rng.unit("float"))


def uniform(rng, a, b):
    t = "double" if "double" in (getattr(a, "t", None), getattr(b, "t", None)) else "float"
    low, high, r = value_at(t, a), value_at(t, b), ROUND[t]
    return rounded(t, low + r(r(high - low) * rng.unit(t)))


def randint(rng, a, b):
    low, high = (int(getattr(x, "v", x)) for x in (a, b))
    if "int64" in (getattr(a, "t", None), getattr(b, "t", None)):
        first = rng.bits()
        return Number("int64", low + (first << 32 | rng.bits()) % (high - low + 1))
    return Number("int", low + ((high - low + 1) * rng.bits() >> 32))


def names():
    """What the language predefines of these."""
    made = {"random_state": RandomState, "random": draw, "uniform": uniform, "randint": randint}
    for t, shown in (("float", "float"), ("int", "int"), ("double", "double")):
        for n in (2, 3, 4):
            made[f"{shown}{n}"] = lambda *components, t=t: Vector(t, components)
    made["complex64"] = lambda real, imag: Complex("float", cast("float", real), cast("float", imag))
    made["complex128"] = lambda real, imag: Complex("double", cast("double", real), cast("double", imag))
    return made


def array_of(shown, data):
    """An array of vectors or of complex numbers, by the name of its type."""
    if shown.startswith("complex"):
        return ComplexArray("float" if shown == "complex64" else "double", data)
    return VectorArray(shown.rstrip("234"), data)


def is_vector(shown):
    return shown[-1:] in "234" and shown.rstrip("234") in NUMPY
