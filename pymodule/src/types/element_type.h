#pragma once
// cudapy.Type: the types of the kernel language as Python objects (`Int`, `Pointer(Float)`).

#include "pymodule/src/python/cpython.h"
#include "translator/types/type.h"

namespace cudapy::python {

/// The one Python object of a type (borrowed).
PyObject* type_object(const Type* type);
/// The type of a cudapy.Type; null for any other object.
const Type* type_of(PyObject* object);
/// The scalar that the object names as an element type: a cudapy.Type, Python's bool, int or float, or a
/// NumPy scalar type or dtype. Raises TypeError that begins with `who`.
const Type* element_type_from(PyObject* object, const char* who);

void add_type_objects(PyObject* module);

} // namespace cudapy::python
