"""The kernels that a package of somebody brings prebuilt, as its pyproject.toml says:

[tool.cudapy.build]
"mypackage/mykernels" = { kernels = "src/mypackage/kernels.py", targets = ["cpu", "cuda:sm_80,sm_90"] }
"""

from __future__ import annotations

import sysconfig
import tomllib
from pathlib import Path
from typing import Any, NamedTuple


class Prebuild(NamedTuple):
    """A folder in the wheel, the file with its kernels, and the targets as build() takes them."""

    folder: str
    kernels: Path
    targets: list[str] | None

    def build(self, to: Path) -> list[Path]:
        """Builds the kernels into a folder, and returns its files."""
        from .build import build

        build(self.kernels, to, self.targets)
        return [each for each in to.iterdir() if each.is_file()]


def read_settings(project: Path) -> list[Prebuild]:
    """Returns what the pyproject.toml in a folder asks for. Raises ValueError for a table that says something
    else."""
    file = project / "pyproject.toml"
    if not file.is_file():
        return []
    table: Any = (
        tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("cudapy", {}).get("build", {})
    )
    if not isinstance(table, dict):
        raise _wrong(file, "build", table)
    return [_prebuild(file, folder, given) for folder, given in table.items()]


def wheel_tag() -> str:
    """Returns the tag of a wheel with prebuilt kernels: they are for any Python, and for one platform."""
    return f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _prebuild(file: Path, folder: str, table: Any) -> Prebuild:
    if not isinstance(table, dict) or not {"kernels"} <= table.keys() <= {"kernels", "targets"}:
        raise _wrong(file, folder, table)
    kernels, targets = table["kernels"], table.get("targets")
    if isinstance(targets, str):
        targets = [targets]
    is_list = targets is None or (
        isinstance(targets, list) and all(isinstance(each, str) for each in targets)
    )
    if not isinstance(kernels, str) or not is_list:
        raise _wrong(file, folder, table)
    parts = Path(folder).parts
    if not parts or not all(part.isidentifier() for part in parts):
        raise ValueError(
            f"{file}: {folder!r} in [tool.cudapy.build] is no path of a package, as 'mypackage/mykernels'"
        )
    return Prebuild(folder, file.parent / kernels, targets)


def _wrong(file: Path, key: str, value: Any) -> ValueError:
    return ValueError(
        f'{file}: {key!r} in [tool.cudapy.build] is {value!r}: write "mypackage/mykernels" = '
        '{ kernels = "src/mypackage/kernels.py", targets = ["cpu", "cuda:sm_80,sm_90"] }'
    )
