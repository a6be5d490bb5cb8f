#pragma once
// cudapy.CudaArray: an array that stays on its device.

#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/shape.h"
#include "runtime/memory/memory.h"
#include "translator/types/type.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace cudapy::python {

/// The memory that an array shares with its rows and reshaped forms.
struct ArrayMemory {
    static uint64_t next_number() {
        static std::atomic<uint64_t> last{0};
        return last.fetch_add(1, std::memory_order_relaxed) + 1;
    }

    /// The buffer. Launches hold it too, so that free() in another thread is safe. It is null once the array
    /// was freed.
    std::shared_ptr<runtime::Buffer> storage;
    Py_ssize_t exports = 0; ///< views of the memory that other objects hold
    /// The class of the elements, borrowed from the module, which keeps all classes. Several classes may have
    /// one name and the same fields, and so one type. Null means the class that was made last, or that the
    /// elements are numbers.
    PyObject* element_class = nullptr;
    /// Says whether an element that is read is a scalar of NumPy, as in numba's dialect.
    bool has_numpy_scalars = false;
    /// The bytes that launches in checked mode have written to an array that empty() made on the host. Null
    /// for all other arrays, and once anything else may have written to the memory.
    std::shared_ptr<std::vector<bool>> written;
    uint64_t changes = 0; ///< how often the elements were changed, but for what other code does with them
    const uint64_t number = next_number(); ///< tells it from all others; later ones have greater numbers
    bool given_away = false;               ///< other code knows the address for good
};

struct ArrayState {
    std::shared_ptr<ArrayMemory> memory;
    const Type* element = nullptr;
    runtime::Device device;
    Shape shape;
    /// The place in the memory, in bytes, of the element whose indices are 0; with no elements, any place in
    /// it.
    int64_t offset = 0;
    std::array<int64_t, Type::max_rank> strides{}; ///< in bytes; exported buffers point at them
    bool packed = true;                            ///< the elements follow each other, row by row
    bool is_view = false;   ///< the memory was made by something else, or may be shared
    bool read_only = false; ///< the owner of the memory lets nobody change it

    int64_t bytes() const { return shape.count() * element->size(); }
    /// Returns the address of the first element, on the device, for code that may write there; null for an
    /// empty array.
    unsigned char* data() const {
        memory->written.reset();
        return address();
    }
    /// Returns the same address for a launch, which keeps `written` up to date itself.
    unsigned char* address() const {
        auto* start = static_cast<unsigned char*>(memory->storage->data());
        return shape.count() ? start + offset : nullptr;
    }
    /// Returns the elements' place on the device.
    StridedView elements() const { return {data(), shape, strides, element->size()}; }
};

bool is_array(PyObject* object);
/// Returns the state of a CudaArray, freed or not.
ArrayState& array_state(PyObject* object);
/// Returns the state of a CudaArray; raises ValueError when it was freed.
ArrayState& live_array(PyObject* object);
/// Makes a CudaArray on `device`. Its elements are zeros, or not initialised.
Ref new_array(runtime::Device device, const Type* element, const Shape& shape, bool zeroed);
/// Makes a CudaArray over existing memory. Its first element is `offset` bytes into the memory.
Ref new_array_over(std::shared_ptr<runtime::Buffer> storage, const Type* element, const StridedView& elements,
                   int64_t offset, bool read_only);
/// Makes a CudaArray of elements in an array's memory, which begin `first` elements after the array's own
/// first one.
Ref new_view(const ArrayState& array, const Shape& shape, int64_t first);
/// Makes a CudaArray from the arguments of CudaArray(); see its docstring.
Ref array_from(PyObject* data, PyObject* element_type, PyObject* target);

/// Makes a CudaArray of elements at strides in an array's memory, which begin `offset` bytes after the
/// array's own first one.
Ref new_part(const ArrayState& array, const Shape& shape, const std::array<int64_t, Type::max_rank>& strides,
             int64_t offset);
/// Returns the state of such a part, without making an object.
ArrayState part_of(const ArrayState& array, const Shape& shape,
                   const std::array<int64_t, Type::max_rank>& strides, int64_t offset);

// Copying elements: array_elements.cpp. These functions release the GIL, and raise ValueError for an array
// that was freed.
/// These copy all elements to host memory in row-major order, and from it.
void read_array(const ArrayState& array, void* to);
void write_array(const ArrayState& array, const void* from);
/// Copies between arrays of one shape and element type, which may share memory.
void copy_array(const ArrayState& to, const ArrayState& from);
/// Copies the element at `value` into all elements.
void fill_array(const ArrayState& array, const void* value);
/// These copy one element, which is `offset` bytes into the memory.
void read_element(const ArrayState& array, int64_t offset, void* to);
void write_element(const ArrayState& array, int64_t offset, const void* from);
/// Returns how many bytes into the memory the element is that has this place in row-major order.
int64_t offset_of(const ArrayState& array, int64_t place);
/// Raises ValueError if the memory cannot be changed.
void check_writable(const ArrayState& array);

// The slots of indexing: array_items.cpp.
Py_ssize_t array_length(PyObject* self);
PyObject* array_item(PyObject* self, PyObject* key);
int array_set_item(PyObject* self, PyObject* key, PyObject* value);
PyObject* array_fill(PyObject* self, PyObject* value);

// Shapes as Python gives and takes them: array_shape.cpp.
Ref to_tuple(const Shape& shape);
/// Returns the shape that an int, or a tuple or list of ints, asks for. Messages begin with `who`.
Shape shape_from(PyObject* object, const char* who);
/// array.reshape(...) returns the elements in another shape.
PyObject* array_reshape(PyObject* self, PyObject* arguments);
PyObject* array_ravel(PyObject* self, PyObject* nothing);
PyObject* array_transpose(PyObject* self, PyObject* arguments);
PyObject* array_transposed(PyObject* self, void* closure);
Ref strides_tuple(const ArrayState& array);
PyObject* array_strides(PyObject* self, void* closure);

// Elements as other types, and as NumPy's: array_types.cpp.
PyObject* array_dtype(PyObject* self, void* closure);
PyObject* array_as_type(PyObject* self, PyObject* element_type);
/// The function cudapy._core.seen_as(array, type): the memory with elements of another type of the same size.
PyObject* seen_as(PyObject* module, PyObject* arguments);
/// Returns a number as NumPy's scalar of the element type; any other value stays as it is.
Ref numpy_scalar(const Type* type, Ref value);
/// The function cudapy._core.numpy_scalars(array, like): the array, whose elements are NumPy's scalars from
/// now on, or are if those of another array are.
PyObject* numpy_scalars(PyObject* module, PyObject* arguments);

/// The slots of the buffer protocol: array_buffer.cpp.
int array_get_buffer(PyObject* self, Py_buffer* view, int flags);
void array_release_buffer(PyObject* self, Py_buffer* view);

/// Returns the type of the elements, which is given as `elemType` or, as in NumPy, as `dtype`, or None.
PyObject* one_of(PyObject* element_type, PyObject* dtype, const char* who);

// cudapy.empty(), zeros() and full(): array_allocate.cpp.
PyObject* make_empty(PyObject* module, PyObject* arguments, PyObject* keywords);
PyObject* make_zeros(PyObject* module, PyObject* arguments, PyObject* keywords);
PyObject* make_full(PyObject* module, PyObject* arguments, PyObject* keywords);
/// CudaArray.allocate() is zeros() with another name in its messages.
PyObject* array_allocate(PyObject* nothing, PyObject* arguments, PyObject* keywords);

// Arrays over the memory of other libraries: array_foreign.cpp.
/// Makes a CudaArray of the elements where they are. It keeps their owner. Raises an error when kernels could
/// not use them.
Ref array_over(PyObject* object, ForeignArray array, const char* who);
PyObject* as_array(PyObject* module, PyObject* arguments, PyObject* keywords);
PyObject* from_dlpack(PyObject* module, PyObject* object);
/// on_host_memory(data, elemType) returns a CudaArray, on the device where kernels run, of memory of the
/// host.
PyObject* on_host_memory(PyObject* module, PyObject* arguments);

// The functions of an array that other libraries call: array_export.cpp.
PyObject* array_dlpack(PyObject* self, PyObject* arguments, PyObject* keywords);
PyObject* array_dlpack_device(PyObject* self, PyObject* nothing);
PyObject* array_cuda_interface(PyObject* self, void* closure);

/// repr() of an array: array_repr.cpp.
PyObject* array_repr(PyObject* self);
/// Returns the HTML that a notebook shows for an array. The code is written in Python.
PyObject* array_html(PyObject* self, PyObject* nothing);

void add_array(PyObject* module);

} // namespace cudapy::python
