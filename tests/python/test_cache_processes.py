"""The cache of compiled kernels between processes: races, kills, damage and compilers that lie."""

import hashlib
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

import cudapy as cp
import fake_cuda
import kernels
import pytest
from raising import raises

FILL = (
    "import cudapy as cp, kernels\ncall = cp.compile(kernels.fill, target='cpu')\nA = [0]\ncall(1)(7, A)\n"
    "print(A, call.built)"
)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("CUDAPY_CACHE_DIR", str(folder))
    return folder


def entries(cache):
    """The names in the cache's folder but those of files that say what a compiler is, or what a translation
    gave."""
    return [name for name in os.listdir(cache) if not name.endswith((".version", ".known"))]


def start(code=FILL, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\n" + code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def ended(process):
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def compiler(path, script):
    """A g++ that does what the script says."""
    path.write_text(
        f"#!/bin/sh\ncase \"$*\" in *--version*) echo 'g++ (GCC) 12.2.0'; exit 0;; esac\n{script}\n"
    )
    path.chmod(0o755)
    return str(path)


def compiled():
    """Compiles `fill`, runs it and gives whether a compiler was needed."""
    call = cp.compile(kernels.fill, target="cpu")
    A = [0]
    call(1)(7, A)
    assert A == [7]
    return call.built


def test_twenty_processes_compile_one_kernel_once(cache):
    results = sorted(map(ended, [start() for _ in range(20)]))
    assert results == [(0, "[7] False\n", "")] * 19 + [(0, "[7] True\n", "")]
    (entry,) = entries(cache)
    assert re.fullmatch("[0-9a-f]{64}\\.so", entry)


def test_a_process_that_is_killed_while_it_compiles_misleads_nobody(cache, tmp_path):
    # The compiler writes half of its file and waits, the first time that it runs.
    real = shutil.which("g++") or shutil.which("clang++")
    slow = compiler(
        tmp_path / "g++",
        f"if ! [ -e {tmp_path}/started ]; then echo half > kernel.so; echo $$ > {tmp_path}/pid; mv "
        f"{tmp_path}/pid {tmp_path}/started; exec sleep 60; fi\n"
        f'exec {real} "$@"',
    )
    killed = start(CUDAPY_CXX=slow)
    begun = time.monotonic()
    while not (tmp_path / "started").exists():
        assert killed.poll() is None and time.monotonic() - begun < 60, ended(killed)
        time.sleep(0.02)
    waiting = start(CUDAPY_CXX=slow)
    killed.kill()
    assert ended(killed) == (-signal.SIGKILL, "", "")
    os.kill(int((tmp_path / "started").read_text()), signal.SIGKILL)
    assert ended(waiting) == (0, "[7] True\n", "")
    assert ended(start(CUDAPY_CXX=slow)) == (0, "[7] False\n", "")
    (entry,) = entries(cache)
    assert entry.endswith(".so")


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:-1],
        lambda whole: whole + b"x",
        lambda whole: whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:],
    ],
    ids=["empty", "half", "shorter", "longer", "changed"],
)
def test_damaged_entries_are_built_again(cache, damage):
    assert ended(start()) == (0, "[7] True\n", "")
    (entry,) = map(cache.joinpath, entries(cache))
    entry.write_bytes(damage(entry.read_bytes()))
    assert [compiled(), compiled()] == [True, False]
    assert entries(cache) == [entry.name]


def test_a_folder_in_place_of_an_entry(cache):
    assert ended(start()) == (0, "[7] True\n", "")
    (entry,) = map(cache.joinpath, entries(cache))
    entry.unlink()
    (entry / "inner").mkdir(parents=True)
    assert [compiled(), compiled()] == [True, False]
    assert entries(cache) == [entry.name]


def sealed(payload, kernel, name):
    """An entry with the trailer that runtime/cache/cache_entry.h describes."""
    body = payload + kernel + name + struct.pack("<IIQ", len(kernel), len(name), len(payload))
    return body + hashlib.sha256(body).digest() + b"cudapy entry v2\n"


def test_an_entry_that_is_whole_and_cannot_be_loaded(cache):
    assert ended(start()) == (0, "[7] True\n", "")
    (entry,) = map(cache.joinpath, entries(cache))
    entry.write_bytes(sealed(b"garbage" * 1000, b"fill", entry.name.encode()))
    with raises(
        cp.CacheError,
        f"the compiled kernel {entry} could not be loaded: invalid ELF header. "
        "Remove it with `python -m cudapy cache clear`, or set CUDAPY_CACHE_DIR to another folder.",
    ):
        compiled()
    subprocess.run([sys.executable, "-m", "cudapy", "cache", "clear"], check=True, stdout=subprocess.DEVNULL)
    assert compiled()


def test_a_cache_that_is_mounted_noexec(cache):
    cache.mkdir(mode=0o700)
    # In a namespace of its own, so that the mount goes with the processes; not everybody may make one.
    mounted = [
        "unshare",
        "--mount",
        "sh",
        "-c",
        f"mount -t tmpfs -o noexec,mode=700 tmpfs '{cache}' || exit 99; exec \"$@\"",
        "sh",
    ]
    if (
        not shutil.which("unshare")
        or subprocess.run([*mounted, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("no noexec file system can be mounted here")
    code = (
        f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\nimport cudapy as cp, kernels\n"
        "try: cp.compile(kernels.fill, target='cpu')\nexcept cp.CacheError as e: print(e)"
    )
    result = subprocess.run(
        [*mounted, sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(
        f"the compiled kernel {re.escape(str(cache))}/[0-9a-f]{{64}}\\.so could not be loaded: failed to "
        "map segment from shared object(: Operation not permitted)?\\. The file system of the cache folder "
        "is mounted noexec: set CUDAPY_CACHE_DIR to a folder on another\\.\n",
        result.stdout,
    )


with open("/proc/cpuinfo") as processors:
    OF_PROCESSOR = " -mprefer-vector-width=512" if "avx512_vbmi2" in processors.read().split() else ""
FLAGS = (
    "-std=c++17 -O3 -march=native -w -fopenmp-simd -fno-trapping-math -fno-math-errno -ffp-contract=off "
    f"-fPIC -shared{OF_PROCESSOR} -Wl,--as-needed"
)


def test_a_compiler_that_writes_garbage(cache, tmp_path, monkeypatch):
    fake = compiler(tmp_path / "g++", "echo garbage > kernel.so")
    monkeypatch.setenv("CUDAPY_CXX", fake)
    for _ in range(2):
        with raises(
            cp.ToolchainError,
            "the compiler wrote a file that cannot be loaded (file too short)\n"
            f"  command: {fake} {FLAGS} kernel.cpp -o kernel.so -lm\n  (it printed nothing)",
        ):
            compiled()
        assert entries(cache) == []


def test_a_compiler_that_prints_megabytes(cache, tmp_path, monkeypatch):
    fake = compiler(tmp_path / "g++", "yes 'kernels.py:1: error: this is bad' | head -n 150000; exit 1")
    monkeypatch.setenv("CUDAPY_CXX", fake)
    line = "kernels.py:1: error: this is bad\n"
    with raises(
        cp.ToolchainError,
        f"the compiler exited with status 1\n  command: {fake} {FLAGS} kernel.cpp -o kernel.so -lm\n"
        f"{line * 40}[... {149940 * len(line)} bytes in 149940 lines left out ...]\n{(line * 20).rstrip()}",
    ):
        compiled()
    assert entries(cache) == []


def test_a_compiler_is_asked_for_its_version_once_until_it_changes(cache, tmp_path, monkeypatch):
    """A program is remembered; a script, which may come to run another compiler, is asked each time."""
    log = tmp_path / "log"
    script = tmp_path / "g++"
    script.write_text(f'#!/bin/sh\necho asked >> {log}\nexec /usr/bin/g++ "$@"\n')
    script.chmod(0o755)
    what = "from cudapy import _core; import cudapy as cp, kernels; cp.compile(kernels.fill, target='cpu')"
    for _ in range(2):
        assert ended(start(what, CUDAPY_CXX=str(script))) == (0, "", "")
    assert log.read_text() == "asked\n" * 3  # twice for the version, once to compile
    assert [name for name in os.listdir(cache) if name.endswith(".version")] == []
    for _ in range(2):
        assert ended(start(what, CUDAPY_CXX=os.path.realpath("/usr/bin/g++"))) == (0, "", "")
    (version,) = (name for name in os.listdir(cache) if name.endswith(".version"))
    damaged = (cache / version).read_bytes()[:-1]
    (cache / version).write_bytes(damaged)
    assert ended(start(what, CUDAPY_CXX=os.path.realpath("/usr/bin/g++"))) == (0, "", "")
    assert (cache / version).read_bytes()[:-1] == damaged
    monkeypatch.setenv("CUDAPY_CACHE_DIR", str(cache))
    from cudapy import _core

    assert _core.cache_clear() == 2
    assert os.listdir(cache) == []


def test_a_compile_that_takes_long_says_so(cache, tmp_path):
    slow = compiler(tmp_path / "g++", 'sleep 1.5; exec /usr/bin/g++ "$@"')
    said = f"cudapy: compiling fill for the CPU with {slow}\n"
    first, second = (start(CUDAPY_CXX=slow, CUDAPY_PROGRESS="1") for _ in range(2))
    results = {ended(first), ended(second)}
    assert results == {
        (0, "[7] True\n", said),
        (0, "[7] False\n", "cudapy: waiting for another process, which compiles fill\n"),
    }
    cp._core.cache_clear()
    assert ended(start(CUDAPY_CXX=slow, CUDAPY_PROGRESS="0")) == (0, "[7] True\n", "")


def test_a_compiler_that_hangs_is_stopped_and_leaves_nothing(cache, tmp_path, monkeypatch):
    slow = compiler(tmp_path / "g++", "echo thinking; sleep 100")
    monkeypatch.setenv("CUDAPY_CXX", slow)
    monkeypatch.setenv("CUDAPY_COMPILE_TIMEOUT", "0.5")
    with pytest.raises(cp.ToolchainError) as caught:
        compiled()
    first, command, *output = str(caught.value).splitlines()
    assert (
        first == "the compiler did not end within 0.5 seconds and was stopped "
        "(CUDAPY_COMPILE_TIMEOUT sets the limit)"
    )
    assert command.startswith(f"  command: {slow} ")
    assert output == ["thinking"]
    assert entries(cache) == []
    monkeypatch.setenv("CUDAPY_COMPILE_TIMEOUT", "soon")
    with raises(
        ValueError, 'the environment\'s CUDAPY_COMPILE_TIMEOUT must be a number of seconds, it is "soon"'
    ):
        compiled()
    monkeypatch.delenv("CUDAPY_COMPILE_TIMEOUT")
    monkeypatch.delenv("CUDAPY_CXX")
    assert compiled()


def left(cache):
    """Whatever a compile has left in the cache's folder, temporary files among it."""
    return sorted(
        os.path.relpath(os.path.join(folder, name), cache)
        for folder, _, names in os.walk(cache)
        for name in names
    )


def test_a_compiler_that_is_killed(cache, tmp_path, monkeypatch):
    """As by the system when memory runs out, after half of its output."""
    fake = compiler(tmp_path / "g++", "head -c 3000 /bin/sh > kernel.so; kill -9 $$")
    monkeypatch.setenv("CUDAPY_CXX", fake)
    with raises(
        cp.ToolchainError,
        "the compiler was killed by signal 9 (Killed), perhaps because memory ran out\n"
        f"  command: {fake} {FLAGS} kernel.cpp -o kernel.so -lm\n  (it printed nothing)",
    ):
        compiled()
    assert left(cache) == []
    monkeypatch.delenv("CUDAPY_CXX")
    assert [compiled(), compiled()] == [True, False]


@pytest.mark.parametrize("status", [0, 1])
def test_a_compiler_that_fills_the_disk(cache, tmp_path, monkeypatch, status):
    """Half a library, with a compiler that says so and with one that does not notice."""
    real = shutil.which("g++") or shutil.which("clang++")
    fake = compiler(
        tmp_path / "g++",
        f'{real} "$@" && head -c 9000 kernel.so > half && mv half kernel.so; echo \'error: No space left '
        f"on device'; exit {status}",
    )
    monkeypatch.setenv("CUDAPY_CXX", fake)
    with pytest.raises(cp.ToolchainError) as caught:
        compiled()
    first, _, *said = str(caught.value).splitlines()
    assert first == (
        "the compiler exited with status 1"
        if status
        else "the compiler wrote a file that cannot be loaded (it ends before it should)"
    )
    assert said == ["error: No space left on device"]
    assert left(cache) == []
    monkeypatch.delenv("CUDAPY_CXX")
    assert [compiled(), compiled()] == [True, False]


def test_a_cubin_that_is_half(tmp_path):
    """A driver refuses it, and nothing gets into the cache."""
    nvcc = tmp_path / "nvcc"
    nvcc.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && { echo "release 13.0"; exit; }\n'
        'while [ $# -gt 0 ]; do [ "$1" = -o ] && echo half > "$2"; shift; done\n'
    )
    nvcc.chmod(0o755)
    assert fake_cuda.run(
        """
import os
def attempt():
    try: cp.compile(kernels.fill); print("compiled")
    except cp.DeviceError as error: print(str(error).split(" failed: ")[-1])
    print(sorted(name.partition(".")[2] for _, _, names in os.walk(os.environ["CUDAPY_CACHE_DIR"]) for name in names))
attempt()
os.environ["CUDAPY_NVCC"] = os.environ["GOOD_NVCC"]
attempt()
""",  # noqa: E501
        CUDAPY_NVCC=str(nvcc),
        GOOD_NVCC=fake_cuda.nvcc(),
        CUDAPY_CACHE_DIR=str(tmp_path / "cache"),
    ) == [
        "CUDA_ERROR_FAKE (200): the driver's text. The driver may be older than the CUDA toolkit that "
        "compiled the kernel: update the driver, or use an older nvcc (CUDAPY_NVCC).",
        "[]",
        "compiled",
        "['cubin', 'known']",
    ]


FULL = """
import cudapy as cp, kernels, os, sys
def attempt():
    try: cp.compile(kernels.fill, target="cpu")
    except cp.CacheError as error: print("CacheError", error)
    except cp.ToolchainError as error: print("ToolchainError", str(error).splitlines()[0])
    A = [0]
cache = os.environ["CUDAPY_CACHE_DIR"]
def names(): return sorted(n for f, _, ns in os.walk(cache) for n in ns if n not in ("ballast", "filler"))
"""


def test_a_disk_that_is_full(tmp_path):
    """With every amount of space from none to enough, in a small file system: a kernel is there and right, or
    not there."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    mounted = [
        "unshare",
        "--mount",
        "sh",
        "-c",
        f"mount -t tmpfs -o mode=700,size=1m tmpfs '{cache}' || exit 99; exec \"$@\"",
        "sh",
    ]
    if (
        not shutil.which("unshare")
        or subprocess.run([*mounted, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("no file system can be mounted here")
    code = (
        FULL
        + """
outcomes = []
for free in (0, 4096, 8192, 12288, 20480, 28672, 36864, 53248, 90112):
    with open(cache + "/ballast", "wb") as file:
        file.truncate(0)
        state = os.statvfs(cache)
        file.write(bytes(max(0, state.f_bavail * state.f_frsize - free)))
    try:
        call = cp.compile(kernels.fill, target="cpu")
        A = [0]
        call(1)(7, A)
        assert A == [7]
        outcomes.append("right")
        assert [name.partition(".")[2] for name in names()] in (["so"], ["so", "known"], ["known", "so"]), names()
        cp._core.cache_clear()
    except (cp.CacheError, cp.ToolchainError) as error:
        outcomes.append(type(error).__name__)
        assert names() == [], names()
os.remove(cache + "/ballast")
call = cp.compile(kernels.fill, target="cpu")
print(call.built, cp.compile(kernels.fill, target="cpu").built, sorted(name.partition(".")[2] for name in names()))
print(outcomes[0] != "right", outcomes[-1], sorted(set(outcomes) - {"right"}))
"""  # noqa: E501
    )
    path = tmp_path / "program.py"
    path.write_text(
        f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\n" + code, encoding="utf-8"
    )
    environment = {
        **os.environ,
        "CUDAPY_CACHE_DIR": str(cache),
        "CUDAPY_CXX": os.path.realpath(shutil.which("g++") or shutil.which("clang++")),
    }
    result = subprocess.run(
        [*mounted, sys.executable, path],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, ""), result.stdout + result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == "True False ['known', 'so']", lines
    assert lines[1].startswith("True right ["), lines


def test_a_limit_of_the_size_of_files(cache):
    """What the system refuses to write, as it does where a quota is used up."""
    code = (
        FULL
        + """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES, resource.RLIM_INFINITY))
attempt()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print([name for name in names() if not name.endswith((".version", ".known"))])
call = cp.compile(kernels.fill, target="cpu")
A = [0]
call(1)(7, A)
print(A, call.built)
"""
    )
    status, out, err = ended(start(code.replace("BYTES", "100")))
    assert (status, err) == (0, "")
    said, nothing, right = out.splitlines()
    assert said.startswith("CacheError cannot write ") and said.endswith(".cpp: File too large")
    assert (nothing, right) == ("[]", "[7] True")
    shutil.rmtree(cache)
    status, out, err = ended(start(code.replace("BYTES", "6000")))
    assert (status, err) == (0, "")
    said, nothing, right = out.splitlines()
    assert said.startswith("ToolchainError the compiler "), said
    assert (nothing, right) == ("[]", "[7] True")


SCALED = """import cudapy as cp, kernels_of_n
call = cp.compile(kernels_of_n.scaled({n}), "void (int* A)", target="cpu")
A = [1]
call(1)(A)
print(A, call.built, call.path)"""


def test_an_entry_that_was_renamed_over_another_one_is_not_used(cache, tmp_path):
    """Both are whole, and of kernels of one name: what they were compiled for is in the file."""
    (tmp_path / "kernels_of_n.py").write_text(
        "def scaled(n):\n    def scale(A):\n        A[idx] *= n\n    return scale\n"
    )

    def run(n):
        code, out, err = ended(
            start(f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n" + SCALED.format(n=n))
        )
        assert (code, err) == (0, "")
        return out.split(maxsplit=2)

    two, _, path_of_two = run(2)
    three, _, path_of_three = run(3)
    assert (two, three) == ("[2]", "[3]") and path_of_two != path_of_three
    shutil.copy(path_of_three.strip(), path_of_two.strip())
    assert run(2)[:2] == ["[2]", "True"]
    assert run(2)[:2] == ["[2]", "False"]


TWO_KERNELS = """import cudapy as cp, os
# fill : void (int value, int* A)
def fill(value, A):
    A[idx] = value
# twice : void (int* A)
def twice(A):
    A[idx] *= 2
for kernel in (fill, twice, fill)[: int(os.environ.get("COUNT", 3))]:
    call = cp.compile(kernel, target="cpu")
    print(call.name, call.built, call.path.startswith(os.environ["CUDAPY_CACHE_DIR"]))
A = [0]
call(1)(7, A)
print(A)
"""


@pytest.mark.parametrize("where", ["cache", "cache/inner"])
def test_a_folder_that_cannot_be_written_to(tmp_path, where):
    """The kernel is compiled all the same, in a folder of the process's own, of which nothing is left; it
    says so once."""
    folder, temporary, program = tmp_path / "cache", tmp_path / "tmp", tmp_path / "program.py"
    folder.mkdir(mode=0o700)
    temporary.mkdir()
    program.write_text(TWO_KERNELS)
    # In a namespace of its own, so that the mount goes with the processes; not everybody may make one.
    read_only = [
        "unshare",
        "--mount",
        "sh",
        "-c",
        f"""
        mount -t tmpfs -o mode=700 tmpfs '{folder}' || exit 99
        [ "$#" = 1 ] || [ {where} != cache ] || COUNT=1 "$1" "$2" > '{tmp_path}/out'
        mount -o remount,ro '{folder}' || exit 99
        [ "$#" = 1 ] || "$1" "$2" && ls -A '{folder}' | grep -c so""",
        "sh",
    ]
    if (
        not shutil.which("unshare")
        or subprocess.run([*read_only, "true"], capture_output=True, check=False).returncode == 99
    ):
        pytest.skip("no read-only file system can be mounted here")
    process = subprocess.run(
        [*read_only, sys.executable, str(program)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "CUDAPY_CACHE_DIR": str(tmp_path / where), "TMPDIR": str(temporary)},
    )
    assert process.stderr == (
        f"cudapy: the cache folder {tmp_path / where} cannot be written to (Read-only file system): what "
        "this process compiles is kept until it ends, and other processes compile it again. Set "
        "CUDAPY_CACHE_DIR to a folder of yours.\n"
    )
    assert process.stdout == (
        "fill False True\ntwice True False\nfill False True\n[7]\n1\n"
        if where == "cache"
        else "fill True False\ntwice True False\nfill False False\n[7]\n0\n"
    )
    assert os.listdir(temporary) == []
