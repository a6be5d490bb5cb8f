"""Two real GPUs in one process. test_devices.py has what the fake driver can show."""

import subprocess
import sys
import threading
from pathlib import Path

import cudapy as cp
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")
SAMPLES = Path(__file__).resolve().parents[2] / "samples"
pytestmark = pytest.mark.skipif(len(cp.devices()) < 2, reason="needs two GPUs")


@pytest.fixture(scope="module")
def saxpy():
    return cp.compile(kernels.saxpy, target="cuda")


@pytest.fixture(scope="module")
def values():
    return np.arange(1_000_003, dtype=np.float32)


def test_copies_between_gpus(values):
    zero = cp.CudaArray(values, target="cuda:0")
    one = cp.CudaArray(zero, target="cuda:1")
    assert (zero.device, one.device) == ("cuda:0", "cuda:1")
    zero.fill(0.0)
    assert np.array_equal(np.asarray(one), values)
    back = cp.CudaArray(one, target="cuda:0")
    assert back.device == "cuda:0"
    assert np.array_equal(np.asarray(back), values)
    zero[10:20] = one[30:40]
    assert zero[9:21].toList() == [0.0, *range(30, 40), 0.0]


def test_a_kernel_on_each(saxpy, values):
    results = []
    for device in cp.devices():
        with device:
            X, Y = cp.CudaArray(values), cp.CudaArray(values)
            assert X.device == Y.device == f"cuda:{device.index}"
            saxpy(len(X))(float(device.index), X, Y)
            results.append(Y)
    for device, Y in enumerate(results):
        assert np.array_equal(np.asarray(Y), values * np.float32(device) + values)


def test_threads_that_each_have_a_gpu(saxpy, values):
    failures = []

    def work(device):
        try:
            with device, cp.Stream() as stream:
                for step in range(50):
                    X, Y = cp.CudaArray(values[:1000]), cp.CudaArray(values[:1000])
                    saxpy(1000, stream=stream)(float(step), X, Y)
                    assert np.array_equal(np.asarray(Y), values[:1000] * np.float32(step) + values[:1000])
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(device,)) for device in cp.devices() * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_an_event_orders_one_gpu_after_another(saxpy, values):
    first, second = cp.Stream(device=0, non_blocking=True), cp.Stream(device=1, non_blocking=True)
    values = values % 1000  # so that sums of twenty are exact
    X = cp.CudaArray(values, target="cuda:0")
    Y = cp.CudaArray(values, target="cuda:0")
    there = cp.empty(len(values), cp.Float, target="cuda:1")
    for _ in range(20):
        saxpy(len(X), stream=first)(1.0, X, Y)
    second.wait(first.record())
    there.copy_from(Y, stream=second)
    second.synchronize()
    assert np.array_equal(np.asarray(there), values * np.float32(21))


def test_memory_is_counted_for_each():
    before = [cp.memory_info(f"cuda:{device}").used for device in (0, 1)]
    array = cp.zeros(1 << 20, cp.Float, target="cuda:1")
    assert [cp.memory_info(f"cuda:{device}").used for device in (0, 1)] == [before[0], before[1] + (4 << 20)]
    del array
    assert [cp.memory_info(f"cuda:{device}").used for device in (0, 1)] == before


def test_an_array_of_another_gpu_is_refused(saxpy):
    X, Y = cp.CudaArray([1.0], target="cuda:0"), cp.CudaArray([1.0], target="cuda:1")
    with raises(
        ValueError,
        "saxpy: parameter Y (float*): the kernel runs on cuda:0 and the CudaArray is on cuda:1: pass "
        'cp.CudaArray(Y, target="cuda:0"), or launch it inside `with cp.Device(1):`',
    ):
        saxpy(1)(1.0, X, Y)


def test_tensors_of_the_second_gpu(saxpy, values):
    torch = pytest.importorskip("torch")
    tensor = torch.arange(1000, dtype=torch.float32, device="cuda:1")
    with cp.Device(1):
        saxpy(1000)(2.0, tensor, tensor)
    assert torch.equal(tensor.cpu(), 3 * torch.arange(1000, dtype=torch.float32))
    array = cp.asarray(tensor)
    assert array.device == "cuda:1"
    assert np.array_equal(np.asarray(array), 3 * values[:1000])


def test_an_array_that_is_split(values):
    """Halos go from GPU to GPU, after what was launched before and ahead of what is launched next."""

    @cp.kernel("void (float* A, float* B)")
    def smooth(A, B):
        if 0 < idx < len(A) - 1:
            B[idx] = (A[idx - 1] + A[idx + 1]) / 2

    devices = [device.index for device in cp.devices()]
    now = cp.split(values % 1000, devices, halo=1)
    after = now.copy()
    expected, next_one = values % 1000, values % 1000
    for _ in range(30):
        now.launch(smooth, now, after)
        after.exchange()
        now, after = after, now
        next_one = expected.copy()
        next_one[1:-1] = (expected[:-2] + expected[2:]) / 2
        expected = next_one
    assert np.array_equal(now.toHost(), expected)
    assert np.array_equal(now.gather("cuda:1").toHost(), expected)


@pytest.mark.parametrize("by", ["nccl", "copies"])
def test_all_reduce(by, values):
    devices = [f"cuda:{device.index}" for device in cp.devices()]
    if by == "nccl":
        from cudapy._devices import nccl

        if reason := nccl.why_not(devices):
            pytest.skip(reason)
    for kind in (cp.Int, cp.UInt32, cp.Int64, cp.UInt64, cp.Half, cp.BFloat16, cp.Float, cp.Double):
        for op, expected in (("sum", sum(range(1, len(devices) + 1))), ("max", len(devices)), ("min", 1)):
            arrays = [cp.full(1000, i + 1, kind, device) for i, device in enumerate(devices)]
            cp.all_reduce(arrays, op, by=by)
            assert [each.toList() for each in arrays] == [[expected] * 1000] * len(devices), (kind, op)
    # After kernels that were launched before, and ahead of those that come next.
    add = cp.compile(kernels.saxpy, target="cuda")
    arrays, ones = (
        [cp.zeros(len(values), cp.Float, device) for device in devices],
        [cp.full(len(values), 1, cp.Float, device) for device in devices],
    )
    for step in range(5):
        for array, one, device in zip(arrays, ones, cp.devices()):
            with device:
                add(len(array))(1.0, one, array)
        cp.all_reduce(arrays, by=by)
    expected = 0
    for _ in range(5):
        expected = (expected + 1) * len(devices)
    assert all(np.array_equal(each.toHost(), np.full(len(values), expected, np.float32)) for each in arrays)


def test_one_dask_worker_a_gpu():
    distributed = pytest.importorskip("dask.distributed")
    sys.path.insert(0, str(SAMPLES))
    from common import cluster, visible_gpus

    gpus = visible_gpus()
    with cluster(len(gpus), gpus) as machine, distributed.Client(machine) as client:
        seen = client.run(lambda: [gpu.bus_id for gpu in cp.devices()])
    assert sorted(seen.values()) == sorted([gpu.bus_id] for gpu in cp.devices())


@pytest.mark.parametrize("sample", ["dask_stencil", "dask_kmeans", "dask_monte_carlo"])
def test_samples_with_one_worker_a_gpu(sample):
    pytest.importorskip("dask.distributed")
    run = subprocess.run(
        [sys.executable, SAMPLES / f"{sample}.py", "--repeat", "1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0 and ": right" in run.stdout and f"{len(cp.devices())} workers" in run.stdout, (
        run.stdout + run.stderr
    )
