// Shapes as Python gives and takes them, and arrays in another shape.

#include "pymodule/src/array.h"
#include "pymodule/src/error.h"

#include <vector>

namespace cudapy::python {

namespace {

Py_ssize_t integer_from(PyObject* object) {
    Py_ssize_t value = PyNumber_AsSsize_t(object, PyExc_OverflowError);
    if (value == -1 && PyErr_Occurred()) throw PythonError{};
    return value;
}

/// The integers of a tuple or list, at least one and at most as many as there are dimensions.
std::vector<int64_t> extents_from(PyObject* object, const char* who) {
    Ref items = Ref::steal(PySequence_Tuple(object));
    const Py_ssize_t count = PyTuple_Size(items.get());
    if (count < 1 || count > Type::max_rank)
        raise(PyExc_ValueError, "{}: a shape has 1 to {} extents, got {}", who, Type::max_rank, count);
    std::vector<int64_t> extents;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* item = PyTuple_GetItem(items.get(), i);
        if (!PyIndex_Check(item))
            raise(PyExc_TypeError, "{}: the extents of a shape must be integers, got {}", who,
                  describe(item));
        extents.push_back(integer_from(item));
    }
    return extents;
}

} // namespace

Ref to_tuple(const Shape& shape) {
    Ref tuple = Ref::steal(PyTuple_New(shape.rank()));
    for (int axis = 0; axis < shape.rank(); ++axis) {
        Ref extent = Ref::steal(PyLong_FromLongLong(shape[axis]));
        check(PyTuple_SetItem(tuple.get(), axis, extent.release()));
    }
    return tuple;
}

Shape shape_from(PyObject* object, const char* who) {
    if (!PyTuple_Check(object) && !PyList_Check(object)) {
        if (!PyIndex_Check(object))
            raise(PyExc_TypeError, "{}: the length must be an integer, got {}", who, describe(object));
        Py_ssize_t length = integer_from(object);
        if (length < 0) raise(PyExc_ValueError, "{}: the length must not be negative, got {}", who, length);
        return Shape(length);
    }
    const std::vector<int64_t> extents = extents_from(object, who);
    for (int64_t extent : extents) {
        if (extent < 0)
            raise(PyExc_ValueError, "{}: the extents of a shape must not be negative, got {}", who, extent);
    }
    return {extents.data(), static_cast<int>(extents.size())};
}

PyObject* array_reshape(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        static const char* const who = "CudaArray.reshape";
        PyObject* given = arguments;
        if (PyTuple_Size(arguments) == 1) {
            PyObject* only = PyTuple_GetItem(arguments, 0);
            if (PyTuple_Check(only) || PyList_Check(only)) given = only;
        }
        std::vector<int64_t> extents = extents_from(given, who);
        const ArrayState& array = live_array(self); // an extent may have been converted by code that frees
        Ref asked = Ref::steal(PySequence_Tuple(given));
        auto refuse = [&] {
            Ref text = Ref::steal(PyObject_Repr(asked.get()));
            raise(PyExc_ValueError, "{}: {} elements have no shape {}", who, array.shape.count(),
                  to_string(text.get()));
        };
        int64_t known = 1;
        int64_t* open = nullptr; ///< the extent given as -1
        for (int64_t& extent : extents) {
            if (extent == -1 && !open) {
                open = &extent;
            } else if (extent < 0 || __builtin_mul_overflow(known, extent, &known)) {
                refuse();
            }
        }
        if (open) {
            if (known == 0 || array.shape.count() % known != 0) refuse();
            *open = array.shape.count() / known;
        }
        const Shape shape(extents.data(), static_cast<int>(extents.size()));
        if (shape.count() != array.shape.count()) refuse();
        return new_view(array, shape, 0);
    });
}

} // namespace cudapy::python
