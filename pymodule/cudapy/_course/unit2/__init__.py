"""Grids: how threads share the work out."""
