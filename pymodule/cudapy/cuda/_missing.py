"""What is said of names of numba.cuda that are not here."""

_INSTEAD = {
    "random": "cp.random_state of CudaPy's own kernels gives random numbers",
    "reduce": "cp.reduction and cp.lib.reduce of CudaPy make reductions",
    "vectorize": "cp.vectorize of CudaPy makes functions over arrays",
    "guvectorize": "cp.vectorize of CudaPy makes functions over arrays",
    "stream": "cp.Stream of CudaPy is a stream, and kernel[grid, block, stream] takes it",
    "event": "cp.Event of CudaPy is an event",
    "pinned_array": "cp.pinned of CudaPy gives pinned memory",
}


class NotThereError(NotImplementedError, AttributeError):
    """Raised for a name of numba.cuda that is not here, so that `hasattr` and `getattr` with a default work."""


def message(name):
    """Returns the text of the error for a name, with the way round where there is one."""
    instead = _INSTEAD.get(name)
    return f"cudapy.cuda has no {name} yet" + (f": {instead}" if instead else "")
