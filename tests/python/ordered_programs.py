"""Random kernels in which the order of evaluation shows: nearly every operand writes to memory that its
neighbours read."""

import random

PRELUDE = """
import math

import cudapy as cp
from cudapy import *


@cp.struct
class Cell:
    x: cp.int32
    y: cp.int32


# bump : int (int* A, int i)
def bump(A, i):
    A[i] = (A[i] + 3) & 7
    return i ^ A[i]


# put : int (int* A, int i, int v)
def put(A, i, v=5):
    old = A[i]
    A[i] = v
    A[v] = i
    return old


# turn : int (Cell* C, int i, int by)
def turn(C, i, by):
    C[i].x, C[i].y = C[i].y, C[i].x ^ by
    return C[i].y


# mix : int (int a, int b, int c, int d)
def mix(a, b, c=3, d=1):
    return (a * 5 + b * 3 + (c ^ d) * 2 + d) & 7


# weigh : int (int* part, int seed)
def weigh(part, seed):
    for i in range(len(part)):
        seed = (seed * 3 + part[i]) & 7
    return seed


# twice : (int, int) (int* A, int i)
def twice(A, i):
    return bump(A, i), bump(A, A[i])
"""


class Writer:
    """Makes expressions whose values are from 0 to 7, which every array holds and every index may be."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def any_of(self, *forms):
        return self.random.choice(forms)()

    def array(self):
        return self.random.choice("AAB")

    def atom(self):
        return self.random.choice(
            [
                str(self.random.randrange(8)),
                "t",
                "u",
                f"A[{self.random.randrange(8)}]",
                f"B[{self.random.randrange(8)}]",
                "A[t]",
                "C[u].x",
                f"bump({self.array()}, t)",
            ]
        )

    def arguments(self, names, required, depth):
        """Some by place, the others by keyword in any order."""
        given = list(names[: self.random.randint(required, len(names))])
        values = [self.value(depth) for _ in given]
        by_place = self.random.randint(0, len(given))
        by_name = [f"{name}={value}" for name, value in zip(given[by_place:], values[by_place:])]
        self.random.shuffle(by_name)
        return ", ".join(values[:by_place] + by_name)

    def write(self, depth):
        """A call that changes memory."""
        name, value = self.array(), lambda: self.value(depth)
        return self.any_of(
            lambda: f"bump({name}, {value()})",
            lambda: f"put({name}, {self.arguments(('i', 'v'), 1, depth)})",
            lambda: f"turn(C, {self.arguments(('i', 'by'), 2, depth)})",
            lambda: f"turn(by={value()}, C=C, i={value()})",
            lambda: f"atomicExch({name}, {value()}, {value()})",
            lambda: f"atomicMin({name}, {value()}, {value()})",
            lambda: f"atomicCAS({name}, {value()}, {value()}, {value()})",
        )

    def read(self, depth):
        name, value = self.array(), lambda: self.value(depth)
        return self.any_of(
            lambda: f"{name}[{value()}]",
            lambda: f"C[{value()}].{self.random.choice('xy')}",
            lambda: f"M[{value()} & 3, {value()} & 3]",
            lambda: f"M[{value()} & 3][{value()} & 3]",
            lambda: f"rows[{value()} & 3][{value()}]",
            lambda: f"weigh({name}[{value()}:{value()}], {value()})",
            lambda: f"weigh({name}[{value()}::({value()} & 1) + 1], {value()})",
            lambda: f"weigh(seed={value()}, part={name}[:{value()}])",
            lambda: f"(len({name}[{value()}:{value()}]) & 7)",
        )

    def compute(self, depth):
        value = lambda: self.value(depth)
        return self.any_of(
            lambda: f"(({value()} {self.random.choice('+-*')} {value()}) & 7)",
            lambda: f"({value()} {self.random.choice('^|&')} {value()})",
            lambda: f"({value()} {self.random.choice(('//', '%'))} ({value()} + 1))",
            lambda: f"min({value()}, {value()}, {value()})",
            lambda: f"max({value()}, {value()})",
            lambda: f"(int(math.floor({value()} / 2.0)) & 7)",
            lambda: f"mix({self.arguments('abcd', 2, depth)})",
            lambda: f"({value()} if {self.condition(depth)} else {value()})",
            lambda: f"({value()} {self.random.choice(('and', 'or'))} {value()})",
        )

    def condition(self, depth):
        value = lambda: self.value(depth)
        sign = lambda: self.random.choice(("<", "<=", "==", "!=", ">"))
        return self.any_of(
            lambda: f"{value()} {sign()} {value()}",
            lambda: f"{value()} {sign()} {value()} {sign()} {value()}",
            lambda: (
                f"({self.condition(depth - 1)} and {self.condition(depth - 1)})"
                if depth > 0
                else f"t < {value()}"
            ),
            lambda: f"({self.condition(depth - 1)} or not {value()})" if depth > 0 else f"not {value()}",
        )

    def value(self, depth):
        if depth <= 0:
            return self.atom()
        return self.any_of(
            self.atom,
            *2 * [lambda: self.write(depth - 1)],
            lambda: self.read(depth - 1),
            *2 * [lambda: self.compute(depth - 1)],
        )

    def place(self):
        return self.any_of(
            lambda: self.random.choice("tu"),
            lambda: f"{self.array()}[{self.value(2)}]",
            lambda: f"C[{self.value(2)}].{self.random.choice('xy')}",
            lambda: f"M[{self.value(1)} & 3, {self.value(1)} & 3]",
            lambda: f"rows[{self.value(1)} & 3][{self.value(1)}]",
        )

    def statement(self, depth, inside):
        value = lambda: self.value(depth)
        indented = lambda *lines: [f"    {line}" for line in lines]
        simple = (
            lambda: [f"{self.place()} = {value()}"],
            lambda: [f"{self.place()} = {value()}"],
            lambda: [f"{self.place()}, {self.place()} = {value()}, {value()}"],
            lambda: [f"{self.place()} = {self.place()} = {value()}"],
            lambda: [f"{self.place()} {self.random.choice('^|&')}= {value()}"],
            lambda: [f"{self.place()} {self.random.choice(('//', '%'))}= {value()} + 1"],
            lambda: [f"C[{value()}] = Cell(y={value()}, x={value()})"],
            lambda: [f"{self.place()}, {self.place()} = divmod({value()}, {value()} + 1)"],
            lambda: [f"{self.place()}, {self.place()} = twice({self.array()}, {value()})"],
            lambda: [self.write(depth)],
        )
        compound = (
            lambda: [
                f"if {self.condition(depth)}:",
                *indented(*self.statement(depth, True)),
                "else:",
                *indented(*self.statement(depth, True)),
            ],
            lambda: [
                f"for i in range({value()}, {value()}, {value()} + 1):",
                *indented(f"u ^= put(B, i, {value()})"),
            ],
            lambda: [
                f"for i, v in enumerate(A[{value()}:{value()}], {value()}):",
                *indented("t = mix(t, v, d=i)"),
            ],
            lambda: [
                "n = 3",
                f"while n > 0 and {self.condition(depth)}:",
                *indented("n -= 1", f"t = {value()}"),
            ],
        )
        return self.any_of(*simple, *(() if inside else compound))


def text(seed, statements=12, depth=2):
    """A module with a kernel `ordered`, and a function that it calls for a result of its own."""
    writer = Writer(seed)
    arrays = "int* A, int* B, Cell* C, int[,] M, int** rows"
    lines = [PRELUDE, f"# inner : int ({arrays}, int t, int u)", "def inner(A, B, C, M, rows, t, u):"]
    lines += [f"    {line}" for line in writer.statement(depth, False)]
    lines += [
        f"    return {writer.value(depth)}",
        "",
        "",
        f"# ordered : void ({arrays})",
        "def ordered(A, B, C, M, rows):",
        "    t, u = 1, 2",
    ]
    for _ in range(statements):
        lines += [f"    {line}" for line in writer.statement(depth, False)]
    lines += ["    A[inner(A, B, C, M, rows, u=bump(A, t), t=A[u])] = t", "    B[u] = A[t]"]
    return "\n".join(lines) + "\n"
