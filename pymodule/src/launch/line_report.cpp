#include "pymodule/src/launch/line_report.h"

#include "pymodule/src/python/cpython.h"
#include "runtime/launch/run_lines.h"

namespace cudapy::python {

namespace {

void report() {
    const Ref module = Ref::steal(PyImport_ImportModule("cudapy._launch.run_lines"));
    for (const runtime::RunLines& run : runtime::take_run_lines())
        Ref::steal(PyObject_CallMethod(module.get(), "report", "sy#", run.lines.c_str(), run.table.data(),
                                       static_cast<Py_ssize_t>(run.table.size())));
}

} // namespace

LineReport::~LineReport() {
    if (!runtime::has_run_lines()) return;
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    try {
        report();
    } catch (const PythonError&) {
        PyErr_WriteUnraisable(nullptr);
    }
    PyErr_Restore(type, value, trace);
}

} // namespace cudapy::python
