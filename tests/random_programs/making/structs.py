"""Structs in random kernels: an array with one for each thread, names for its elements, copies, and helpers
that take them."""

import numpy as np

from making.data import random_array
from making.flow import Function
from making.helpers import precision_of
from in_cpython.numeric import NUMPY
from making.statements import CP_NAME
from making.texts import Helper


def add_struct(maker):
    """Declares a struct and a parameter of them; gives what begins the kernel's body."""
    r, w, k = maker.r, maker.w, maker.k
    types = [t for t in maker.features["types"] if t != "bool"]
    fields = {f"f{i}": r.choice(types) for i in range(r.randint(2, 5))}
    w.put(0, "@cp.struct", "#")
    w.put(0, f"class St{k}:", "#")
    for name, t in fields.items():
        w.put(0, f"    {name}: cp.{CP_NAME.get(t, t)}", "#")
    w.put(0, "", "#")
    bounds = {name: maker.f.bounds(t) for name, t in fields.items()}
    if r.random() < 0.6:
        helper_of_struct(maker, fields, bounds)
    data = np.zeros(maker.n, record_of(fields))
    for name, t in fields.items():
        values = random_array(r, t, (maker.n,), *bounds[name])
        data[name] = values.view(np.uint32) >> 16 if t == "bfloat16" else values
    maker.argument("structs", f"St{k}*", "B", f"St{k}", data)
    maker.kernel.structs[f"St{k}"] = fields
    return lambda: begin(maker, fields, bounds)


def record_of(fields):
    """The dtype of a struct: a bfloat16 is its bits there."""
    kinds = {"bfloat16": np.uint16}
    return np.dtype([(name, kinds.get(t, NUMPY[t])) for name, t in fields.items()], align=True)


def helper_of_struct(maker, fields, bounds):
    """A helper that changes the struct it is given."""
    w, k = maker.w, maker.k
    f = Function(maker.r, w, [], dict(maker.features, n=False, effects=False, early=True))
    f.precision = precision_of(fields.values())
    w.put(0, f"# ob{k} : int (St{k} s, int a)")
    w.put(0, f"def ob{k}(s, a):")
    f.structs = [(f"s.{name}", t, *bounds[name]) for name, t in fields.items()]
    f.scope.variables = {"a": ("int", -1000, 1000)}
    f.returned = ("int", -1000, 1000)
    f.effects = False
    for _ in range(maker.r.randint(1, 3)):
        f.struct_statement(1)
    f.give_back(1)
    w.put(0, "")
    maker.helpers.append(Helper(f"ob{k}", [], "int", -1000, 1000, kind="object"))
    maker.kernel.helpers.append((f"ob{k}", [("s", None), ("a", "int")], "int"))


def begin(maker, fields, bounds):
    """Names for the thread's own struct, and a copy or a new one."""
    r, w, f, k, element = maker.r, maker.w, maker.f, maker.k, f"B[{maker.tid}]"
    w.put(1, f"q = {element}")
    f.objects += ["q", element]
    for name, t in fields.items():
        f.structs += [(f"q.{name}", t, *bounds[name]), (f"{element}.{name}", t, *bounds[name])]
    if r.random() >= 0.6:
        return
    if r.random() < 0.5:
        w.put(1, "own = q.copy()")
    else:
        values = list(zip(fields, [f.value_for(t, *bounds[name], 2) for name, t in fields.items()]))
        named = r.random() < 0.5
        if named:
            r.shuffle(values)
        shown = ", ".join((f"{n}=" if named else "") + "{}" for n, _ in values)
        w.head(1, f"own = St{k}({shown})", *(e for _, e in values))
    f.objects.append("own")
    f.structs += [(f"own.{name}", t, *bounds[name]) for name, t in fields.items()]
    if r.random() < 0.5:
        w.put(1, f"if {maker.place} % 2 == 0:")
        w.put(2, f"{element} = own")
