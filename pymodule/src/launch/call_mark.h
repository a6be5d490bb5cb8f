#pragma once
// Launches that are made, dropped and never called: `call(8)` without the arguments does nothing. A launch
// has a mark of whether it was called. A kernel keeps its last launch only from a call on, so that a launch
// that nobody calls is dropped at once, where a warning still knows the line.

#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

class LastLaunch;

/// Remembers whether a launch was called, or used in another way, since it was made. It is a part of the
/// launch.
class CallMark {
  public:
    CallMark() = default;
    CallMark(const CallMark&) = delete;
    CallMark& operator=(const CallMark&) = delete;
    ~CallMark() { leave(); }

    /// Notes a call. The kernel that waits for it keeps the launch from now on.
    void set(PyObject* launch) {
        is_set_ = true;
        if (waiting_) keep(launch);
    }
    /// Forgets the calls until now, such as those that make the launch.
    void reset() { is_set_ = false; }
    /// Warns if the launch, which goes now, was never called: not while an exception is under way, which may
    /// have kept the program from the call, and not while Python ends. `beginning` returns how the program
    /// wrote the launch, such as "f(8)"; it is asked only then.
    void end(PyObject* launch, Ref (*beginning)(PyObject* launch));

  private:
    friend LastLaunch;
    void keep(PyObject* launch);
    void leave();

    LastLaunch* waiting_ = nullptr; ///< the place of a kernel that does not keep the launch yet
    bool is_set_ = false;
};

/// The place in which a kernel has its last launch. Until somebody calls the launch, the place does not own
/// it.
class LastLaunch {
  public:
    LastLaunch() = default;
    LastLaunch(const LastLaunch&) = delete;
    LastLaunch& operator=(const LastLaunch&) = delete;
    ~LastLaunch() { clear(); }

    PyObject* get() const { return launch_; }
    PyObject* kept() const { return is_kept_ ? launch_ : nullptr; } ///< the launch if the place owns it
    /// Returns a new reference to the launch, whose mark tells from now on whether that one is called. There
    /// must be a launch.
    PyObject* ask();
    void replace(PyObject* launch, CallMark& mark);
    void clear(); ///< may run Python code, after the place is empty

  private:
    friend CallMark;
    PyObject* take_out(); ///< empties the place, and returns the launch if the place owned it

    PyObject* launch_ = nullptr;
    CallMark* mark_ = nullptr; ///< of the launch
    bool is_kept_ = false;
};

inline PyObject* LastLaunch::ask() {
#ifndef Py_GIL_DISABLED
    if (is_kept_ && reference_count(launch_) == 1) [[likely]] { // nobody else has it: give our reference away
        is_kept_ = false;
        mark_->reset();
        mark_->waiting_ = this;
        return launch_;
    }
#endif
    return Py_NewRef(launch_);
}

} // namespace cudapy::python
