"""Work in many Python threads at the same moment."""

import threading

THREADS = 8


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
