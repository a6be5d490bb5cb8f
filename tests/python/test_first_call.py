"""What a first call costs: the modules that it imports, and how it reads sources without them."""

import os
import subprocess
import sys
import textwrap

import pytest

KERNEL = textwrap.dedent(
    """\
    import sys
    import cudapy as cp

    # fill : void (int value, int* A)
    def fill(value, A):
        '''Text of
    several lines.'''
        for i in range(idx, len(A), 3):
            A[i] = (
    value + {extra}
            )
        # after the last statement


    call = cp.compile(fill, target="cpu")
    A = [0] * 4
    call(3)(7, A)
    """
)


def run(path, folder):
    environment = {**os.environ, "CUDAPY_CACHE_DIR": str(folder / "cache")}
    result = subprocess.run([sys.executable, str(path)], capture_output=True, env=environment, cwd=folder)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def test_modules_that_take_long_to_import_are_left_alone(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        KERNEL.format(extra="0")
        + "print(A, sorted({'ast', 'inspect', 'json', 'linecache', 'numpy', 're', 'tokenize', 'typing'} & "
        "set(sys.modules)))\n"
    )
    clean = (
        "import sys; print(sorted({'ast', 'inspect', 'json', 'linecache', 'numpy', 're', 'tokenize', "
        "'typing'} & set(sys.modules)))"
    )
    already = subprocess.run([sys.executable, "-c", clean], capture_output=True, text=True, check=True).stdout
    assert run(path, tmp_path) == (0, f"[7, 7, 7, 7] {already}", "")


@pytest.mark.parametrize(
    "encoding, first", [("utf-8-sig", ""), ("latin-1", "# -*- coding: latin-1 -*-\n"), ("utf-8", "")]
)
@pytest.mark.parametrize("module", ["", "import linecache\n"])
def test_encodings(tmp_path, encoding, first, module):
    path = tmp_path / "program.py"
    path.write_text(first + module + "# é\n" + KERNEL.format(extra="1") + "print(A)\n", encoding=encoding)
    assert run(path, tmp_path) == (0, "[8, 8, 8, 8]\n", "")


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_line_ends(tmp_path, ends):
    path = tmp_path / "program.py"
    path.write_bytes((KERNEL.format(extra="2") + "print(A)\n").replace("\n", ends).encode())
    assert run(path, tmp_path) == (0, "[9, 9, 9, 9]\n", "")


def test_comments_behind_the_last_statement_come_along(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(KERNEL.format(extra="0") + "print('// after the last statement' in call.cuda_source)\n")
    assert run(path, tmp_path) == (0, "True\n", "")


def test_a_long_function(tmp_path):
    lines = "".join(f"    A[{i}] = {i}\n" for i in range(200))
    path = tmp_path / "program.py"
    path.write_text(
        f"import cudapy as cp\n\n# fill : void (int* A)\ndef fill(A):\n{lines}\nA = [0] * 200\n"
        "cp.compile(fill, target='cpu')(1)(A)\nprint(A == list(range(200)))\n"
    )
    assert run(path, tmp_path) == (0, "True\n", "")
