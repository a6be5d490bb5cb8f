"""The features for notebooks: `%load_ext cudapy` (magic.py), and the look of arrays and kernels (html.py,
after texts.py)."""
