"""The device functions that cudapy/cuda/_library chooses among, in the language of kernels."""
