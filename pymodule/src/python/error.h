#pragma once
// The exceptions of the module, and the one boundary at which C++ errors become Python's.

#include "pymodule/src/python/cpython.h"
#include "runtime/cpu/float_control.h"
#include "translator/translate.h"

#include <fmt/format.h>

#include <exception>

namespace cudapy::python {

/// Raises a Python exception of `type` with a formatted message.
template <typename... Arguments>
[[noreturn]] void raise(PyObject* type, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    Ref message = to_python(fmt::format(format, std::forward<Arguments>(arguments)...));
    PyErr_SetObject(type, message.get());
    throw PythonError{};
}

/// Raises CompileError with the rendered diagnostics as its text and their objects as `.diagnostics`.
[[noreturn]] void raise_compile_error(const Translation& translation, bool strict);
/// Raises DeviceError.
[[noreturn]] void raise_device_error(const std::string& message);
/// Returns the diagnostics as Python lists of dicts (see diag::render_json).
Ref diagnostics_to_python(const Translation& translation, bool strict);
Ref diagnostics_to_python(const std::vector<diag::Diagnostic>& diagnostics, const SourceSet& sources,
                          bool strict);

/// Turns the C++ exception that is being handled into a Python error.
void set_python_error() noexcept;

/// Runs `body` in the module's turn. When it throws, the function sets the Python error and returns `failed`.
/// It has neither `catch (...)` nor noexcept, because CPython before 3.14 ends threads at the interpreter's
/// end by unwinding their stacks, and nothing may stop that.
template <typename Body, typename Result>
Result guarded(Result failed, Body&& body) {
    ModuleTurn turn;
    // Numbers are narrowed, and constants computed, as usual, whatever the calling thread does.
    const runtime::UsualRounding rounding;
    Result result = failed;
    try {
        result = body();
    } catch (const PythonError&) { // is set already
    } catch (const std::exception&) {
        set_python_error();
    }
    turn.end();
    return result;
}
template <typename Body>
PyObject* guarded_object(Body&& body) {
    return guarded(static_cast<PyObject*>(nullptr), [&]() -> PyObject* { return body().release(); });
}
template <typename Body>
int guarded_status(Body&& body) {
    return guarded(-1, [&] {
        body();
        return 0;
    });
}

/// Returns whether the exception type stands for a mistake of CudaPy itself.
bool is_internal_error(PyObject* type);
/// Creates the exceptions and adds them to the module.
void add_exceptions(PyObject* module);

/// Puts `who` before the message of the TypeError or ValueError that is set, which is Python's or another
/// library's.
void name_error(const std::string& who);

} // namespace cudapy::python
