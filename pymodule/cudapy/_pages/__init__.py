"""Pages that a command serves on this machine: the playground's and the course's.

server.py answers what guard.py lets through, serving.py keeps it up until Ctrl-C, files.py finds the files;
page/ is what the pages share: the editor with its colours, problems at their place, tabs.
"""
