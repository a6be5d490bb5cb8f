"""Runs one test file under pytest and writes a JSON line when a test begins and one when it ends.
run.py starts it."""

import json
import sys

import pytest

import numba_stand_in


def first_line(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    text = (
        crash.message
        if crash
        else str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
    )
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not crash:  # an import that failed: the last line names the exception
        lines = [line.removeprefix("E").strip() for line in lines if line.startswith("E ")][-1:] or lines
    return (lines or [""])[0][:300]


class Recorder:
    def __init__(self, results, done, wanted):
        self.results, self.done, self.wanted, self.now = results, done, wanted, {}

    def write(self, **line):
        print(json.dumps(line), file=self.results, flush=True)

    def pytest_collection_modifyitems(self, items):
        numba_stand_in.loading = False
        for item in items:
            self.write(known=item.nodeid)
        items[:] = [item for item in items if item.nodeid not in self.done and self.is_wanted(item.nodeid)]

    def is_wanted(self, test):
        return self.wanted == {"all"} or test in self.wanted

    def pytest_collectreport(self, report):
        if report.failed or report.skipped and report.nodeid.endswith(".py"):
            self.write(
                file=report.nodeid, outcome="error" if report.failed else "skipped", error=first_line(report)
            )

    def pytest_runtest_logstart(self, nodeid):
        self.now = {"test": nodeid, "outcome": "passed", "error": ""}
        self.write(begun=nodeid)

    def pytest_runtest_logreport(self, report):
        if report.passed or self.now["outcome"] in ("failed", "error"):
            return
        error = first_line(report)
        if report.skipped:
            outcome = "skipped"
        else:
            outcome = "failed" if error.startswith(("AssertionError", "assert ", "Failed:")) else "error"
        self.now.update(outcome=outcome, error=error)

    def pytest_runtest_logfinish(self):
        self.write(**self.now)


if __name__ == "__main__":
    file, root, results, done, wanted, only_list = sys.argv[1:]
    numba_stand_in.loading = True
    options = ["-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", root, "-q", "--tb=short", file]
    with open(results, "a") as out, open(done) as finished, open(wanted) as chosen:
        recorder = Recorder(out, *(set(each.read().split("\n")) for each in (finished, chosen)))
        sys.exit(pytest.main(options + ["--collect-only"] * (only_list == "list"), plugins=[recorder]))
