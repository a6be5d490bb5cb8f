"""What kernels of cuda.jit are besides being launched: their overloads, sources, options, and how they are
pickled."""

import io
import pickle
import subprocess
import sys

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float32, float64, int64, types, void

ON_CPU = cuda.device_array(1).device == "cpu"


@cuda.jit
def scale(x, by):
    """Scales x."""
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= by


@cuda.jit(void(float32[:], float32))
def scale_floats(x, by):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= by


@cuda.jit("float32(float32)", device=True)
def half(x):
    return x / 2


@cuda.jit
def halves(x):
    x[0] = half(x[0])


def test_overloads():
    kernel = cuda.jit(scale.py_func)
    assert kernel.overloads == {} and (kernel.__name__, kernel.__doc__) == ("scale", "Scales x.")
    kernel[1, 4](np.ones(3), 2)
    kernel[1, 4](np.ones(3, np.float32), 2.0)
    kernel[1, 4](np.ones(3), 3)
    assert kernel.signatures == kernel.nopython_signatures == [(float64[::1], int64), (float32[::1], float64)]
    assert kernel.compile("void(float64[::1], int64)") is kernel.overloads[float64[::1], int64]
    kernel.compile((float32[:], float32))
    assert len(kernel.overloads) == 3
    kernel.disable_compile()
    with pytest.raises(TypeError) as error:
        kernel[1, 1](np.ones(3, np.int8), 1)
    assert str(error.value) == "No matching definition for argument type(s) array(int8, 1d, C), int64"
    kernel.disable_compile(False)
    kernel[1, 1](np.ones(3, np.int8), 1)
    assert len(kernel.overloads) == 4


def test_specialize():
    kernel = cuda.jit(scale.py_func)
    x = np.ones(3, np.float32)
    special = kernel.specialize(x, np.float32(2))
    assert (
        special is kernel.specialize(x + 1, np.float32(3)) and special.specialized and not kernel.specialized
    )
    assert special.signatures == [(float32[::1], float32)]
    special[1, 4](x, 2)
    assert x.tolist() == [2, 2, 2]
    with pytest.raises(RuntimeError) as error:
        special.specialize(x, 1)
    assert str(error.value) == "scale: Dispatcher already specialized"
    by_types = kernel.specialize(float32[::1], float64)
    assert by_types is kernel.specialize(x.astype(np.float32), 2.0) and list(by_types.overloads) == [
        (float32[::1], float64)
    ]


def test_sources():
    kernel = cuda.jit([(float32[:], float32), (float64[:], float64)])(scale.py_func)
    assert list(kernel.inspect_asm()) == list(kernel.inspect_llvm()) == kernel.signatures
    key = (float32[:], float32)
    assert "float* x" in kernel.inspect_asm(key) and kernel.inspect_sass(key) == kernel.inspect_asm()[key]
    assert "static __global__ void scale_float_array_float(" in kernel.inspect_cuda(key)
    text = io.StringIO()
    kernel.inspect_types(file=text)
    assert (
        text.getvalue().startswith("scale (array(float32, 1d, A), float32)\n// Translated from")
        and kernel.inspect_cuda(key) in text.getvalue()
    )
    with pytest.raises(KeyError):
        kernel.inspect_asm((int64[:], int64))
    with pytest.raises(TypeError) as error:
        cuda.jit(scale.py_func).inspect_cuda()
    assert (
        str(error.value)
        == "scale: nothing was compiled yet: launch the kernel, or give cuda.jit its signature"
    )


@pytest.mark.skipif(
    not ON_CPU,
    reason="a GPU tells registers and shared memory, and the CPU tells the largest block",
)
def test_figures_on_the_cpu():
    kernel = cuda.jit([(float32[:], float32), (float64[:], float64)], launch_bounds=512)(scale.py_func)
    assert kernel.get_max_threads_per_block() == {(float32[:], float32): 512, (float64[:], float64): 512}
    assert (
        scale_floats.get_max_threads_per_block()
        == scale_floats.get_max_threads_per_block(void(float32[:], float32))
        == 1024
    )
    for name, what in (
        ("get_regs_per_thread", "the registers of a thread are"),
        ("get_shared_mem_per_block", "the bytes of shared memory are"),
        ("get_local_mem_per_thread", "the bytes of local memory are"),
    ):
        with pytest.raises(NotImplementedError) as error:
            getattr(scale_floats, name)()
        assert str(error.value) == f"scale_floats: it is compiled for the CPU, where {what} not known"
    assert scale_floats.get_const_mem_size() == 0


TABLE = np.arange(5, dtype=np.int16)


def test_the_size_of_constant_memory():
    @cuda.jit(device=True)
    def at(i):
        return TABLE[i]

    @cuda.jit
    def kernel(x):
        x[0] = at(1) + at(2)

    kernel[1, 1](np.zeros(1))
    assert kernel.get_const_mem_size() == {kernel.signatures[0]: 10}


@pytest.mark.parametrize(
    "options, error, message",
    [
        (
            {"boundscheck": True},
            NotImplementedError,
            "cuda.jit: numba has no boundscheck=True on GPUs: CUDAPY_CHECKED=1 checks every index",
        ),
        (
            {"argtypes": ()},
            cuda.errors.DeprecationError,
            "cuda.jit: argtypes= is gone from numba: give the signature first, as in cuda.jit(signature)",
        ),
        (
            {"launch_bounds": (1, 2, 3, 4)},
            ValueError,
            "cuda.jit: launch_bounds is an integer or a tuple of one to three. Got 4 launch "
            "bounds: (1, 2, 3, 4)",
        ),
        (
            {"launch_bounds": 1.5},
            TypeError,
            "cuda.jit: launch_bounds is an integer or a tuple of integers, not 1.5",
        ),
        ({"launch_bounds": 0}, ValueError, "cuda.jit: launch_bounds is positive, not 0"),
        (
            {"shared_memory_carveout": 101},
            ValueError,
            "cuda.jit: shared_memory_carveout is from -1 to 100, not 101",
        ),
        (
            {"shared_memory_carveout": "much"},
            ValueError,
            'cuda.jit: shared_memory_carveout is "default", "MaxL1", "MaxShared" or -1 to 100, not \'much\'',
        ),
        (
            {"shared_memory_carveout": 1.5},
            TypeError,
            "cuda.jit: shared_memory_carveout is a str or an int, not 1.5",
        ),
        ({"link": ["f.cu"]}, NotImplementedError, "cudapy.cuda has no jit(link=...) yet"),
    ],
    ids=str,
)
def test_options_that_are_refused(options, error, message):
    with pytest.raises(error) as caught:
        cuda.jit(**options)
    assert str(caught.value) == message


def test_options():
    kernel = cuda.jit(
        launch_bounds=(64, 2),
        opt=True,
        inline="never",
        cache=True,
        lineinfo=True,
        max_registers=32,
        shared_memory_carveout="MaxL1",
        extensions=[],
        link=(),
    )(scale.py_func)
    x = np.ones(3)
    kernel[1, 64](x, 2)
    kernel.configure(1, 64)(x, 2)
    assert x.tolist() == [4, 4, 4]
    with pytest.raises(ValueError) as error:
        kernel[1, (8, 9)]
    assert str(error.value) == "scale: a block of 72 threads is larger than launch_bounds=64 allows"


def test_forall():
    @cuda.jit
    def unguarded(x):
        x[cuda.grid(1)] += 1

    x = np.zeros(8)
    unguarded.forall(8, tpb=4)(x)
    unguarded.forall(0)(x)
    assert x.tolist() == [1] * 8


def test_wrong_numbers_of_arguments():
    x = np.zeros(3, np.float32)
    with pytest.raises(TypeError) as error:
        scale_floats[1, 1](x)
    assert str(error.value) == "scale_floats: expected 2 arguments (x, by), got 1"

    @cuda.jit
    def without():
        pass

    without[1, 1]()
    assert without.signatures == [()]
    with pytest.raises(TypeError) as error:
        without[1, 1](3)
    assert str(error.value) == "without: expected 0 arguments (), got 1"
    with pytest.raises(TypeError, match="scale"):
        scale[1, 1](x)


def test_pickling():
    for kernel in (scale, scale_floats, half, halves):
        assert pickle.loads(pickle.dumps(kernel)) is kernel  # by its place in the module
    copied = pickle.loads(pickle.dumps(cuda.jit([(float32[:], float32)], fastmath=True)(scale.py_func)))
    assert copied.py_func is scale.py_func and copied.targetoptions == {
        "fastmath": True,
        "most_threads": None,
        "extensions": [],
        "debug": False,
    }
    assert copied.signatures == [(float32[:], float32)] and not copied.specialized
    x = np.ones(3, np.float32)
    copied[1, 4](x, 3)
    assert x.tolist() == [3, 3, 3]
    function = pickle.loads(pickle.dumps(cuda.jit("float32(float32)", device=True)(half.py_func)))
    assert function.__cudapy_signature__ == "float (float)" and function.py_func is half.py_func


def test_pickling_to_another_process(tmp_path):
    (tmp_path / "numba_kernels.py").write_text(
        "from cudapy import cuda\n\n@cuda.jit('void(float64[:])')\ndef seven(x):\n    x[0] = 7\n",
        encoding="utf-8",
    )
    program = (
        "import pickle, sys, numpy as np\nkernel = pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "x = np.zeros(2)\nkernel[1, 1](x)\nprint(x.tolist(), *kernel.signatures[0])\n"
    )
    sys.path.insert(0, str(tmp_path))
    try:
        from numba_kernels import seven
    finally:
        sys.path.remove(str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", program, pickle.dumps(seven).hex()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[7.0, 0.0] array(float64, 1d, A)\n"


def test_members_of_enums():
    import enum

    class Size(enum.IntEnum):
        BIG = 2**40

    @cuda.jit
    def shown(x, out):
        out[0] = x * 4

    out = np.zeros(1, np.int64)
    shown[1, 1](Size.BIG, out)
    assert out[0] == 2**42 and shown.signatures == [(types.IntEnumMember(Size, int64), int64[::1])]


class InByDefault:
    def prepare_args(self, ty, val, **_):
        return ty, cuda.args.wrap_arg(val, default=cuda.In)


class Noting:
    def __init__(self, noted):
        self.noted = noted

    def prepare_args(self, ty, val, stream, retr):
        self.noted.append((ty, stream))
        retr.append(lambda: self.noted.append("after"))
        return ty, val


def test_extensions():
    noted = []
    kernel = cuda.jit(extensions=[InByDefault(), Noting(noted)])(scale.py_func)
    x = np.ones(3)
    kernel[1, 4](x, 2)
    assert x.tolist() == [1, 1, 1] and noted == [(float64[::1], 0), (int64, 0), "after", "after"]
    kernel[1, 4](cuda.InOut(x), 2)
    assert x.tolist() == [2, 2, 2]
    kernel.extensions.pop(0)
    kernel[1, 4](x, 2)
    assert x.tolist() == [4, 4, 4]
    on_device = cuda.to_device(x)
    kernel[1, 4](on_device, 2)
    assert on_device.copy_to_host().tolist() == [8, 8, 8]


def test_extensions_that_come_later():
    kernel = cuda.jit(scale.py_func)
    launch, x = kernel[1, 4], cuda.to_device(np.ones(3))
    for _ in range(2):
        launch(x, 2)
    noted = []
    kernel.extensions.append(Noting(noted))
    for _ in range(2):
        launch(x, 2)
        kernel[1, 4](x, 2)
    assert x.copy_to_host().tolist() == [64, 64, 64] and noted.count("after") == 8


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: scale[1, 1](np.ones(3)),
        lambda: scale[1, 1](np.ones((3, 3))[:, 1], 2),
        lambda: scale[1, 1]([1.0], 2),
        lambda: scale[1, 1](np.ones((2, 2)), 2),
        lambda: cuda.jit("void(float32[:, :], int32)")(scale.py_func),
        lambda: cuda.jit([(float32[:],)])(scale.py_func),
        lambda: scale_floats[1, 1](np.ones(3), 2),
        lambda: cuda.jit("float32(float32)"),
    ],
    ids=range(8),
)
def test_tracebacks_end_in_the_program(mistake):
    try:
        made = mistake()
        made(scale.py_func)
    except Exception as error:
        assert error.__context__ is None or error.__suppress_context__
        frames, each = [], error.__traceback__
        while each:
            frames.append(each.tb_frame.f_code.co_filename)
            each = each.tb_next
        assert set(frames) == {__file__}
    else:
        pytest.fail("nothing was raised")


def test_device_functions_are_not_launched():
    with pytest.raises(RuntimeError) as caught:
        cuda.jit(device=True)(half.py_func)[1, 1]
    assert str(caught.value) == (
        "half: Cannot compile a device function as a kernel: leave device=True out, or call it from a kernel"
    )


@pytest.mark.parametrize("target", ["cuda", "gpu"])
def test_a_target_that_is_a_gpu(target):
    """Older programs say it; numba looks at it no more."""

    @cuda.jit("void(float64[:])", target=target)
    def fill(x):
        x[cuda.grid(1)] = 3

    x = np.zeros(2)
    fill[1, 2](x)
    assert x.tolist() == [3, 3]


def test_another_target():
    with pytest.raises(NotImplementedError) as error:
        cuda.jit(target="parallel")
    assert str(error.value) == "cudapy.cuda has no jit(target=...) yet"
