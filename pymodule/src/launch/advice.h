#pragma once
// What messages about an array argument advise, in the words of the library that the array is of.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/shape.h"
#include "runtime/cuda/device.h"
#include "translator/types/type.h"

#include <string>

namespace cudapy::python {

/// "X" of "saxpy: parameter X (float*)".
std::string parameter_of(const std::string& where);
/// The package that the object's class is of: "torch", "numpy".
std::string library_of(PyObject* object);
/// How to turn an array of other elements into the right ones.
std::string conversion_advice(PyObject* object, const Type* element, const std::string& name);
/// How components become the vectors of a parameter: "V[..., :3]", "V.reshape(-1, 3)"; empty where no part of
/// them does.
std::string components_advice(const Type* element, const Shape& shape, const Type* array,
                              const std::string& name);
/// How a CudaArray of other elements becomes one for a parameter: ": pass X.astype(cp.Float), which is a
/// copy"; empty where astype() would refuse it.
std::string array_conversion_advice(const Type* element, const Shape& shape, const Type* array,
                                    const std::string& name);
/// "declare it float[,,], or ": where the array has more dimensions than the parameter of several.
std::string declaration_advice(const Type* array, int dimensions);
/// An array with the same elements one after the other.
std::string contiguous_advice(PyObject* object, const std::string& name);
/// An array with the same elements where a kernel runs.
std::string device_advice(PyObject* object, runtime::Device wanted, const std::string& name);

} // namespace cudapy::python
