#include "pymodule/src/array_make.h"

#include "pymodule/src/element_type.h"
#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"
#include "pymodule/src/host_buffer.h"
#include "pymodule/src/target.h"

#include <vector>

namespace cudapy::python {

namespace {

using Bytes = std::vector<unsigned char>;

std::size_t bytes_of(const Type* element, int64_t length) {
    return static_cast<std::size_t>(length) * static_cast<std::size_t>(element->size());
}

Ref array_with(runtime::Device device, const Type* element, int64_t length, const void* elements) {
    Ref result = new_array(device, element, length, false);
    write_elements(array_state(result.get()), 0, length, elements);
    return result;
}

Ref from_sequence(PyObject* sequence, const Type* element, runtime::Device device) {
    Py_ssize_t length = check_size(PySequence_Size(sequence)); // before conversions, which may shorten it
    if (!element) element = infer_type(sequence, "CudaArray");
    Bytes elements(bytes_of(element, length));
    store_sequence(element, sequence, elements.data(), length, "CudaArray");
    return array_with(device, element, length, elements.data());
}

Ref from_elements(const Type* source, const void* elements, int64_t length, const Type* element,
                  runtime::Device device) {
    if (!element || element == source) return array_with(device, source, length, elements);
    // Another type was asked for: through Python's numbers, with their checks of range.
    Ref list = load_list(source->scalar_kind(), elements, length);
    return from_sequence(list.get(), element, device);
}

Ref from_buffer(PyObject* data, const Type* element, runtime::Device device) {
    HostBuffer buffer(data, "CudaArray", element);
    if (buffer.dimensions() != 1) {
        raise(PyExc_TypeError,
              "CudaArray: expected a one-dimensional array, got one of {} dimensions: pass {}",
              buffer.dimensions(), buffer.flattened(data, "X"));
    }
    const Type* source = buffer.element();
    if (!source) {
        raise(PyExc_TypeError,
              "CudaArray: an array of {} is not supported yet: convert it to bool, int32, int64, float32 or "
              "float64",
              buffer.element_name());
    }
    buffer.check_bools(data, "CudaArray", "X");
    if ((!element || element == source) && buffer.direct())
        return array_with(device, source, buffer.length(), buffer.data());
    Bytes packed(bytes_of(source, buffer.length()));
    buffer.gather(packed.data());
    return from_elements(source, packed.data(), buffer.length(), element, device);
}

Ref from_array(PyObject* data, const Type* element, PyObject* target) {
    const ArrayState& array = live_array(data);
    runtime::Device device = target == Py_None ? array.device : device_from(target, "CudaArray");
    auto storage = array.storage;
    if (element && element != array.element) {
        Bytes elements(bytes_of(array.element, array.length));
        read_elements(array, 0, array.length, elements.data());
        return from_elements(array.element, elements.data(), array.length, element, device);
    }
    Ref result = new_array(device, array.element, array.length, false);
    const runtime::Buffer& to = *array_state(result.get()).storage;
    if (array.length) {
        WithoutGil released;
        runtime::copy_buffer(to, 0, *storage, 0, storage->bytes());
    }
    return result;
}

} // namespace

Ref array_from(PyObject* data, PyObject* element_type, PyObject* target) {
    const Type* element = element_type == Py_None ? nullptr : element_type_from(element_type, "CudaArray");
    if (element && element->is_void()) raise(PyExc_TypeError, "CudaArray: there are no arrays of void");
    if (is_array(data)) return from_array(data, element, target);
    runtime::Device device = device_from(target, "CudaArray");
    if (PyUnicode_Check(data) || PyDict_Check(data)) {
        raise(PyExc_TypeError, "CudaArray: expected a list or array of numbers, got {}", describe(data));
    }
    if (PyList_Check(data) || PyTuple_Check(data)) return from_sequence(data, element, device);
    if (PyObject_CheckBuffer(data)) return from_buffer(data, element, device);
    Ref list = Ref::steal_or_null(PySequence_List(data));
    if (!list) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw PythonError{};
        PyErr_Clear();
        raise(PyExc_TypeError, "CudaArray: expected a list or array of numbers, got {}", describe(data));
    }
    return from_sequence(list.get(), element, device);
}

Ref host_copy(const ArrayState& array) {
    Ref numpy = Ref::steal_or_null(PyImport_ImportModule("numpy"));
    Ref owner, result;
    if (numpy) {
        owner =
            Ref::steal(PyObject_CallMethod(numpy.get(), "empty", "Ls", static_cast<long long>(array.length),
                                           numpy_name(array.element->scalar_kind())));
        result = owner;
    } else {
        if (!PyErr_ExceptionMatches(PyExc_ImportError)) throw PythonError{};
        PyErr_Clear();
        owner = Ref::steal(PyByteArray_FromStringAndSize(nullptr, array.length * array.element->size()));
        Ref view = Ref::steal(PyMemoryView_FromObject(owner.get()));
        result = Ref::steal(
            PyObject_CallMethod(view.get(), "cast", "s", format_code(array.element->scalar_kind())));
    }
    HostBuffer memory(owner.get(), "CudaArray");
    if (!array.storage) raise(PyExc_ValueError, "this CudaArray was freed");
    read_elements(array, 0, array.length, memory.data());
    return result;
}

} // namespace cudapy::python
