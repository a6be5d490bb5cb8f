"""`%load_ext cudapy`, and `%%cudapy`: a cell whose kernels are compiled, and whose C++ is shown.

IPython's shell is taken as it is given, so that nothing of IPython is imported before there is one.
"""

from __future__ import annotations

import argparse
import ast
import re
import shlex
from collections.abc import Iterator
from typing import Any, NoReturn

from .. import _api, _core
from .html import html_of_source

_TITLES = {"cuda": "CUDA C++", "cpu": "C++ for the CPU"}


class Source:
    """C++ that a notebook shows, and a terminal prints."""

    def __init__(self, title: str, text: str) -> None:
        self.title = title
        self.text = text

    def __repr__(self) -> str:
        return f"{self.title}\n\n{self.text.rstrip()}"

    def _repr_html_(self) -> str:
        return f"<details open><summary>{self.title}</summary>{html_of_source(self.text)}</details>"


class CellError(Exception):
    """The cell of a `%%cudapy` failed, and IPython has shown the error."""

    def _render_traceback_(self) -> list[str]:
        return []


class _Options(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        from IPython.core.error import UsageError  # type: ignore[import-not-found,unused-ignore]

        raise UsageError(f"%%cudapy: {message}")


def _options() -> _Options:
    options = _Options(prog="%%cudapy", add_help=False)
    options.add_argument("--show", choices=("cuda", "cpu", "both", "none"))
    options.add_argument("exercise", nargs="?")
    return options


def load(shell: Any) -> None:
    """Does the work of `%load_ext cudapy`."""

    def magic(line: str, cell: str) -> None:
        """%%cudapy [--show cuda|cpu|both|none]    or    %%cudapy EXERCISE

        Run the cell, compile its kernels, and show the CUDA C++ that they become, the C++ for the CPU, both,
        or nothing.

        Kernels are functions with `@cp.kernel`, and functions with a signature in the comment above:
        `# saxpy : void (float alpha, float* X, float* Y)`. After the cell their names are kernels that can be
        launched: `saxpy(n)(2.0, X, Y)`.

        With the number or the title of an exercise, the cell is looked at as an answer to it, as
        `python -m cudapy course check` looks at a file: its Python does not run.
        """
        options = _options()
        chosen = options.parse_args(shlex.split(line))
        if chosen.exercise is not None:
            if chosen.show is not None:
                options.error("--show is for cells that are run, and an answer to an exercise is not")
            _check(chosen.exercise, cell, options)
            return
        _run(shell, cell)
        names = list(_kernels_of(cell, shell))
        if not names:
            options.error(
                'there is no kernel in this cell: write @cp.kernel("void (...)") above a function, or its '
                "signature in a "
                "comment, `# name : void (...)`"
            )
        for name in names:
            kernel = shell.user_ns[name]
            if not isinstance(kernel, _core.Kernel):
                kernel = shell.user_ns[name] = _api.kernel(kernel)
            _show(kernel, chosen.show or "cuda")

    shell.register_magic_function(magic, magic_kind="cell", magic_name="cudapy")


def _check(exercise: str, cell: str, options: _Options) -> None:
    from IPython.display import display  # type: ignore[import-not-found,unused-ignore]

    from .. import course

    show: Any = display
    try:
        show(course.check(exercise, cell))
    except ValueError as error:  # there is no such exercise
        options.error(str(error).removeprefix("check: "))


def _run(shell: Any, cell: str) -> None:
    """Run a cell inside the cell that is being run, so that messages have the number and the lines of that
    one."""
    before = shell.execution_count
    # Newer versions of IPython raise the count before they run a cell, and have stored its input by then.
    shell.execution_count = min(before, max(len(shell.user_ns.get("In", ())) - 1, 1))
    try:
        # The comment stands for the line of the magic.
        outcome = shell.run_cell("# %%cudapy\n" + cell, store_history=False)
    finally:
        shell.execution_count = before
    if not outcome.success:
        raise CellError


def _kernels_of(cell: str, shell: Any) -> Iterator[str]:
    """The names of the kernels that a cell defines, in order."""
    tree = ast.parse(shell.transform_cell(cell))
    for name in dict.fromkeys(each.name for each in tree.body if isinstance(each, ast.FunctionDef)):
        found = shell.user_ns.get(name)
        if isinstance(found, _core.Kernel) or re.search(
            rf"^#\s*{re.escape(name)}\s*:\s*void\b", cell, re.MULTILINE
        ):
            yield name


def _show(kernel: _core.Kernel, what: str) -> None:
    try:
        name = f"{kernel.name} for {kernel.target}"  # compiles it
    except TypeError:
        if not repr(kernel).startswith("<generic "):
            raise
        print(
            f"{kernel.signature} is generic: it is compiled when it is launched, for the "
            "types of its arguments"
        )
        return
    if what == "none":
        print(f"{name} is compiled")
        return
    from IPython.display import display  # type: ignore[import-not-found,unused-ignore]

    show: Any = display
    for each in ("cuda", "cpu") if what == "both" else (what,):
        source = kernel.cuda_source if each == "cuda" else kernel.cpu_source
        show(Source(f"{kernel.name}: {_TITLES[each]}", source))
