"""python -m cudapy doctor: what it says of this machine, and of machines that are made up."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import textwrap
from types import SimpleNamespace

import cudapy as cp
import pytest
from cudapy._tools import doctor as _doctor
from cudapy._tools.doctor import Finding, Machine

RELEASES = {  # the lines of /etc/os-release that say something
    "debian": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nID=debian\n',
    "ubuntu": 'PRETTY_NAME="Ubuntu 24.04.1 LTS"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n',
    "mint": 'PRETTY_NAME="Linux Mint 22"\nID=linuxmint\nID_LIKE="ubuntu debian"\n',
    "fedora": 'VERSION="41 (Server Edition)"\nID=fedora\nPRETTY_NAME="Fedora Linux 41 (Server Edition)"\n',
    "rocky": 'ID="rocky"\nID_LIKE="rhel centos fedora"\nPRETTY_NAME="Rocky Linux 9.4 (Blue Onyx)"\n',
    "arch": 'NAME="Arch Linux"\nPRETTY_NAME="Arch Linux"\nID=arch\n',
}
NO_LIBRARY = "the CUDA driver's library libcuda.so.1 could not be opened: no such file. It comes with more."
NO_DEVICE = "there is a CUDA driver, but it sees no GPU: CUDA_ERROR_NO_DEVICE (100): none. Check nvidia-smi."


class FakeCore:
    """What `cudapy._core` would say on another machine."""

    Error, LaunchError, version = cp.Error, cp.LaunchError, "1.2.3"

    def __init__(
        self, folder, compilers=(), gpus=(), cuda="13.0", reason=NO_LIBRARY, cubins=("nvcc", "nvrtc")
    ):
        self.folder, self.compilers, self.gpus, self.cuda, self.reason, self.cubins = (
            folder,
            dict(compilers),
            gpus,
            cuda,
            reason,
            cubins,
        )

    def compiler(self, which, site_packages):
        if which not in self.compilers:
            raise cp.ToolchainError(f"no {which} was found. Looked for:\n  a\n  b")
        return self.compilers[which], f"{which} 9.9\nmore"

    def compile_cubin(self, text, architecture, which, site_packages):
        if which not in self.cubins:
            raise cp.ToolchainError("the compiler exited with status 1\n  command: nvcc\nerror: no")
        return b"cubin"

    def cuda_state(self):
        return (len(self.gpus), self.cuda, "") if self.gpus else (0, None, self.reason)

    def device_properties(self, index):
        return {"name": self.gpus[index], "compute_capability": (9, 0)}

    def cache_folder(self):
        return str(self.folder)

    def cache_list(self):
        return [{}]


@pytest.fixture
def said(tmp_path, monkeypatch):
    """What the doctor says of a machine, below its first line, and what runs kernels."""

    def say(machine, environ=(), kernels=("cpu", "cuda nvcc", "cuda nvrtc"), path=None, **core):
        def try_kernel(target, compiler=None):
            if f"{target} {compiler or ''}".strip() not in kernels:
                raise cp.ToolchainError("the compiler exited with status 1\n  command: it\nerror: no")
            return 0.25

        monkeypatch.setattr(_doctor, "_core", FakeCore(tmp_path, **core))
        monkeypatch.setattr(_doctor, "_try_kernel", try_kernel)
        monkeypatch.setattr(
            _doctor,
            "_try_cubin",
            lambda which, architecture: _doctor._core.compile_cubin("", architecture, which, []) and 0.5,
        )
        monkeypatch.setattr(_doctor.shutil, "disk_usage", lambda folder: SimpleNamespace(free=5 * 2**30))
        monkeypatch.setattr(_doctor.shutil, "which", lambda name: path)
        monkeypatch.setattr(_doctor.sys, "executable", "/venv/bin/python")
        findings, runs = _doctor.examine(machine, dict(environ))
        return _doctor.report(machine, findings, runs).replace(str(tmp_path), "/cache").partition("\n\n")[2]

    return say


def text(lines):
    return textwrap.dedent(lines).strip("\n")


BARE = """
    missing  host compiler  There is no g++, clang++ or c++ in PATH, and no package ziglang. Without
                            one, kernels do not run on the CPU.
                                {command}
    none     GPU            The CUDA driver's library libcuda.so.1 could not be opened: no such file.
                            This machine shows no NVIDIA GPU, so nothing has to be installed for one.
    none     nvcc           It was not found, and is not needed without a GPU.
    none     NVRTC          It was not found, and is not needed without a GPU.
    ok       cache          /cache
                            1 entry, 5 GiB free

    Kernels run nowhere on this machine yet.
    """


@pytest.mark.parametrize(
    "machine, command",
    [
        (Machine("Debian", "debian", is_root=True), "apt-get update && apt-get install -y g++"),
        (Machine("Ubuntu", "ubuntu"), "sudo apt-get update && sudo apt-get install -y g++"),
        (Machine("Fedora", "fedora"), "sudo dnf install -y gcc-c++"),
        (Machine("Fedora", "fedora", is_root=True), "dnf install -y gcc-c++"),
        (Machine("Arch Linux"), "/venv/bin/python -m pip install ziglang"),
        (Machine("Debian", "debian", is_conda=True), "conda install -y -c conda-forge gxx"),
    ],
)
def test_a_machine_with_nothing(said, machine, command):
    expected = text(BARE.format(command=command))
    if "ziglang" in command:
        added = " " * 24 + "ziglang makes its libraries for the first kernel, which takes it minutes.\n"
        expected = expected.replace(" " * 28 + command, added + " " * 28 + command)
    assert said(machine) == expected


def test_wsl_with_a_compiler_and_no_driver(said):
    assert said(Machine("Ubuntu", "ubuntu", is_wsl=True), compilers={"host": "/usr/bin/g++"}) == text("""
        ok       host compiler  /usr/bin/g++
                                host 9.9
                                It compiled a kernel in 0.2 s, which ran on the CPU.
        none     GPU            The CUDA driver's library libcuda.so.1 could not be opened: no such file.
                                If this computer has an NVIDIA GPU, install NVIDIA's driver on Windows
                                (nvidia.com/drivers), and none in WSL. Then restart WSL from Windows:
                                    wsl.exe --shutdown
        none     nvcc           It was not found, and is not needed without a GPU.
        none     NVRTC          It was not found, and is not needed without a GPU.
        ok       cache          /cache
                                1 entry, 5 GiB free

        Kernels run on the CPU.
        """)


@pytest.mark.parametrize(
    "cuda, packages",
    [
        ("12.4", "nvidia-cuda-nvrtc-cu12 nvidia-cuda-runtime-cu12"),
        ("13.1", "nvidia-cuda-nvrtc nvidia-cuda-runtime"),
    ],
)
def test_colab_with_a_gpu_and_no_compilers(said, cuda, packages):
    assert said(
        Machine("Ubuntu", "ubuntu", is_root=True, is_colab=True), gpus=["Tesla T4"], cuda=cuda
    ) == text(f"""
        missing  host compiler  There is no g++, clang++ or c++ in PATH, and no package ziglang. Without
                                one, kernels do not run on the CPU.
                                    !apt-get update && apt-get install -y g++
        ok       GPU            cuda:0  Tesla T4, sm_90
                                NVIDIA's driver, for CUDA {cuda}
        none     nvcc           It was not found.
        missing  NVRTC          It was not found.
                                Without a compiler for the GPU kernels do not run there. NVRTC is the
                                smaller one.
                                    !pip install {packages}
        ok       cache          /cache
                                1 entry, 5 GiB free

        Kernels run nowhere on this machine yet.
        """)


def test_a_gpu_with_one_compiler(said):
    assert said(
        Machine("Debian", "debian"), gpus=["A", "B"], compilers={"host": "/c++", "nvrtc": "/nvrtc.so"}
    ) == text("""
        ok       host compiler  /c++
                                host 9.9
                                It compiled a kernel in 0.2 s, which ran on the CPU.
        ok       GPU            cuda:0  A, sm_90
                                cuda:1  B, sm_90
                                NVIDIA's driver, for CUDA 13.0
        none     nvcc           It was not found, and is not needed next to NVRTC.
        ok       NVRTC          /nvrtc.so
                                nvrtc 9.9
                                It compiled a kernel in 0.2 s, which ran on the GPU.
        ok       cache          /cache
                                1 entry, 5 GiB free

        Kernels run on the GPU and on the CPU.
        """)


def test_compilers_that_do_not_work(said):
    compilers = {"host": "/clang++", "nvcc": "/nvcc", "nvrtc": "/nvrtc.so"}
    assert said(Machine("Debian", "debian"), kernels=(), cubins=("nvrtc",), compilers=compilers) == text("""
        broken   host compiler  /clang++
                                host 9.9
                                A kernel could not be compiled and run on the CPU:
                                the compiler exited with status 1
                                  command: it
                                error: no
                                    sudo apt-get update && sudo apt-get install -y g++
        none     GPU            The CUDA driver's library libcuda.so.1 could not be opened: no such file.
                                This machine shows no NVIDIA GPU, so nothing has to be installed for one.
        broken   nvcc           /nvcc
                                nvcc 9.9
                                A kernel could not be compiled for sm_80:
                                the compiler exited with status 1
                                  command: nvcc
                                error: no
                                nvcc needs g++, which is not in PATH.
                                    sudo apt-get update && sudo apt-get install -y g++
        ok       NVRTC          /nvrtc.so
                                nvrtc 9.9
                                It compiled a kernel for sm_80 in 0.5 s.
        ok       cache          /cache
                                1 entry, 5 GiB free

        Kernels run nowhere on this machine yet.
        """)


def test_variables_that_name_nothing(said):
    environ = {"CUDAPY_CXX": "a", "CUDAPY_NVCC": "b", "CUDAPY_NVRTC": "c", "CUDA_VISIBLE_DEVICES": ""}
    assert said(Machine("Debian", "debian"), environ, reason=NO_DEVICE) == text("""
        broken   host compiler  no host was found. Looked for:
                                  a
                                    unset CUDAPY_CXX
        missing  GPU            There is a CUDA driver, but it sees no GPU: CUDA_ERROR_NO_DEVICE (100):
                                none.
                                CUDA_VISIBLE_DEVICES is set, and may hide the GPUs.
                                    unset CUDA_VISIBLE_DEVICES
        broken   nvcc           no nvcc was found. Looked for:
                                  a
                                    unset CUDAPY_NVCC
        broken   NVRTC          no nvrtc was found. Looked for:
                                  a
                                    unset CUDAPY_NVRTC
        ok       cache          /cache
                                1 entry, 5 GiB free

        Kernels run nowhere on this machine yet.
        """)


@pytest.mark.parametrize(
    "machine, reason, expected",
    [
        (Machine("", "ubuntu", has_card=True), NO_LIBRARY, ("missing", "sudo ubuntu-drivers install")),
        (
            Machine("", "debian", has_card=True),
            NO_LIBRARY,
            ("missing", "sudo apt-get update && sudo apt-get install -y nvidia-driver"),
        ),
        (Machine("", "fedora", has_card=True), NO_LIBRARY, ("missing", "sudo dnf install -y akmod-nvidia")),
        (Machine("", has_card=True), NO_LIBRARY, ("missing", None)),
        (
            Machine("", "debian", has_card=True, is_container=True),
            NO_LIBRARY,
            ("missing", "docker run --gpus all"),
        ),
        (Machine("", "debian", has_card=True), NO_DEVICE, ("broken", "nvidia-smi")),
        (Machine("", "ubuntu", is_colab=True), NO_LIBRARY, ("none", None)),
    ],
)
def test_a_driver_that_is_missing(monkeypatch, machine, reason, expected):
    monkeypatch.setattr(_doctor, "_core", FakeCore("", reason=reason))
    finding = _doctor._look_at_gpu(machine, {})
    assert (finding.state, finding.command) == expected


@pytest.mark.parametrize(
    "name, family",
    [
        ("debian", "debian"),
        ("ubuntu", "ubuntu"),
        ("mint", "ubuntu"),
        ("fedora", "fedora"),
        ("rocky", "fedora"),
        ("arch", ""),
    ],
)
def test_the_machine_by_its_files(tmp_path, name, family):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text(RELEASES[name])
    machine = _doctor.this_machine(tmp_path, {})
    assert machine == Machine(
        re.search(r'PRETTY_NAME="(.*)"', RELEASES[name])[1], family, is_root=os.geteuid() == 0
    )


def test_what_kind_of_machine(tmp_path):
    for path, content in {
        "proc/sys/kernel/osrelease": "5.15.153.1-microsoft-standard-WSL2\n",
        ".dockerenv": "",
        "sys/bus/pci/devices/0000:01:00.0/vendor": "0x10de\n",
        "sys/bus/pci/devices/0000:01:00.0/class": "0x030200\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
    machine = _doctor.this_machine(tmp_path, {"COLAB_RELEASE_TAG": "release", "CONDA_PREFIX": sys.prefix})
    assert machine == Machine("Linux", "", os.geteuid() == 0, True, True, True, True, True)
    assert not _doctor.this_machine(tmp_path, {"CONDA_PREFIX": "/elsewhere"}).is_conda
    (tmp_path / "sys/bus/pci/devices/0000:01:00.0/class").write_text(
        "0x020000\n"
    )  # a network card of NVIDIA's
    assert not _doctor.this_machine(tmp_path, {}).has_card


def test_caches(tmp_path, monkeypatch):
    core = FakeCore(tmp_path / "there" / "cache")
    monkeypatch.setattr(_doctor, "_core", core)
    monkeypatch.setattr(_doctor.os, "access", lambda path, mode: False)
    command = "export CUDAPY_CACHE_DIR=$HOME/cudapy-cache"
    lines = [
        str(core.folder),
        f"{tmp_path} cannot be written to, so each process compiles its kernels anew. Name another folder:",
    ]
    assert _doctor._look_at_cache(Machine("")) == Finding("broken", "cache", lines, command)
    monkeypatch.setattr(_doctor.os, "access", lambda path, mode: True)
    monkeypatch.setattr(_doctor.shutil, "disk_usage", lambda folder: SimpleNamespace(free=2**20))
    lines[1:] = ["1 entry, 1 MiB free", "The disk is nearly full. What was compiled can be removed:"]
    assert _doctor._look_at_cache(Machine("")) == Finding(
        "broken", "cache", lines, "python -m cudapy cache clear"
    )


def doctor(tmp_path, *options, **environment):
    """The command in a process of its own."""
    environment = {
        name: value
        for name, value in {**os.environ, "CUDAPY_CACHE_DIR": str(tmp_path / "cache"), **environment}.items()
        if value is not None
    }
    return subprocess.run(
        [sys.executable, "-m", "cudapy", "doctor", *options],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


def test_this_machine(tmp_path):
    """A kernel is compiled each time, and leaves nothing in the cache."""
    for _ in range(2):
        result = doctor(tmp_path)
        assert (result.returncode, result.stderr) == (0, "")
        assert re.search(
            r"^ok +host compiler  /.*\n .*\n {24}It compiled a kernel in \d+\.\d s, which ran on the CPU\.$",
            result.stdout,
            re.MULTILINE,
        )
        assert re.search(r"\nKernels run on (the GPU and on )?the CPU\.\n$", result.stdout)
        assert [path.name for path in (tmp_path / "cache").iterdir() if path.name.startswith("doctor-")] == []


@pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is not None, reason="pip's ziglang is a compiler outside PATH"
)
def test_without_compilers(tmp_path):
    """Nothing is in PATH, and no GPU is seen."""
    gone = {
        "CXX": None,
        "CUDAPY_CXX": None,
        "CUDAPY_NVCC": "gone",
        "CUDAPY_NVRTC": "gone",
        "CUDA_VISIBLE_DEVICES": None,
    }
    result = doctor(tmp_path, PATH="/nowhere", **gone)
    lines = result.stdout.splitlines()
    assert result.stderr == ""
    assert lines[2].startswith("missing  host compiler  There is no g++, clang++ or c++ in PATH")
    assert re.search(
        r"\nbroken   nvcc +the nvcc that CUDAPY_NVCC names cannot be used:\n.*\n {28}unset CUDAPY_NVCC\n",
        result.stdout,
    )
    assert re.search(
        r"\nbroken   NVRTC +the NVRTC that CUDAPY_NVRTC names .*\n(.*\n)+? {28}unset CUDAPY_NVRTC\n",
        result.stdout,
    )
    assert (result.returncode, lines[-1]) == (1, "Kernels run nowhere on this machine yet.")


def test_json_says_the_same_to_programs(tmp_path):
    text, made = doctor(tmp_path), doctor(tmp_path, "--json")
    found = json.loads(made.stdout)
    assert (made.returncode, made.stderr) == (text.returncode, "")
    assert set(found) == {"cudapy", "python", "machine", "findings", "runs_on"}
    assert [(each["state"], each["subject"]) for each in found["findings"]] == [
        tuple(line.split("  ", 1)[0:1]) + (line[9:24].strip(),)
        for line in text.stdout.splitlines()[2:]
        if line[:1].isalpha() and not line.startswith("Kernels run")
    ]
    assert ("the CPU" in text.stdout.splitlines()[-1]) == ("cpu" in found["runs_on"])
    gone = doctor(tmp_path, "--json", PATH="/nowhere", CXX=None, CUDAPY_CXX=None, CUDA_VISIBLE_DEVICES="-1")
    assert gone.returncode == (1 if json.loads(gone.stdout)["runs_on"] == [] else 0)
    assert all(
        set(each) == {"state", "subject", "what", "lines", "command"} and each["what"] == each["subject"]
        for each in found["findings"]
    )


def test_a_compiler_that_fails(tmp_path):
    fake = tmp_path / "g++"
    fake.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && { echo "g++ 1.0"; exit; }\necho "kernel.cpp:1: no" >&2\nexit 1\n'
    )
    fake.chmod(0o755)
    result = doctor(tmp_path, CUDAPY_CXX=str(fake))
    assert re.search(
        rf"^broken   host compiler  {re.escape(str(fake))}\n {{24}}g\+\+ 1\.0\n",
        result.stdout,
        re.MULTILINE,
    )
    assert re.search(r"\n {24}kernel\.cpp:1: no\n {28}unset CUDAPY_CXX\n", result.stdout)


def test_a_cache_without_which_nothing_is_compiled(tmp_path):
    """A folder below a file, which root cannot make either: doctor says what a kernel would."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "cache"
    result = doctor(tmp_path, CUDAPY_CACHE_DIR=str(folder))
    text = " ".join(result.stdout.partition("\nunusable cache")[2].split())
    assert text == (
        f"the cache folder {folder} cannot be used: {folder} cannot be made (Not a directory). "
        "Set CUDAPY_CACHE_DIR to a folder of yours. Kernels are compiled nowhere until that is put right. "
        "export CUDAPY_CACHE_DIR=$HOME/cudapy-cache Kernels run nowhere on this machine yet."
    )
    assert result.returncode == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="to root no folder is closed; test_caches has this, too")
def test_a_cache_that_cannot_be_written_to(tmp_path):
    (tmp_path / "cache").mkdir(mode=0o500)
    result = doctor(tmp_path)
    assert "\nbroken   cache" in result.stdout and result.returncode == 0
