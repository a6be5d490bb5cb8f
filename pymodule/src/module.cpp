// The extension module cudapy._core: its functions, and where its types and exceptions come together.

#include "pymodule/src/aggregates.h"
#include "pymodule/src/array.h"
#include "pymodule/src/array_copy.h"
#include "pymodule/src/cpython.h"
#include "pymodule/src/dim3.h"
#include "pymodule/src/element_type.h"
#include "pymodule/src/elements.h"
#include "pymodule/src/error.h"
#include "pymodule/src/event.h"
#include "pymodule/src/graph.h"
#include "pymodule/src/host_buffer.h"
#include "pymodule/src/kernel.h"
#include "pymodule/src/launch.h"
#include "pymodule/src/memory_info.h"
#include "pymodule/src/rows.h"
#include "pymodule/src/stream.h"
#include "pymodule/src/target.h"
#include "runtime/cache.h"

namespace cudapy::python {

namespace {

std::vector<std::string> strings_from(PyObject* list) {
    std::vector<std::string> strings;
    Py_ssize_t count = check_size(PySequence_Size(list));
    for (Py_ssize_t i = 0; i < count; ++i)
        strings.push_back(to_string(Ref::steal(PySequence_GetItem(list, i)).get()));
    return strings;
}

/// Whether `index=` asks for 64-bit indices.
bool index64_from(PyObject* index) {
    if (index == Py_None) return false;
    const Type* type = type_of(index);
    if (type == Type::int32()) return false;
    if (type == Type::int64()) return true;
    raise(PyExc_ValueError, "compile: index must be cp.int32, cp.int64 or None, got {}", describe(index));
}

/// `(kernel, ((type or None, weak, function), …))`: what each parameter of a generic kernel is given.
InstanceRequest instance_from(PyObject* object) {
    const char* kernel = nullptr;
    PyObject* list = nullptr;
    if (!PyArg_ParseTuple(object, "sO", &kernel, &list)) throw PythonError{};
    InstanceRequest request;
    request.kernel = kernel;
    const Py_ssize_t count = check_size(PySequence_Size(list));
    for (Py_ssize_t i = 0; i < count; ++i) {
        Ref item = Ref::steal(PySequence_GetItem(list, i));
        PyObject* type = nullptr;
        int weak = 0;
        const char* function = nullptr;
        if (!PyArg_ParseTuple(item.get(), "Ops", &type, &weak, &function)) throw PythonError{};
        InstanceRequest::Argument argument;
        argument.type = type_of(type);
        argument.is_weak = weak != 0;
        argument.function = function;
        request.arguments.push_back(std::move(argument));
    }
    return request;
}

/// A generic kernel as its name and (parameter, type, whether it is a function) for each parameter.
Ref describe_generic(const GenericKernel& kernel) {
    Ref parameters = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(kernel.parameters.size())));
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const GenericKernel::Parameter& parameter = kernel.parameters[i];
        Ref entry = Ref::steal(Py_BuildValue("(ssi)", parameter.name.c_str(), parameter.type.c_str(),
                                             parameter.is_function ? 1 : 0));
        check(PyTuple_SetItem(parameters.get(), static_cast<Py_ssize_t>(i), entry.release()));
    }
    return Ref::steal(Py_BuildValue("(sO)", kernel.name.c_str(), parameters.get()));
}

PyObject* compile(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *units = nullptr, *resolve = nullptr, *target = nullptr, *index = nullptr,
                 *site_packages = nullptr, *instance = Py_None;
        int strict = 0;
        static const char* names[] = {"units",  "resolve",       "target",   "index",
                                      "strict", "site_packages", "instance", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOpO|O:compile", const_cast<char**>(names),
                                         &units, &resolve, &target, &index, &strict, &site_packages,
                                         &instance)) {
            throw PythonError{};
        }
        ProgramRequest request;
        request.units = units_from(units);
        if (request.units.empty()) raise(PyExc_ValueError, "compile: no functions were given");
        request.index64 = index64_from(index);
        request.strict = strict != 0;
        request.device = device_from(target, "compile");
        request.site_packages = strings_from(site_packages);
        if (instance != Py_None) request.instances.push_back(instance_from(instance));
        const std::string first = request.units.front().function;
        auto program = Program::compile(std::move(request), Ref::borrow(resolve));
        if (const GenericKernel* generic = program->generic()) return describe_generic(*generic);
        const LoadedKernel* kernel = program->first();
        if (!kernel) {
            raise(PyExc_TypeError,
                  "compile: {0} is not a kernel, because it does not return void; put the kernel first: "
                  "compile([kernel, {0}])",
                  first);
        }
        return new_kernel(std::move(program), kernel);
    });
}

PyObject* element_type(PyObject*, PyObject* object) {
    return guarded_object([&] {
        if (const Type* type = type_of(object)) {
            if (type->element()) return Ref::borrow(type_object(type->element()));
            raise(PyExc_TypeError, "elemType: {} is not an array type", type->name());
        }
        if (is_array(object)) return Ref::borrow(type_object(array_state(object).element));
        if (PyList_Check(object) || PyTuple_Check(object))
            return Ref::borrow(type_object(infer_type(list_rows(object, "elemType"), "elemType")));
        if (PyObject_CheckBuffer(object) && !is_elsewhere(object)) {
            HostBuffer buffer(object, "elemType");
            if (const Type* type = buffer.element()) return Ref::borrow(type_object(type));
            raise(PyExc_TypeError, "elemType: an array of {} is not supported yet", buffer.element_name());
        }
        ForeignArray foreign;
        Taking taking;
        taking.is_ordered = false;
        if (take_foreign(
                object, taking, [] { return std::string("elemType"); }, foreign)) {
            if (foreign.element) return Ref::borrow(type_object(foreign.element));
            raise(PyExc_TypeError, "elemType: an array of {} is not supported yet", foreign.element_name());
        }
        raise(PyExc_TypeError, "elemType: expected an array type or an array, got {}", describe(object));
    });
}

/// The dimensions of an array that does not say them itself.
PyObject* dimensions(PyObject*, PyObject* object) {
    return guarded_object([&] {
        ForeignArray foreign;
        Taking taking;
        taking.is_ordered = false;
        if (PyObject_CheckBuffer(object) && !is_elsewhere(object))
            foreign.rank = HostBuffer(object, "dimensions").dimensions();
        else if (!take_foreign(
                     object, taking, [] { return std::string("dimensions"); }, foreign))
            raise(PyExc_TypeError, "dimensions: expected an array, got {}", describe(object));
        return Ref::steal(PyLong_FromLong(foreign.rank));
    });
}

PyObject* cuda_available(PyObject*, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(runtime::cuda_available())); });
}

PyObject* synchronize(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* target = Py_None;
        static const char* names[] = {"target", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:synchronize", const_cast<char**>(names),
                                         &target))
            throw PythonError{};
        runtime::Device device = device_from(target, "synchronize");
        {
            WithoutGil released;
            runtime::synchronize(device);
        }
        return Ref::borrow(Py_None);
    });
}

PyObject* cache_folder(PyObject*, PyObject*) {
    return guarded_object([&] { return to_python(runtime::Cache::folder().string()); });
}

PyObject* cache_list(PyObject*, PyObject*) {
    return guarded_object([&] {
        Ref list = Ref::steal(PyList_New(0));
        for (const runtime::CacheEntry& entry : runtime::Cache::open().list()) {
            Ref value = Ref::steal(Py_BuildValue("{s:s,s:s,s:s,s:s,s:K,s:L}", "key", entry.key.c_str(),
                                                 "kernel", entry.kernel.c_str(), "target",
                                                 entry.target.c_str(), "path", entry.path.c_str(), "bytes",
                                                 static_cast<unsigned long long>(entry.bytes), "modified",
                                                 static_cast<long long>(entry.modified)));
            check(PyList_Append(list.get(), value.get()));
        }
        return list;
    });
}

PyObject* cache_clear(PyObject*, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyLong_FromSize_t(runtime::Cache::open().clear())); });
}

template <typename Function>
PyCFunction with_keywords(Function function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

PyMethodDef functions[] = {
    {"compile", with_keywords(compile), METH_VARARGS | METH_KEYWORDS,
     "What cudapy.compile and cudapy.kernel stand on."},
    {"elemType", element_type, METH_O,
     "elemType(array)\n--\n\nThe element type of an array type (`Pointer(Float)`), a CudaArray, a list of "
     "numbers (or of lists of\nthem) or an array with the buffer protocol. "
     "Raises TypeError for anything else, ValueError for an empty list."},
    {"dimensions", dimensions, METH_O, "What generic kernels choose their types by."},
    {"struct_type", struct_type, METH_VARARGS, "What cudapy.struct stands on."},
    {"vector_type", vector_type, METH_VARARGS, "What cudapy.float4 and its like stand on."},
    {"cuda_available", cuda_available, METH_NOARGS,
     "cuda_available()\n--\n\nWhether there is a GPU that can be used."},
    {"synchronize", with_keywords(synchronize), METH_VARARGS | METH_KEYWORDS,
     "synchronize(target=None)\n--\n\nWaits until all kernels launched on the target have run. Raises "
     "KernelError when one failed."},
    {"asarray", with_keywords(as_array), METH_VARARGS | METH_KEYWORDS,
     "asarray(data, elemType=None, target=None)\n--\n\nA CudaArray of the data, without a copy where it can "
     "be: "
     "a CudaArray is itself, an array of another library\n(PyTorch, CuPy, JAX, numba, NumPy, and whatever "
     "else "
     "shows its memory by DLPack, the CUDA array interface or the buffer\nprotocol) is shared when it is "
     "where it "
     "is asked for, its elements are of the type asked for and follow each\nother. Anything else is copied, "
     "as "
     "CudaArray(data) does."},
    {"empty", with_keywords(make_empty), METH_VARARGS | METH_KEYWORDS,
     "empty(shape, type, target=None)\n--\n\nA CudaArray whose elements may be anything: of `shape`, a "
     "length or a tuple of "
     "extents."},
    {"zeros", with_keywords(make_zeros), METH_VARARGS | METH_KEYWORDS,
     "zeros(shape, type, target=None)\n--\n\nA CudaArray of zeros."},
    {"full", with_keywords(make_full), METH_VARARGS | METH_KEYWORDS,
     "full(shape, value, type, target=None)\n--\n\nA CudaArray whose elements all are `value`."},
    {"from_dlpack", from_dlpack, METH_O,
     "from_dlpack(array)\n--\n\nA CudaArray that shares the memory of another library's array, where it is. "
     "Raises "
     "TypeError for an object without\n__dlpack__(), and BufferError where the memory cannot be shared."},
    {"capture", with_keywords(make_capture), METH_VARARGS | METH_KEYWORDS,
     "capture(device=None)\n--\n\nA Graph: `with cudapy.capture() as graph:` records the launches and copies "
     "of "
     "this thread instead of running them, and\n`graph.replay()` runs them. Arguments in lists and other "
     "host "
     "memory, waiting and making arrays are refused."},
    {"current_stream", with_keywords(current_stream), METH_VARARGS | METH_KEYWORDS,
     "current_stream(device=None)\n--\n\nThe stream that this thread's launches, copies and allocations go "
     "to: the default stream, or the innermost `with\nstream:`."},
    {"pinned", with_keywords(make_pinned), METH_VARARGS | METH_KEYWORDS,
     "pinned(shape, type)\n--\n\nA CudaArray of zeros in page-locked memory of the host, which `copy_from` "
     "and "
     "`copy_to` of arrays on a GPU copy without\nwaiting. NumPy sees it without a copy: numpy.asarray(P)."},
    {"cache_folder", cache_folder, METH_NOARGS,
     "cache_folder()\n--\n\nThe folder of compiled kernels, made or not."},
    {"cache_list", cache_list, METH_NOARGS,
     "cache_list()\n--\n\nThe entries of the cache as dicts: key, kernel, target, path, bytes, modified "
     "(seconds since 1970)."},
    {"cache_clear", cache_clear, METH_NOARGS,
     "cache_clear()\n--\n\nEmpties the cache and gives the number of entries removed."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "cudapy._core",
                          "The part of cudapy that is written in C++.",
                          -1,
                          functions,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

Ref make_module() {
    Ref module = Ref::steal(PyModule_Create(&definition));
    add_exceptions(module.get());
    add_type_objects(module.get());
    add_dim3(module.get());
    add_array(module.get());
    add_kernel(module.get());
    add_launch(module.get());
    add_stream(module.get());
    add_event(module.get());
    add_graph(module.get());
    add_memory_info(module.get());
    Ref text = to_python(version());
    add_to_module(module.get(), "version", text.get());
    return module;
}

} // namespace

} // namespace cudapy::python

PyMODINIT_FUNC PyInit__core() {
    return cudapy::python::guarded_object([] { return cudapy::python::make_module(); });
}
