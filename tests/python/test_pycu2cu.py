"""The command line: what it writes, what it says, and what it does not touch."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

KERNELS = """\
# scale : void (float factor, float* X)
def scale(factor, X):
    X[idx] *= factor


# fill : void (int* X)
def fill(X):
    X[idx] = 1
"""

MISTAKE = """\
# scale : void (float factor, float* X)
def scale(factor, X):
    X[idx] *= factr
"""

MISTAKE_REPORT = """\
kernels.py:3:15: error[E301]: unknown name `factr`
   3 |     X[idx] *= factr
     |               ^^^^^ not defined here
   = help: did you mean `factor`?
1 error
`pycu2cu --explain E301` says more
"""

WARNS = """\
# fill : void (int n, int* X)
def fill(n, X):
    if n > 3:
        value = 1
    X[idx] = value
"""


def find_program():
    """$CUDAPY_PYCU2CU, else the newest that was built here, else the one on PATH."""
    if "CUDAPY_PYCU2CU" in os.environ:
        return os.environ["CUDAPY_PYCU2CU"]
    # build/test-cache is never walked: other tests make and remove files there in the meantime.
    folders = [*ROOT.glob("build*"), *ROOT.glob("build*/*")]
    built = [folder / "translator/pycu2cu" for folder in folders if (folder / "translator/pycu2cu").is_file()]
    if built:
        return str(max(built, key=lambda path: path.stat().st_mtime))
    found = shutil.which("pycu2cu")
    if not found:
        pytest.fail("no pycu2cu: build it, or set CUDAPY_PYCU2CU")
    return found


@pytest.fixture(scope="session")
def program():
    return find_program()


@pytest.fixture
def pycu2cu(program, tmp_path):
    def run(*words, stdin="", **environment):
        return subprocess.run(
            [program, *words],
            cwd=tmp_path,
            input=stdin,
            text=True,
            capture_output=True,
            env={**os.environ, **environment},
        )

    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "mistake").mkdir()
    (tmp_path / "mistake" / "kernels.py").write_text(MISTAKE)
    (tmp_path / "warns.py").write_text(WARNS)
    return run


def files_in(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_writes_source_and_header(pycu2cu, tmp_path):
    result = pycu2cu("kernels.py", "-o", "kernels.cu", "--header", "kernels.h")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    source = (tmp_path / "kernels.cu").read_text()
    assert source.startswith('// Translated from kernels.py by pycu2cu 0.2.0.\n\n#include "kernels.h"\n')
    header = (tmp_path / "kernels.h").read_text()
    assert [line for line in header.splitlines() if line.startswith("cudaError_t")] == [
        "cudaError_t launch_scale(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, "
        "cudaStream_t stream,",
        "cudaError_t launch_fill(dim3 threads, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t "
        "stream, int* X,",
    ]


def test_without_output_writes_to_standard_output(pycu2cu, tmp_path):
    to_file = pycu2cu("kernels.py", "-o", "kernels.cu")
    assert to_file.returncode == 0
    expected = (tmp_path / "kernels.cu").read_text()
    for words in (
        ["kernels.py"],
        ["kernels.py", "-o", "-"],
        ["--output=-", "kernels.py"],
        ["-o-", "--", "kernels.py"],
    ):
        result = pycu2cu(*words)
        assert (result.returncode, result.stdout, result.stderr) == (0, expected, "")


def test_standard_input(pycu2cu):
    from_file = pycu2cu("kernels.py").stdout
    result = pycu2cu("-", stdin=KERNELS)
    assert (result.returncode, result.stdout) == (0, from_file.replace("kernels.py", "<stdin>"))


def test_header_is_included_relative_to_the_output(pycu2cu, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "include").mkdir()
    result = pycu2cu("kernels.py", "-o", "out/k.cu", "--header", "include/k.h")
    assert result.returncode == 0
    assert (tmp_path / "out" / "k.cu").read_text().splitlines()[2] == '#include "../include/k.h"'


def test_cpu_target(pycu2cu):
    result = pycu2cu("kernels.py", "--target", "cpu")
    assert result.returncode == 0
    assert [line for line in result.stdout.splitlines() if line.startswith('extern "C" void')] == [
        'extern "C" void run_scale(const CpuRange* range, float factor, float* X, int /*X_len*/)',
        'extern "C" void run_fill(const CpuRange* range, int* X, int /*X_len*/)',
    ]


def test_kernel_filter(pycu2cu):
    result = pycu2cu("kernels.py", "--kernel", "fill", "--target", "cpu")
    assert result.returncode == 0
    assert [line for line in result.stdout.splitlines() if line.startswith('extern "C" void')] == [
        'extern "C" void run_fill(const CpuRange* range, int* X, int /*X_len*/)',
    ]


def test_errors_leave_every_file_as_it_was(pycu2cu, tmp_path):
    for name in ("kernels.cu", "kernels.h", "kernels.d"):
        (tmp_path / name).write_text("old")
    before = files_in(tmp_path)
    result = pycu2cu(
        "mistake/kernels.py", "-o", "kernels.cu", "--header", "kernels.h", "--depfile", "kernels.d"
    )
    assert (result.returncode, result.stdout, result.stderr) == (
        1,
        "",
        MISTAKE_REPORT.replace("kernels.py", "mistake/kernels.py"),
    )
    assert files_in(tmp_path) == before


def test_a_file_that_cannot_be_written_leaves_the_others(pycu2cu, tmp_path):
    before = files_in(tmp_path)
    result = pycu2cu("kernels.py", "-o", "kernels.cu", "--header", "missing/kernels.h")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "pycu2cu: cannot write 'missing/kernels.h': No such file or directory\n"
    assert files_in(tmp_path) == before


def test_a_file_that_cannot_be_read(pycu2cu):
    result = pycu2cu("nowhere.py")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "pycu2cu: cannot read 'nowhere.py': No such file or directory\n"
    assert pycu2cu("mistake").returncode == 3


def test_a_full_standard_output_is_an_error(program, tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [program, "kernels.py", "--header", "k.h"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert result.returncode == 3
    assert result.stderr == "pycu2cu: cannot write 'standard output': No space left on device\n"
    assert not (tmp_path / "k.h").exists()


def test_replacing_keeps_mode_and_links(pycu2cu, tmp_path):
    (tmp_path / "real.cu").write_text("old")
    (tmp_path / "real.cu").chmod(0o640)
    (tmp_path / "link.cu").symlink_to("real.cu")
    assert pycu2cu("kernels.py", "-o", "link.cu").returncode == 0
    assert (tmp_path / "link.cu").is_symlink()
    assert (tmp_path / "real.cu").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "real.cu").read_text() != "old"


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "no input file ('-' is standard input)"),
        (["a.py", "b.py"], "one input file at a time: 'a.py' and 'b.py' were given"),
        (["--targt", "cpu", "a.py"], "unknown option '--targt'; did you mean '--target'?"),
        (["--target", "gpu", "a.py"], "--target takes cuda or cpu, not 'gpu'"),
        (["a.py", "-o"], "-o needs a value"),
        (["a.py", "--header="], "--header needs a value that is not empty"),
        (["a.py", "--check=yes"], "--check takes no value"),
        (
            ["a.py", "--check", "-o", "a.cu"],
            "--check writes no files: leave out -o, --header, --cuda, --python-module, --stamp and --depfile",
        ),
        (
            ["a.py", "--kernels-only", "--header", "a.h"],
            "--kernels-only writes no launch functions, and so no --header of them",
        ),
        (
            ["a.py", "--kernels-only", "--target=cpu"],
            "--kernels-only is for CUDA: on the CPU the launch functions run the kernels",
        ),
        (["a.py", "--depfile", "a.d"], "--depfile needs -o FILE: it says what that file depends on"),
        (["a.py", "-o", "a.py"], "'a.py' is the input and would be overwritten"),
        (["a.py", "--stamp", "s"], "--stamp needs -o FILE: it says that that file is up to date"),
        (["a.py", "--cuda-text"], "--cuda-text is for --program"),
        (["a.py", "--cuda", "a.cu"], "--cuda is for --program"),
        (["a.py", "--namespace", "a"], "--namespace is for --program"),
        (["a.py", "--program"], "--program needs -o FILE.cpp and --header FILE.h"),
        (
            ["a.py", "--program", "--target", "cpu"],
            "--program writes kernels for the CPU, and for CUDA with --cuda or --cuda-text: "
            "leave --target out",
        ),
        (["a.py", "--program", "--kernels-only"], "--program and --kernels-only exclude each other"),
        (
            ["a.py", "--program", "--cuda", "a.cu", "--cuda-text"],
            "--cuda and --cuda-text exclude each other: the CUDA C++ goes to a file, or is "
            "part of the output",
        ),
        (
            ["a-b.py", "--program", "-o", "a.cpp", "--header", "a.h"],
            "the namespace 'a-b' is not a name of letters, digits and underscores; name "
            "another by --namespace",
        ),
        (
            ["new.py", "--program", "-o", "a.cpp", "--header", "a.h"],
            "the namespace 'new' has a meaning in C++ or for CudaPy; name another by --namespace",
        ),
        (["a.py", "-o", "b", "--header", "b"], "'b' is given for two outputs"),
    ],
)
def test_usage_errors(pycu2cu, words, message):
    result = pycu2cu(*words)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"pycu2cu: {message}\nTry 'pycu2cu --help'.\n"


@pytest.mark.parametrize(
    "words, message",
    [
        (["-o", "./kernels.py"], "'./kernels.py' is the input and would be overwritten"),
        (["-o", "mistake/../kernels.py"], "'mistake/../kernels.py' is the input and would be overwritten"),
        (["-o", "link.py"], "'link.py' is the input and would be overwritten"),
        (["-o", "a.cu", "--depfile", "./kernels.py"], "'./kernels.py' is the input and would be overwritten"),
        (["-o", "a.cu", "--header", "./a.cu"], "'a.cu' and './a.cu' are one file, given for two outputs"),
        (
            ["-o", "a.cu", "--depfile", "mistake/../a.cu"],
            "'a.cu' and 'mistake/../a.cu' are one file, given for two outputs",
        ),
    ],
)
def test_a_file_has_many_names(pycu2cu, tmp_path, words, message):
    (tmp_path / "link.py").symlink_to("kernels.py")
    before = files_in(tmp_path)
    result = pycu2cu("kernels.py", *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"pycu2cu: {message}\nTry 'pycu2cu --help'.\n"
    assert files_in(tmp_path) == before


def test_a_link_to_what_has_no_path(program, pycu2cu, tmp_path):
    """Where the standard output is a file that was deleted, a link to it is not replaced by a file."""
    (tmp_path / "out.cu").symlink_to("/proc/self/fd/1")
    (tmp_path / "later.cu").symlink_to("made.cu")
    expected = pycu2cu("kernels.py", "-o", "-").stdout
    with tempfile.TemporaryFile("w+", dir=tmp_path) as file:
        subprocess.run([program, "kernels.py", "-o", "out.cu"], cwd=tmp_path, stdout=file, check=True)
        file.seek(0)
        assert file.read() == expected
    pycu2cu("kernels.py", "-o", "later.cu")
    assert (tmp_path / "made.cu").read_text() == expected
    assert (tmp_path / "out.cu").is_symlink() and (tmp_path / "later.cu").is_symlink()


def test_a_device_as_output(pycu2cu):
    assert pycu2cu("kernels.py", "-o", "/dev/stdout").stdout == pycu2cu("kernels.py", "-o", "-").stdout
    result = pycu2cu("kernels.py", "-o", "/dev/stdout", "--header", "missing/kernels.h")
    assert (result.returncode, result.stdout) == (3, "")
    assert pycu2cu("kernels.py", "-o", "/dev/full").returncode == 3


def test_headers_of_one_name(pycu2cu, tmp_path):
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        assert (
            pycu2cu("kernels.py", "-o", f"{folder}/k.cu", "--header", f"{folder}/kernels.h").returncode == 0
        )
        assert "#pragma once" in (tmp_path / folder / "kernels.h").read_text()


def test_check_writes_nothing(pycu2cu, tmp_path):
    before = files_in(tmp_path)
    result = pycu2cu("--check", "kernels.py")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert files_in(tmp_path) == before


def test_json(pycu2cu):
    result = pycu2cu("--check", "--format", "json", "mistake/kernels.py")
    assert (result.returncode, result.stderr) == (1, "")
    [diagnostic] = json.loads(result.stdout)
    assert {key: diagnostic[key] for key in ("code", "severity", "message", "file", "line", "column")} == {
        "code": "E301",
        "severity": "error",
        "message": "unknown name `factr`",
        "file": "mistake/kernels.py",
        "line": 3,
        "column": 15,
    }
    result = pycu2cu("--format", "json", "kernels.py", "-o", "-")
    assert (result.returncode, json.loads(result.stderr)) == (0, [])


def test_warnings_and_strict(pycu2cu, tmp_path):
    result = pycu2cu("warns.py", "-o", "warns.cu")
    assert result.returncode == 0
    assert result.stderr.splitlines()[0].startswith("warns.py:5:14: warning[")
    assert (tmp_path / "warns.cu").exists()
    result = pycu2cu("warns.py", "-o", "strict.cu", "--strict")
    assert result.returncode == 1
    assert result.stderr.splitlines()[0].startswith("warns.py:5:14: error[")
    assert not (tmp_path / "strict.cu").exists()


def test_color(pycu2cu):
    plain = pycu2cu("--check", "mistake/kernels.py").stderr
    assert "\x1b" not in plain
    coloured = pycu2cu("--check", "--color", "always", "mistake/kernels.py", NO_COLOR="1").stderr
    assert "\x1b[" in coloured
    assert "\x1b" not in pycu2cu("--check", "--color=never", "mistake/kernels.py").stderr


def test_depfile(pycu2cu, tmp_path):
    odd = "my $kernels #1.py"
    (tmp_path / odd).write_text(KERNELS)
    result = pycu2cu(odd, "-o", "out put.cu", "--header", "k.h", "--depfile", "k.d")
    assert result.returncode == 0
    assert (tmp_path / "k.d").read_text() == "out\\ put.cu k.h: my\\ $$kernels\\ \\#1.py\n"
    assert pycu2cu("-", "-o", "a.cu", "--depfile", "a.d", stdin=KERNELS).returncode == 0
    assert (tmp_path / "a.d").read_text() == "a.cu:\n"


def test_help_version_and_lists(pycu2cu):
    help_ = pycu2cu("--help")
    assert (help_.returncode, help_.stderr) == (0, "")
    assert help_.stdout.startswith("usage: pycu2cu INPUT.py [-o OUTPUT.cu] [--header OUTPUT.h] [options]\n")
    assert pycu2cu("--version").stdout == "pycu2cu 0.2.0\n"
    assert "E301  error    unknown-name\n" in pycu2cu("--list-diagnostics").stdout
    assert "| `sin` | `sinf` |" in pycu2cu("--list-builtins").stdout


def test_explain(pycu2cu):
    result = pycu2cu("--explain", "E435")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("E435: array-choice\n\nA choice between two arrays ")
    assert pycu2cu("--explain=e435").stdout == result.stdout
    several = pycu2cu("--explain", "W901", "435").stdout
    assert several.startswith("W901: ") and several.endswith(result.stdout)
    assert len(pycu2cu("--explain").stdout.splitlines()) == len(
        pycu2cu("--list-diagnostics").stdout.splitlines()
    )
    result = pycu2cu("--explain", "E499")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "pycu2cu: there is no diagnostic 'E499'; near it are E501, E502, E503. 'pycu2cu --explain' lists "
        "all.\nTry 'pycu2cu --help'.\n"
    )


def test_a_run_with_errors_says_where_to_read_about_the_first(pycu2cu, tmp_path):
    (tmp_path / "two.py").write_text(MISTAKE + "    X[0.5] = 1\n")
    assert pycu2cu("two.py").stderr.endswith("2 errors\n`pycu2cu --explain E301` says more\n")
    assert "--explain" not in pycu2cu("warns.py", "--check").stderr
    assert pycu2cu("warns.py", "--check", "--strict").stderr.endswith(
        "\n`pycu2cu --explain W910` says more\n"
    )
    assert "--explain" not in pycu2cu("two.py", "--check", "--format", "json").stdout


def test_same_input_same_output(pycu2cu):
    assert pycu2cu("kernels.py").stdout == pycu2cu("kernels.py").stdout


def test_a_stamp_leaves_alone_what_would_not_change(pycu2cu, tmp_path):
    words = ["kernels.py", "-o", "k.cu", "--header", "k.h", "--stamp", "k.stamp", "--depfile", "k.d"]

    def times():
        return {name: (tmp_path / name).stat().st_mtime_ns for name in ("k.cu", "k.h", "k.stamp")}

    assert pycu2cu(*words).returncode == 0
    assert (tmp_path / "k.d").read_text() == "k.stamp k.cu k.h: kernels.py\n"
    before = times()
    text = (tmp_path / "kernels.py").read_text()
    (tmp_path / "kernels.py").write_text(text + "\n# a comment\n")
    assert pycu2cu(*words).returncode == 0
    assert {name for name, time in times().items() if time != before[name]} == {"k.stamp"}
    before = times()
    (tmp_path / "kernels.py").write_text(text.replace("*= factor", "*= 2 * factor"))
    assert pycu2cu(*words).returncode == 0
    assert {name for name, time in times().items() if time != before[name]} == {"k.stamp", "k.cu"}


def test_a_namespace_that_a_function_is_called(pycu2cu, tmp_path):
    (tmp_path / "fill.py").write_text(WARNS)
    result = pycu2cu("fill.py", "--program", "-o", "k.cpp", "--header", "k.h")
    assert result.returncode == 2
    assert result.stderr.endswith(
        "pycu2cu: the namespace 'fill' is the name of something in the file; name another by --namespace\n"
        "Try 'pycu2cu --help'.\n"
    )
    assert (
        pycu2cu("fill.py", "--program", "--namespace", "own", "-o", "k.cpp", "--header", "k.h").returncode
        == 0
    )


IMPORTING = {
    "kernels.py": """\
import os
import config
from helpers import axpy as combined, Body
from package.more import twice

LIMIT = config.SIZE * 2 + 1


# run : void (float* X, Body* bodies)
def run(X, bodies):
    if idx < LIMIT:
        X[idx] = combined(max(X[idx], 1.0), config.SIZE)
        bodies[idx].mass = twice(bodies[idx].mass)
""",
    "config.py": "SIZE = 16\n",
    "helpers.py": """\
import cudapy as cp
from config import SIZE


@cp.struct
class Body:
    mass: cp.float32


# axpy : float (float x, int n)
def axpy(x, n):
    return offset() * x + n


# offset : float ()
def offset():
    return SIZE / float(2)


# max : float (float x)
def max(x):
    return x


# unused : void (int* X)
def unused(X):
    X[idx] = 1
""",
    "package/more.py": "from .constants import TWO\n\n\n# twice : float (float x)\ndef twice(x):\n"
    "    return TWO * x\n",
    "package/constants.py": "TWO = 2\n",
}


@pytest.fixture
def importing(pycu2cu, tmp_path):
    for name, text in IMPORTING.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return lambda *words: pycu2cu("kernels.py", *words)


def test_imported_helpers_constants_and_structs(importing, tmp_path):
    """Modules next to the file are read; a name means what it means in its own file; what nobody calls is
    left out."""
    assert importing("-o", "k.cu", "--kernels-only", "--depfile", "k.d").returncode == 0
    assert (
        tmp_path / "k.d"
    ).read_text() == "k.cu: kernels.py config.py helpers.py package/more.py package/constants.py\n"
    text = (tmp_path / "k.cu").read_text()
    assert (
        text[text.index("struct Body") :]
        == """\
struct Body
{
    float mass;
};

constexpr float SIZE = 16.0f;
constexpr float TWO = 2.0f;
constexpr int LIMIT = 33;

// Python's max(a, b): a unless b is greater.
static __device__ float maximum(float a, float b)
{
    return b > a ? b : a;
}

static __device__ float offset()
{
    return SIZE / 2.0f;
}

static __device__ float axpy(float x, int n)
{
    return offset() * x + n;
}

static __device__ float twice(float x)
{
    return TWO * x;
}

extern "C" __global__ void run(unsigned threads, float* X, Body* bodies)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    if (idx < LIMIT) {
        X[idx] = axpy(maximum(X[idx], 1.0f), 16);
        bodies[idx].mass = twice(bodies[idx].mass);
    }
}
"""
    )


def test_mistakes_in_imported_modules(importing, tmp_path):
    more = IMPORTING["package/more.py"]
    (tmp_path / "package/more.py").write_text(more.replace("TWO * x", "THREE * x"))
    assert (
        importing("--check").stderr
        == """\
package/more.py:6:12: error[E301]: unknown name `THREE`
   6 |     return THREE * x
     |            ^^^^^ not defined here
   = help: assign `THREE` before it is used, make it a parameter, or define it as a constant at the top level of the module
1 error
`pycu2cu --explain E301` says more
"""  # noqa: E501
    )
    (tmp_path / "package/more.py").write_text(
        more + "\n\n# run : void (int* X)\ndef run(X):\n    X[idx] = 1\n"
    )
    assert (
        importing("--check").stderr
        == """\
package/more.py:10:5: error[E230]: there are two functions called `run`
 --> kernels.py:10
  10 | def run(X, bodies):
     |     --- the first `run` is here
 --> package/more.py:10
  10 | def run(X):
     |     ^^^ the second one
   = note: functions that are compiled together are told apart by their names
   = help: rename one of them
1 error
`pycu2cu --explain E230` says more
"""
    )
    (tmp_path / "package/more.py").unlink()
    assert importing("--check").stderr.splitlines()[:1] == [
        "kernels.py:13:28: error[E320]: the module `package.more` is not read, so that `twice` is not known",
    ]


def test_modules_that_import_each_other(pycu2cu, tmp_path):
    (tmp_path / "kernels.py").write_text(
        "from other import N, M\nK = N\n\n\n# run : void (int* X)\ndef run(X):\n    X[idx] = M\n"
    )
    (tmp_path / "other.py").write_text("from third import N\nfrom kernels import K\nM = 7\n")
    (tmp_path / "third.py").write_text("from other import N\n")
    assert "X[idx] = M;" in pycu2cu("kernels.py", "--kernels-only").stdout
    (tmp_path / "kernels.py").write_text(
        "from other import N\n\n\n# run : void (int* X)\ndef run(X):\n    X[idx] = N\n"
    )
    assert pycu2cu("kernels.py", "--check").returncode == 1


HELPED = """\
import functools

from shapes import area as surface
import shapes


def helper(x, y=2.0):
    return x * y


twice = lambda x: x * 2


def unused(x):
    return [each for each in x]


# use : void (float* X)
def use(X):
    X[idx] = helper(X[idx]) + surface(X[idx], 1) + shapes.area(w=X[idx], h=2) + twice(X[idx]) + shapes.half(X[idx])
"""  # noqa: E501
SHAPES = """\
def area(w, h):
    return w * h


half = lambda x: x * 0.5
"""


def test_helpers_without_signatures_come_along(pycu2cu, tmp_path):
    (tmp_path / "helped.py").write_text(HELPED)
    (tmp_path / "shapes.py").write_text(SHAPES)
    result = pycu2cu("helped.py", "--kernels-only")
    assert (result.returncode, result.stderr) == (0, "")
    assert [
        line
        for line in result.stdout.splitlines()
        if line.startswith(("static __device__", "extern")) and not line.endswith(";")
    ] == [
        "static __device__ float helper_float(float x, float y)",
        "static __device__ float area_float_int(float w, int h)",
        "static __device__ float twice(float x)",
        "static __device__ float half(float x)",
        'extern "C" __global__ void use(unsigned threads, float* X)',
    ]


def test_kernels_of_a_factory_are_named(pycu2cu, tmp_path):
    (tmp_path / "factory.py").write_text(
        "def make(n):\n    # add : void (int* X)\n    def add(X):\n        X[idx] += n\n\n"
        "    return add\n\n\n" + KERNELS
    )
    result = pycu2cu("factory.py", "--target", "cpu", "-o", "out.cpp")
    assert (result.returncode, result.stdout, result.stderr) == (
        0,
        "",
        """\
factory.py:3:9: warning[W320]: nothing is made of `add`, which is defined inside a function or a class
   3 |     def add(X):
     |         ^^^ not at the top level of the module
   = note: what it uses of the function around it is known when that function runs, and a translation of text runs nothing
   = help: define it at the top level, or compile it from Python (`cp.compile`)
1 warning
""",  # noqa: E501
    )
    assert pycu2cu("factory.py", "--strict", "--check").returncode == 1
