"""`python -m cudapy port`: what becomes of programs for numba.cuda, and what is said of the rest."""

import itertools
import json
import os
import stat

import numpy as np
import pytest

from cudapy.__main__ import main
from cudapy._port.program import port

# A program, what it becomes, and what is said: the line of the program, and the words.
PROGRAMS = {
    "only cuda": ("from numba import cuda\n", "from cudapy import cuda\n", []),
    "by another name": ("import numba.cuda as nc\nnc.jit\n", "from cudapy import cuda as nc\nnc.jit\n", []),
    "names of the module": (
        "from numba.cuda import jit, grid as g\n",
        "from cudapy.cuda import jit, grid as g\n",
        [],
    ),
    "a name that is not in a module": (
        "from numba.cuda.random import (a,  # one\n    xoroshiro128p_next)\n",
        "# one\nfrom numba.cuda.random import a\nfrom cudapy.cuda.random import xoroshiro128p_next\n",
        [(1, "`numba.cuda.random.a` is not in cudapy.cuda: do without it")],
    ),
    "random": (
        "from numba.cuda.random import (\n    create_xoroshiro128p_states,  # states\n)\n",
        "from cudapy.cuda.random import (\n    create_xoroshiro128p_states,  # states\n)\n",
        [],
    ),
    "types with cuda": (
        "from numba import cuda, float32, types as t, from_dtype\n",
        "from cudapy import cuda\nfrom cudapy.cuda import float32, types as t\n"
        "from cudapy.cuda.numpy_support import from_dtype\n",
        [],
    ),
    "numba's own modules": (
        "from numba.core import types\nfrom numba.core.errors import TypingError\n"
        "from numba.np.numpy_support import from_dtype\n",
        "from cudapy.cuda import types\nfrom cudapy.cuda.errors import TypingError\n"
        "from cudapy.cuda.numpy_support import from_dtype\n",
        [],
    ),
    "the module itself": (
        "import numba\n\n\n@numba.cuda.jit(numba.void(numba.types.float32[:]))\ndef k(x):\n"
        "    x[numba.cuda.grid(1)] = numba.float32(1)\n",
        "from cudapy import cuda\n\n\n@cuda.jit(cuda.void(cuda.types.float32[:]))\ndef k(x):\n"
        "    x[cuda.grid(1)] = cuda.float32(1)\n",
        [],
    ),
    "the module with cuda": (
        "import numba\nfrom numba import cuda\nx = numba.int8\n",
        "from cudapy import cuda\nx = cuda.int8\n",
        [],
    ),
    "among others": (
        "import math, numba as nb, os\nnb.int8\n",
        "import math, os\nfrom cudapy import cuda\ncuda.int8\n",
        [],
    ),
    "on one line": (
        "from numba import cuda; import numba; numba.int8\n",
        "from cudapy import cuda; pass; cuda.int8\n",
        [],
    ),
    "inside a function": (
        "def f():\n    import numba\n    return numba.cuda.grid\n",
        "def f():\n    from cudapy import cuda\n    return cuda.grid\n",
        [],
    ),
    "where cuda is another thing": (
        "import numba\nfrom torch import cuda\nnumba.cuda.jit\n",
        "import cudapy.cuda\nfrom torch import cuda\ncudapy.cuda.jit\n",
        [],
    ),
    "where it may be missing": (
        "try:\n    from numba import cuda, njit\nexcept ImportError:\n    cuda = None\n",
        "try:\n    from cudapy import cuda\nexcept ImportError:\n    cuda = None\n",
        [],
    ),
    "several lines with comments": (
        "from numba import (cuda,  # the GPU\n                   njit)\n",
        "# the GPU\nfrom cudapy import cuda\n",
        [],
    ),
    "a function of a kernel": (
        "from numba import cuda, njit\n\n\n@njit(inline='always')\ndef f(a):\n    return a\n\n\n@cuda.jit\n"
        "def k(x):\n    x[0] = f(1)\n",
        "from cudapy import cuda\n\n\ndef f(a):\n    return a\n\n\n@cuda.jit\ndef k(x):\n    x[0] = f(1)\n",
        [],
    ),
    "a function of the host": (
        "import numba as nb\n@nb.njit(parallel=True)  # fast\ndef f(n):\n    for i in nb.prange(n):\n"
        "        pass\n",
        "# fast\ndef f(n):\n    for i in range(n):\n        pass\n",
        [(3, "`f` was compiled for the CPU by numba, and is plain Python now: --keep-numba leaves it so")],
    ),
    "calls of njit": (
        "from numba import jit\nf = jit(nopython=True)(lambda a: a)\n\ndef g(a): return a\n\ng = jit(g)\n",
        "f = (lambda a: a)\n\ndef g(a): return a\n\ng = g\n",
        [(6, "`g` was compiled for the CPU by numba, and is plain Python now: --keep-numba leaves it so")],
    ),
    "njit with a signature": (
        "from numba import cuda, njit\n@njit('int32(float32)')\ndef f(a):\n    return a\n@cuda.jit\n"
        "def k(x):\n    x[0] = f(1)\n",
        "from cudapy import cuda\ndef f(a):\n    return a\n@cuda.jit\ndef k(x):\n    x[0] = f(1)\n",
        [
            (
                3,
                "`f` lost the signature of numba, which converted its arguments and its "
                "result: write the casts",
            )
        ],
    ),
    "functions over arrays": (
        "from numba import guvectorize, vectorize\n@vectorize(['f4(f4)'], target='cuda')\n"
        "def v(a): return a\n@guvectorize(['f4[:],f4[:]'], '(n)->(n)')\ndef g(a, b): pass\n",
        "from numba import guvectorize\nfrom cudapy.cuda import vectorize\n"
        "@vectorize(['f4(f4)'], target='cuda')\ndef v(a): return a\n"
        "@guvectorize(['f4[:],f4[:]'], '(n)->(n)')\ndef g(a, b): pass\n",
        [
            (
                1,
                '`numba.guvectorize` makes functions for the CPU, and stays numba\'s: write target="cuda" '
                "in its calls",
            )
        ],
    ),
    "what is not there": (
        "from numba import cuda\ncuda.compile_ptx(f, ())\ncuda.nothing\ncuda.atomic.nothing\n"
        "cuda.threadIdx.x\n\n\n@cuda.jit(link=['a.cu'], opt=False)\ndef k(): pass\n",
        "from cudapy import cuda\ncuda.compile_ptx(f, ())\ncuda.nothing\ncuda.atomic.nothing\n"
        "cuda.threadIdx.x\n\n\n@cuda.jit(link=['a.cu'], opt=False)\ndef k(): pass\n",
        [
            (
                2,
                "`numba.cuda.compile_ptx`: cudapy.cuda has no compile_ptx yet: kernel.inspect_cuda() is the "
                "CUDA C++ of a kernel",
            ),
            (3, "`numba.cuda.nothing`: cudapy.cuda has no nothing yet"),
            (4, "`numba.cuda.atomic.nothing`: cudapy.cuda has no atomic.nothing yet"),
            (8, "cudapy.cuda has no jit(link=...) yet"),
        ],
    ),
    "what is numba's own": (
        "import numba\nfrom numba.typed import List\nprint(numba.__version__, numba.cuda)\n",
        "import numba\nfrom cudapy import cuda\nfrom numba.typed import List\n"
        "print(numba.__version__, cuda)\n",
        [
            (
                2,
                "`numba.typed.List` is not in cudapy.cuda: kernels take arrays and tuples: "
                "make the lists arrays",
            ),
            (3, "`numba.__version__` is numba's own: cudapy.version is the version of CudaPy"),
        ],
    ),
    "by a text": (
        "import importlib, os\nimportlib.import_module('numba.cuda')\n"
        "os.environ['NUMBA_ENABLE_CUDASIM'] = '1'\n",
        "import importlib, os\nimportlib.import_module('numba.cuda')\n"
        "os.environ['NUMBA_ENABLE_CUDASIM'] = '1'\n",
        [
            (
                2,
                '"numba.cuda" is imported by a text: write the module of cudapy there, "cudapy.cuda" for '
                '"numba.cuda"',
            ),
            (
                3,
                '"NUMBA_ENABLE_CUDASIM" changes nothing here: CUDAPY_TARGET=cpu runs kernels '
                "on the CPU, compiled",
            ),
        ],
    ),
    "all names, of which none is used": (
        "from numba import *\nmandel\n",
        "from numba import *\nmandel\n",
        [(1, "`from numba import *`: name what is meant, and port again")],
    ),
    "all names": (
        "from numba import cuda, int8\nfrom numba import *\n@cuda.jit(void(float32[:, :], int8))\n@jit\n"
        "def k(x, f8):\n    x[0, 0] = f8 * boolean(prange)\n",
        "from cudapy import cuda\nfrom cudapy.cuda import int8\n"
        "from cudapy.cuda import boolean, float32, void\n@cuda.jit(void(float32[:, :], int8))\n"
        "def k(x, f8):\n    x[0, 0] = f8 * boolean(range)\n",
        [(5, "`k` was compiled for the CPU by numba, and is plain Python now: --keep-numba leaves it so")],
    ),
    "all names of a module": (
        "from numba.types import *\nfrom numba.cuda import *\njit(void(int8))(grid)\n",
        "from cudapy.cuda.types import int8, void\nfrom cudapy.cuda import grid, jit\n"
        "jit(void(int8))(grid)\n",
        [],
    ),
    "types in the signatures of what stays numba's": (
        "import numba\nfrom numba import cuda, int32, int8, vectorize\n\n@vectorize([int32(numba.uint8)])\n"
        "def v(a): return a\n\nx = int32(1), int8(2), numba.int16(3)\n",
        "import numba\nfrom cudapy import cuda\nfrom numba import int32, vectorize\n"
        "from cudapy.cuda import int8\n\n@vectorize([int32(numba.uint8)])\ndef v(a): return a\n\n"
        "x = int32(1), int8(2), cuda.int16(3)\n",
        [
            (
                2,
                "`numba.vectorize` makes functions for the CPU, and stays numba's: write "
                'target="cuda" in its calls',
            )
        ],
    ),
    "functions over arrays for both": (
        "import numba as nb\nfrom numba import vectorize\n@vectorize(['f4(f4)'], target='cuda')\n"
        "def v(a): return a\n@vectorize(['f4(f4)'])\ndef w(a): return a\n"
        "nb.vectorize(['f4(f4)'], target='cuda')(nb.vectorize(abs))\n",
        "import numba as nb\nfrom cudapy import cuda\nfrom numba import vectorize\nfrom cudapy import cuda\n"
        "@cuda.vectorize(['f4(f4)'], target='cuda')\ndef v(a): return a\n@vectorize(['f4(f4)'])\n"
        "def w(a): return a\ncuda.vectorize(['f4(f4)'], target='cuda')(nb.vectorize(abs))\n",
        [
            (
                2,
                "`numba.vectorize` makes functions for the CPU, and stays numba's: write "
                'target="cuda" in its calls',
            )
        ],
    ),
    "functions over arrays for both, without cuda": (
        "from numba import guvectorize as g\ng(['f4(f4)'], target='cuda')(f)\ng(['f4(f4)'])(f)\n",
        "from numba import guvectorize as g\nfrom cudapy import cuda\n"
        "cuda.guvectorize(['f4(f4)'], target='cuda')(f)\ng(['f4(f4)'])(f)\n",
        [
            (
                1,
                '`numba.guvectorize` makes functions for the CPU, and stays numba\'s: write target="cuda" '
                "in its calls",
            )
        ],
    ),
    "functions over arrays for both, where cuda is another thing": (
        "from torch import cuda\nfrom numba import vectorize\nvectorize(['f4(f4)'], target='cuda')(f)\n"
        "vectorize(['f4(f4)'])(f)\n",
        "from torch import cuda\nfrom numba import vectorize\nimport cudapy.cuda\n"
        "cudapy.cuda.vectorize(['f4(f4)'], target='cuda')(f)\nvectorize(['f4(f4)'])(f)\n",
        [
            (
                2,
                "`numba.vectorize` makes functions for the CPU, and stays numba's: write "
                'target="cuda" in its calls',
            )
        ],
    ),
    "settings and types of only numba": (
        "import numba\nfrom numba import config, cuda\nfrom numba.core import config as c\n"
        "config.DISABLE_JIT\nc.CUDA_LOW_OCCUPANCY_WARNINGS = 0\n"
        "numba.config.NUMBA_NUM_THREADS, numba.types.ListType, numba.types.int8\n",
        "import numba\nfrom numba import config\nfrom cudapy import cuda\n"
        "from cudapy.cuda import config as c\nconfig.DISABLE_JIT\nc.CUDA_LOW_OCCUPANCY_WARNINGS = 0\n"
        "numba.config.NUMBA_NUM_THREADS, numba.types.ListType, cuda.types.int8\n",
        [
            (4, "`numba.config.DISABLE_JIT` is numba's own: keep numba for it, or do without"),
            (6, "`numba.config.NUMBA_NUM_THREADS` is numba's own: keep numba for it, or do without"),
            (6, "`numba.types.ListType` is numba's own: keep numba for it, or do without"),
        ],
    ),
    "types in the members of numba's classes": (
        "import numba\nfrom numba.experimental import jitclass\nmembers = [('x', numba.int8)]\n"
        "@jitclass(members)\nclass A: pass\ny = numba.int16\n",
        "import numba\nfrom cudapy import cuda\nfrom numba.experimental import jitclass\n"
        "members = [('x', numba.int8)]\n@jitclass(members)\nclass A: pass\ny = cuda.int16\n",
        [
            (
                2,
                "`numba.experimental.jitclass` is not in cudapy.cuda: kernels have structs: arrays of "
                "records, or @cp.struct",
            )
        ],
    ),
    "a name with two meanings": (
        "import numba\ndef f(numba): pass\nnumba.cuda\n",
        "import numba\ndef f(numba): pass\nnumba.cuda\n",
        [(1, "`numba` is bound to something else, too: change this import by hand")],
    ),
    "njit as a value": (
        "import numba as nb\nfast = nb.njit\nx = nb.int8\n",
        "import numba as nb\nfrom cudapy import cuda\nfast = nb.njit\nx = cuda.int8\n",
        [(2, "`nb.njit` stays numba's: kernels call functions without it, so take it out by hand")],
    ),
    "letters of several bytes": (
        "ü = 'é'; import numba as nb; y = {'é': nb.cuda.jit}\n",
        "ü = 'é'; from cudapy import cuda; y = {'é': cuda.jit}\n",
        [],
    ),
    "by itself in a class": ("class A:\n    from numba import njit\n", "class A:\n    pass\n", []),
    "nothing of numba": ("import numpy\n", "import numpy\n", []),
    "nothing": ("", "", []),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name):
    before, after, findings = PROGRAMS[name]
    made = port(before)
    assert (made.text, made.findings) == (after, findings)
    again = port(made.text)
    assert again.text == after  # nothing changes twice


def test_f_strings_of_several_lines():
    """Before Python 3.12 their places are not known, and nothing is changed then."""
    text = "import numba as nb\nx = f'''\n  {nb.float32} and\n {nb.int8}'''\n"
    made = port(text)
    if made.findings:
        said = (
            "`nb` is used in an f-string, whose places this version of Python does not tell: change this "
            "import by hand"
        )
        assert (made.text, made.findings) == (text, [(1, said)])
    else:
        assert made.text == text.replace("import numba as nb", "from cudapy import cuda").replace(
            "nb.", "cuda."
        )


def test_what_numba_compiles_may_stay():
    text = (
        "import numba\nfrom numba import cuda, njit, prange\n\n@njit\ndef f(n):\n"
        "    for i in prange(n): pass\n\nnumba.njit(f)\nnumba.int8\n"
    )
    assert port(text, keeps_numba=True).text == (
        "import numba\nfrom cudapy import cuda\nfrom numba import njit, prange\n\n@njit\ndef f(n):\n"
        "    for i in prange(n): pass\n\nnumba.njit(f)\ncuda.int8\n"
    )


# Ways to import, the names by which a kernel then says jit, grid, float32 and what shared.array belongs to.
WAYS = {
    "from numba import cuda, float32": ("cuda.jit", "cuda.grid", "float32", "cuda"),
    "from numba import cuda\nfrom numba.types import float32": ("cuda.jit", "cuda.grid", "float32", "cuda"),
    "import numba\nimport numba.cuda": ("numba.cuda.jit", "numba.cuda.grid", "numba.float32", "numba.cuda"),
    "import numba as nb\nfrom numba import cuda as gpu": (
        "gpu.jit",
        "nb.cuda.grid",
        "nb.types.float32",
        "gpu",
    ),
    "from numba import cuda\nfrom numba.core import types": (
        "cuda.jit",
        "cuda.grid",
        "types.float32",
        "cuda",
    ),
    "from numba.cuda import grid, jit, shared\nfrom numba import types\nimport numba": (
        "jit",
        "grid",
        "types.float32",
        "numba.cuda",
    ),
    "import numba.cuda as c, numba as n": ("c.jit", "c.grid", "n.float32", "n.cuda"),
    "try:\n    from numba import cuda, types\nexcept ImportError:\n    cuda = None": (
        "cuda.jit",
        "cuda.grid",
        "types.float32",
        "cuda",
    ),
}
# Ways to write a function that the kernel calls.
HELPERS = {
    "@NJIT\ndef f(a):\n    return a + 1": "from numba import njit as NJIT",
    "@nu.jit(nopython=True, fastmath=True)\ndef f(a):\n    total = 0\n    for i in nu.prange(2):\n"
    "        total += a\n    return total - a + 1": "import numba as nu",
    "f = nu.njit(lambda a: a + 1)": "import numba as nu",
    "@DEVICE(device=True)\ndef f(a):\n    return a + 1": "from numba.cuda import jit as DEVICE",
}


@pytest.mark.parametrize("way, helper", list(itertools.product(WAYS, HELPERS)), ids=lambda each: "")
def test_ported_programs_run(way, helper):
    """Each way to import with each way to write a function: what comes of it runs, and no numba is here."""
    jit, grid, kind, owner = WAYS[way]
    text = f"{HELPERS[helper]}\n{way}\n{helper}\n\n@{jit}\ndef kernel(x):\n    i = {grid}(1)\n"
    text += (
        f"    tile = {owner}.shared.array(4, dtype={kind})\n    tile[i] = f(x[i])\n"
        f"    {owner}.syncthreads()\n    x[i] = {kind}(tile[3 - i])\n"
    )
    made = port(text)
    assert "numba" not in made.text
    names = {"__name__": "ported"}
    exec(compile(made.text, "<ported>", "exec"), names)
    x = np.arange(4, dtype=np.float32)
    names["kernel"][1, 4](x)
    assert x.tolist() == [4, 3, 2, 1]


PROGRAM = "from numba import cuda, njit\n\n\n@njit\ndef f(a):\n    return a\n\n\ncuda.nothing\n"
PORTED = "from cudapy import cuda\n\n\ndef f(a):\n    return a\n\n\ncuda.nothing\n"
HOST = "`f` was compiled for the CPU by numba, and is plain Python now: --keep-numba leaves it so"
NOTHING = "`numba.cuda.nothing`: cudapy.cuda has no nothing yet"


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def test_a_file_is_changed_and_kept(file, capsys):
    assert main(["port", "a.py"]) == 0
    assert (
        capsys.readouterr().out
        == f"a.py: changed, and a.py.orig is what was there\na.py:4: {HOST}\na.py:8: {NOTHING}\n"
    )
    assert file.read_text() == PORTED and (file.parent / "a.py.orig").read_text() == PROGRAM
    file.write_text(PROGRAM)
    assert main(["port", "a.py"]) == 0 and main(["port", "a.py"]) == 0
    assert sorted(os.listdir()) == ["a.py", "a.py.orig", "a.py.orig2"]
    assert capsys.readouterr().out.endswith("a.py: imports nothing of numba\n")
    file.write_text(PROGRAM)
    assert main(["port", "--no-backup", "a.py"]) == 0 and len(os.listdir()) == 3


@pytest.mark.parametrize(
    "options, status, out, errors",
    [
        (["--check"], 1, f"a.py: would change\na.py:5: {HOST}\na.py:9: {NOTHING}\n", ""),
        (
            ["--diff"],
            0,
            "--- a.py\n+++ a.py\n@@ -1,7 +1,6 @@\n-from numba import cuda, njit\n+from cudapy import cuda\n"
            " \n \n-@njit\n def f(a):\n     return a\n \n",
            f"a.py: would change\na.py:5: {HOST}\na.py:9: {NOTHING}\n",
        ),
        (["-o", "-"], 0, PORTED, f"a.py: changed in -\na.py:4: {HOST}\na.py:8: {NOTHING}\n"),
        (["-o", "b.py"], 0, f"a.py: changed in b.py\na.py:4: {HOST}\na.py:8: {NOTHING}\n", ""),
        (
            ["--check", "-o", "b.py"],
            2,
            "",
            "python -m cudapy port: -o takes one file, and neither --check nor --diff\n",
        ),
    ],
)
def test_a_file_that_is_left(file, capsys, options, status, out, errors):
    assert main(["port", *options, "a.py"]) == status
    assert tuple(capsys.readouterr()) == (out, errors)
    assert file.read_text() == PROGRAM and not (file.parent / "a.py.orig").exists()
    if options == ["-o", "b.py"]:
        assert (file.parent / "b.py").read_text() == PORTED


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "encoding, mark",
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("latin-1", "# coding: latin-1\n"),
        ("cp1252", "# -*- coding: cp1252 -*-\n"),
    ],
)
def test_encodings_and_line_ends(file, newline, encoding, mark):
    text = f"{mark}# é\n{PROGRAM}x = 'ü'  # no line end"
    file.write_bytes(text.replace("\n", newline).encode(encoding))
    file.chmod(0o750)
    link = file.parent / "link.py"
    link.symlink_to(file)
    assert main(["port", "link.py"]) == 0
    wanted = f"{mark}# é\n{PORTED}x = 'ü'  # no line end"
    assert file.read_bytes() == wanted.replace("\n", newline).encode(encoding)
    assert stat.S_IMODE(file.stat().st_mode) == 0o750 and link.is_symlink()
    assert sorted(os.listdir()) == ["a.py", "a.py.orig", "link.py"]


@pytest.mark.parametrize(
    "content, message",
    [
        (b"from numba import cuda\ndef f(:\n", "line 2 is no Python of this version: invalid syntax"),
        (
            b"from numba import cuda\nprint 'x'\n",
            "line 2 is no Python of this version: Missing parentheses in call to 'print'. Did "
            "you mean print(...)?",
        ),
        (b"from numba import cuda\n\0\n", "source code string cannot contain null bytes"),
        (
            b"from numba import cuda\nx = '\xff'\n",
            "'utf-8' codec can't decode byte 0xff in position 28: invalid start byte",
        ),
        (b"# coding: nothing\nfrom numba import cuda\n", "unknown encoding: nothing"),
    ],
)
def test_files_that_cannot_be_read(file, capsys, content, message):
    file.write_bytes(content)
    (file.parent / "b.py").write_text("from numba import cuda\n")
    assert main(["port", "a.py", "b.py", "none.py"]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert (
        errors[0] == f"a.py: not changed: {message}"
        and errors[-1] == "none.py: not changed: No such file or directory"
    )
    assert file.read_bytes() == content and (file.parent / "b.py").read_text() == "from cudapy import cuda\n"
    assert sorted(os.listdir()) == ["a.py", "b.py", "b.py.orig"]


def test_a_file_stays_whole_where_it_cannot_be_written(file, capsys, monkeypatch):
    monkeypatch.setattr(
        os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    assert main(["port", "--no-backup", "a.py"]) == 2
    assert capsys.readouterr().err == "a.py: not changed: No space left on device\n"
    assert file.read_text() == PROGRAM and os.listdir() == ["a.py"]


def test_folders(file, capsys):
    inner = file.parent / "inner" / ".hidden"
    inner.mkdir(parents=True)
    for place in (inner, inner.parent):
        (place / "b.py").write_text("from numba import cuda\n")
    (inner.parent / "c.txt").write_text("from numba import cuda\n")
    assert main(["port", "--check", "."]) == 1
    assert capsys.readouterr().out == (
        f"./a.py: would change\n./a.py:5: {HOST}\n./a.py:9: {NOTHING}\n./inner/b.py: would change\n"
        "2 of 2 files would change; places to look at: 2\n"
    )


def notebook(*sources, indent=1):
    cells = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": each}
        for each in sources
    ]
    cells.insert(0, {"cell_type": "markdown", "metadata": {}, "source": ["# é: from numba import cuda"]})
    return (
        json.dumps(
            {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5},
            indent=indent,
            ensure_ascii=False,
        )
        + "\n"
    )


@pytest.mark.parametrize("indent", [1, 2, None])
def test_notebooks(file, capsys, indent):
    path = file.parent / "n.ipynb"
    magic, broken = "%%time\nfrom numba import nothing", "print 'x'"
    path.write_text(
        notebook(
            ["%matplotlib inline\n", "import numba as nb\n", "from numba import cuda, njit\n", "!ls"],
            "@njit\ndef f(a): return a\n@cuda.jit\ndef k(x):\n    x[0] = nb.float32(f(x[0]))",
            magic,
            broken,
            ["await z\n", "cuda.nothing"],
            indent=indent,
        )
    )
    assert main(["port", "n.ipynb"]) == 0
    assert capsys.readouterr().out == (
        "n.ipynb: changed, and n.ipynb.orig is what was there\n"
        "n.ipynb: cell 4, line 1: this cell is left as it is: Missing parentheses in call to 'print'. Did "
        f"you mean print(...)?\nn.ipynb: cell 5, line 2: {NOTHING}\n"
    )
    assert path.read_text() == notebook(
        ["%matplotlib inline\n", "from cudapy import cuda\n", "!ls"],
        "def f(a): return a\n@cuda.jit\ndef k(x):\n    x[0] = cuda.float32(f(x[0]))",
        magic,
        broken,
        ["await z\n", "cuda.nothing"],
        indent=indent,
    )


@pytest.mark.parametrize("text", ["[]", "{}", '{"cells": 3}', "no JSON"])
def test_what_is_no_notebook(file, capsys, text):
    (file.parent / "n.ipynb").write_text(text)
    assert main(["port", "n.ipynb"]) == 2
    assert (
        capsys.readouterr().err.startswith("n.ipynb: not changed: ")
        and (file.parent / "n.ipynb").read_text() == text
    )
