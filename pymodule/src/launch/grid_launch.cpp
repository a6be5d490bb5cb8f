#include "pymodule/src/launch/grid_launch.h"

#include "pymodule/src/array/array.h"
#include "pymodule/src/launch/call_mark.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/python/vectorcall.h"
#include "runtime/cuda/device.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace cudapy::python {

namespace {

constexpr std::size_t most_launches = 16; ///< of one grid, by the types of their arguments

/// The kinds of arguments that are told apart without code in Python.
enum class Kind { boolean, integer, floating, array };

/// The type of an argument, which it has in all launches of one compiled kernel.
struct ArgumentType {
    Kind kind;
    const Type* element = nullptr; ///< of an array
    int rank = 0;
};

struct KnownLaunch {
    int device = 0; ///< the GPU that was current
    std::vector<ArgumentType> arguments;
    Ref launch;
    Ref last, kernel; ///< a list whose only item is the kernel that was launched last; this kernel
};

struct LaunchState {
    CallMark mark;
    std::vector<std::shared_ptr<const KnownLaunch>> known; ///< the last one that was used is the first
};

struct GridLaunchObject {
    PyObject_HEAD LaunchState state;
};

LaunchState& launches_of(PyObject* self) {
    return reinterpret_cast<GridLaunchObject*>(self)->state;
}

/// Returns whether numba's type of the integer is int64.
bool is_int64(PyObject* integer) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (value == -1 && PyErr_Occurred()) throw PythonError{};
    return overflow == 0;
}

/// Returns the array if a kernel takes it as it is: one whose elements are numbers that follow each other,
/// and no more than indices of 32 bits count.
const ArrayState* plain_array(PyObject* object) {
    if (!is_array(object)) return nullptr;
    const ArrayState& array = array_state(object);
    const bool is_plain = array.memory->storage && array.packed && !array.memory->element_class &&
                          array.element->is_number() && !array.read_only &&
                          array.shape.count() <= std::numeric_limits<int32_t>::max();
    return is_plain ? &array : nullptr;
}

bool is_of(const ArgumentType& type, PyObject* object) {
    switch (type.kind) {
    case Kind::boolean:
        return PyBool_Check(object);
    case Kind::integer:
        return PyLong_CheckExact(object) && is_int64(object);
    case Kind::floating:
        return PyFloat_CheckExact(object);
    case Kind::array: {
        const ArrayState* array = plain_array(object);
        return array && array->element == type.element && array->shape.rank() == type.rank;
    }
    }
    return false;
}

bool are_of(const KnownLaunch& known, std::span<PyObject* const> arguments) {
    if (known.device != runtime::current_cuda_index() || known.arguments.size() != arguments.size())
        return false;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!is_of(known.arguments[i], arguments[i])) return false;
    return true;
}

PyObject* call(PyObject* self, PyObject* values, PyObject* names) {
    return guarded_object([&]() -> Ref {
        std::vector<PyObject*> arguments;
        for (Py_ssize_t i = 0; i < PyTuple_Size(values); ++i)
            arguments.push_back(PyTuple_GetItem(values, i));
        launches_of(self).mark.set(self);
        auto& all = launches_of(self).known;
        const auto found =
            names && PyDict_Size(names) > 0
                ? all.end()
                : std::ranges::find_if(all, [&](const auto& each) { return are_of(*each, arguments); });
        if (found == all.end()) {
            static constinit InternedString name("_launch_anew");
            const Ref method = Ref::steal(PyObject_GetAttr(self, name));
            return Ref::steal(PyObject_Call(method.get(), values, names));
        }
        if (found != all.begin()) std::rotate(all.begin(), found, found + 1);
        const std::shared_ptr<const KnownLaunch> known = all.front(); // Python code may change the list
        check(PyList_SetItem(known->last.get(), 0, Py_NewRef(known->kernel.get())));
        return Ref::steal(PyObject_Call(known->launch.get(), values, nullptr));
    });
}

/// Returns "f[1, 32]", with which a launch began.
Ref beginning_of(PyObject* self) {
    return Ref::steal(PyObject_GetAttrString(self, "_beginning"));
}

/// Warns of a launch that goes without a call. The object has all that it had.
void finalize_launch(PyObject* self) {
    launches_of(self).mark.end(self, beginning_of);
}

/// Whoever asks for an attribute uses the launch in another way than by calling it.
PyObject* get_attribute(PyObject* self, PyObject* name) {
    return guarded_object([&] {
        launches_of(self).mark.set(self);
        return Ref::steal(PyObject_GenericGetAttr(self, name));
    });
}

/// GridLaunch._remember(arguments, launch, last, kernel) keeps the launch for arguments of the types that
/// these have. It keeps none if it cannot tell their types.
PyObject* remember(PyObject* self, PyObject* values) {
    return guarded_object([&]() -> Ref {
        PyObject *arguments = nullptr, *launch = nullptr, *last = nullptr, *kernel = nullptr;
        if (!PyArg_ParseTuple(values, "O!OO!O:_remember", &PyTuple_Type, &arguments, &launch, &PyList_Type,
                              &last, &kernel))
            throw PythonError{};
        KnownLaunch known;
        known.device = runtime::current_cuda_index();
        known.launch = Ref::borrow(launch);
        known.last = Ref::borrow(last);
        known.kernel = Ref::borrow(kernel);
        for (Py_ssize_t i = 0; i < PyTuple_Size(arguments); ++i) {
            PyObject* argument = PyTuple_GetItem(arguments, i);
            if (PyBool_Check(argument)) {
                known.arguments.push_back({Kind::boolean});
            } else if (PyLong_CheckExact(argument) && is_int64(argument)) {
                known.arguments.push_back({Kind::integer});
            } else if (PyFloat_CheckExact(argument)) {
                known.arguments.push_back({Kind::floating});
            } else if (const ArrayState* array = plain_array(argument)) {
                known.arguments.push_back({Kind::array, array->element, array->shape.rank()});
            } else {
                return Ref::borrow(Py_None);
            }
        }
        auto& all = launches_of(self).known;
        if (all.size() >= most_launches) all.pop_back();
        all.insert(all.begin(), std::make_shared<const KnownLaunch>(std::move(known)));
        return Ref::borrow(Py_None);
    });
}

/// GridLaunch._forget() drops all launches.
PyObject* forget(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const auto dropped = std::move(launches_of(self).known); // Python code may run when they go
        launches_of(self).known.clear();
        return Ref::borrow(Py_None);
    });
}

/// The last `kernel[grid, block]`.
struct KernelState {
    Ref key;
    LastLaunch launch;
};

struct GridKernelObject {
    PyObject_HEAD KernelState state;
};

KernelState& kernel_state(PyObject* self) {
    return reinterpret_cast<GridKernelObject*>(self)->state;
}

/// Returns whether both are the same integer, or tuples of the same integers. 1.0 and True are none.
bool is_same_size(PyObject* one, PyObject* other) {
    if (PyLong_CheckExact(one) && PyLong_CheckExact(other))
        return one == other || check(PyObject_RichCompareBool(one, other, Py_EQ)) == 1;
    if (!PyTuple_CheckExact(one) || !PyTuple_CheckExact(other) || PyTuple_Size(one) != PyTuple_Size(other))
        return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(one); ++i)
        if (!is_same_size(PyTuple_GetItem(one, i), PyTuple_GetItem(other, i))) return false;
    return true;
}

PyObject* subscript(PyObject* self, PyObject* key) {
    return guarded_object([&]() -> Ref {
        KernelState& state = kernel_state(self);
        if (state.launch.get() && is_same_size(state.key.get(), key)) return Ref::steal(state.launch.ask());
        static constinit InternedString name("_configured");
        const Ref method = Ref::steal(PyObject_GetAttr(self, name));
        const Ref launch = Ref::steal(PyObject_CallFunctionObjArgs(method.get(), key, nullptr));
        launches_of(launch.get()).mark.reset();
        if (is_same_size(key, key) && PyTuple_Size(key) == 2) {            // a tuple of two sizes
            const Ref before = std::exchange(state.key, Ref::borrow(key)); // Python code may run when it goes
            state.launch.replace(launch.get(), launches_of(launch.get()).mark);
        }
        return launch;
    });
}

template <typename Object, typename State>
PyObject* make(PyTypeObject* type, PyObject*, PyObject*) {
    return guarded_object([&] {
        Ref object = Ref::steal(reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0));
        std::construct_at(&reinterpret_cast<Object*>(object.get())->state);
        return object;
    });
}

template <typename Object>
void destroy(PyObject* self) {
    PyObject_GC_UnTrack(self);
    PyTypeObject* type = Py_TYPE(self);
    std::destroy_at(&reinterpret_cast<Object*>(self)->state);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

int visit_launch(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    for (const auto& each : launches_of(self).known)
        for (const Ref* part : {&each->launch, &each->last, &each->kernel})
            Py_VISIT(part->get());
    return 0;
}

int clear_launch(PyObject* self) {
    const auto dropped = std::move(launches_of(self).known);
    launches_of(self).known.clear();
    return 0;
}

int visit_kernel(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(kernel_state(self).key.get());
    Py_VISIT(kernel_state(self).launch.kept());
    return 0;
}

int clear_kernel(PyObject* self) {
    const Ref dropped = std::move(kernel_state(self).key);
    kernel_state(self).launch.clear();
    return 0;
}

PyMethodDef launch_methods[] = {
    {"_remember", remember, METH_VARARGS, nullptr},
    {"_forget", forget, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot launch_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(make<GridLaunchObject, LaunchState>)},
    {Py_tp_finalize, reinterpret_cast<void*>(finalize_launch)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy<GridLaunchObject>)},
    {Py_tp_traverse, reinterpret_cast<void*>(visit_launch)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_launch)},
    {Py_tp_call, reinterpret_cast<void*>(call)},
    {Py_tp_methods, launch_methods},
    {0, nullptr},
};

PyType_Slot kernel_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(make<GridKernelObject, KernelState>)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy<GridKernelObject>)},
    {Py_tp_traverse, reinterpret_cast<void*>(visit_kernel)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_kernel)},
    {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
    {0, nullptr},
};

constexpr unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE;
PyType_Spec launch_spec = {"cudapy._core.GridLaunch", sizeof(GridLaunchObject), 0, flags, launch_slots};
PyType_Spec kernel_spec = {"cudapy._core.GridKernel", sizeof(GridKernelObject), 0, flags, kernel_slots};

} // namespace

void add_grid_launch(PyObject* module) {
    add_type(module, launch_spec);
    add_type(module, kernel_spec);
}

} // namespace cudapy::python
