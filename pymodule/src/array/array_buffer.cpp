// The memory of a CudaArray on the host, through the buffer protocol.

#include "pymodule/src/array/array.h"
#include "pymodule/src/array/strided.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/elements.h"

#include <algorithm>

namespace cudapy::python {

namespace {

bool asks_for(int flags, int all_of) {
    return (flags & all_of) == all_of;
}

/// Returns whether the elements follow each other in Fortran's order.
bool is_column_major(const ArrayState& array) {
    if (array.shape.count() == 0) return true;
    int64_t stride = array.element->size();
    for (int axis = 0; axis < array.shape.rank(); ++axis) {
        if (array.shape[axis] > 1 && array.strides[static_cast<std::size_t>(axis)] != stride) return false;
        stride *= array.shape[axis];
    }
    return true;
}

} // namespace

int array_get_buffer(PyObject* self, Py_buffer* view, int flags) {
    view->obj = nullptr;
    return guarded_status([&] {
        ArrayState& array = live_array(self);
        note_shown(self);
        if (!array.device.is_host()) {
            raise(
                PyExc_BufferError,
                "a CudaArray on {} has no memory that the host can use: copy it with .toHost() or .toList()",
                array.device.name());
        }
        if (array.element->is_date()) // NumPy asks for a copy by __array__ then
            raise(PyExc_BufferError,
                  "the buffer protocol has no {}: copy the array with .toHost(), or show .view(\"int64\")",
                  array.element->name());
        if (asks_for(flags, PyBUF_F_CONTIGUOUS) && !is_column_major(array))
            raise(PyExc_BufferError,
                  "the elements of this CudaArray do not follow each other column by column");
        const bool contiguous = array.packed || is_column_major(array);
        if ((asks_for(flags, PyBUF_C_CONTIGUOUS) && !array.packed) ||
            (asks_for(flags, PyBUF_ANY_CONTIGUOUS) && !contiguous) ||
            (!asks_for(flags, PyBUF_STRIDES) && !array.packed))
            raise(PyExc_BufferError,
                  "the elements of this CudaArray do not follow each other: show a copy()");
        alignas(
            16) static unsigned char nothing[16]; // an empty array has no memory, and a view must not be null
        void* data = array.shape.count() ? array.data() : nothing;
        // PyBuffer_FillInfo describes bytes. Shape, strides and format are set after it, and point at members
        // of the object.
        check(PyBuffer_FillInfo(view, self, data, array.bytes(), array.read_only, flags));
        view->itemsize = array.element->size();
        if (asks_for(flags, PyBUF_FORMAT)) view->format = const_cast<char*>(format_of(array.element));
        if (asks_for(flags, PyBUF_ND)) {
            static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));
            view->ndim = array.shape.rank();
            view->shape = const_cast<Py_ssize_t*>(reinterpret_cast<const Py_ssize_t*>(array.shape.extents()));
        }
        if (asks_for(flags, PyBUF_STRIDES)) {
            view->strides = reinterpret_cast<Py_ssize_t*>(array.strides.data());
        }
        ++array.memory->exports;
    });
}

void array_release_buffer(PyObject* self, Py_buffer*) {
    in_turn([&] { return --array_state(self).memory->exports; });
}

} // namespace cudapy::python
