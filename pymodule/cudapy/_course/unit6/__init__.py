"""Many into one: atomic operations, sums and histograms."""
