"""What the checked mode says of each wrong kernel of wrong_kernels/, and that it says nothing of the right
ones.

wrong_kernels/reports.txt holds the reports of the CPU, and where each kernel is named:
CUDAPY_UPDATE_CHECKED=1 writes anew what the target, CUDAPY_TARGET, says. On a GPU which of several pairs of
threads is found first differs from launch to launch, so that there the lines, the array and what is missing
must be those of the file."""

import inspect
import os
import pathlib
import re
import sys

import numpy as np
import pytest

import cudapy as cp
from wrong_kernels import CASES, parting
from wrong_kernels.barriers import sum_of_two
from wrong_kernels.blocks import one_sync_too_few
from wrong_kernels.cases import ramp, zeros
from wrong_kernels.unwritten import sum_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import checked_reports  # noqa: E402

ALL = [(section, each) for section, cases in CASES.items() for each in cases]
NAMES = [each.wrong.__name__ for _, each in ALL]
HELPERS = [sum_of_two, sum_of]


ON_GPU = os.environ.get("CUDAPY_TARGET") == "cuda"
# On a GPU threads that part at a barrier may wait for each other for ever.
PARTING = {each.wrong.__name__ for each in CASES[parting.PARTING]}


@pytest.fixture(scope="module")
def compiled():
    kernels = {f.__name__: f for _, each in ALL for f in (each.wrong, each.right)}
    return cp.compile([*kernels.values(), *HELPERS], checked=True)


def launch(compiled, kernel, each, options, arguments):
    call = getattr(compiled, kernel.__name__)
    threads = each.threads if isinstance(each.threads, tuple) else (each.threads,)
    call(*threads, **options)(*arguments)
    cp.synchronize()


def lines_of_kernel(text, kernel):
    """A report with lines counted from the kernel's signature, and without the file."""
    first = inspect.getsourcelines(kernel)[1]
    file = inspect.getsourcefile(kernel)
    text = text.replace(file + ":", "line ").replace(" of " + file, "")
    helper = {}
    for function in (each for each in HELPERS if inspect.getsourcefile(each) == file):
        lines, start = inspect.getsourcelines(function)
        helper.update({start + i: f"{i} of {function.__name__}()" for i in range(len(lines))})

    def relative(match):
        numbers = re.sub(r"\d+", lambda n: helper.get(int(n[0]), str(int(n[0]) - first)), match[0])
        return numbers

    return re.sub(r"\blines? \d+(?: and \d+)?", relative, text)


def report_of(compiled, each):
    try:
        launch(compiled, each.wrong, each, each.options, each.arguments())
    except cp.KernelError as error:
        return lines_of_kernel(str(error), each.wrong).replace("\n", " ")
    return None


def expected_reports():
    return {name: each.text for name, each in checked_reports.read_reports().items()}


def expected_on_gpu():
    """The names of those that are found on a GPU."""
    return {name for name, each in checked_reports.read_reports().items() if each.is_on_gpu}


def essence(report):
    """The kind, the lines and the arrays of a report, as a set with one for each thing it tells of."""
    found = set()
    if race := re.match(r"line ([^:]+): a race on (\w+)", report):
        first = race[1]
        own = re.search(r" in line ([^,.]+), `", report)
        missing = re.search("one atomically|with no barrier|in no order", report)[0]
        found.add(("race", frozenset({first, own[1] if own else first}), race[2], missing))
    elif reads := re.match(r"line ([^:]+): thread .*? reads (\w+)\[", report):
        found.add(("unwritten", frozenset({reads[1]}), reads[2], ""))
    else:
        found.add(("other", re.sub(r"thread [\d(), ]+", "thread", report)))
    return found


def others(report):
    """The lines of the races that a report mentions besides."""
    besides = report.partition(" Besides: ")[2].rstrip(".")
    found = re.findall(r"a race (?:of lines (.+?) and (.+?)|in line (.+?))(?=;|$)", besides)
    return {frozenset(filter(None, lines)) for lines in found}


def is_named(expected, report):
    """Whether a report of a GPU says what that of the CPU says, first or among the others."""
    if report is None:
        return False
    if essence(expected) <= essence(report):
        return True
    lines = {each[1] for each in essence(expected) if each[0] == "race"}
    return bool(lines) and lines <= others(report)


def source_of(kernel):
    return inspect.getsource(kernel).rstrip()


@pytest.mark.skipif(os.environ.get("CUDAPY_UPDATE_CHECKED") != "1", reason="writes wrong_kernels/reports.txt")
def test_write_the_reports(compiled):
    expected = expected_reports()
    reports = {
        each.wrong.__name__: None if ON_GPU and each.wrong.__name__ in PARTING else report_of(compiled, each)
        for _, each in ALL
    }
    if ON_GPU:
        on_gpu = {name for name in NAMES if is_named(expected[name], reports[name])}
        for name in NAMES:
            print(f"{'found' if name in on_gpu else 'NOT'}: {name}: {reports[name]}")
        reports = expected
    else:
        on_gpu = expected_on_gpu()
        assert [name for name, report in reports.items() if report is None] == []
    checked_reports.write_reports(
        {name: checked_reports.Report(reports[name], name in on_gpu) for name in NAMES}
    )


def test_there_are_sixty():
    assert len(set(NAMES)) == len(NAMES) >= 60


def test_the_page_shows_the_kernels():
    shown = {
        section: [(each.name, each.about, each.source) for each in members]
        for section, members in checked_reports.kernels().items()
    }
    assert shown == {
        section: [(each.wrong.__name__, each.about, source_of(each.wrong)) for each in cases]
        for section, cases in CASES.items()
    }
    assert list(checked_reports.read_reports()) == NAMES
    part = checked_reports.part()
    assert all(f"> {text}\n" in part for text in expected_reports().values())


@pytest.mark.parametrize("each", [each for _, each in ALL], ids=NAMES)
def test_a_wrong_kernel_is_named(compiled, each):
    name = each.wrong.__name__
    expected = expected_reports()[name]
    if not ON_GPU:
        assert report_of(compiled, each) == expected
        return
    if name not in expected_on_gpu():
        pytest.skip("found only on the CPU")
    report = report_of(compiled, each)
    assert is_named(expected, report), f"{name}: expected\n{expected}\ngot\n{report}"


def test_what_counts_as_named():
    reports = expected_reports()
    for name, report in reports.items():
        assert is_named(report, report), name
        assert not is_named(report, None)
    assert is_named(
        reports["halo"], reports["halo"].replace("in line 6", "in line 9").replace("5 and 6", "3 and 6")
    )
    assert not is_named(reports["halo"], reports["halo"].replace("in line 6", "in line 9"))
    assert not is_named(reports["never_filled"], reports["edge_not_filled"])


@pytest.mark.parametrize("each", [each for _, each in ALL], ids=[each.right.__name__ for _, each in ALL])
def test_its_right_twin_is_not(compiled, each):
    arguments = (each.right_arguments or each.arguments)()
    launch(
        compiled,
        each.right,
        each,
        each.options if each.right_options is None else each.right_options,
        arguments,
    )
    assert np.array_equal(np.asarray(arguments[-1]), np.asarray(each.result, arguments[-1].dtype))


def test_blocks_that_wait_for_each_other(compiled):
    """Their blocks run at the same time, so that which pair of threads is found first differs."""
    kernel = cp.compile([one_sync_too_few], checked=True)
    with pytest.raises(cp.KernelError) as raised:
        kernel(64, block=16)(ramp(), zeros())
    report = re.sub(r"\d+", "N", lines_of_kernel(str(raised.value), one_sync_too_few))
    reads, writes = "reads it{}, `Y[(idx + N) % len(Y)]`", "writes it{}, `Y[idx]`"
    who = "thread N of block N"
    rest = (
        ", in no order, because blocks have none; it {}. Let a second kernel do what comes later, or write "
        "`grid_sync()` between the two."
    )
    assert report in (
        f"line N: a race on Y[N]: {who} {reads.format('')}, and {who} "
        f"{writes.format(' in line N')}{rest.format('is N')}",
        f"line N: a race on Y[N]: {who} {writes.format('')}, and {who} {reads.format(' in line N')}"
        f"{rest.format('was N and becomes N')}",
    )
