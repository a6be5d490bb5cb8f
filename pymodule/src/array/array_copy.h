#pragma once
// array.copy_from, array.copy_to, and cudapy.pinned: copies that may go on while Python does, and memory for
// it.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

PyObject* array_copy_from(PyObject* self, PyObject* arguments, PyObject* keywords);
PyObject* array_copy_to(PyObject* self, PyObject* arguments, PyObject* keywords);
/// pinned(shape, type).
PyObject* make_pinned(PyObject* module, PyObject* arguments, PyObject* keywords);
/// managed(shape, type, is_global).
PyObject* make_managed(PyObject* module, PyObject* arguments);

} // namespace cudapy::python
