#include "pymodule/src/launch.h"

#include "pymodule/src/arguments.h"
#include "pymodule/src/error.h"

#include <memory>

namespace cudapy::python {

namespace {

struct LaunchState {
    std::shared_ptr<Program> program; ///< keeps `kernel`
    const LoadedKernel* kernel = nullptr;
    LaunchShape shape;
};

struct LaunchObject {
    PyObject_HEAD LaunchState state;
};

PyTypeObject* launch_type = nullptr;
allocfunc launch_allocate = nullptr;
freefunc launch_free = nullptr;

/// What Python has printed comes before what the kernel prints, which has a buffer of C's.
void flush_output() {
    PyObject* stream = PySys_GetObject("stdout");
    if (!stream || stream == Py_None) return;
    Ref::steal(PyObject_CallMethod(stream, "flush", nullptr));
}

LaunchState& state_of(PyObject* self) {
    return reinterpret_cast<LaunchObject*>(self)->state;
}

void destroy(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    std::destroy_at(&state_of(self));
    launch_free(self);
    Py_DECREF(type);
}

PyObject* call(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        Arguments sent(*state.kernel, state.shape);
        sent.bind(arguments, keywords);
        if (state.kernel->info.prints) flush_output();
        {
            WithoutGil released;
            sent.run();
        }
        sent.give_back();
        return Ref::borrow(Py_None);
    });
}

PyObject* repr(PyObject* self) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        const auto& [x, y, z] = state.shape.threads;
        const auto& [block_x, block_y, block_z] = state.shape.block;
        std::string blocks;
        if (block_x != 0) blocks = fmt::format(" in blocks of {} x {} x {}", block_x, block_y, block_z);
        return to_python(fmt::format("<launch of {} on {} x {} x {} threads{}>", state.kernel->info.name, x,
                                     y, z, blocks));
    });
}

PyObject* get_threads(PyObject* self, void*) {
    const auto& [x, y, z] = state_of(self).shape.threads;
    return Py_BuildValue("(LLL)", static_cast<long long>(x), static_cast<long long>(y),
                         static_cast<long long>(z));
}

PyObject* get_block(PyObject* self, void*) {
    const auto& [x, y, z] = state_of(self).shape.block;
    if (x == 0) return Py_NewRef(Py_None);
    return Py_BuildValue("(LLL)", static_cast<long long>(x), static_cast<long long>(y),
                         static_cast<long long>(z));
}

PyGetSetDef attributes[] = {
    {"threads", get_threads, nullptr, "The threads along x, y and z.", nullptr},
    {"block", get_block, nullptr,
     "The threads of a block along x, y and z; None when they are chosen at the launch.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("A kernel and a number of threads. Calling it with the kernel's arguments, "
                                  "by position or by name, runs it.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_call, reinterpret_cast<void*>(call)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_tp_getset, attributes},
    {0, nullptr},
};

PyType_Spec spec = {
    "cudapy.Launch",
    sizeof(LaunchObject),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};

} // namespace

Ref new_launch(std::shared_ptr<Program> program, const LoadedKernel* kernel, const LaunchShape& shape) {
    Ref object = Ref::steal(launch_allocate(launch_type, 0));
    std::construct_at(&state_of(object.get()), LaunchState{std::move(program), kernel, shape});
    return object;
}

void add_launch(PyObject* module) {
    if (launch_type) return;
    launch_type = add_type(module, spec);
    launch_allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(launch_type, Py_tp_alloc));
    launch_free = reinterpret_cast<freefunc>(PyType_GetSlot(launch_type, Py_tp_free));
}

} // namespace cudapy::python
