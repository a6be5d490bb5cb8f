#include "pymodule/src/array/tape.h"

#include "pymodule/src/array/strided.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/element_type.h"
#include "runtime/queue/graph.h"

#include <algorithm>
#include <utility>

namespace cudapy::python {

int recording_threads = 0;

namespace {

thread_local PyObject* tape = nullptr; ///< held
PyObject* shown_to = nullptr;          ///< held; null mostly

} // namespace

PyObject* tape_of_this_thread() {
    return tape;
}

Ref call_tape(PyObject* called, const char* method, PyObject* first, PyObject* second, PyObject* third) {
    const Ref held = Ref::borrow(called);
    const Ref function = Ref::steal(PyObject_GetAttrString(held.get(), method));
    return Ref::steal(PyObject_CallFunctionObjArgs(function.get(), first, second, third, nullptr));
}

void note_change(const ArrayState& array) {
    ++array.memory->changes;
    if (runtime::Graph* graph = runtime::Graph::of(array.device)) [[unlikely]]
        graph->count(std::shared_ptr<uint64_t>(array.memory, &array.memory->changes));
}

void note_shown(PyObject* array) {
    if (!shown_to) [[likely]]
        return;
    const Ref function = Ref::borrow(shown_to);
    Ref::steal(PyObject_CallFunctionObjArgs(function.get(), array, nullptr));
}

PyObject* record_on(PyObject*, PyObject* given) {
    return guarded_object([&] {
        PyObject* const next = given == Py_None ? nullptr : Py_NewRef(given);
        recording_threads += (next != nullptr) - (tape != nullptr);
        PyObject* const before = std::exchange(tape, next);
        return before ? Ref::steal(before) : Ref::borrow(Py_None);
    });
}

PyObject* is_recording_on_tape(PyObject*, PyObject*) {
    return PyBool_FromLong(recording_tape() != nullptr);
}

PyObject* watch_shown(PyObject*, PyObject* function) {
    return guarded_object([&] {
        PyObject* const next = function == Py_None ? nullptr : Py_NewRef(function);
        PyObject* const before = std::exchange(shown_to, next);
        Py_XDECREF(before);
        return Ref::borrow(Py_None);
    });
}

PyObject* memory_of(PyObject*, PyObject* object) {
    return guarded_object([&] {
        if (!is_array(object))
            raise(PyExc_TypeError, "memory_of: expected a CudaArray, got {}", describe(object));
        const ArrayState& array = live_array(object);
        const ArrayMemory& memory = *array.memory;
        int64_t first = array.offset, end = array.offset + array.element->size();
        for (int axis = 0; axis < array.shape.rank(); ++axis) {
            const int64_t reach = (array.shape[axis] - 1) * array.strides[static_cast<std::size_t>(axis)];
            (reach < 0 ? first : end) += reach;
        }
        if (array.shape.count() == 0) first = end = array.offset;
        const bool is_shown = memory.exports > 0 || memory.given_away || memory.storage->is_borrowed();
        return Ref::steal(
            Py_BuildValue("(KKLLLnNN)", static_cast<unsigned long long>(memory.number),
                          static_cast<unsigned long long>(memory.changes), static_cast<long long>(first),
                          static_cast<long long>(end), static_cast<long long>(array.offset),
                          static_cast<Py_ssize_t>(memory.storage->bytes()), PyBool_FromLong(is_shown),
                          PyLong_FromVoidPtr(memory.storage->data())));
    });
}

PyObject* whole_memory(PyObject*, PyObject* object) {
    return guarded_object([&] {
        if (!is_array(object))
            raise(PyExc_TypeError, "whole_memory: expected a CudaArray, got {}", describe(object));
        const std::shared_ptr<runtime::Buffer> storage = live_array(object).memory->storage;
        const Shape shape(static_cast<int64_t>(storage->bytes()));
        return new_array_over(storage, Type::uint8(), packed(nullptr, shape, 1), 0, false);
    });
}

PyObject* array_in(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *bytes = nullptr, *kind = nullptr, *extents = nullptr, *steps = nullptr;
        long long start = 0;
        if (!PyArg_ParseTuple(arguments, "OOOOL:array_in", &bytes, &kind, &extents, &steps, &start))
            throw PythonError{};
        if (!is_array(bytes))
            raise(PyExc_TypeError, "array_in: expected a CudaArray, got {}", describe(bytes));
        const ArrayState& array = live_array(bytes);
        const Type* element = element_type_from(kind, "array_in");
        const Shape shape = shape_from(extents, "array_in");
        std::array<int64_t, Type::max_rank> strides{};
        const Ref given = Ref::steal(PySequence_Tuple(steps));
        if (PyTuple_Size(given.get()) != shape.rank())
            raise(PyExc_ValueError, "array_in: there is a stride for each axis");
        int64_t first = start, end = start + element->size();
        for (int axis = 0; axis < shape.rank(); ++axis) {
            const long long stride = PyLong_AsLongLong(PyTuple_GetItem(given.get(), axis));
            if (PyErr_Occurred()) throw PythonError{};
            strides[static_cast<std::size_t>(axis)] = stride;
            (stride < 0 ? first : end) += (shape[axis] - 1) * stride;
        }
        if (shape.count() && (first < 0 || end > static_cast<int64_t>(array.memory->storage->bytes())))
            raise(PyExc_ValueError, "array_in: the elements are outside the memory");
        Ref made = new_array_over(array.memory->storage, element, {nullptr, shape, strides, element->size()},
                                  start, false);
        if (type_of_class(kind)) array_state(made.get()).memory->element_class = kind;
        return made;
    });
}

} // namespace cudapy::python
