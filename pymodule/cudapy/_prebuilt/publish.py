"""Putting what was built into the folder of prebuilt kernels, while other builds may do the same and programs
read it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import tempfile
from pathlib import Path

from .manifest import MANIFEST, Manifest
from .package import package_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterator

_CODE = re.compile(r"[0-9a-f]{64}-(cpu|cuda)\..*")
_OURS = re.compile(rf"{_CODE.pattern}|\.build-.*|__init__\.pyi?|__pycache__")


def refuse_other_things(folder: Path) -> None:
    """Raises ValueError for a folder with other things than what a build writes, even one that was killed."""
    if not folder.is_dir() or (folder / MANIFEST).is_file():
        return
    if not all(_OURS.fullmatch(each.name) for each in folder.iterdir()):
        raise ValueError(
            f"build: {folder} is no folder of prebuilt kernels, and not empty: name a new or an empty one"
        )


@contextlib.contextmanager
def staging(folder: Path) -> Iterator[Path]:
    """A folder for what is being built, inside the other one, so that files are moved in one step. The other
    one is made, and is gone again if it is new and nothing was published."""
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    made_in = Path(tempfile.mkdtemp(prefix=".build-", dir=folder))
    try:
        yield made_in
    finally:
        shutil.rmtree(made_in, ignore_errors=True)
        if is_new:
            with contextlib.suppress(OSError):  # it is not empty
                folder.rmdir()


def publish(manifest: Manifest, made_in: Path, folder: Path) -> None:
    """Moves what was built into the folder, one build after the other. The manifest comes after all that it
    names, in one step: until then readers have the old one, whose files go last."""
    for name, text in {**package_of(manifest), MANIFEST: _text_of(manifest)}.items():
        path = made_in / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o644)  # only the user may change it, and all may read it
    wanted = manifest.all_files()
    with _locked(folder):
        for name in sorted(wanted):
            os.replace(made_in / name, folder / name)
        os.replace(made_in / MANIFEST, folder / MANIFEST)
        for name in package_of(manifest):
            os.replace(made_in / name, folder / name)
        for each in folder.iterdir():
            if _CODE.fullmatch(each.name) and each.name not in wanted:
                each.unlink(missing_ok=True)


def _text_of(manifest: Manifest) -> str:
    return json.dumps(manifest.to_json(), indent=2) + "\n"


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Waits until no other build publishes into the folder. Some network file systems have no locks."""
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
