"""What one program shows: whether it is one, whether CudaPy takes it, and whether it computes what CPython
does."""

import importlib.util
import json
import multiprocessing
import os
import queue
import re
import tempfile

from in_cpython import thread_by_thread as reference
from batches import HEAD, helper_names
from compared import differences, passed, read_back, same

SECONDS = 120


class Judge:
    """Judges programs, each in a process of its own, so that a crash is one program's. `said` tells of the
    last one."""

    def __init__(self, target="cpu", checked=False):
        self.target, self.checked = target, checked
        self.said = ""

    def __call__(self, program):
        kernel = program.made()
        answers = multiprocessing.get_context("fork").Queue()
        process = multiprocessing.get_context("fork").Process(target=self.answer, args=(kernel, answers))
        process.start()
        try:
            word, said = answers.get(timeout=SECONDS) if self.ended_well(process, answers) else ("crash", "")
        except queue.Empty:
            word, said = "hang", ""
        process.kill()
        process.join()
        self.said = said or self.said
        return word

    @staticmethod
    def ended_well(process, answers):
        process.join(SECONDS)
        return process.exitcode in (None, 0)

    def answer(self, kernel, answers):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os.dup2(devnull, 2)
        answers.put(self.judged(kernel))

    def judged(self, kernel):
        try:
            expected = reference.run(kernel)
        except BaseException:  # whatever is wrong with it: it is no program
            return None, ""
        with tempfile.TemporaryDirectory(prefix="reducing-") as folder:
            os.environ["CUDAPY_CACHE_DIR"] = folder
            try:
                given = self.run(kernel, folder)
            except SyntaxError:
                return None, ""
            except Exception as error:
                return shown(error), str(error)
        for (kind, name, _, _), array in zip(kernel.arguments, given):
            if kind == "scalar":
                continue
            array = read_back(array)
            tolerance = kernel.approx.get(name, 0)
            if not same(array, expected[name], tolerance):
                return "different", f"{name}: {json.dumps(differences(array, expected[name], tolerance))}"
        return "same", ""

    def run(self, kernel, folder):
        import warnings

        import cudapy as cp

        warnings.simplefilter("ignore")
        path = os.path.join(folder, "reduced.py")
        with open(path, "w") as file:
            file.write(HEAD + kernel.text + "\n")
        spec = importlib.util.spec_from_file_location("reduced", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        functions = [getattr(module, n) for n in [kernel.name, *helper_names(kernel)]]
        index = cp.int64 if kernel.index == "int64" else None
        call = cp.compile(functions, target=self.target, checked=self.checked or None, index=index)
        given = [copied(kind, t, value, self.target) for kind, _, t, value in kernel.arguments]
        options = {name: value for name in ("block", "shared") if (value := getattr(kernel, name))}
        call(*kernel.threads, **options)(*given)
        return given


def copied(kind, t, value, target):
    if kind == "scalar":
        return value
    return [passed(t, row, target) for row in value] if kind == "lists" else passed(t, value, target)


def shown(error):
    """The kind of an error: its first line that says one, without names and numbers."""
    text = str(error)
    m = re.search(r"error(\[E\d+\])?: (.*)", text)
    code, words = (m.group(1) or "", m.group(2)) if m else ("", text[:60])
    return f"{type(error).__name__}{code} {re.sub(r'`[^`]*`|[0-9]+', '', words)}"
