"""The GPUs of this machine: the current one, streams, and work that is divided among several."""
