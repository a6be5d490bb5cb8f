"""What a folder of prebuilt kernels says of itself."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from .targets import Targets

MANIFEST = "prebuilt.json"


class Manifest(NamedTuple):
    """The version of CudaPy that built the kernels, the targets, and the kernels' signatures, docstrings,
    files and recipes. The file has a checksum."""

    cudapy: str
    targets: Targets
    signatures: dict[str, str]
    docs: dict[str, str | None]
    files: dict[str, list[str]]
    recipes: dict[str, bytes]

    def all_files(self) -> set[str]:
        return {file for files in self.files.values() for file in files}

    def to_json(self) -> dict[str, Any]:
        content: dict[str, Any] = {
            "cudapy": self.cudapy,
            "targets": {"cpu": list(self.targets.cpu), "cuda": list(self.targets.cuda)},
            "kernels": {
                name: {
                    "signature": signature,
                    "doc": self.docs[name],
                    "files": self.files[name],
                    "recipe": base64.b64encode(self.recipes[name]).decode(),
                }
                for name, signature in self.signatures.items()
            },
        }
        return {**content, "checksum": _checksum(content)}

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Reads the manifest of a folder. Raises ValueError if it is not one that build() wrote."""
        try:
            found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            if found.pop("checksum") != _checksum(found):
                raise ValueError("the checksum is another one")
            kernels = found["kernels"]
            return cls(
                found["cudapy"],
                Targets(tuple(found["targets"]["cpu"]), tuple(found["targets"]["cuda"])),
                {name: kernel["signature"] for name, kernel in kernels.items()},
                {name: kernel["doc"] for name, kernel in kernels.items()},
                {name: kernel["files"] for name, kernel in kernels.items()},
                {name: base64.b64decode(kernel["recipe"]) for name, kernel in kernels.items()},
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(
                f"{folder / MANIFEST} is no manifest of prebuilt kernels, or it is damaged: build them again"
            ) from error


def _checksum(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def path_from(value: Any, what: str) -> Path:
    """Returns the absolute path that an argument is, which messages call `what`. Raises TypeError for what is
    no path."""
    try:
        return Path(os.path.abspath(value))
    except TypeError:
        raise TypeError(f"{what} must be a path, got {type(value).__name__} {value!r}") from None
