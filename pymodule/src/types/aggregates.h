#pragma once
// Structs and vectors between Python and the memory of kernels: their classes, their layout as buffers show
// it.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/shape.h"
#include "translator/types/type.h"

#include <string>

namespace cudapy::python {

/// The class of a struct or a vector type (borrowed), and the other way; null for any other class.
PyObject* class_of(const Type* type);
const Type* type_of_class(PyObject* object);
/// The struct or vector type that the object is an instance of, or null.
const Type* type_of_instance(PyObject* object);

/// What NumPy makes elements of: a dtype or the name of one. A vector is a dimension more.
Ref numpy_type(const Type* element);
Shape numpy_shape(const Type* element, const Shape& shape);

/// The format of the buffer protocol: "f", "T{f:x:f:y:}"; lives as long as the process.
const char* format_of(const Type* type);
/// The struct that a format "T{…}" with elements of so many bytes describes: `wanted` where it is that one,
/// and without it the one that was made last, or a vector; null for none.
const Type* aggregate_of_format(const char* format, int64_t size, const Type* wanted);
/// Why a format "T{…}" that is of no struct is of none: how it differs from the one with the same names, or
/// that there is none.
std::string record_problem(const char* format, int64_t size);
/// What a format describes otherwise than `wanted`, and what to do; empty for nothing.
std::string layout_difference(const char* format, int64_t size, const Type* wanted);

// cudapy._core.struct_type(cls, ((field, type), …)), vector_type(cls, name)
PyObject* struct_type(PyObject* module, PyObject* arguments);
PyObject* vector_type(PyObject* module, PyObject* arguments);

} // namespace cudapy::python
