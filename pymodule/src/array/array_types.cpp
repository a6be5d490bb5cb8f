// Converting the elements of a CudaArray to other types, and to NumPy's.

#include "pymodule/src/array/array.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/element_type.h"
#include "translator/types/scalar_names.h"

namespace cudapy::python {

PyObject* array_dtype(PyObject* self, void*) {
    return guarded_object([&]() -> Ref {
        const ArrayState& array = array_state(self);
        PyObject* made = array.memory->element_class;
        if (array.element->is_struct() && made) return Ref::steal(PyObject_GetAttrString(made, "dtype"));
        if (array.element == Type::bfloat16())
            raise(PyExc_TypeError, "NumPy has no bfloat16: elemType() gives the type");
        if (array.element->is_vector())
            raise(PyExc_TypeError,
                  "NumPy has no {}: elemType() gives the type, and toHost() numbers with a dimension more",
                  array.element->name());
        Ref numpy = Ref::steal(PyImport_ImportModule("numpy"));
        return Ref::steal(
            PyObject_CallMethod(numpy.get(), "dtype", "N", numpy_type(array.element).release()));
    });
}

PyObject* seen_as(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *object = nullptr, *kind = nullptr;
        if (!PyArg_ParseTuple(arguments, "OO:seen_as", &object, &kind)) throw PythonError{};
        if (!is_array(object))
            raise(PyExc_TypeError, "seen_as: expected a CudaArray, got {}", describe(object));
        const Type* element = element_type_from(kind, "seen_as");
        const ArrayState& array = live_array(object);
        if (element->is_aggregate() || array.element->is_aggregate() ||
            element->size() != array.element->size())
            raise(PyExc_TypeError, "seen_as: elements of {} are no {}", array.element->name(),
                  element->name());
        Ref made = new_part(array, array.shape, array.strides, 0);
        array_state(made.get()).element = element;
        return made;
    });
}

Ref numpy_scalar(const Type* type, Ref value) {
    if (!type->is_scalar() || type == Type::bfloat16()) return value; // a struct, a vector or a date
    const Ref numpy = Ref::steal(PyImport_ImportModule("numpy"));
    const std::string name = type == Type::bool_() ? "bool_" : numpy_name(type);
    return Ref::steal(PyObject_CallMethod(numpy.get(), name.c_str(), "O", value.get()));
}

PyObject* numpy_scalars(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *object = nullptr, *like = nullptr;
        if (!PyArg_ParseTuple(arguments, "O|O:numpy_scalars", &object, &like)) throw PythonError{};
        for (PyObject* each : {object, like})
            if (each && !is_array(each))
                raise(PyExc_TypeError, "numpy_scalars: expected a CudaArray, got {}", describe(each));
        array_state(object).memory->has_numpy_scalars = !like || array_state(like).memory->has_numpy_scalars;
        return Ref::borrow(object);
    });
}

PyObject* one_of(PyObject* element_type, PyObject* dtype, const char* who) {
    if (element_type != Py_None && dtype != Py_None)
        raise(PyExc_TypeError, "{}: elemType and dtype are two names for one argument", who);
    return element_type == Py_None ? dtype : element_type;
}

PyObject* array_as_type(PyObject* self, PyObject* element_type) {
    return guarded_object([&] {
        element_type_from(element_type, "CudaArray.astype"); // None is no type here
        return array_from(self, element_type, Py_None);
    });
}

} // namespace cudapy::python
