#pragma once
// The advice in messages about arguments that are arrays or should be, in the words of an array's library.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/shape.h"
#include "runtime/cuda/device.h"
#include "translator/kernel_info.h"
#include "translator/types/type.h"

#include <cstddef>
#include <string>
#include <vector>

namespace cudapy::python {

/// Returns the parameter's name, "X" of "saxpy: parameter X (float*)".
std::string parameter_of(const std::string& where);
/// Returns the package that the object's class is of: "torch", "numpy".
std::string library_of(PyObject* object);
/// Returns how to turn an array of other elements into one of the right elements.
std::string conversion_advice(PyObject* object, const Type* element, const std::string& name);
/// Returns the same for an array that the kernel writes. What it wrote to a converted copy without a name
/// would be lost. `actual` is the type of the elements that the array has; null for none of the language.
std::string written_conversion_advice(PyObject* object, const Type* element, const Type* actual,
                                      const Type* array, const std::string& name);
/// Returns "pass X.copy()", or, for a parameter that the kernel writes, the assignment of the copy to a name.
std::string pass_advice(const std::string& expression, const std::string& name, bool is_written);
/// Returns how components become the vectors of a parameter: "V[..., :3]", "V.reshape(-1, 3)". It is empty if
/// no part of the array can become them.
std::string components_advice(const Type* element, const Shape& shape, const Type* array,
                              const std::string& name);
/// Returns how a CudaArray of other elements becomes one for a parameter: ": pass X.astype(cp.Float), which
/// is a copy". It is empty if astype() would refuse.
std::string array_conversion_advice(const Type* element, const Shape& shape, const Type* array,
                                    const std::string& name, bool is_written);
/// Returns "declare it float[,,], or " if the parameter has several dimensions, and the array more than
/// these.
std::string declaration_advice(const Type* array, int dimensions);
/// Returns an expression for an array with the same elements one after the other.
std::string contiguous_advice(PyObject* object, const std::string& name);
/// Returns an expression for an array with the same elements on the device where the kernel runs.
std::string device_advice(PyObject* object, runtime::Device wanted, const std::string& name);
/// Returns what to say of the arguments that are left out at the end, where all are arrays that the kernel
/// writes: a launch gives none of them. The text is empty otherwise.
std::string left_out_results(const std::vector<ParameterInfo>& parameters, std::size_t passed);
/// Returns what to pass in place of an object that is no array.
std::string advice_for_no_array(PyObject* object, const ParameterInfo& parameter);

} // namespace cudapy::python
