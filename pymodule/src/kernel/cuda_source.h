#pragma once
// cudapy._core.read_cuda and compile_cuda, which cudapy/_compile/cuda_source.py uses.

#include "pymodule/src/python/cpython.h"

#include <memory>
#include <string>

namespace cudapy::cuda_text {
struct DeviceFunctions;
}

namespace cudapy::python {

PyObject* read_cuda(PyObject* module, PyObject* text);
/// `cuda_type(type)` returns the name of the type in C++. It is empty if several types would do.
PyObject* cuda_type(PyObject* module, PyObject* type);
PyObject* architectures(PyObject* module, PyObject* arch);
PyObject* compile_cuda(PyObject* module, PyObject* arguments, PyObject* keywords);

/// `device_source(text, path, first_line, folder, types, include_paths, flags, libraries, library_paths)`
/// returns a capsule with CUDA C++ whose functions kernels call.
PyObject* device_source(PyObject* module, PyObject* arguments);
/// Returns the functions of such a capsule that have this name.
std::shared_ptr<const cuda_text::DeviceFunctions> device_functions_from(PyObject* capsule,
                                                                        const std::string& name);

} // namespace cudapy::python
