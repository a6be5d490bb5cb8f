#include "pymodule/src/python/vectorcall.h"

#include "pymodule/src/python/error.h"

#include <vector>

namespace cudapy::python {

Ref CallArguments::tuple() const {
    Ref tuple = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(count_)));
    for (std::size_t i = 0; i < count_; ++i)
        check(PyTuple_SetItem(tuple.get(), static_cast<Py_ssize_t>(i), Py_NewRef(values_[i])));
    return tuple;
}

Ref CallArguments::dictionary() const {
    Ref dictionary = Ref::steal(PyDict_New());
    for (std::size_t i = 0; i < named(); ++i)
        check(PyDict_SetItem(dictionary.get(), name(i), value(i)));
    return dictionary;
}

PyObject* call_with_tuple(VectorCall call, PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        std::vector<PyObject*> values;
        const Py_ssize_t count = PyTuple_Size(arguments);
        for (Py_ssize_t i = 0; i < count; ++i)
            values.push_back(PyTuple_GetItem(arguments, i));
        Ref names;
        if (keywords && PyDict_Size(keywords) > 0) {
            names = Ref::steal(PyList_AsTuple(Ref::steal(PyDict_Keys(keywords)).get()));
            for (Py_ssize_t i = 0; i < PyTuple_Size(names.get()); ++i)
                values.push_back(PyDict_GetItemWithError(keywords, PyTuple_GetItem(names.get(), i)));
        }
        return Ref::steal(call(self, values.data(), static_cast<std::size_t>(count), names.get()));
    });
}

} // namespace cudapy::python
