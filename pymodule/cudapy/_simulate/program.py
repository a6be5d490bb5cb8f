"""Running kernels in CPython: signatures, arrays, the predefined names, one call for each thread."""

import ast
import builtins
import cmath
import enum
import inspect
import math
import re
import sys
import textwrap
import types
from functools import partial

import numpy as np

import cudapy as cp
from . import blocks
from . import random_numbers
from . import warps
from .array import DTYPES, LISTS, Array, Dtype, Lists, load, to_type
from .structs import Struct, Vector, is_struct, is_vector, kind_of_class
from .math_functions import CMATH, MATH, NUMPY
from .number import (BFLOAT16, BITS, BOOL, COMPLEX64, COMPLEX128, DOUBLE, FLOAT, HALF, INT, INT8, INT16, INT64, UINT8, UINT16, Number, Weak, as_weak, at_least_int, common_type, convert, is_real,
                           is_without_width, plain, precision, promote, running_in, settled_type, truncated, type_of)

_TYPES = {"bool": BOOL, "int": INT, "int32": INT, **{kind: kind for kind in BITS}, "float": FLOAT, "float32": FLOAT, "double": DOUBLE,
          "float64": DOUBLE, "half": HALF, "float16": HALF, "bfloat16": BFLOAT16, "complex64": COMPLEX64,
          "complex128": COMPLEX128, "void": None, "None": None}
_BLOCK = (32, 1, 1)  # any shape must do for a kernel that does not depend on its block
_WHOLE_BLOCKS = {1: (256, 1, 1), 2: (16, 16, 1), 3: (8, 8, 4)}  # what a kernel whose threads cooperate is given


# --- Signatures -------------------------------------------------------------------------------------------------------


def _split(text):
    """The parts of a list between commas, those inside brackets left alone."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


class Variable(str):
    """A type variable of a signature."""


_scope = {}  # the names that the function knows whose signature is read


def _named(name):
    """A struct, which the function's module knows, or a vector, which every kernel does; else nothing."""
    known = _scope.get(name)
    if is_struct(known):
        return kind_of_class(known)
    return kind_of_class(getattr(cp, name)) if is_vector(getattr(cp, name, None)) else None


FUNCTION = "function"  # what a function parameter is: it travels as it is


def _parse_type(text):
    """`float`, `float*`, `float[,]`, `cp.Array[cp.float32, 2]` as (type, dimensions); a scalar has none. `(float, int)` and
    `tuple[cp.float32, cp.int32]` are the types of their parts, as a Python tuple."""
    text = re.sub(r"\b(cp|cudapy)\.", "", text.replace(" ", "").strip("'\""))
    parts = re.fullmatch(r"\((.*)\)|tuple\[(.*)\]", text)
    if parts:
        return tuple(_parse_type(part)[0] for part in _split(parts[1] or parts[2])), 0
    if text == "random_state":
        return text, 1  # passed on as it is
    lists = re.fullmatch(r"Array\[Array\[(\w+)\]\]", text)
    if lists:
        return _named(lists[1]) or _TYPES[lists[1]], LISTS
    array = re.fullmatch(r"Array\[(\w+)(?:,(\d+))?\]", text)
    if array:
        return _named(array[1]) or _TYPES.get(array[1]) or Variable(array[1]), int(array[2] or 1)
    if re.fullmatch(r"\w+\(.*\)|Callable\[.*\]", text):
        return FUNCTION, 0
    name, star, brackets = re.fullmatch(r"(\w+)(\*{0,2})(\[,+\])?", text).groups()
    if star == "**":
        if _named(name):
            return _named(name), LISTS
        return Variable(name) if name[0].isupper() and name not in _TYPES else _TYPES[name], LISTS
    if _named(name):
        return _named(name), len(brackets) - 1 if brackets else len(star)
    if name not in _TYPES and name[0].isupper() and name.lower() not in _TYPES:
        return Variable(name), len(brackets) - 1 if brackets else len(star)
    return _TYPES[name if name in _TYPES else name.lower()], len(brackets) - 1 if brackets else len(star)


_TYPE = r"(?:\w+|\([^:]*?\))"  # of a result
_PARAMETERS = r"\((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*\)"


def _parse_signature(text):
    """`name : ret (type name, …)` as (return type, [(type, dimensions), …])."""
    match = re.fullmatch(rf"\s*(?:\w+\s*:)?\s*({_TYPE})\s*({_PARAMETERS})\s*", text, re.DOTALL)
    parameters = []
    for part in _split(match[2][1:-1]):
        word = re.fullmatch(r"(\(.*\)|\w+\(.*\)|\w+(?:\s*\*{1,2}|\s*\[[,\s]+\])?)\s*(\w*)", part)
        parameters.append(_parse_type(word[1]))
    return _parse_type(match[1])[0], parameters


def signature_of(function):
    """The signature that the kernel's source declares: a decorator's, a comment's or the annotations'."""
    global _scope
    _scope = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    lines, first = inspect.findsource(function)
    source = textwrap.dedent("".join(inspect.getblock(lines[first:])))
    definition = ast.parse(source).body[0]
    for decorator in definition.decorator_list:
        if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.Constant):
            return _parse_signature(decorator.args[0].value)
    above = []
    at = first - 1
    while at >= 0 and lines[at].lstrip().startswith(("#", "@")):
        above.insert(0, lines[at].strip())
        at -= 1
    above += [line.strip() for line in source.splitlines()[: definition.lineno]]
    comments = " ".join(line.lstrip("# ") if line.startswith("#") else ";" for line in above)
    match = re.search(rf"\b{function.__name__}\s*:\s*({_TYPE}\s*{_PARAMETERS})", comments)
    if match:
        return _parse_signature(match[1])
    if definition.args.args and definition.args.args[0].annotation is not None or definition.returns is not None:
        returns = ast.unparse(definition.returns) if definition.returns else "void"
        return _parse_type(returns)[0], [_parse_type(ast.unparse(a.annotation)) for a in definition.args.args]
    raise AssertionError(f"{function.__name__} has no signature that can be read")


def _signature_or_none(function):
    """As signature_of, where a function without a signature takes and gives what it is called with."""
    try:
        if function.__name__ != "<lambda>":
            return signature_of(function)
    except AssertionError:
        pass
    return FUNCTION, [(FUNCTION, 0)] * function.__code__.co_argcount


# --- Built-in functions -----------------------------------------------------------------------------------------------


def _range(*bounds):
    # Loop variables are an int, or an int64 where a bound is of a type that an int does not hold.
    kind = INT if all(settled_type(b) in (BOOL, INT8, UINT8, INT16, UINT16, INT) for b in bounds) else INT64
    for i in range(*(int(plain(b)) for b in bounds)):
        yield Number(i, kind)


def _pick(builtin):
    def pick(*values):
        if all(isinstance(v, bool) for v in values) or all(type_of(v) is None for v in values):
            return builtin(values)
        if is_without_width(values) and any(isinstance(v, float) for v in values):
            return builtin(as_weak(v) for v in values)
        kind = common_type(values)
        return builtin(convert(v, kind) for v in values)

    return pick


def _round(x, ndigits=None):
    if ndigits is not None:
        if isinstance(x, float):
            x = convert(x, settled_type(x))
        kind = type_of(x) if isinstance(x, Number) else None
        if kind is None:
            return round(x, int(plain(ndigits)))
        exact = x.value if kind in BITS else float(x)
        return convert(round(exact, int(plain(ndigits))), at_least_int(INT if kind == BOOL else kind))
    if isinstance(x, Weak):
        if x.quotient:
            return truncated(round(float(x)), at_least_int(x.quotient))
        x = x.alone()
    if isinstance(x, Number):
        return convert(round(float(x)) if x.type not in BITS else x.value, x.integer_type)
    return round(x)


def _enumerate(values, start=0):
    return ((Number(i, INT), v) for i, v in enumerate(values, int(plain(start))))


def _python_float(x=0.0):
    """Python's own float() gives a float without a width, of what has no floating type."""
    return convert(x, FLOAT) if is_real(type_of(x)) else as_weak(x)


_CASTS = {name: (lambda x=0, kind=kind: truncated(x, kind)) if kind in BITS else (lambda x=0, kind=kind: to_type(x, kind))
          for name, kind in _TYPES.items() if kind is not None}


def _complex(kind=None):
    """`complex(x, y)` and `complex64(x, y)`; without a type the arguments decide, and literals stay weak."""

    def make(*parts):
        if kind is None and all(type_of(part) is None for part in parts):
            return complex(*parts)
        chosen = kind
        if chosen is None:
            chosen = COMPLEX64
            if is_without_width(parts):
                chosen = promote(COMPLEX64, settled_type(sum((as_weak(part) for part in parts), Weak(0.0, 0.0))))
            for part in parts:
                chosen = chosen if is_without_width(parts) else promote(chosen, type_of(part) or COMPLEX64)
        if len(parts) == 1:
            return convert(parts[0], chosen)
        part_kind = FLOAT if chosen == COMPLEX64 else DOUBLE
        return convert(complex(*(float(convert(part, part_kind)) for part in parts)), chosen)

    return make


_CASTS["float"] = _python_float
_CASTS |= {kind: _complex(kind) for kind in (COMPLEX64, COMPLEX128)}
_BUILTINS = {
    **_CASTS, "complex": _complex(),
    "range": _range, "xrange": _range, "len": lambda a: Number(len(a), INT), "min": _pick(min), "max": _pick(max),
    "abs": abs, "round": _round, "pow": lambda a, b: a**b, "divmod": divmod, "enumerate": _enumerate, "zip": zip,
    "warpSize": Number(32, INT), "type": lambda x: _cast_of(type_of(x)), **random_numbers.FUNCTIONS,
    **{prefix + name: kind_of_class(getattr(cp, name)) for name in cp.__all__ if is_vector(getattr(cp, name)) for prefix in ("", "make_")},
}
_COORDINATES = ("idx", "idy", "idz", "threadIdx", "blockIdx", "blockDim", "gridDim", "gridsize", "laneid", *warps.LANE_MASKS)
_GRID = ("gridDim", "gridsize")


class _Vector:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = Number(x, INT), Number(y, INT), Number(z, INT)


class _Module:
    """The module `cudapy` as a kernel sees it: coordinates of the running thread, casts and functions."""

    def __init__(self, program):
        self._program = program

    def __getattr__(self, name):
        if name in _COORDINATES:
            return self._program.thread[name]
        if name in blocks.NAMES:
            return getattr(self._program.cooperation, name)
        if _named(name.removeprefix("make_")):
            return _named(name.removeprefix("make_"))
        return _CASTS[name.lower()] if name.lower() in _CASTS else _BUILTINS[name]


# --- Programs ---------------------------------------------------------------------------------------------------------


def _names_in(code):
    """The names that a function and the lambdas in it use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_in(constant)
    return names


class _Function:
    """A function of the program, called with the conversions of its signature."""

    def __init__(self, program, function):
        self.result, self.parameters = _signature_or_none(function)
        self.program = program
        self.is_generic = any(isinstance(kind, Variable) or kind == FUNCTION for kind, _ in self.parameters)
        self.declared = inspect.signature(function)
        self.aliases = []
        self.globals = {"__builtins__": {**vars(builtins), **_BUILTINS, **program.cooperation.names()}, "__name__": function.__module__}
        for name in _names_in(function.__code__):
            if name in function.__globals__:
                self.globals[name] = self._seen(name, function.__globals__[name])
        self.hidden = {name for name in _COORDINATES if self.globals.get(name) is not None}
        closure = tuple(types.CellType(self._seen(name, cell.cell_contents))
                        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()))
        self.function = types.FunctionType(function.__code__, self.globals, function.__name__, None, closure)

    def _seen(self, name, value):
        """What the kernel sees of a global or closure value."""
        if value is math:
            return MATH
        if value is cmath:
            return CMATH
        if value is np:
            return NUMPY
        if value is cp:
            return _Module(self.program)
        for name_of_it in blocks.NAMES:
            if getattr(cp, name_of_it) is value:
                return getattr(self.program.cooperation, name_of_it)
        if is_struct(value) or is_vector(value):
            return kind_of_class(value)
        if is_struct(type(value)) or is_vector(type(value)):
            return kind_of_class(type(value)).of(value)
        if type(value) is tuple:
            return tuple(self._seen(name, item) for item in value)
        value = inspect.unwrap(value) if callable(value) else value
        if isinstance(value, types.FunctionType) and value in self.program.by_code:
            return self.program.by_code[value]
        for coordinate in _COORDINATES:
            if getattr(cp, coordinate, None) is value:
                self.aliases.append((name, coordinate))
                return None
        if isinstance(value, enum.Enum):
            return value.value
        if isinstance(value, np.generic):
            return load(value)
        for cast in _CASTS:
            if any(getattr(module, cast, None) is value for module in (cp, np, builtins)):
                return _CASTS[cast]
        for module, seen in ((math, MATH), (cmath, CMATH), (np, NUMPY)):
            short = getattr(value, "__name__", "")
            if callable(value) and getattr(module, short, None) is value:
                return getattr(seen, short)
        if isinstance(value, types.FunctionType) and value.__module__.partition(".")[0] not in ("cudapy", "numpy"):
            return self.program.along(value)
        return value

    def bind_thread(self):
        for name in _COORDINATES:
            if name not in self.hidden:  # by what the module calls so
                self.globals[name] = self.program.thread[name]
        for name, coordinate in self.aliases:
            self.globals[name] = self.program.thread[coordinate]

    def precision(self, chosen):
        """Of floats without a width: what the signature says, or for an instance the caller."""
        kinds = [_with(kind, chosen) for kind in (*(kind for kind, _ in self.parameters), self.result)]
        own = _floats_in(kinds)
        return own or (precision() if self.is_generic else DOUBLE)

    def __call__(self, *arguments, **keywords):
        bound = self.declared.bind(*arguments, **keywords)
        bound.apply_defaults()
        given = list(zip(bound.arguments.values(), self.parameters, strict=True))
        chosen = _chosen(given)
        values = [value if rank else to_type(value, _with(kind, chosen)) for value, (kind, rank) in given]
        # In the body a type variable is the name of its type.
        before = {name: self.globals.get(name) for name in chosen}
        self.globals.update({name: _cast_of(kind) for name, kind in chosen.items()})
        try:
            with running_in(self.precision(chosen)):
                return to_type(self.function(*values), _with(self.result, chosen))
        finally:
            self.globals.update(before)

    def launch(self, arguments):
        with running_in(self.precision({})):
            self.function(*arguments)


def _floats_in(kinds):
    """DOUBLE where a double is among the types or in what they hold, else FLOAT where another floating type is."""
    found = set()

    def look(kind):
        if isinstance(kind, tuple):
            for part in kind:
                look(part)
        elif isinstance(kind, (Struct, Vector)):
            for part in kind.fields.values():
                look(part)
        elif is_real(kind):
            found.add(DOUBLE if kind in (DOUBLE, COMPLEX128) else FLOAT)

    look(tuple(kinds))
    return DOUBLE if DOUBLE in found else FLOAT if found else None


def _chosen(given):
    """What the type variables stand for in a call: by arrays, else by what values meet in, else by literals."""
    chosen, meeting = {}, {}

    def look(value, kind):
        if isinstance(kind, tuple):
            for part, part_kind in zip(value, kind, strict=True):
                look(part, part_kind)
        elif isinstance(kind, Variable) and kind not in chosen:
            meeting.setdefault(kind, []).append(value)

    for value, (kind, rank) in given:
        if rank and isinstance(kind, Variable):
            chosen[kind] = value.kind
    for value, (kind, rank) in given:
        if not rank:
            look(value, kind)
    for kind, values in meeting.items():
        if any(each == FUNCTION for _, (each, _) in given) and all(type_of(value) is None for value in values):
            continue  # literals, which take the type of what a function gives
        if not any(isinstance(value, (tuple, Array)) for value in values):
            own = _floats_in([_with(each, chosen) for _, (each, _) in given])
            with running_in(own or precision()):
                chosen[kind] = BOOL if all(isinstance(value, bool) for value in values) else common_type(values)
    return chosen


def _with(kind, chosen):
    """The type with what its variables stand for; as it is where that is not known."""
    if isinstance(kind, tuple):
        return tuple(_with(part, chosen) for part in kind)
    return chosen.get(kind, FUNCTION) if isinstance(kind, Variable) else kind


def _cast_of(kind):
    return _CASTS[next(name for name, each in _TYPES.items() if each == kind and name != "float")]


def _kind_of(cast):
    """The type that a cast makes, for `shared(float, 256)`, and NumPy's for it."""
    if isinstance(cast, (Struct, Vector)):
        return cast, cast.dtype
    owner = getattr(cast, "__self__", cast)
    if isinstance(owner, Dtype):
        return owner.kind, DTYPES[owner.kind]
    kind = next(kind for name, kind in _TYPES.items() if _CASTS.get(name) is cast)
    return kind, DTYPES[kind]


class Program:
    """Functions that know each other, as those of one compilation."""

    def __init__(self, functions):
        self.thread = {}
        self.cooperation = blocks.Cooperation(Array, _kind_of, lambda n: Number(n, INT))
        self.by_code = {}
        self._plain = [inspect.unwrap(f) for f in functions]
        self._pending = True

    def _link(self):
        # First every name, then every body: functions may use each other in any order.
        for function in self._plain:
            self.by_code[function] = _Function.__new__(_Function)
        for function, linked in list(self.by_code.items()):
            linked.__init__(self, function)
        self._pending = False

    def along(self, function):
        """A function that is called and not listed, linked like the others."""
        if function not in self.by_code:
            linked = self.by_code[function] = _Function.__new__(_Function)
            linked.__init__(self, function)
        return self.by_code[function]

    def cooperates(self, linked, seen=()):
        """Whether a function, or one that it calls, has a barrier or shared memory."""
        return self.uses(linked, blocks.WHOLE, seen)

    def reads_grid(self, linked, seen=()):
        """Whether a function, or one that it calls, asks for the size of the grid."""
        names = {name for name, coordinate in linked.aliases if coordinate in _GRID} | set(_GRID) - linked.hidden
        for name in linked.function.__code__.co_names:
            value = linked.globals.get(name)
            if name in names:
                return True
            if isinstance(value, _Function) and value not in seen and self.reads_grid(value, (*seen, linked)):
                return True
        return False

    def uses(self, linked, names, seen=()):
        """Whether a function, or one that it calls, uses one of the names of blocks."""
        for name in linked.function.__code__.co_names:
            value = linked.globals.get(name)
            if isinstance(value, _Function):
                if value not in seen and self.uses(value, names, (*seen, linked)):
                    return True
            elif name in names and value is None:
                return True
            elif callable(value) and any(value == getattr(self.cooperation, whole) for whole in names):
                return True
        return False

    def run(self, kernel, extent, arguments, block=None, shared=()):
        """Runs the kernel once for each coordinate of the extent, or for whole blocks where threads cooperate or ask for the
        grid's size; arrays among the arguments are changed in place."""
        if self._pending:
            self._link()
        self.cooperation.sizes = shared
        linked = self.by_code[inspect.unwrap(kernel)]
        wrapped = {}
        values = []
        for argument, (kind, rank) in zip(arguments, linked.parameters, strict=True):
            if rank == LISTS:
                values.append(Lists(argument, kind))
            elif rank:
                values.append(wrapped.setdefault(id(argument), Array(argument, kind, rank)))
            else:
                plain_number = isinstance(argument, np.generic) and not isinstance(argument, np.void)
                values.append(to_type(load(argument) if plain_number else argument, kind))
        nx, ny, nz = tuple(extent) + (1,) * (3 - len(extent))
        if block is None:
            block = _BLOCK
            if self.cooperates(linked) or self.reads_grid(linked):
                block = _WHOLE_BLOCKS[len(extent)]
        block = tuple(block) + (1,) * (3 - len(block))
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(20000)
        try:
            if self.cooperates(linked):
                self._run_blocks(linked, (nx, ny, nz), block, values)
                return
            last = (nx, ny, nz)
            if self.reads_grid(linked):
                last = tuple(-(-e // b) * b for e, b in zip((nx, ny, nz), block))
            for z in range(last[2]):
                for y in range(last[1]):
                    for x in range(last[0]):
                        self._bind((x, y, z), (nx, ny, nz), block)
                        linked.launch(values)
        finally:
            sys.setrecursionlimit(limit)

    def _run_blocks(self, linked, extent, block, values):
        gx, gy, gz = (-(-e // b) for e, b in zip(extent, block))
        bx, by, bz = block
        count = bx * by * bz
        together = gx * gy * gz if self.uses(linked, ("grid_sync",)) else 1  # blocks that may wait for each other
        for first in range(0, gx * gy * gz, together):

            def bind(i):
                number, i = first + i // count, i % count
                corner = (number % gx * bx, number // gx % gy * by, number // gx // gy * bz)
                inside = (i % bx, i // bx % by, i // bx // by)
                self._bind(tuple(c + p for c, p in zip(corner, inside)), extent, block)

            def body():
                linked.launch(values)

            self.cooperation.block = blocks.Block(count, bind, body, linked.function.__code__, together)
            self.cooperation.block.run()

    def _bind(self, at, extent, block):
        x, y, z = (a % b for a, b in zip(at, block))
        lane = ((z * block[1] + y) * block[0] + x) % 32
        self.thread.update(
            laneid=Number(lane, INT),
            **{name: partial(mask, lane) for name, mask in warps.LANE_MASKS.items()},
            idx=Number(at[0], INT), idy=Number(at[1], INT), idz=Number(at[2], INT),
            threadIdx=_Vector(*(a % b for a, b in zip(at, block))),
            blockIdx=_Vector(*(a // b for a, b in zip(at, block))),
            blockDim=_Vector(*block),
            gridDim=_Vector(*(-(-e // b) for e, b in zip(extent, block))),
            gridsize=_Vector(*(-(-e // b) * b for e, b in zip(extent, block))),
        )
        for linked in self.by_code.values():
            linked.bind_thread()


__all__ = ["Array", "Program", "settled_type", "signature_of"]
