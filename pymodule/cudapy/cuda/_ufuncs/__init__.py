"""Functions over arrays: cuda.vectorize, cuda.guvectorize and cuda.reduce."""
