#include "pymodule/src/foreign/foreign.h"

#include "pymodule/src/python/error.h"
#include "pymodule/src/types/elements.h"
#include "translator/types/scalar_names.h"

#include <algorithm>
#include <array>

namespace cudapy::python {

namespace {

/// So many elements have a number of bytes that fits in 64 bits.
constexpr int64_t fits_surely = int64_t{1} << 40;

} // namespace

Ref attribute_or_none(PyObject* object, PyObject* name) {
    Ref value = Ref::steal_or_null(PyObject_GetAttr(object, name));
    if (value) return value;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw PythonError{};
    PyErr_Clear();
    return {};
}

runtime::Device ForeignArray::place() const {
    if (on_gpu()) return {runtime::Device::Kind::cuda, device.index};
    return {};
}

std::string ForeignArray::element_name() const {
    if (!element) return element_text;
    return numpy_name(element);
}

void ForeignArray::describe(const int64_t* extents, const int64_t* strides) {
    const int64_t item = element ? element->size() : 1;
    if (rank == 1 && extents[0] > 0 && extents[0] < fits_surely) [[likely]]
        return describe_row(extents[0], strides ? strides[0] : item, item);
    elements.item = item;
    if (rank < 1 || rank > Type::max_rank) return;
    elements.shape = Shape(extents, rank);
    packed = true;
    int64_t stride = elements.item; // the stride of packed elements
    for (int axis = rank - 1; axis >= 0; --axis) {
        const auto k = static_cast<std::size_t>(axis);
        elements.strides[k] = strides ? strides[axis] : stride;
        if (elements.strides[k] != stride && extents[axis] > 1) packed = false;
        stride *= extents[axis] ? extents[axis] : 1;
    }
    if (elements.shape.count() == 0) {
        elements.data = nullptr;
        packed = true;
    }
    find_alignment();
}

void ForeignArray::describe_row(int64_t length, int64_t stride, int64_t item) {
    elements.item = item;
    elements.shape = Shape(length);
    elements.strides[0] = stride;
    packed = stride == item || length == 1;
    find_alignment();
}

void ForeignArray::find_alignment() {
    std::uintptr_t alignment = 1;
    if (element) // that of a number is its size
        alignment = static_cast<std::uintptr_t>(element->is_scalar() ? elements.item : element->alignment());
    aligned = (reinterpret_cast<std::uintptr_t>(elements.data) & (alignment - 1)) == 0;
}

void ForeignArray::describe(const dlpack::Tensor& tensor) {
    device = tensor.device;
    element = dlpack::element_type(tensor.type);
    if (!element) element_text = dlpack::name_of(tensor.type);
    rank = tensor.rank;
    elements.data = static_cast<unsigned char*>(tensor.data);
    if (tensor.data) elements.data += tensor.byte_offset;
    const int64_t item = element ? element->size() : 1;
    if (rank == 1 && tensor.shape[0] > 0 && tensor.shape[0] < fits_surely) [[likely]]
        return describe_row(tensor.shape[0], tensor.strides ? tensor.strides[0] * item : item, item);
    if (!tensor.strides || rank < 1 || rank > Type::max_rank) return describe(tensor.shape, nullptr);
    std::array<int64_t, Type::max_rank> bytes{};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis)
        bytes[axis] = tensor.strides[axis] * item;
    describe(tensor.shape, bytes.data());
}

bool is_elsewhere(PyObject* object) {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    static constinit InternedString name("__dlpack_device__");
    Ref method = Ref::steal_or_null(PyObject_GetAttr(object, name));
    Ref device = method ? Ref::steal_or_null(PyObject_CallNoArgs(method.get())) : Ref();
    long kind = dlpack::cpu;
    if (device && PyTuple_Check(device.get()) && PyTuple_Size(device.get()) == 2)
        kind = PyLong_AsLong(PyTuple_GetItem(device.get(), 0));
    PyErr_Restore(type, value, traceback);
    return kind != dlpack::cpu;
}

void raise_foreign_error(PyObject* object, const MessageStart& where) {
    PyObject* kind = nullptr;
    for (PyObject* expected : {PyExc_BufferError, PyExc_ValueError, PyExc_TypeError, PyExc_RuntimeError})
        if (!kind && PyErr_ExceptionMatches(expected)) kind = expected;
    if (!kind) throw PythonError{};
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    const Ref held_type = Ref::steal_or_null(type), held_value = Ref::steal_or_null(value),
              held_traceback = Ref::steal_or_null(traceback);
    const Ref reason = Ref::steal(PyObject_Str(held_value.get()));
    raise(kind, "{}: this {} does not show its elements ({})", where(), type_name(object),
          to_string(reason.get()));
}

bool take_dlpack(PyObject* object, const ImportOptions& options, const MessageStart& where,
                 ForeignArray& array) {
    if (const ForeignType* type = foreign_type(object)) {
        take_foreign(object, *type, options, where, array);
        return true;
    }
    return take_by_dlpack(object, options, where, array);
}

bool take_foreign(PyObject* object, const ImportOptions& options, const MessageStart& where,
                  ForeignArray& array) {
    return take_dlpack(object, options, where, array) ||
           take_by_cuda_interface(object, options, where, array);
}

} // namespace cudapy::python
