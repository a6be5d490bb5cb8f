"""The targets that kernels are built for: "cpu:x86-64-v3", "cuda:sm_80,sm_90"."""

from __future__ import annotations

import re
from typing import NamedTuple

from .. import _core

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable

# One for each generation since Turing that every nvcc from 12.0 on knows, and PTX for newer ones.
_USUAL_GPUS = ("sm_75", "sm_80", "sm_90", "compute_90")


class Targets(NamedTuple):
    """What is built for, in the runtime's words: "x86-64-v3", "sm_90", "compute_90"."""

    cpu: tuple[str, ...]
    cuda: tuple[str, ...]

    def __str__(self) -> str:
        kinds = [("cpu", self.cpu), ("cuda", self.cuda)]
        return ", ".join(f"{kind}:{','.join(names)}" for kind, names in kinds if names)


def targets_from(targets: str | Iterable[str] | None, has_nvcc: bool) -> Targets:
    """Returns the targets that the argument `targets` of build() asks for. Raises TypeError and ValueError
    for others."""
    if targets is None:
        return Targets(_usual_processors(), _USUAL_GPUS if has_nvcc else ())
    texts = [targets] if isinstance(targets, str) else list(targets)
    names: dict[str, list[str]] = {"cpu": [], "cuda": []}
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(
                f"build: a target is a text such as 'cuda:sm_90', not {type(text).__name__} {text!r}"
            )
        kind, _, listed = text.partition(":")
        if kind not in names:
            raise ValueError(f"build: {text!r} is no target: write {_example()}")
        usual = _usual_processors() if kind == "cpu" else _USUAL_GPUS
        for name in [each.strip() for each in listed.split(",")] if listed else usual:
            _check(kind, name, text)
            if name not in names[kind]:
                names[kind].append(name)
    if not texts:
        raise ValueError(f"build: targets is empty: write {_example()}")
    return Targets(tuple(names["cpu"]), tuple(names["cuda"]))


def _usual_processors() -> tuple[str, ...]:
    known = _core.cpu_targets()[0]
    return tuple(name for name in known if name in ("x86-64", "x86-64-v3", "armv8-a"))


def _check(kind: str, name: str, text: str) -> None:
    if kind == "cuda":
        if re.fullmatch(r"(sm|compute)_[0-9]{2,3}", name) is None:
            raise ValueError(
                f"build: {name!r} in {text!r} is no architecture of GPUs: write sm_90 for code, and "
                "compute_90 for PTX, which newer GPUs take, too"
            )
        return
    known = _core.cpu_targets()[0]
    if name not in known:
        raise ValueError(
            f"build: {name!r} in {text!r} is no target for the CPU that is built here: these are "
            f"{', '.join(known) or 'none'}"
        )


def _example() -> str:
    processors = ",".join(_usual_processors()) or "x86-64"
    return f"'cpu:{processors}', 'cuda:sm_80,sm_90', or a list of such"
