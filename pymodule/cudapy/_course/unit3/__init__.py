"""Memory: what a warp fetches at a time."""
