"""cp.split(): rows divided among devices with halos, on the CPU several times, on two GPUs of the fake
driver, and on those of this machine."""

import copy
import pickle

import pytest

import cudapy as cp
import fake_cuda
from raising import raises

np = pytest.importorskip("numpy")


@cp.kernel("void (float[,] A, float[,] B)")
def smooth(A, B):
    rows, columns = A.shape
    if 0 < idy < rows - 1 and 0 < idx < columns - 1:
        B[idy, idx] = (A[idy - 1, idx] + A[idy + 1, idx] + A[idy, idx - 1] + A[idy, idx + 1]) / 4


@pytest.fixture(params=[1, 2, 3, 5])
def devices(request, target):
    """So many, in turns those that there are."""
    there = ["cpu"] if target == "cpu" else [f"cuda:{gpu.index}" for gpu in cp.devices()]
    return [there[i % len(there)] for i in range(request.param)]


def numpys(plate, steps):
    for _ in range(steps):
        after = plate.copy()
        after[1:-1, 1:-1] = (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]) / 4
        plate = after
    return plate


@pytest.mark.parametrize("halo,steps", [(1, 7), (2, 4), (3, 3)])
def test_a_stencil_has_the_bits_of_one_array(devices, halo, steps):
    plate = np.random.default_rng(halo).random((23, 17), dtype=np.float32)
    now = cp.split(plate, devices, halo)
    after = now.copy()
    for step in range(steps * halo):  # a halo lasts for as many steps as it has rows
        now.launch(smooth, now, after)
        now, after = after, now
        if (step + 1) % halo == 0:
            now.exchange()
    assert np.array_equal(now.toHost(), numpys(plate, steps * halo))
    whole = now.gather()
    for part in now.parts:  # the halos are what the neighbours have
        assert np.array_equal(part.array.toHost(), whole[part.first : part.first + len(part.array)].toHost())


def test_how_rows_are_divided(devices):
    for rows in range(5, 17):
        made = cp.split(np.arange(rows), devices, halo=1)
        lengths = [len(part.rows) for part in made.parts]
        assert sum(lengths) == len(made) == rows and max(lengths) - min(lengths) <= 1
        assert (
            [row for part in made.parts for row in part.rows] == list(range(rows)) == made.toHost().tolist()
        )
        for part in made.parts:
            first, last = max(0, part.rows.start - 1), min(rows, part.rows.stop + 1)
            assert (part.first, part.array.toList()) == (first, list(range(first, last)))
        assert (
            list(made.devices)
            == devices
            == [part.device for part in made.parts]
            == [part.array.device for part in made.parts]
        )


@pytest.mark.parametrize("kind", [cp.Int8, cp.Half, cp.Complex64, cp.Double])
def test_types_and_layouts(kind, devices):
    for given in (
        cp.CudaArray(list(range(10)), kind),
        cp.CudaArray(list(range(20)), kind)[::2],
        cp.CudaArray(list(range(10)), kind)[::-1],
    ):
        made = cp.split(given, devices)
        assert (made.elemType, made.shape, made.gather().toList()) == (kind, given.shape, given.toList())
    assert (
        cp.split(np.arange(24.0).reshape(6, 2, 2).T[1], devices[:1]).toHost().tolist()
        == np.arange(24.0).reshape(6, 2, 2).T[1].tolist()
    )
    assert cp.split(range(10), devices).toHost().tolist() == list(range(10))


def test_structs_and_arrays_of_nothing(devices):
    @cp.struct
    class Body:
        x: cp.float32

    bodies = [Body(float(i)) for i in range(6)]
    made = cp.split(bodies, devices, halo=1)
    made.exchange()
    assert made.gather().toList() == bodies and f"<(6,) of Body in {len(devices)} parts" in repr(made)
    with raises(TypeError, "all_reduce: elements are integers of 32 or 64 bits, or floats, not Body"):
        cp.all_reduce([cp.CudaArray(bodies)])
    made = cp.split(np.zeros((6, 0), np.float32), devices, halo=1)
    made.exchange()
    assert made.copy().toHost().shape == made.gather().shape == (6, 0)


def test_a_part_is_a_copy(devices):
    given = cp.CudaArray(np.zeros(10, np.float32))
    one = cp.split(given, devices, halo=1)
    other = one.copy()
    one.parts[0].own.fill(1)
    assert given.toList() == other.toHost().tolist() == [0.0] * 10
    other.exchange()
    assert one.toHost().sum() == len(one.parts[0].rows) and other.toHost().sum() == 0


def test_functions_of_parts(devices, target):
    one, other = (
        cp.split([1.0, 2.0, 3.0, 4.0, 5.0], devices),
        cp.split([10.0, 20.0, 30.0, 40.0, 50.0], devices),
    )
    found = one.map(
        lambda mine, others, by: (
            cp.zeros(1, cp.Int, None if target == "cpu" else "cuda").device,
            sum(mine) + by * sum(others),
        ),
        other,
        2,
    )
    assert [device for device, _ in found] == devices and sum(total for _, total in found) == 15 + 2 * 150


def test_what_is_refused(target):
    here = cp.zeros(1, cp.Int).device
    with raises(
        ValueError,
        "split: 3 rows on 4 devices are 0 for the last one, and each needs one: give fewer devices",
    ):
        cp.split([1, 2, 3], [here] * 4)
    with raises(
        ValueError,
        "split: 5 rows on 2 devices are 2 for the last one, and each needs as many as the halo has, 3: give "
        "fewer devices",
    ):
        cp.split([1, 2, 3, 4, 5], [here] * 2, halo=3)
    with raises(TypeError, 'split: devices is a list, such as ["cuda:0", "cuda:1"], not \'cpu\''):
        cp.split([1], "cpu")
    with raises(TypeError, 'split: devices is a list, such as ["cuda:0", "cuda:1"], not 2'):
        cp.split([1], 2)
    with raises(ValueError, "split: the list of devices is empty"):
        cp.split([1], [])
    for halo in (-1, 1.0, True):
        with raises(ValueError, f"split: halo is a number of rows, 0 or more, not {halo!r}"):
            cp.split([1], [here], halo)
    with raises(TypeError, "split: the array has no dimension, and what is divided are rows"):
        cp.split(np.array(1.0), [here])
    with raises(TypeError, "split: the rows of the list are not equally long"):
        cp.split([[1], [2, 3]], [here])
    with raises(TypeError, "split: CudaLists have rows of lengths of their own: split an array"):
        cp.split(cp.CudaLists([[1], [2, 3]]), [here])
    made = cp.split([1, 2, 3, 4], [here] * 2)
    with raises(
        ValueError,
        f"split: the arrays are divided otherwise: <(4,) of int in 2 parts with a halo of 0 on {here}, "
        f"{here}> and <(4,) of int in 2 parts with a halo of 1 on {here}, {here}>",
    ):
        made.map(lambda *_: None, cp.split([1, 2, 3, 4], [here] * 2, halo=1))
    with raises(TypeError, "launch: expected a kernel, got function: map() calls a function for each part"):
        made.launch(numpys, made)
    with raises(
        TypeError,
        "a split array cannot be pickled: its parts are on devices of this process: pickle gather()",
    ):
        pickle.dumps(made)
    with raises(TypeError, "a part of a split array cannot be pickled: pickle part.own"):
        copy.copy(made.parts[0])
    with pytest.raises(cp.DeviceError):
        cp.split([1, 2], ["cuda:99", "cuda:98"])


def test_all_reduce_by_copies(devices):
    for kind in (cp.Int, cp.UInt32, cp.Int64, cp.UInt64, cp.Half, cp.BFloat16, cp.Float, cp.Double):
        for op, put_together in (("sum", sum), ("min", min), ("max", max)):
            values = [[[i + j, 3 * j] for j in range(3)] for i in range(len(devices))]
            arrays = [cp.CudaArray(each, kind, device) for each, device in zip(values, devices)]
            cp.all_reduce(arrays, op, by="copies")
            expected = [[put_together(numbers) for numbers in zip(*rows)] for rows in zip(*values)]
            assert [each.toList() for each in arrays] == [expected] * len(devices), (kind, op)
    cp.all_reduce([cp.zeros(0, cp.Float, device) for device in devices], by="copies")
    made = cp.split(np.arange(2 * len(devices)), devices)
    cp.all_reduce(made, by="copies")
    assert made.toHost().reshape(-1, 2).tolist() == [made.toHost().reshape(-1, 2)[0].tolist()] * len(devices)


def test_sums_of_floats_are_taken_in_the_order_of_the_list(devices):
    values = np.random.default_rng(1).random((len(devices), 1000), dtype=np.float32)
    arrays = [cp.CudaArray(each, target=device) for each, device in zip(values, devices)]
    cp.all_reduce(arrays, by="copies")
    expected = values[0]
    for each in values[1:]:
        expected = expected + each
    assert all(np.array_equal(each.toHost(), expected) for each in arrays)


def test_what_all_reduce_refuses():
    here = cp.zeros(1, cp.Int).device
    A = cp.CudaArray([1.0, 2.0, 3.0, 4.0])
    with raises(ValueError, 'all_reduce: op is "sum", "min" or "max", not \'mean\''):
        cp.all_reduce([A], "mean")
    with raises(ValueError, 'all_reduce: by is "nccl", "copies" or None, not \'mpi\''):
        cp.all_reduce([A], by="mpi")
    with raises(ValueError, "all_reduce: the list of arrays is empty"):
        cp.all_reduce([])
    with raises(TypeError, "all_reduce: expected CudaArrays, which it writes into, got list"):
        cp.all_reduce([A, [1.0]])
    with raises(TypeError, "all_reduce: elements are integers of 32 or 64 bits, or floats, not bool"):
        cp.all_reduce([cp.CudaArray([True])])
    with raises(
        ValueError,
        "all_reduce: the arrays have one type and one shape: number 1 is (4,) of float, "
        "number 2 (3,) of float",
    ):
        cp.all_reduce([A, cp.zeros(3, cp.Float)])
    with raises(
        ValueError,
        "all_reduce: the arrays have one type and one shape: number 1 is (4,) of float, "
        "number 2 (4,) of double",
    ):
        cp.all_reduce([A, cp.zeros(4, cp.Double)])
    with raises(ValueError, "all_reduce: array 2 shares memory with one before it"):
        cp.all_reduce([A[:2], A[1:3]])
    with raises(
        ValueError,
        "all_reduce: the elements of array 2 do not follow each other in memory: copy() makes "
        "one where they do",
    ):
        cp.all_reduce([cp.zeros(2, cp.Float), A[::2]])
    reason = "the arrays are on the CPU" if here == "cpu" else "two arrays are on one GPU"
    with raises(RuntimeError, f"all_reduce: NCCL cannot do it: {reason}"):
        cp.all_reduce([A, cp.zeros(4, cp.Float)], by="nccl")


def test_two_gpus_of_the_fake_driver():
    """Halos go from GPU to GPU, kernels are launched on each, and NCCL is given each array with the stream of
    its GPU."""
    said = fake_cuda.run(
        """
import numpy as np
from cudapy._devices import nccl

made = cp.split(np.arange(10.0, dtype=np.float32), halo=2)
print(made)
made.parts[0].own.copy_from(np.full(5, 7, np.float32))
made.exchange()
print([part.array.toList() for part in made.parts])
print(made.gather("cuda:1").device, made.gather().device, made.toHost().tolist())
numbers = cp.split(np.arange(4, dtype=np.int32))
numbers.launch(cp.compile(kernels.add_one), numbers)
print([part.array.toList() for part in numbers.parts])
with cp.Device(1):
    with made.parts[0]:
        print(cp.zeros(1, cp.Int).device)
    print(cp.zeros(1, cp.Int).device)

class Fake:
    calls = []
    def ncclCommInitAll(self, found, count, numbers):
        self.calls.append(("init", list(numbers)))
        found[:] = [11, 22]
    def ncclGroupStart(self):
        self.calls.append("start")
    def ncclGroupEnd(self):
        self.calls.append("end")
    def ncclAllReduce(self, source, target, count, kind, op, communicator, stream):
        assert source == target
        self.calls.append((source, count, kind, op, communicator, stream))
        return self.result
    def ncclGetErrorString(self, result):
        return b"unhandled"

nccl._loaded.append(Fake())
Fake.result = 0
arrays = [cp.zeros(3, cp.Float, device) for device in ("cuda:0", "cuda:1")]
streams = [cp.Stream(device=0), cp.Stream(device=1)]
with streams[1]:
    cp.all_reduce(arrays, "max")
    cp.all_reduce(arrays)
addresses = [each.pointer() for each in arrays]
expected = [("init", [0, 1])]
for op in (2, 0):
    expected += ["start", (addresses[0], 3, 7, op, 11, 0), (addresses[1], 3, 7, op, 22, streams[1].pointer()), "end"]
print(Fake.calls == expected or Fake.calls)
Fake.result = 1
try:
    cp.all_reduce(arrays)
except RuntimeError as error:
    print(error)
print(Fake.calls[-1])
try:
    with cp.capture():
        cp.all_reduce(arrays)
except RuntimeError as error:
    print("refused:", type(error).__name__)
try:
    cp.split([1, 2], ["cpu", "cuda:0"])
except ValueError as error:
    print(error)
""",  # noqa: E501
        FAKE_COUNT="2",
    )
    assert said == [
        "<(10,) of float in 2 parts with a halo of 2 on cuda:0, cuda:1>",
        "[[7.0, 7.0, 7.0, 7.0, 7.0, 5.0, 6.0], [7.0, 7.0, 5.0, 6.0, 7.0, 8.0, 9.0]]",
        "cuda:1 cuda:0 [7.0, 7.0, 7.0, 7.0, 7.0, 5.0, 6.0, 7.0, 8.0, 9.0]",
        "[[1, 1], [3, 3]]",
        "cuda:0",
        "cuda:1",
        "True",
        'all_reduce: NCCL failed: unhandled; NCCL_DEBUG=WARN says more, and by="copies" does without it',
        "end",
        "refused: RuntimeError",
        "split: the devices are GPUs or the CPU, not both: a kernel is compiled for one of them",
    ]
