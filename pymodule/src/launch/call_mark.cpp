#include "pymodule/src/launch/call_mark.h"

#include "pymodule/src/python/error.h"

#include <utility>

namespace cudapy::python {

namespace {

bool is_python_ending() {
    const Ref is_finalizing = sys_object("is_finalizing");
    if (!is_finalizing) return true; // the module sys is empty by then
    const Ref answer = Ref::steal(PyObject_CallNoArgs(is_finalizing.get()));
    return check(PyObject_IsTrue(answer.get())) == 1;
}

void warn(const std::string& begun) {
    const std::string text = fmt::format("{0}: nothing was launched, since the arguments are missing: write "
                                         "{0}(arguments)",
                                         begun);
    check(PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1));
}

} // namespace

void CallMark::keep(PyObject* launch) {
    LastLaunch* const place = std::exchange(waiting_, nullptr);
    Py_INCREF(launch);
    place->is_kept_ = true;
}

void CallMark::leave() {
    LastLaunch* const place = std::exchange(waiting_, nullptr);
    if (!place) return;
    place->launch_ = nullptr;
    place->mark_ = nullptr;
}

void CallMark::end(PyObject* launch, Ref (*beginning)(PyObject* launch)) {
    leave();
    if (is_set_ || PyErr_Occurred()) return;
    is_set_ = true;
    const int status = guarded_status([&] {
        if (!is_python_ending()) warn(to_string(beginning(launch).get()));
    });
    if (status != 0) PyErr_WriteUnraisable(nullptr);
}

void LastLaunch::replace(PyObject* launch, CallMark& mark) {
    PyObject* const before = take_out(); // Python code may run when it goes
    launch_ = launch;
    mark_ = &mark;
    mark.waiting_ = this;
    Py_XDECREF(before);
}

void LastLaunch::clear() {
    PyObject* const before = take_out();
    Py_XDECREF(before);
}

PyObject* LastLaunch::take_out() {
    PyObject* const owned = kept();
    if (mark_ && !is_kept_) mark_->waiting_ = nullptr;
    launch_ = nullptr;
    mark_ = nullptr;
    is_kept_ = false;
    return owned;
}

} // namespace cudapy::python
