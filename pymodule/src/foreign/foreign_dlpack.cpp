// Taking arrays by DLPack's methods in Python: __dlpack_device__() and __dlpack__(…), which returns a
// capsule.

#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/python/error.h"

namespace cudapy::python {

namespace {

/// Calls __dlpack__(stream=…, max_version=…), and again without max_version if the method does not know it.
Ref ask_for_capsule(PyObject* method, bool on_gpu, const ImportOptions& options) {
    const Ref nothing = Ref::steal(PyTuple_New(0));
    const Ref keywords = Ref::steal(PyDict_New());
    if (on_gpu) {
        // 1 is the default stream. -1 would say that no order is needed, but JAX takes it for an address.
        const Ref stream = options.is_ordered && options.stream
                               ? Ref::steal(PyLong_FromVoidPtr(options.stream))
                               : Ref::steal(PyLong_FromLong(1));
        set_dict_item(keywords, "stream", stream);
    }
    set_dict_item(keywords, "max_version", Ref::steal(Py_BuildValue("(ii)", 1, 3)));
    Ref capsule = Ref::steal_or_null(PyObject_Call(method, nothing.get(), keywords.get()));
    if (capsule) return capsule;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return {};
    PyErr_Clear();
    check(PyDict_DelItemString(keywords.get(), "max_version"));
    return Ref::steal_or_null(PyObject_Call(method, nothing.get(), keywords.get()));
}

/// Returns whether an array is read-only. JAX's arrays are, and a capsule without a version cannot say it.
bool is_read_only(PyObject* object) {
    static constinit InternedString name("__cuda_array_interface__");
    Ref shown = Ref::steal_or_null(PyObject_GetAttr(object, name));
    if (shown && PyDict_Check(shown.get())) {
        const Ref data = dict_item(shown.get(), "data");
        if (data && PyTuple_Check(data.get()) && PyTuple_Size(data.get()) == 2)
            return PyObject_IsTrue(PyTuple_GetItem(data.get(), 1)) == 1;
    }
    PyErr_Clear();
    return false;
}

void open_capsule(PyObject* object, PyObject* capsule, const ImportOptions& options,
                  const MessageStart& where, ForeignArray& array) {
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        auto* managed =
            static_cast<dlpack::VersionedManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
        check(PyCapsule_SetName(capsule, "used_dltensor_versioned"));
        array.owner = dlpack::hold(managed);
        if (managed->version.major != dlpack::major_version)
            raise(PyExc_BufferError, "{}: this {} is shown by DLPack {}, of which only version 1 is known",
                  where(), type_name(object), managed->version.major);
        array.read_only = managed->flags & dlpack::read_only;
        array.is_copied = managed->flags & dlpack::is_copied;
        array.describe(managed->tensor);
        return;
    }
    if (!PyCapsule_IsValid(capsule, "dltensor"))
        raise(PyExc_BufferError, "{}: __dlpack__() of this {} gave {}, not a capsule of an unused tensor",
              where(), type_name(object), describe(capsule));
    auto* managed = static_cast<dlpack::ManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
    check(PyCapsule_SetName(capsule, "used_dltensor"));
    array.owner = dlpack::hold(managed);
    array.describe(managed->tensor);
    array.read_only = options.for_writing && array.on_gpu() && is_read_only(object);
}

} // namespace

bool take_by_dlpack(PyObject* object, const ImportOptions& options, const MessageStart& where,
                    ForeignArray& array) {
    static constinit InternedString device_name("__dlpack_device__");
    static constinit InternedString capsule_name("__dlpack__");
    const Ref method = attribute_or_none(object, capsule_name);
    const Ref device_method = method ? attribute_or_none(object, device_name) : Ref();
    if (!device_method || PyType_Check(object)) return false;
    const Ref device = Ref::steal_or_null(PyObject_CallNoArgs(device_method.get()));
    if (!device) raise_foreign_error(object, where);
    int index = 0;
    if (!PyTuple_Check(device.get()) || PyTuple_Size(device.get()) != 2)
        raise(PyExc_TypeError, "{}: __dlpack_device__() of this {} gave {}, not a kind and a number", where(),
              type_name(object), describe(device.get()));
    const long kind = PyLong_AsLong(Ref::steal(PyNumber_Index(PyTuple_GetItem(device.get(), 0))).get());
    index =
        static_cast<int>(PyLong_AsLong(Ref::steal(PyNumber_Index(PyTuple_GetItem(device.get(), 1))).get()));
    if (PyErr_Occurred()) throw PythonError{};
    array.device = {static_cast<int32_t>(kind), index};
    const Ref capsule = ask_for_capsule(method.get(), array.on_gpu(), options);
    if (!capsule) raise_foreign_error(object, where);
    open_capsule(object, capsule.get(), options, where, array);
    return true;
}

} // namespace cudapy::python
