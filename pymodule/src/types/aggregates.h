#pragma once
// Structs and vectors between Python and the memory of kernels: their classes, and their layout as buffers
// show it.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/shape.h"
#include "translator/types/type.h"

#include <string>

namespace cudapy::python {

/// class_of returns the class of a struct or a vector type (borrowed). type_of_class returns the type of such
/// a class; null for any other class.
PyObject* class_of(const Type* type);
const Type* type_of_class(PyObject* object);
/// Returns the struct or vector type that the object is an instance of, or null.
const Type* type_of_instance(PyObject* object);

/// numpy_type returns the type of NumPy for elements: a dtype or the name of one. In numpy_shape, vectors add
/// a dimension.
Ref numpy_type(const Type* element);
Shape numpy_shape(const Type* element, const Shape& shape);

/// Returns the format of the buffer protocol: "f", "T{f:x:f:y:}". It lives as long as the process.
const char* format_of(const Type* type);
/// Returns the struct that a format "T{…}" with elements of so many bytes describes; null if there is none.
/// It is `wanted` if the format fits that one. Without `wanted` it is the struct that was made last of those
/// that fit, or else a vector.
const Type* aggregate_of_format(const char* format, int64_t size, const Type* wanted);
/// Returns why a format "T{…}" fits no struct: how it differs from the struct with the same names, or that
/// there is no such struct.
std::string record_problem(const char* format, int64_t size);
/// Returns how the layout of a format differs from `wanted`, and what to do; an empty string if it does not
/// differ.
std::string layout_difference(const char* format, int64_t size, const Type* wanted);

// The functions cudapy._core.struct_type(cls, ((field, type), …)), record_type(cls, name, identifier, format,
// ((field, type, shape, offset), …), size) and vector_type(cls, name).
PyObject* struct_type(PyObject* module, PyObject* arguments);
PyObject* record_type(PyObject* module, PyObject* arguments);
PyObject* vector_type(PyObject* module, PyObject* arguments);

} // namespace cudapy::python
