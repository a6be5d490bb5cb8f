// Shapes in the form that Python gives and takes, and arrays in another shape.

#include "pymodule/src/array/array.h"
#include "pymodule/src/python/error.h"

#include <vector>

namespace cudapy::python {

namespace {

Py_ssize_t integer_from(PyObject* object, const char* who, const char* what) {
    const Ref number = Ref::steal(PyNumber_Index(object));
    const Py_ssize_t value = PyLong_AsSsize_t(number.get());
    if (value != -1 || !PyErr_Occurred()) return value;
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw PythonError{};
    PyErr_Clear();
    raise(PyExc_OverflowError, "{}: {} must fit in 64 bits, got {}", who, what, describe(object));
}

/// Returns the integers of a tuple or list. `what` names them in messages.
std::vector<int64_t> integers_from(PyObject* object, const char* who, const char* what) {
    Ref items = Ref::steal(PySequence_Tuple(object));
    std::vector<int64_t> integers;
    for (Py_ssize_t i = 0; i < PyTuple_Size(items.get()); ++i) {
        PyObject* item = PyTuple_GetItem(items.get(), i);
        if (!PyIndex_Check(item))
            raise(PyExc_TypeError, "{}: {} must be integers, got {}", who, what, describe(item));
        integers.push_back(integer_from(item, who, what));
    }
    return integers;
}

/// Returns the extents of a shape: at least `least`, and at most as many as an array can have dimensions.
std::vector<int64_t> extents_from(PyObject* object, const char* who, Py_ssize_t least = 1) {
    const Py_ssize_t count = check_size(PySequence_Size(object));
    if (count < least || count > Type::max_rank)
        raise(PyExc_ValueError, "{}: a shape has {} to {} extents, got {}", who, least, Type::max_rank,
              count);
    return integers_from(object, who, "the extents of a shape");
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
        Py_ssize_t length = integer_from(object, who, "the length");
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

namespace {

/// Finds the strides with which an array's elements, in their order, have another shape. Returns false if
/// there are none. Extents of 1 aside, each group of the array's dimensions that one stride joins must be a
/// group of the shape's.
bool strides_for(const ArrayState& array, const Shape& shape, std::array<int64_t, Type::max_rank>& strides) {
    if (array.shape.count() == 0) {
        strides = packed(nullptr, shape, array.element->size()).strides;
        return true;
    }
    int64_t stride = 0; ///< between the elements of the array's group
    int64_t left = 1;   ///< the number of its elements that the shape has not taken yet
    int from = array.shape.rank();
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        const auto k = static_cast<std::size_t>(axis);
        if (shape[axis] == 1) {
            strides[k] = array.element->size();
            continue;
        }
        if (left == 1) { // the next group, from the innermost dimension on
            do
                --from;
            while (array.shape[from] == 1);
            stride = array.strides[static_cast<std::size_t>(from)];
            left = array.shape[from];
            for (; from > 0; --from) {
                const int outer = from - 1;
                if (array.shape[outer] == 1) continue;
                if (array.strides[static_cast<std::size_t>(outer)] != stride * left) break;
                left *= array.shape[outer];
            }
        }
        if (left % shape[axis] != 0) return false;
        strides[k] = stride;
        stride *= shape[axis];
        left /= shape[axis];
    }
    return true;
}

} // namespace

PyObject* array_reshape(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        static const char* const who = "CudaArray.reshape";
        PyObject* given = arguments;
        if (PyTuple_Size(arguments) == 1) {
            PyObject* only = PyTuple_GetItem(arguments, 0);
            if (PyTuple_Check(only) || PyList_Check(only)) given = only;
        }
        std::vector<int64_t> extents = extents_from(given, who, given == arguments ? 1 : 0);
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
        if (array.packed) return new_view(array, shape, 0);
        std::array<int64_t, Type::max_rank> strides{};
        if (!strides_for(array, shape, strides)) {
            Ref text = Ref::steal(PyObject_Repr(asked.get()));
            raise(PyExc_ValueError,
                  "{}: no strides give this view the shape {}: make its elements follow each other first, by "
                  "copy().reshape(...)",
                  who, to_string(text.get()));
        }
        return new_part(array, shape, strides, 0);
    });
}

PyObject* array_ravel(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const ArrayState& array = live_array(self);
        if (array.packed) return new_view(array, Shape(array.shape.count()), 0);
        std::array<int64_t, Type::max_rank> strides{};
        const Shape flat(array.shape.count());
        if (strides_for(array, flat, strides)) return new_part(array, flat, strides, 0);
        Ref copy = array_from(self, Py_None, Py_None);
        return new_view(array_state(copy.get()), flat, 0);
    });
}

PyObject* array_transpose(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        const char* const who = "CudaArray.transpose";
        PyObject* given = arguments;
        if (PyTuple_Size(arguments) == 1) {
            PyObject* only = PyTuple_GetItem(arguments, 0);
            if (PyTuple_Check(only) || PyList_Check(only)) given = only;
            if (only == Py_None) given = nullptr;
        }
        std::vector<int64_t> axes;
        if (given && check_size(PySequence_Size(given)) > 0) {
            axes = integers_from(given, who, "the axes");
        } else {
            for (int axis = live_array(self).shape.rank() - 1; axis >= 0; --axis)
                axes.push_back(axis);
        }
        const ArrayState& array = live_array(self); // an axis may have been converted by code that frees
        const int rank = array.shape.rank();
        std::array<int64_t, Type::max_rank> extents{}, strides{};
        std::array<bool, Type::max_rank> seen{};
        const bool fits = axes.size() == static_cast<std::size_t>(rank);
        for (std::size_t k = 0; fits && k < axes.size(); ++k) {
            const int64_t axis = axes[k] < 0 ? axes[k] + rank : axes[k];
            if (axis < 0 || axis >= rank || seen[static_cast<std::size_t>(axis)])
                raise(PyExc_ValueError, "{}: expected each of the axes 0 to {} once, got {}", who, rank - 1,
                      axes[k]);
            seen[static_cast<std::size_t>(axis)] = true;
            extents[k] = array.shape[static_cast<int>(axis)];
            strides[k] = array.strides[static_cast<std::size_t>(axis)];
        }
        if (!fits)
            raise(PyExc_ValueError, "{}: expected the {} axes of the array in another order, got {}", who,
                  rank, axes.size());
        return new_part(array, Shape(extents.data(), rank), strides, 0);
    });
}

PyObject* array_transposed(PyObject* self, void*) {
    return guarded_object([&] {
        const Ref none = Ref::steal(PyTuple_New(0));
        return Ref::steal(array_transpose(self, none.get()));
    });
}

Ref strides_tuple(const ArrayState& array) {
    Ref tuple = Ref::steal(PyTuple_New(array.shape.rank()));
    for (int axis = 0; axis < array.shape.rank(); ++axis) {
        Ref stride = Ref::steal(PyLong_FromLongLong(array.strides[static_cast<std::size_t>(axis)]));
        check(PyTuple_SetItem(tuple.get(), axis, stride.release()));
    }
    return tuple;
}

PyObject* array_strides(PyObject* self, void*) {
    return guarded_object([&] { return strides_tuple(array_state(self)); });
}

} // namespace cudapy::python
