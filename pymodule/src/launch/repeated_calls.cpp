#include "pymodule/src/launch/repeated_calls.h"

#include "pymodule/src/array/array.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/launch/launch.h"
#include "pymodule/src/python/error.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cudapy::python {

namespace {

constexpr std::size_t most_calls = 256; ///< Python's numbers are told apart by their values

/// The part of an argument, or of the array given as `out`, that is the same in calls that are alike: an
/// array's type and shape, or a number.
struct Likeness {
    const Type* element = nullptr; ///< null for a number
    Shape shape;
    Ref number;
};

/// The findings of an earlier call, with which calls that are like it are launched.
struct KnownCall {
    runtime::Device device;
    std::vector<Likeness> arguments;
    std::optional<Likeness> out;
    Ref function, code; ///< the scalar function, and its code then
    Ref is_current;     ///< tells whether what it has captured is the same; None if it captures nothing
    Ref launch;
    Ref given;   ///< for each argument: the number for the kernel, None for an array
    Ref numbers; ///< what the kernel is given after the arrays
    Ref results; ///< for each result, the arguments of cudapy.empty()
    bool is_tuple = false;

    int visit(visitproc visit, void* arg) const {
        for (const Likeness& each : arguments)
            Py_VISIT(each.number.get());
        for (const Ref* each : {&function, &code, &is_current, &launch, &given, &numbers, &results})
            Py_VISIT(each->get());
        return 0;
    }
};

struct RepeatedState {
    std::vector<std::shared_ptr<const KnownCall>> calls; ///< the last one that was used is the first
    Ref empty;                                           ///< cudapy.empty
};

struct RepeatedObject {
    PyObject_HEAD RepeatedState state;
};

RepeatedState& state_of(PyObject* self) {
    return reinterpret_cast<RepeatedObject*>(self)->state;
}

bool is_plain_number(PyObject* object) {
    return PyBool_Check(object) || PyLong_CheckExact(object) || PyFloat_CheckExact(object);
}

/// Returns whether two of Python's numbers have one type and value; 0.0 is not -0.0.
bool is_same_number(PyObject* one, PyObject* other) {
    if (Py_TYPE(one) != Py_TYPE(other)) return false;
    if (one == other) return true;
    if (PyBool_Check(one)) return false;
    if (PyLong_CheckExact(one)) return check(PyObject_RichCompareBool(one, other, Py_EQ)) == 1;
    const double first = PyFloat_AsDouble(one), second = PyFloat_AsDouble(other);
    return std::bit_cast<std::int64_t>(first) == std::bit_cast<std::int64_t>(second);
}

/// Returns the array if calls with it can be remembered: one that has elements, which are numbers that follow
/// each other. Else null.
const ArrayState* usual_array(PyObject* object) {
    if (!is_array(object)) return nullptr;
    const ArrayState& array = array_state(object);
    const bool is_usual = array.memory->storage && array.packed && array.shape.count() > 0 &&
                          !array.memory->element_class && array.element->is_number();
    return is_usual ? &array : nullptr;
}

bool is_like(const Likeness& known, runtime::Device device, PyObject* object) {
    if (!known.element) return is_plain_number(object) && is_same_number(known.number.get(), object);
    const ArrayState* array = usual_array(object);
    return array && array->device == device && array->element == known.element && array->shape == known.shape;
}

bool is_like(const KnownCall& known, PyObject* arguments, PyObject* out) {
    if (known.out.has_value() != (out != Py_None)) return false;
    if (static_cast<std::size_t>(PyTuple_Size(arguments)) != known.arguments.size()) return false;
    for (std::size_t i = 0; i < known.arguments.size(); ++i) {
        PyObject* argument = PyTuple_GetItem(arguments, static_cast<Py_ssize_t>(i));
        if (!is_like(known.arguments[i], known.device, argument)) return false;
    }
    return !known.out || is_like(*known.out, known.device, out);
}

/// Returns whether each array among the arguments is `out` itself, or has no memory in common with it.
bool are_apart(PyObject* arguments, PyObject* out) {
    const ArrayState& result = array_state(out);
    const unsigned char *begin = result.address(), *end = begin + result.bytes();
    for (Py_ssize_t i = 0; i < PyTuple_Size(arguments); ++i) {
        PyObject* argument = PyTuple_GetItem(arguments, i);
        if (!is_array(argument)) continue;
        const ArrayState& array = array_state(argument);
        const unsigned char* other = array.address();
        const bool is_same = other == begin && array.shape == result.shape && array.element == result.element;
        if (!is_same && other < end && begin < other + array.bytes()) return false;
    }
    return true;
}

/// Returns what calls like this one have in common; nothing if such calls are not remembered: without an
/// array, with arrays on two devices, and with anything but usual arrays and Python's numbers.
std::optional<KnownCall> likeness_of(PyObject* arguments, PyObject* out, runtime::Device device) {
    KnownCall known;
    known.device = device;
    bool has_array = out != Py_None;
    const auto array_like = [&](PyObject* object) -> std::optional<Likeness> {
        const ArrayState* array = usual_array(object);
        if (!array || !(array->device == device)) return std::nullopt;
        return Likeness{array->element, array->shape, {}};
    };
    for (Py_ssize_t i = 0; i < PyTuple_Size(arguments); ++i) {
        PyObject* argument = PyTuple_GetItem(arguments, i);
        if (is_plain_number(argument)) {
            known.arguments.push_back({nullptr, {}, Ref::borrow(argument)});
        } else if (std::optional<Likeness> like = array_like(argument)) {
            known.arguments.push_back(std::move(*like));
            has_array = true;
        } else {
            return std::nullopt;
        }
    }
    if (out != Py_None && !(known.out = array_like(out))) return std::nullopt;
    if (!has_array) return std::nullopt;
    return known;
}

/// Returns whether the function has the code of that call, and what it captured then.
bool is_current(const KnownCall& known) {
    const Ref code = Ref::steal(PyObject_GetAttrString(known.function.get(), "__code__"));
    if (code.get() != known.code.get()) return false;
    if (known.is_current.get() == Py_None) return true;
    const Ref answer = Ref::steal(PyObject_CallNoArgs(known.is_current.get()));
    return check(PyObject_IsTrue(answer.get())) == 1;
}

Ref flat(PyObject* object) {
    const ArrayState& array = live_array(object);
    return array.shape.rank() == 1 ? Ref::borrow(object) : new_view(array, Shape(array.shape.count()), 0);
}

void append(PyObject* list, const Ref& object) {
    check(PyList_Append(list, object.get()));
}

Ref launch(const RepeatedState& state, const KnownCall& known, PyObject* arguments, PyObject* out) {
    const Ref passed = Ref::steal(PyList_New(0)), made = Ref::steal(PyList_New(0));
    for (Py_ssize_t i = 0; i < PyTuple_Size(arguments); ++i) {
        PyObject* number = PyTuple_GetItem(known.given.get(), i);
        append(passed.get(), number == Py_None ? flat(PyTuple_GetItem(arguments, i)) : Ref::borrow(number));
    }
    if (out != Py_None) append(made.get(), Ref::borrow(out));
    for (Py_ssize_t i = 0; out == Py_None && i < PyTuple_Size(known.results.get()); ++i)
        append(made.get(),
               Ref::steal(PyObject_CallObject(state.empty.get(), PyTuple_GetItem(known.results.get(), i))));
    for (Py_ssize_t i = 0; i < PyList_Size(made.get()); ++i)
        append(passed.get(), flat(list_item(made.get(), i).get()));
    for (Py_ssize_t i = 0; i < PyTuple_Size(known.numbers.get()); ++i)
        append(passed.get(), Ref::borrow(PyTuple_GetItem(known.numbers.get(), i)));
    const Ref all = Ref::steal(PyList_AsTuple(passed.get()));
    Ref::steal(PyObject_CallObject(known.launch.get(), all.get()));
    return known.is_tuple && out == Py_None ? Ref::steal(PyList_AsTuple(made.get()))
                                            : list_item(made.get(), 0);
}

/// RepeatedCalls.run(arguments, out)
PyObject* run(PyObject* self, PyObject* values) {
    return guarded_object([&]() -> Ref {
        PyObject *arguments = nullptr, *out = nullptr;
        if (!PyArg_ParseTuple(values, "O!O:run", &PyTuple_Type, &arguments, &out)) throw PythonError{};
        RepeatedState& state = state_of(self);
        const auto found = std::ranges::find_if(
            state.calls, [&](const auto& each) { return is_like(*each, arguments, out); });
        if (found == state.calls.end()) return Ref::borrow(Py_None);
        std::rotate(state.calls.begin(), found, found + 1);
        const std::shared_ptr<const KnownCall> known = state.calls.front(); // Python code may change the list
        if (!is_current(*known) || (known->out && !are_apart(arguments, out))) return Ref::borrow(Py_None);
        return launch(state, *known, arguments, out);
    });
}

/// RepeatedCalls.remember(arguments, out, device, function, is_current, launch, given, numbers, results,
/// is_tuple)
PyObject* remember(PyObject* self, PyObject* values) {
    return guarded_object([&]() -> Ref {
        PyObject *arguments = nullptr, *out = nullptr, *device = nullptr, *function = nullptr;
        PyObject *is_current = nullptr, *launch = nullptr, *given = nullptr, *numbers = nullptr;
        PyObject* results = nullptr;
        int is_tuple = 0;
        if (!PyArg_ParseTuple(values, "O!OOOOOO!O!O!p:remember", &PyTuple_Type, &arguments, &out, &device,
                              &function, &is_current, &launch, &PyTuple_Type, &given, &PyTuple_Type, &numbers,
                              &PyTuple_Type, &results, &is_tuple))
            throw PythonError{};
        keep_uncalled(launch);
        std::optional<KnownCall> known = likeness_of(arguments, out, device_from(device, "remember"));
        if (!known) return Ref::borrow(Py_None);
        known->function = Ref::borrow(function);
        known->code = Ref::steal(PyObject_GetAttrString(function, "__code__"));
        known->is_current = Ref::borrow(is_current);
        known->launch = Ref::borrow(launch);
        known->given = Ref::borrow(given);
        known->numbers = Ref::borrow(numbers);
        known->results = Ref::borrow(results);
        known->is_tuple = is_tuple != 0;
        std::vector<std::shared_ptr<const KnownCall>>& calls = state_of(self).calls;
        std::erase_if(calls, [&](const auto& each) { return is_like(*each, arguments, out); });
        if (calls.size() >= most_calls) calls.pop_back();
        calls.insert(calls.begin(), std::make_shared<const KnownCall>(std::move(*known)));
        return Ref::borrow(Py_None);
    });
}

PyObject* make(PyTypeObject* type, PyObject* arguments, PyObject*) {
    return guarded_object([&] {
        PyObject* empty = nullptr;
        if (!PyArg_ParseTuple(arguments, "O:RepeatedCalls", &empty)) throw PythonError{};
        Ref object = Ref::steal(reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0));
        std::construct_at(&state_of(object.get()))->empty = Ref::borrow(empty);
        return object;
    });
}

int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(state_of(self).empty.get());
    for (const auto& each : state_of(self).calls)
        if (const int result = each->visit(visit, arg)) return result;
    return 0;
}

int clear(PyObject* self) {
    const auto calls = std::move(state_of(self).calls); // Python code may run when they go
    state_of(self).calls.clear();
    return 0;
}

void destroy(PyObject* self) {
    PyObject_GC_UnTrack(self);
    PyTypeObject* type = Py_TYPE(self);
    std::destroy_at(&state_of(self));
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyMethodDef methods[] = {
    {"run", run, METH_VARARGS,
     "Launches the kernel of an earlier call that was like this one, and returns what the function returns; "
     "None if there is no such call."},
    {"remember", remember, METH_VARARGS, "Keeps what a call has found out, for calls that are like it."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_methods, methods},
    {0, nullptr},
};

PyType_Spec spec = {"cudapy._core.RepeatedCalls", sizeof(RepeatedObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots};

} // namespace

void add_repeated_calls(PyObject* module) {
    add_type(module, spec);
}

} // namespace cudapy::python
