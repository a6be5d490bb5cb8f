#include "pymodule/src/device/event.h"

#include "docstrings.h"
#include "pymodule/src/device/stream.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/python/error.h"

#include <cstddef>

namespace cudapy::python {

namespace {

struct EventObject {
    PyObject_HEAD runtime::Event event;
    PyObject* weak_references;
};

PyTypeObject* event_type = nullptr;

PyObject* make_event(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* timing = Py_True;
        static const char* names[] = {"timing", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:Event", const_cast<char**>(names), &timing))
            throw PythonError{};
        const int is_timed = PyObject_IsTrue(timing);
        if (is_timed < 0) name_error("Event: timing");
        return new_event(check(is_timed) != 0);
    });
}

/// Returns the stream that `record()` without a stream means: the current one of the event's device.
runtime::StreamRef stream_for(const runtime::Event& event) {
    const runtime::Device device =
        event.is_recorded() ? event.device() : device_from(Py_None, "Event.record");
    const runtime::StreamRef& stream = runtime::current_stream(device);
    return stream ? stream : runtime::Stream::default_of(device);
}

PyObject* record_event(PyObject* self, PyObject* arguments, PyObject* keywords) {
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

PyObject* synchronize_event(PyObject* self, PyObject*) {
    return guarded_object([&] {
        Ref held = Ref::borrow(self);
        {
            WithoutGil released;
            event_of(self).synchronize();
        }
        return Ref::borrow(Py_None);
    });
}

PyObject* is_event_done(PyObject* self) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(event_of(self).is_done())); });
}

PyObject* query_event(PyObject* self, PyObject*) {
    return is_event_done(self);
}

PyObject* get_event_done(PyObject* self, void*) {
    return is_event_done(self);
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

PyObject* event_repr(PyObject* self) {
    return guarded_object([&] {
        const runtime::Event& event = event_of(self);
        if (!event.is_recorded()) return to_python("<event, not recorded>");
        return to_python(fmt::format("<event of {}>", event.device().name()));
    });
}

PyMethodDef event_methods[] = {
    {"record", with_keywords(record_event), METH_VARARGS | METH_KEYWORDS, docs::Event_record},
    {"synchronize", synchronize_event, METH_NOARGS, docs::Event_synchronize},
    {"query", query_event, METH_NOARGS, docs::Event_query},
    {"elapsed_time", elapsed_time, METH_O, docs::Event_elapsed_time},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef event_attributes[] = {
    {"done", get_event_done, nullptr, docs::Event_done, nullptr},
    {"timing", get_timing, nullptr, docs::Event_timing, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef event_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(EventObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot event_slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::Event)},
    {Py_tp_new, reinterpret_cast<void*>(make_event)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_object<EventObject, &EventObject::event>)},
    {Py_tp_repr, reinterpret_cast<void*>(event_repr)},
    {Py_tp_methods, event_methods},
    {Py_tp_getset, event_attributes},
    {Py_tp_members, event_members},
    {0, nullptr},
};

PyType_Spec event_spec = {"cudapy.Event", sizeof(EventObject), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, event_slots};

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
    if (!event_type) event_type = add_type(module, event_spec);
}

} // namespace cudapy::python
