"""Prebuilt code that is found and cannot be loaded: what runs in its place, and what is said."""

import hashlib
import re
import shutil
import struct
import subprocess

import fake_cuda
import pytest
from cudapy import _core
from prebuilt_programs import finished, run_python

KERNEL = """
import cudapy as cp


@cp.kernel("void (float* X)")
def scale(X):
    if idx < len(X):
        X[idx] *= 2
"""

# Tells what the logger and warnings say, and which file was used.
RUN = """
import logging, os, sys, warnings
import cudapy as cp

logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s", stream=sys.stdout)
with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("always")
    try:
        scale = cp.load("shipped").scale
        X = [1.0]
        scale(1)(X)
        print(X, os.path.basename(scale.path) if "shipped" in scale.path else "compiled")
    except cp.ToolchainError as error:
        print(str(error)[str(error).index("The prebuilt"):])
for each in found:
    print(each.category.__name__, each.message)
"""

USUAL = [name for name in _core.cpu_targets()[1] if name in ("x86-64", "x86-64-v3", "armv8.2-a", "armv8-a")]


def replace_code(file, payload):
    """Puts other code into a file of prebuilt code, and seals it as the build does."""
    content = file.read_bytes()
    kernel, entry, old = struct.unpack("<IIQ", content[-64:-48])
    trailer = content[old : old + kernel + entry] + struct.pack("<IIQ", kernel, entry, len(payload))
    file.write_bytes(payload + trailer + hashlib.sha256(payload + trailer).digest() + content[-16:])


def shared_object(folder, text):
    (folder / "other.c").write_text(text)
    subprocess.run(
        ["g++", "-x", "c", "-shared", "-fPIC", "-o", folder / "other.so", folder / "other.c"], check=True
    )
    return (folder / "other.so").read_bytes()


def flip_a_bit(file, folder):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def rename(file, folder):
    (other,) = (each for each in file.parent.iterdir() if each.suffix == ".so" and each != file)
    shutil.copy(other, file)


DAMAGES = {
    "a bit": (flip_a_bit, "it is damaged: its checksum is another one"),
    "empty": (
        lambda file, folder: file.write_bytes(b""),
        "it is damaged: its checksum is another one",
    ),
    "no code": (
        lambda file, folder: replace_code(file, b"no code at all" * 100),
        "invalid ELF header",
    ),
    "a missing symbol": (
        lambda file, folder: replace_code(file, shared_object(folder, "int f();\nint g() { return f(); }\n")),
        "undefined symbol: f",
    ),
    "no kernel": (
        lambda file, folder: replace_code(file, shared_object(folder, "int f() { return 1; }\n")),
        "there is no kernel run_scale in the compiled file",
    ),
    "open to all": (lambda file, folder: file.chmod(0o666), "others may write to it (mode 0666)"),
    "a folder": (lambda file, folder: (file.unlink(), file.mkdir()), "it is no ordinary file"),
    "a link to nowhere": (
        lambda file, folder: (file.unlink(), file.symlink_to("nowhere")),
        "No such file or directory",
    ),
    "another name": (rename, "it was built as OTHER"),
}


@pytest.fixture
def shipped(tmp_path):
    """The folder of a kernel that was built for two processors, the files of which come with the better one
    first."""
    if len(USUAL) < 2:
        pytest.skip("this processor runs the code of one target only")
    (tmp_path / "kernels.py").write_text(KERNEL)
    (tmp_path / "run.py").write_text(RUN)
    code = f"import cudapy as cp, kernels; cp.build(kernels.scale, 'shipped', 'cpu:{','.join(USUAL)}')"
    assert finished(run_python(tmp_path, "-c", code, CUDAPY_TARGET="cpu")) == []
    return [next((tmp_path / "shipped").glob(f"*-cpu.{name}.so")) for name in USUAL]


@pytest.mark.parametrize("damage", DAMAGES)
def test_other_code_takes_its_place(damage, shipped, tmp_path):
    best, second = shipped
    make, reason = DAMAGES[damage]
    make(best, tmp_path)
    assert finished(run_python(tmp_path, "run.py", bare=True, CUDAPY_TARGET="cpu")) == [
        f"WARNING scale: prebuilt code could not be loaded: {best}: {reason.replace('OTHER', second.name)}",
        f"[2.0] {second.name}",
    ]


@pytest.mark.parametrize("damage", [each for each in DAMAGES if each != "another name"])
def test_all_code_is_unloadable(damage, shipped, tmp_path):
    make, reason = DAMAGES[damage]
    for each in shipped:
        make(each, tmp_path)
    logged = [f"WARNING scale: prebuilt code could not be loaded: {each}: {reason}" for each in shipped]
    # A machine with a compiler compiles,
    assert finished(run_python(tmp_path, "run.py", CUDAPY_TARGET="cpu")) == [
        *logged,
        "[2.0] compiled",
        "RuntimeWarning scale: its prebuilt code could not be loaded, and it was compiled: "
        + "; ".join(f"{each}: {reason}" for each in shipped),
    ]
    # and on one without all candidates are named.
    assert finished(run_python(tmp_path, "run.py", bare=True, CUDAPY_TARGET="cpu")) == [
        *logged,
        "The prebuilt code of scale could not be loaded:",
        *(f"  {each}: {reason}" for each in shipped),
    ]


def test_a_file_system_without_code(shipped, tmp_path):
    (tmp_path / "mounted").mkdir()
    mounted = [
        shutil.which("unshare") or "unshare",
        "--mount",
        "/bin/sh",
        "-c",
        "PATH=/bin:/usr/bin mount -t tmpfs -o noexec,mode=755 tmpfs "
        f"'{tmp_path}/mounted' || exit 99; exec \"$@\"",
        "sh",
    ]
    if (
        not shutil.which("unshare")
        or subprocess.run([*mounted, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("no noexec file system can be mounted here")
    (tmp_path / "run.py").write_text(
        "import shutil\nshutil.copytree('shipped', 'mounted/shipped')\n"
        + RUN.replace('"shipped"', '"mounted/shipped"')
    )
    ran = run_python(tmp_path, "run.py", before=mounted, bare=True, CUDAPY_TARGET="cpu")
    lines = [line.replace(": Operation not permitted", "") for line in finished(ran)]
    assert lines[len(shipped) :] == [
        "The prebuilt code of scale could not be loaded:",
        *(
            f"  {tmp_path}/mounted/shipped/{each.name}: failed to map segment from shared object (its file "
            "system is mounted noexec)"
            for each in shipped
        ),
    ]


# ---- GPUs, by the fake driver: it takes no image that begins with "half", and has
# no memory for one that begins with "full"

ON_GPU = """
import logging, os, re, tempfile, warnings
from pathlib import Path
from cudapy import _core
from test_prebuilt_unloadable import replace_code

logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s", stream=sys.stdout)
warnings.showwarning = lambda message, category, *place: print(category.__name__, message)
warnings.simplefilter("always")

@cp.kernel("void (uint8* X)")
def NAME(X):
    if idx < len(X):
        X[idx] = 2

major, minor = _core.device_properties(0)["compute_capability"]
best, ptx = f"sm_{major}{minor}", f"compute_{major}{minor}"
folder = cp.build(NAME, tempfile.mkdtemp(), f"cuda:{best},{ptx}")

def damage(target, content=b"half"):
    for each in folder.glob(f"*.{target}.*"):
        replace_code(each, content)

def launch(threads):
    kernel = cp.load(folder).NAME
    try:
        kernel(threads)(cp.zeros(threads, cp.uint8))
        print("prebuilt" if Path(kernel.path).parent == folder else "compiled", Path(kernel.path).suffix)
    except cp.ToolchainError as error:
        print(str(error)[str(error).index("The prebuilt"):])
"""


def on_gpu(code, name="scale", **environment):
    """What such a program prints, with short names for files."""
    lines = fake_cuda.run(ON_GPU.replace("NAME", name) + code, **environment)
    return [re.sub(r"/\S*/[0-9a-f]{64}-cuda\.\w+_\d+", "FILE", line) for line in lines]


REFUSED = "CUDA_ERROR_FAKE (200): the driver's text"


def logged(suffix, reason=REFUSED, name="scale"):
    return f"WARNING {name}: prebuilt code could not be loaded: FILE.{suffix}: {reason}"


def test_a_driver_that_does_not_take_the_code():
    assert on_gpu("damage(best)\nlaunch(1)\ndamage(ptx)\nlaunch(1)\n") == [
        logged("cubin"),
        "prebuilt .ptx",
        logged("cubin"),
        logged("ptx"),
        "RuntimeWarning scale: its prebuilt code could not be loaded, and it was compiled: "
        f"FILE.cubin: {REFUSED}; FILE.ptx: {REFUSED}",
        "compiled .cubin",
    ]


def test_a_driver_without_code_and_a_machine_without_a_compiler():
    code = "damage(best)\ndamage(ptx)\nos.environ.update(CUDAPY_NVCC='/nowhere', CUDAPY_NVRTC='/nowhere')\n"
    assert on_gpu(code + "launch(1)\n") == [
        logged("cubin"),
        logged("ptx"),
        "The prebuilt code of scale could not be loaded:",
        f"  FILE.cubin: {REFUSED}",
        f"  FILE.ptx: {REFUSED}",
    ]


def test_gpu_code_without_the_kernel():
    """The driver finds no such function in either file, nor in what is compiled then."""
    code = "try: launch(1)\nexcept cp.DeviceError as error: print(error)\n"
    reason = "CUDA_ERROR_FAKE (500): the driver's text"
    assert on_gpu(code, "missing") == [
        logged("cubin", reason, "missing"),
        logged("ptx", reason, "missing"),
        f"looking for the kernel missing failed: {reason}.",
    ]


def test_a_driver_that_has_too_little_memory():
    """It is not the code's fault, and other code would not do."""
    code = (
        "damage(best, b'full')\ntry:\n    launch(1)\nexcept cp.OutOfMemoryError as error:\n    print(error)\n"
    )
    assert on_gpu(code) == ["loading FILE.cubin failed: CUDA_ERROR_FAKE (2): the driver's text."]


def test_a_coarsened_variant():
    """It is a file of its own, loaded when a launch is large enough."""
    assert on_gpu("damage(best)\nlaunch(1 << 20)\n") == [logged("cubin"), logged("cubin"), "prebuilt .ptx"]
