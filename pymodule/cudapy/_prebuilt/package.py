"""The modules of the package that a folder of prebuilt kernels is: `from mykernels import saxpy`."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .manifest import Manifest


def package_of(manifest: Manifest) -> dict[str, str]:
    """Returns the texts of `__init__.py`, which loads the kernels, and `__init__.pyi`, which tells editors of
    them."""
    names = list(manifest.signatures)
    head = f'"""Kernels that CudaPy {manifest.cudapy} has built for {manifest.targets}."""\n\n'
    lines = [
        "from cudapy import load as _load",
        "",
        "_loaded = _load(__path__[0])",
        *(f"{name} = _loaded.{name}" for name in names),
        "",
        f"__all__ = {names!r}",
    ]
    stubs = ["from cudapy import Kernel", ""]
    for name in names:
        text = "\n\n".join(each for each in (manifest.signatures[name], manifest.docs[name]) if each)
        stubs += [f"{name}: Kernel", _docstring(text)]
    return {"__init__.py": head + "\n".join(lines) + "\n", "__init__.pyi": head + "\n".join(stubs) + "\n"}


def _docstring(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{escaped}"""' if not escaped.endswith('"') else f'"""{escaped} """'
