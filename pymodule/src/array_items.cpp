// Indexing and slicing of a CudaArray: a slice that is read is a new array on the same device.

#include "pymodule/src/array.h"
#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"
#include "pymodule/src/host_buffer.h"

#include <cstring>
#include <vector>

namespace cudapy::python {

namespace {

std::string where_of(const ArrayState& array) {
    return fmt::format("CudaArray of {}", array.element->name());
}

struct Range {
    Py_ssize_t start, step, count;
    /// The lowest index touched and how many elements lie from it to the highest.
    Py_ssize_t low() const { return step > 0 || count == 0 ? start : start + (count - 1) * step; }
    Py_ssize_t width() const { return count == 0 ? 0 : (count - 1) * (step > 0 ? step : -step) + 1; }
    Py_ssize_t place(Py_ssize_t i) const { return start + i * step - low(); }
};

Range range_from(PyObject* slice, int64_t length) {
    Py_ssize_t start = 0, stop = 0, step = 0;
    check(PySlice_Unpack(slice, &start, &stop, &step));
    Py_ssize_t count = PySlice_AdjustIndices(length, &start, &stop, step);
    return {start, step, count};
}

int64_t index_from(PyObject* key, const ArrayState& array) {
    if (!PyIndex_Check(key))
        raise(PyExc_TypeError, "CudaArray indices are integers or slices, got {}", describe(key));
    Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) throw PythonError{};
    Py_ssize_t place = index < 0 ? index + array.length : index;
    if (place < 0 || place >= array.length) {
        raise(PyExc_IndexError, "CudaArray index {} is outside an array of length {}", index, array.length);
    }
    return place;
}

/// The state is a copy: free() in another thread must not pull the storage away.
Ref read_slice(const ArrayState array, const Range& range) {
    Ref result = new_array(array.device, array.element, range.count, false);
    if (range.count == 0) return result;
    const auto size = static_cast<std::size_t>(array.element->size());
    const runtime::Buffer& to = *array_state(result.get()).storage;
    if (range.step == 1) {
        WithoutGil released;
        runtime::copy_buffer(to, 0, *array.storage, static_cast<std::size_t>(range.start) * size,
                             static_cast<std::size_t>(range.count) * size);
        return result;
    }
    std::vector<unsigned char> all(static_cast<std::size_t>(range.width()) * size),
        chosen(static_cast<std::size_t>(range.count) * size);
    read_elements(array, range.low(), range.width(), all.data());
    for (Py_ssize_t i = 0; i < range.count; ++i) {
        std::memcpy(chosen.data() + static_cast<std::size_t>(i) * size,
                    all.data() + static_cast<std::size_t>(range.place(i)) * size, size);
    }
    write_elements(array_state(result.get()), 0, range.count, chosen.data());
    return result;
}

/// The packed elements that an assignment to a slice of `count` elements stores.
std::vector<unsigned char> values_for(const ArrayState& array, Py_ssize_t count, PyObject* value) {
    const auto size = static_cast<std::size_t>(array.element->size());
    std::vector<unsigned char> values(static_cast<std::size_t>(count) * size);
    Element element;
    Stored stored = store_element(array.element->scalar_kind(), value, &element);
    if (stored == Stored::failed) throw PythonError{};
    if (stored == Stored::ok) { // one number for every element
        for (Py_ssize_t i = 0; i < count; ++i)
            std::memcpy(values.data() + static_cast<std::size_t>(i) * size, &element, size);
        return values;
    }
    if (stored == Stored::out_of_range || !(PySequence_Check(value) || is_array(value)) ||
        PyUnicode_Check(value)) {
        raise_store_problem(array.element, value, stored, where_of(array));
    }
    Ref list; // an array is read in one go
    if (is_array(value)) {
        list = Ref::steal(PyObject_CallMethod(value, "toList", nullptr));
        value = list.get();
    } else if (PyObject_CheckBuffer(value)) {
        HostBuffer buffer(value, where_of(array), array.element);
        if (buffer.dimensions() == 1) buffer.check_bools(value, where_of(array), "X");
    }
    Py_ssize_t given = check_size(PySequence_Size(value));
    if (given != count) {
        raise(PyExc_ValueError,
              "{}: a slice of {} elements cannot take {}: the length of an array does not change",
              where_of(array), count, given);
    }
    store_sequence(array.element, value, values.data(), count, where_of(array));
    return values;
}

void write_slice(PyObject* self, const Range& range, PyObject* value) {
    std::vector<unsigned char> values = values_for(array_state(self), range.count, value);
    const ArrayState& array = live_array(self); // a conversion may have run code that freed it
    if (range.count == 0) return;
    if (range.step == 1) {
        write_elements(array, range.start, range.count, values.data());
        return;
    }
    const auto size = static_cast<std::size_t>(array.element->size());
    std::vector<unsigned char> all(static_cast<std::size_t>(range.width()) * size);
    read_elements(array, range.low(), range.width(), all.data());
    for (Py_ssize_t i = 0; i < range.count; ++i) {
        std::memcpy(all.data() + static_cast<std::size_t>(range.place(i)) * size,
                    values.data() + static_cast<std::size_t>(i) * size, size);
    }
    write_elements(live_array(self), range.low(), range.width(), all.data());
}

} // namespace

void read_elements(const ArrayState& array, int64_t first, int64_t count, void* to) {
    if (count == 0) return;
    const auto size = static_cast<std::size_t>(array.element->size());
    auto storage = array.storage;
    WithoutGil released;
    runtime::copy_from_buffer(to, *storage, static_cast<std::size_t>(first) * size,
                              static_cast<std::size_t>(count) * size);
}

void write_elements(const ArrayState& array, int64_t first, int64_t count, const void* from) {
    if (count == 0) return;
    const auto size = static_cast<std::size_t>(array.element->size());
    auto storage = array.storage;
    WithoutGil released;
    runtime::copy_to_buffer(*storage, static_cast<std::size_t>(first) * size, from,
                            static_cast<std::size_t>(count) * size);
}

Py_ssize_t array_length(PyObject* self) {
    return guarded<>(static_cast<Py_ssize_t>(-1),
                     [&] { return static_cast<Py_ssize_t>(live_array(self).length); });
}

PyObject* array_item(PyObject* self, PyObject* key) {
    return guarded_object([&] {
        ArrayState& array = live_array(self);
        // An index is converted by code that may free the array, so that it is looked at again.
        if (PySlice_Check(key)) {
            const Range range = range_from(key, array.length);
            return read_slice(live_array(self), range);
        }
        int64_t index = index_from(key, array);
        Element element;
        read_elements(live_array(self), index, 1, &element);
        return load_element(array.element->scalar_kind(), &element);
    });
}

int array_set_item(PyObject* self, PyObject* key, PyObject* value) {
    return guarded_status([&] {
        ArrayState& array = live_array(self);
        if (!value)
            raise(PyExc_TypeError, "elements of a CudaArray cannot be deleted: its length does not change");
        if (PySlice_Check(key)) {
            write_slice(self, range_from(key, array.length), value);
            return;
        }
        int64_t index = index_from(key, array);
        Element element;
        store_or_raise(array.element, value, &element, [&] { return where_of(array); });
        write_elements(live_array(self), index, 1, &element);
    });
}

} // namespace cudapy::python
