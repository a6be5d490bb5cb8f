#pragma once
// Conversion between Python's numbers and the raw values that kernels hold.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/python/error.h"
#include "translator/types/type.h"

#include <concepts>
#include <cstdint>

namespace cudapy::python {

/// A value of any scalar type.
union Element {
    bool truth;
    int8_t int8;
    uint8_t uint8;
    int16_t int16;
    uint16_t uint16;
    int32_t int32;
    uint32_t uint32;
    int64_t int64;
    uint64_t uint64;
    float float32;
    double float64;
    float complex64[2];
    alignas(16) double complex128[2]; ///< aligned as in emitted files
};

enum class StoreResult {
    ok,
    not_accepted, ///< not a number, a float for an integer, anything but True and False for a bool
    out_of_range,
    failed, ///< a Python error is set by the object's own conversion
};

/// Stores a Python number as `scalar` at `to`. bools are integers and integers are numbers, as in Python.
/// NumPy's scalars, and objects with __index__ or __float__, are numbers too. It sets a Python error only for
/// Stored::failed.
StoreResult store_element(Scalar scalar, PyObject* number, void* to);
/// Does the same for a type that is no aggregate: a scalar, or NumPy's dates in one unit.
StoreResult store_element(const Type* type, PyObject* number, void* to);
/// Returns the text of an error for a value that could not be stored: "expected a number, got str 'x'".
std::string store_problem(const Type* type, PyObject* number, StoreResult problem);
/// Raises TypeError or OverflowError for a problem: "<where>: expected a number, got str 'x'".
[[noreturn]] void raise_store_problem(const Type* type, PyObject* number, StoreResult problem,
                                      const std::string& where);

/// Stores an instance of the class of a struct or a vector, a tuple of its fields, or a record of NumPy's.
/// Raises TypeError or OverflowError, whose text begins with `where`.
void store_aggregate(const Type* type, PyObject* object, void* to, const std::string& where);

template <typename MessageStart>
requires std::invocable<MessageStart>
void store_or_raise(const Type* type, PyObject* number, void* to, MessageStart&& where) {
    if (type->is_aggregate()) {
        store_aggregate(type, number, to, where());
        return;
    }
    StoreResult stored = store_element(type, number, to);
    if (stored != StoreResult::ok) raise_store_problem(type, number, stored, where());
}

/// Returns the Python bool, int or float at `from`, or NumPy's date. For a struct or a vector it returns an
/// instance of `made`. If `made` is null, it is an instance of the class that was made last of those with the
/// type's name and fields.
Ref load_value(const Type* type, const void* from, PyObject* made = nullptr);

/// Stores the low bits of a Python int, as the cast of a kernel does.
void cast_integer(Scalar scalar, PyObject* number, void* to);
/// Returns the Python bool, int, float or complex at `from`.
Ref load_element(Scalar scalar, const void* from);

/// Returns whether the object is a bool of Python or NumPy.
bool is_bool(PyObject* object);

/// Returns whether the object is a complex number of Python, or has a dtype of complex numbers, as NumPy's
/// scalars and arrays do.
bool is_complex(PyObject* object);

/// Returns the code of the buffer protocol ("i", "f").
const char* format_code(Scalar scalar);

} // namespace cudapy::python
