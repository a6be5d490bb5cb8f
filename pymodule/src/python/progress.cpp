#include "pymodule/src/python/progress.h"

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/python/error.h"

#include <cstdlib>
#include <string_view>
#include <utility>

namespace cudapy::python {

namespace {

bool is_wanted() {
    const char* variable = std::getenv("CUDAPY_PROGRESS");
    return !variable || std::string_view(variable) != "0";
}

} // namespace

Progress::Progress(std::string kernel, std::string compiler)
    : kernel_(std::move(kernel)), compiler_(std::move(compiler)), said_(!is_wanted()) {}

bool Progress::operator()() {
    PyGILState_STATE state = take_gil([] { return PyGILState_Ensure(); });
    if (!said_ && std::chrono::steady_clock::now() - start_ > std::chrono::seconds(1)) {
        said_ = true;
        const std::string text = compiles_ ? "cudapy: compiling " + kernel_ + " for " + compiler_
                                           : "cudapy: waiting for another process, which compiles " + kernel_;
        PySys_FormatStderr("%s\n", text.c_str());
    }
    const bool pressed = PyErr_CheckSignals() != 0;
    PyGILState_Release(state);
    return pressed;
}

} // namespace cudapy::python
