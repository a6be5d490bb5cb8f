"""Arrays: the methods of CudaArray in Python, how arrays are made, and arrays of arrays."""
