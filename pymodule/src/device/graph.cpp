#include "pymodule/src/device/graph.h"

#include "docstrings.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/device/stream.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/launch/launch_sites.h"
#include "pymodule/src/launch/line_report.h"
#include "pymodule/src/python/error.h"
#include "runtime/queue/graph.h"

#include <cstddef>
#include <memory>

namespace cudapy::python {

namespace {

struct GraphState {
    runtime::Device device;
    std::shared_ptr<runtime::Graph> graph; ///< null until `with` begins
    const char* name = nullptr;            ///< for reports of failures; null if nothing can fail
};

struct GraphObject {
    PyObject_HEAD GraphState state;
    PyObject* weak_references;
};

PyTypeObject* graph_type = nullptr;

GraphState& state_of(PyObject* self) {
    return reinterpret_cast<GraphObject*>(self)->state;
}

PyObject* begin_recording(PyObject* self, PyObject*) {
    return guarded_object([&] {
        GraphState& state = state_of(self);
        if (state.graph) raise(PyExc_RuntimeError, "a graph is recorded once: call cudapy.capture() again");
        if (runtime::is_recording(state.device))
            raise(PyExc_RuntimeError,
                  "this thread records a graph already, and a graph cannot be part of another");
        state.graph = std::make_shared<runtime::Graph>(state.device);
        runtime::enter_stream(state.graph->stream());
        return Ref::borrow(self);
    });
}

PyObject* end_recording(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        GraphState& state = state_of(self);
        const bool failed = PyTuple_Size(arguments) > 0 && PyTuple_GetItem(arguments, 0) != Py_None;
        if (!state.graph || !state.graph->is_recording())
            raise(PyExc_RuntimeError, "this graph is not being recorded");
        if (!runtime::leave_stream(*state.graph->stream()))
            raise(PyExc_RuntimeError, "the `with` of a graph ends in the thread in which it began");
        if (failed) {
            state.graph->abandon();
            return Ref::borrow(Py_None);
        }
        {
            WithoutGil released;
            state.graph->finish();
        }
        if (state.graph->size()) state.name = lasting_name("a graph of " + state.graph->names());
        return Ref::borrow(Py_None);
    });
}

/// Writes out what Python has printed. The output of kernels has a buffer of C, and must come after it.
void flush_output() {
    const Ref stream = sys_object("stdout");
    if (stream && stream.get() != Py_None) Ref::steal(PyObject_CallMethod(stream.get(), "flush", nullptr));
}

PyObject* replay(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* given = Py_None;
        static const char* names[] = {"stream", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:replay", const_cast<char**>(names), &given))
            throw PythonError{};
        const GraphState& state = state_of(self);
        const std::shared_ptr<runtime::Graph> graph = state.graph;
        if (!graph) raise(PyExc_RuntimeError, "nothing was recorded in the graph: `with graph:` does that");
        if (recording_tape())
            raise(PyExc_RuntimeError,
                  "a tape does not record what a graph does: launch the kernels in the `with` of the tape");
        for (const auto& counter : graph->counters())
            ++*counter;
        runtime::StreamRef stream = stream_from(given, state.device, "Graph.replay");
        if (!stream) stream = runtime::current_stream(state.device);
        const bool on_gpu = state.device.kind == runtime::Device::Kind::cuda;
        const int site = on_gpu && state.name ? note_launch_site(state.name, state.device, stream) : -1;
        if (!on_gpu) flush_output();
        const LineReport lines;
        {
            WithoutGil released;
            graph->replay(stream);
        }
        if (site >= 0) confirm_launch(site);
        return Ref::borrow(Py_None);
    });
}

Py_ssize_t length(PyObject* self) {
    return in_turn([&] {
        const auto& graph = state_of(self).graph;
        return graph ? static_cast<Py_ssize_t>(graph->size()) : 0;
    });
}

PyObject* graph_repr(PyObject* self) {
    return guarded_object([&] {
        const GraphState& state = state_of(self);
        if (!state.graph) return to_python("<graph, not recorded>");
        if (state.graph->is_recording()) return to_python("<graph, being recorded>");
        if (!state.graph->is_finished()) return to_python("<graph, given up>");
        return to_python(fmt::format("<graph of {} on {}>",
                                     state.graph->size() ? state.graph->names() : "nothing",
                                     state.device.name()));
    });
}

PyObject* get_graph_device(PyObject* self, void*) {
    return guarded_object([&] { return to_python(state_of(self).device.name()); });
}

PyMethodDef graph_methods[] = {
    {"replay", with_keywords(replay), METH_VARARGS | METH_KEYWORDS, docs::Graph_replay},
    {"__enter__", begin_recording, METH_NOARGS, nullptr},
    {"__exit__", end_recording, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef graph_attributes[] = {
    {"device", get_graph_device, nullptr, docs::Graph_device, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef graph_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(GraphObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot graph_slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::Graph)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy_object<GraphObject, &GraphObject::state>)},
    {Py_tp_call, reinterpret_cast<void*>(replay)},
    {Py_tp_repr, reinterpret_cast<void*>(graph_repr)},
    {Py_sq_length, reinterpret_cast<void*>(length)},
    {Py_tp_methods, graph_methods},
    {Py_tp_getset, graph_attributes},
    {Py_tp_members, graph_members},
    {0, nullptr},
};

PyType_Spec graph_spec = {"cudapy.Graph", sizeof(GraphObject), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
                          graph_slots};

} // namespace

PyObject* make_capture(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* device = Py_None;
        static const char* names[] = {"device", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:capture", const_cast<char**>(names),
                                         &device))
            throw PythonError{};
        const runtime::Device on = device_from(device, "capture");
        auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(graph_type, Py_tp_alloc));
        Ref object = Ref::steal(allocate(graph_type, 0));
        std::construct_at(&state_of(object.get()), GraphState{on, nullptr, nullptr});
        return object;
    });
}

void add_graph(PyObject* module) {
    if (!graph_type) graph_type = add_type(module, graph_spec);
}

} // namespace cudapy::python
