"""Names that C++, CUDA or what is emitted has taken, for everything that a program names: on both targets, in
headers, in programs."""

import keyword
import os
import pathlib
import random
import re
import shutil
import subprocess

import numpy as np
import pytest
from generated import functions
from oracle import Batch

import cudapy as cp
from cudapy import cuda

PYCU2CU = os.environ.get("PYCU2CU")
ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "translator" / "lower" / "names"
NVCC = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")


def names():
    underscores = [
        before + base + behind
        for before in ("", "_", "__", "___")
        for base in ("x", "X", "int", "X__y", "CUDART_X", "_1")
        for behind in ("", "_", "__")
    ]
    ours = [
        "idx",
        "threadIdx",
        "blockDim",
        "warpSize",
        "lane",
        "warp",
        "block",
        "threads",
        "minimum",
        "floor_mod",
        "half_to_float",
        "x_counter",
        "cpu_range",
        "CpuBlock",
        "run_together",
        "shared_memory",
        "X_len",
        "k_strip",
        "k_group",
        "k_device",
        "run_k",
        "float4",
        "half",
        "complex64",
        "Philox",
        "syncthreads",
        "atomicAdd",
        "sinf",
        "cudaGetDevice",
        "main",
        "std",
        "printf",
        "NULL",
        "EOF",
    ]
    letters = ["ä", "größe", "α_", "_ä", "u00e4_", "ä_x", "名", "_名_", "u540d_"]
    long = ["n" * 1000, "_" * 1000, "ä" * 200, "_X" + "y" * 998, "x" + "_" * 999]
    reserved = []
    for table in ("reserved_anywhere.inc", "reserved_file_level.inc"):
        words = re.findall(r'"(\w+)"', (TABLES / table).read_text()) if TABLES.exists() else []
        reserved += random.Random(45).sample(words, min(30, len(words)))
    all_names = ["_", "__", "___", *underscores, *ours, *letters, *long, *reserved]
    own = {"X", "cp", "int", "len", "math", "n", "range", "t"}  # the names that the kernels below use
    return [
        name
        for name in dict.fromkeys(all_names)
        if name.isidentifier() and not keyword.iskeyword(name) and name not in own
    ]


NAMES = names()
SOME = 24  # names in a kernel
HEAD = "import math\n\nimport cudapy as cp\n\n\n"


def each(text, names=NAMES):
    return "".join(text.replace("NAME", name).replace("NUMBER", str(NAMES.index(name))) for name in names)


def kernels_of(body, parameters="int* X", parameter=""):
    """Kernels whose bodies have the lines for some names each."""
    made = ""
    for first in range(0, len(NAMES), SOME):
        some = NAMES[first : first + SOME]
        signature = ", ".join(
            [*filter(None, [parameters]), *([parameter + name for name in some] if parameter else [])]
        )
        plain = re.sub(r"\w+\*? ", "", signature)
        made += f"# kernel_{first} : void ({signature})\ndef kernel_{first}({plain}):\n{each(body, some)}\n\n"
    return made


# What the names are given to.
ROLES = {
    "local": kernels_of("    NAME = X[cp.idx] + 1\n    X[cp.idx] = NAME * 2\n"),
    "scalars": kernels_of("    X[cp.idx] += NAME + 1\n", parameter="int "),
    "arrays": kernels_of("    NAME[cp.idx] = NAME[cp.idx] + len(NAME)\n", "", "int* "),
    "loop": kernels_of("    for NAME in range(3):\n        X[cp.idx] += NAME\n"),
    "own arrays": kernels_of(
        "    NAME = cp.local(int, 4)\n    NAME[cp.idx % 4] = X[cp.idx]\n"
        "    X[cp.idx] = NAME[cp.idx % 4] + 2\n"
    ),
    "tuples": kernels_of("    NAME = (X[cp.idx], 2)\n    n, t = NAME\n    X[cp.idx] = n + t\n"),
    "views": kernels_of("    NAME = X[cp.idx:]\n    NAME[0] += 2\n"),
    "kernels": each("# NAME : void (int* X)\ndef NAME(X):\n    X[cp.idx] += NUMBER\n\n\n", NAMES[::2]),
    "helpers": each("# NAME : int (int x)\ndef NAME(x):\n    return x + NUMBER\n\n\n")
    + kernels_of("    X[cp.idx] = NAME(X[cp.idx])\n"),
    "constants": each("NAME = NUMBER\n") + kernels_of("    X[cp.idx] += NAME\n"),
    "tables": each("NAME = (NUMBER, 2, 3)\n") + kernels_of("    X[cp.idx] += NAME[cp.idx % 3]\n"),
    "modules": each("import math as NAME\n") + kernels_of("    X[cp.idx] += int(NAME.sqrt(16.0))\n"),
    "lambdas": kernels_of("    NAME = lambda t: t + 3\n    X[cp.idx] = NAME(X[cp.idx])\n"),
    "shared arrays": kernels_of(
        "    NAME = cp.shared(int, 8)\n    NAME[cp.threadIdx.x] = X[cp.idx]\n    cp.syncthreads()\n"
        "    X[cp.idx] = NAME[cp.threadIdx.x] + 4\n"
    ),
}


def kernels_in(made):
    return {name: each for name, each in made.items() if name.startswith("kernel_")} or made


@pytest.mark.parametrize("role", ROLES)
def test_names(role):
    made = functions(HEAD + ROLES[role])
    batch = Batch(*made.values())
    for name, kernel in kernels_in(made).items():
        count = min(SOME, len(NAMES) - int(name.split("_")[-1])) if name.startswith("kernel_") else 0
        arguments = [] if role == "arrays" else [np.arange(8, dtype=np.int32)]
        arguments += (
            [np.arange(i, i + 3, dtype=np.int32) if role == "arrays" else i for i in range(count)]
            if role in ("arrays", "scalars")
            else []
        )
        batch.check(
            kernel,
            8 if role == "shared arrays" else 3,
            *arguments,
            block=8 if role == "shared arrays" else None,
        )


FIELDS = [
    "x",
    "x_",
    "_x",
    "_X",
    "X_",
    "_Body__a",
    "a__b",
    "a_b",
    "CUDART_X",
    "int",
    "half",
    "complex64",
    "int64_t",
    "float2",
    "ä",
    "u00e4_",
    "padding",
    "_",
    "this",
    "NULL",
    "Body",
    "Inner",
    "n" * 1000,
]


def structs():
    """Structs with these names whose fields have names of their own, and of others of them, for both
    targets."""
    made = [("Inner", [("x", cp.float32)])]
    for name in (
        "Body",
        "_Body",
        "__Bo__dy",
        "ä",
        "_",
        "Kernel",
        "Slot",
        "std",
        "N" * 1000,
        "threadIdx",
        "X_",
        "CUDART_Y",
    ):
        made.append(
            (name, [(field, cp.int32) for field in dict.fromkeys([name.lstrip("_") or "_", *FIELDS])])
        )
    return made


def test_names_of_structs_and_fields():
    """`Inner` is a field of each and a type as well; the sum of all fields comes back, each of which is
    another number."""
    inner = cp.struct(type("Inner", (), {"__annotations__": {"x": cp.float32}}))
    text, types = HEAD, {}
    for number, (name, fields) in enumerate(structs()[1:]):
        annotations = {field: kind for field, kind in fields} | {"Inner": inner}
        types[name] = cp.struct(type(name, (), {"__annotations__": annotations}))
        text += (
            f"# sum_{number} : void ({name}* X, int* R)\ndef sum_{number}(X, R):\n"
            "    R[idx] = int(X[idx].Inner.x)\n"
        )
        text += (
            "".join(
                f"    R[idx] = R[idx] * 3 % 10007 + X[idx].{field}\n    X[idx].{field} += 1\n"
                for field in annotations
                if field != "Inner"
            )
            + "\n\n"
        )
    made = functions(text.replace("import cudapy as cp", "import cudapy as cp\nfrom cudapy import idx"))
    for number, (name, kind) in enumerate(types.items()):
        kernel = made[f"sum_{number}"]
        kernel.__globals__[name] = kind
        values = {field: i for i, field in enumerate(kind.__annotations__)} | {"Inner": inner(2.0)}
        X, R = [kind(**values)], [0]
        call = cp.compile(kernel)
        call(1)(X, R)
        want = 2
        for field, value in values.items():
            if field != "Inner":
                want = want * 3 % 10007 + value
                assert getattr(X[0], field) == value + 1
        assert R == [want]
        assert "sum_" in call.cuda_source


def test_fields_of_records_have_any_name():
    """Two that become one name are told apart, and those that need no change are left as they are."""
    fields = [
        "pos (m)",
        "pos__m_",
        "a  b",
        "a_b",
        "a b",
        "",
        "1",
        "_X",
        "__x",
        "ä",
        "x" * 1000,
        "int",
        "CUDART_Z",
        "f\n",
        "*/",
        "half",
    ]
    dtype = np.dtype({"names": fields, "formats": [np.int32] * len(fields)})
    A = np.zeros(2, dtype)

    @cuda.jit
    def fill(A):
        i = cuda.grid(1)
        A[i]["pos (m)"] = 1
        A[i]["a  b"] = 2
        A[i]["a_b"] = 3
        A[i]["a b"] = 4
        A[i]["_X"] = 5
        A[i]["CUDART_Z"] = 6
        A[i]["*/"] = 7

    fill[1, 2](A)
    assert [
        A[1][field] for field in ("pos (m)", "a  b", "a_b", "a b", "_X", "CUDART_Z", "*/", "pos__m_", "int")
    ] == [1, 2, 3, 4, 5, 6, 7, 0, 0]


def test_two_structs_that_become_one_name():
    types = {
        name: cp.struct(type(name, (), {"__annotations__": {"x": cp.int32}})) for name in ("_Body", "Body_")
    }
    made = functions(
        HEAD + "# both : void (_Body* X, Body_* Y)\ndef both(X, Y):\n    X[cp.idx].x = Y[cp.idx].x\n"
    )
    made["both"].__globals__.update(types)
    with pytest.raises(cp.CompileError) as caught:
        cp.compile(made["both"])
    assert "error[E243]: the structs `_Body` and `Body_` have one name in C++\n" in str(caught.value)


@pytest.mark.skipif(not PYCU2CU, reason="needs pycu2cu")
def test_names_in_what_pycu2cu_writes(tmp_path):
    text = HEAD + "".join(ROLES[role] for role in ("kernels",)) + ROLES["scalars"]
    for number, (name, fields) in enumerate(structs()):
        text += f"@cp.struct\nclass {name}:\n" + "".join(f"    {field}: cp.int32\n" for field, _ in fields)
        text += (
            f"\n\n# struct_{number} : void ({name}* X)\ndef struct_{number}(X):\n    X[cp.idx].x += 1\n\n\n"
        )
    (tmp_path / "names.py").write_text(text)

    def run(*command):
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
        assert made.returncode == 0, made.stderr[:3000]

    for target in ("cuda", "cpu"):
        run(
            PYCU2CU,
            "names.py",
            "--target",
            target,
            "--optimize",
            "-o",
            f"{target}.cpp",
            "--header",
            f"{target}.h",
        )
    run("gcc", "-std=c99", "-fsyntax-only", "-x", "c", "cpu.h")
    run("g++", "-std=c++17", "-fsyntax-only", "-w", "cpu.cpp")
    run(
        PYCU2CU, "names.py", "--program", "--namespace", "names", "-o", "program.cpp", "--header", "program.h"
    )
    run("g++", "-std=c++17", "-fsyntax-only", "-w", f"-I{ROOT / 'runtime' / 'include'}", "program.cpp")
    if NVCC:
        shutil.copy(tmp_path / "cuda.cpp", tmp_path / "cuda.cu")
        run(NVCC, "-cubin", "-arch=sm_90", "cuda.cu")
