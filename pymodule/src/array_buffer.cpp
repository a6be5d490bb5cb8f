// The memory of a CudaArray on the host, through the buffer protocol.

#include "pymodule/src/aggregates.h"
#include "pymodule/src/array.h"
#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"
#include "pymodule/src/strided.h"

#include <algorithm>

namespace cudapy::python {

namespace {

bool asks_for(int flags, int all_of) {
    return (flags & all_of) == all_of;
}

/// Whether the elements lie in Fortran's order too: no two extents are larger than 1.
bool is_column_major(const Shape& shape) {
    const int64_t* extents = shape.extents();
    return shape.count() == 0 ||
           std::count_if(extents, extents + shape.rank(), [](int64_t extent) { return extent > 1; }) <= 1;
}

} // namespace

int array_get_buffer(PyObject* self, Py_buffer* view, int flags) {
    view->obj = nullptr;
    return guarded_status([&] {
        ArrayState& array = live_array(self);
        if (array.device.kind != runtime::Device::Kind::host) {
            raise(
                PyExc_BufferError,
                "a CudaArray on {} has no memory that the host can use: copy it with .toHost() or .toList()",
                array.device.name());
        }
        if (asks_for(flags, PyBUF_F_CONTIGUOUS) && !is_column_major(array.shape))
            raise(PyExc_BufferError, "the elements of a CudaArray lie row by row, not column by column");
        alignas(
            16) static unsigned char nothing[16]; // an empty array has no memory, and a view must not be null
        void* data = array.shape.count() ? array.data() : nothing;
        // PyBuffer_FillInfo describes bytes; shape, strides and format are set after it. What they point at
        // lives in the object.
        check(PyBuffer_FillInfo(view, self, data, array.bytes(), array.read_only, flags));
        view->itemsize = array.element->size();
        if (asks_for(flags, PyBUF_FORMAT)) view->format = const_cast<char*>(format_of(array.element));
        if (asks_for(flags, PyBUF_ND)) {
            static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));
            view->ndim = array.shape.rank();
            view->shape = const_cast<Py_ssize_t*>(reinterpret_cast<const Py_ssize_t*>(array.shape.extents()));
        }
        if (asks_for(flags, PyBUF_STRIDES)) {
            const Strided elements = packed(data, array.shape, array.element->size());
            std::copy(elements.strides.begin(), elements.strides.end(), array.strides.begin());
            view->strides = array.strides.data();
        }
        ++array.memory->exports;
    });
}

void array_release_buffer(PyObject* self, Py_buffer*) {
    --array_state(self).memory->exports;
}

} // namespace cudapy::python
