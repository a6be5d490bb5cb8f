"""`python -m cudapy course open`: the course as a page, served on this machine to this machine.

server.py answers what the page asks for; files.py reads and saves the student's files; checks.py runs checks
in processes of their own; facts.py is what the page shows; page/ is the page.
"""
