"""Random helper functions: of numbers, of arrays, recursive, generic, with functions as parameters."""

from making.flow import Function
from in_cpython.numeric import FLOATS, SMALL_FLOATS
from making.texts import Array, Helper, cast_name, wanted

KINDS = ["plain"] * 5 + [
    "recursive",
    "pair",
    "pair",
    "over",
    "over",
    "lambda",
    "generic",
    "text",
    "fill",
    "over2",
]

TICK = """# tick{k} : int (int* S, int k)
def tick{k}(S, k):
    S[k] = S[k] * 5 + 3 & 511
    return S[k]
"""


def precision_of(types):
    """Of floats without a width in a function whose signature has these types."""
    bases = {"complex64": "float", "complex128": "double"}
    bases = {bases.get(t, t.rstrip("234") if t.startswith(("float", "double")) else t) for t in types}
    return "float" if {"float", "half", "bfloat16"} & bases and "double" not in bases else "double"


def helper(r, w, k, n, features, helpers):
    """One helper function: its Helper, and (name, parameters, returned) for the reference."""
    f = Function(
        r, w, [h for h in helpers if h.kind != "lambda"], dict(features, n=False, effects=False, early=True)
    )
    f.budget = 8
    f.effects = False
    name, kind = f"h{k}_{n}", r.choice(KINDS)
    written = {
        "generic": generic,
        "text": with_text,
        "fill": fill,
        "over": over,
        "over2": over_rows,
        "lambda": with_function,
    }.get(kind)
    made_one = written(f, name) if written else of_numbers(f, name, kind)
    w.put(0, "")
    return made_one


def generic(f, name):
    bodies = [
        "return x if c else y",
        "if c:\n        return y\n    return x",
        "if c:\n        x, y = y, x\n    return x if x < y else y",
        "z = x\n    for k in range(3):\n        if c:\n            z = y\n        c = not c\n    return z",
    ]
    if captured := f.f.get("named"):
        n = f.pick(captured)[0]
        bodies += [
            f"return x if c != ({n} > 3) else y",
            f"for k in range(3 if {n} > 0.25 else 2):\n        x, y = y, x\n    return y if c else x",
        ]
    f.w.put(0, f"# {name} : T (T x, T y, bool c)")
    f.w.put(0, f"def {name}(x, y, c):")
    f.w.put(1, f.pick(bodies))
    parameters = [("x", "T", 0, 0), ("y", "T", 0, 0), ("c", "bool", 0, 1)]
    return Helper(name, parameters, "T", 0, 0, kind="generic"), (
        name,
        [("x", None), ("y", None), ("c", "bool")],
        None,
    )


def with_text(f, name):
    """Takes a text, which is compared when the kernel is translated."""
    bodies = [
        'return x if mode == "first" else y',
        'if mode == "second":\n        x, y = y, x\n    return x',
        'if mode != "first" and c:\n        return y\n    return x if c else y',
        'for k in range(3):\n        if mode == "first":\n            x, y = y, x\n'
        '    return y if c or mode != "third" else x',
        'z = y\n    if c and mode == "third":\n        z = x\n    elif mode == "first":\n        return x\n'
        "    return z",
    ]
    default = f.pick(['="first"', '="fourth"', ""])
    f.w.put(0, f"def {name}(x, y, c, mode{default}):")
    if f.chance(0.5):
        f.w.put(1, '"""Gives one of two numbers: x or y."""')
    f.w.put(1, f.pick(bodies))
    parameters = [(p, "T", 0, 0) for p in ("x", "y")] + [("c", "bool", 0, 1), ("mode", "text", 0, 0)]
    spec = (name, [("x", None), ("y", None), ("c", "bool"), ("mode", None)], None)
    return Helper(name, parameters, "T", 0, 0, 1 if default else 0, kind="text"), spec


def fill(f, name):
    """Writes to each element of an array, or to some."""
    t = f.some("int", "int", "float", "uint32", "int64", "uint8", *SMALL_FLOATS)
    f.precision = precision_of([t])
    lo, hi = (0, 1000) if t == "int" else f.bounds(t)
    heads = ["range(len(X))", "range(0, len(X), 2)", "range(len(X) - 1, -1, -1)"]
    f.w.put(0, f"# {name} : void ({t}* X, {t} v)")
    f.w.put(0, f"def {name}(X, v):")
    f.w.put(1, f"for i in {f.pick(heads)}:" if f.chance(0.75) else "for i, x in enumerate(X):")
    f.scope.variables |= {"i": (f.counts, 0, 64), "v": (t, lo, hi)}
    f.scope.arrays = [Array("X", t, lo, hi, 1, False, own="i", iterable=False)]
    f.fixed.add("i")
    e = f.value_for(t, lo, hi, 3)
    f.w.put(2, f"X[i] = {e.s}", f"X[i] = {e.o}")
    if f.chance(0.3):
        f.w.put(2, "if X[i] > 3:")
        f.w.put(3, f.pick(["break", "return", "X[i], X[0] = X[0], X[i]"]))
    parameters = [("X", t, lo, hi), ("v", t, lo, hi)]
    return Helper(name, parameters, None, 0, 0, kind="fill"), (name, [("X", None), ("v", t)], None)


def summed(f, t):
    """The type of a sum of elements of type t, and its bounds."""
    back = t if t in FLOATS else f.some("int64", "int")
    f.precision = precision_of([t, back])
    return back, f.bounds(back)


def add_to(f, depth, back, a, b):
    """`acc = …x…`."""
    e = wanted(f.exactly(f.fit(f.expression(back, 3), a, b), back), back)
    f.w.put(depth, f"acc = {e.s}", f"acc = _c('{back}', {e.o})")


def over_rows(f, name):
    """Goes over a matrix, by rows or by indices."""
    t = f.some("int", "float", "uint32", "int64", "uint8", "double", "int16", *SMALL_FLOATS)
    lo, hi = f.bounds(t)
    back, (a, b) = summed(f, t)
    a, b = min(a, -100), max(b, 200)
    f.w.put(0, f"# {name} : {back} ({t}[,] X)")
    f.w.put(0, f"def {name}(X):")
    f.w.put(1, f"acc = {cast_name(back)}(X.shape[0] * 10 + X.shape[1] % 7)")
    if f.chance(0.5):
        f.w.put(1, "for row in X:")
        f.w.put(2, f.pick(["for x in row:", "for x in row[::-1]:", "for x in row[1:]:"]))
    else:
        f.w.put(1, "for i in range(X.shape[0]):")
        f.w.put(2, "for j in range(X.shape[1]):")
        f.w.put(3, f.pick(["x = X[i, j]", "x = X[i][j]", "x = X[i, :][j]", "x = X[:, j][i]"]))
    f.scope.variables |= {"acc": (back, a, b), "x": (t, lo, hi)}
    add_to(f, 3, back, a, b)
    f.w.put(1, "return acc")
    return Helper(name, [("X", t, lo, hi)], back, a, b, kind="over2"), (name, [("X", None)], back)


def over(f, name):
    """Goes over a list."""
    t = f.some("int", "float", "uint32", "int64", "uint8", "double", "int16", *SMALL_FLOATS)
    lo, hi = f.bounds(t)
    back, (a, b) = summed(f, t)
    f.w.put(0, f"# {name} : {back} ({t}* X)")
    f.w.put(0, f"def {name}(X):")
    f.w.put(1, "acc = 0" if back == "int" else f"acc = {cast_name(back)}(0)", f"acc = _c('{back}', 0)")
    f.w.put(1, "for x in X:")
    f.scope.variables |= {"acc": (back, a, b), "x": (t, lo, hi)}
    add_to(f, 2, back, a, b)
    if f.chance(0.5):
        f.w.head(2, "if {}:", f.condition(2))
        f.w.put(3, f.pick(["break", "continue", "return acc"]))
    f.w.put(1, "return acc")
    return Helper(name, [("X", t, lo, hi)], back, a, b, kind="over"), (name, [("X", None)], back)


def with_function(f, name):
    """Calls a function that it is given."""
    t = f.some("int", "float", "uint32", "int64", "double", *SMALL_FLOATS)
    lo, hi = f.bounds(t)
    bodies = [
        "return f(f(x, y), x)",
        "return f(x, y)",
        "for k in range(3):\n        x, y = y, f(x, y)\n    return y",
        "t = f(y, x)\n    return t if t > x else f(t, y)",
    ]
    if captured := f.f.get("named"):
        bodies.append(f"return f(x, y) if {f.pick(captured)[0]} > 3 else f(y, x)")
    shown = "T" if f.chance(0.5) else t
    f.w.put(0, f"# {name} : {shown} ({shown}({shown}, {shown}) f, {shown} x, {shown} y)")
    f.w.put(0, f"def {name}(f, x, y):")
    f.w.put(1, f.pick(bodies))
    parameters = [("x", t, lo, hi), ("y", t, lo, hi)]
    return Helper(name, parameters, t, lo, hi, kind="lambda"), (name, [("f", None), ("x", t), ("y", t)], t)


def parameter(f, i):
    t = f.pick(f.f["types"])
    return (f"a{i}", t, *f.bounds(t))


def returned_by(f, kind):
    """The types that are returned, with bounds: a list where several are."""
    if kind != "pair":
        t = f.pick(f.f["types"])
        return (t, *f.bounds(t))
    types = [f.pick(f.f["types"]) for _ in range(f.pick([2, 2, 3]))]
    return [(t, *f.bounds(t)) for t in types]


def of_numbers(f, name, kind):
    """Takes and gives numbers: one, several, or by calling itself."""
    parameters = [parameter(f, i) for i in range(f.r.randint(1, 4))]
    if kind == "recursive":
        parameters.insert(0, ("depth", "int", 0, 4))
    f.returned = returned_by(f, kind)
    types = [t for t, _, _ in f.returned] if kind == "pair" else [f.returned[0]]
    f.precision = precision_of(types + [t for _, t, _, _ in parameters])
    back = f"({', '.join(types)})" if kind == "pair" else types[0]
    f.w.put(0, f"# {name} : {back} ({', '.join(f'{t} {p}' for p, t, _, _ in parameters)})")
    shown, defaults = [p for p, _, _, _ in parameters], 0
    last = parameters[-1][1]
    if f.chance(0.3) and len(parameters) > 1 and last != "bool":
        defaults = 1
        of_float = last in FLOATS
        shown[-1] += "=" + f.pick(
            ["2.5", "-1.5", "5.0 / 2", "1e1"] if of_float else ["3", "1 + 2", "1 << 2", "2 ** 2"]
        )
    f.w.put(0, f"def {name}({', '.join(shown)}):")
    if f.chance(0.1):
        f.w.put(1, f.pick(['"""Of numbers."""', 'r"""Of numbers \\d, %d"""', '"""Of\n    two lines."""']))
    f.scope.variables |= {p: (t, lo, hi) for p, t, lo, hi in parameters}
    if kind == "recursive":
        call_itself(f, name, parameters)
    f.block(1, f.r.randint(1, 3))
    f.give_back(1)
    spec = (name, [(p, t) for p, t, _, _ in parameters], tuple(types) if kind == "pair" else types[0])
    if kind == "pair":
        return Helper(name, parameters, f.returned, 0, 0, defaults, "pair"), spec
    return Helper(name, parameters, *f.returned, defaults), spec


def call_itself(f, name, parameters):
    f.fixed.add("depth")
    f.w.put(1, "if depth <= 0:")
    f.give_back(2)
    given = [f.argument(t, lo, hi, 2) for _, t, lo, hi in parameters[1:]]
    v = f.new()
    f.w.head(1, f"{v} = {name}(depth - 1{', {}' * len(given)})", *given)
    f.scope.variables[v] = f.returned


def tick(w, k):
    """A helper that changes the array it is given, so that the order of evaluation is seen."""
    for line in TICK.format(k=k).rstrip().split("\n"):
        w.put(0, line)
    w.put(0, "")
    parameters = [("S", "array", 0, 0), ("k", "int", 0, 7)]
    return Helper(f"tick{k}", parameters, "int", 0, 1000, kind="tick"), (
        f"tick{k}",
        [("S", None), ("k", "int")],
        "int",
    )
