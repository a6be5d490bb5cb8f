// CudaArrays that are made without data: cudapy.empty(), zeros(), full(), and CudaArray.allocate().

#include "pymodule/src/array/array.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/element_type.h"
#include "pymodule/src/types/elements.h"

#include <vector>

namespace cudapy::python {

namespace {

Ref make_array(PyObject* shape, PyObject* element_type, PyObject* target, bool zeroed, const char* who) {
    const Type* element = element_type_from(element_type, who);
    if (element->is_void()) raise(PyExc_TypeError, "{}: there are no arrays of void", who);
    const Shape extents = shape_from(shape, who);
    Ref array = new_array(device_from(target, who), element, extents, zeroed);
    if (type_of_class(element_type)) array_state(array.get()).memory->element_class = element_type;
    return array;
}

/// The checked mode finds reads of what nobody has written, on the host.
void begin_unwritten(const ArrayState& array) {
    if (array.device.kind != runtime::Device::Kind::host || array.bytes() == 0) return;
    array.memory->written = std::make_shared<std::vector<bool>>();
}

PyObject* make_without_value(PyObject* arguments, PyObject* keywords, bool zeroed, const char* shape_name,
                             const char* format, const char* who) {
    return guarded_object([&] {
        PyObject *shape = nullptr, *element_type = nullptr, *target = Py_None;
        const char* names[] = {shape_name, "type", "target", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, const_cast<char**>(names), &shape,
                                         &element_type, &target))
            throw PythonError{};
        return make_array(shape, element_type, target, zeroed, who);
    });
}

} // namespace

PyObject* make_empty(PyObject*, PyObject* arguments, PyObject* keywords) {
    PyObject* made = make_without_value(arguments, keywords, false, "shape", "OO|O:empty", "empty");
    if (made) begin_unwritten(array_state(made));
    return made;
}

PyObject* make_zeros(PyObject*, PyObject* arguments, PyObject* keywords) {
    return make_without_value(arguments, keywords, true, "shape", "OO|O:zeros", "zeros");
}

PyObject* array_allocate(PyObject*, PyObject* arguments, PyObject* keywords) {
    return make_without_value(arguments, keywords, true, "length", "OO|O:allocate", "CudaArray.allocate");
}

PyObject* make_full(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *shape = nullptr, *value = nullptr, *element_type = nullptr, *target = Py_None;
        static const char* names[] = {"shape", "value", "type", "target", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO|O:full", const_cast<char**>(names), &shape,
                                         &value, &element_type, &target))
            throw PythonError{};
        const Type* element = element_type_from(element_type, "full");
        if (element->is_void()) raise(PyExc_TypeError, "full: there are no arrays of void");
        std::vector<unsigned char> bytes(static_cast<std::size_t>(element->size()));
        store_or_raise(element, value, bytes.data(), [] { return std::string("full"); });
        Ref array = make_array(shape, element_type, target, false, "full");
        fill_array(array_state(array.get()), bytes.data());
        return array;
    });
}

} // namespace cudapy::python
