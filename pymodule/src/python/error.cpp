#include "pymodule/src/python/error.h"

#include "docstrings.h"
#include "pymodule/src/launch/launch_sites.h"
#include "runtime/launch/assertions.h"
#include "runtime/support/error.h"
#include "translator/diagnostics/render.h"
#include "translator/support/internal_error.h"

#include <new>
#include <string>

namespace cudapy::python {

namespace {

// The exceptions are made once, with the module, and never freed.
PyObject* error = nullptr;
PyObject* compile_error = nullptr;
PyObject* toolchain_error = nullptr;
PyObject* cache_error = nullptr;
PyObject* device_error = nullptr;
PyObject* launch_error = nullptr;
PyObject* kernel_error = nullptr;
PyObject* out_of_memory_error = nullptr;
PyObject* internal_error = nullptr;

PyObject* exception_for(runtime::ErrorKind kind) {
    switch (kind) {
    case runtime::ErrorKind::compiler_not_found:
    case runtime::ErrorKind::compile_failed:
        return toolchain_error;
    case runtime::ErrorKind::cache:
        return cache_error;
    case runtime::ErrorKind::no_device:
    case runtime::ErrorKind::driver:
        return device_error;
    case runtime::ErrorKind::out_of_memory:
        return out_of_memory_error;
    case runtime::ErrorKind::launch:
        return launch_error;
    case runtime::ErrorKind::kernel:
        return kernel_error;
    case runtime::ErrorKind::assertion:
        return PyExc_AssertionError;
    case runtime::ErrorKind::recording:
        return PyExc_RuntimeError;
    case runtime::ErrorKind::interrupted:
        return PyExc_KeyboardInterrupt;
    case runtime::ErrorKind::invalid_argument:
        return PyExc_ValueError;
    }
    return error;
}

void set(PyObject* type, const char* message) {
    PyObject* text = PyUnicode_DecodeUTF8(
        message, static_cast<Py_ssize_t>(std::char_traits<char>::length(message)), "replace");
    if (!text) return;
    PyErr_SetObject(type, text);
    Py_DECREF(text);
}

/// Adds a note to the exception that is set, which tracebacks show below its message.
void add_note(const std::string& note) {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (value && PyErr_GivenExceptionMatches(type, PyExc_Exception)) {
        PyObject* done = PyObject_CallMethod(value, "add_note", "s", note.c_str());
        done ? Py_DECREF(done) : PyErr_Clear();
    }
    PyErr_Restore(type, value, traceback);
}

PyObject* add(PyObject* module, const char* name, const char* doc, PyObject* bases) {
    std::string full = std::string("cudapy.") + name;
    Ref type = Ref::steal(PyErr_NewExceptionWithDoc(full.c_str(), doc, bases, nullptr));
    add_to_module(module, name, type.get());
    return type.release();
}

} // namespace

void set_python_error() noexcept {
    try {
        throw;
    } catch (const runtime::LostContext& caught) {
        const std::string asserted = runtime::lost_assertions();
        if (asserted.empty()) return set(kernel_error, caught.message_with(suspects()).c_str());
        set(PyExc_AssertionError,
            (asserted +
             "\nThe kernel waits for all blocks with grid_sync(), where no thread can end by itself, "
             "so that the whole launch was ended by force. The process can not use this GPU any more "
             "and must be started again.")
                .c_str());
    } catch (const runtime::AsynchronousError& caught) {
        set(exception_for(caught.kind()), caught.what());
        add_note(caught.note());
    } catch (const runtime::Error& caught) {
        // The `interrupted` callback of a compile may have set an error: a KeyboardInterrupt, or one that the
        // user's handler raised.
        if (PyErr_Occurred()) return;
        set(exception_for(caught.kind()), caught.what());
    } catch (const InternalError& caught) {
        set(internal_error, caught.what());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& caught) {
        set(internal_error,
            (std::string("internal error of CudaPy, please report it: ") + caught.what()).c_str());
    }
}

Ref diagnostics_to_python(const std::vector<diag::Diagnostic>& diagnostics, const SourceSet& sources,
                          bool strict) {
    if (diagnostics.empty()) return Ref::steal(PyList_New(0)); // spares importing json
    Ref json = Ref::steal(PyImport_ImportModule("json"));
    Ref text = to_python(diag::render_json(diagnostics, sources, {.strict = strict}));
    return Ref::steal(PyObject_CallMethod(json.get(), "loads", "O", text.get()));
}

Ref diagnostics_to_python(const Translation& translation, bool strict) {
    return diagnostics_to_python(translation.diagnostics, *translation.sources, strict);
}

void raise_compile_error(const Translation& translation, bool strict) {
    std::string text = diag::render_all(translation.diagnostics, *translation.sources, {.strict = strict});
    while (text.ends_with('\n'))
        text.pop_back();
    Ref message = to_python(text);
    Ref exception = Ref::steal(PyObject_CallFunctionObjArgs(compile_error, message.get(), nullptr));
    Ref diagnostics = diagnostics_to_python(translation, strict);
    check(PyObject_SetAttrString(exception.get(), "diagnostics", diagnostics.get()));
    PyErr_SetObject(compile_error, exception.get());
    throw PythonError{};
}

void raise_device_error(const std::string& message) {
    raise(device_error, "{}", message);
}

bool is_internal_error(PyObject* type) {
    return PyErr_GivenExceptionMatches(type, internal_error) != 0;
}

void add_exceptions(PyObject* module) {
    error = add(module, "Error", docs::Error, PyExc_Exception);
    compile_error = add(module, "CompileError", docs::CompileError, error);
    toolchain_error = add(module, "ToolchainError", docs::ToolchainError, error);
    cache_error = add(module, "CacheError", docs::CacheError, error);
    Ref cuda_error = Ref::steal(add(module, "CudaError", docs::CudaError, error));
    device_error = add(module, "DeviceError", docs::DeviceError, cuda_error.get());
    launch_error = add(module, "LaunchError", docs::LaunchError, cuda_error.get());
    kernel_error = add(module, "KernelError", docs::KernelError, cuda_error.get());
    internal_error = add(module, "InternalError", docs::InternalError, error);
    Ref sources = Ref::steal_or_null(add(module, "SourceError", docs::SourceError, error));
    Ref bases = Ref::steal(PyTuple_Pack(2, cuda_error.get(), PyExc_MemoryError));
    out_of_memory_error = add(module, "OutOfMemoryError", docs::OutOfMemoryError, bases.get());
    Ref warning = Ref::steal_or_null(add(module, "CompileWarning", docs::CompileWarning, PyExc_UserWarning));
}

void name_error(const std::string& who) {
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    const Ref text = Ref::steal_or_null(
        type == PyExc_TypeError || type == PyExc_ValueError ? PyObject_Str(value) : nullptr);
    if (!text) return PyErr_Restore(type, value, traceback);
    PyErr_Format(type, "%s: %S", who.c_str(), text.get());
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

} // namespace cudapy::python
