"""Tangents of what a simulated kernel computes, by textbook formulas of their own: nothing of the derivatives
of the translator is in them."""
