"""From Python functions, and from CUDA C++, to what launches them."""
