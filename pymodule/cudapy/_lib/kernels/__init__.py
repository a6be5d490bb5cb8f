"""The kernels of cudapy.lib, in the language of kernels: each has its signature above it."""
