#include "pymodule/src/launch/launch_range.h"

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/python/error.h"

#include <cstdlib>
#include <string_view>

namespace cudapy::python {

namespace {

const bool wants_ranges = [] {
    const char* variable = std::getenv("CUDAPY_NVTX");
    return variable && *variable && std::string_view(variable) != "0";
}();

/// These functions come from `ranges` of cudapy/_launch/nvtx.py and live as long as the process. They are
/// null before the first range.
PyObject* begin_range = nullptr;
PyObject* end_range = nullptr;

void find_functions() {
    if (end_range) return;
    Ref module = Ref::steal(PyImport_ImportModule("cudapy._launch.nvtx"));
    Ref ranges = Ref::steal(PyObject_CallMethod(module.get(), "ranges", nullptr));
    begin_range = Ref::steal(PySequence_GetItem(ranges.get(), 0)).release();
    end_range = Ref::steal(PySequence_GetItem(ranges.get(), 1)).release();
}

} // namespace

bool has_launch_ranges() {
    return wants_ranges;
}

bool begin_launch_range(const char* kernel) {
    const int status = guarded_status([&] {
        find_functions();
        Ref::steal(PyObject_CallFunction(begin_range, "s", kernel));
    });
    return status == 0;
}

void end_launch_range() {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    if (!Ref::steal_or_null(PyObject_CallNoArgs(end_range))) PyErr_WriteUnraisable(end_range);
    PyErr_Restore(type, value, traceback);
}

} // namespace cudapy::python
