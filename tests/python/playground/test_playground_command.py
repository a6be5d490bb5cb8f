"""python -m cudapy playground."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest


def start(*arguments, **environment):
    before = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # tests in the background of a shell ignore it, and children with them
    try:
        made = subprocess.Popen(
            [sys.executable, "-m", "cudapy", "playground", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
    finally:
        signal.signal(signal.SIGINT, before)
    assert made.stdout
    lines = [made.stdout.readline() for _ in range(5)]
    return made, "".join(lines)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_says_where_it_is_and_ends_when_told(end):
    process, said = start("--no-browser")
    try:
        address = re.fullmatch(
            r"The playground is at\n\n    (http://127\.0\.0\.1:\d+/[\w-]{43}/)\n\nCtrl-C ends it\.\n", said
        )
        assert address, said
        with urllib.request.urlopen(address[1]) as page:
            assert b"<title>CudaPy playground</title>" in page.read()
        process.send_signal(end)
        assert process.wait(10) == 0
        assert process.stderr.read() == ""
        with pytest.raises(OSError):
            urllib.request.urlopen(address[1], timeout=5)
    finally:
        process.kill()
        process.communicate()


def test_the_browser_is_led_there_by_a_file_that_is_the_users_own(tmp_path):
    """What a program is started with all users of a machine can see, and the address is a secret."""
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new; mv {seen}.new {seen}\n')
    browser.chmod(0o755)
    process, said = start(BROWSER=f"{browser} %s")
    try:
        address = re.search(r"http://\S+", said)[0]
        for _ in range(200):
            if seen.exists():
                break
            time.sleep(0.05)
        opened = seen.read_text().strip()
        assert opened.startswith("file:///") and address not in opened
        file = Path(opened.removeprefix("file://"))
        assert address in file.read_text()
        assert (
            stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        )
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert not file.exists()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("port", ["taken", "70000", "-1"])
def test_a_port_that_cannot_be_had(port):
    with socket.create_server(("127.0.0.1", 0)) as other:
        if port == "taken":
            port = str(other.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "cudapy", "playground", "--no-browser", f"--port={port}"],
            capture_output=True,
            text=True,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"python -m cudapy: the playground cannot be served at port {port}: ")
    assert done.stderr.count("\n") == 1
