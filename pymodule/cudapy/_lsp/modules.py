"""The modules that a text imports: from the editor where it shows them, else from the disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from .facts import LONGEST


class Modules:
    """The modules that one file may import. `texts` has what the editor shows, by path."""

    def __init__(self, path: str, texts: Mapping[str, str], roots: Iterable[str]) -> None:
        self._path = path
        self._texts = texts
        self._folders = list(dict.fromkeys((*_folders_of(path), *roots)))
        self.read: set[str] = set()
        """The paths that were found."""

    def find(self, name: str) -> tuple[str, str] | None:
        """Returns the path and the text of a module, None for one that is not there."""
        if not all(part.isidentifier() for part in name.split(".")):
            return None
        inside = name.replace(".", "/")
        for folder in self._folders:
            for file in (f"{folder}/{inside}.py", f"{folder}/{inside}/__init__.py"):
                text = None if file == self._path else self._text(file)
                if text is not None:
                    self.read.add(file)
                    return file, text
        return None

    def _text(self, file: str) -> str | None:
        if file in self._texts:
            return self._texts[file]
        path = Path(file)
        try:
            if not path.is_file() or path.stat().st_size > LONGEST:
                return None
            return path.read_bytes().decode("utf-8", "replace")
        except (OSError, ValueError):
            return None


def _folders_of(path: str) -> list[str]:
    """Returns the folder of a file, and the one that its package is in."""
    folder = Path(path).parent
    outermost = folder
    while (outermost / "__init__.py").is_file() and outermost != outermost.parent:
        outermost = outermost.parent
    return [str(folder), str(outermost)]
