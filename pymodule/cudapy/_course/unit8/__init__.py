"""Real work."""
