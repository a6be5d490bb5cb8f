"""Launching: the methods of Kernel in Python, explain(), tune() and over()."""
