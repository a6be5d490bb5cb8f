"""`python -m cudapy playground`: a page, served on this machine to this machine, in which kernels are
written, seen translated, and run.

server.py answers what the page asks for, on what ../_pages has; translating.py reads what is in the editor
and never runs it; supervision.py runs it in a process of its own, which child.py is; page/ is the page.
"""
