"""Puts an implementation in place of numba.cuda in every Python process of the harness, those that tests
start included."""

import os

if os.environ.get("NUMBA_TESTS_IMPLEMENTATION"):
    import numba_stand_in

    numba_stand_in.install(os.environ["NUMBA_TESTS_IMPLEMENTATION"], os.environ["NUMBA_TESTS_FILES"])
