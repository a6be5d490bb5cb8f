#include "pymodule/src/launch/launch.h"

#include "docstrings.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/launch/arguments.h"
#include "pymodule/src/launch/explain.h"
#include "pymodule/src/launch/launch_range.h"
#include "pymodule/src/launch/line_report.h"
#include "pymodule/src/launch/temporaries.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/python/vectorcall.h"
#include "pymodule/src/types/element_type.h"
#include "runtime/cpu/launch_progress.h"
#include "runtime/queue/graph.h"

#include <algorithm>
#include <cstddef>
#include <memory>

namespace cudapy::python {

namespace {

struct LaunchState {
    std::shared_ptr<Program> program; ///< keeps `kernel`
    const LoadedKernel* kernel = nullptr;
    LaunchShape shape;
};

struct LaunchObject {
    PyObject_HEAD VectorCall call;
    LaunchState state;
    CallMark mark;
};

PyTypeObject* launch_type = nullptr;
allocfunc launch_allocate = nullptr;
freefunc launch_free = nullptr;

/// Writes out what Python has printed, so that it comes before the kernel's output, which has a buffer of C.
void flush_output() {
    const Ref stream = sys_object("stdout");
    if (!stream || stream.get() == Py_None) return;
    Ref::steal(PyObject_CallMethod(stream.get(), "flush", nullptr));
}

LaunchState& state_of(PyObject* self) {
    return reinterpret_cast<LaunchObject*>(self)->state;
}

/// Returns "f(8)", with which a launch began.
Ref beginning_of(PyObject* self) {
    const LaunchState& state = state_of(self);
    const auto& [x, y, z] = state.shape.threads;
    const std::string rest = z != 1 ? fmt::format(", {}, {}", y, z) : y != 1 ? fmt::format(", {}", y) : "";
    return to_python(fmt::format("{}({}{})", state.kernel->info.called, x, rest));
}

void destroy(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    mark_of(self).end(self, beginning_of);
    std::destroy_at(&mark_of(self));
    std::destroy_at(&state_of(self));
    launch_free(self);
    Py_DECREF(type);
}

/// Returns (name, element type, whether it is written, whether offsets are 64-bit, whose tangents or
/// cotangents it holds) for each parameter. The element type is None if the parameter takes no lists, and the
/// last one is empty for none.
Ref parameters_of(const LoadedKernel& kernel) {
    Ref result = Ref::steal(PyList_New(0));
    const auto& parameters = kernel.info.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const ParameterInfo& parameter = parameters[i];
        if (parameter.is_of_launch()) break; // the launcher fills them in
        PyObject* element = parameter.is_lists ? type_object(parameter.type->element()) : Py_None;
        const bool is_held = parameter.writes && !parameter.leaves_nothing;
        const std::string of =
            parameter.tangent_of < 0 ? "" : parameters[static_cast<std::size_t>(parameter.tangent_of)].name;
        Ref entry = Ref::steal(
            Py_BuildValue("(sOOOOs)", parameter.name.c_str(), element, parameter.writes ? Py_True : Py_False,
                          is_held ? Py_True : Py_False, kernel.index64 ? Py_True : Py_False, of.c_str()));
        check(PyList_Append(result.get(), entry.get()));
        if (parameter.is_lists) i += 2;
    }
    return result;
}

/// Launches with arguments of lists. Python code takes the lists apart, and calls `_direct` with their parts.
Ref call_with_lists(PyObject* self, const CallArguments& arguments) {
    const LoadedKernel& kernel = *state_of(self).kernel;
    const runtime::StreamScope scope(state_of(self).shape.stream);
    Ref module = Ref::steal(PyImport_ImportModule("cudapy._arrays.lists"));
    Ref direct = Ref::steal(PyObject_GetAttrString(self, "_direct"));
    return Ref::steal(PyObject_CallMethod(module.get(), "launch", "OsOOOs", direct.get(),
                                          kernel.info.called.c_str(), parameters_of(kernel).get(),
                                          arguments.tuple().get(), arguments.dictionary().get(),
                                          kernel.device.name().c_str()));
}

/// Makes a graph keep the kernel if the launch is recorded, and returns the graph; else null. Refuses to
/// record a launch with a stream of its own.
runtime::Graph* keep_if_recorded(const LaunchState& state) {
    const runtime::Device device = state.kernel->device;
    const runtime::StreamRef& stream = runtime::current_stream(device);
    if (state.shape.stream && runtime::is_recording(device)) [[unlikely]]
        raise(PyExc_RuntimeError,
              "{}: a launch with a stream of its own cannot be part of a graph: leave stream= out, and give "
              "the stream to graph.replay()",
              state.kernel->info.called);
    if (stream && stream->recording()) [[unlikely]] {
        if (runtime::LaunchProgress::of_this_thread())
            raise(PyExc_RuntimeError,
                  "{}: a launch that tells its progress cannot be part of a graph: leave progress= out",
                  state.kernel->info.called);
        stream->recording()->keep(state.program);
        return stream->recording();
    }
    return nullptr;
}

/// Has the tape of this thread make the launch.
Ref call_on_tape(PyObject* tape, PyObject* self, const CallArguments& arguments) {
    const LaunchState& state = state_of(self);
    if (runtime::is_recording(state.kernel->device))
        raise(PyExc_RuntimeError,
              "{}: a launch cannot be part of a graph and of a tape: record the graph outside of `with` tape",
              state.kernel->info.called);
    if (state.shape.stream)
        raise(PyExc_RuntimeError,
              "{}: a tape does not record launches with stream=: make the stream current with `with stream:`",
              state.kernel->info.called);
    return call_tape(tape, "_on_launch", self, arguments.tuple().get(), arguments.dictionary().get());
}

/// Refuses what changes arrays in a way that a tape does not record.
void refuse_on_tape(PyObject* self, const char* what) {
    if (recording_tape()) [[unlikely]]
        raise(PyExc_RuntimeError,
              "{}: a tape does not record {}: launch the kernel in the `with` of the tape",
              state_of(self).kernel->info.called, what);
}

PyObject* call_direct(PyObject* self, const CallArguments& arguments) {
    return guarded_object([&] {
        mark_of(self).set(self);
        if (PyObject* tape = recording_tape()) [[unlikely]]
            return call_on_tape(tape, self, arguments);
        const LaunchState& state = state_of(self);
        const runtime::StreamScope scope(state.shape.stream);
        runtime::Graph* const graph = keep_if_recorded(state);
        const LineReport lines;
        Arguments sent(*state.kernel, state.shape);
        sent.bind(arguments);
        if (graph) [[unlikely]]
            sent.count_changes(*graph);
        if (state.kernel->info.prints) flush_output();
        {
            WithoutGil released;
            sent.run();
        }
        sent.give_back();
        return Ref::borrow(Py_None);
    });
}

bool takes_lists(const LoadedKernel& kernel) {
    const auto& parameters = kernel.info.parameters;
    return std::any_of(parameters.begin(), parameters.end(),
                       [](const ParameterInfo& parameter) { return parameter.is_lists; });
}

PyObject* call_without_lists(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    return call_direct(self, CallArguments(values, count, names));
}

PyObject* call(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    if (!takes_lists(*state_of(self).kernel)) return call_without_lists(self, values, count, names);
    const CallArguments arguments(values, count, names);
    return guarded_object([&] {
        mark_of(self).set(self);
        const CallTemporaries temporaries(arguments);
        return call_with_lists(self, arguments);
    });
}

PyObject* call_in_range(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    in_turn([&] {
        mark_of(self).set(self);
        return true;
    });
    if (!begin_launch_range(state_of(self).kernel->name)) return nullptr;
    PyObject* result = call(self, values, count, names);
    end_launch_range();
    return result;
}

/// Calls a launch in the way that was chosen when it was made.
PyObject* call_as_made(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    return reinterpret_cast<LaunchObject*>(self)->call(self, values, count, names);
}

/// Whoever asks for an attribute uses the launch in another way than by calling it.
PyObject* get_attribute(PyObject* self, PyObject* name) {
    return guarded_object([&] {
        mark_of(self).set(self);
        return Ref::steal(PyObject_GenericGetAttr(self, name));
    });
}

PyObject* direct(PyObject* self, PyObject* const* values, Py_ssize_t count) {
    return call_direct(self, CallArguments(values, static_cast<std::size_t>(count), nullptr));
}

PyObject* repr(PyObject* self) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        const auto& [x, y, z] = state.shape.threads;
        const auto& [block_x, block_y, block_z] = state.shape.block;
        std::string blocks;
        if (block_x != 0) blocks = fmt::format(" in blocks of {} x {} x {}", block_x, block_y, block_z);
        return to_python(fmt::format("<launch of {} on {} x {} x {} threads{}>", state.kernel->info.called, x,
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

/// Returns what cudapy/_compile/pickle.py makes the launch of again: the program, the kernel's name, threads,
/// block and shared arrays.
PyObject* get_recipe(PyObject* self, void*) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        const std::size_t arrays = state.kernel->info.dynamic_shared.size();
        Ref shared = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(arrays)));
        for (std::size_t i = 0; i < arrays; ++i)
            check(PyTuple_SetItem(shared.get(), static_cast<Py_ssize_t>(i),
                                  PyLong_FromLongLong(state.shape.shared[i])));
        const Ref recipe = state.program->recipe ? state.program->recipe : Ref::borrow(Py_None);
        return Ref::steal(Py_BuildValue("(OsNNOO)", recipe.get(), state.kernel->info.name.c_str(),
                                        get_threads(self, nullptr), get_block(self, nullptr), shared.get(),
                                        state.shape.stream ? Py_True : Py_False));
    });
}

PyObject* explain_launch(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        return explain(*state.program, *state.kernel, state.shape);
    });
}

/// `_planned_block()` returns the block of the threads that were asked for.
PyObject* planned_block_of_launch(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        return planned_block(*state.kernel, state.shape);
    });
}

/// `_trace(blocks, *arguments)` launches the blocks with these numbers, and returns the result of
/// Tracing::result. It takes lists in the parts that call_with_lists gives `_direct`.
PyObject* trace(PyObject* self, PyObject* const* values, Py_ssize_t count) {
    return guarded_object([&] {
        refuse_on_tape(self, "traces");
        const LaunchState& state = state_of(self);
        std::vector<int64_t> blocks;
        const Ref numbers = Ref::steal(PySequence_Tuple(count == 0 ? Py_None : values[0]));
        for (Py_ssize_t i = 0; i < PyTuple_Size(numbers.get()); ++i) {
            blocks.push_back(PyLong_AsLongLong(PyTuple_GetItem(numbers.get(), i)));
            if (PyErr_Occurred()) throw PythonError{};
        }
        Tracing tracing(*state.kernel, state.shape.block, std::move(blocks));
        Arguments sent(*state.kernel, state.shape);
        sent.trace(tracing);
        sent.bind(CallArguments(values + 1, static_cast<std::size_t>(count - 1), nullptr));
        if (state.kernel->info.prints) flush_output();
        {
            WithoutGil released;
            sent.run();
        }
        sent.give_back();
        return tracing.result();
    });
}

Ref tuple_of(const runtime::Extent& extent) {
    return Ref::steal(Py_BuildValue("(LLL)", static_cast<long long>(extent[0]),
                                    static_cast<long long>(extent[1]), static_cast<long long>(extent[2])));
}

/// `_choices()` returns ways to launch that are worth measuring, each as the coarsening factors, all 0 for
/// the plain variant, and of a block: those of the plain variant, and of the usual coarsened one, which it
/// builds; and the coarsening factors in which launches of so many threads run, in the first one that their
/// arguments fit. `_choices((x, y, z))` returns the ways of the variant with such factors, which it builds;
/// there are none where the kernel has no such variant.
PyObject* choices(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        const LoadedKernel& kernel = *state.kernel;
        if (kernel.info.prints)
            raise(PyExc_TypeError,
                  "{}: tune launches a kernel many times, and this one would print each time",
                  kernel.info.called);
        long long a = 0, b = 0, c = 0;
        if (!PyArg_ParseTuple(arguments, "|(LLL)", &a, &b, &c)) throw PythonError{};
        const runtime::Extent factors{a, b, c};
        const bool is_asked = a != 0;
        const runtime::Extent usual = kernel.kernel->traits().coarsened.size;
        const runtime::Extent other = kernel.kernel->traits().coarsened.otherwise;
        const bool has_usual = !kernel.info.coarsened.symbol.empty() && !kernel.device.is_host();
        if (is_asked || has_usual) state.program->add_coarsened(kernel, is_asked ? factors : usual);
        const bool has_other =
            has_usual && kernel.kernel->suits_other_coarsened(state.shape.threads, nullptr);
        if (!is_asked && has_other) state.program->try_coarsened(kernel, other);
        const auto found = is_asked ? kernel.kernel->choices(state.shape.threads, factors)
                                    : kernel.kernel->choices(state.shape.threads);
        Ref ways = Ref::steal(PyList_New(0));
        for (const runtime::LaunchChoice& choice : found) {
            const Ref way =
                Ref::steal(PyTuple_Pack(2, tuple_of(choice.factors).get(), tuple_of(choice.block).get()));
            check(PyList_Append(ways.get(), way.get()));
        }
        if (is_asked) return ways;
        const Ref sizes = Ref::steal(PyList_New(0));
        if (kernel.kernel->suits_coarsened(state.shape.threads, nullptr))
            check(PyList_Append(sizes.get(), tuple_of(usual).get()));
        if (has_other) check(PyList_Append(sizes.get(), tuple_of(other).get()));
        return Ref::steal(PyTuple_Pack(2, ways.get(), sizes.get()));
    });
}

/// Returns the name of the device that the launch runs on.
PyObject* device_of_launch(PyObject* self, PyObject*) {
    return guarded_object([&] { return to_python(state_of(self).kernel->device.name()); });
}

/// Returns whether tuning may try groups of other sizes than the usual one.
PyObject* may_vary_coarsening(PyObject* self, PyObject*) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        return Ref::steal(PyBool_FromLong(state.program->may_vary_coarsening(*state.kernel)));
    });
}

/// Reads what choices() gives.
runtime::LaunchChoice choice_from(PyObject* object) {
    long long a = 0, b = 0, c = 0, x = 0, y = 0, z = 0;
    if (!PyArg_ParseTuple(object, "(LLL)(LLL)", &a, &b, &c, &x, &y, &z)) throw PythonError{};
    return {{a, b, c}, {x, y, z}};
}

/// `_launch_as(choice, *arguments)` launches in this way. Returns whether that was possible.
PyObject* launch_as(PyObject* self, PyObject* const* values, Py_ssize_t count) {
    return guarded_object([&] {
        refuse_on_tape(self, "tuning");
        const LaunchState& state = state_of(self);
        const runtime::LaunchChoice choice = choice_from(count == 0 ? Py_None : values[0]);
        const runtime::StreamScope scope(state.shape.stream);
        const LineReport lines;
        Arguments sent(*state.kernel, state.shape);
        sent.choose(choice);
        sent.bind(CallArguments(values + 1, static_cast<std::size_t>(count - 1), nullptr));
        {
            WithoutGil released;
            sent.run();
        }
        sent.give_back();
        return Ref::steal(PyBool_FromLong(sent.has_run()));
    });
}

/// `_keep_tuned(choice)` makes later launches of so many threads choose this way.
PyObject* keep_tuned(PyObject* self, PyObject* choice) {
    return guarded_object([&] {
        const LaunchState& state = state_of(self);
        state.program->keep_tuned(*state.kernel, state.shape.threads, choice_from(choice));
        return Ref::borrow(Py_None);
    });
}

/// Returns what a tape asks of a launch: the kernel's name, its name in messages, its device, and its
/// parameters.
PyObject* get_uses(PyObject* self, void*) {
    return guarded_object([&] {
        const LoadedKernel& kernel = *state_of(self).kernel;
        return Ref::steal(Py_BuildValue("(sssN)", kernel.info.name.c_str(), kernel.info.called.c_str(),
                                        kernel.device.name().c_str(), uses_of(kernel.info).release()));
    });
}

PyMethodDef methods[] = {
    {"explain", explain_launch, METH_NOARGS, docs::Launch_explain},
    {"_direct", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(direct)), METH_FASTCALL, nullptr},
    {"_choices", choices, METH_VARARGS, nullptr},
    {"_device", device_of_launch, METH_NOARGS, nullptr},
    {"_planned_block", planned_block_of_launch, METH_NOARGS, nullptr},
    {"_may_vary_factors", may_vary_coarsening, METH_NOARGS, nullptr},
    {"_launch_as", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(launch_as)), METH_FASTCALL, nullptr},
    {"_keep_tuned", keep_tuned, METH_O, nullptr},
    {"_trace", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(trace)), METH_FASTCALL, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

/// Returns the description of the parameters by which cudapy._arrays.lists takes lists apart.
PyObject* get_lists(PyObject* self, void*) {
    return guarded_object([&] { return parameters_of(*state_of(self).kernel); });
}

PyGetSetDef attributes[] = {
    {"threads", get_threads, nullptr, docs::Launch_threads, nullptr},
    {"block", get_block, nullptr, docs::Launch_block, nullptr},
    {"_recipe", get_recipe, nullptr, nullptr, nullptr},
    {"_lists", get_lists, nullptr, nullptr, nullptr},
    {"_uses", get_uses, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(LaunchObject, call), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::Launch)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_call, reinterpret_cast<void*>(tuple_call<call_as_made>)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {0, nullptr},
};

PyType_Spec spec = {
    "cudapy.Launch",
    sizeof(LaunchObject),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE | type_has_vectorcall,
    slots,
};

} // namespace

CallMark& mark_of(PyObject* launch) {
    return reinterpret_cast<LaunchObject*>(launch)->mark;
}

void keep_uncalled(PyObject* launch) {
    if (Py_IS_TYPE(launch, launch_type)) mark_of(launch).set(launch);
}

Ref uses_of(const KernelInfo& info) {
    Ref uses = Ref::steal(PyList_New(0));
    for (const ParameterInfo& parameter : info.parameters) {
        if (parameter.is_of_launch()) continue;
        const Ref use = Ref::steal(Py_BuildValue(
            "(sOOOOLO)", parameter.name.c_str(), parameter.type->is_array() ? Py_True : Py_False,
            parameter.reads ? Py_True : Py_False, parameter.writes ? Py_True : Py_False,
            parameter.is_bar ? Py_True : Py_False, static_cast<long long>(parameter.tangent_of),
            parameter.captured >= 0 ? Py_True : Py_False));
        check(PyList_Append(uses.get(), use.get()));
    }
    return uses;
}

Ref new_launch(std::shared_ptr<Program> program, const LoadedKernel* kernel, const LaunchShape& shape) {
    Ref object = Ref::steal(launch_allocate(launch_type, 0));
    std::construct_at(&state_of(object.get()), LaunchState{std::move(program), kernel, shape});
    std::construct_at(&mark_of(object.get()));
    reinterpret_cast<LaunchObject*>(object.get())->call = has_launch_ranges()    ? call_in_range
                                                          : takes_lists(*kernel) ? call
                                                                                 : call_without_lists;
    return object;
}

bool is_same_launch(PyObject* launch, const LoadedKernel* kernel, const LaunchShape& shape) {
    const LaunchState& state = state_of(launch);
    return state.kernel == kernel && state.shape.threads == shape.threads &&
           state.shape.block == shape.block && state.shape.shared_bytes == 0 && !state.shape.stream;
}

const LoadedKernel* kernel_of(PyObject* launch) {
    return state_of(launch).kernel;
}

void add_launch(PyObject* module) {
    if (launch_type) return;
    launch_type = add_type(module, spec);
    launch_allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(launch_type, Py_tp_alloc));
    launch_free = reinterpret_cast<freefunc>(PyType_GetSlot(launch_type, Py_tp_free));
}

} // namespace cudapy::python
