"""The examples that the page offers to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("example_texts")


@dataclass(frozen=True)
class Example:
    """A text with a kernel, and a launch of it: numbers and arrays as Python expressions."""

    name: str
    title: str
    kernel: str
    threads: str
    inputs: Mapping[str, str]
    block: str = ""

    @property
    def text(self) -> str:
        return (_FOLDER / f"{self.name}.py").read_text(encoding="utf-8")

    def as_json(self) -> dict[str, Any]:
        launch = {
            "kernel": self.kernel,
            "threads": self.threads,
            "block": self.block,
            "inputs": dict(self.inputs),
        }
        return {"name": self.name, "title": self.title, "text": self.text, "launch": launch}


EXAMPLES = (
    Example(
        "saxpy",
        "saxpy: one thread, one element",
        kernel="saxpy",
        threads="100",
        inputs={"alpha": "2.0", "X": "[i / 2 for i in range(100)]", "Y": "[1.0] * 100"},
    ),
    Example(
        "transpose",
        "Transpose by tiles of shared memory",
        kernel="transpose",
        threads="64, 32",
        block="32, 32",
        inputs={
            "A": "[[100 * r + c for c in range(50)] for r in range(20)]",
            "B": "[[0] * 20 for _ in range(50)]",
        },
    ),
    Example(
        "reduction",
        "Sum: a tree in each block",
        kernel="total",
        threads="512",
        block="256",
        inputs={"X": "[1.0] * 500", "S": "[0.0]"},
    ),
    Example(
        "race",
        "A race: a histogram that loses counts",
        kernel="histogram",
        threads="64",
        inputs={"X": "[i * i % 7 for i in range(64)]", "H": "[0] * 7"},
    ),
)
