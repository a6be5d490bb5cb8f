"""The lenses above kernels, and the C++ that they show."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Literal

from lsprotocol import types as lsp

from .. import _core
from .facts import Facts, Find, whole
from .positions import Lines

SHOW_CUDA = "cudapy.showCuda"
SHOW_CPP = "cudapy.showCpp"
_SHOWN: dict[str, tuple[Literal["cuda", "cpu"], str, str]] = {
    SHOW_CUDA: ("cuda", "cu", "cuda-cpp"),
    SHOW_CPP: ("cpu", "cpp", "cpp"),
}
"""For each command the target, the extension of a file, and the name of the language."""


def lenses(facts: Facts, lines: Lines, uri: str) -> list[lsp.CodeLens]:
    """Returns two lenses for each kernel."""
    found = []
    for kernel in facts.definitions:
        if kernel.kind in ("kernel", "numba kernel") and kernel.place.file == facts.path:
            at = lines.range(*kernel.place[1:])
            for title, command in (("CUDA", SHOW_CUDA), ("C++", SHOW_CPP)):
                found.append(lsp.CodeLens(at, lsp.Command(title, command, arguments=[uri, kernel.name])))
    return found


def translation(facts: Facts, text: str, command: str, kernel: str, find: Find) -> dict[str, str]:
    """Returns the `text` that a kernel is translated to and its `language`, and a `problem` where there is
    none."""
    target, _, language = _SHOWN[command]
    numba = [
        [each.name for each in facts.definitions if each.kind == kind]
        for kind in ("numba kernel", "numba helper")
    ]
    try:
        made = _core.translate_kernel(whole(text), facts.path, target, kernel, find, *numba)
    except Exception as error:
        return {"language": language, "text": "", "problem": f"{type(error).__name__}: {error}"}
    problem = ""
    if not made["ok"]:
        first = next(each for each in made["diagnostics"] if each["severity"] == "error")
        problem = f"{kernel} is not translated: line {first['line']}: {first['message']}"
    return {"language": language, "text": made["source"], "problem": problem}


class Shown:
    """The files that an editor is asked to show. They are gone when the server ends."""

    def __init__(self) -> None:
        self._folder = ""

    def write(self, text: str, command: str, path: str, kernel: str) -> str:
        """Writes a translation and returns the URI of its file."""
        if not self._folder:
            self._folder = tempfile.mkdtemp(prefix="cudapy-")
        stem = "".join(each for each in Path(path).stem if each.isalnum() or each == "_") or "kernels"
        file = Path(self._folder) / f"{stem}.{kernel}.{_SHOWN[command][1]}"
        file.write_text(text, encoding="utf-8")
        return file.as_uri()

    def remove(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
