"""Shared memory: what the threads of a block tell each other."""
