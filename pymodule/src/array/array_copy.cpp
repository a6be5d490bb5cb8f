#include "pymodule/src/array/array_copy.h"

#include "pymodule/src/array/array.h"
#include "pymodule/src/array/strided.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/device/stream.h"
#include "pymodule/src/foreign/host_buffer.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/element_type.h"

#include <vector>

namespace cudapy::python {

namespace {

/// The memory of an array, kept while a copy is started, so that free() in another thread does not take it
/// away.
struct HeldMemory {
    std::shared_ptr<runtime::Buffer> storage;
    std::size_t offset, bytes;

    explicit HeldMemory(const ArrayState& array)
        : storage(array.memory->storage), offset(static_cast<std::size_t>(array.offset)),
          bytes(static_cast<std::size_t>(array.bytes())) {
        array.memory->written.reset();
    }
};

bool on_host(const ArrayState& array) {
    return array.device.is_host();
}

void check_same(const std::string& who, const ArrayState& array, const Type* element,
                const std::string& element_name, const Shape& shape) {
    if (array.element != element)
        raise(PyExc_TypeError, "{}: this CudaArray is of {} and the other array of {}: both must be the same",
              who, array.element->name(), element_name);
    if (!(array.shape == shape))
        raise(PyExc_ValueError,
              "{}: this CudaArray has the shape {} and the other array {}: both must be the same", who,
              array.shape.text(), shape.text());
}

void copy_between(const std::string& who, const ArrayState& to, const ArrayState& from) {
    check_same(who, to, from.element, from.element->name(), from.shape);
    if (to.read_only) raise(PyExc_ValueError, "{}: the array shows memory that cannot be changed", who);
    if (!to.packed || !from.packed) return copy_array(to, from);
    const HeldMemory target(to), source(from);
    if (target.storage == source.storage) {
        if (target.offset == source.offset) return;
        const std::size_t apart =
            target.offset > source.offset ? target.offset - source.offset : source.offset - target.offset;
        if (apart < target.bytes) return copy_array(to, from); // by way of other memory
    }
    note_change(to);
    WithoutGil released;
    runtime::start_copy(*target.storage, target.offset, *source.storage, source.offset, target.bytes);
}

HostBuffer buffer_of(const std::string& who, PyObject* object, const ArrayState& array) {
    if (!PyObject_CheckBuffer(object)) {
        const char* advice = PyList_Check(object) || PyTuple_Check(object) ? "write A[:] = ... for lists"
                                                                           : "pass cudapy.asarray(...) of it";
        raise(PyExc_TypeError,
              "{}: expected a CudaArray or an array with the buffer protocol, such as NumPy's, got {}: {}",
              who, type_name(object), advice);
    }
    HostBuffer buffer(object, who, array.element);
    const int dimensions = buffer.dimensions();
    if ((dimensions < 1 && array.shape.rank() > 0) || dimensions > Type::max_rank)
        raise(PyExc_ValueError, "{}: this CudaArray has the shape {} and the other array {}", who,
              array.shape.text(), dimensions_text(dimensions));
    check_same(who, array, buffer.element(), buffer.element_name(), buffer.shape());
    return buffer;
}

/// Returns the stream of `stream=` for a copy between the array and another one. It is a stream of the device
/// of the one that is on a GPU.
runtime::StreamRef stream_for(PyObject* stream, const ArrayState& array, PyObject* other, const char* who) {
    const bool here = !on_host(array) || !is_array(other);
    return stream_from(stream, here ? array.device : array_state(other).device, who);
}

} // namespace

PyObject* array_copy_from(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        const char* const who = "CudaArray.copy_from";
        PyObject *source = nullptr, *stream = Py_None;
        static const char* names[] = {"source", "stream", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:copy_from", const_cast<char**>(names),
                                         &source, &stream))
            throw PythonError{};
        const ArrayState& array = live_array(self);
        if (PyObject* tape = recording_tape()) [[unlikely]]
            return call_tape(tape, "_on_copy_from", self, source, stream);
        const runtime::StreamScope scope(stream_for(stream, array, source, who));
        if (is_array(source)) {
            copy_between(who, array, live_array(source));
            return Ref::borrow(Py_None);
        }
        if (array.read_only)
            raise(PyExc_ValueError, "{}: the array shows memory that cannot be changed", who);
        const HostBuffer buffer = buffer_of(who, source, array);
        buffer.check_bools(source, who, "source");
        const HeldMemory to(live_array(self)); // describing the other may have run code
        if (to.bytes == 0) return Ref::borrow(Py_None);
        note_change(live_array(self));
        if (!live_array(self).packed) {
            std::vector<unsigned char> elements(to.bytes);
            gather(buffer.elements(), elements.data());
            write_array(live_array(self), elements.data());
        } else if (buffer.direct()) {
            WithoutGil released;
            runtime::start_copy_to_buffer(*to.storage, to.offset, buffer.data(), to.bytes);
        } else {
            std::vector<unsigned char> elements(to.bytes);
            gather(buffer.elements(), elements.data());
            WithoutGil released;
            runtime::copy_to_buffer(*to.storage, to.offset, elements.data(), to.bytes);
        }
        return Ref::borrow(Py_None);
    });
}

PyObject* array_copy_to(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        const char* const who = "CudaArray.copy_to";
        PyObject *target = nullptr, *stream = Py_None;
        static const char* names[] = {"target", "stream", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:copy_to", const_cast<char**>(names),
                                         &target, &stream))
            throw PythonError{};
        const ArrayState& array = live_array(self);
        if (PyObject* tape = is_array(target) ? recording_tape() : nullptr) [[unlikely]]
            return call_tape(tape, "_on_copy_from", target, self, stream);
        const runtime::StreamScope scope(stream_for(stream, array, target, who));
        if (is_array(target)) {
            copy_between(who, live_array(target), array);
            return Ref::borrow(Py_None);
        }
        const HostBuffer buffer = buffer_of(who, target, array);
        if (buffer.read_only())
            raise(PyExc_ValueError, "{}: this {} cannot be written to", who, type_name(target));
        const HeldMemory from(live_array(self)); // describing the other may have run code
        if (from.bytes == 0) return Ref::borrow(Py_None);
        if (buffer.direct() && live_array(self).packed) {
            WithoutGil released;
            runtime::start_copy_from_buffer(buffer.data(), *from.storage, from.offset, from.bytes);
        } else {
            if (overlaps_itself(buffer.elements()))
                raise(PyExc_ValueError, "{}: elements of this {} share memory with each other", who,
                      type_name(target));
            std::vector<unsigned char> elements(from.bytes);
            read_array(live_array(self), elements.data());
            scatter(buffer.elements(), elements.data());
        }
        return Ref::borrow(Py_None);
    });
}

namespace {

/// Makes a CudaArray on the host, whose memory `make(bytes)` makes.
template <typename Make>
Ref array_on_host(PyObject* shape, PyObject* type, const char* who, Make make) {
    const Type* element = element_type_from(type, who);
    if (element->is_void()) raise(PyExc_TypeError, "{}: there are no arrays of void", who);
    const Shape extents = shape_from(shape, who);
    if (extents.count() > PTRDIFF_MAX / 8)
        raise(PyExc_OverflowError, "an array of {} elements is larger than memory can be", extents.count());
    std::shared_ptr<runtime::Buffer> storage;
    {
        WithoutGil released;
        storage = std::make_shared<runtime::Buffer>(
            make(static_cast<std::size_t>(extents.count() * element->size())));
    }
    Ref array =
        new_array_over(std::move(storage), element, packed(nullptr, extents, element->size()), 0, false);
    array_state(array.get()).is_view = false;
    if (type_of_class(type)) array_state(array.get()).memory->element_class = type;
    return array;
}

} // namespace

PyObject* make_pinned(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *shape = nullptr, *type = nullptr;
        static const char* names[] = {"shape", "type", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO:pinned", const_cast<char**>(names), &shape,
                                         &type))
            throw PythonError{};
        return array_on_host(shape, type, "pinned",
                             [](std::size_t bytes) { return runtime::Buffer::pinned(bytes, true); });
    });
}

PyObject* make_managed(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *shape = nullptr, *type = nullptr;
        int is_global = 1;
        if (!PyArg_ParseTuple(arguments, "OOp:managed", &shape, &type, &is_global)) throw PythonError{};
        return array_on_host(shape, type, "managed", [is_global](std::size_t bytes) {
            return runtime::Buffer::managed(bytes, true, is_global != 0);
        });
    });
}

} // namespace cudapy::python
