"""For packages that setuptools builds: their wheels have the kernels that pyproject.toml asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .settings import read_settings, wheel_tag


def finalize(distribution: Any) -> None:
    """Is called by setuptools for each package that is built where CudaPy is installed. It does nothing for
    those that ask for no kernels."""
    wanted = read_settings(Path.cwd())
    if not wanted:
        return
    plain: Any = distribution.get_command_class("build_py")

    class BuildWithKernels(plain):  # type: ignore[misc]  # the class is known when it runs
        """Builds the modules, and then the kernels next to them."""

        def run(self) -> None:
            super().run()
            self.kernel_files: list[str] = []
            for each in wanted:
                package, _, name = each.folder.replace("/", ".").rpartition(".")
                is_editable = getattr(self, "editable_mode", False)
                parent = (
                    self.get_package_dir(package)
                    if is_editable
                    else Path(self.build_lib, *package.split("."))
                )
                self.kernel_files += map(str, each.build(Path(parent) / name))

        def get_outputs(self, include_bytecode: Any = 1) -> list[str]:
            outputs: list[str] = super().get_outputs(include_bytecode)
            return outputs + getattr(self, "kernel_files", [])

    distribution.cmdclass["build_py"] = BuildWithKernels
    distribution.has_ext_modules = lambda: True  # the wheel is for one platform
    if not distribution.ext_modules:
        _tag_wheels(distribution)


def _tag_wheels(distribution: Any) -> None:
    try:
        plain: Any = distribution.get_command_class("bdist_wheel")
    except Exception:  # an old setuptools without the package wheel, which makes none
        return

    class WheelForAnyPython(plain):  # type: ignore[misc]  # the class is known when it runs
        """Makes a wheel that any Python of the platform installs."""

        def get_tag(self) -> tuple[str, ...]:
            return tuple(wheel_tag().split("-", 2))

    distribution.cmdclass["bdist_wheel"] = WheelForAnyPython
