"""`python -m cudapy doctor`: tries what compiles and runs kernels.

It says what is missing, and the one command that installs it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from .. import _core
from .._compile.compile import compile_functions
from .._compile.environment import site_packages
from .._compile.options import Options
from .info import _bytes, _version

CUDA_TEXT = 'extern "C" __global__ void probe(float* X) { X[threadIdx.x] = X[threadIdx.x] * 2 + 1; }\n'
GXX = {"debian": "g++", "ubuntu": "g++", "fedora": "gcc-c++", "conda": "gxx"}


def probe(X):  # type: ignore[no-untyped-def]
    X[idx] = X[idx] * 2 + 1  # type: ignore[name-defined]


@dataclass(frozen=True)
class Machine:
    """Where this process runs, as far as it decides which command installs something."""

    name: str  # "Debian GNU/Linux 12 (bookworm)"
    family: str = ""  # "debian", "ubuntu" or "fedora"; "" for one whose packages are not known here
    is_root: bool = False
    is_wsl: bool = False
    is_colab: bool = False
    is_conda: bool = False
    is_container: bool = False
    has_card: bool = False  # an NVIDIA GPU on the bus, with a driver or without

    def system_command(self, packages: Mapping[str, str]) -> str | None:
        """Returns the command that installs a package, given its names by family; None if unknown."""
        if self.is_conda and "conda" in packages:
            return self._line(f"conda install -y -c conda-forge {packages['conda']}")
        name = packages.get(self.family)
        if not name:
            return None
        sudo = "" if self.is_root or self.is_colab else "sudo "
        if self.family == "fedora":
            return self._line(f"{sudo}dnf install -y {name}")
        return self._line(f"{sudo}apt-get update && {sudo}apt-get install -y {name}")

    def pip_command(self, packages: str) -> str:
        if self.is_colab:
            return self._line(f"pip install {packages}")
        name = os.path.basename(sys.executable)
        found = shutil.which(name)
        is_found = found is not None and os.path.abspath(found) == os.path.abspath(sys.executable)
        return f"{name if is_found else shlex.quote(sys.executable)} -m pip install {packages}"

    def unset_command(self, variable: str) -> str:
        return f'import os; del os.environ["{variable}"]' if self.is_colab else f"unset {variable}"

    def _line(self, command: str) -> str:
        return f"!{command}" if self.is_colab else command


@dataclass
class Finding:
    """What was found out about one thing, the subject."""

    # "ok"; "none": absent, and not needed; "missing": absent, and needed; "broken": there, and does not work
    state: str
    subject: str
    lines: list[str] = field(default_factory=list)
    command: str | None = None


def this_machine(root: str | Path = "/", environ: Mapping[str, str] = os.environ) -> Machine:
    """Returns the machine whose files are below `root`."""
    root = Path(root)
    release = {}
    for line in _text(root / "etc/os-release").splitlines():
        name, _, value = line.partition("=")
        release[name] = "".join(shlex.split(value))
    kinds = [release.get("ID", ""), *release.get("ID_LIKE", "").split()]
    family = next(
        (each for each in ("ubuntu", "debian", "fedora") if each in kinds),
        "fedora" if "rhel" in kinds else "",
    )
    return Machine(
        name=release.get("PRETTY_NAME", "Linux"),
        family=family,
        is_root=os.geteuid() == 0,
        is_wsl="microsoft" in _text(root / "proc/sys/kernel/osrelease").lower(),
        is_colab="COLAB_RELEASE_TAG" in environ,
        is_conda=bool(environ.get("CONDA_PREFIX"))
        and Path(sys.prefix).resolve() == Path(environ["CONDA_PREFIX"]).resolve(),
        is_container=(root / ".dockerenv").exists() or (root / "run/.containerenv").exists(),
        has_card=any(
            _text(folder / "vendor").strip() == "0x10de" and _text(folder / "class").startswith("0x03")
            for folder in (root / "sys/bus/pci/devices").glob("*")
        ),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


@contextlib.contextmanager
def _empty_cache() -> Iterator[None]:
    """Keeps compiled kernels in an empty folder, so that none compiled before hides that a compiler fails.

    The folder is in the cache where it can be, because programs may not be loaded from every disk.
    """
    try:
        parent = _core.cache_folder()
        _core.cache_list()
        os.makedirs(parent, mode=0o700, exist_ok=True)
        folder = tempfile.mkdtemp(prefix="doctor-", dir=parent)
    except (OSError, _core.Error):
        folder = tempfile.mkdtemp(prefix="cudapy-doctor-")
    before = os.environ.get("CUDAPY_CACHE_DIR")
    os.environ["CUDAPY_CACHE_DIR"] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ["CUDAPY_CACHE_DIR"]
        else:
            os.environ["CUDAPY_CACHE_DIR"] = before
        shutil.rmtree(folder, ignore_errors=True)


def _try_kernel(target: str, compiler: Literal["nvcc", "nvrtc"] | None = None) -> float:
    """Compiles a kernel and runs it. Returns the seconds that compiling took; raises an Error or OSError."""
    with _empty_cache():
        start = time.monotonic()
        options = Options(target=target, compiler=compiler, checked=False)
        call = compile_functions(probe, "void (float* X)", options)
        seconds = time.monotonic() - start
        X = [0.0, 1.0, 2.0]
        call(3)(X)
    if X != [1.0, 3.0, 5.0]:
        raise _core.LaunchError(f"the kernel ran and gave {X}, not [1.0, 3.0, 5.0]")
    return seconds


def _try_cubin(which: Literal["nvcc", "nvrtc"], architecture: str) -> float:
    """Compiles CUDA C++ for no GPU of this machine. Returns the seconds that it took; raises an Error."""
    start = time.monotonic()
    _core.compile_cubin(CUDA_TEXT, architecture, which, site_packages())
    return time.monotonic() - start


def _first_lines(error: Exception, count: int = 6) -> list[str]:
    """Returns what an error says first; compilers say much after it."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[:count]


def _gxx_command(machine: Machine) -> str:
    return machine.system_command(GXX) or machine.pip_command("ziglang")


def _look_at_host(machine: Machine, environ: Mapping[str, str]) -> Finding:
    subject = "host compiler"
    named = next((name for name in ("CUDAPY_CXX", "CXX") if environ.get(name)), None)
    try:
        path, identity = _core.compiler("host", site_packages())
    except _core.Error as error:
        if environ.get("CUDAPY_CXX"):
            return Finding("broken", subject, _first_lines(error, 2), machine.unset_command("CUDAPY_CXX"))
        lines = [
            "There is no g++, clang++ or c++ in PATH, and no package ziglang. "
            "Without one, kernels do not run on the CPU."
        ]
        command = _gxx_command(machine)
        if "ziglang" in command:
            lines.append("ziglang makes its libraries for the first kernel, which takes it minutes.")
        return Finding("missing", subject, lines, command)
    lines = [path, _version(identity)]
    try:
        seconds = _try_kernel("cpu")
    except (_core.Error, OSError) as error:
        lines += ["A kernel could not be compiled and run on the CPU:", *_first_lines(error)]
        return Finding(
            "broken", subject, lines, machine.unset_command(named) if named else _gxx_command(machine)
        )
    return Finding("ok", subject, [*lines, f"It compiled a kernel in {seconds:.1f} s, which ran on the CPU."])


def _look_at_gpu(machine: Machine, environ: Mapping[str, str]) -> Finding:
    subject = "GPU"
    count, cuda, reason = _core.cuda_state()
    if count:
        devices = [_core.device_properties(index) for index in range(count)]
        lines = [
            f"cuda:{index}  {device['name']}, sm_{''.join(map(str, device['compute_capability']))}"
            for index, device in enumerate(devices)
        ]
        return Finding("ok", subject, [*lines, f"NVIDIA's driver, for CUDA {cuda}"])
    lines = [_sentence(reason)]
    if environ.get("CUDA_VISIBLE_DEVICES") is not None:
        lines.append("CUDA_VISIBLE_DEVICES is set, and may hide the GPUs.")
        return Finding("missing", subject, lines, machine.unset_command("CUDA_VISIBLE_DEVICES"))
    if machine.is_colab:
        return Finding(
            "none", subject, [*lines, "For a GPU choose Runtime, Change runtime type in Colab's menu."]
        )
    if machine.is_wsl:
        lines.append(
            "If this computer has an NVIDIA GPU, install NVIDIA's driver on Windows (nvidia.com/drivers), "
            "and none in WSL. Then restart WSL from Windows:"
        )
        return Finding("none", subject, lines, "wsl.exe --shutdown")
    if not machine.has_card:
        return Finding(
            "none",
            subject,
            [*lines, "This machine shows no NVIDIA GPU, so nothing has to be installed for one."],
        )
    if "could not be opened" not in reason:
        return Finding(
            "broken", subject, [*lines, "There is a GPU. NVIDIA's own program says more:"], "nvidia-smi"
        )
    if machine.is_container:
        lines.append(
            "The computer has an NVIDIA GPU that this container does not see. Start the container so:"
        )
        return Finding("missing", subject, lines, "docker run --gpus all")
    lines.append("There is an NVIDIA GPU and no driver for it.")
    if machine.family == "ubuntu":
        return Finding("missing", subject, lines, machine._line("sudo ubuntu-drivers install"))
    if machine.family == "debian":
        lines.append(
            "Debian has the driver in its component non-free, which has to be among the sources of apt."
        )
    elif machine.family == "fedora":
        lines.append("Fedora's users have the driver from the repository RPM Fusion, nonfree.")
    else:
        lines.append("Install the driver of this system, or the one at nvidia.com/drivers.")
    return Finding(
        "missing",
        subject,
        lines,
        machine.system_command({"debian": "nvidia-driver", "fedora": "akmod-nvidia"}),
    )


def _sentence(text: str) -> str:
    sentence = text.partition(". ")[0].rstrip(".")
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _look_at_cuda_compiler(
    which: Literal["nvcc", "nvrtc"],
    subject: str,
    architecture: str,
    has_gpu: bool,
    environ: Mapping[str, str],
    machine: Machine,
) -> Finding:
    """One of the two compilers for GPUs; `architecture` is that of the first GPU, or any."""
    variable = f"CUDAPY_{which.upper()}"
    try:
        path, identity = _core.compiler(which, site_packages())
    except _core.Error as error:
        if environ.get(variable):
            return Finding("broken", subject, _first_lines(error, 2), machine.unset_command(variable))
        line = "It was not found." if has_gpu else "It was not found, and is not needed without a GPU."
        return Finding("none", subject, [line])
    lines = [path, _version(identity)]
    try:
        seconds = _try_kernel("cuda", which) if has_gpu else _try_cubin(which, architecture)
    except (_core.Error, OSError) as error:
        lines.append(
            "A kernel could not be compiled and run on the GPU:"
            if has_gpu
            else f"A kernel could not be compiled for {architecture}:"
        )
        lines += _first_lines(error)
        needs_gxx = which == "nvcc" and not shutil.which("g++")
        if needs_gxx:
            lines.append("nvcc needs g++, which is not in PATH.")
        return Finding("broken", subject, lines, machine.system_command(GXX) if needs_gxx else None)
    if has_gpu:
        return Finding(
            "ok", subject, [*lines, f"It compiled a kernel in {seconds:.1f} s, which ran on the GPU."]
        )
    return Finding("ok", subject, [*lines, f"It compiled a kernel for {architecture} in {seconds:.1f} s."])


def _nvrtc_packages(cuda: str | None) -> str:
    """The packages of NVRTC and of its headers, not newer than what the driver can load."""
    if cuda and cuda.startswith("12."):
        return "nvidia-cuda-nvrtc-cu12 nvidia-cuda-runtime-cu12"
    return "nvidia-cuda-nvrtc nvidia-cuda-runtime"


def _look_at_cuda_compilers(
    machine: Machine, environ: Mapping[str, str], has_gpu: bool
) -> tuple[Finding, Finding]:
    architecture = "sm_80"
    nvcc = _look_at_cuda_compiler("nvcc", "nvcc", architecture, has_gpu, environ, machine)
    nvrtc = _look_at_cuda_compiler("nvrtc", "NVRTC", architecture, has_gpu, environ, machine)
    if has_gpu and "ok" not in (nvcc.state, nvrtc.state) and nvrtc.state == "none":
        nvrtc.state = "missing"
        nvrtc.lines.append(
            "Without a compiler for the GPU kernels do not run there. NVRTC is the smaller one."
        )
        nvrtc.command = machine.pip_command(_nvrtc_packages(_core.cuda_state()[1]))
    elif has_gpu:
        for finding, other in ((nvcc, nvrtc), (nvrtc, nvcc)):
            if finding.state == "none" and other.state == "ok":
                finding.lines = [f"It was not found, and is not needed next to {other.subject}."]
    return nvcc, nvrtc


UNUSABLE = "unusable"  # the state of a cache without which no kernel is compiled


def _look_at_cache(machine: Machine) -> Finding:
    subject = "cache"
    try:
        folder = _core.cache_folder()
        entries = _core.cache_list()
    except _core.Error as error:
        lines = [*_first_lines(error), "Kernels are compiled nowhere until that is put right."]
        return Finding(UNUSABLE, subject, lines, "export CUDAPY_CACHE_DIR=$HOME/cudapy-cache")
    lines = [folder]
    nearest = Path(folder)
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not os.access(nearest, os.W_OK | os.X_OK):
        lines.append(
            f"{nearest} cannot be written to, so each process compiles its kernels anew. Name another folder:"
        )
        return Finding("broken", subject, lines, "export CUDAPY_CACHE_DIR=$HOME/cudapy-cache")
    free = shutil.disk_usage(nearest).free
    lines.append(f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'}, {_bytes(free)} free")
    if free < 64 * 1024 * 1024:
        return Finding(
            "broken",
            subject,
            [*lines, "The disk is nearly full. What was compiled can be removed:"],
            "python -m cudapy cache clear",
        )
    return Finding("ok", subject, lines)


def examine(machine: Machine, environ: Mapping[str, str] = os.environ) -> tuple[list[Finding], list[str]]:
    """Tries everything. Returns the findings, and the names of what runs kernels."""
    cache = _look_at_cache(machine)
    host = _look_at_host(machine, environ)
    gpu = _look_at_gpu(machine, environ)
    compilers = _look_at_cuda_compilers(machine, environ, gpu.state == "ok")
    runs: list[str] = []
    if cache.state == UNUSABLE:
        return [host, gpu, *compilers, cache], runs
    if gpu.state == "ok" and any(compiler.state == "ok" for compiler in compilers):
        runs.append("the GPU")
    if host.state == "ok":
        runs.append("the CPU")
    return [host, gpu, *compilers, cache], runs


def report(machine: Machine, findings: list[Finding], runs: list[str]) -> str:
    """Returns the text for people."""
    lines = [f"cudapy {_core.version}, Python {sys.version.split()[0]}, {machine.name}"]
    kinds = {"WSL": machine.is_wsl, "Colab": machine.is_colab, "conda": machine.is_conda}
    lines[0] += "".join(f", {name}" for name, holds in kinds.items() if holds)
    lines.append("")
    for finding in findings:
        head = f"{finding.state:<8} {finding.subject:<14} "
        for line in finding.lines:
            for part in textwrap.wrap(
                line, 100 - len(head), break_long_words=False, break_on_hyphens=False
            ) or [""]:
                lines.append(head + part)
                head = " " * len(head)
        if finding.command:
            lines.append(f"{head}    {finding.command}")
    lines.append("")
    if runs:
        lines.append(f"Kernels run on {' and on '.join(runs)}.")
    else:
        lines.append("Kernels run nowhere on this machine yet.")
    return "\n".join(lines)


def as_json(machine: Machine, findings: list[Finding], runs: list[str]) -> str:
    """Returns the same for programs."""
    import json

    content = {
        "cudapy": _core.version,
        "python": sys.version.split()[0],
        "machine": asdict(machine),
        # The subject was called "what", which stays for one version.
        "findings": [{**asdict(each), "what": each.subject} for each in findings],
        "runs_on": [{"the GPU": "cuda", "the CPU": "cpu"}[each] for each in runs],
    }
    return json.dumps(content, indent=2)


def run(for_programs: bool = False) -> int:
    """The command. Returns its exit status."""
    machine = this_machine()
    findings, runs = examine(machine)
    print((as_json if for_programs else report)(machine, findings, runs))
    return 0 if runs else 1
