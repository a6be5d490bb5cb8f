"""For packages that hatch builds: `[tool.hatch.build.hooks.cudapy]` gives their wheels the kernels that
[tool.cudapy.build] asks for."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.plugin import hookimpl

from .settings import read_settings, wheel_tag


class KernelsHook(BuildHookInterface[Any]):
    """Builds the kernels before a wheel is made, and puts them into it."""

    PLUGIN_NAME = "cudapy"
    _folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wanted = read_settings(Path(self.root)) if self.target_name == "wheel" else []
        if version == "editable":  # the folder is next to the modules, where they are imported from
            for each in wanted:
                each.build(each.kernels.parent / Path(each.folder).name)
            return
        if not wanted:
            return
        self._folder = Path(tempfile.mkdtemp(prefix="cudapy-kernels-"))
        for number, each in enumerate(wanted):
            for file in each.build(self._folder / str(number)):
                build_data["force_include"][str(file)] = f"{each.folder}/{file.name}"
        build_data["pure_python"] = False
        build_data["tag"] = wheel_tag()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


@hookimpl
def hatch_register_build_hook() -> type[BuildHookInterface[Any]]:
    """Tells hatch of the hook."""
    return KernelsHook
