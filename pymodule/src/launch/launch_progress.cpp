#include "pymodule/src/launch/launch_progress.h"

#include "pymodule/src/python/error.h"
#include "runtime/cpu/launch_progress.h"

#include <cstdint>

namespace cudapy::python {

namespace {

/// Calls a Python function with both counts. Returns whether it raised no error.
bool call_with(PyObject* function, int64_t done, int64_t all) {
    PyObject* result =
        PyObject_CallFunction(function, "LL", static_cast<long long>(done), static_cast<long long>(all));
    Py_XDECREF(result);
    return result != nullptr;
}

} // namespace

PyObject* follow_launch(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *launch = nullptr, *tell = nullptr, *stop = nullptr, *given = nullptr, *named = nullptr;
        if (!PyArg_ParseTuple(arguments, "OOOO!O!:follow_launch", &launch, &tell, &stop, &PyTuple_Type,
                              &given, &PyDict_Type, &named))
            throw PythonError{};
        runtime::LaunchProgress progress([tell](int64_t done, int64_t all) {
            bool goes_on = true;
            with_gil([&] { goes_on = call_with(tell, done, all); });
            return goes_on;
        });
        PyObject* result = PyObject_Call(launch, given, named);
        if (result) return Ref::steal(result);
        PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
        PyErr_Fetch(&type, &value, &traceback);
        if (!call_with(stop, progress.done(), progress.all())) PyErr_WriteUnraisable(stop);
        PyErr_Restore(type, value, traceback);
        throw PythonError{};
    });
}

Ref with_progress(const Ref& launch, PyObject* progress, const std::string& kernel,
                  const runtime::Device& device, PyObject* stream) {
    const Ref module = Ref::steal(PyImport_ImportModule("cudapy._launch.progress"));
    return Ref::steal(PyObject_CallMethod(module.get(), "with_progress", "OOssO", launch.get(), progress,
                                          kernel.c_str(), device.name().c_str(), stream ? stream : Py_None));
}

} // namespace cudapy::python
