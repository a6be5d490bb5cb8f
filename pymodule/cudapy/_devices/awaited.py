"""What a coroutine awaits for the work of a stream. It is read when it is first asked for."""

from __future__ import annotations

import asyncio

from .._core import Stream


def done(stream: Stream) -> asyncio.Future[None]:
    """Returns what is done when all work is that the stream has now. A thread of the event loop's executor
    waits. Raises RuntimeError outside of an event loop of asyncio."""
    loop = asyncio.get_running_loop()
    return loop.run_in_executor(None, stream.record().synchronize)
