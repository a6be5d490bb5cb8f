"""cp.load: the kernels of a folder that cp.build wrote."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

from .. import _core
from .._compile.environment import is_asked_for
from .manifest import MANIFEST, Manifest, path_from
from .recipes import recipe_from

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterator


class Prebuilt:
    """Kernels that were built before, as attributes: `cp.load(folder).saxpy(n)(2.0, X, Y)`."""

    def __init__(self, folder: Path, manifest: Manifest, kernels: dict[str, _core.Kernel]) -> None:
        self._folder, self._manifest, self._kernels = folder, manifest, kernels

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self._folder),)

    def __getattr__(self, name: str) -> _core.Kernel:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._kernels[name]
        except KeyError:
            known = ", ".join(self._kernels)
            raise AttributeError(
                f"the prebuilt kernels in {self._folder} are {known}: there is no {name}"
            ) from None

    def __getitem__(self, name: str) -> _core.Kernel:
        return self._kernels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self._kernels})

    def __repr__(self) -> str:
        return (
            f"<prebuilt kernels {', '.join(self._kernels)} for {self._manifest.targets}, in {self._folder}>"
        )


def load(folder: str | os.PathLike[str], target: Any = None) -> Prebuilt:
    """Give the kernels of a folder that build() wrote, as attributes and by `loaded["name"]`.

    A kernel is translated again when it is first used, which takes some milliseconds, and its code is looked
    for in the folder before a compiler is. A RuntimeWarning says so if no target fits this machine, and the
    kernel was compiled.

    folder: the path. It holds code, so others must not be able to write there.
    target: where the kernels run, as for compile().

    Raises CacheError for a folder that others may write to, ValueError for one that is damaged or of another
    version. Launches raise ToolchainError where a kernel has no code there and no compiler is found.

    >>> @cp.kernel("void (float* X)")
    ... def double_all(X):
    ...     X[idx] *= 2
    >>> import tempfile
    >>> mykernels = cp.load(cp.build(double_all, to=tempfile.mkdtemp(), targets="cpu"), target="cpu")
    >>> X = [1.0, 2.0]
    >>> mykernels.double_all(2)(X)
    >>> X
    [2.0, 4.0]
    """
    path = path_from(folder, "load: the folder")
    _core.add_prebuilt(str(path))  # throws where others may write there: what follows runs what is in it
    if os.path.exists(path / MANIFEST) and os.stat(path / MANIFEST).st_mode & 0o002:
        raise _core.CacheError(f"{path / MANIFEST} cannot be used: others may write to it")
    manifest = Manifest.read(path)
    if manifest.cudapy != _core.version:
        raise ValueError(
            f"the kernels in {path} were built by CudaPy {manifest.cudapy}, and this is {_core.version}: "
            "build them again"
        )
    kernels = {name: _kernel(name, path, manifest, target) for name in manifest.signatures}
    return Prebuilt(path, manifest, kernels)


def _kernel(name: str, folder: Path, manifest: Manifest, target: Any) -> _core.Kernel:
    def compiled(_: _core.Kernel) -> _core.Kernel:
        call = recipe_from(manifest.recipes[name], name).compiled(target)
        is_prebuilt = str(Path(call.path).parent) in _core.prebuilt_folders()
        if not is_prebuilt and not is_asked_for("CUDAPY_CHECKED"):
            warnings.warn(_compiled_because(name, folder, manifest, call), RuntimeWarning, stacklevel=2)
        return call

    kernel = _core.Kernel(compiled)
    kernel.__name__ = name
    kernel.__doc__ = manifest.docs.get(name)
    return kernel


def _compiled_because(name: str, folder: Path, manifest: Manifest, call: _core.Kernel) -> str:
    if unloadable := call._unloadable:
        return f"{name}: its prebuilt code could not be loaded, and it was compiled: {'; '.join(unloadable)}"
    return (
        f"{name}: there is no build for this {_machine(call.target)} among those for {manifest.targets} in "
        f"{folder}: it was compiled"
    )


def _machine(target: str) -> str:
    if target == "cuda":
        major, minor = _core.device_properties(_core.current_device())["compute_capability"]
        return f"GPU (cuda:sm_{major}{minor})"
    return f"processor (cpu:{', '.join(_core.cpu_targets()[1][:1])})"
