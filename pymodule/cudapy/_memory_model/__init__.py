"""A model of the work of a GPU's memory with a kernel's accesses: requests, sectors, wavefronts, bank
conflicts.

A kernel's accesses come in as events (`events.py`), one for each thread and access. Those that the threads of
a warp make with one instruction are one request (`requests.py`). What a request costs is said by rules for
one request, in plain Python: `sectors.py` for global memory and `banks.py` for shared memory. `counting.py`
computes the same for many requests with NumPy, and adds them up by the places in the source. `decisions.py`
counts where warps divide.

The rules are those that Nsight Compute's counters followed on an H200; tests/python/memory_model/README.md
says what was measured. Nothing here knows of kernels, launches or devices, and NumPy is imported only by
the files that count many requests.
"""
