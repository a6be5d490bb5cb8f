from typing import Any, SupportsIndex

from .._core import Kernel, dim3

class _Names:
    # Any: a kernel, a template, a device function or a namespace, by the text.
    def __getattr__(self, name: str) -> Any: ...
    def __dir__(self) -> list[str]: ...

class CudaSource(_Names):
    """CUDA C++ as cudapy.cuda_source() read it. Its functions are attributes, and so are its namespaces;
    `module["ns::scale<float>"]` is a kernel by what C++ calls it.

    >>> source = cp.cuda_source(
    ...     "namespace ns { __global__ void fill(int* A); } __device__ int one() { return 1; }"
    ... )
    >>> isinstance(source, cp.CudaSource), dir(source)
    (True, ['ns', 'one'])
    """

    def __getitem__(self, expression: str) -> Kernel: ...

class CudaNamespace(_Names):
    """A namespace of CUDA C++ that cudapy.cuda_source() read."""

class CudaTemplate:
    """A kernel template of CUDA C++: `template[cp.float32, 4]` is the kernel for these arguments, and
    `template(n)(…)` the one for the types of the arguments of a launch."""

    __name__: str
    def __getitem__(self, arguments: Any) -> Kernel: ...
    def __call__(
        self,
        *threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        block: Any = None,
        shared: Any = None,
        stream: Any = None,
    ) -> Any: ...
    # Raises TypeError: an instance can be explained.
    def explain(self, *threads: Any, **options: Any) -> Any: ...

class CudaFunction:
    """A __device__ function of CUDA C++, which kernels that are written in Python call."""

    __name__: str
    def __call__(self, *arguments: Any) -> Any: ...

def cuda_source(
    source: Any,
    *,
    include_paths: Any = (),
    flags: Any = (),
    libraries: Any = (),
    library_paths: Any = (),
    types: Any = None,
    target: Any = None,
    compiler: str | None = None,
    arch: Any = None,
) -> CudaSource: ...
