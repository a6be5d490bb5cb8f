"""Tiles: memory by the block, and the banks of shared memory."""
