"""What a service asks of a library: what it logs, and that a coroutine waits without a thread of its own."""

import asyncio
import logging
import subprocess
import sys
import time

import cudapy as cp
import numpy as np
import pytest
from cudapy._devices import awaited


def scaled(by):
    # scale : void (float* X)
    def scale(X):
        if idx < len(X):
            X[idx] *= by

    return scale


def messages(caplog, kernel):
    return [
        (each.levelname, each.getMessage().split(" in ")[0])
        for each in caplog.records
        if each.name == "cudapy" and each.getMessage().startswith(kernel)
    ]


def test_what_is_logged(caplog, target, tmp_path, monkeypatch):
    monkeypatch.setenv("CUDAPY_CACHE_DIR", str(tmp_path / "cache"))
    caplog.set_level(logging.DEBUG, "cudapy")
    first = cp.compile(scaled(3), target=target)
    assert messages(caplog, "scale") == [("INFO", f"scale: compiled for {target}")]
    assert caplog.records[-1].getMessage().endswith(f" s: {first.path}")
    cp.compile(scaled(3), target=target)
    assert messages(caplog, "scale")[1:] == [("DEBUG", f"scale: found for {target}")]


def test_what_is_logged_of_prebuilt_kernels(caplog, target, tmp_path):
    folder = cp.build(cp.compile(scaled(4), target=target), tmp_path / "shipped", target)
    caplog.set_level(logging.DEBUG, "cudapy")
    path = cp.load(folder, target=target).scale.path
    assert messages(caplog, "scale") == [("DEBUG", f"scale: found for {target}")]
    assert caplog.records[-1].getMessage().endswith(f" s: {path}") and path.startswith(str(folder))


def test_nothing_is_logged_that_nobody_asked_for(caplog, target):
    caplog.set_level(logging.WARNING, "cudapy")
    cp.compile(scaled(5), target=target)
    assert messages(caplog, "scale") == []


def test_logging_is_not_imported_for_it():
    program = "import cudapy as cp, sys\ncp.compile\nprint('logging' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_a_coroutine_waits(target):
    call = cp.compile(scaled(2), target=target)
    X = cp.asarray(np.ones(1 << 20, np.float32), target=target)

    async def main():
        with cp.Stream(device=target) as stream:
            call(len(X))(X)
            await stream.async_done()
            assert stream.query()
        return X.numpy()

    assert set(asyncio.run(main()).tolist()) == {2.0}


def test_other_tasks_run_meanwhile():
    """A wait that takes long is a wait of one task only."""

    class Slow:
        def record(self):
            return self

        def synchronize(self):
            time.sleep(0.5)

    async def main():
        loops = 0
        waiting = awaited.done(Slow())
        while not waiting.done():
            loops += 1
            await asyncio.sleep(0.001)
        return loops

    assert asyncio.run(main()) > 5


def test_outside_of_an_event_loop():
    with pytest.raises(RuntimeError) as raised:
        cp.Stream().async_done()
    assert str(raised.value) == "no running event loop"
