#pragma once
// cudapy.CudaArray: a one-dimensional array that stays on its device.

#include "pymodule/src/cpython.h"
#include "runtime/memory.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>

namespace cudapy::python {

struct ArrayState {
    std::shared_ptr<runtime::Buffer>
        storage; ///< launches hold it too, so that free() in another thread is safe; null once freed
    const Type* element = nullptr;
    runtime::Device device;
    int64_t length = 0;
    Py_ssize_t exports = 0; ///< views of the memory that other objects hold
};

bool is_array(PyObject* object);
/// The state of a CudaArray, freed or not.
ArrayState& array_state(PyObject* object);
/// The same; raises ValueError when it was freed.
ArrayState& live_array(PyObject* object);
/// A CudaArray on `device` of `length` elements, zeroed or not initialised.
Ref new_array(runtime::Device device, const Type* element, int64_t length, bool zeroed);
/// A CudaArray from what CudaArray() takes: see its docstring.
Ref array_from(PyObject* data, PyObject* element_type, PyObject* target);

/// Copies elements [first, first + count) to `to`, from `from`; the GIL is released for it.
void read_elements(const ArrayState& array, int64_t first, int64_t count, void* to);
void write_elements(const ArrayState& array, int64_t first, int64_t count, const void* from);

// The slots of indexing: array_items.cpp.
Py_ssize_t array_length(PyObject* self);
PyObject* array_item(PyObject* self, PyObject* key);
int array_set_item(PyObject* self, PyObject* key, PyObject* value);

void add_array(PyObject* module);

} // namespace cudapy::python
