"""Runs: what they report, and how they are ended."""

import os
import threading
import time

import pytest

from cudapy._playground.examples import EXAMPLES
from cudapy._playground.supervision import Limits, Run, Runs, TooManyRuns

BY_NAME = {each.name: each for each in EXAMPLES}


def launch(name, **changed):
    example = BY_NAME[name]
    return {
        "text": example.text,
        "kernel": example.kernel,
        "threads": example.threads,
        "block": example.block,
        "inputs": dict(example.inputs),
    } | changed


def of(events, kind):
    (found,) = [each for each in events if each["event"] == kind]
    return found


def kinds(events):
    return [each["event"] for each in events]


def array(events, name):
    (found,) = [each for each in of(events, "arrays")["arrays"] if each["name"] == name]
    return found


def ended(events):
    return events[-1]["event"], events[-1]["how"], events[-1]["why"]


def test_results_and_trace(client):
    events = client.run(
        **launch("saxpy", threads="10", inputs={"alpha": "2", "X": "[1.5] * 10", "Y": "range(10)"}),
        trace=True,
    )
    assert kinds(events) == ["launched", "arrays", "traced", "end"]
    assert of(events, "launched") == {"event": "launched", "checked": True, "threads": [10]}
    values = [f"{3.0 + i}" for i in range(10)]
    assert array(events, "Y") == {
        "name": "Y",
        "type": "float*",
        "labels": [""],
        "rows": [values],
        "changed": [list(range(10))],
        "changes": 10,
        "size": 10,
        "left_out": 0,
    }
    assert array(events, "X")["changes"] == 0
    traced = of(events, "traced")
    assert traced["coverage"] == "its block was traced on the CPU"
    assert [each["line"] for each in traced["plan"]["lines"]] == [7, 8]
    reads = [
        (each["array"], each["operation"], each["cost"]) for each in traced["plan"]["lines"][1]["accesses"]
    ]
    assert reads == [("X", "read", 2), ("Y", "read", 2), ("Y", "write", 2)]
    assert [each["line"] for each in traced["pictures"]] == [8, 0]
    assert all(each["svg"].startswith("<svg ") for each in traced["pictures"])
    assert ended(events) == ("end", "ended", "")


def test_a_race_is_named_at_its_line_and_traced(client):
    events = client.run(**launch("race"), trace=True)
    assert kinds(events) == ["failed", "arrays", "traced", "end"]
    failed = of(events, "failed")
    assert (failed["where"], failed["line"]) == ("launch", 11)
    assert failed["message"].startswith("a race on H[2]: thread ") and failed["message"].endswith(
        "Write `atomicAdd(H, X[idx], 1)`."
    )


@pytest.mark.parametrize("name", ["transpose", "reduction"])
def test_the_other_examples_are_right(client, name):
    events = client.run(**launch(name))
    assert kinds(events) == ["launched", "arrays", "end"]
    if name == "reduction":
        assert array(events, "S")["rows"] == [["500.0"]]
    else:
        assert array(events, "B")["labels"][:2] == ["[0]", "[1]"]
        assert array(events, "B")["rows"][3] == [str(100 * r + 3) for r in range(20)]


PRINTS = """
import cudapy as cp
from cudapy import idx

print("the program")

@cp.kernel("void (int* X)")
def speak(X):
    print("thread", idx)
"""


def test_prints_come_as_they_are(client):
    events = client.run(text=PRINTS, kernel="speak", threads="2", inputs={"X": "[1, 2]"}, trace=True)
    assert (
        "".join(each["text"] for each in events if each["event"] == "printed")
        == "the program\nthread 0\nthread 1\n"
    ), "and not once more by the trace"


FAILURES = {
    "a name": (
        {"text": "x = 1\ny = nothing\n", "kernel": "k"},
        ("program", "NameError: name 'nothing' is not defined", 2),
    ),
    "syntax": (
        {"text": "x = 1\ny = (\n", "kernel": "k"},
        ("program", "SyntaxError: '(' was never closed", 2),
    ),
    "exit": ({"text": "import sys\nsys.exit(3)\n", "kernel": "k"}, ("program", "SystemExit: 3", 2)),
    "no kernel": (
        {"text": "x = 1\n", "kernel": "k"},
        ("program", "NameError: there is no kernel named 'k'", None),
    ),
    "threads": (launch("saxpy", threads=""), ("inputs", "ValueError: how many threads are to run?", None)),
    "many threads": (
        launch("saxpy", threads="x y"),
        ("inputs", "ValueError: expected a number, or several such as 64, 32, got x y", None),
    ),
    "an input": (
        launch("saxpy", inputs={"alpha": "1 +", "X": "[1]", "Y": "[1]"}),
        ("inputs", "SyntaxError: invalid syntax", None),
    ),
    "no input": (
        launch("saxpy", inputs={"alpha": "1", "X": " ", "Y": "[1]"}),
        ("inputs", "ValueError: what is X?", None),
    ),
    "a type": (
        launch("saxpy", inputs={"alpha": "1", "X": "3", "Y": "[1]"}),
        (
            "launch",
            "TypeError: saxpy: parameter X (float*): expected an array of float, got int 3: pass a list of "
            "one element, [X]",
            None,
        ),
    ),
    "an index": (
        launch(
            "saxpy",
            text=BY_NAME["saxpy"].text.replace("X[idx] +", "X[idx + 1] +"),
            threads="1",
            inputs={"alpha": "1", "X": "[1]", "Y": "[1]"},
        ),
        ("launch", "index 1 is outside X, which has 1 element, in thread 0: `X[idx + 1]`", 8),
    ),
    "an assertion": (
        launch(
            "saxpy",
            text=BY_NAME["saxpy"].text + '    assert idx < 1, "too many"\n',
            threads="2",
            inputs={"alpha": "1", "X": "[1]", "Y": "[1]"},
        ),
        ("launch", 'assertion failed in kernels.py:9: assert idx < 1, "too many"', 9),
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_failures_have_their_words_and_their_line(client, name):
    request, expected = FAILURES[name]
    events = client.run(**request)
    failed = of(events, "failed")
    assert (failed["where"], failed["message"], failed["line"]) == expected
    assert ended(events) == ("end", "ended", "")


def test_inputs_may_use_what_the_text_defines(client):
    text = "SIZE = 3\n" + BY_NAME["saxpy"].text
    events = client.run(
        **launch(
            "saxpy",
            text=text,
            threads="3",
            inputs={"alpha": "math.floor(2.5)", "X": "[SIZE] * SIZE", "Y": "(0.0 for _ in range(SIZE))"},
        )
    )
    assert array(events, "Y")["rows"] == [["6.0", "6.0", "6.0"]]


def test_a_generic_kernel_shows_what_it_became(client):
    text = "# fill : void (A* X, A x)\ndef fill(X, x):\n    X[idx] = x\n"
    events = client.run(text=text, kernel="fill", threads="2", inputs={"X": "[0.5, 1.5]", "x": "2.5"})
    assert kinds(events) == ["launched", "arrays", "generic", "end"]
    assert array(events, "X")["rows"] == [["2.5", "2.5"]]
    assert "float* X" in of(events, "generic")["source"]


SHARED = """
import cudapy as cp
from cudapy import blockDim, idx, shared, syncthreads, threadIdx

@cp.kernel("void (int* X)")
def turn(X):
    cache = shared(int)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = cache[blockDim.x - 1 - threadIdx.x]
"""


def test_shared_memory_that_is_sized_at_the_launch(client):
    (kernel,) = client.post("translate", {"text": SHARED})["kernels"]
    assert kernel["shared"] == ["cache"]
    events = client.run(
        text=SHARED,
        kernel="turn",
        threads="4",
        block="4",
        shared="4",
        inputs={"X": "[1, 2, 3, 4]"},
        trace=True,
    )
    assert kinds(events) == ["launched", "arrays", "traced", "end"]
    assert array(events, "X")["rows"] == [["4", "3", "2", "1"]]


def test_large_arrays_are_shown_in_part(client):
    events = client.run(
        **launch("saxpy", threads="3000", inputs={"alpha": "0", "X": "[0] * 3000", "Y": "[1] * 2999 + [2]"})
    )
    shown = array(events, "Y")
    assert (len(shown["rows"][0]), shown["size"], shown["left_out"], shown["changes"]) == (
        1024,
        3000,
        1976,
        0,
    )


# --- How runs end.


def events_of(text, limits=Limits(), act=None, **request):
    run = Run(
        {
            "kernel": "k",
            "threads": "1",
            "block": "",
            "shared": "",
            "inputs": {},
            "checked": True,
            "trace": False,
            "text": text,
        }
        | request,
        limits,
    )
    try:
        if act:
            threading.Thread(target=act, args=(run,)).start()
        return list(run.events()), run
    finally:
        run.close()


def test_a_run_that_takes_too_long():
    began = time.monotonic()
    events, run = events_of("while True: pass\n", Limits(seconds=0.5))
    assert ended(events) == ("end", "limit", "ended, because it took more than 0.5 seconds")
    assert time.monotonic() - began < 5
    assert not os.path.exists(run._folder)


def test_a_run_that_prints_too_much():
    events, _ = events_of("while True: print('x' * 1000)\n", Limits(printed=5000))
    assert ended(events) == ("end", "limit", "ended, because it printed more than 5,000 bytes")
    assert sum(len(each["text"]) for each in events if each["event"] == "printed") == 5000


def test_a_run_that_takes_too_much_memory():
    events, _ = events_of("x = bytearray(1 << 30)\n", Limits(memory=256 << 20))
    assert of(events, "failed")["message"] == "MemoryError"


def test_a_run_that_is_stopped_with_what_it_started():
    text = (
        "import subprocess, sys\nother = subprocess.Popen([sys.executable, '-c', 'import time; "
        "time.sleep(60)'])\nprint(other.pid, flush=True)\nother.wait()\n"
    )
    run = Run(
        {
            "kernel": "k",
            "threads": "1",
            "block": "",
            "shared": "",
            "inputs": {},
            "checked": True,
            "trace": False,
            "text": text,
        },
        Limits(),
    )
    try:
        events = run.events()
        other = int(next(events)["text"])
        run.end("stopped")
        assert ended(list(events)) == ("end", "stopped", "stopped")
    finally:
        run.close()
    for _ in range(100):
        try:
            os.kill(other, 0)
            with open(f"/proc/{other}/stat") as file:
                if file.read().split()[2] == "Z":  # nobody is there to wait for it
                    break
        except (ProcessLookupError, FileNotFoundError):
            break
        time.sleep(0.05)
    else:
        raise AssertionError("what the run started is still there")


def test_who_takes_the_pipe_along_does_not_keep_the_run():
    text = (
        "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3)'], "
        "start_new_session=True)\n"
    )
    began = time.monotonic()
    events, _ = events_of(text)
    assert ended(events) == ("end", "ended", "") and time.monotonic() - began < 3


def test_a_crash_is_said():
    events, _ = events_of("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    assert ended(events) == ("end", "died", "the process was ended by SIGSEGV")
    events, _ = events_of("import os\nos._exit(7)\n")
    assert ended(events) == ("end", "died", "the process ended with status 7")


def test_a_reader_that_goes_ends_the_run(playground, client):
    import json
    import socket

    text = "import time\nprint('here', flush=True)\ntime.sleep(60)\n"
    body = json.dumps(
        {"text": text, "kernel": "k", "threads": "1", "block": "", "shared": "", "inputs": {}, "run": "left"}
    ).encode()
    head = (
        f"POST {client.start}run HTTP/1.1\r\nHost: {client.host}\r\nOrigin: http://{client.host}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", playground.guard.port)) as page:
        page.sendall(head.encode() + body)
        got = b""
        while b"here" not in got:
            got += page.recv(4096)
        assert "left" in playground.runs._under_way
    for _ in range(100):
        if "left" not in playground.runs._under_way:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the run goes on")


def test_stop_and_names(client, playground):
    assert client.post("stop", {"run": "nobody"}) == {"stopped": False}
    outcome = []
    thread = threading.Thread(
        target=lambda: outcome.extend(client.run("to stop", text="while True: pass\n", kernel="k"))
    )
    thread.start()
    while "to stop" not in playground.runs._under_way:
        time.sleep(0.01)
    given = {
        "text": "",
        "kernel": "k",
        "threads": "1",
        "block": "",
        "shared": "",
        "inputs": {},
        "run": "to stop",
    }
    assert client.ask("POST", client.start + "run", given)[::2] == (409, b"there is a run named 'to stop'\n")
    assert client.post("stop", {"run": "to stop"}) == {"stopped": True}
    thread.join()
    assert ended(outcome) == ("end", "stopped", "stopped")


def test_only_so_many_runs_at_a_time():
    runs = Runs()
    request = {
        "kernel": "k",
        "threads": "1",
        "block": "",
        "shared": "",
        "inputs": {},
        "checked": True,
        "trace": False,
        "text": "while True: pass\n",
    }
    try:
        for name in "abcd":
            runs.start(name, request)
        with pytest.raises(TooManyRuns) as caught:
            runs.start("e", request)
        assert str(caught.value) == "4 runs are under way: stop one of them"
        runs.forget("a")
        runs.start("e", request)
    finally:
        runs.close()
