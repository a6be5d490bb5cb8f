#include "pymodule/src/device/stream.h"

#include "docstrings.h"
#include "pymodule/src/device/event.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/python/error.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

namespace cudapy::python {

namespace {

struct StreamObject {
    PyObject_HEAD runtime::StreamRef stream;
    PyObject* weak_references;
};

PyTypeObject* stream_type = nullptr;

const runtime::Stream& borrowed_stream(PyObject* self) {
    return *stream_of(self);
}

/// Keeps a Python object for C++ code, which may let it go on any thread, with the GIL or without.
std::shared_ptr<void> kept(PyObject* object) {
    return {Py_NewRef(object), [](PyObject* held) {
                if (!Py_IsInitialized()) return; // the interpreter is gone, and its objects with it
                PyGILState_STATE state = take_gil([] { return PyGILState_Ensure(); });
                Py_DECREF(held);
                PyGILState_Release(state);
            }};
}

std::uintptr_t address_from(PyObject* number, const char* who) {
    if (PyBool_Check(number) || !PyLong_Check(number))
        raise(PyExc_TypeError, "{}: the address of a stream is an int, got {}", who, describe(number));
    const unsigned long long address = PyLong_AsUnsignedLongLong(number);
    if (address == ~0ULL && PyErr_Occurred()) {
        PyErr_Clear();
        raise(PyExc_ValueError, "{}: {} is no address of a stream", who, describe(number));
    }
    return static_cast<std::uintptr_t>(address);
}

/// Returns an attribute, or null, without an error, if there is none.
Ref attribute_of(PyObject* object, const char* name) {
    Ref value = Ref::steal_or_null(PyObject_GetAttrString(object, name));
    if (!value) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw PythonError{};
        PyErr_Clear();
    }
    return value;
}

/// Returns the address in numba's handle of a stream. The handle is a ctypes.c_void_p, which has a `value`,
/// or an object of the driver's bindings, which int() converts.
std::uintptr_t handle_address(PyObject* handle, const char* who) {
    Ref number = Ref::borrow(handle);
    if (Ref value = attribute_of(handle, "value"))
        number = value.get() == Py_None ? Ref::steal(PyLong_FromLong(0)) : std::move(value);
    else if (!PyLong_Check(handle) && !PyUnicode_Check(handle) && PyObject_HasAttrString(handle, "__int__"))
        number = Ref::steal(PyNumber_Long(handle));
    return address_from(number.get(), who);
}

/// Returns the address of another library's stream, from cuda.core's protocol, torch's `cuda_stream`, CuPy's
/// `ptr` or numba's `handle`.
std::optional<std::uintptr_t> foreign_address(PyObject* object, const char* who) {
    if (Ref protocol = attribute_of(object, "__cuda_stream__")) {
        Ref answer = PyCallable_Check(protocol.get()) ? Ref::steal(PyObject_CallNoArgs(protocol.get()))
                                                      : std::move(protocol);
        if (!PyTuple_Check(answer.get()) || PyTuple_Size(answer.get()) != 2)
            raise(PyExc_TypeError, "{}: __cuda_stream__ of a stream gives (version, address), got {}", who,
                  describe(answer.get()));
        const auto version = address_from(PyTuple_GetItem(answer.get(), 0), who);
        if (version != 0)
            raise(PyExc_ValueError, "{}: version {} of __cuda_stream__ is not known, only 0", who, version);
        return address_from(PyTuple_GetItem(answer.get(), 1), who);
    }
    for (const char* name : {"cuda_stream", "ptr"})
        if (Ref address = attribute_of(object, name)) return address_from(address.get(), who);
    if (Ref handle = attribute_of(object, "handle")) return handle_address(handle.get(), who);
    return std::nullopt;
}

/// Returns the GPU of another library's stream that is used together with a stream of ours.
runtime::Device gpu_of(const runtime::Stream& stream) {
    const runtime::Device device = stream.device();
    return device.kind == runtime::Device::Kind::cuda ? device : runtime::current_cuda_device();
}

Ref allocate(const runtime::StreamRef& stream) {
    auto make = reinterpret_cast<allocfunc>(PyType_GetSlot(stream_type, Py_tp_alloc));
    Ref object = Ref::steal(make(stream_type, 0));
    std::construct_at(&reinterpret_cast<StreamObject*>(object.get())->stream, stream);
    return object;
}

/// Returns the priority that is asked for. Devices have only a few, and take the nearest one that they have.
int priority_from(PyObject* object) {
    if (!object) return 0;
    if (!PyIndex_Check(object))
        raise(PyExc_TypeError, "Stream: priority must be an integer, got {}", describe(object));
    PyObject* const index = PyNumber_Index(object);
    if (!index) name_error("Stream: priority");
    const Ref number = Ref::steal(index);
    const Py_ssize_t priority = PyNumber_AsSsize_t(number.get(), nullptr);
    constexpr Py_ssize_t most = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(priority, -most, most));
}

PyObject* make_stream(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        int non_blocking = 0;
        PyObject *priority = nullptr, *device = Py_None;
        static const char* names[] = {"priority", "non_blocking", "device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OpO:Stream", const_cast<char**>(names),
                                         &priority, &non_blocking, &device))
            throw PythonError{};
        return allocate(
            runtime::Stream::make(device_from(device, "Stream"), priority_from(priority), non_blocking != 0));
    });
}

PyObject* from_pointer(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *address = nullptr, *owner = Py_None, *device = Py_None;
        static const char* names[] = {"address", "owner", "device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO:from_pointer", const_cast<char**>(names),
                                         &address, &owner, &device))
            throw PythonError{};
        const auto place = address_from(address, "Stream.from_pointer");
        const runtime::Device on =
            device == Py_None ? runtime::current_cuda_device() : device_from(device, "Stream.from_pointer");
        return allocate(runtime::Stream::foreign(on, place, kept(owner)));
    });
}

PyObject* synchronize_stream(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const runtime::StreamRef stream = stream_of(self);
        {
            WithoutGil released;
            stream->synchronize();
        }
        return Ref::borrow(Py_None);
    });
}

PyObject* is_stream_done(PyObject* self) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(borrowed_stream(self).is_done())); });
}

PyObject* query_stream(PyObject* self, PyObject*) {
    return is_stream_done(self);
}

PyObject* get_stream_done(PyObject* self, void*) {
    return is_stream_done(self);
}

PyObject* record_on_stream(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* given = Py_None;
        static const char* names[] = {"event", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:record", const_cast<char**>(names), &given))
            throw PythonError{};
        if (given != Py_None && !is_event(given))
            raise(PyExc_TypeError, "Stream.record: expected a cudapy.Event or None, got {}", describe(given));
        Ref event = given == Py_None ? new_event(true) : Ref::borrow(given);
        event_of(event.get()).record(borrowed_stream(self));
        return event;
    });
}

PyObject* wait(PyObject* self, PyObject* object) {
    return guarded_object([&] {
        const runtime::StreamRef stream = stream_of(self);
        Ref held = Ref::borrow(object);
        if (is_event(object)) {
            WithoutGil released; // a stream of the host waits at once
            stream->wait(event_of(held.get()));
        } else {
            runtime::StreamRef other;
            if (is_stream(object))
                other = stream_of(object);
            else if (auto address = foreign_address(object, "Stream.wait"))
                other = runtime::Stream::foreign(gpu_of(*stream), *address, kept(object));
            else
                raise(PyExc_TypeError, "Stream.wait: expected an event or a stream, got {}",
                      describe(object));
            WithoutGil released;
            stream->wait(*other);
        }
        return Ref::borrow(Py_None);
    });
}

PyObject* pointer(PyObject* self, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyLong_FromVoidPtr(borrowed_stream(self).handle())); });
}

PyObject* protocol(PyObject* self, PyObject*) {
    return guarded_object([&] {
        if (borrowed_stream(self).device().is_host())
            raise(PyExc_ValueError, "a stream of cpu is no CUDA stream");
        Ref address = Ref::steal(PyLong_FromVoidPtr(borrowed_stream(self).handle()));
        return Ref::steal(Py_BuildValue("(iO)", 0, address.get()));
    });
}

PyObject* enter(PyObject* self, PyObject*) {
    return guarded_object([&] {
        if (runtime::is_recording(borrowed_stream(self).device()))
            raise(PyExc_RuntimeError, "a graph is recorded, and what is given to another stream would not be "
                                      "part of it: end the graph's `with` first");
        runtime::enter_stream(stream_of(self));
        return Ref::borrow(self);
    });
}

PyObject* leave(PyObject* self, PyObject*) {
    return guarded_object([&] {
        if (!runtime::leave_stream(borrowed_stream(self)))
            raise(PyExc_RuntimeError, "this stream was not made current by a `with` of this thread");
        return Ref::borrow(Py_None);
    });
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || !is_stream(other)) return Py_NewRef(Py_NotImplemented);
    const runtime::Stream &a = borrowed_stream(self), &b = borrowed_stream(other);
    const bool same = &a == &b || (a.handle() && a.handle() == b.handle() && a.device() == b.device());
    return PyBool_FromLong(same == (operation == Py_EQ));
}

Py_hash_t hash(PyObject* self) {
    const runtime::Stream& stream = borrowed_stream(self);
    const void* identity = stream.handle() ? static_cast<const void*>(stream.handle()) : &stream;
    const auto value = static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(identity) >> 4);
    return value == -1 ? -2 : value;
}

PyObject* stream_repr(PyObject* self) {
    return guarded_object([&] {
        const runtime::Stream& stream = borrowed_stream(self);
        const std::string device = stream.device().name();
        if (stream.is_default()) return to_python(fmt::format("<the default stream of {}>", device));
        if (!stream.handle()) return to_python(fmt::format("<stream of {}>", device));
        return to_python(fmt::format("<{}stream {:#x} of {}>", stream.is_foreign() ? "foreign " : "",
                                     reinterpret_cast<std::uintptr_t>(stream.handle()), device));
    });
}

PyObject* get_priority(PyObject* self, void*) {
    return guarded_object([&] { return Ref::steal(PyLong_FromLong(borrowed_stream(self).priority())); });
}

PyObject* get_stream_device(PyObject* self, void*) {
    return guarded_object([&] { return to_python(borrowed_stream(self).device().name()); });
}

PyObject* stream_async_done(PyObject* self, PyObject*) {
    return guarded_object([&] {
        Ref module = Ref::steal(PyImport_ImportModule("cudapy._devices.awaited"));
        return Ref::steal(PyObject_CallMethod(module.get(), "done", "O", self));
    });
}

PyMethodDef stream_methods[] = {
    {"from_pointer", with_keywords(from_pointer), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
     docs::Stream_from_pointer},
    {"synchronize", synchronize_stream, METH_NOARGS, docs::Stream_synchronize},
    {"async_done", stream_async_done, METH_NOARGS, docs::Stream_async_done},
    {"query", query_stream, METH_NOARGS, docs::Stream_query},
    {"record", with_keywords(record_on_stream), METH_VARARGS | METH_KEYWORDS, docs::Stream_record},
    {"wait", wait, METH_O, docs::Stream_wait},
    {"pointer", pointer, METH_NOARGS, docs::Stream_pointer},
    {"__cuda_stream__", protocol, METH_NOARGS, nullptr},
    {"__enter__", enter, METH_NOARGS, nullptr},
    {"__exit__", leave, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef stream_attributes[] = {
    {"done", get_stream_done, nullptr, docs::Stream_done, nullptr},
    {"priority", get_priority, nullptr, docs::Stream_priority, nullptr},
    {"device", get_stream_device, nullptr, docs::Stream_device, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef stream_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(StreamObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot stream_slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::Stream)},
    {Py_tp_new, reinterpret_cast<void*>(make_stream)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_object<StreamObject, &StreamObject::stream>)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_hash, reinterpret_cast<void*>(hash)},
    {Py_tp_repr, reinterpret_cast<void*>(stream_repr)},
    {Py_tp_methods, stream_methods},
    {Py_tp_getset, stream_attributes},
    {Py_tp_members, stream_members},
    {0, nullptr},
};

PyType_Spec stream_spec = {"cudapy.Stream", sizeof(StreamObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, stream_slots};

} // namespace

bool is_stream(PyObject* object) {
    return Py_IS_TYPE(object, stream_type);
}

const runtime::StreamRef& stream_of(PyObject* object) {
    return reinterpret_cast<StreamObject*>(object)->stream;
}

Ref new_stream(const runtime::StreamRef& stream) {
    return allocate(stream);
}

namespace {

/// Returns the address of another library's stream; raises TypeError for any other object.
std::uintptr_t address_of(PyObject* object, const char* who) {
    const auto address = PyLong_Check(object) ? std::nullopt : foreign_address(object, who);
    if (!address)
        raise(PyExc_TypeError,
              "{}: stream must be a cudapy.Stream, another library's stream (with __cuda_stream__, "
              "cuda_stream, ptr or handle) or None, got {}{}",
              who, describe(object),
              PyLong_Check(object) ? ": an address becomes one by cudapy.Stream.from_pointer" : "");
    return *address;
}

} // namespace

runtime::StreamRef foreign_stream_from(PyObject* object, const char* who) {
    const std::uintptr_t address = address_of(object, who);
    return runtime::Stream::foreign(runtime::current_cuda_device(), address, kept(object));
}

runtime::StreamRef stream_from(PyObject* object, runtime::Device device, const char* who) {
    if (object == Py_None) return nullptr;
    runtime::StreamRef stream;
    if (is_stream(object)) {
        stream = stream_of(object);
    } else {
        const std::uintptr_t address = address_of(object, who);
        if (device.is_host())
            raise(PyExc_ValueError, "{}: its work is for cpu, and the stream is of a GPU: {}", who,
                  describe(object));
        return runtime::Stream::foreign(device, address, kept(object));
    }
    if (stream->device() != device)
        raise(PyExc_ValueError, "{}: its work is for {}, and the stream is of {}", who, device.name(),
              stream->device().name());
    return stream;
}

PyObject* current_stream(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* device = Py_None;
        static const char* names[] = {"device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:current_stream", const_cast<char**>(names),
                                         &device))
            throw PythonError{};
        const runtime::Device on = device_from(device, "current_stream");
        const runtime::StreamRef& stream = runtime::current_stream(on);
        return new_stream(stream ? stream : runtime::Stream::default_of(on));
    });
}

void add_stream(PyObject* module) {
    if (!stream_type) stream_type = add_type(module, stream_spec);
}

} // namespace cudapy::python
