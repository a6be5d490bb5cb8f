"""The course: `python -m cudapy course`. Exercises that teach to write kernels, and what checks them.

An exercise is one file in one of the folders `unit*` (`exercise.py` says what is in it). `check.py` checks an
answer, which is text: `submission.py` makes kernels of it without running it, `running.py` launches them
in checked mode, `limits.py` compares their cost with the exercise's bars, and `mistakes.py` has the classic
mistakes by their names. What is found is a `report.py`, which `terminal.py` prints. `apart.py` does all that
in a process of its own, with limits.

`student.py` has the student's folder, `grade.py` the folders of a class, `notebook.py` makes notebooks, and
`command.py` is the command line. Solutions are no part of the package: they are in `course/` next to it.
"""
