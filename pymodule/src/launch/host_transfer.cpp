#include "pymodule/src/launch/host_transfer.h"

#include "pymodule/src/launch/advice.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/elements.h"
#include "translator/types/scalar_names.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cudapy::python {

namespace {

/// Returns whether an element that did not change may stay the object that it is. 0.1 stays 0.1, but an int
/// in a list of floats becomes a float.
bool has_type_of(const Type* type, PyObject* object) {
    if (type->is_aggregate()) return type_of_instance(object) == type;
    const Scalar scalar = type->scalar_kind();
    switch (scalar) {
    case Scalar::bool_:
        return PyBool_Check(object);
    case Scalar::float16:
    case Scalar::bfloat16:
    case Scalar::float32:
    case Scalar::float64:
        return PyFloat_CheckExact(object);
    case Scalar::complex64:
    case Scalar::complex128:
        return PyComplex_CheckExact(object);
    default:
        return PyLong_CheckExact(object);
    }
}

/// Raises TypeError for lists of another depth than the parameter's.
void check_depth(PyObject* sequence, const Type* array, const std::string& where) {
    const Depth depth = depth_of(sequence, array->element());
    const int rank = array->rank();
    if (depth.dimensions == rank || (depth.dimensions < rank && (depth.open || depth.foreign))) return;
    const std::string cure = depth.dimensions < rank ? "a list of lists" : "a part of it";
    raise(PyExc_TypeError, "{}: expected {}, got {} of {}: {}pass {}", where, dimensions_text(rank),
          type_name(sequence), dimensions_text(depth.dimensions), declaration_advice(array, depth.dimensions),
          cure);
}

/// Returns whether lists still have the rows that were taken from them.
bool is_unchanged(PyObject* sequence, const Rows& rows) {
    try {
        const Rows now = rows_of(sequence, rows.shape.rank(), "");
        auto same = [](const Ref& a, const Ref& b) { return a.get() == b.get(); };
        return now.shape == rows.shape &&
               std::equal(now.lists.begin(), now.lists.end(), rows.lists.begin(), rows.lists.end(), same);
    } catch (const PythonError&) { // they are no array any more
        PyErr_Clear();
        return false;
    }
}

} // namespace

HostTransfer HostTransfer::from_sequence(PyObject* sequence, const Type* array, const std::string& where) {
    if (array->rank() > 1) check_depth(sequence, array, where);
    HostTransfer result;
    result.object_ = sequence;
    result.array_ = array;
    result.is_list_ = true;
    result.rows_ = rows_of(sequence, array->rank(), where);
    const auto& lists = result.rows_.lists;
    auto fixed =
        std::find_if(lists.begin(), lists.end(), [](const Ref& row) { return !PyList_Check(row.get()); });
    if (fixed != lists.end()) result.fixed_row_ = fixed - lists.begin();
    return result;
}

HostTransfer HostTransfer::from_buffer(PyObject* object, const Type* array, const std::string& where,
                                       Use use) {
    return from_host(object, HostBuffer(object, where, array->element()), array, where, use);
}

HostTransfer HostTransfer::from_foreign(PyObject* object, ForeignArray elements, const Type* array,
                                        const std::string& where, Use use) {
    return from_host(object, HostBuffer(std::move(elements), array->element()), array, where, use);
}

HostTransfer HostTransfer::from_host(PyObject* object, HostBuffer host, const Type* array,
                                     const std::string& where, Use use) {
    const Type* element = array->element();
    if (use.any_rank && host.dimensions() > Type::max_rank)
        raise(PyExc_TypeError, "{}: expected 1 to {} dimensions, got {} of {} dimensions: pass {}", where,
              Type::max_rank, type_name(object), host.dimensions(),
              host.reshaped(object, parameter_of(where), 1));
    const Type* declared = array; // in CUDA C++, a pointer: it has no `float[,] X`
    if (use.any_rank && host.dimensions() > 0) array = Type::array(element, host.dimensions());
    HostTransfer result;
    result.object_ = object;
    result.array_ = array;
    result.buffer_ = std::move(host);
    const HostBuffer& buffer = result.buffer_;
    const std::string name = parameter_of(where);
    const auto advice = [&] {
        return use.is_written ? written_conversion_advice(object, element, buffer.element(), declared, name)
                              : conversion_advice(object, element, name);
    };
    const bool has_shape = buffer.dimensions() >= 1 && buffer.dimensions() <= Type::max_rank;
    if (const std::string parts =
            has_shape ? components_advice(buffer.element(), buffer.shape(), array, name) : std::string();
        !parts.empty() && PyObject_HasAttrString(object, "reshape"))
        raise(PyExc_TypeError, "{}: expected an array of {}, got {} of {} of shape {}: pass {}", where,
              element->name(), type_name(object), buffer.element_name(), buffer.shape().text(), parts);
    if (element->is_vector() && has_shape && buffer.element() != element)
        raise(PyExc_TypeError, "{}: expected an array of {}, got {} of {} of shape {}: {}", where,
              element->name(), type_name(object), buffer.element_name(), buffer.shape().text(), advice());
    if (buffer.dimensions() != array->rank()) {
        // For a one-dimensional parameter, the message only tells how to flatten the dimensions.
        std::string reshaped = buffer.reshaped(object, name, array->rank());
        const bool is_copy = !is_packed(buffer.elements()) || buffer.dimensions() == 0;
        if (use.is_written && is_copy) reshaped = reshaped.substr(0, reshaped.find(", which"));
        raise(PyExc_TypeError, "{}: expected {}, got {} of {}: {}{}", where, dimensions_text(array->rank()),
              type_name(object),
              array->rank() == 1 ? fmt::format("{} dimensions", buffer.dimensions())
                                 : dimensions_text(buffer.dimensions()),
              declaration_advice(array, buffer.dimensions()),
              pass_advice(reshaped, name, use.is_written && is_copy));
    }
    if (buffer.element() != element) {
        const std::string difference = buffer.difference();
        raise(PyExc_TypeError, "{}: expected an array of {}, got {} of {}{}: {}", where, numpy_name(element),
              type_name(object), buffer.element_name(), difference.empty() ? "" : " (" + difference + ")",
              advice());
    }
    result.buffer_in_place_ = buffer.direct();
    return result;
}

void HostTransfer::pack(const std::string& where) {
    if (buffer_in_place_) return;
    packed_.make(bytes());
    if (is_list_)
        store_rows(array_->element(), rows_, packed_.data(), where);
    else
        gather(buffer_.elements(), packed_.data());
}

void HostTransfer::check_bools(const std::string& where) const {
    if (!is_list_) buffer_.check_bools(object_, where, parameter_of(where));
}

std::string HostTransfer::row_name(int64_t row) const {
    return Shape(shape().extents(), shape().rank() - 1).name_of(row, "row");
}

void HostTransfer::refuse_fixed(const std::string& where) const {
    const bool nested = array_->rank() > 1;
    std::string what = "this " + type_name(object_);
    if (is_list_) what = "a " + type_name(rows_.lists[static_cast<std::size_t>(fixed_row_)].get());
    if (is_list_ && nested) what = row_name(fixed_row_) + ", " + what + ",";
    raise(PyExc_ValueError,
          "{}: the kernel writes to it and {} cannot be changed: pass a list{}, a writable array or a "
          "CudaArray",
          where, what, nested ? " of lists" : "");
}

/// Refuses one list in two places, as in [[0] * 3] * 2. It would keep what the kernel wrote to the last of
/// them.
void HostTransfer::refuse_shared_rows(const std::string& where) const {
    if (shape().count() == 0 || rows_.lists.size() == 1) return;
    std::vector<std::pair<PyObject*, int64_t>> rows;
    for (const Ref& row : rows_.lists)
        rows.emplace_back(row.get(), static_cast<int64_t>(rows.size()));
    std::sort(rows.begin(), rows.end());
    auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    auto found = std::adjacent_find(rows.begin(), rows.end(), same);
    if (found == rows.end()) return;
    raise(PyExc_ValueError,
          "{}: the kernel writes to it, and {} and {} are one list, which cannot hold the results of both: "
          "make a "
          "list for each row, as [[0] * width for _ in range(height)] does",
          where, row_name(found->second), row_name(found[1].second));
}

std::vector<std::pair<PyObject*, int64_t>> HostTransfer::instances() const {
    std::vector<std::pair<PyObject*, int64_t>> structs;
    const Type* element = array_->element();
    if (!element->is_struct()) return structs;
    const int64_t length = shape()[shape().rank() - 1];
    int64_t place = 0;
    for (const Ref& row : rows_.lists) {
        const bool is_list = PyList_Check(row.get());
        if (!is_list && !PyTuple_Check(row.get())) continue; // a range
        for (int64_t i = 0; i < length; ++i, ++place) {
            PyObject* item = is_list ? PyList_GetItem(row.get(), i) : PyTuple_GetItem(row.get(), i);
            if (!item) throw PythonError{};
            if (type_of_instance(item) == element) structs.emplace_back(item, place);
        }
    }
    return structs;
}

/// Refuses one instance in two places, as in [b] * 2. It is one struct in Python and would be two in the
/// kernel.
void HostTransfer::refuse_shared_structs(const std::string& where) const {
    const Type* element = array_->element();
    std::vector<std::pair<PyObject*, int64_t>> structs = instances();
    std::sort(structs.begin(), structs.end());
    auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    auto found = std::adjacent_find(structs.begin(), structs.end(), same);
    if (found == structs.end()) return;
    raise(PyExc_ValueError,
          "{}: the kernel writes to fields of its elements, and {} and {} are one {}, which cannot hold the "
          "results of both: make a {} for each, as [{}(...) for _ in range(n)] does",
          where, shape().name_of(found->second), shape().name_of(found[1].second), element->name(),
          element->name(), element->name());
}

void HostTransfer::mark_written(const std::string& where, bool fields) {
    if (read_only()) refuse_fixed(where);
    if (is_list_) {
        refuse_shared_rows(where);
        if (fields) refuse_shared_structs(where);
    } else if (!buffer_in_place_ && overlaps_itself(buffer_.elements())) {
        raise(
            PyExc_ValueError,
            "{}: the kernel writes to it, and elements of this {} share memory with each other: pass a copy",
            where, type_name(object_));
    }
    written_ = true;
}

bool HostTransfer::holds_rows_alone() const {
    if (!is_list_ || array_->rank() == 1) return true;
    return std::ranges::all_of(rows_.lists, [](const Ref& row) { return reference_count(row.get()) == 2; });
}

bool HostTransfer::same_memory(const HostTransfer& other) const {
    return array_ == other.array_ && !is_list_ && !other.is_list_ &&
           is_same(buffer_.elements(), other.buffer_.elements());
}

bool HostTransfer::overlaps(const HostTransfer& other) const {
    if (is_list_ != other.is_list_) return false;
    if (!is_list_) return overlap(buffer_.elements(), other.buffer_.elements());
    if (shape().count() == 0 || other.shape().count() == 0) return false;
    const auto& lists = other.rows_.lists;
    if (rows_.lists.size() == 1 && lists.size() == 1) return rows_.lists[0].get() == lists[0].get();
    std::unordered_set<PyObject*> rows; // a row of both, or one list as two types
    for (const Ref& row : rows_.lists)
        rows.insert(row.get());
    return std::any_of(lists.begin(), lists.end(), [&](const Ref& row) { return rows.contains(row.get()); });
}

bool HostTransfer::overlaps(const StridedView& memory) const {
    return !is_list_ && overlap(buffer_.elements(), memory);
}

std::optional<std::pair<std::string, std::string>>
HostTransfer::shared_struct(const HostTransfer& other) const {
    if (!is_list_ || !other.is_list_ || array_->element() != other.array_->element()) return {};
    std::unordered_map<PyObject*, int64_t> places;
    for (const auto& [object, place] : instances())
        places.emplace(object, place);
    if (places.empty()) return {};
    for (const auto& [object, place] : other.instances())
        if (const auto found = places.find(object); found != places.end())
            return std::pair(shape().name_of(found->second), other.shape().name_of(place));
    return {};
}

void HostTransfer::send(runtime::Device device) {
    if (written_ && is_list_) before_.assign(packed_.data(), packed_.data() + packed_.size());
    if (device.is_host()) return;
    device_ = runtime::Buffer(device, bytes(), false);
    if (bytes()) runtime::copy_to_buffer(device_, 0, elements(), bytes());
    on_device_ = true;
}

void HostTransfer::fetch() {
    if (!written_ || bytes() == 0) return;
    if (on_device_) runtime::copy_from_buffer(elements(), device_, 0, device_.bytes());
    if (!is_list_ && !buffer_in_place_) scatter(buffer_.elements(), packed_.data());
}

void HostTransfer::give_back(const std::string& where) {
    if (before_.empty()) return; // no list, not written, or nothing ran
    const auto refuse = [&] {
        PyErr_Clear();
        raise(PyExc_RuntimeError, "{}: the {} while the kernel ran, so that what it wrote cannot be put back",
              where, array_->rank() == 1 ? "list changed its length" : "lists changed");
    };
    if (!is_unchanged(object_, rows_)) refuse();
    const auto size = static_cast<std::size_t>(array_->element()->size());
    const Type* element = array_->element();
    const int64_t length = shape()[shape().rank() - 1];
    const unsigned char *now = packed_.data(), *then = before_.data();
    for (const Ref& row : rows_.lists) {
        for (int64_t i = 0; i < length; ++i, now += size, then += size) {
            const Ref old = list_item(row.get(), i);
            if (!old) refuse(); // without the GIL another thread shortens it even now
            if (std::memcmp(now, then, size) == 0 && has_type_of(element, old.get())) continue;
            const bool is_one = type_of_instance(old.get()) == element;
            PyObject* made = is_one ? reinterpret_cast<PyObject*>(Py_TYPE(old.get())) : nullptr;
            Ref value = load_value(element, now, made);
            if (PyList_SetItem(row.get(), i, value.release()) < 0) refuse();
        }
    }
}

} // namespace cudapy::python
