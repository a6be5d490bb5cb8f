"""Files of programs: read as Python reads them, and written back whole, with their encoding and their line
ends."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import tokenize
from collections.abc import Iterator


class File:
    """The text of a file, and how it is encoded."""

    def __init__(self, path: str) -> None:
        """Reads a file. Raises OSError where it cannot be read, and SyntaxError or UnicodeDecodeError where
        it is no text in the encoding that it names."""
        self.path = os.path.realpath(path)
        with open(self.path, "rb") as file:
            self.bytes = file.read()
        self._encoding, _ = tokenize.detect_encoding(io.BytesIO(self.bytes).readline)
        self.text = self.bytes.decode(self._encoding)

    def encoded(self, text: str) -> bytes:
        """Returns the bytes of a text in the file's encoding."""
        return text.encode(self._encoding)

    def write(self, text: str, backs_up: bool) -> str | None:
        """Writes a text in the place of the file's, at once or not at all. Returns the path of a copy of what
        was there, or None."""
        copy = _free_path(self.path) if backs_up else None
        if copy:
            shutil.copy2(self.path, copy)
        write_whole(self.path, self.encoded(text), like=self.path)
        return copy


def _free_path(path: str) -> str:
    """Returns the path of a copy that does not exist yet: that of the file with `.orig`, or with `.orig2`
    …"""
    number = 1
    while os.path.lexists(made := f"{path}.orig{number if number > 1 else ''}"):
        number += 1
    return made


def write_whole(path: str, data: bytes, like: str | None = None) -> None:
    """Writes a file at once or not at all: what was there stays until all is written."""
    handle, made = tempfile.mkstemp(prefix=".cudapy-port-", dir=os.path.dirname(os.path.abspath(path)))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if like and os.path.exists(like):
            shutil.copymode(like, made)
        else:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(made, 0o666 & ~mask)
        os.replace(made, path)
    except BaseException:
        os.unlink(made)
        raise


def programs_in(folder: str) -> Iterator[str]:
    """Yields the paths of the programs and notebooks in a folder and those in it, but for hidden ones."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            each
            for each in folders
            if not each.startswith(".") and each not in ("__pycache__", "node_modules")
        )
        for name in sorted(names):
            if name.endswith((".py", ".pyw", ".ipynb")) and not name.startswith("."):
                yield os.path.join(place, name)
