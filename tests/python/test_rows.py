"""Rows of a `T**` that are arrays of other libraries, or CudaArrays: used where they are, and put together on
their device."""

import cudapy as cp
import fake_cuda
import pytest
from fake_library import WithMethods
from raising import raises

np = pytest.importorskip("numpy")


# double_all : void (float** rows)
def double_all(rows):
    if idx < len(rows):
        for j in range(len(rows[idx])):
            rows[idx][j] = rows[idx][j] * 2


# sums : void (float** rows, float* S)
def sums(rows, S):
    if idx < len(rows):
        s = 0.0
        for j in range(len(rows[idx])):
            s += rows[idx][j]
        S[idx] = s


@pytest.fixture(scope="module")
def call(target):
    return cp.compile([double_all, sums], target=target)


def test_arrays_that_numpy_cannot_see(call):
    A, B = np.arange(3, dtype=np.float32), np.arange(8, dtype=np.float32)
    call(3)([WithMethods(A), WithMethods(B[::2]), [1.0]])
    assert A.tolist() == [0, 2, 4] and B.tolist() == [0, 1, 4, 3, 8, 5, 12, 7]
    S = [0.0, 0.0]
    call.sums(2)((WithMethods(A), WithMethods(B)), S)
    assert S == [6.0, 40.0]
    assert cp.CudaLists([WithMethods(A), [1]], cp.Float).toList() == [[0.0, 2.0, 4.0], [1.0]]


def test_cuda_arrays_of_any_shape_of_memory(call, target):
    A = cp.CudaArray(np.arange(12, dtype=np.float32).reshape(3, 4), target=target)
    rows = [
        A[0],
        A[:, 3][1:],
        cp.CudaArray([7.0], target=target),
        cp.CudaArray.allocate(0, cp.Float, target=target),
    ]
    stream = cp.Stream(device=target)
    call(4, stream=stream)(rows)
    stream.synchronize()
    assert [row.toList() for row in rows] == [[0, 2, 4, 6], [14, 22], [14], []]
    assert A.toList()[1][:3] == [4, 5, 6]
    S = cp.zeros(3, cp.Float, target=target)
    call.sums(3)(rows[:3], S)
    assert S.toList() == [12, 36, 14]


def test_what_cannot_be_rows(call):
    where = "double_all: parameter rows (float**), row"
    A = np.zeros(4, np.float32)
    with raises(TypeError, f"{where} 1: expected an array of float, got one of double"):
        call(2)([[1.0], WithMethods(np.zeros(3))])
    with raises(
        TypeError,
        f"{where} 0: expected a row of numbers, got an array of 2 dimensions: `T***` is not in the language",
    ):
        call(1)([WithMethods(A.reshape(2, 2))])
    same = WithMethods(A)
    with raises(
        ValueError,
        f"{where} 1: it is row 0 too, and the kernel writes to it: one of the two results would be lost",
    ):
        call(2)([same, same])
    with raises(
        ValueError,
        "double_all: parameter rows (float**): row 0 and row 1 share memory, and the kernel writes to them",
    ):
        call(2)([WithMethods(A[:3]), WithMethods(A[2:])])
    read_only = np.zeros(2, np.float32)
    read_only.flags.writeable = False
    with raises(ValueError, f"{where} 0: the kernel writes to it, and it is read-only"):
        call(1)([WithMethods(read_only)])
    assert not A.any()


def test_rows_on_a_gpu():
    """Copied on the device, in the launch's stream; those of another device travel through the host."""
    assert fake_cuda.run("""
# copies : void (float** rows)
def copies(rows):
    if idx < len(rows): rows[idx][0] = rows[idx][0] + 1
call = cp.compile(copies)
stream = cp.Stream(non_blocking=True)
class Foreign:
    def __init__(self, array): self.array, self.__cuda_array_interface__ = array, array.__cuda_array_interface__
    def __len__(self): return len(self.array)
A, B, C = cp.CudaArray([1.0, 2.0]), cp.CudaArray([[3.0, 4.0], [5.0, 6.0]])[:, 1], cp.CudaArray([7.0], target="cpu")
call(3, stream=stream)([A, Foreign(B.copy()), B])
call(2)([A, C])
cp.synchronize()
print(A.toList(), B.toList(), C.toList(), fake.fake_wild_uses())
""") == ["[1.0, 2.0] [4.0, 6.0] [7.0] 0"]  # noqa: E501


@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_libraries(call, target, library):
    module = pytest.importorskip(library)
    if library == "cupy" and target != "cuda":
        pytest.skip("CuPy's arrays are on a GPU")
    options = {"device": "cuda"} if library == "torch" and target == "cuda" else {}
    A, B = (module.ones(count, dtype=module.float32, **options) for count in (3, 1000))
    call(2)([A, B])
    assert A.tolist() == [2.0] * 3 and B.tolist() == [2.0] * 1000
