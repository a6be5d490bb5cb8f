"""What cudapy.lib does along the axes of arrays: sums, sorting, selecting, and what occurs in them."""
