#include "pymodule/src/foreign/direct_attributes.h"

#include <cstring>

namespace cudapy::python {

AttributeReader reader_of(PyTypeObject* type, const char* name) {
    if (reinterpret_cast<getattrofunc>(PyType_GetSlot(type, Py_tp_getattro)) != PyObject_GenericGetAttr)
        return {}; // the type has a way of its own
    // CPython makes a descriptor of this class for each entry of `tp_getset`. It knows the type that has the
    // table, which may be a base of this one.
    Ref found = Ref::steal_or_null(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), name));
    Ref owner;
    if (found && Py_TYPE(found.get()) == &PyGetSetDescr_Type)
        owner = Ref::steal_or_null(PyObject_GetAttrString(found.get(), "__objclass__"));
    PyErr_Clear();
    if (!owner || !PyType_Check(owner.get())) return {};
    auto* owning_type = reinterpret_cast<PyTypeObject*>(owner.get());
    if (!PyType_IsSubtype(type, owning_type)) return {};
    auto* table = static_cast<PyGetSetDef*>(PyType_GetSlot(owning_type, Py_tp_getset));
    for (; table && table->name; ++table)
        if (std::strcmp(table->name, name) == 0) return {table->get, table->closure};
    return {};
}

} // namespace cudapy::python
