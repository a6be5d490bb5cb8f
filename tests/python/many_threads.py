"""Work in many Python threads at the same moment."""

import sys
import threading

import pytest

THREADS = 8


@pytest.fixture(autouse=True)
def often():
    """Python changes threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(work, count=THREADS):
    """The results of work(0), work(1), …, begun at the same moment, each in a thread of its own."""
    results, errors = [None] * count, []
    barrier = threading.Barrier(count)

    def run(number):
        try:
            barrier.wait()
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results
