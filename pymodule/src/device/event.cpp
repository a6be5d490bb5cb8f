#include "pymodule/src/device/event.h"

#include "pymodule/src/device/stream.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/python/docstrings.h"
#include "pymodule/src/python/error.h"

#include <cstddef>

namespace cudapy::python {

namespace {

struct EventObject {
    PyObject_HEAD runtime::Event event;
    PyObject* weak_references;
};

PyTypeObject* event_type = nullptr;

PyObject* make(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        int timing = 1;
        static const char* names[] = {"timing", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|p:Event", const_cast<char**>(names), &timing))
            throw PythonError{};
        return new_event(timing != 0);
    });
}

void destroy(PyObject* self) {
    auto* object = reinterpret_cast<EventObject*>(self);
    if (object->weak_references) PyObject_ClearWeakRefs(self);
    PyTypeObject* type = Py_TYPE(self);
    std::destroy_at(&object->event);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/// Returns the stream that `record()` without a stream means: the current one of the event's device.
runtime::StreamRef stream_for(const runtime::Event& event) {
    const runtime::Device device =
        event.is_recorded() ? event.device() : device_from(Py_None, "Event.record");
    const runtime::StreamRef& stream = runtime::current_stream(device);
    return stream ? stream : runtime::Stream::default_of(device);
}

PyObject* record(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* stream = Py_None;
        static const char* names[] = {"stream", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:record", const_cast<char**>(names),
                                         &stream))
            throw PythonError{};
        runtime::Event& event = event_of(self);
        runtime::StreamRef chosen;
        if (stream == Py_None)
            chosen = stream_for(event);
        else if (is_stream(stream))
            chosen = stream_of(stream);
        else
            chosen = foreign_stream_from(stream, "Event.record");
        event.record(*chosen);
        return Ref::borrow(Py_None);
    });
}

PyObject* synchronize(PyObject* self, PyObject*) {
    return guarded_object([&] {
        Ref held = Ref::borrow(self);
        {
            WithoutGil released;
            event_of(self).synchronize();
        }
        return Ref::borrow(Py_None);
    });
}

PyObject* is_done(PyObject* self) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(event_of(self).is_done())); });
}

PyObject* query(PyObject* self, PyObject*) {
    return is_done(self);
}

PyObject* get_done(PyObject* self, void*) {
    return is_done(self);
}

PyObject* get_timing(PyObject* self, void*) {
    return PyBool_FromLong(event_of(self).has_timing());
}

PyObject* elapsed_time(PyObject* self, PyObject* end) {
    return guarded_object([&] {
        if (!is_event(end))
            raise(PyExc_TypeError, "Event.elapsed_time: expected the cudapy.Event at the end, got {}",
                  describe(end));
        return Ref::steal(PyFloat_FromDouble(event_of(end).milliseconds_since(event_of(self))));
    });
}

PyObject* repr(PyObject* self) {
    return guarded_object([&] {
        const runtime::Event& event = event_of(self);
        if (!event.is_recorded()) return to_python("<event, not recorded>");
        return to_python(fmt::format("<event of {}>", event.device().name()));
    });
}

template <typename Function>
PyCFunction with_keywords(Function function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

PyMethodDef methods[] = {
    {"record", with_keywords(record), METH_VARARGS | METH_KEYWORDS, docs::Event_record},
    {"synchronize", synchronize, METH_NOARGS, docs::Event_synchronize},
    {"query", query, METH_NOARGS, docs::Event_query},
    {"elapsed_time", elapsed_time, METH_O, docs::Event_elapsed_time},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef attributes[] = {
    {"done", get_done, nullptr, docs::Event_done, nullptr},
    {"timing", get_timing, nullptr, docs::Event_timing, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(EventObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::Event)},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {0, nullptr},
};

PyType_Spec spec = {"cudapy.Event", sizeof(EventObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                    slots};

} // namespace

bool is_event(PyObject* object) {
    return Py_IS_TYPE(object, event_type);
}

runtime::Event& event_of(PyObject* object) {
    return reinterpret_cast<EventObject*>(object)->event;
}

Ref new_event(bool timing) {
    auto make = reinterpret_cast<allocfunc>(PyType_GetSlot(event_type, Py_tp_alloc));
    Ref object = Ref::steal(make(event_type, 0));
    std::construct_at(&reinterpret_cast<EventObject*>(object.get())->event, timing);
    return object;
}

void add_event(PyObject* module) {
    if (!event_type) event_type = add_type(module, spec);
}

} // namespace cudapy::python
