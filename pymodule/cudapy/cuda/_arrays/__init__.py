"""Arrays on the device, and memory of the host for them."""
