#include "pymodule/src/python/entry.h"

#include "pymodule/src/python/error.h"
#include "pymodule/src/python/vectorcall.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace cudapy::python {

namespace {

struct EntryObject {
    PyObject_HEAD VectorCall call;
    PyObject* function;
    PyObject* bound; ///< types.MethodType
    PyObject* dict;
    std::string folder;
};

PyTypeObject* entry_type = nullptr;

EntryObject* object_of(PyObject* self) {
    return reinterpret_cast<EntryObject*>(self);
}

/// Returns the path of the code that the traceback's frame runs.
std::string file_of(PyObject* traceback) {
    Ref frame = Ref::steal(PyObject_GetAttrString(traceback, "tb_frame"));
    Ref code = Ref::steal(PyObject_GetAttrString(frame.get(), "f_code"));
    return to_string(Ref::steal(PyObject_GetAttrString(code.get(), "co_filename")).get());
}

/// Returns the folder of the package that a file of it is in.
std::string package_of(const std::string& file) {
    constexpr std::string_view name = "/cudapy/";
    const std::size_t found = file.rfind(name);
    return file.substr(0, found == std::string::npos ? file.rfind('/') + 1 : found + name.size());
}

bool is_own(PyObject* traceback, const std::string& folder) {
    Ref each = Ref::borrow(traceback);
    while (each && each.get() != Py_None) {
        if (!file_of(each.get()).starts_with(folder)) return false;
        each = Ref::steal(PyObject_GetAttrString(each.get(), "tb_next"));
    }
    return true;
}

PyObject* call(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    const CallArguments arguments(values, count, names);
    return guarded_object([&]() -> Ref {
        // No Ref is alive while Python runs. CPython before 3.14 ends threads at the interpreter's end by
        // unwinding their stacks, and a destructor must not touch Python then.
        PyObject* keywords = names ? arguments.dictionary().release() : nullptr;
        PyObject* positional = arguments.tuple().release();
        PyObject* result = PyObject_Call(object_of(self)->function, positional, keywords);
        Py_DECREF(positional);
        Py_XDECREF(keywords);
        if (result) return Ref::steal(result);
        hide_own_frames(object_of(self)->folder);
        throw PythonError{};
    });
}

PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
    if (!instance || instance == Py_None) return Py_NewRef(self);
    return PyObject_CallFunctionObjArgs(object_of(self)->bound, self, instance, nullptr);
}

PyObject* repr(PyObject* self) {
    return PyObject_Repr(object_of(self)->function);
}

/// Makes the object be pickled by its name, as functions are.
PyObject* reduce(PyObject* self, PyObject*) {
    return PyObject_GetAttrString(object_of(self)->function, "__qualname__");
}

int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(object_of(self)->function);
    Py_VISIT(object_of(self)->bound);
    Py_VISIT(object_of(self)->dict);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

int clear(PyObject* self) {
    Py_CLEAR(object_of(self)->function);
    Py_CLEAR(object_of(self)->bound);
    Py_CLEAR(object_of(self)->dict);
    return 0;
}

void destroy(PyObject* self) {
    PyObject_GC_UnTrack(self);
    clear(self);
    std::destroy_at(&object_of(self)->folder);
    PyTypeObject* type = Py_TYPE(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(EntryObject, call), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(EntryObject, dict), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_call, reinterpret_cast<void*>(tuple_call<call>)},
    {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {0, nullptr},
};

PyType_Spec spec = {
    "cudapy.function", sizeof(EntryObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | type_has_vectorcall, slots};

} // namespace

void hide_own_frames(const std::string& folder) {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    Ref frames = Ref::steal_or_null(traceback);
    bool hides = frames && value && !is_internal_error(type);
    try {
        hides = hides && is_own(frames.get(), folder);
    } catch (const PythonError&) { // it stays as it is
        PyErr_Clear();
        hides = false;
    }
    if (hides) PyException_SetTraceback(value, Py_None);
    PyErr_Restore(type, value, hides ? nullptr : frames.release());
}

PyObject* make_entry(PyObject*, PyObject* function) {
    return guarded_object([&] {
        auto make = reinterpret_cast<allocfunc>(PyType_GetSlot(entry_type, Py_tp_alloc));
        Ref self = Ref::steal(make(entry_type, 0));
        EntryObject* object = object_of(self.get());
        std::construct_at(&object->folder);
        object->call = call;
        object->function = Py_NewRef(function);
        Ref types = Ref::steal(PyImport_ImportModule("types"));
        object->bound = Ref::steal(PyObject_GetAttrString(types.get(), "MethodType")).release();
        Ref code = Ref::steal(PyObject_GetAttrString(function, "__code__"));
        const std::string file =
            to_string(Ref::steal(PyObject_GetAttrString(code.get(), "co_filename")).get());
        object->folder = package_of(file);
        // This does the same as functools.update_wrapper, without importing it.
        for (const char* name : {"__module__", "__name__", "__qualname__", "__doc__"}) {
            Ref value = Ref::steal(PyObject_GetAttrString(function, name));
            check(PyObject_SetAttrString(self.get(), name, value.get()));
        }
        check(PyObject_SetAttrString(self.get(), "__wrapped__", function));
        return self;
    });
}

void add_entry() {
    if (entry_type) return;
    Ref type = Ref::steal(PyType_FromSpec(&spec));
    entry_type = reinterpret_cast<PyTypeObject*>(type.release()); // lives as long as the process
}

} // namespace cudapy::python
