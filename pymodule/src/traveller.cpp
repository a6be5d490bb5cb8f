#include "pymodule/src/traveller.h"

#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"

#include <algorithm>
#include <cstring>

namespace cudapy::python {

namespace {

/// "X" of "saxpy: parameter X (float*)".
std::string parameter_of(const std::string& where) {
    std::string name = where.substr(where.find("parameter ") + 10);
    return name.substr(0, name.find(' '));
}

/// How to turn an array of other elements into the right ones.
std::string conversion_hint(PyObject* object, const Type* element, const std::string& name) {
    if (type_name(object) == "ndarray")
        return fmt::format("use {}.astype(numpy.{})", name, numpy_name(element->scalar_kind()));
    if (type_name(object) == "array") {
        switch (element->scalar_kind()) {
        case Scalar::int32:
            return fmt::format("use array.array(\"i\", {})", name);
        case Scalar::int64:
            return fmt::format("use array.array(\"q\", {})", name);
        case Scalar::float32:
            return fmt::format("use array.array(\"f\", {})", name);
        case Scalar::float64:
            return fmt::format("use array.array(\"d\", {})", name);
        default:
            break;
        }
    }
    return fmt::format("pass list({}) or convert it to {}", name, numpy_name(element->scalar_kind()));
}

/// Whether an element that did not change may stay the object it is: 0.1 stays 0.1, an int in a list of
/// floats becomes one.
bool has_type_of(Scalar scalar, PyObject* object) {
    switch (scalar) {
    case Scalar::bool_:
        return PyBool_Check(object);
    case Scalar::int32:
    case Scalar::int64:
        return PyLong_CheckExact(object);
    default:
        return PyFloat_CheckExact(object);
    }
}

} // namespace

Traveller Traveller::from_sequence(PyObject* sequence, const Type* element, const std::string& where) {
    Traveller result;
    result.object_ = sequence;
    result.element_ = element;
    result.is_list_ = PyList_Check(sequence);
    result.read_only_ = !result.is_list_;
    result.length_ = check_size(PySequence_Size(sequence));
    result.packed_.resize(static_cast<std::size_t>(result.length_) *
                          static_cast<std::size_t>(element->size()));
    store_sequence(element, sequence, result.packed_.data(), result.length_, where);
    return result;
}

Traveller Traveller::from_buffer(PyObject* object, const Type* element, const std::string& where) {
    Traveller result;
    result.object_ = object;
    result.element_ = element;
    result.buffer_ = HostBuffer(object, where, element);
    const HostBuffer& buffer = result.buffer_;
    const std::string name = parameter_of(where);
    if (buffer.dimensions() != 1) {
        raise(PyExc_TypeError, "{}: expected one dimension, got {} of {} dimensions: pass {}", where,
              type_name(object), buffer.dimensions(), buffer.flattened(object, name));
    }
    if (buffer.element() != element) {
        raise(PyExc_TypeError, "{}: expected an array of {}, got {} of {}: {}", where,
              numpy_name(element->scalar_kind()), type_name(object), buffer.element_name(),
              conversion_hint(object, element, name));
    }
    result.length_ = buffer.length();
    result.read_only_ = buffer.read_only();
    result.buffer_in_place_ = buffer.direct();
    if (!result.buffer_in_place_) {
        result.packed_.resize(static_cast<std::size_t>(result.length_) * buffer.item_size());
        buffer.gather(result.packed_.data());
    }
    return result;
}

void Traveller::check_bools(const std::string& where) const {
    buffer_.check_bools(object_, where, parameter_of(where));
}

bool Traveller::same_memory(const Traveller& other) const {
    if (element_ != other.element_ || length_ != other.length_) return false;
    if (object_ == other.object_) return true;
    return buffer_.data() && buffer_.data() == other.buffer_.data() &&
           buffer_.stride() == other.buffer_.stride();
}

bool Traveller::overlaps(const Traveller& other) const {
    if (object_ == other.object_) return length_ > 0; // one list as two types
    if (!buffer_.data() || !other.buffer_.data()) return false;
    if (buffer_.item_size() != other.buffer_.item_size()) {
        auto bytes = [](const Traveller& t) { return static_cast<int64_t>(t.buffer_.item_size()); };
        return memory_overlaps(buffer_.data(), length_, buffer_.stride(), other.buffer_.data(), 1, 0, 1) ||
               memory_overlaps(other.buffer_.data(), other.length_, other.buffer_.stride(), buffer_.data(), 1,
                               0, bytes(*this)) ||
               memory_overlaps(buffer_.data(), length_, buffer_.stride(), other.buffer_.data(), other.length_,
                               other.buffer_.stride(), std::max(bytes(*this), bytes(other)));
    }
    return memory_overlaps(buffer_.data(), length_, buffer_.stride(), other.buffer_.data(), other.length_,
                           other.buffer_.stride(), static_cast<int64_t>(buffer_.item_size()));
}

bool Traveller::overlaps(const void* memory, std::size_t bytes) const {
    if (!buffer_.data() || !memory || bytes == 0) return false;
    const auto item = static_cast<int64_t>(buffer_.item_size());
    return memory_overlaps(buffer_.data(), length_, buffer_.stride(),
                           static_cast<const unsigned char*>(memory), static_cast<int64_t>(bytes) / item,
                           item, item);
}

void Traveller::send(runtime::Device device) {
    if (written_ && is_list_) before_ = packed_;
    if (device.kind == runtime::Device::Kind::host) return;
    const auto bytes = static_cast<std::size_t>(length_) * static_cast<std::size_t>(element_->size());
    device_ = runtime::Buffer(device, bytes, false);
    if (bytes) runtime::copy_to_buffer(device_, 0, elements(), bytes);
    on_device_ = true;
}

void Traveller::fetch() {
    if (!written_ || length_ == 0) return;
    if (on_device_) runtime::copy_from_buffer(elements(), device_, 0, device_.bytes());
    if (buffer_.data() && !buffer_in_place_) buffer_.scatter(packed_.data());
}

void Traveller::give_back(const std::string& where) {
    if (before_.empty()) return; // not a list, not written, or nothing ran
    if (PyList_Size(object_) != length_) {
        raise(
            PyExc_RuntimeError,
            "{}: the list changed its length while the kernel ran, so that what it wrote cannot be put back",
            where);
    }
    const auto size = static_cast<std::size_t>(element_->size());
    const Scalar scalar = element_->scalar_kind();
    for (int64_t i = 0; i < length_; ++i) {
        const unsigned char* now = packed_.data() + static_cast<std::size_t>(i) * size;
        const unsigned char* then = before_.data() + static_cast<std::size_t>(i) * size;
        PyObject* old = PyList_GetItem(object_, i);
        if (!old) throw PythonError{};
        if (std::memcmp(now, then, size) == 0 && has_type_of(scalar, old)) continue;
        check(PyList_SetItem(object_, i, load_element(scalar, now).release()));
    }
}

} // namespace cudapy::python
