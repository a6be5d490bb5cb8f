#include "pymodule/src/launch/watched_call.h"

#include "pymodule/src/launch/call_mark.h"
#include "pymodule/src/launch/temporaries.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/python/vectorcall.h"

#include <cstddef>

namespace cudapy::python {

namespace {

struct WatchedObject {
    PyObject_HEAD VectorCall call;
    PyObject* launch;
    CallMark mark;
};

PyObject*& launch_of(PyObject* self) {
    return reinterpret_cast<WatchedObject*>(self)->launch;
}

CallMark& mark_of(PyObject* self) {
    return reinterpret_cast<WatchedObject*>(self)->mark;
}

Ref beginning_of(PyObject* self) {
    return Ref::steal(PyObject_GetAttrString(launch_of(self), "_beginning"));
}

PyObject* call_watched(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    const CallArguments arguments(values, count, names);
    return guarded_object([&] {
        mark_of(self).set(self);
        const CallTemporaries temporaries(arguments);
        PyObject* keywords = names ? arguments.dictionary().release() : nullptr; // no Ref, as in entry.cpp
        PyObject* positional = arguments.tuple().release();
        PyObject* result = PyObject_Call(launch_of(self), positional, keywords);
        Py_DECREF(positional);
        Py_XDECREF(keywords);
        return Ref::steal(result);
    });
}

PyObject* make_watched(PyTypeObject* type, PyObject* arguments, PyObject*) {
    return guarded_object([&] {
        PyObject* launch = nullptr;
        if (!PyArg_ParseTuple(arguments, "O:WatchedCall", &launch)) throw PythonError{};
        Ref self = Ref::steal(reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0));
        launch_of(self.get()) = Py_NewRef(launch);
        std::construct_at(&mark_of(self.get()));
        reinterpret_cast<WatchedObject*>(self.get())->call = call_watched;
        return self;
    });
}

PyObject* attribute_of(PyObject* self, PyObject* name) {
    mark_of(self).set(self);
    return PyObject_GetAttr(launch_of(self), name);
}

PyObject* repr_of(PyObject* self) {
    return PyObject_Repr(launch_of(self));
}

int traverse_watched(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(launch_of(self));
    Py_VISIT(Py_TYPE(self));
    return 0;
}

int clear_watched(PyObject* self) {
    Py_CLEAR(launch_of(self));
    return 0;
}

void destroy_watched(PyObject* self) {
    PyObject_GC_UnTrack(self);
    if (launch_of(self)) mark_of(self).end(self, beginning_of);
    std::destroy_at(&mark_of(self));
    clear_watched(self);
    PyTypeObject* type = Py_TYPE(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyMemberDef watched_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(WatchedObject, call), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot watched_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(make_watched)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_watched)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_watched)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_watched)},
    {Py_tp_call, reinterpret_cast<void*>(tuple_call<call_watched>)},
    {Py_tp_getattro, reinterpret_cast<void*>(attribute_of)},
    {Py_tp_repr, reinterpret_cast<void*>(repr_of)},
    {Py_tp_members, watched_members},
    {0, nullptr},
};

PyType_Spec watched_spec = {
    "cudapy._core.WatchedCall", sizeof(WatchedObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | type_has_vectorcall, watched_slots};

} // namespace

void add_watched_call(PyObject* module) {
    add_type(module, watched_spec);
}

} // namespace cudapy::python
