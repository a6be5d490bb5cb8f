#pragma once
// Arguments that only a call holds. Results in such an array are lost when the call ends.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/python/vectorcall.h"

#include <cstddef>

namespace cudapy::python {

/// Returns whether only the call that Python code is making holds the object. The object must be an argument
/// of that call, and the call must be from_code().
bool is_held_by_call_only(PyObject* object);

/// Keeps in mind, while it lives, which arguments of a call only that call holds. Code in Python that passes
/// the arguments on to a launch holds them as well.
class CallTemporaries {
  public:
    explicit CallTemporaries(const CallArguments& arguments);
    ~CallTemporaries();
    CallTemporaries(const CallTemporaries&) = delete;
    CallTemporaries& operator=(const CallTemporaries&) = delete;

    /// Returns whether the object is such an argument of any call that this thread is in.
    static bool has(PyObject* object);

  private:
    std::size_t before_;
};

/// Returns whether an array on the host, or a list, that only a call holds is all that there is of its
/// elements. It is false for a view of an array that something else holds, and for memory of which Python
/// does not know who holds it.
bool holds_its_elements_alone(PyObject* object);

/// Returns whether an argument of a call in this thread, and all rows in it if it is a list of rows, is held
/// by that call only.
bool is_lost_with_call(PyObject* object);

} // namespace cudapy::python
