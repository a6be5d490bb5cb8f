"""Devices, streams and events as numba's programs know them."""
