"""`python -m cudapy info`: what this machine has for kernels to be compiled and run with."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args

from .. import _core
from .._compile.environment import site_packages

Which = Literal["nvcc", "nvrtc", "host"]


def collect() -> dict[str, Any]:
    """Returns all information, as values for JSON."""
    count, cuda, reason = _core.cuda_state()
    name, cores = _core.cpu_properties()
    entries: list[Any] = []
    cache: dict[str, Any] = {"folder": None}
    try:
        cache["folder"] = _core.cache_folder()
        entries = _core.cache_list()
        cache |= {"entries": len(entries), "bytes": sum(entry["bytes"] for entry in entries)}
    except _core.Error as error:
        cache["problem"] = str(error)
    return {
        "cudapy": _core.version,
        "python": sys.version.split()[0],
        "cuda_driver": cuda,
        "no_gpu_because": reason or None,
        "devices": [{"index": index, **_core.device_properties(index)} for index in range(count)],
        "cpu": {"name": name, "cores": cores},
        "compilers": {which: _compiler(which) for which in get_args(Which)},
        "cache": cache,
    }


def _compiler(which: Which) -> dict[str, str | None]:
    try:
        path, identity = _core.compiler(which, site_packages())
    except _core.Error as error:
        return {"path": None, "version": None, "problem": str(error), "note": None}
    version = _version(identity)
    return {"path": path, "version": version, "problem": None, "note": _note(which, version)}


def _note(which: Which, version: str) -> str | None:
    """Returns what is wrong with a compiler, and what CudaPy does about it."""
    if which == "host" or not re.search(r"\b13\.[0-4]\b", version):
        return None
    return (
        "for sm_90 and later it loses the minus in min(min(a, -b), c) of integers: kernels "
        "are written around that"
    )


def _version(identity: str) -> str:
    """The line of what a compiler prints of itself that has its version."""
    lines = [line.strip() for line in identity.splitlines()]
    return next((line for line in lines if line.startswith("Cuda compilation tools")), lines[0])


def _bytes(count: float) -> str:
    units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    while count >= 1024 and len(units) > 1:
        count /= 1024
        del units[0]
    return f"{count} {units[0]}" if isinstance(count, int) else f"{count:.4g} {units[0]}"


def _product(counts: Iterable[int]) -> str:
    return " x ".join(map(str, counts))


def _device(device: dict[str, Any]) -> Iterator[str]:
    major, minor = device["compute_capability"]
    yield f"cuda:{device['index']}  {device['name']}"
    rows = [
        ("compute capability", f"{major}.{minor} (sm_{major}{minor})"),
        (
            "memory",
            f"{_bytes(device['memory_bytes'])}, {device['memory_bus_bits']} bits wide, at "
            f"{device['memory_clock_khz'] / 1e3:g} MHz",
        ),
        ("multiprocessors", f"{device['multiprocessors']} at {device['clock_khz'] / 1e3:g} MHz"),
        ("warp size", device["warp_size"]),
        (
            "threads",
            f"{device['threads_per_block']} a block, {device['threads_per_multiprocessor']} a multiprocessor",
        ),
        ("blocks", f"{device['blocks_per_multiprocessor']} a multiprocessor"),
        (
            "shared memory",
            f"{_bytes(device['shared_bytes_per_block'])} a block "
            f"({_bytes(device['most_shared_bytes_per_block'])} at most), "
            f"{_bytes(device['shared_bytes_per_multiprocessor'])} a multiprocessor",
        ),
        (
            "registers",
            f"{device['registers_per_block']} a block, {device['registers_per_multiprocessor']} a "
            "multiprocessor",
        ),
        ("L2 cache", _bytes(device["l2_bytes"])),
        ("constant memory", _bytes(device["constant_bytes"])),
        ("largest block", _product(device["largest_block"])),
        ("largest grid", _product(device["largest_grid"])),
        ("grid_sync()", "yes" if device["cooperative_launches"] else "no"),
        ("bus", device["bus_id"]),
    ]
    for name, value in rows:
        yield f"  {name:<18}  {value}"


def text() -> str:
    """Returns the same information as text for people."""
    info = collect()
    lines = [f"cudapy {info['cudapy']}, Python {info['python']}"]
    if info["cuda_driver"]:
        lines.append(
            f"CUDA driver for CUDA {info['cuda_driver']}, {len(info['devices'])} "
            f"device{'' if len(info['devices']) == 1 else 's'}"
        )
    else:
        lines.append(f"no GPU: {info['no_gpu_because']}")
    for device in info["devices"]:
        lines += ["", *_device(device)]
    lines += ["", f"cpu  {info['cpu']['name']}", f"  {'cores':<18}  {info['cpu']['cores']}", "", "compilers"]
    for which, compiler in info["compilers"].items():
        if compiler["path"]:
            lines += [f"  {which:<18}  {compiler['path']}", f"  {'':<18}  {compiler['version']}"]
            if compiler["note"]:
                lines.append(f"  {'':<18}  {compiler['note']}")
        else:
            lines.append(
                f"  {which:<18}  none: {compiler['problem'].splitlines()[0].partition(' Looked for:')[0]}"
            )
    lines += ["", "cache"]
    cache = info["cache"]
    lines.append(f"  {'folder':<18}  {cache['folder']}")
    if "problem" in cache:
        lines.append(f"  {'problem':<18}  {cache['problem']}")
    else:
        lines.append(f"  {'entries':<18}  {cache['entries']}, {_bytes(cache['bytes'])}")
    return "\n".join(lines)
