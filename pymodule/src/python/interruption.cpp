#include "pymodule/src/python/interruption.h"

#include "pymodule/src/python/cpython.h"
#include "runtime/support/interruption.h"

namespace cudapy::python {

void allow_interruption() {
    runtime::set_interruption([] {
        bool is_wanted = false; // if so, the error of the signal's handler is set
        with_gil([&] { is_wanted = PyErr_CheckSignals() != 0; });
        return is_wanted;
    });
}

} // namespace cudapy::python
