"""cuda_source(): flags of the compiler, where a kernel in Python calls what they change."""

import cudapy as cp
import pytest
from cudapy._compile.cuda_flags import folders_and_flags

TEXT = """
#ifndef N
#define N 1
#endif
#ifdef WIDE
#define KIND 20
#else
#define KIND 10
#endif
__host__ __device__ int found(int x) { return x + N + KIND; }
"""
PLAIN = cp.cuda_source(TEXT)
DEFINED = cp.cuda_source(TEXT, flags=["-DN=4", "--define-macro=WIDE"])
UNDEFINED = cp.cuda_source(TEXT, flags=["-DN=4", "-DWIDE", "-UWIDE", "-O1"])


# plain : void (int* X)
def plain(X):
    X[idx] = PLAIN.found(X[idx])


# defined : void (int* X)
def defined(X):
    X[idx] = DEFINED.found(X[idx])


# undefined : void (int* X)
def undefined(X):
    X[idx] = UNDEFINED.found(X[idx])


def test_macros_of_the_flags(target):
    for kernel, found in ((plain, 11), (defined, 24), (undefined, 14)):
        X = [0, 100]
        cp.compile(kernel, target=target)(2)(X)
        assert X == [found, 100 + found]


def test_folders_of_the_flags(target, tmp_path):
    """A header that is found by a flag, and is edited, is noticed."""
    for by, flag in enumerate(
        (
            f"-I{tmp_path}",
            f"--include-path={tmp_path}",
            f"-I={tmp_path}",
            f"-I/nowhere,{tmp_path}",
            f"-isystem={tmp_path}",
        ),
        7,
    ):
        (tmp_path / "by.h").write_text(f"#define BY {by}\n")
        module = cp.cuda_source(
            "#include <by.h>\n__host__ __device__ int by(int x) { return x * BY; }", flags=[flag]
        )

        # times : void (int* X)
        def times(X):
            X[idx] = module.by(X[idx])

        X = [1, 2]
        cp.compile(times, target=target)(2)(X)
        assert X == [by, 2 * by]


@pytest.mark.parametrize(
    "flags, folders, others",
    [
        ([], [], []),
        (
            ["-Ia", "-I=b", "-Ic,d", "--include-path=e,f", "-isystemg", "-isystem=h", "--system-include=i"],
            list("abcdefghi"),
            [],
        ),
        (
            ["-DN", "-DN=4", "-D=N=4", "-DA,B=2", "--define-macro=A,B", r"-DLIST=1\,2"],
            [],
            ["-DN", "-DN=4", "-DN=4", "-DA", "-DB=2", "-DA", "-DB", "-DLIST=1,2"],
        ),
        (["-UA,B", "--undefine-macro=C", "-U=D"], [], ["-UA", "-UB", "-UC", "-UD"]),
        (["-O1", "-Da=b", "--use_fast_math", "-I"], [], ["-O1", "-Da=b", "--use_fast_math", "-I"]),
    ],
)
def test_the_forms_of_flags(flags, folders, others):
    assert folders_and_flags(flags) == (folders, others)
