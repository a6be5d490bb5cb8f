#include "pymodule/src/launch/temporaries.h"

#include "pymodule/src/launch/advice.h"

#include <dlfcn.h>

#include <algorithm>
#include <vector>

namespace cudapy::python {

namespace {

using IsTemporary = int(PyObject*);

/// Returns CPython's own function, which there is since 3.14. Since then the stack of Python code may hold a
/// variable's object without a reference of its own, and counts say less.
IsTemporary* own_function() {
    static IsTemporary* const function =
        reinterpret_cast<IsTemporary*>(dlsym(RTLD_DEFAULT, "PyUnstable_Object_IsUniqueReferencedTemporary"));
    return function;
}

thread_local std::vector<PyObject*> temporaries; ///< borrowed; the calls hold them

/// Returns whether an ndarray has memory of its own, or shows one that only it holds.
bool holds_memory_alone(PyObject* array) {
    Ref each = Ref::borrow(array);
    while (true) {
        const Ref base = Ref::steal(PyObject_GetAttrString(each.get(), "base"));
        if (base.get() == Py_None) {
            const Ref flags = Ref::steal(PyObject_GetAttrString(each.get(), "flags"));
            const Ref owns = Ref::steal(PyObject_GetAttrString(flags.get(), "owndata"));
            return check(PyObject_IsTrue(owns.get())) == 1;
        }
        const bool is_array = library_of(base.get()) == "numpy" && type_name(base.get()) == "ndarray";
        if (!is_array || reference_count(base.get()) > 2) return false; // the array's reference, and ours
        each = base;
    }
}

} // namespace

bool is_held_by_call_only(PyObject* object) {
    if (IsTemporary* const function = own_function()) return function(object) != 0;
    return Py_Version < 0x030e0000 && reference_count(object) == 1;
}

CallTemporaries::CallTemporaries(const CallArguments& arguments) : before_(temporaries.size()) {
    if (!arguments.from_code()) return;
    for (std::size_t i = 0; i < arguments.by_position().size() + arguments.named(); ++i)
        if (is_held_by_call_only(arguments.value_at(i))) temporaries.push_back(arguments.value_at(i));
}

CallTemporaries::~CallTemporaries() {
    temporaries.resize(before_);
}

bool CallTemporaries::has(PyObject* object) {
    return std::ranges::find(temporaries, object) != temporaries.end();
}

bool holds_its_elements_alone(PyObject* object) {
    if (PyList_CheckExact(object) || PyByteArray_CheckExact(object)) return true;
    const std::string library = library_of(object), type = type_name(object);
    if (library == "array") return type == "array";
    return library == "numpy" && type == "ndarray" && holds_memory_alone(object);
}

bool is_lost_with_call(PyObject* object) {
    if (!CallTemporaries::has(object) || !holds_its_elements_alone(object)) return false;
    for (Py_ssize_t i = 0; PyList_CheckExact(object) && i < PyList_Size(object); ++i) {
        const Ref row = list_item(object, i);
        if (reference_count(row.get()) > 2 || !holds_its_elements_alone(row.get())) return false;
    }
    return true;
}

} // namespace cudapy::python
