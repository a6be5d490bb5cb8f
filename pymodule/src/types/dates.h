#pragma once
// NumPy's dates (datetime64) and the spans between them (timedelta64) between Python and the int64 that they
// are in memory. The buffer protocol has no words for them.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/elements.h"
#include "translator/types/type.h"

namespace cudapy::python {

/// Stores a date of NumPy whose unit is that of the type. Others are not accepted.
StoreResult store_date(const Type* type, PyObject* object, void* to);
/// Returns the date of NumPy at `from`.
Ref load_date(const Type* type, const void* from);
/// Returns an array of NumPy as one of int64, in the same memory, if its elements are the dates that are
/// wanted. For any other object it returns nothing.
Ref integers_of_dates(PyObject* object, const Type* wanted);
/// Returns the type of dates that NumPy calls "<M8[D]", or null.
const Type* date_of_typestr(const char* typestr);

// The function cudapy._core.date_type(name).
PyObject* date_type(PyObject* module, PyObject* name);

} // namespace cudapy::python
