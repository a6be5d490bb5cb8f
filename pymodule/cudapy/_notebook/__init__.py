"""What notebooks are given: `%load_ext cudapy` (magic.py), and how arrays and kernels show themselves (html.py, after
texts.py)."""
