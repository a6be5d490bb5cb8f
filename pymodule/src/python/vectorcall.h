#pragma once
// Calls whose arguments come in an array, without a tuple (PEP 590). A launch is made by two such calls.

#include "pymodule/src/python/cpython.h"

#include <cstddef>
#include <limits>
#include <span>

namespace cudapy::python {

/// The type of a vectorcall function. It is in the stable ABI since CPython 3.12. CPython 3.11 has the same
/// type, but not in its stable ABI.
using VectorCall = PyObject* (*)(PyObject* callable, PyObject* const* values, std::size_t count,
                                 PyObject* names);
inline constexpr unsigned long type_has_vectorcall = 1UL << 11;

/// The arguments of a call, as borrowed references: those by position, then those by name.
class CallArguments {
  public:
    /// `count` may have the flag that lets a callee change the place before the first argument.
    CallArguments(PyObject* const* values, std::size_t count, PyObject* names)
        : values_(values), count_(count & ~may_change_place), names_(names),
          from_code_((count & may_change_place) != 0) {}

    std::span<PyObject* const> by_position() const { return {values_, count_}; }
    bool has_names() const { return names_ != nullptr; } ///< some argument may be named
    std::size_t named() const { return names_ ? static_cast<std::size_t>(PyTuple_Size(names_)) : 0; }
    PyObject* name(std::size_t i) const { return PyTuple_GetItem(names_, static_cast<Py_ssize_t>(i)); }
    PyObject* value(std::size_t i) const { return values_[count_ + i]; } ///< the one named name(i)
    PyObject* value_at(std::size_t i) const { return values_[i]; }       ///< by position, then by name
    /// Returns whether the arguments lie on the stack of the code that calls, which holds a reference to
    /// each. It is false for `f(*arguments)`, whose tuple holds them.
    bool from_code() const { return from_code_; }

    Ref tuple() const;
    Ref dictionary() const; ///< empty where no argument was named

  private:
    static constexpr std::size_t may_change_place = ~(std::numeric_limits<std::size_t>::max() >> 1);
    PyObject* const* values_;
    std::size_t count_;
    PyObject* names_;
    bool from_code_;
};

/// Calls with a tuple and a dictionary (or null), as `tp_call` gets them.
PyObject* call_with_tuple(VectorCall call, PyObject* self, PyObject* arguments, PyObject* keywords);

/// The `tp_call` that belongs to a vectorcall.
template <VectorCall call>
PyObject* tuple_call(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return call_with_tuple(call, self, arguments, keywords);
}

} // namespace cudapy::python
