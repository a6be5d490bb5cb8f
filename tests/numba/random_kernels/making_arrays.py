"""Makes random kernels that walk over arrays: of one to three dimensions, in C's and in Fortran's order and
with steps, by indices that may be negative, by views of views, in loops, and through functions of the device.

A kernel is the body of a function with the parameters `data_arrays.PARAMETERS`, which one thread runs.
Indices are in range, integers stay small enough to be the same in all orders of conversion, and floats are
added, multiplied and divided only by numbers other than zero.
"""

import random

# The arrays by their names: the number of dimensions, and whether the elements are floats.
ARRAYS = {
    "a": (1, True),
    "k": (1, False),
    "v": (1, True),
    "b": (2, True),
    "f": (2, True),
    "w": (2, False),
    "c": (3, True),
}
HELPERS = """
{device}
def summed(x, start):
    total = start
    for each in x:
        total += each
    return total


{device}
def exchanged(x, i, j):
    x[i], x[j] = x[j], x[i]
    return x[i], x[j] + 1


{device}
def filled(x, value):
    for i in range(len(x)):
        x[i] = value
        value += 1
    return value


{device}
def traced(x):
    total = 0.0
    for i in range(min(x.shape[0], x.shape[1])):
        total += x[i, i]
    return total * x.ndim
"""


class ArrayMaker:
    """Makes the kernel of a seed and a number."""

    def __init__(self, seed, number):
        self._random = random.Random(seed * 1_000_003 + number)
        self._views = dict(ARRAYS)
        self._numbers = {"n": False, "s": True}
        self._made = 0
        self._stored = 0

    def lines(self):
        """Returns the lines of the body."""
        lines = [line for _ in range(self._choice([4, 6, 8])) for line in self._statement(2)]
        for name, is_float in sorted(self._numbers.items()):
            if self._stored < 40:
                lines.append(self._store(name, is_float))
        return lines

    def _choice(self, values):
        return self._random.choice(values)

    def _chance(self, share):
        return self._random.random() < share

    def _name(self, stem):
        self._made += 1
        return f"{stem}{self._made}"

    def _store(self, text, is_float):
        self._stored += 1
        return f"{'real' if is_float else 'whole'}[{self._stored - 1}] = {text}"

    def _array(self, ranks=(1, 2, 3), is_float=None):
        """Returns the name of an array or of a view."""
        fit = [
            name for name, (rank, kind) in self._views.items() if rank in ranks and is_float in (None, kind)
        ]
        return self._choice(sorted(fit)) if fit else "b" if is_float in (None, True) else "w"

    def _whole(self):
        """Returns an integer expression, of what is small."""
        known = [name for name, is_float in self._numbers.items() if not is_float]
        leaf = self._choice([*sorted(known), "n", str(self._random.randint(0, 9))])
        way = self._random.random()
        if way < 0.4:
            return leaf
        if way < 0.6:
            return f"({leaf} {self._choice('+-*')} {self._random.randint(1, 5)})"
        if way < 0.75:
            array = self._array()
            return self._choice(
                [f"{array}.size", f"len({array})", f"{array}.ndim", f"{array}.shape[-1]", f"{array}.shape[0]"]
            )
        return f"({leaf} % {self._random.randint(2, 7)})"

    def _index(self, array, axis):
        """Returns an index of an axis, which may be negative."""
        extent = f"{array}.shape[{axis}]"
        text = f"{self._whole()} % {extent}"
        way = self._random.random()
        if way < 0.3:
            return f"({text}) - {extent}"
        if way < 0.4:
            return self._choice(["0", "-1"])
        return text

    def _element(self, is_float=None):
        """Returns an element, and whether it is a float."""
        array = self._array(is_float=is_float)
        rank, kind = self._views[array]
        places = ", ".join(self._index(array, axis) for axis in range(rank))
        if rank > 1 and self._chance(0.15):
            return (
                f"{array}[{self._index(array, 0)}]"
                + f"[{', '.join(self._index(array, axis) for axis in range(1, rank))}]",
                kind,
            )
        return f"{array}[{places}]", kind

    def _value(self):
        """Returns an expression, and whether it is a float."""
        way = self._random.random()
        if way < 0.2:
            return self._whole(), False
        if way < 0.6:
            return self._element()
        if way < 0.7:
            array = self._array((1,))
            text, is_float = self._element()
            return f"summed({array}, {text})", is_float or self._views[array][1]
        if way < 0.75:
            return f"traced({self._array((2,))})", True
        (x, one), (y, other) = self._element(), self._element()
        if way < 0.8:
            return f"{self._choice(['min', 'max'])}({x}, {y})", True
        return f"({x} {self._choice('+-*')} {y})", one or other

    def _small(self):
        """Returns an integer that stays small."""
        return f"({self._whole()}) % 50"

    def _slice(self, array, axis):
        extent = f"{array}.shape[{axis}]"
        begin, end = (
            self._choice(
                ["", "0", "1", "-2", "3", f"{self._whole()} % {extent}", f"-({self._whole()} % {extent})"]
            )
            for _ in range(2)
        )
        step = self._choice(["", "", "", ":", ":1", ":2", ":-1", ":-2", ":3"])
        return f"{begin}:{end}{step}"

    def _view(self):
        """Returns a line that makes a view, which may be empty, so that it is only gone over in loops."""
        array = self._array()
        rank, is_float = self._views[array]
        name = self._name("x")
        way = self._random.random()
        if rank == 1 or way < 0.2:
            parts = [":"] * rank
            for axis in range(rank):
                if self._chance(0.7):
                    parts[axis] = self._slice(array, axis)
            return [f"{name} = {array}[{', '.join(parts)}]", *self._gone_over(name, rank, is_float)]
        if way < 0.35:
            self._views[name] = (rank, is_float)
            return [f"{name} = {array}.T"]
        kept = sorted(self._random.sample(range(rank), rank - 1))
        parts = [":" if axis in kept else self._index(array, axis) for axis in range(rank)]
        while parts and parts[-1] == ":" and self._chance(0.5):
            parts.pop()
        self._views[name] = (rank - 1, is_float)
        return [f"{name} = {array}[{', '.join(parts)}]"]

    def _gone_over(self, view, rank, is_float):
        """Returns lines that add up the elements of a view, and count them."""
        total = self._name("t")
        self._numbers[total] = is_float
        lines = [f"{total} = {'0.0' if is_float else '0'}"]
        inner, pad = view, ""
        for _ in range(rank - 1):
            row = self._name("r")
            lines.append(
                f"{pad}for {row} in {inner}:"
                if self._chance(0.5)
                else f"{pad}for {row}_ in range({inner}.shape[0]):"
            )
            if lines[-1].endswith("_ in range(" + inner + ".shape[0]):"):
                lines.append(f"{pad}    {row} = {inner}[{row}_]")
            inner, pad = row, pad + "    "
        value = self._name("e")
        lines += [
            f"{pad}for {value} in {inner}:",
            f"{pad}    {total} = {total} * 3 % 1009 + {value}"
            if not is_float
            else f"{pad}    {total} = {total} * 0.5 + {value}",
        ]
        return [*lines, self._store(f"{view}.size + len({view})", False)]

    def _assignment(self):
        target, is_float = self._element()
        if not is_float:
            return [f"{target} = {self._small()}"]
        text, _ = self._value()
        way = self._random.random()
        if way < 0.6:
            return [f"{target} = {text}"]
        return [f"{target} {self._choice('+-')}= {text}"]

    def _named(self):
        if self._chance(0.3):
            name, text = self._name("m"), self._small()
            self._numbers[name] = False
            return [f"{name} = {text}"]
        name = self._name("y")
        text, _ = self._value()
        self._numbers[name] = True
        return [f"{name} = {text} * 1.0"]

    def _shape(self):
        array = self._array((2,))
        rows, columns = self._name("m"), self._name("m")
        self._numbers[rows] = self._numbers[columns] = False
        return [f"{rows}, {columns} = {array}.shape"]

    def _helper(self):
        array = self._array((1,), True)
        if self._chance(0.5):
            one, other = self._name("y"), self._name("y")
            self._numbers[one] = self._numbers[other] = True
            return [f"{one}, {other} = exchanged({array}, {self._index(array, 0)}, {self._index(array, 0)})"]
        name = self._name("y")
        self._numbers[name] = True
        return [f"{name} = filled({array}, {self._element(True)[0]} * 1.0)"]

    def _statement(self, depth):
        ways = [
            self._assignment,
            self._assignment,
            self._named,
            self._view,
            self._shape,
            self._helper,
            self._own_array,
        ]
        if not depth or self._chance(0.6):
            return self._choice(ways)()
        before = dict(self._views), dict(self._numbers)
        head = self._head()
        inside = [line for _ in range(self._choice([1, 2, 3])) for line in self._statement(depth - 1)]
        self._views, self._numbers = before  # what is made inside may not be there
        return [*head, *(f"    {line}" for line in inside)]

    def _head(self):
        way = self._random.random()
        name = self._name("i")
        if way < 0.25:
            return [f"if {self._value()[0]} {self._choice(['<', '>=', '==', '!='])} {self._value()[0]}:"]
        self._numbers[name] = False
        if way < 0.5:
            return [f"for {name} in range({self._choice(['3', '1, 4', '4, 0, -1', '2, 9, 3', 'n % 4'])}):"]
        if way < 0.7:
            array = self._array((1,))
            each = self._name("e")
            self._numbers[each] = True
            return [f"for {name}, {each} in enumerate({array}):"]
        if way < 0.8:
            one, other = self._array((1,)), self._array((1,))
            first, second = self._name("e"), self._name("e")
            self._numbers[first] = self._numbers[second] = True
            del self._numbers[name]
            return [f"for {first}, {second} in zip({one}, {other}):"]
        return [
            f"{name} = {self._random.randint(0, 3)}",
            f"while {name} < {self._random.randint(3, 6)}:",
            f"    {name} += {self._choice(['1', '2'])}",
        ]

    def _own_array(self):
        name = self._name("z")
        rank = self._choice([1, 2])
        kind = self._choice(["float32", "float64", "int32"])
        shape = "6" if rank == 1 else "(3, 4)"
        self._views[name] = (rank, kind != "int32")
        lines = [f"{name} = LOCAL({shape}, np.{kind})"]
        if rank == 1:
            return [*lines, f"for i_ in range(6): {name}[i_] = i_ * {self._random.randint(1, 4)}"]
        return [
            *lines,
            "for i_ in range(3):",
            f"    for j_ in range(4): {name}[i_, j_] = i_ - j_ * {self._random.randint(1, 4)}",
        ]
