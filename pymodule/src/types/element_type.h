#pragma once
// cudapy.Type: the types of the kernel language as Python objects (`Int`, `Pointer(Float)`).

#include "pymodule/src/python/cpython.h"
#include "translator/types/type.h"

namespace cudapy::python {

/// Returns the one Python object of a type (borrowed).
PyObject* type_object(const Type* type);
/// Returns the type of a cudapy.Type; null for any other object.
const Type* type_of(PyObject* object);
/// Returns the scalar that the object names as an element type. The object is a cudapy.Type, Python's bool,
/// int or float, or a NumPy scalar type or dtype. Raises TypeError, whose text begins with `who`.
const Type* element_type_from(PyObject* object, const char* who);

void add_type_objects(PyObject* module);

} // namespace cudapy::python
