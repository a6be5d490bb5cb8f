#include "pymodule/src/python/cpython.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>

namespace cudapy::python {

void wait_for_exit() noexcept {
    for (;;)
        pause();
}

#ifdef Py_GIL_DISABLED
void ModuleTurn::survive_forks() {
    pthread_atfork(nullptr, nullptr, [] { lock_ = new Lock{PyObject_HEAD_INIT(nullptr)}; });
}
#endif

Ref dict_item(PyObject* dict, const char* key) {
#ifdef Py_GIL_DISABLED
    PyObject* value = nullptr;
    check(PyDict_GetItemStringRef(dict, key, &value));
    return Ref::steal_or_null(value);
#else
    return Ref::borrow(PyDict_GetItemString(dict, key));
#endif
}

void set_dict_item(const Ref& dict, const char* key, const Ref& value) {
    check(PyDict_SetItemString(dict.get(), key, value.get()));
}

Ref sys_object(const char* name) {
#ifdef Py_GIL_DISABLED
    Ref sys = Ref::steal(PyImport_ImportModule("sys"));
    Ref value = Ref::steal_or_null(PyObject_GetAttrString(sys.get(), name));
    if (!value) PyErr_Clear();
    return value;
#else
    return Ref::borrow(PySys_GetObject(name));
#endif
}

std::string to_string(PyObject* text) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text, &size);
    if (!data) throw PythonError{};
    return {data, static_cast<std::size_t>(size)};
}

Ref to_python(std::string_view text) {
    return Ref::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

std::vector<std::string> strings_from(PyObject* sequence) {
    std::vector<std::string> strings;
    const Py_ssize_t count = check_size(PySequence_Size(sequence));
    for (Py_ssize_t i = 0; i < count; ++i)
        strings.push_back(to_string(Ref::steal(PySequence_GetItem(sequence, i)).get()));
    return strings;
}

std::string type_name(PyObject* object) {
    Ref name = Ref::steal(PyType_GetName(Py_TYPE(object)));
    return to_string(name.get());
}

std::string describe(PyObject* object) {
    if (object == Py_None) return "None";
    std::string name = type_name(object);
    Ref repr = Ref::steal_or_null(PyObject_Repr(object));
    if (!repr) { // a repr that fails must not hide the error that is being described
        PyErr_Clear();
        return name;
    }
    const bool is_long = PyUnicode_GetLength(repr.get()) > 60;
    if (is_long) repr = Ref::steal(PyUnicode_Substring(repr.get(), 0, 57));
    std::string text = to_string(repr.get());
    std::ranges::replace(text, '\n', ' '); // arrays have lines
    return name + " " + text + (is_long ? "..." : "");
}

void add_to_module(PyObject* module, const char* name, PyObject* object) {
    check(PyModule_AddObjectRef(module, name, object));
}

PyTypeObject* add_type(PyObject* module, PyType_Spec& spec) {
    Ref type = Ref::steal(PyType_FromSpec(&spec));
    auto* result = reinterpret_cast<PyTypeObject*>(type.get());
    check(PyModule_AddType(module, result));
    return reinterpret_cast<PyTypeObject*>(type.release()); // lives as long as the process
}

} // namespace cudapy::python
