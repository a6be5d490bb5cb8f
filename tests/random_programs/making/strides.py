"""Random kernels that go over arrays in strides of the grid: each element once, whatever the number of
threads."""

from making.flow import Function
from making.helpers import precision_of
from making.whole_kernels import Maker


class StrideMaker(Maker):
    """A kernel whose threads take the elements `idx`, `idx + gridsize.x`, … ; `i` is the element's index."""

    def __init__(self, r, k):
        super().__init__(r, k)
        self.n = r.choice([1, 7, 20, 40])
        self.kernel.threads = (r.choice([1, 3, 32, 33, 100]),)
        self.kernel.strided = True
        self.tid = self.place = "i"
        self.features |= {"threads": self.n, "n": False, "early": False, "effects": False}

    def make(self):
        kernel, w, r = self.kernel, self.w, self.r
        self.constants()
        self.functions()
        self.f = f = Function(r, w, self.helpers, self.features)
        self.read_arrays()
        self.own_arrays()
        self.scalars()
        f.fixed |= set(
            f.scope.variables
        )  # what a thread keeps from one element to the next depends on their number
        self.argument("scalar", "int", "n", "int", self.n)
        self.outputs()
        w.put(0, f"# {kernel.name} : void ({', '.join(p for p, _ in self.parameters)})")
        w.put(0, f"def {kernel.name}({', '.join(p for _, p in self.parameters)}):")
        f.precision = precision_of([a[2] for a in kernel.arguments])
        stride = r.choice(["gridsize.x", "gridDim.x * blockDim.x", "blockDim.x * gridDim.x"])
        w.put(1, f"for i in range(idx, n, {stride}):")
        f.scope.arrays = self.arrays
        f.scope.variables |= {"i": (self.index, 0, self.n - 1), "n": ("int", self.n, self.n)}
        f.fixed |= {"i", "n"}
        f.budget = r.choice([3, 6, 12])
        while f.budget > 0:
            f.statement(2)
        self.mathematics(2)
        self.give_variables(2)
        kernel.text, kernel.reference = w.text(0), w.text(1)
        return kernel


def make_strided(r, k):
    """A kernel that goes over its arrays in strides."""
    return StrideMaker(r, k).make()
