"""The student's files, which an editor may change while the page shows them."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile

from ..exercise import Exercise
from ..looking import text_of
from ..student import Folder


class FileConflict(Exception):
    """The file is not any more what the page last saw."""


def opened(folder: Folder, exercise: Exercise) -> tuple[str, str]:
    """Returns the text of an exercise's file, and its version. Makes the file if it is missing.

    Raises Misuse where the file is none that can be read, and OSError.
    """
    folder.start(exercise)
    text = text_of(folder.file(exercise))
    return text, version_of(text)


def version_of(text: str) -> str:
    """Returns a version of a text. Any two texts have different ones."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def save(folder: Folder, exercise: Exercise, text: str, version: str | None) -> str:
    """Saves a text as an exercise's file, whole or not at all, and returns the new version.

    version: the one that the text was made from; None to save it whatever the file has become.

    Raises FileConflict where the file is another by now, Misuse where it is none that can be read, and
    OSError.
    """
    path = folder.file(exercise)
    data = text.encode("utf-8")
    with folder.locked():
        if version is not None and opened(folder, exercise)[1] != version:
            raise FileConflict(f"{path.name} was changed by another program")
        number, new = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder.path)
        try:
            with open(number, "wb") as file:
                file.write(data)
            with contextlib.suppress(OSError):
                os.chmod(new, path.stat().st_mode & 0o777)
            os.replace(new, path)
        except BaseException:
            os.unlink(new)
            raise
    return version_of(text)
