"""`python -m cudapy playground`."""

from __future__ import annotations

import sys

from .._pages.serving import serve as serve_page
from .server import Playground


def serve(port: int, browser: bool) -> int:
    """Serves the page until Ctrl-C, and returns the exit status."""
    try:
        server = Playground(port)
    except (OSError, OverflowError) as error:
        print(f"python -m cudapy: the playground cannot be served at port {port}: {error}", file=sys.stderr)
        return 1
    return serve_page(server, "playground", browser)
