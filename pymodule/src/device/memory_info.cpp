#include "pymodule/src/device/memory_info.h"

#include "docstrings.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/python/error.h"
#include "runtime/memory/memory_pool.h"

#include <optional>

namespace cudapy::python {

namespace {

PyTypeObject* info_type = nullptr;

PyStructSequence_Field fields[] = {
    {"used", docs::MemoryInfo_used},     {"reserved", docs::MemoryInfo_reserved},
    {"peak", docs::MemoryInfo_peak},     {"limit", docs::MemoryInfo_limit},
    {"free", docs::MemoryInfo_free},     {"total", docs::MemoryInfo_total},
    {"stacks", docs::MemoryInfo_stacks}, {"printing", docs::MemoryInfo_printing},
    {"code", docs::MemoryInfo_code},     {nullptr, nullptr},
};

PyStructSequence_Desc description = {"cudapy.MemoryInfo", docs::MemoryInfo, fields, 6};

PyObject* memory_info(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* device = Py_None;
        static const char* names[] = {"device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:memory_info", const_cast<char**>(names),
                                         &device))
            throw PythonError{};
        const runtime::MemoryInfo info = runtime::memory_info(device_from(device, "memory_info"));
        Ref result = Ref::steal(PyStructSequence_New(info_type));
        Py_ssize_t place = 0;
        const auto add = [&](Ref value) { PyStructSequence_SetItem(result.get(), place++, value.release()); };
        for (std::size_t bytes : {info.used, info.reserved, info.peak})
            add(Ref::steal(PyLong_FromSize_t(bytes)));
        add(info.limit ? Ref::steal(PyLong_FromSize_t(*info.limit)) : Ref::borrow(Py_None));
        for (std::size_t bytes : {info.free, info.total, info.stacks, info.printing, info.code})
            add(Ref::steal(PyLong_FromSize_t(bytes)));
        return result;
    });
}

/// Returns a number of bytes, or nothing for None.
std::optional<std::size_t> limit_from(PyObject* object) {
    if (object == Py_None) return std::nullopt;
    if (PyBool_Check(object) || !PyIndex_Check(object))
        raise(PyExc_TypeError, "set_memory_limit: expected a number of bytes or None, got {}",
              describe(object));
    const Py_ssize_t bytes = PyNumber_AsSsize_t(object, PyExc_OverflowError);
    if (bytes == -1 && PyErr_Occurred()) throw PythonError{};
    if (bytes < 0)
        raise(PyExc_ValueError, "set_memory_limit: a limit must not be negative, got {}", describe(object));
    return static_cast<std::size_t>(bytes);
}

PyObject* set_memory_limit(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *bytes = nullptr, *device = Py_None;
        static const char* names[] = {"bytes", "device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:set_memory_limit",
                                         const_cast<char**>(names), &bytes, &device))
            throw PythonError{};
        const auto limit = limit_from(bytes);
        runtime::set_memory_limit(device_from(device, "set_memory_limit"), limit);
        return Ref::borrow(Py_None);
    });
}

PyObject* reset_peak_memory(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* device = Py_None;
        static const char* names[] = {"device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:reset_peak_memory",
                                         const_cast<char**>(names), &device))
            throw PythonError{};
        runtime::reset_peak_memory(device_from(device, "reset_peak_memory"));
        return Ref::borrow(Py_None);
    });
}

PyObject* trim_memory(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* device = Py_None;
        static const char* names[] = {"device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:trim_memory", const_cast<char**>(names),
                                         &device))
            throw PythonError{};
        const runtime::Device on = device_from(device, "trim_memory");
        {
            WithoutGil released;
            runtime::trim_memory(on);
        }
        return Ref::borrow(Py_None);
    });
}

/// Runs Python's garbage collector. Only it finds unused arrays that are in cycles of objects.
void collect_garbage() {
    if (!Py_IsInitialized()) return;
    PyGILState_STATE state = take_gil([] { return PyGILState_Ensure(); });
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    const bool was_enabled = PyGC_Enable() != 0; // a program that switched it off did so for speed
    PyGC_Collect();
    if (!was_enabled) PyGC_Disable();
    PyErr_Restore(type, value, traceback);
    PyGILState_Release(state);
}

PyMethodDef functions[] = {
    {"memory_info", with_keywords(memory_info), METH_VARARGS | METH_KEYWORDS, docs::memory_info},
    {"set_memory_limit", with_keywords(set_memory_limit), METH_VARARGS | METH_KEYWORDS,
     docs::set_memory_limit},
    {"reset_peak_memory", with_keywords(reset_peak_memory), METH_VARARGS | METH_KEYWORDS,
     docs::reset_peak_memory},
    {"trim_memory", with_keywords(trim_memory), METH_VARARGS | METH_KEYWORDS, docs::trim_memory},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

void add_memory_info(PyObject* module) {
    if (!info_type) {
        Ref type = Ref::steal(reinterpret_cast<PyObject*>(PyStructSequence_NewType(&description)));
        info_type = reinterpret_cast<PyTypeObject*>(type.release()); // lives as long as the process
    }
    add_to_module(module, "MemoryInfo", reinterpret_cast<PyObject*>(info_type));
    check(PyModule_AddFunctions(module, functions));
    runtime::set_memory_reclaimer(collect_garbage);
}

} // namespace cudapy::python
