#pragma once
// What tapes (cudapy/_derivatives/tape) ask of arrays: where their elements are, and how often they were
// written to. A tape that records is told of launches and copies before they are done.

#include "pymodule/src/array/array.h"
#include "pymodule/src/python/cpython.h"

namespace cudapy::python {

/// The number of threads that have a tape which records.
extern int recording_threads;

/// Returns the tape that this thread records on, borrowed; null if there is none. Call recording_tape().
PyObject* tape_of_this_thread();

/// Returns the tape that this thread records on, borrowed. It is mostly null.
inline PyObject* recording_tape() {
    return recording_threads == 0 ? nullptr : tape_of_this_thread();
}

/// Calls a method of a tape. The arguments are borrowed; a null one and those after it are left out.
Ref call_tape(PyObject* tape, const char* method, PyObject* first, PyObject* second = nullptr,
              PyObject* third = nullptr);

/// Notes that the elements of an array change. A graph that records the change counts it at each replay.
void note_change(const ArrayState& array);

/// Tells all tapes that other code learns where the elements are, and may change them.
void note_shown(PyObject* array);

/// record_on(tape) makes this thread record on a tape, or on none for None. It returns the one before.
PyObject* record_on(PyObject* module, PyObject* tape);
/// is_recording() returns whether this thread records on a tape.
PyObject* is_recording_on_tape(PyObject* module, PyObject* nothing);
/// watch_shown(function) has a function called with each array that is shown; None ends that.
PyObject* watch_shown(PyObject* module, PyObject* function);
/// memory_of(array) returns (memory, changes, first, end, start, bytes, is_shown, address): the number of the
/// memory, how often it was changed, the bytes in it that the elements reach from and to, the byte of the
/// element whose indices are 0, its size, whether other code knows it, and its address.
PyObject* memory_of(PyObject* module, PyObject* array);
/// whole_memory(array) returns all bytes of an array's memory, as an array of uint8 that keeps it.
PyObject* whole_memory(PyObject* module, PyObject* array);
/// array_in(bytes, type, shape, strides, start) returns an array in the memory of another one.
PyObject* array_in(PyObject* module, PyObject* arguments);

} // namespace cudapy::python
