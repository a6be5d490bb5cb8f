"""Which modules have stubs: all others have their types inline, checked by mypy --strict."""

from pathlib import Path

import cudapy

STUBS = {
    "__init__.pyi": "names that mean something only in kernels, as the values that kernels see",
    "_core.pyi": "written in C++",
    "cuda/bf16.pyi": "functions whose names a table makes",
    "cuda/fp16.pyi": "functions whose names a table makes",
    "cuda/libdevice.pyi": "functions whose names a table makes",
}


def test_only_modules_that_cannot_have_their_types_inline_have_stubs():
    folder = Path(cudapy.__file__).resolve().parent
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.pyi")} == set(STUBS)
