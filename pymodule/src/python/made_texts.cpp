#include "pymodule/src/python/made_texts.h"

#include "pymodule/src/python/error.h"

#include <dlfcn.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace cudapy::python {

namespace {

constexpr Py_ssize_t most_items = 1024, most_bytes = Py_ssize_t{4} << 20;

Py_ssize_t bytes_of_text(PyObject* source) {
    if (PyBytes_Check(source)) return PyBytes_Size(source);
    if (PyUnicode_Check(source)) return PyUnicode_GetLength(source);
    return 0;
}

/// Returns the bytes of the text that an item of the list is.
Py_ssize_t bytes_of_item(PyObject* item) {
    return PyTuple_Check(item) ? bytes_of_text(PyTuple_GetItem(item, 0)) : 0;
}

/// Returns whether the name is that of no file. The texts of files can be read there, and those of the
/// modules that Python is built with are of no use.
bool names_no_file(PyObject* name) {
    if (!PyUnicode_Check(name)) return false;
    const std::string path = to_string(name);
    return path.starts_with('<') ? !path.starts_with("<frozen ") : access(path.c_str(), F_OK) != 0;
}

/// The list, and the bytes of the texts in it. They live as long as the process, and are of the main
/// interpreter, which is the only one that has this module.
PyObject* kept = nullptr;
Py_ssize_t kept_bytes = 0;

void add(PyObject* item) {
    kept_bytes += bytes_of_item(item);
    check(PyList_Append(kept, item));
    while (PyList_Size(kept) > most_items || kept_bytes > most_bytes) {
        kept_bytes -= bytes_of_item(PyList_GetItem(kept, 0));
        check(PyList_SetSlice(kept, 0, 1, nullptr));
    }
}

void note_compiled(PyObject* arguments) {
    PyObject* source = PyTuple_GetItem(arguments, 0);
    PyObject* name = PyTuple_GetItem(arguments, 1);
    const Py_ssize_t bytes = bytes_of_text(source);
    if (bytes == 0 || bytes > most_bytes || !names_no_file(name)) return;
    add(Ref::steal(PyTuple_Pack(2, source, name)).get());
}

void note_run(PyObject* arguments) {
    PyObject* code = PyTuple_GetItem(arguments, 0);
    if (names_no_file(Ref::steal(PyObject_GetAttrString(code, "co_filename")).get())) add(code);
}

/// Notes an event of Python's. It never leaves an error, since that would end what the program does.
void note(std::string_view event, PyObject* arguments) {
    const bool is_compile = event == "compile";
    if (!is_compile && event != "exec") return;
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) return;
    const Py_ssize_t size = PyTuple_Size(arguments);
    const int status = guarded_status([&] {
        if (is_compile && size == 2) note_compiled(arguments);
        if (!is_compile && size == 1) note_run(arguments);
    });
    if (status < 0) PyErr_Clear();
}

int note_for_c(const char* event, PyObject* arguments, void*) {
    note(event, arguments);
    return 0;
}

PyObject* note_for_python(PyObject*, PyObject* values) {
    const char* event = nullptr;
    PyObject* arguments = nullptr;
    if (!PyArg_ParseTuple(values, "sO!", &event, &PyTuple_Type, &arguments)) return nullptr;
    note(event, arguments);
    return Py_NewRef(Py_None);
}

PyMethodDef hook = {"note_text", note_for_python, METH_VARARGS, nullptr};

/// Has Python call `note` for each event from now on. Python's own function for this costs every event a
/// microsecond, and the one of C a tenth of that; yet it is not in the stable ABI, so it need not be there.
void add_hook() {
    using AddHook = int(int (*)(const char*, PyObject*, void*), void*);
    if (auto* add = reinterpret_cast<AddHook*>(dlsym(RTLD_DEFAULT, "PySys_AddAuditHook"))) {
        check(add(note_for_c, nullptr));
        return;
    }
    Ref function = Ref::steal(PyCFunction_NewEx(&hook, nullptr, nullptr));
    Ref sys = Ref::steal(PyImport_ImportModule("sys"));
    Ref add = Ref::steal(PyObject_GetAttrString(sys.get(), "addaudithook"));
    Ref::steal(PyObject_CallFunctionObjArgs(add.get(), function.get(), nullptr));
}

} // namespace

PyObject* keep_texts(PyObject*, PyObject*) {
    return guarded_object([] {
        if (!kept) {
            kept = Ref::steal(PyList_New(0)).release();
            add_hook();
        }
        return Ref::borrow(kept);
    });
}

} // namespace cudapy::python
