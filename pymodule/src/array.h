#pragma once
// cudapy.CudaArray: an array that stays on its device.

#include "pymodule/src/cpython.h"
#include "pymodule/src/foreign.h"
#include "pymodule/src/shape.h"
#include "runtime/memory.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>

namespace cudapy::python {

/// Memory that an array shares with its rows and reshaped forms.
struct ArrayMemory {
    /// Launches hold it too, so that free() in another thread is safe; null once freed.
    std::shared_ptr<runtime::Buffer> storage;
    Py_ssize_t exports = 0; ///< views of the memory that other objects hold
    /// The class of the elements, borrowed from the module, which keeps all: several classes may have one
    /// name and the same fields, and so one type. Null for the one made last, and of numbers.
    PyObject* element_class = nullptr;
};

struct ArrayState {
    std::shared_ptr<ArrayMemory> memory;
    const Type* element = nullptr;
    runtime::Device device;
    Shape shape;
    int64_t offset = 0;                               ///< where in the memory the array begins, in bytes
    bool is_view = false;                             ///< of memory that something else made, or may share
    bool read_only = false;                           ///< of memory that its owner lets nobody change
    std::array<Py_ssize_t, Type::max_rank> strides{}; ///< in bytes, for exported buffers to point at

    int64_t bytes() const { return shape.count() * element->size(); }
    /// The first element, on the device; null for an empty array.
    unsigned char* data() const {
        auto* start = static_cast<unsigned char*>(memory->storage->data());
        return shape.count() ? start + offset : nullptr;
    }
};

bool is_array(PyObject* object);
/// The state of a CudaArray, freed or not.
ArrayState& array_state(PyObject* object);
/// The same; raises ValueError when it was freed.
ArrayState& live_array(PyObject* object);
/// A CudaArray on `device`, zeroed or not initialised.
Ref new_array(runtime::Device device, const Type* element, const Shape& shape, bool zeroed);
/// A CudaArray of memory that is there already.
Ref new_array_over(std::shared_ptr<runtime::Buffer> storage, const Type* element, const Shape& shape,
                   bool read_only);
/// A CudaArray of elements that lie in an array's memory, `first` elements after the array's own first one.
Ref new_view(const ArrayState& array, const Shape& shape, int64_t first);
/// A CudaArray from what CudaArray() takes: see its docstring.
Ref array_from(PyObject* data, PyObject* element_type, PyObject* target);

/// Copies elements [first, first + count) to `to`, from `from`; the GIL is released for it.
void read_elements(const ArrayState& array, int64_t first, int64_t count, void* to);
void write_elements(const ArrayState& array, int64_t first, int64_t count, const void* from);

// The slots of indexing: array_items.cpp.
Py_ssize_t array_length(PyObject* self);
PyObject* array_item(PyObject* self, PyObject* key);
int array_set_item(PyObject* self, PyObject* key, PyObject* value);

// Shapes as Python gives and takes them: array_shape.cpp.
Ref to_tuple(const Shape& shape);
/// The shape that an int, or a tuple or list of ints, asks for; messages begin with `who`.
Shape shape_from(PyObject* object, const char* who);
/// array.reshape(...): a view of the elements in another shape.
PyObject* array_reshape(PyObject* self, PyObject* arguments);

/// The slots of the buffer protocol: array_buffer.cpp.
int array_get_buffer(PyObject* self, Py_buffer* view, int flags);
void array_release_buffer(PyObject* self, Py_buffer* view);

// Arrays over the memory of other libraries: array_foreign.cpp.
/// A CudaArray of the elements where they are, which keeps their owner. Raises when kernels could not use
/// them.
Ref array_over(PyObject* object, ForeignArray array, const char* who);
PyObject* as_array(PyObject* module, PyObject* arguments, PyObject* keywords);
PyObject* from_dlpack(PyObject* module, PyObject* object);

// What other libraries ask of an array: array_export.cpp.
PyObject* array_dlpack(PyObject* self, PyObject* arguments, PyObject* keywords);
PyObject* array_dlpack_device(PyObject* self, PyObject* nothing);
PyObject* array_cuda_interface(PyObject* self, void* closure);

/// What repr() says: array_repr.cpp.
PyObject* array_repr(PyObject* self);

void add_array(PyObject* module);

} // namespace cudapy::python
