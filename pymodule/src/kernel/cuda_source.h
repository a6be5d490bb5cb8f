#pragma once
// cudapy._core.read_cuda and compile_cuda, on which cudapy/_cuda_source.py stands.

#include "pymodule/src/python/cpython.h"

#include <memory>
#include <string>

namespace cudapy::cuda_text {
struct DeviceFunctions;
}

namespace cudapy::python {

PyObject* read_cuda(PyObject* module, PyObject* text);
/// `cuda_type(type)`: what C++ calls it; empty where several types would do.
PyObject* cuda_type(PyObject* module, PyObject* type);
PyObject* architectures(PyObject* module, PyObject* arch);
PyObject* compile_cuda(PyObject* module, PyObject* arguments, PyObject* keywords);

/// `device_source(text, path, first_line, folder, types, include_paths, flags, libraries, library_paths)`:
/// CUDA C++ whose functions kernels call, in a capsule.
PyObject* device_source(PyObject* module, PyObject* arguments);
/// The functions of a name of such a capsule.
std::shared_ptr<const cuda_text::DeviceFunctions> device_functions_from(PyObject* capsule,
                                                                        const std::string& name);

} // namespace cudapy::python
