"""Random kernels of doubles, whose derivatives are compared: smooth functions, in every kind of flow."""

HEAD = """import math

import cudapy as cp
from cudapy import blockDim, blockIdx, idx, threadIdx


@cp.struct
class Body:
    p: cp.double
    n: cp.int32
    v: cp.double

"""
PARAMETERS = (
    "double a, int n, double* X, double* W, double* Y, double* Z, double* T, double[,] A, Body* B, "
    "double2* V, double[,] D"
)
NAMES = "a, n, X, W, Y, Z, T, A, B, V, D"
LENGTH = 6  # of X and W, and the threads
ONE = (
    "math.sin({})",
    "math.cos({})",
    "math.tanh({})",
    "math.atan({})",
    "math.remquo({}, 0.5)[0]",
    "math.exp(-{} * {})",
    "math.sqrt(1 + {} * {})",
    "math.log(1.5 + {} * {})",
    "abs({})",
    "math.erf({})",
    "math.cbrt(2 + {} * {})",
    "({}) ** 2",
    "(1 + abs({})) ** 1.5",
    "-({})",
    "math.floor({})",
    "({}) % 0.7",
    "math.fmod({}, 1.3)",
    "math.expm1(0.1 * {})",
    "math.sinh(math.sin({}))",
    "math.asin(0.9 * math.sin({}))",
    "math.log1p(abs({}))",
)
TWO = (
    "{} + {}",
    "{} - {}",
    "{} * {}",
    "{} / (1.5 + abs({}))",
    "max({}, {})",
    "min({}, {})",
    "math.hypot({}, 0.3 + abs({}))",
    "math.atan2({}, 2 + abs({}))",
    "(1.1 + abs({})) ** math.tanh({})",
    "math.fma({}, {}, 0.5)",
    "({} and {})",
    "({} or {})",
    "math.copysign({}, {})",
    "pow(1 + abs({}), math.sin({}))",
    "({}) * 0.5 + ({})",
    "divmod({}, 0.6)[1] * {}",
    "sum(({}, {}))",
    "abs(complex({}, 0.3 + abs({})))",
    "(complex({}, 0.5) * complex({}, 1.5)).imag",
)


class Program:
    """A kernel with its helpers. `text` is what a module has of it."""

    def __init__(self, r, number):
        self.r, self.name = r, f"k{number}"
        self.lines, self.helpers, self.count = [], [], 0
        self.is_block = r.random() < 0.2
        is_plain = r.random() < 0.8  # without operators that reverse mode refuses
        self.two = [form for form in TWO if not is_plain or " and " not in form and " or " not in form]
        self.threads = 32 if self.is_block else LENGTH
        for _ in range(r.randint(0, 3)):
            self.helper()
        self.kernel()
        self.text = "\n".join(self.lines) + "\n\n\n"

    def chance(self, p):
        return self.r.random() < p

    def pick(self, *given):
        return self.r.choice(given)

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def fresh(self, prefix="v"):
        self.count += 1
        return f"{prefix}{self.count}"

    # --- what a function knows ---

    def begin(self, variables, ints, arrays, stores):
        """`arrays` are read anywhere, by their lengths; `stores` are places that may be assigned."""
        self.variables, self.ints = list(variables), list(ints)
        self.arrays, self.stores = dict(arrays), list(stores)
        self.fixed = set()  # names that end a loop, which its body does not assign
        self.in_loop = 0
        self.calls = 0

    def literal(self):
        return f"{self.r.uniform(0.2, 2.0):.2f}"

    def index(self, length):
        """An index below a length, which is a text or a number."""
        kind = self.r.random()
        if kind < 0.5 and self.ints:
            return f"({self.pick(*self.ints)} + {self.r.randint(0, 5)}) % {length}"
        if kind < 0.65 and self.variables:
            return f"int(3 * math.tanh(abs({self.pick(*self.variables)}))) % {length}"
        return str(self.r.randint(0, 1)) if kind < 0.8 else f"({self.r.randint(0, 9)} + {self.n}) % {length}"

    def leaf(self):
        kind = self.r.random()
        if kind < 0.45 and self.variables:
            return self.pick(*self.variables)
        if kind < 0.75 and self.arrays:
            name = self.pick(*self.arrays)
            length = self.arrays[name]
            if isinstance(length, tuple):
                return f"{name}[{self.index(length[0])}, {self.index(length[1])}]"
            return f"{name}[{self.index(length)}]"
        if kind < 0.85 and self.stores:
            return self.place()
        if kind < 0.92 and self.ints:
            return f"({self.pick(*self.ints)} * 0.3)"
        return self.literal()

    def expression(self, depth):
        if depth <= 0 or self.chance(0.15):
            return self.leaf()
        kind = self.r.random()
        if kind < 0.3:
            form = self.pick(*ONE)
            inner = self.expression(depth - 1) if form.count("{}") == 1 else self.leaf()
            return form.format(*[inner] * form.count("{}"))
        if kind < 0.8:
            return (
                "("
                + self.pick(*self.two).format(self.expression(depth - 1), self.expression(depth - 1))
                + ")"
            )
        if kind < 0.9:
            return f"({self.expression(depth - 1)} if {self.condition()} else {self.expression(depth - 1)})"
        return self.call(depth)

    def call(self, depth):
        ready = [each for each in self.helpers if each[1] != "void"]
        if not ready or self.calls > 5:
            return self.leaf()
        self.calls += 1
        name, result = self.pick(*ready)
        text = f"{name}({self.expression(depth - 1)}, {self.expression(depth - 1)})"
        return f"{text}[{self.r.randint(0, 1)}]" if result == "pair" else text

    def condition(self):
        kind = self.r.random()
        if kind < 0.25 and self.ints:
            return f"{self.pick(*self.ints)} % {self.r.randint(2, 3)} == {self.r.randint(0, 1)}"
        text = f"{self.expression(1)} {self.pick('<', '>', '<=')} {self.expression(1)}"
        if kind < 0.45:
            text = f"{text} {self.pick('and', 'or')} {self.leaf()} < {self.literal()}"
        return text if kind < 0.9 else f"not ({text})"

    def own_row(self):
        """An element of the thread's row, which no other thread has to do with."""
        return [f"D[idx, {self.index(4)}]"] if self.is_kernel else []

    def place(self):
        return self.pick(*self.own_row()) if self.is_kernel and self.chance(0.25) else self.pick(*self.stores)

    # --- statements ---

    def block(self, depth, most):
        known = list(self.variables), list(self.ints), dict(self.arrays), list(self.stores)
        begin = len(self.lines)
        for _ in range(self.r.randint(1, most)):
            self.statement(depth)
        if len(self.lines) == begin:
            self.put(depth, "pass")
        self.variables, self.ints, self.arrays, self.stores = known

    def statement(self, depth):
        kinds = [self.assign] * 4 + [self.augment] * 3 + [self.store] * 3
        kinds += [self.swap, self.unpack, self.tuples]
        kinds += [self.named] * self.is_kernel
        kinds += [self.draw] * (self.is_kernel and self.has_generator)
        kinds += [self.chained, self.local_array, self.struct, self.vector, self.void_call]
        if depth < 4:
            kinds += [self.branch] * 2 + [self.for_range] * 2 + [self.while_loop, self.for_each, self.leave]
        self.r.choice(kinds)(depth)

    def assign(self, depth):
        text = self.expression(3)
        if self.free() and self.chance(0.5):
            return self.put(depth, f"{self.pick(*self.free())} = {self.damped(text)}")
        name = self.fresh()
        self.put(depth, f"{name} = {self.damped(text)}")
        self.variables.append(name)

    def free(self):
        return [name for name in self.variables if name not in self.fixed]

    def damped(self, text):
        """An expression as a variable takes it: a double, and in loops one that does not grow."""
        return f"cp.double(math.sin({text}))" if self.in_loop and self.chance(0.7) else f"cp.double({text})"

    def augment(self, depth):
        places = self.free() + self.stores
        if places:
            op = self.pick("+=", "-=", "+=", "*=", "/=")
            text = self.expression(2)
            text = {"*=": f"0.5 + 0.4 * math.sin({text})", "/=": f"1.5 + abs({text})"}.get(op, text)
            place = self.place() if self.stores and self.chance(0.2) else self.pick(*places)
            self.put(depth, f"{place} {op} {text}")

    def store(self, depth):
        if self.is_kernel and self.chance(0.25):
            return self.put(depth, f"cp.atomicAdd(T, {self.index(5)}, {self.expression(2)})")
        if self.stores:
            self.put(depth, f"{self.place()} = {self.expression(3)}")

    def swap(self, depth):
        places = list(dict.fromkeys([*self.free(), *self.stores, *self.own_row()]))
        if len(places) > 1:
            first, second = self.r.sample(places, 2)
            self.put(depth, f"{first}, {second} = {second}, {self.expression(1)}")

    def unpack(self, depth):
        first, second = self.fresh(), self.fresh()
        form = self.pick("math.sincos({})", "math.modf({})", "divmod({}, 0.4)", "math.frexp({})")
        self.put(depth, f"{first}, {second} = {form.format(self.expression(2))}")
        self.variables.append(first)
        if "frexp" in form:
            self.put(depth, f"{first} *= {second} + 1")
        else:
            self.variables.append(second)

    def tuples(self, depth):
        name = self.fresh("t")
        self.put(depth, f"{name} = (cp.double({self.expression(2)}), cp.double({self.expression(1)}))")
        first, second = self.fresh(), self.fresh()
        self.put(depth, f"{first}, {second} = {name}[1], {name}[0] * {self.leaf()}")
        self.variables += [first, second]

    def chained(self, depth):
        first, second = self.fresh(), self.fresh()
        self.put(depth, f"{first} = {second} = cp.double({self.expression(2)})")
        self.put(depth, f"{first} *= {self.leaf()}")
        self.variables += [first, second]

    def local_array(self, depth):
        if "L" in "".join(self.arrays) or depth > 1:
            return
        name = self.fresh("L")
        self.put(depth, f"{name} = cp.local(cp.double, 4, {self.literal()})")
        self.arrays[name] = 4
        i = self.fresh("i")
        self.put(depth, f"for {i} in range(4):")
        self.ints.append(i)
        self.put(depth + 1, f"{name}[{i}] = {self.expression(2)}")
        self.ints.remove(i)
        self.stores += [f"{name}[{k}]" for k in range(4)]
        self.stores.append(f"{name}[{self.index(4)}]")

    def struct(self, depth):
        name = self.fresh("b")
        if self.is_kernel and self.chance(0.5):
            self.put(depth, f"{name} = B[idx]")
        else:
            self.put(depth, f"{name} = Body({self.expression(1)}, 3, {self.expression(1)})")
        self.put(depth, f"{name}.p = {self.expression(2)}")
        self.put(depth, f"{name}.v += {name}.p * {self.leaf()}")
        self.stores += [f"{name}.p", f"{name}.v"]

    def vector(self, depth):
        name = self.fresh("w")
        self.put(depth, f"{name} = cp.double2({self.expression(1)}, {self.expression(1)})")
        self.put(depth, f"{name} = {name} * {self.leaf()} + {name} / {self.literal()} - {name} * {name}")
        if self.is_kernel and self.chance(0.4):
            self.put(depth, f"V[idx] = V[idx] * {name}.x + {name}")
        part = self.fresh()
        self.put(depth, f"{part} = {name}.x * {name}.y")
        self.variables.append(part)

    def void_call(self, depth):
        ready = [name for name, result in self.helpers if result == "void"]
        if ready and self.is_kernel:
            self.put(depth, f"{self.pick(*ready)}({self.pick('Y', 'Z')}, idx, {self.expression(2)})")

    def named(self, depth):
        name = self.fresh("P")
        first, second = self.r.sample(("Y", "Z"), 2)
        self.put(depth, f"{name} = {first} if {self.condition()} else {second}")
        self.stores.append(f"{name}[idx]")

    def draw(self, depth):
        name = self.fresh()
        form = self.pick("random(rng)", "normal(rng, cp.double(0), 0.5)", "uniform(rng, cp.double(-1), 1.0)")
        if self.chance(0.3):
            form, name = f"randint(rng, 0, {self.r.randint(1, 5)})", self.fresh("i")
            self.ints.append(name)
            return self.put(depth, f"{name} = cp.{form}")
        self.put(depth, f"{name} = cp.double(cp.{form})")
        self.variables.append(name)

    def branch(self, depth):
        self.put(depth, f"if {self.condition()}:")
        self.block(depth + 1, 3)
        if self.chance(0.3):
            self.put(depth, f"elif {self.condition()}:")
            self.block(depth + 1, 2)
        if self.chance(0.5):
            self.put(depth, "else:")
            self.block(depth + 1, 2)

    def body(self, depth, most, names=(), ints=(), has_else=True):
        """The body of a loop, which may leave it or go on early, and its else."""
        self.in_loop += 1
        self.variables += names
        self.ints += ints
        self.block(depth + 1, most)
        if self.chance(0.4):
            self.put(depth + 1, f"if {self.condition()}:")
            self.put(depth + 2, self.pick("break", "continue"))
            self.block(depth + 1, 2)
        for name in names:
            self.variables.remove(name)
        for name in ints:
            self.ints.remove(name)
        self.in_loop -= 1
        if has_else and self.chance(0.2):
            self.put(depth, "else:")
            self.block(depth + 1, 1)

    def for_range(self, depth):
        i = self.fresh("i")
        n = self.n
        bounds = self.pick("3", n, "1, 4", "2, -1, -1", "0, 5, 2", f"{n}, 0, -1", f"{n} % 3")
        if self.is_kernel:
            bounds = self.pick(bounds, "len(X)", "A.shape[1]")
        self.put(depth, f"for {i} in range({bounds}):")
        self.body(depth, 3, ints=(i,))

    def for_each(self, depth):
        x, y, i = self.fresh("x"), self.fresh("y"), self.fresh("i")
        if not self.is_kernel:
            self.put(depth, f"for {x} in ({self.leaf()}, cp.double({self.expression(1)})):")
            return self.body(depth, 2, names=(x,))
        form = self.pick(
            (f"for {x} in X:", (x,), ()),
            (f"for {i}, {x} in enumerate(W):", (x,), (i,)),
            (f"for {x}, {y} in zip(X, W):", (x, y), ()),
            (f"for {x} in X[1:4]:", (x,), ()),
            (f"for {i}, ({x}, {y}) in enumerate(zip(X, W)):", (x, y), (i,)),
        )
        self.put(depth, form[0])
        self.body(depth, 2, form[1], form[2])

    def while_loop(self, depth):
        name = self.fresh("u")
        self.fixed.add(name)
        assigns = self.chance(0.3)
        if assigns:
            self.put(depth, f"{name} = cp.double(abs({self.expression(1)}) + 0.2)")
            self.put(depth, f"while ({name} := {name} * 0.5) > {self.r.uniform(0.05, 0.3):.2f}:")
        else:
            self.put(depth, f"{name} = cp.double(1 + math.sin({self.expression(1)}))")
            self.put(depth, f"while {name} < {self.r.uniform(2, 5):.2f}:")
            self.put(depth + 1, f"{name} = {name} * 1.3 + 0.3 + 0.1 * abs(math.sin({self.leaf()}))")
        self.body(depth, 2, names=(name,), has_else=not assigns)
        self.fixed.remove(name)
        self.variables.append(name)

    def leave(self, depth):
        if depth < 2 or self.is_block and self.is_kernel:
            return
        self.put(depth, f"if {self.condition()}:")
        self.put(depth + 1, self.returned())

    def returned(self):
        if self.result == "void":
            return "return"
        if self.result == "pair":
            return f"return cp.double({self.expression(2)}), cp.double({self.expression(1)})"
        return f"return cp.double({self.expression(2)})"

    # --- functions ---

    def helper(self):
        name = f"{self.name}_h{len(self.helpers)}"
        self.is_kernel, self.result = False, self.pick("double", "double", "pair", "void")
        if self.result == "void":
            self.put(0, f"# {name} : void (double* P, int i, double x)")
            self.put(0, f"def {name}(P, i, x):")
            self.begin(["x"], ["i"], {}, ["P[i]"])
        else:
            result = "(double, double)" if self.result == "pair" else "double"
            self.put(0, f"# {name} : {result} (double x, double y)")
            self.put(0, f"def {name}(x, y):")
            self.begin(["x", "y"], [], {}, [])
        self.n = "4"
        for _ in range(self.r.randint(1, 3)):
            self.statement(1)
        if self.result == "void":
            self.put(1, f"P[i] = {self.expression(2)}")
        else:
            self.put(1, self.returned())
        self.put(0, "")
        self.put(0, "")
        self.helpers.append((name, self.result))

    def kernel(self):
        self.put(0, f"# {self.name} : void ({PARAMETERS})")
        self.put(0, f"def {self.name}({NAMES}):")
        self.is_kernel, self.result, self.n = True, "void", "n"
        arrays = {"X": "len(X)", "W": "len(W)", "A": ("A.shape[0]", "A.shape[1]")}
        self.begin(["a"], ["idx", "n"], arrays, ["Y[idx]", "Z[idx]", "B[idx].p", "B[idx].v"])
        self.has_generator = self.chance(0.25)
        if self.has_generator:
            self.put(1, f"rng = cp.random_state(n, {self.pick('idx', '7 - idx', '1')})")
        if self.is_block:
            self.of_block()
        for _ in range(self.r.randint(3, 8)):
            self.statement(1)
        self.put(1, f"Y[idx] += {self.expression(2)}")
        self.refusable()

    def of_block(self):
        """Threads that share memory: phases between barriers, and shuffles."""
        self.put(1, "i = threadIdx.x")
        self.put(1, "S = cp.shared(cp.double, 32)")
        self.ints.append("i")
        self.put(1, f"S[i] = {self.expression(2)}")
        for _ in range(self.r.randint(1, 3)):
            self.put(1, "cp.syncthreads()")
            kind, v = self.r.random(), self.fresh()
            if kind < 0.35:
                self.put(1, "step = 16")
                self.put(1, "while step > 0:")
                self.put(2, "if i < step:")
                self.put(3, f"S[i] {self.pick('+=', '-=')} S[i + step] * {self.literal()}")
                self.put(2, "cp.syncthreads()")
                self.put(2, "step //= 2")
                self.put(1, f"{v} = S[0] * {self.leaf()}")
            elif kind < 0.7:
                self.put(1, f"{v} = S[(i + {self.r.randint(1, 9)}) % 32] * {self.leaf()} + S[i]")
                self.put(1, "cp.syncthreads()")
                self.variables.append(v)
                self.put(1, f"S[i] = {self.expression(2)}")
            elif kind < 0.85:
                call = self.pick("shfl_down_sync(0xFFFFFFFF, {}, 3)", "shfl_xor_sync(0xFFFFFFFF, {}, 5)")
                self.put(1, f"{v} = cp.{call.format(f'cp.double({self.expression(2)})')}")
            else:
                self.put(1, f"{v} = cp.double({self.expression(2)})")
                self.put(1, "for d in (16, 8, 4, 2, 1):")
                self.put(2, f"{v} += cp.shfl_down_sync(0xFFFFFFFF, {v}, d)")
            if v not in self.variables:
                self.variables.append(v)
        self.put(1, "cp.syncthreads()")
        self.arrays["S"] = 32

    def refusable(self):
        """Sometimes something that has no derivative."""
        if self.chance(0.03):
            self.put(
                1,
                self.pick(
                    "cp.atomicMax(T, 0, X[0])",
                    "Y[idx] += cp.atomicAdd(T, 1, X[1])",
                    "Y[idx] += math.nextafter(Z[idx], 1.0)",
                    "cp.atomicMin(T, 1, X[1])",
                ),
            )
