"""The texts of the kernels of reductions.

Both put the elements of a result together in one order: each RUN neighbours from left to right, what these
come to by GROUP from left to right, and that by GROUP again, which makes a tile. A launch leaves one number
for each tile, and the next launch takes these.
"""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import Any, Literal

    Integer = Literal["int", "int64"]  # the type that a kernel counts with

RUN = 8
GROUP = 16
TILE = RUN * GROUP * GROUP
THREADS = 256  # of a block, each with a run
STRIP = 64  # neighbouring results that one thread of the CPU has side by side


class Input(NamedTuple):
    """An array of a launch: the type that its elements have in memory, the one that the function takes, and
    the step between neighbouring results, 2 where only the launch knows it."""

    stored: str
    taken: str
    step: int


class Pass:
    """One launch: `kind` is what is put together, and `ranks` are the axes of results and those that go.
    `mapped` is the type that the elements' own function gives, None where there is none, and
    `is_numbered` says whether it is given the number of the element last; `has_initial` whether a number
    comes before all elements, at the end."""

    def __init__(
        self,
        inputs: list[Input],
        kind: str,
        ranks: tuple[int, int],
        mapped: str | None,
        is_numbered: bool,
        has_initial: bool,
    ) -> None:
        self.inputs, self.kind, (self.kept, self.gone) = inputs, kind, ranks
        self.mapped, self.is_numbered, self.has_initial = mapped, is_numbered, has_initial

    def key(self) -> tuple[Any, ...]:
        numbers = (self.kind, self.kept, self.gone, self.mapped, self.is_numbered, self.has_initial)
        return (tuple(self.inputs), *numbers)

    def of_threads(self, name: str, integer: Integer) -> str:
        """A thread for each tile of each result; neighbouring threads have neighbouring results."""
        return self._of_tiles(name, integer, ["tile = idx // outputs", "output = idx - tile * outputs"])

    def of_rows(self, name: str, integer: Integer) -> str:
        """A thread for each tile of each result; neighbouring threads have neighbouring tiles."""
        return self._of_tiles(name, integer, ["output = idx // tiles", "tile = idx - output * tiles"])

    def _of_tiles(self, name: str, integer: Integer, places: list[str]) -> str:
        group = RUN * GROUP
        body = [
            *places,
            *self._bases(),
            f"first = tile * {TILE}",
            f"end = min(first + {TILE}, count)",
            *(f"{each} = {self.kind}(0)" for each in ("total", "group", "run", "element")),
            f"runs = local({self.kind}, {GROUP})",
            f"for begin in range(first, end, {group}):",
            f"    if begin + {group} <= end:",
            *(f"        {line}" for line in self._whole_group()),
            "    else:",
            *(f"        {line}" for line in self._part_of_a_group()),
            "    if begin == first:",
            "        total = group",
            "    else:",
            "        total = f(total, group)",
            f"results[output * tiles + tile] = {self._last('total')}",
        ]
        return self._text(name, integer, body)

    def of_strips(self, name: str, integer: Integer) -> str:
        """A thread for each tile of neighbouring results, which go forward side by side, as memory does."""
        group = RUN * GROUP
        body = [
            *self._places_of_strips(),
            f"first = tile * {TILE}",
            f"end = min(first + {TILE}, count)",
            *(f"{name} = local({self.kind}, {STRIP})" for name in ("totals", "groups", "runs")),
            f"for begin in range(first, end, {group}):",
            f"    for at in range(begin, min(begin + {group}, end), {RUN}):",
            *(f"        {line}" for line in self._runs_of_a_strip(group)),
            *self._joined(8, "at == begin", "groups[w]", "runs[w]"),
            *self._joined(4, "begin == first", "totals[w]", "groups[w]"),
            *self._each(0, [], f"results[(output + w) * tiles + tile] = {self._last('totals[w]')}"),
        ]
        return self._text(name, integer, body)

    def _places_of_strips(self) -> list[str]:
        """Lines that say which tile and which results a thread has: `width` of them from `output` on."""
        last = self.kept - 1
        return [
            f"in_row = (kept{last} + {STRIP - 1}) // {STRIP}",
            f"strips = outputs // kept{last} * in_row",
            "tile = idx // strips",
            "strip = idx - tile * strips",
            "row = strip // in_row",
            f"column = (strip - row * in_row) * {STRIP}",
            f"output = row * kept{last} + column",
            f"width = int(min({STRIP}, kept{last} - column))",
            *self._bases(),
        ]

    def _runs_of_a_strip(self, group: int) -> list[str]:
        """Lines that put a run of each result together, the first elements first."""
        return [
            *self._each(0, self._load("at", "runs[w]", "w")),
            f"for i in range(at + 1, min(at + {RUN}, begin + {group}, end)):",
            *self._each(4, self._load("i", "element", "w"), "runs[w] = f(runs[w], element)"),
        ]

    def _joined(self, indent: int, is_first: str, whole: str, part: str) -> list[str]:
        """Lines that put the next part of each result of a strip to what is there of its whole."""
        return [
            f"{' ' * indent}if {is_first}:",
            *self._each(indent + 4, [], f"{whole} = {part}"),
            f"{' ' * indent}else:",
            *self._each(indent + 4, [], f"{whole} = f({whole}, {part})"),
        ]

    def _each(self, indent: int, load: list[str], line: str | None = None) -> list[str]:
        """Lines that do something for each result of a strip."""
        before, value = load[:-1], load[-1] if load else None
        lines = [*before, "for w in range(width):"]
        lines += [f"    {each}" for each in (value, line) if each]
        return [" " * indent + each for each in lines]

    def _whole_group(self) -> list[str]:
        """Lines that put a group together, whose runs go forward side by side, so that none waits."""
        return [
            f"for k in range({GROUP}):",
            *(f"    {line}" for line in self._load(f"(begin + k * {RUN})", "runs[k]")),
            f"for i in range(1, {RUN}):",
            f"    for k in range({GROUP}):",
            *(f"        {line}" for line in self._load(f"(begin + k * {RUN} + i)", "element")),
            "        runs[k] = f(runs[k], element)",
            "group = runs[0]",
            f"for k in range(1, {GROUP}):",
            "    group = f(group, runs[k])",
        ]

    def _part_of_a_group(self) -> list[str]:
        return [
            f"for at in range(begin, end, {RUN}):",
            *(f"    {line}" for line in self._load("at", "run")),
            f"    for i in range(at + 1, min(at + {RUN}, end)):",
            *(f"        {line}" for line in self._load("i", "element")),
            "        run = f(run, element)",
            "    if at == begin:",
            "        group = run",
            "    else:",
            "        group = f(group, run)",
        ]

    def of_blocks(self, name: str, integer: Integer) -> str:
        """A block for each tile of each result; neighbouring threads read neighbouring elements."""
        body = [
            f"elements = shared({self.kind}, {TILE + TILE // 32})  # i lies at i + i // 32: other banks",
            f"runs = shared({self.kind}, {THREADS})",
            f"groups = shared({self.kind}, {GROUP})",
            "t = threadIdx.x",
            "output = blockIdx.x // tiles",
            "tile = blockIdx.x - output * tiles",
            *self._bases(),
            f"first = tile * {TILE}",
            f"size = int(min({TILE}, count - first))",
            f"for i in range(t, size, {THREADS}):",
            *(f"    {line}" for line in self._load("(first + i)", "element")),
            "    elements[i + i // 32] = element",
            "syncthreads()",
            f"begin = t * {RUN}",
            "if begin < size:",
            "    run = elements[begin + begin // 32]",
            f"    for i in range(begin + 1, min(begin + {RUN}, size)):",
            "        run = f(run, elements[i + i // 32])",
            "    runs[t] = run",
            "syncthreads()",
            f"if t < {GROUP} and t * {RUN * GROUP} < size:",
            f"    group = runs[t * {GROUP}]",
            f"    for i in range(t * {GROUP} + 1, min((t + 1) * {GROUP}, (size + {RUN - 1}) // {RUN})):",
            "        group = f(group, runs[i])",
            "    groups[t] = group",
            "syncthreads()",
            "if t == 0:",
            "    total = groups[0]",
            f"    for i in range(1, (size + {RUN * GROUP - 1}) // {RUN * GROUP}):",
            "        total = f(total, groups[i])",
            f"    results[blockIdx.x] = {self._last('total')}",
        ]
        return self._text(name, integer, body)

    def numbers(self) -> list[str]:
        """The names of the numbers after the arrays."""
        names = []
        for i in range(len(self.inputs)):
            names.append(f"x{i}_start")
            names += [f"x{i}_kept{axis}" for axis in range(self.kept)]
            names += [f"x{i}_gone{axis}" for axis in range(self.gone)]
        names += [f"kept{axis}" for axis in range(self.kept)]
        names += [f"gone{axis}" for axis in range(1, self.gone)]
        return ["outputs", "count", "tiles", *names]

    def _bases(self) -> list[str]:
        """The places of the first elements of a result."""
        lines = _split("output", "o", "kept", self.kept)
        for i in range(len(self.inputs)):
            steps = "".join(f" + o{axis} * x{i}_kept{axis}" for axis in range(self.kept))
            lines.append(f"x{i}_base = x{i}_start{steps}")
        return lines

    def _load(self, index: str, target: str, lane: str | None = None) -> list[str]:
        """Lines that load an element; the last one does, and the others split the index. `lane` is the place
        of its result in a strip."""
        lines = _split(index, "e", "gone", self.gone)
        values = []
        for i, (kind, wanted, step) in enumerate(self.inputs):
            steps = "".join(f" + e{axis} * x{i}_gone{axis}" for axis in range(self.gone))
            if lane and step:
                steps += f" + {lane}" if step == 1 else f" + {lane} * x{i}_kept{self.kept - 1}"
            value = f"x{i}[x{i}_base{steps}]"
            values.append(value if kind == wanted else f"{wanted}({value})")
        if self.is_numbered:
            values.append(f"int64({index})")
        value = f"{self.kind}(mapped({', '.join(values)}))" if self.mapped else values[0]
        return [*lines, f"{target} = {value}"]

    def _last(self, value: str) -> str:
        return f"f(initial, {value})" if self.has_initial else value

    def _text(self, name: str, integer: Integer, body: list[str]) -> str:
        kind, numbers = self.kind, self.numbers()
        names = ["f", *(f"x{i}" for i in range(len(self.inputs))), "results"]
        declared = [f"{kind}({kind}, {kind}) f"]
        if self.mapped:
            names.insert(1, "mapped")
            wanted = [each for _, each, _ in self.inputs] + ["int64"] * self.is_numbered
            declared.append(f"{self.mapped}({', '.join(wanted)}) mapped")
        declared += [f"{each}* x{i}" for i, (each, *_) in enumerate(self.inputs)]
        declared.append(f"{kind}* results")
        if self.has_initial:
            names.append("initial")
            declared.append(f"{kind} initial")
        declared += [f"{integer} {each}" for each in numbers]
        lines = "".join(f"    {line}\n" for line in body)
        signature = f"# {name} : void ({', '.join(declared)})"
        return f"{signature}\ndef {name}({', '.join([*names, *numbers])}):\n{lines}"


def _split(index: str, letter: str, extents: str, rank: int) -> list[str]:
    """Lines that make the index along each axis of a number that counts along all of them."""
    if rank == 1:
        return [f"{letter}0 = {index}"]
    lines, left = [], index
    for axis in range(rank - 1, 0, -1):
        lines.append(f"{letter}{axis}_left = {left} // {extents}{axis}")
        lines.append(f"{letter}{axis} = {left} - {letter}{axis}_left * {extents}{axis}")
        left = f"{letter}{axis}_left"
    return [*lines, f"{letter}0 = {left}"]
