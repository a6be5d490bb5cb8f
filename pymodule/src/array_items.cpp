// Indexing and slicing of a CudaArray. As with lists, an index gives what is there (an element, or of several
// dimensions a row, which shares the memory), and a slice gives a copy: a new array on the same device.

#include "pymodule/src/aggregates.h"
#include "pymodule/src/array.h"
#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"
#include "pymodule/src/host_buffer.h"
#include "pymodule/src/rows.h"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace cudapy::python {

namespace {

std::string where_of(const ArrayState& array) {
    return fmt::format("CudaArray of {}", array.element->name());
}

/// What a key picks from an array, in elements.
struct Selection {
    int64_t first = 0; ///< the element whose indices in the selection are all 0
    int rank = 0;      ///< the dimensions that are left; 0 for one element
    bool sliced = false;
    std::array<int64_t, Type::max_rank> extents{}, strides{};

    void keep(int64_t extent, int64_t stride) {
        extents[static_cast<std::size_t>(rank)] = extent;
        strides[static_cast<std::size_t>(rank)] = stride;
        ++rank;
    }
    Shape shape() const { return {extents.data(), rank}; }
    /// The selected elements, the first of which is at `data`.
    Strided at(unsigned char* data, int64_t item) const {
        Strided result{data, shape(), {}, item};
        for (std::size_t k = 0; k < static_cast<std::size_t>(rank); ++k)
            result.strides[k] = strides[k] * item;
        return result;
    }
    bool packed() const { return is_packed(at(nullptr, 1)); }
    int64_t low() const { return end(-1); }
    int64_t high() const { return end(1); }

  private:
    /// The lowest element for -1, the highest for 1, of a selection that is not empty.
    int64_t end(int sign) const {
        int64_t place = first;
        for (std::size_t k = 0; k < static_cast<std::size_t>(rank); ++k)
            place += strides[k] * sign > 0 ? strides[k] * (extents[k] - 1) : 0;
        return place;
    }
};

int64_t index_from(PyObject* key, const Shape& shape, int axis) {
    if (!PyIndex_Check(key))
        raise(PyExc_TypeError, "CudaArray indices are integers or slices, got {}", describe(key));
    Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) throw PythonError{};
    const Py_ssize_t length = shape[axis], place = index < 0 ? index + length : index;
    if (place >= 0 && place < length) return place;
    if (shape.rank() == 1)
        raise(PyExc_IndexError, "CudaArray index {} is outside an array of length {}", index, length);
    raise(PyExc_IndexError, "CudaArray index {} is outside dimension {} of an array of shape {}", index, axis,
          shape.text());
}

Selection select(PyObject* key, const Shape& shape) {
    const bool several = PyTuple_Check(key);
    const auto given = several ? static_cast<int>(PyTuple_Size(key)) : 1;
    if (given > shape.rank()) {
        raise(PyExc_IndexError, "{} indices for a CudaArray of {}", given, dimensions_text(shape.rank()));
    }
    Selection selection;
    int64_t stride = shape.count();
    for (int axis = 0; axis < shape.rank(); ++axis) {
        stride = shape[axis] ? stride / shape[axis] : 0;
        PyObject* part = axis >= given ? nullptr : several ? PyTuple_GetItem(key, axis) : key;
        if (!part) {
            selection.keep(shape[axis], stride);
        } else if (PySlice_Check(part)) {
            Py_ssize_t start = 0, stop = 0, step = 0;
            check(PySlice_Unpack(part, &start, &stop, &step));
            const Py_ssize_t count = PySlice_AdjustIndices(shape[axis], &start, &stop, step);
            selection.first += start * stride;
            selection.keep(count,
                           count > 1 ? step * stride : stride); // a step may be as large as any integer
            selection.sliced = true;
        } else {
            selection.first += index_from(part, shape, axis) * stride;
        }
    }
    return selection;
}

Ref read_copy(const ArrayState& array, const Selection& selection) {
    const auto storage = array.memory->storage; // free() in another thread must not pull it away
    const int64_t item = array.element->size();
    Ref result = new_array(array.device, array.element, selection.shape(), false);
    const ArrayState& to = array_state(result.get());
    to.memory->element_class = array.memory->element_class;
    if (to.shape.count() == 0) return result;
    if (selection.packed()) {
        WithoutGil released;
        runtime::copy_buffer(*to.memory->storage, 0, *storage,
                             static_cast<std::size_t>(array.offset + selection.first * item),
                             static_cast<std::size_t>(to.bytes()));
        return result;
    }
    const int64_t low = selection.low(), width = selection.high() - low + 1;
    std::vector<unsigned char> all(static_cast<std::size_t>(width * item)),
        chosen(static_cast<std::size_t>(to.bytes()));
    read_elements(array, low, width, all.data());
    gather(selection.at(all.data() + (selection.first - low) * item, item), chosen.data());
    write_elements(to, 0, to.shape.count(), chosen.data());
    return result;
}

/// The lists that an assignment to several dimensions takes its numbers from.
Ref lists_of(PyObject* value) {
    if (is_row(value) || !PyObject_HasAttrString(value, "tolist")) return Ref::borrow(value);
    return Ref::steal(PyObject_CallMethod(value, "tolist", nullptr));
}

/// Whether lists of the shape `given` fill `wanted`. Lists do not tell the extents after an empty one.
bool agrees(const Shape& given, const Shape& wanted) {
    int axis = 0;
    while (axis < wanted.rank() && given[axis] == wanted[axis] && given[axis] > 0)
        ++axis;
    return axis == wanted.rank() || given[axis] == wanted[axis];
}

/// The packed elements that an assignment to a part of an array stores.
std::vector<unsigned char> values_for(const ArrayState& array, const Shape& shape, PyObject* value) {
    const std::string where = where_of(array);
    const auto size = static_cast<std::size_t>(array.element->size());
    std::vector<unsigned char> values(static_cast<std::size_t>(shape.count()) * size);
    Element element;
    const bool is_aggregate = array.element->is_aggregate();
    if (is_aggregate && (type_of_instance(value) || PyTuple_Check(value))) { // one for every element
        std::vector<unsigned char> one(size);
        store_aggregate(array.element, value, one.data(), where);
        for (std::size_t i = 0; i < values.size(); i += size)
            std::memcpy(values.data() + i, one.data(), size);
        return values;
    }
    Stored stored =
        is_aggregate ? Stored::not_accepted : store_element(array.element->scalar_kind(), value, &element);
    if (stored == Stored::failed) throw PythonError{};
    if (stored == Stored::ok) { // one number for every element
        for (std::size_t i = 0; i < values.size(); i += size)
            std::memcpy(values.data() + i, &element, size);
        return values;
    }
    if (stored == Stored::out_of_range || !(PySequence_Check(value) || is_array(value)) ||
        PyUnicode_Check(value)) {
        raise_store_problem(array.element, value, stored, where);
    }
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

void write(PyObject* self, const Selection& selection, PyObject* value) {
    const std::vector<unsigned char> values = values_for(array_state(self), selection.shape(), value);
    const ArrayState& array = live_array(self); // a conversion may have run code that freed it
    const int64_t item = array.element->size();
    if (values.empty()) return;
    if (selection.packed()) {
        write_elements(array, selection.first, selection.shape().count(), values.data());
        return;
    }
    const int64_t low = selection.low(), width = selection.high() - low + 1;
    std::vector<unsigned char> all(static_cast<std::size_t>(width * item));
    read_elements(array, low, width, all.data());
    scatter(selection.at(all.data() + (selection.first - low) * item, item), values.data());
    write_elements(array, low, width, all.data());
}

/// The storage and where in it element `first` of the array begins.
std::pair<std::shared_ptr<runtime::Buffer>, std::size_t> place_of(const ArrayState& array, int64_t first) {
    auto storage = array.memory->storage;
    if (!storage) raise(PyExc_ValueError, "this CudaArray was freed");
    return {std::move(storage), static_cast<std::size_t>(array.offset + first * array.element->size())};
}

} // namespace

void read_elements(const ArrayState& array, int64_t first, int64_t count, void* to) {
    const auto [storage, offset] = place_of(array, first);
    if (count == 0) return;
    const auto bytes = static_cast<std::size_t>(count * array.element->size());
    WithoutGil released;
    runtime::copy_from_buffer(to, *storage, offset, bytes);
}

void write_elements(const ArrayState& array, int64_t first, int64_t count, const void* from) {
    const auto [storage, offset] = place_of(array, first);
    if (count == 0) return;
    const auto bytes = static_cast<std::size_t>(count * array.element->size());
    WithoutGil released;
    runtime::copy_to_buffer(*storage, offset, from, bytes);
}

Py_ssize_t array_length(PyObject* self) {
    return guarded<>(static_cast<Py_ssize_t>(-1),
                     [&] { return static_cast<Py_ssize_t>(live_array(self).shape[0]); });
}

PyObject* array_item(PyObject* self, PyObject* key) {
    return guarded_object([&] {
        const Selection selection = select(key, live_array(self).shape);
        const ArrayState& array = live_array(self); // an index may be converted by code that frees the array
        if (selection.sliced) return read_copy(array, selection);
        if (selection.rank > 0) return new_view(array, selection.shape(), selection.first);
        std::vector<unsigned char> element(static_cast<std::size_t>(array.element->size()));
        const Type* type = array.element;
        PyObject* made = array.memory->element_class;
        read_elements(array, selection.first, 1, element.data());
        return load_value(type, element.data(), made);
    });
}

int array_set_item(PyObject* self, PyObject* key, PyObject* value) {
    return guarded_status([&] {
        const ArrayState& array = live_array(self);
        if (!value)
            raise(PyExc_TypeError, "elements of a CudaArray cannot be deleted: its length does not change");
        if (array.read_only)
            raise(PyExc_ValueError,
                  "this CudaArray shows memory that cannot be changed: write to a copy() of it");
        const Selection selection = select(key, array.shape);
        if (selection.rank > 0) {
            write(self, selection, value);
            return;
        }
        std::vector<unsigned char> element(static_cast<std::size_t>(array.element->size()));
        store_or_raise(array.element, value, element.data(), [&] { return where_of(array); });
        write_elements(array, selection.first, 1, element.data());
    });
}

} // namespace cudapy::python
