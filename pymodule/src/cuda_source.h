#pragma once
// cudapy._core.read_cuda and compile_cuda, on which cudapy/_cuda_source.py stands.

#include "pymodule/src/cpython.h"

namespace cudapy::python {

PyObject* read_cuda(PyObject* module, PyObject* text);
/// `cuda_type(type)`: what C++ calls it; empty where several types would do.
PyObject* cuda_type(PyObject* module, PyObject* type);
PyObject* compile_cuda(PyObject* module, PyObject* arguments, PyObject* keywords);

} // namespace cudapy::python
