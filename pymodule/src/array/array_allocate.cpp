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

/// Begins to record which bytes of an array on the host are written. With it, checked mode finds reads of
/// elements that nobody has written.
void begin_unwritten(const ArrayState& array) {
    if (!array.device.is_host() || array.bytes() == 0) return;
    array.memory->written = std::make_shared<std::vector<bool>>();
}

/// Returns the type of the elements, which is given as `type` or, as in NumPy, as `dtype`.
PyObject* type_or_dtype(PyObject* type, PyObject* dtype, const char* who) {
    if (type && dtype) raise(PyExc_TypeError, "{}: type and dtype are two names for one argument", who);
    if (!type && !dtype)
        raise(PyExc_TypeError, "{0}: the type of the elements is missing: write cp.{0}(shape{1}, cp.float32)",
              who, std::string_view(who) == "full" ? ", value" : "");
    return type ? type : dtype;
}

PyObject* make_without_value(PyObject* arguments, PyObject* keywords, bool zeroed, const char* shape_name,
                             const char* format, const char* who) {
    return guarded_object([&] {
        PyObject *shape = nullptr, *type = nullptr, *target = Py_None, *dtype = nullptr;
        const char* names[] = {shape_name, "type", "target", "dtype", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, format, const_cast<char**>(names), &shape,
                                         &type, &target, &dtype))
            throw PythonError{};
        return make_array(shape, type_or_dtype(type, dtype, who), target, zeroed, who);
    });
}

} // namespace

PyObject* make_empty(PyObject*, PyObject* arguments, PyObject* keywords) {
    PyObject* made = make_without_value(arguments, keywords, false, "shape", "O|OOO:empty", "empty");
    if (made) begin_unwritten(array_state(made));
    return made;
}

PyObject* make_zeros(PyObject*, PyObject* arguments, PyObject* keywords) {
    return make_without_value(arguments, keywords, true, "shape", "O|OOO:zeros", "zeros");
}

PyObject* array_allocate(PyObject*, PyObject* arguments, PyObject* keywords) {
    return make_without_value(arguments, keywords, true, "length", "O|OOO:allocate", "CudaArray.allocate");
}

PyObject* make_full(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *shape = nullptr, *value = nullptr, *type = nullptr, *target = Py_None, *dtype = nullptr;
        static const char* names[] = {"shape", "value", "type", "target", "dtype", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|OOO:full", const_cast<char**>(names),
                                         &shape, &value, &type, &target, &dtype))
            throw PythonError{};
        PyObject* element_type = type_or_dtype(type, dtype, "full");
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
