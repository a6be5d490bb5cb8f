// Copying elements of CudaArrays: to host memory and from it, between arrays, and one value into all
// elements.

#include "pymodule/src/array/array.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/python/error.h"
#include "runtime/memory/strided_copy.h"
#include "runtime/queue/stream.h"
#include "runtime/support/error.h"

#include <algorithm>

namespace cudapy::python {

namespace {

/// The memory of an array in the form in which the runtime copies it.
struct Place {
    std::shared_ptr<runtime::Buffer> storage;
    int64_t offset = 0;
    Shape shape;
    std::array<int64_t, Type::max_rank> strides{};
    int64_t item = 1;
    bool is_packed = false;

    explicit Place(const ArrayState& array)
        : storage(array.memory->storage), offset(array.offset), shape(array.shape), strides(array.strides),
          item(array.element->size()), is_packed(array.packed) {
        if (!storage) raise(PyExc_ValueError, "this CudaArray was freed");
        array.memory->written.reset();
    }
    /// Describes memory of the same shape, whose elements follow each other.
    Place(std::shared_ptr<runtime::Buffer> buffer, const Place& like)
        : storage(std::move(buffer)), shape(like.shape),
          strides(packed(nullptr, like.shape, like.item).strides), item(like.item), is_packed(true) {}

    bool on_host() const { return storage->device().is_host(); }
    std::size_t bytes() const { return static_cast<std::size_t>(shape.count() * item); }
    StridedView elements() const {
        return {static_cast<unsigned char*>(storage->data()) + offset, shape, strides, item};
    }
};

runtime::StridedCopy strided_copy(const Place& to, const std::array<int64_t, Type::max_rank>& from_strides) {
    runtime::StridedCopy copy;
    copy.item = to.item;
    copy.rank = to.shape.rank();
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(copy.rank); ++axis) {
        copy.extents[axis] = to.shape[static_cast<int>(axis)];
        copy.to_strides[axis] = to.strides[axis];
        copy.from_strides[axis] = from_strides[axis];
    }
    return copy;
}

void copy_on_device(const Place& to, const Place& from) {
    runtime::copy_strided(*to.storage, to.offset, *from.storage, from.offset, strided_copy(to, from.strides));
}

/// Takes memory of the device for the elements, one after the other.
Place packed_memory(const Place& like, runtime::Device device) {
    return {std::make_shared<runtime::Buffer>(device, like.bytes(), false), like};
}

/// Returns memory in which the elements follow each other: their own, or a copy.
Place packed_copy(const Place& from) {
    if (from.is_packed) return from;
    Place result = packed_memory(from, from.storage->device());
    copy_on_device(result, from);
    return result;
}

void copy_places(const Place& to, const Place& from) {
    if (to.storage->device() == from.storage->device()) {
        const StridedView target = to.elements(), source = from.elements();
        if (is_same(target, source)) return;
        if (!overlap(target, source)) return copy_on_device(to, from);
        if (runtime::is_recording(to.storage->device()))
            throw runtime::Error(
                runtime::ErrorKind::recording,
                "copying between parts of an array that overlap takes memory of its own, and "
                "cannot be part of a graph: copy by way of an array that you made before");
        const Place between = packed_memory(from, from.storage->device());
        copy_on_device(between, from);
        return copy_on_device(to, between);
    }
    const Place sent = packed_copy(from);
    const Place target = to.is_packed ? to : packed_memory(to, to.storage->device());
    runtime::copy_buffer(*target.storage, static_cast<std::size_t>(target.offset), *sent.storage,
                         static_cast<std::size_t>(sent.offset), sent.bytes());
    if (!to.is_packed) copy_on_device(to, target);
}

} // namespace

void read_array(const ArrayState& array, void* to) {
    const Place from(array);
    if (from.shape.count() == 0) return;
    WithoutGil released;
    if (from.on_host() && !from.is_packed) return gather(from.elements(), to);
    const Place sent = packed_copy(from);
    runtime::copy_from_buffer(to, *sent.storage, static_cast<std::size_t>(sent.offset), sent.bytes());
}

void write_array(const ArrayState& array, const void* from) {
    const Place to(array);
    if (to.shape.count() == 0) return;
    note_change(array);
    WithoutGil released;
    if (to.on_host() && !to.is_packed) return scatter(to.elements(), from);
    const Place target = to.is_packed ? to : packed_memory(to, to.storage->device());
    runtime::copy_to_buffer(*target.storage, static_cast<std::size_t>(target.offset), from, target.bytes());
    if (!to.is_packed) copy_on_device(to, target);
}

void copy_array(const ArrayState& to, const ArrayState& from) {
    const Place target(to), source(from);
    if (target.shape.count() == 0) return;
    note_change(to);
    WithoutGil released;
    copy_places(target, source);
}

void fill_array(const ArrayState& array, const void* value) {
    const Place to(array);
    if (to.shape.count() == 0) return;
    note_change(array);
    WithoutGil released;
    if (to.is_packed) return runtime::fill_buffer(*to.storage, to.offset, value, to.item, to.shape.count());
    runtime::fill_strided(*to.storage, to.offset, value, strided_copy(to, {}));
}

int64_t offset_of(const ArrayState& array, int64_t place) {
    int64_t offset = array.offset;
    for (int axis = array.shape.rank() - 1; axis >= 0; --axis) {
        offset += place % array.shape[axis] * array.strides[static_cast<std::size_t>(axis)];
        place /= array.shape[axis];
    }
    return offset;
}

void read_element(const ArrayState& array, int64_t offset, void* to) {
    const Place from(array);
    WithoutGil released;
    runtime::copy_from_buffer(to, *from.storage, static_cast<std::size_t>(offset),
                              static_cast<std::size_t>(from.item));
}

void write_element(const ArrayState& array, int64_t offset, const void* from) {
    const Place to(array);
    note_change(array);
    WithoutGil released;
    runtime::copy_to_buffer(*to.storage, static_cast<std::size_t>(offset), from,
                            static_cast<std::size_t>(to.item));
}

} // namespace cudapy::python
