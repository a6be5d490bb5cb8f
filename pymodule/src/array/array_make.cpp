#include "pymodule/src/array/array_make.h"

#include "pymodule/src/array/rows.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/foreign/host_buffer.h"
#include "pymodule/src/launch/advice.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/element_type.h"
#include "pymodule/src/types/elements.h"
#include "runtime/queue/stream_order.h"

#include <optional>
#include <vector>

namespace cudapy::python {

namespace {

using Bytes = std::vector<unsigned char>;

std::size_t bytes_of(const Type* element, const Shape& shape) {
    return static_cast<std::size_t>(shape.count()) * static_cast<std::size_t>(element->size());
}

Ref array_with(runtime::Device device, const Type* element, const Shape& shape, const void* elements) {
    Ref result = new_array(device, element, shape, false);
    write_array(array_state(result.get()), elements);
    return result;
}

/// Returns whether the sequence consists of lists of numbers that are not equally long.
bool is_ragged(PyObject* sequence) {
    Ref rows = Ref::steal(PySequence_Tuple(sequence));
    Py_ssize_t length = -1;
    bool differs = false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(rows.get()); ++i) {
        PyObject* row = PyTuple_GetItem(rows.get(), i);
        if (!is_row(row)) return false;
        const Py_ssize_t here = check_size(PyObject_Size(row));
        if (here > 0) {
            Ref first = Ref::steal(PySequence_GetItem(row, 0));
            if (is_row(first.get())) return false;
        }
        differs = differs || (length >= 0 && here != length);
        length = here;
    }
    return differs;
}

Ref from_sequence(PyObject* sequence, const Type* element, runtime::Device device) {
    if (is_ragged(sequence)) {
        Ref module = Ref::steal(PyImport_ImportModule("cudapy._arrays.lists"));
        const std::string target(target_name(target_of(device)));
        return Ref::steal(PyObject_CallMethod(module.get(), "CudaLists", "OOs", sequence,
                                              element ? type_object(element) : Py_None, target.c_str()));
    }
    const Rows rows =
        list_rows(sequence, "CudaArray", element); // before conversions, which may shorten a list
    if (!element) element = infer_type(rows, "CudaArray");
    Bytes elements(bytes_of(element, rows.shape));
    store_rows(element, rows, elements.data(), "CudaArray");
    return array_with(device, element, rows.shape, elements.data());
}

Ref from_elements(const Type* source, const void* elements, const Shape& shape, const Type* element,
                  runtime::Device device) {
    if (!element || element == source) return array_with(device, source, shape, elements);
    // Another type was asked for, so the elements are converted through Python's numbers, with their checks
    // of range.
    Ref list = load_list(source, elements, shape.count());
    Bytes converted(bytes_of(element, shape));
    store_sequence(element, list.get(), converted.data(), shape.count(), "CudaArray", shape);
    return array_with(device, element, shape, converted.data());
}

Ref from_host(PyObject* data, const HostBuffer& buffer, const Type* element, runtime::Device device) {
    if (buffer.dimensions() < 1 || buffer.dimensions() > Type::max_rank) {
        raise(PyExc_TypeError, "CudaArray: expected an array of 1 to {} dimensions, got one of {}: pass {}",
              Type::max_rank, buffer.dimensions(), buffer.reshaped(data, "X", 1));
    }
    const Type* source = buffer.element();
    const bool is_record = !source && buffer.element_name() == "records";
    if (is_record && element && element->is_aggregate()) {
        raise(PyExc_TypeError, "CudaArray: expected an array of {}, got {} of records ({}): {}",
              element->name(), type_name(data), buffer.difference(), conversion_advice(data, element, "X"));
    }
    if (is_record) {
        const std::string problem = buffer.record_problem();
        raise(PyExc_TypeError, "CudaArray: {}",
              problem.empty() ? "an array of records is no array of numbers" : problem);
    }
    if (!source) {
        raise(PyExc_TypeError,
              "CudaArray: an array of {} is not supported yet: convert it to a type such as float32 or "
              "int32",
              buffer.element_name());
    }
    buffer.check_bools(data, "CudaArray", "X");
    if ((!element || element == source) && buffer.direct())
        return array_with(device, source, buffer.shape(), buffer.data());
    Bytes elements(bytes_of(source, buffer.shape()));
    gather(buffer.elements(), elements.data());
    return from_elements(source, elements.data(), buffer.shape(), element, device);
}

Ref from_array(PyObject* data, const Type* element, runtime::Device device) {
    const ArrayState array = live_array(data); // a copy: free() in another thread must not pull it away
    if (element && element != array.element) {
        Bytes elements(bytes_of(array.element, array.shape));
        read_array(array, elements.data());
        return from_elements(array.element, elements.data(), array.shape, element, device);
    }
    Ref result = new_array(device, array.element, array.shape, false);
    copy_array(array_state(result.get()), array);
    return result;
}

/// Copies another library's array; returns nothing for any other object.
Ref copy_of_foreign(PyObject* data, const Type* element, runtime::Device device) {
    ForeignArray array;
    const ImportOptions options{runtime::work_stream(device), true, element, false};
    const MessageStart where = [] { return std::string("CudaArray"); };
    if (!take_foreign(data, options, where, array)) return {};
    if (!array.on_gpu()) return from_host(data, HostBuffer(std::move(array), element), element, device);
    Ref shared = array_over(data, std::move(array), "CudaArray");
    return from_array(shared.get(), element, device);
}

/// Copies an object's buffer. Returns nothing, without an error, for an object on a GPU, which has no buffer.
Ref from_buffer(PyObject* data, const Type* element, runtime::Device device) {
    std::optional<HostBuffer> buffer;
    try {
        buffer.emplace(data, "CudaArray", element);
    } catch (const PythonError&) {
        if (!is_elsewhere(data)) throw;
        PyErr_Clear();
        return {};
    }
    return from_host(data, *buffer, element, device);
}

/// Returns the class of structs that an array is asked for, or made of; null if neither tells one.
PyObject* class_for(PyObject* data, PyObject* element_type) {
    if (element_type != Py_None) return type_of_class(element_type) ? element_type : nullptr;
    if (is_array(data)) return array_state(data).memory->element_class;
    Ref first = Ref::borrow(data);
    for (int depth = 0; PyList_Check(first.get()) || PyTuple_Check(first.get()); ++depth) {
        if (depth == Type::max_rank) return nullptr; // a list may be in itself
        if (check_size(PySequence_Size(first.get())) == 0) return nullptr;
        first = Ref::steal(PySequence_GetItem(first.get(), 0));
    }
    return type_of_instance(first.get()) ? reinterpret_cast<PyObject*>(Py_TYPE(first.get())) : nullptr;
}

Ref make_array(PyObject* data, PyObject* element_type, PyObject* target) {
    const Type* element = element_type == Py_None ? nullptr : element_type_from(element_type, "CudaArray");
    if (element && element->is_void()) raise(PyExc_TypeError, "CudaArray: there are no arrays of void");
    if (is_array(data))
        return from_array(data, element,
                          target == Py_None ? array_state(data).device : device_from(target, "CudaArray"));
    runtime::Device device = device_from(target, "CudaArray");
    if (PyUnicode_Check(data) || PyDict_Check(data)) {
        raise(PyExc_TypeError, "CudaArray: expected a list or array of numbers, got {}", describe(data));
    }
    if (PyList_Check(data) || PyTuple_Check(data)) return from_sequence(data, element, device);
    if (PyObject_CheckBuffer(data)) {
        if (Ref copy = from_buffer(data, element, device)) return copy;
    }
    if (Ref copy = copy_of_foreign(data, element, device)) return copy;
    Ref list = Ref::steal_or_null(PySequence_List(data));
    if (!list) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw PythonError{};
        PyErr_Clear();
        raise(PyExc_TypeError, "CudaArray: expected a list or array of numbers, got {}", describe(data));
    }
    return from_sequence(list.get(), element, device);
}

} // namespace

Ref array_from(PyObject* data, PyObject* element_type, PyObject* target) {
    if (PyObject* tape = is_array(data) ? recording_tape() : nullptr) [[unlikely]]
        return call_tape(tape, "_on_copy_of", data, element_type, target);
    PyObject* made = class_for(data, element_type);
    Ref result = make_array(data, element_type, target);
    if (made && is_array(result.get())) array_state(result.get()).memory->element_class = made;
    return result;
}

namespace {

/// Copies bfloat16 elements to float32, which has all their values. NumPy does not have bfloat16.
Ref bfloat16_copy(PyObject* self, PyObject* numpy) {
    const ArrayState& array = live_array(self);
    Ref result =
        Ref::steal(PyObject_CallMethod(numpy, "empty", "Ns", to_tuple(array.shape).release(), "float32"));
    HostBuffer memory(result.get(), "CudaArray");
    std::vector<uint16_t> bits(static_cast<std::size_t>(array.shape.count()));
    read_array(live_array(self), bits.data());
    auto* to = reinterpret_cast<uint32_t*>(memory.data());
    for (std::size_t i = 0; i < bits.size(); ++i)
        to[i] = uint32_t(bits[i]) << 16; // the bits are the upper half of a float's
    return result;
}

} // namespace

Ref host_copy(PyObject* self) {
    const ArrayState& array = live_array(self);
    Ref numpy = Ref::steal_or_null(PyImport_ImportModule("numpy"));
    if (!numpy) {
        if (!PyErr_ExceptionMatches(PyExc_ImportError)) throw PythonError{};
        PyErr_Clear();
        Ref copy = from_array(self, nullptr, runtime::Device{});
        return Ref::steal(PyMemoryView_FromObject(copy.get()));
    }
    if (array.element == Type::bfloat16()) return bfloat16_copy(self, numpy.get());
    Ref result = Ref::steal(PyObject_CallMethod(numpy.get(), "empty", "NN",
                                                to_tuple(numpy_shape(array.element, array.shape)).release(),
                                                numpy_type(array.element).release()));
    HostBuffer memory(result.get(), "CudaArray", array.element);
    read_array(live_array(self), memory.data()); // importing runs code
    return result;
}

} // namespace cudapy::python
