"""What the checked mode says of each wrong kernel of wrong_kernels.py, and that it says nothing of the right ones.

docs/checked.md holds the reports: CUDAPY_UPDATE_CHECKED=1 writes them anew."""

import inspect
import os
import pathlib
import re

import numpy as np
import pytest

import cudapy as cp
import wrong_kernels
from wrong_kernels import CASES

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "checked.md"
BEGIN, END = "<!-- reports: made by tests/python/test_wrong_kernels.py -->", "<!-- end of reports -->"
ALL = [(section, each) for section, cases in CASES.items() for each in cases]
NAMES = [each.wrong.__name__ for _, each in ALL]


@pytest.fixture(scope="module")
def compiled():
    kernels = {f.__name__: f for _, each in ALL for f in (each.wrong, each.right)}
    helpers = [wrong_kernels.sum_of_two, wrong_kernels.sum_of]
    return cp.compile([*kernels.values(), *helpers], checked=True)


def launch(compiled, kernel, each, options, arguments):
    call = getattr(compiled, kernel.__name__)
    threads = each.threads if isinstance(each.threads, tuple) else (each.threads,)
    call(*threads, **options)(*arguments)
    cp.synchronize()


def lines_of_kernel(text, kernel):
    """A report with lines counted from the kernel's signature, and without the file."""
    first = inspect.getsourcelines(kernel)[1]
    text = text.replace(os.path.abspath(wrong_kernels.__file__) + ":", "line ")
    helper = {}
    for function in (wrong_kernels.sum_of_two, wrong_kernels.sum_of):
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


def reports_in_page():
    text = PAGE.read_text()
    part = text[text.index(BEGIN) + len(BEGIN) : text.index(END)]
    return dict(re.findall(r"^#### `(\w+)`.*?^> (.*?)$", part, re.M | re.S))


def source_of(kernel):
    return inspect.getsource(kernel).rstrip()


def page_part(reports):
    lines = []
    for section, cases in CASES.items():
        lines += ["", f"### {section}"]
        for each in cases:
            name = each.wrong.__name__
            lines += ["", f"#### `{name}`: {each.about}", "", "```text", source_of(each.wrong), "```", "",
                      f"> {reports[name]}"]
    return "\n".join(lines) + "\n\n"


@pytest.mark.skipif(os.environ.get("CUDAPY_UPDATE_CHECKED") != "1", reason="writes docs/checked.md")
def test_write_the_page(compiled):
    reports = {each.wrong.__name__: report_of(compiled, each) for _, each in ALL}
    assert [name for name, report in reports.items() if report is None] == []
    text = PAGE.read_text()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    PAGE.write_text(text[:begin] + "\n" + page_part(reports) + text[end:])


def test_there_are_sixty():
    assert len(set(NAMES)) == len(NAMES) >= 60


def test_the_page_shows_the_kernels():
    assert page_part(reports_in_page()) in PAGE.read_text()


@pytest.mark.parametrize("each", [each for _, each in ALL], ids=NAMES)
def test_a_wrong_kernel_is_named(compiled, each):
    assert report_of(compiled, each) == reports_in_page()[each.wrong.__name__]


@pytest.mark.parametrize("each", [each for _, each in ALL], ids=[each.right.__name__ for _, each in ALL])
def test_its_right_twin_is_not(compiled, each):
    arguments = (each.right_arguments or each.arguments)()
    launch(compiled, each.right, each, each.options if each.right_options is None else each.right_options, arguments)
    assert np.array_equal(np.asarray(arguments[-1]), np.asarray(each.result, arguments[-1].dtype))


def test_blocks_that_wait_for_each_other(compiled):
    """Their blocks run at the same time, so that which pair of threads is found first differs."""
    kernel = cp.compile([wrong_kernels.one_sync_too_few], checked=True)
    with pytest.raises(cp.KernelError) as raised:
        kernel(64, block=16)(wrong_kernels.ramp(), wrong_kernels.zeros())
    report = re.sub(r"\d+", "N", lines_of_kernel(str(raised.value), wrong_kernels.one_sync_too_few))
    reads, writes = "reads it{}, `Y[(idx + N) % len(Y)]`", "writes it{}, `Y[idx]`"
    who = "thread N of block N"
    rest = (", in no order, because blocks have none; it {}. Let a second kernel do what comes later, or write "
            "`grid_sync()` between the two.")
    assert report in (
        f"line N: a race on Y[N]: {who} {reads.format('')}, and {who} {writes.format(' in line N')}{rest.format('is N')}",
        f"line N: a race on Y[N]: {who} {writes.format('')}, and {who} {reads.format(' in line N')}"
        f"{rest.format('was N and becomes N')}",
    )
