"""Serving a page until the user ends it."""

from __future__ import annotations

import contextlib
import html
import os
import signal
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from .server import PageServer


def serve(server: PageServer, name: str, browser: bool) -> int:
    """Serves a page until Ctrl-C, and returns the exit status.

    name: such as "playground".
    browser: whether to open the user's browser.
    """
    for each in (signal.SIGTERM, signal.SIGHUP):  # what the page has begun must not outlive the server
        signal.signal(each, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), server, _way_to(server.address, name) as file:
        print(f"The {name} is at\n\n    {server.address}\n\nCtrl-C ends it.", flush=True)
        if browser:
            # The browser is opened on another thread, because one in the terminal returns only when the user
            # leaves it.
            threading.Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True).start()
        server.serve_forever()
    return 0


@contextlib.contextmanager
def _way_to(address: str, name: str) -> Iterator[Path]:
    """A file of the user's own that leads to the address: what a program is started with, all users can
    see."""
    with tempfile.TemporaryDirectory(prefix=f"cudapy-{name}-") as folder:
        file = Path(folder, f"{name}.html")
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as page:
            page.write(
                f'<!doctype html><title>CudaPy {name}</title><meta http-equiv="refresh" '
                f'content="0; url={html.escape(address)}">\n'
            )
        yield file
