"""The random programs of tests/random_programs: their reference, their reducer, and those that are wrong on
purpose."""

import itertools
import os
import random
import re
import signal
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "random_programs"))

import batches  # noqa: E402
import mistakes  # noqa: E402
from in_cpython import numeric  # noqa: E402
from in_cpython import thread_by_thread as reference  # noqa: E402
from in_cpython import tracking  # noqa: E402
from judging import Judge  # noqa: E402
from making.flow import Function  # noqa: E402
from making.row_kernels import make_rows  # noqa: E402
from making.whole_kernels import Kernel  # noqa: E402
from in_cpython.library import predefined  # noqa: E402
from in_cpython.numeric import Number, bf16_of_bits, bits_of_bf16  # noqa: E402
from reducing import Program, reduce  # noqa: E402
from in_cpython.tracking import Watch  # noqa: E402

NAMES = predefined()


def kernel_of(lines, *arguments, threads=(4,)):
    """A kernel of lines, or of (kernel's line, reference's line)."""
    kernel = Kernel("k")
    pairs = [line if isinstance(line, tuple) else (line, line) for line in lines]
    kernel.text, kernel.reference = ("\n".join(p[k] for p in pairs) for k in (0, 1))
    kernel.arguments, kernel.threads = list(arguments), threads
    return kernel


def value(text, **variables):
    got = eval(text, NAMES | variables)
    return got.t, got.v


U8, I8, U32, I = Number("uint8", 200), Number("int8", -100), Number("uint32", 4_000_000_000), Number("int", 7)
F, D = Number("float", 1.5), Number("double", 1.5)
H, W = Number("half", 1.5), Number("bfloat16", 1.5)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("a + a", ("int", 400)),
        ("min(255, a + 60)", ("int", 255)),
        ("-b", ("int", 100)),
        ("~a", ("int", -201)),
        ("u + 1", ("uint32", 4_000_000_001)),
        ("u * 2", ("uint32", 3_705_032_704)),
        ("u - i", ("int64", 3_999_999_993)),
        ("f + 0.1", ("float", float(np.float32(np.float32(1.5) + np.float32(0.1))))),
        ("d + 0.1", ("double", 1.6)),
        ("f * (i / 3)", ("float", float(np.float32(1.5) * (np.float32(7) / np.float32(3))))),
        ("d * (i / 3)", ("double", 1.5 * (7 / 3))),
        ("f + math.sqrt(i)", ("float", float(np.float32(1.5) + np.sqrt(np.float32(7))))),
        (
            "f * (2 * math.pi * i)",
            ("float", float(np.float32(1.5) * (np.float32(2 * np.pi) * np.float32(7)))),
        ),
        ("_c('double', i / 3)", ("double", 7 / 3)),
        ("int(i / 2)", ("int", 3)),
        ("int(-i / 2)", ("int", -3)),
        ("round(i / 2)", ("int64", 4)),
        ("math.floor(big / 2)", ("int64", 8_388_608)),
        ("int64(big / one)", ("int64", 16_777_217)),
        ("i if f else 2", ("int", 7)),
        ("h + 0.1", ("half", 1.599609375)),
        ("w + 0.1", ("bfloat16", 1.6015625)),
        ("w / 7", ("bfloat16", 0.2138671875)),
        ("h * w", ("float", 2.25)),
        ("w + i", ("float", 8.5)),
        ("bfloat16(1.00390625 + d * 2.0**-40)", ("bfloat16", 1.0078125)),  # rounded once
        ("divmod(w * 100, 0.7)[0]", ("bfloat16", 214.0)),
        ("math.sqrt(w)", ("float", float(np.sqrt(np.float32(1.5))))),
        ("math.ldexp(f, 2)", ("float", 6.0)),
        ("math.ldexp(d, i)", ("double", 192.0)),
        ("next(range(i))", ("int", 0)),
        ("next(range(min(9, u), 7, -1))", ("int64", 9)),
        ("next(range(int64(i)))", ("int64", 0)),
    ],
)
def test_the_reference_computes_as_the_language_says(text, expected):
    big, one = Number("int", 2**24 + 1), Number("int", 1)
    assert value(text, a=U8, b=I8, u=U32, i=I, f=F, d=D, h=H, w=W, big=big, one=one) == expected


def test_structs_have_the_bits_of_a_bfloat16():
    assert [bits_of_bf16(v) for v in (1.0, -0.0, 0.10009765625)] == [0x3F80, 0x8000, 0x3DCD]
    assert [bf16_of_bits(bits) for bits in (0x3F80, 0xC040, 0x3DCD)] == [1.0, -3.0, 0.10009765625]


def test_the_same_seed_makes_the_same_programs():
    for number in range(10):
        one, other = (batches.make_kernel("same", number, blocks=0.5) for _ in range(2))
        assert one[0].text == other[0].text and one[0].reference == other[0].reference
        assert one[1].keys() == other[1].keys()
        for name in one[1]:
            np.testing.assert_array_equal(one[1][name], other[1][name])


def test_programs_of_blocks_have_no_races():
    for number in range(30):
        watch = Watch()
        kernel, _ = batches.make_kernel("races", number, blocks=1.0, watch=watch)
        assert watch.races == set(), kernel.text


def test_threads_of_blocks_with_rows_never_meet_between_barriers(monkeypatch):
    """Neither those of one warp: one CUDA thread may do the work of several that are neighbours along y."""
    monkeypatch.setattr(tracking, "WARP", 1)
    for number in range(30):
        watch = Watch()
        kernel = make_rows(random.Random(number), number)
        reference.run(kernel, watch)
        assert watch.races == set(), kernel.text


def test_a_third_of_the_programs_of_blocks_have_rows():
    kernels = [batches.make_program("rows", number, blocks=1.0) for number in range(40)]
    assert 7 <= sum(isinstance(kernel.block, tuple) for kernel in kernels) <= 20


def test_a_tenth_of_the_programs_without_blocks_read_around_their_place():
    kernels = [batches.make_program("around", number, blocks=0.0) for number in range(100)]
    reading = [
        kernel
        for kernel in kernels
        if kernel.text.startswith(f"# {kernel.name} : ") and "(X, Y, A, R, Q, n, m, p)" in kernel.text
    ]
    assert 5 <= len(reading) <= 20
    assert any(
        "idx + " in kernel.text and "idx - " in kernel.text and "idy - " in kernel.text for kernel in reading
    )


def test_loops_count_to_bounds_of_every_type(monkeypatch):
    """A bound of 32 unsigned bits, or of 64 bits, makes the loop count in 64 bits."""
    types, make = set(), Function.loop_bound
    monkeypatch.setattr(
        Function, "loop_bound", lambda self, *given: types.add((bound := make(self, *given)).t) or bound
    )
    for number in range(150):
        batches.make_program("bounds", number)
    assert types == {"int", "uint8", "int16", "uint32", "int64"}


def test_threads_of_blocks_with_rows_know_their_places():
    lines = [
        "# k : void (int[,] A)",
        "def k(A):",
        "    s = shared(int, (2, 3))",
        "    u = shared(int, (2, 3))",
        "    s[threadIdx.y, threadIdx.x] = threadIdx.y * 10 + threadIdx.x",
        "    u[threadIdx.y, threadIdx.x] = blockIdx.y * 10 + blockIdx.x",
        ("    syncthreads()", "    (yield ('syncthreads',))"),
        "    if idx < A.shape[1] and idy < A.shape[0]:",
        "        A[idy, idx] = s[1 - threadIdx.y, 2 - threadIdx.x] * 100 + u[0, 0] + "
        "gridDim.y * 10000 * blockDim.x",
    ]
    kernel = kernel_of(lines, ("array", "A", "int", np.zeros((3, 4), np.int32)), threads=(4, 3))
    kernel.is_block, kernel.block = True, (3, 2)
    expected = [[61200, 61100, 61000, 61201], [60200, 60100, 60000, 60201], [61210, 61110, 61010, 61211]]
    assert reference.run(kernel)["A"].tolist() == expected


def test_a_mistake_is_found_by_the_reference():
    head = ["# k : void (int* A, int* B)", "def k(A, B):"]
    data = np.arange(4, dtype=np.int32)
    arguments = ("array", "A", "int", data), ("array", "B", "int", data)
    wrong = kernel_of([*head, "    x = A[idx]", "    B[idx + 1] = x"], *arguments)
    assert mistakes.what_it_leads_to(wrong) == ("index", [4])
    assert mistakes.what_it_leads_to(kernel_of([*head, "    B[idx] = A[idx]"], *arguments)) is None
    lines = [
        *head,
        "    s = shared(int, 64)",
        "    s[threadIdx.x] = A[0]",
        ("    syncthreads()", "    (yield ('syncthreads',))"),
        "    B[0] = s[63 - threadIdx.x]",
        "    s[threadIdx.x] = 1",
    ]
    block = kernel_of(lines, *arguments, threads=(64,))
    block.is_block, block.block = True, 64
    assert mistakes.what_it_leads_to(block) == ("race", [(6, 7)])


def test_every_kind_of_mistake_is_made():
    made = set()
    for number in range(60):
        r = random.Random(number)
        kernel, _ = batches.make_kernel("mistakes", number, blocks=0.5)
        found = mistakes.make_wrong(r, kernel)
        if found:
            wrong, mistake, kind, lines = found
            made.add((mistake, kind))
            assert mistakes.what_it_leads_to(wrong) == (kind, lines)
            assert wrong.text.count("\n") + 3 * wrong.is_block >= kernel.text.count("\n") - 2
    assert made == {("shifted access", "index"), ("dropped guard", "index"), ("barrier left out", "race")}


# --- the reducer ---


def stop_waiting(*_):
    raise TimeoutError


def reverses(program):
    """A judge that needs no compiler: a program shows what is looked for where it runs and reverses bits."""
    kernel = program.made()
    before = signal.signal(signal.SIGVTALRM, stop_waiting)
    signal.setitimer(
        signal.ITIMER_VIRTUAL, 0.1
    )  # a loop may have no end without a line that was left out; others take a tenth of this
    try:
        reference.run(kernel)
    except Exception:  # whatever is wrong with it: it is no program
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return "reverses" if "brev(" in kernel.text else "nothing"


def test_a_program_is_made_small():
    kernels = (batches.make_program("reduce", n, 0) for n in range(200))
    chosen = list(itertools.islice((kernel for kernel in kernels if "brev(" in kernel.text), 3))
    assert len(chosen) == 3
    for kernel in chosen:
        program = Program(kernel)
        if reverses(program) != "reverses":
            continue
        small, shown = reduce(program, reverses)
        assert shown == "reverses" and reverses(small) == "reverses"
        text = "\n".join(s for s, _ in small.lines if s.strip())
        assert text.count("\n") <= 4 and text.count("brev(") == 1, text
        assert program.lines == Program(kernel).lines  # the first one is as it was


def test_what_is_reduced_keeps_both_texts_alike():
    lines = [
        "# k : void (int* A, float* F, int n)",
        "def k(A, F, n):",
        "    unused = n * 3",
        ("    v = A[0] if n else 2", "    v = _c('int', A[0] if n else 2)"),
        "    for i in range(n):",
        "        if i > 1:",
        "            F[0] = 2.5",
        ("        v = brev(v + i * 2)", "        v = _c('int', brev(v + i * 2))"),
        "    A[0] = v",
    ]
    data = np.array([3, 4], np.int32)
    arguments = (
        ("array", "A", "int", data),
        ("array", "F", "float", np.zeros(1, np.float32)),
        ("scalar", "n", "int", 3),
    )
    small, _ = reduce(Program(kernel_of(lines, *arguments)), reverses)
    assert len(small.lines) <= 3 and len(small.arguments) <= 1
    kernels_line, references_line = (text.strip() for text in small.lines[-1])
    assert kernels_line.startswith("v = brev(") and len(kernels_line) == len("v = brev(v)")
    assert references_line == kernels_line.replace("v = ", "v = _c('int', ") + ")"


def test_the_judge_says_what_cudapy_makes_of_a_program():
    judge = Judge("cpu")
    data = np.array([3, 4, 5, 6], np.int32)
    head = ["# k : void (int* A)", "def k(A):"]
    argument = ("array", "A", "int", data)
    assert judge(Program(kernel_of([*head, "    A[idx] += 1"], argument))) == "same"
    assert judge(Program(kernel_of([*head, ("    A[idx] += 2", "    A[idx] += 1")], argument))) == "different"
    assert judge.said.startswith('A: [[[0], "np.int32(5)", "np.int32(4)"]')
    assert judge(Program(kernel_of([*head, "    A[idx] +"], argument))) is None
    refused = judge(Program(kernel_of([*head, ("    A[idx] = 0.5", "    A[idx] = 1")], argument)))
    assert refused.startswith("CompileError[E401]")


# --- in checked mode ---


def fuzz(folder, seed, *more):
    """Runs a batch of 8 programs."""
    import subprocess

    program = os.path.join(os.path.dirname(batches.__file__), "fuzz.py")
    options = ["--seed", seed, "--count", "8", "--batch", "8", "--jobs", "1", "--out", str(folder)]
    return subprocess.run([sys.executable, program, *options, *more], capture_output=True, text=True)


def test_an_unchanged_batch_and_its_mistakes(tmp_path):
    got = fuzz(tmp_path, "3", "--wrong", "index")
    assert got.returncode == 0 and ", 0 wrong" in got.stdout, got.stdout + got.stderr
    assert " mistakes named, 0 wrong" in got.stdout and " 0 mistakes named" not in got.stdout
    again = fuzz(tmp_path, "3", "--wrong", "index")
    assert again.stdout.splitlines()[-1].startswith("0 random programs")  # it goes on where it was


def test_simulated_programs(tmp_path):
    got = fuzz(tmp_path, "2", "--target", "simulated")
    assert got.returncode == 0, got.stdout + got.stderr
    # Programs that call CUDA C++ are not simulated.
    simulated = re.search(r": (\d) runs like CPython, 0 mistakes named, 0 wrong$", got.stdout, re.MULTILINE)
    assert simulated and int(simulated[1]) >= 4, got.stdout


def test_the_reference_refuses_what_is_outside_the_contract():
    with pytest.raises(numeric.OutOfContract, match="signed overflow"):
        value("i + big", i=I, big=Number("int", 2**31 - 1))
    with pytest.raises(TypeError, match="the literal 0.5 by itself"):
        value("number(0.5)", number=numeric.number)
