"""`cp.run_in_parts`: launches of parts of a long computation."""

import re

import numpy as np
import pytest

import cudapy as cp


# number : void (int first, int* X)
def number(first, X):
    X[idx] += first + idx + 1


@pytest.fixture
def numbered():
    """Numbers the elements of an array, and keeps which parts were launched."""
    call = cp.compile(number)

    def run(X, **options):
        parts = []

        def launch(first, count):
            parts.append((first, count))
            part = X[first : first + count]
            call(count)(first, part)

        cp.run_in_parts(len(X), launch, **options)
        return parts

    return run


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 7, 100])
@pytest.mark.parametrize("size", [1, 3, 4, 100, 10**12])
def test_each_thread_runs_once_in_parts_of_a_size(numbered, n, size):
    X = np.zeros(n, np.int32)
    parts = numbered(X, size=size)
    assert X.tolist() == list(range(1, n + 1))
    assert parts == [(first, min(size, n - first)) for first in range(0, n, size)]


def test_arrays_of_a_device(numbered):
    X = cp.zeros(10, cp.int32)
    assert numbered(X, size=4) == [(0, 4), (4, 4), (8, 2)]
    assert X.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize("seconds", [1e-9, 0.1, 1e9])
def test_parts_without_a_size_cover_all_threads(numbered, seconds):
    X = np.zeros(20_000, np.int32)
    parts = numbered(X, seconds=seconds) if seconds != 1e-9 else numbered(X[:1500], seconds=seconds)
    n = 20_000 if seconds != 1e-9 else 1500
    assert X[:n].tolist() == list(range(1, n + 1))
    assert parts[0] == (0, 1024)
    assert sum(count for _, count in parts) == n
    assert [first for first, _ in parts] == [sum(c for _, c in parts[:k]) for k in range(len(parts))]


def test_parts_grow_to_the_seconds_that_a_part_should_take(monkeypatch):
    from cudapy._launch import parts

    clock = [0.0]
    monkeypatch.setattr(parts.time, "perf_counter", lambda: clock[0])
    sizes = []

    def launch(first, count):
        sizes.append(count)
        clock[0] += count / 2**17  # 16,384 threads take an eighth of a second

    cp.run_in_parts(60_000, launch, seconds=0.125)
    assert sizes == [1024, 4096, 16_384, 16_384, 16_384, 5728]


def test_progress_says_how_many_threads_have_run(numbered):
    told = []
    numbered(np.zeros(10, np.int32), size=4, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 10), (4, 10), (8, 10), (10, 10)]


def test_progress_of_a_run_that_goes_on(numbered):
    told = []
    X = np.zeros(10, np.int32)
    parts = numbered(X, size=4, first=8, progress=lambda done, total: told.append((done, total)))
    assert (parts, told) == ([(8, 2)], [(0, 10), (8, 10), (10, 10)])
    assert numbered(X, first=10) == []
    assert X.tolist() == [0] * 8 + [9, 10]


class Bar:
    """A bar with the interface of tqdm."""

    total = None

    def __init__(self):
        self.moves = []

    def update(self, by):
        self.moves.append(by)

    def close(self):
        raise AssertionError("the bar is the caller's")


def test_a_bar_is_moved_and_left_open(numbered):
    bar = Bar()
    numbered(np.zeros(10, np.int32), size=4, progress=bar)
    assert (bar.total, bar.moves) == (10, [4, 4, 2])


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError("no")])
def test_what_ends_a_run_says_where_to_go_on(numbered, error):
    X = np.zeros(10, np.int32)
    call = cp.compile(number)

    def launch(first, count):
        if first == 8:
            raise error
        part = X[first : first + count]
        call(count)(first, part)

    with pytest.raises(error if isinstance(error, type) else type(error)) as caught:
        cp.run_in_parts(10, launch, size=4)
    assert caught.value.__notes__ == [
        "run_in_parts: 8 of 10 threads had run; first=8 goes on with the others"
    ]
    numbered(X, size=4, first=8)
    assert X.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_an_error_of_a_kernel_is_that_of_its_part(target):
    call = cp.compile(number, checked=True)
    X = np.zeros(10, np.int32)

    def launch(first, count):
        part = X[first:5]
        call(count)(first, part)

    with pytest.raises(cp.KernelError) as caught:
        cp.run_in_parts(8, launch, size=4)
    assert re.search("index 1 is outside X, which has 1 element", str(caught.value))
    assert (
        caught.value.__notes__[-1] == "run_in_parts: 4 of 8 threads had run; first=4 goes on with the others"
    )


@pytest.mark.parametrize(
    "arguments, options, said",
    [
        ((1.5, print), {}, "TypeError: run_in_parts: threads is a whole number; got float 1.5"),
        ((None, print), {}, "TypeError: run_in_parts: threads is a whole number; got NoneType None"),
        ((-1, print), {}, "ValueError: run_in_parts: threads is at least 0; got -1"),
        ((3, print), {"size": 0}, "ValueError: run_in_parts: size is at least 1; got 0"),
        ((3, print), {"size": "4"}, "TypeError: run_in_parts: size is a whole number; got str '4'"),
        (
            (3, print),
            {"first": 4},
            "ValueError: run_in_parts: first is one of 3 threads, or their number; got 4",
        ),
        ((3, print), {"first": -1}, "ValueError: run_in_parts: first is at least 0; got -1"),
        ((3, print), {"seconds": 0}, "ValueError: run_in_parts: seconds is a positive number; got 0"),
        (
            (3, print),
            {"seconds": float("nan")},
            "ValueError: run_in_parts: seconds is a positive number; got nan",
        ),
        ((3, print), {"seconds": "1"}, "TypeError: run_in_parts: seconds is a positive number; got str '1'"),
        (
            (3, 4),
            {},
            "TypeError: run_in_parts: launch is a function of the first thread and the count; got int 4",
        ),
        (
            (3, print),
            {"progress": 3},
            "TypeError: run_in_parts: progress= takes True for a line on standard error, a function of the "
            "threads that have run and of all threads, `progress(done, total)`, or a bar of tqdm; got int 3",
        ),
    ],
)
def test_wrong_arguments(arguments, options, said):
    with pytest.raises((TypeError, ValueError)) as caught:
        cp.run_in_parts(*arguments, **options)
    assert f"{type(caught.value).__name__}: {caught.value}" == said
