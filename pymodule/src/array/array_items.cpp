// Indexing and slicing of a CudaArray, as in NumPy. The result of an index is an element, or a part that
// shares the memory.

#include "pymodule/src/array/array.h"
#include "pymodule/src/array/rows.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/foreign/host_buffer.h"
#include "pymodule/src/launch/advice.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/elements.h"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace cudapy::python {

namespace {

std::string where_of(const ArrayState& array) {
    return fmt::format("CudaArray of {}", array.element->name());
}

/// The part of an array that a key picks.
struct Selection {
    int64_t offset =
        0;        ///< of the element whose indices in the selection are all 0, in bytes from the array's own
    int rank = 0; ///< the dimensions that are left; 0 for one element
    std::array<int64_t, Type::max_rank> extents{}, strides{};

    void keep(int64_t extent, int64_t stride) {
        if (rank == Type::max_rank)
            raise(PyExc_IndexError, "a CudaArray has at most {} dimensions", Type::max_rank);
        extents[static_cast<std::size_t>(rank)] = extent;
        strides[static_cast<std::size_t>(rank)] = stride;
        ++rank;
    }
    Shape shape() const { return {extents.data(), rank}; }
};

[[noreturn]] void refuse_index(PyObject* key) {
    const bool is_number = PyFloat_Check(key) || PyComplex_Check(key);
    raise(PyExc_TypeError, "CudaArray indices are integers or slices, got {}{}", describe(key),
          is_number ? ""
                    : ": A.toHost() is an array of NumPy's, which takes masks, lists and names of fields");
}

int64_t index_from(PyObject* key, const Shape& shape, int axis) {
    if (!PyIndex_Check(key)) refuse_index(key);
    const Ref number = Ref::steal_or_null(PyNumber_Index(key));
    if (!number) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw PythonError{};
        PyErr_Clear();
        refuse_index(key); // an array of several elements has __index__, too
    }
    Py_ssize_t index = PyNumber_AsSsize_t(number.get(), nullptr); // the nearest there is
    const Py_ssize_t length = shape[axis], place = index < 0 ? index + length : index;
    if (place >= 0 && place < length) return place;
    if (shape.rank() == 1)
        raise(PyExc_IndexError, "CudaArray index {} is outside an array of length {}",
              to_string(Ref::steal(PyObject_Str(number.get())).get()), length);
    raise(PyExc_IndexError, "CudaArray index {} is outside dimension {} of an array of shape {}",
          to_string(Ref::steal(PyObject_Str(number.get())).get()), axis, shape.text());
}

/// Returns how many dimensions the parts of a key are about. All parts count except `None` and `...`.
int dimensions_of(PyObject* key, bool& has_ellipsis) {
    int dimensions = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(key); ++i) {
        PyObject* part = PyTuple_GetItem(key, i);
        if (part != Py_Ellipsis) {
            dimensions += part != Py_None;
            continue;
        }
        if (has_ellipsis)
            raise(PyExc_IndexError, "an index of a CudaArray can only have one ellipsis ('...')");
        has_ellipsis = true;
    }
    return dimensions;
}

Selection select(PyObject* index, const ArrayState& array) {
    const Shape shape = array.shape;
    const auto strides = array.strides;
    const Ref key = PyTuple_Check(index) ? Ref::borrow(index) : Ref::steal(PyTuple_Pack(1, index));
    bool has_ellipsis = false;
    const int named = dimensions_of(key.get(), has_ellipsis);
    if (named > shape.rank())
        raise(PyExc_IndexError, "{} indices for a CudaArray of {}", named, dimensions_text(shape.rank()));
    Selection selection;
    int axis = 0;
    const auto keep_whole = [&](int end) {
        for (; axis < end; ++axis)
            selection.keep(shape[axis], strides[static_cast<std::size_t>(axis)]);
    };
    for (Py_ssize_t i = 0; i < PyTuple_Size(key.get()); ++i) {
        PyObject* part = PyTuple_GetItem(key.get(), i);
        const int64_t stride = axis < shape.rank() ? strides[static_cast<std::size_t>(axis)] : 0;
        if (part == Py_Ellipsis) {
            keep_whole(axis + shape.rank() - named);
        } else if (part == Py_None) {
            selection.keep(1, array.element->size());
        } else if (PySlice_Check(part)) {
            Py_ssize_t start = 0, stop = 0, step = 0;
            check(PySlice_Unpack(part, &start, &stop, &step));
            const Py_ssize_t count = PySlice_AdjustIndices(shape[axis], &start, &stop, step);
            if (count > 0) selection.offset += start * stride;
            selection.keep(count,
                           count > 1 ? step * stride : stride); // a step may be as large as any integer
            ++axis;
        } else {
            selection.offset += index_from(part, shape, axis) * stride;
            ++axis;
        }
    }
    keep_whole(shape.rank());
    return selection;
}

/// Returns the lists from which an assignment to several dimensions takes its numbers.
Ref lists_of(PyObject* value) {
    if (is_row(value) || !PyObject_HasAttrString(value, "tolist")) return Ref::borrow(value);
    return Ref::steal(PyObject_CallMethod(value, "tolist", nullptr));
}

/// Returns whether lists of the shape `shape` fill `wanted`. Lists do not tell the extents after an empty
/// one.
bool agrees(const Shape& shape, const Shape& wanted) {
    int axis = 0;
    while (axis < wanted.rank() && shape[axis] == wanted[axis] && shape[axis] > 0)
        ++axis;
    return axis == wanted.rank() || shape[axis] == wanted[axis];
}

/// Returns whether an object shows memory of its own.
bool has_memory(PyObject* value) {
    static constinit InternedString dlpack("__dlpack__");
    static constinit InternedString interface("__cuda_array_interface__");
    return PyObject_CheckBuffer(value) || PyObject_HasAttr(value, dlpack) ||
           PyObject_HasAttr(value, interface);
}

/// Returns the packed elements that an assignment to a part stores. The value is lists, or an array of
/// another type.
std::vector<unsigned char> values_for(const ArrayState& array, const Shape& shape, PyObject* value) {
    const std::string where = where_of(array);
    std::vector<unsigned char> values(static_cast<std::size_t>(shape.count() * array.element->size()));
    Ref lists = Ref::borrow(value);
    if (is_array(value)) { // is read in one go
        lists = Ref::steal(PyObject_CallMethod(value, "toList", nullptr));
    } else if (!is_row(value) && PyObject_CheckBuffer(value)) {
        HostBuffer buffer(value, where, array.element);
        if (buffer.dimensions() == shape.rank()) buffer.check_bools(value, where, "X");
    }
    if (shape.rank() == 1) {
        const Py_ssize_t given = check_size(PySequence_Size(lists.get()));
        if (given != shape.count()) {
            raise(PyExc_ValueError,
                  "{}: a slice of {} elements cannot take {}: the length of an array does not change", where,
                  shape.count(), given);
        }
        store_sequence(array.element, lists.get(), values.data(), given, where, shape);
        return values;
    }
    lists = lists_of(lists.get());
    const Rows rows = rows_of(lists.get(), shape.rank(), where);
    if (!agrees(rows.shape, shape)) {
        raise(PyExc_ValueError, "{}: a part of shape {} cannot take a value of shape {}", where, shape.text(),
              rows.shape.text());
    }
    store_rows(array.element, rows, values.data(), where);
    return values;
}

/// Copies the elements of host memory if they are of the part's type, else returns false.
bool write_buffer(PyObject* self, const Selection& selection, PyObject* value, const HostBuffer& buffer,
                  const std::string& where) {
    const ArrayState& array = live_array(self);
    if (!buffer.element() || (array.element->is_vector() && buffer.element() != array.element)) {
        const std::string difference = buffer.difference();
        raise(PyExc_TypeError, "{}: cannot take {} of {}{}: {}", where, type_name(value),
              buffer.element_name(), difference.empty() ? "" : " (" + difference + ")",
              conversion_advice(value, array.element, "X"));
    }
    if (buffer.dimensions() != selection.rank && buffer.dimensions() >= 1 &&
        buffer.dimensions() <= Type::max_rank)
        raise(PyExc_ValueError, "{}: a part of shape {} cannot take a value of shape {}: {}", where,
              selection.shape().text(), buffer.shape().text(),
              type_name(value) == "ndarray" && buffer.dimensions() < selection.rank
                  ? fmt::format("pass numpy.broadcast_to(X, {}) where its elements repeat",
                                selection.shape().text())
                  : "give it the same dimensions");
    if (buffer.element() != array.element || buffer.dimensions() != selection.rank) return false;
    if (!(buffer.shape() == selection.shape())) return false; // the code for lists says what is wrong
    buffer.check_bools(value, where, "X");
    std::vector<unsigned char> values(
        static_cast<std::size_t>(buffer.shape().count() * array.element->size()));
    gather(buffer.elements(), values.data()); // also what shares the array's memory
    write_array(part_of(array, selection.shape(), selection.strides, selection.offset), values.data());
    return true;
}

/// Returns Python's bool for a number that is stored as a bool: as in NumPy it is whether it is not 0.
/// Returns any other value as it is.
PyObject* stored_number(const Type* type, PyObject* value) {
    const bool is_number = PyFloat_Check(value) || (PyIndex_Check(value) && !PySequence_Check(value));
    if (!type->is_bool() || !is_number) return value;
    const int truth = PyObject_IsTrue(value);
    if (truth < 0) throw PythonError{};
    return truth ? Py_True : Py_False;
}

/// Stores a value that every element of a part gets: a number, or an instance or tuple for structs and
/// vectors. Returns false for any other value. `element` has room for one element.
bool is_one_value(const Type* type, PyObject* value, void* element, const std::string& where) {
    if (type->is_aggregate()) {
        if (!type_of_instance(value) && !PyTuple_Check(value) && !type->is_record()) return false;
        store_aggregate(type, value, element, where);
        return true;
    }
    const StoreResult stored = store_element(type, stored_number(type, value), element);
    if (stored == StoreResult::failed) throw PythonError{};
    if (stored == StoreResult::ok) return true;
    if (stored == StoreResult::out_of_range ||
        !(PySequence_Check(value) || is_array(value) || has_memory(value)) || PyUnicode_Check(value))
        raise_store_problem(type, value, stored, where);
    return false;
}

void check_shape(const ArrayState& part, const Shape& shape, const std::string& where) {
    if (agrees(shape, part.shape)) return;
    raise(PyExc_ValueError, "{}: a part of shape {} cannot take a value of shape {}", where,
          part.shape.text(), shape.text());
}

/// Copies an array of the part's type without making Python objects of its elements. Returns false for values
/// that must go through Python objects.
bool write_memory(PyObject* self, const Selection& selection, PyObject* value, const std::string& where) {
    Ref source = is_array(value) ? Ref::borrow(value) : Ref();
    // NumPy's arrays tell more by the buffer protocol than by DLPack, such as structs and byte orders.
    const bool has_buffer = !source && !is_row(value) && PyObject_CheckBuffer(value) && !is_elsewhere(value);
    if (!source && !is_row(value) && !has_buffer && has_memory(value)) {
        ForeignArray foreign;
        const ImportOptions options{nullptr, true, array_state(self).element, false};
        if (take_foreign(
                value, options, [&] { return where; }, foreign) &&
            foreign.on_gpu() && foreign.element && foreign.rank >= 1 && foreign.rank <= Type::max_rank) {
            source = array_over(value, std::move(foreign), where.c_str());
        } else if (foreign.element && foreign.on_host()) {
            HostBuffer buffer(std::move(foreign), array_state(self).element);
            return write_buffer(self, selection, value, buffer, where);
        }
    }
    if (has_buffer) {
        HostBuffer buffer(value, where, array_state(self).element);
        return write_buffer(self, selection, value, buffer, where);
    }
    if (!source) return false;
    const ArrayState from = live_array(source.get());
    const ArrayState& array = live_array(self);
    if (from.element != array.element) return false;
    const ArrayState part = part_of(array, selection.shape(), selection.strides, selection.offset);
    check_shape(part, from.shape, where);
    copy_array(part, from);
    return true;
}

void write(PyObject* self, const Selection& selection, PyObject* value) {
    const std::string where = where_of(array_state(self));
    const Type* type = array_state(self).element;
    std::vector<unsigned char> element(static_cast<std::size_t>(type->size()));
    const auto part = [&] { // a conversion may have run code that freed the array
        return part_of(live_array(self), selection.shape(), selection.strides, selection.offset);
    };
    if (is_one_value(type, value, element.data(), where)) return fill_array(part(), element.data());
    if (write_memory(self, selection, value, where)) return;
    const std::vector<unsigned char> values = values_for(array_state(self), selection.shape(), value);
    if (!values.empty()) write_array(part(), values.data());
}

} // namespace

Py_ssize_t array_length(PyObject* self) {
    return guarded<>(static_cast<Py_ssize_t>(-1), [&] {
        const Shape& shape = live_array(self).shape;
        if (shape.rank() == 0) raise(PyExc_TypeError, "a CudaArray of no dimension has no len()");
        return static_cast<Py_ssize_t>(shape[0]);
    });
}

PyObject* array_item(PyObject* self, PyObject* key) {
    return guarded_object([&] {
        const Selection selection = select(key, live_array(self));
        const ArrayState& array = live_array(self); // an index may be converted by code that frees the array
        if (selection.rank > 0)
            return new_part(array, selection.shape(), selection.strides, selection.offset);
        std::vector<unsigned char> element(static_cast<std::size_t>(array.element->size()));
        const Type* type = array.element;
        PyObject* made = array.memory->element_class;
        const bool is_numpys = array.memory->has_numpy_scalars;
        read_element(array, array.offset + selection.offset, element.data());
        Ref value = load_value(type, element.data(), made);
        return is_numpys ? numpy_scalar(type, std::move(value)) : std::move(value);
    });
}

int array_set_item(PyObject* self, PyObject* key, PyObject* value) {
    return guarded_status([&] {
        if (!value)
            raise(PyExc_TypeError, "elements of a CudaArray cannot be deleted: its length does not change");
        check_writable(live_array(self));
        if (PyObject* tape = recording_tape()) [[unlikely]] {
            call_tape(tape, "_on_set_item", self, key, value);
            return;
        }
        const Selection selection = select(key, live_array(self));
        if (selection.rank > 0) return write(self, selection, value);
        const Type* type = array_state(self).element;
        std::vector<unsigned char> element(static_cast<std::size_t>(type->size()));
        store_or_raise(type, stored_number(type, value), element.data(),
                       [&] { return where_of(array_state(self)); });
        const ArrayState& array = live_array(self);
        write_element(array, array.offset + selection.offset, element.data());
    });
}

PyObject* array_fill(PyObject* self, PyObject* value) {
    return guarded_object([&] {
        check_writable(live_array(self));
        if (PyObject* tape = recording_tape()) [[unlikely]]
            return call_tape(tape, "_on_fill", self, value);
        const Type* type = array_state(self).element;
        std::vector<unsigned char> element(static_cast<std::size_t>(type->size()));
        store_or_raise(type, stored_number(type, value), element.data(),
                       [&] { return where_of(array_state(self)); });
        fill_array(live_array(self), element.data());
        return Ref::borrow(Py_None);
    });
}

} // namespace cudapy::python
