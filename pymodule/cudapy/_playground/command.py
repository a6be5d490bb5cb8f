"""`python -m cudapy playground`."""

from __future__ import annotations

import contextlib
import html
import os
import signal
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from .server import Playground


def serve(port: int, browser: bool) -> int:
    """Serve the page until Ctrl-C; give the exit status."""
    try:
        server = Playground(port)
    except (OSError, OverflowError) as error:
        print(f"python -m cudapy: the playground cannot be served at port {port}: {error}", file=sys.stderr)
        return 1
    with server, _way_to(server.address) as file:
        print(f"The playground is at\n\n    {server.address}\n\nCtrl-C ends it.", flush=True)
        if browser:
            # A thread of its own: a browser in the terminal returns when it is left.
            threading.Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True).start()
        for each in (signal.SIGTERM, signal.SIGHUP):  # runs must not outlive the server
            signal.signal(each, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


@contextlib.contextmanager
def _way_to(address: str) -> Iterator[Path]:
    """A file of the user's own that leads to the address: what a program is started with, all users can see."""
    with tempfile.TemporaryDirectory(prefix="cudapy-playground-") as folder:
        file = Path(folder, "playground.html")
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as page:
            page.write(
                f'<!doctype html><title>CudaPy playground</title><meta http-equiv="refresh" '
                f'content="0; url={html.escape(address)}">\n'
            )
        yield file
