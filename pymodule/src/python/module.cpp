// The extension module cudapy._core: its functions, and the list of its types and exceptions.

#include "docstrings.h"
#include "pymodule/src/array/array.h"
#include "pymodule/src/array/array_copy.h"
#include "pymodule/src/array/rows.h"
#include "pymodule/src/array/tape.h"
#include "pymodule/src/device/event.h"
#include "pymodule/src/device/graph.h"
#include "pymodule/src/device/memory_info.h"
#include "pymodule/src/device/stream.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/foreign/host_buffer.h"
#include "pymodule/src/kernel/cuda_source.h"
#include "pymodule/src/kernel/kernel.h"
#include "pymodule/src/kernel/text_analysis.h"
#include "pymodule/src/kernel/text_translation.h"
#include "pymodule/src/launch/grid_launch.h"
#include "pymodule/src/launch/launch.h"
#include "pymodule/src/launch/launch_progress.h"
#include "pymodule/src/launch/repeated_calls.h"
#include "pymodule/src/launch/temporaries.h"
#include "pymodule/src/launch/watched_call.h"
#include "pymodule/src/python/compile_options.h"
#include "pymodule/src/python/cpython.h"
#include "pymodule/src/python/deep_stack.h"
#include "pymodule/src/python/entry.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/python/interruption.h"
#include "pymodule/src/python/made_texts.h"
#include "pymodule/src/types/aggregates.h"
#include "pymodule/src/types/dates.h"
#include "pymodule/src/types/dim3.h"
#include "pymodule/src/types/element_type.h"
#include "pymodule/src/types/elements.h"
#include "runtime/build/toolchain.h"
#include "runtime/cache/cache.h"
#include "runtime/cache/prebuilt.h"
#include "runtime/cpu/cpu_pool.h"
#include "runtime/cpu/kernel_guard.h"
#include "runtime/cuda/device_info.h"
#include "runtime/queue/synchronize.h"
#include "runtime/support/build_id.h"
#include "translator/diagnostics/explanation.h"
#include "translator/syntax/parse/function_text.h"
#include "translator/version.h"

#include <algorithm>
#include <utility>

namespace cudapy::python {

namespace {

/// Reads `(kernel, ((type or None, weak, function), …), called)`. The second item has the argument of each
/// parameter of a generic kernel, and `called` is the instance's name in messages.
InstanceRequest instance_from(PyObject* object) {
    const char *kernel = nullptr, *called = nullptr;
    PyObject* list = nullptr;
    if (!PyArg_ParseTuple(object, "sOs", &kernel, &list, &called)) throw PythonError{};
    InstanceRequest request;
    request.kernel = kernel;
    request.called = called;
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

/// Describes a generic kernel by its name, and by (parameter, type, whether it is a function) for each
/// parameter.
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

/// Raises ValueError if a coarsening factors was asked for, and a kernel cannot have it.
void refuse_coarsening(const Program& program) {
    const std::array<int, 3>& size = program.request().options.coarsen;
    const bool asks_for_none = size[0] * size[1] * size[2] <= 1;
    if (asks_for_none || program.request().options.checked || program.request().device.is_host()) return;
    for (const LoadedKernel& kernel : program.kernels()) {
        if (kernel.info.step) continue;
        const std::array<int, 3>& made = kernel.info.coarsened.size;
        if (!kernel.info.coarsened.symbol.empty() && made == size) continue;
        const std::string reason =
            !kernel.info.coarsened.symbol.empty() || kernel.info.coarsened.reason.empty()
                ? "its threads have no place along that axis"
                : kernel.info.coarsened.reason;
        raise(PyExc_ValueError, "{}: coarsen=({}, {}) is not possible: {}", kernel.info.called, size[0],
              size[1], reason);
    }
}

/// Says whether functions that this thread compiles are built when they are first launched, and not at once.
thread_local bool defers_builds = false;

/// `defer_builds(is_wanted)` sets that, and returns what it was.
PyObject* defer_builds(PyObject*, PyObject* is_wanted) {
    return guarded_object([&] {
        const bool wanted = check(PyObject_IsTrue(is_wanted)) != 0;
        return Ref::steal(PyBool_FromLong(std::exchange(defers_builds, wanted)));
    });
}

/// `prebuild(folder, targets, units, resolve, options, site_packages, instance)` compiles functions for
/// targets of one kind, which the options' target names, into a folder. It returns the names of the files.
PyObject* prebuild(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        PyObject *folder = nullptr, *targets = nullptr, *units = nullptr, *resolve = nullptr,
                 *options = nullptr, *site_packages = nullptr, *instance = nullptr;
        if (!PyArg_ParseTuple(arguments, "OOOOOOO:prebuild", &folder, &targets, &units, &resolve, &options,
                              &site_packages, &instance))
            throw PythonError{};
        ProgramRequest request = request_from(options, Presence::unasked);
        request.units = units_from(units);
        request.site_packages = strings_from(site_packages);
        if (instance != Py_None) request.options.instances.push_back(instance_from(instance));
        Ref files = Ref::steal(PyList_New(0));
        for (const std::string& file : Program::prebuild(std::move(request), Ref::borrow(resolve),
                                                         strings_from(targets), to_string(folder)))
            check(PyList_Append(files.get(), to_python(file).get()));
        return files;
    });
}

/// `add_prebuilt(folder)` makes kernels look for their code in a folder of prebuilt ones first.
PyObject* add_prebuilt(PyObject*, PyObject* folder) {
    return guarded_object([&] {
        runtime::add_prebuilt_folder(to_string(folder));
        return Ref::borrow(Py_None);
    });
}

/// `remove_prebuilt(folder)` undoes that.
PyObject* remove_prebuilt(PyObject*, PyObject* folder) {
    return guarded_object([&] {
        runtime::remove_prebuilt_folder(to_string(folder));
        return Ref::borrow(Py_None);
    });
}

PyObject* prebuilt_folders(PyObject*, PyObject*) {
    return guarded_object([] {
        Ref all = Ref::steal(PyList_New(0));
        for (const std::filesystem::path& folder : runtime::prebuilt_folders())
            check(PyList_Append(all.get(), to_python(folder.string()).get()));
        return all;
    });
}

/// `cpu_targets()` returns the targets for CPUs that are known, and those of them that this one runs.
PyObject* cpu_targets(PyObject*, PyObject*) {
    return guarded_object([] {
        const auto list = [](const std::vector<std::string>& names) {
            Ref all = Ref::steal(PyList_New(0));
            for (const std::string& name : names)
                check(PyList_Append(all.get(), to_python(name).get()));
            return all;
        };
        Ref known = list(runtime::known_cpu_targets()), runnable = list(runtime::runnable_cpu_targets());
        return Ref::steal(PyTuple_Pack(2, known.get(), runnable.get()));
    });
}

PyObject* compile(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject *units = nullptr, *resolve = nullptr, *options = nullptr, *site_packages = nullptr,
                 *instance = Py_None;
        int trace = 0, volatile_arrays = 0;
        static const char* names[] = {"units",    "resolve", "options",         "site_packages",
                                      "instance", "trace",   "volatile_arrays", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOO|Opp:compile", const_cast<char**>(names),
                                         &units, &resolve, &options, &site_packages, &instance, &trace,
                                         &volatile_arrays)) {
            throw PythonError{};
        }
        ProgramRequest request = request_from(options, defers_builds ? Presence::wanted : Presence::needed);
        request.defers_build = defers_builds;
        request.units = units_from(units);
        if (request.units.empty()) raise(PyExc_ValueError, "compile: no functions were given");
        request.site_packages = strings_from(site_packages);
        if (instance != Py_None) request.options.instances.push_back(instance_from(instance));
        request.options.trace = trace != 0;
        request.options.volatile_arrays = volatile_arrays != 0;
        const std::string first = request.units.front().function;
        auto program = Program::compile(std::move(request), Ref::borrow(resolve));
        if (const GenericKernel* generic = program->generic()) return describe_generic(*generic);
        const LoadedKernel* kernel = program->first();
        if (!kernel) {
            raise(
                PyExc_TypeError,
                "compile: {0} is not a kernel, because it does not return void, or changes a struct that it "
                "is given; put the kernel first: compile([kernel, {0}])",
                first);
        }
        refuse_coarsening(*program);
        return new_kernel(std::move(program), kernel);
    });
}

/// `function_text(file, line, name)` returns (text, lines of it above the function, number of its first line,
/// whether `name` is defined there), or None.
PyObject* function_text(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char *file = nullptr, *name = nullptr;
        Py_ssize_t file_size = 0, name_size = 0;
        int line = 0;
        if (!PyArg_ParseTuple(arguments, "s#is#:function_text", &file, &file_size, &line, &name, &name_size))
            throw PythonError{};
        const auto view = [](const char* text, Py_ssize_t size) {
            return std::string_view(text, static_cast<std::size_t>(size));
        };
        const auto found = syntax::function_text(view(file, file_size), line, view(name, name_size));
        if (!found) return Ref::borrow(Py_None);
        const auto above = std::count(found->text.begin(),
                                      found->text.begin() + static_cast<std::ptrdiff_t>(found->above), '\n');
        // Every line gets an end, even the last one of a file whose last line has none.
        Ref text = to_python(std::string(found->text) + (found->text.ends_with('\n') ? "" : "\n"));
        return Ref::steal(Py_BuildValue("(OniO)", text.get(), static_cast<Py_ssize_t>(above),
                                        found->first_line, found->is_defined ? Py_True : Py_False));
    });
}

/// `deeply(work)` returns the result of `work()`, which runs with room on the stack for the recursion of
/// Python's own parser.
PyObject* deeply(PyObject*, PyObject* work) {
    return guarded_object([&] {
        Ref result;
        with_deep_stack([&] { result = Ref::steal(PyObject_CallNoArgs(work)); });
        return result;
    });
}

/// `compile_cubin(source, architecture, compiler, site_packages)` returns the bytes of a cubin. It needs no
/// GPU.
PyObject* compile_cubin(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char *source = nullptr, *architecture = nullptr;
        PyObject *compiler = nullptr, *site_packages = nullptr;
        if (!PyArg_ParseTuple(arguments, "ssOO:compile_cubin", &source, &architecture, &compiler,
                              &site_packages))
            throw PythonError{};
        const std::string choice = compiler_from(compiler);
        const std::vector<std::string> packages = strings_from(site_packages);
        std::string cubin;
        {
            WithoutGil released;
            cubin = runtime::cubin_of(runtime::find_cuda_compiler(choice, packages), source, architecture);
        }
        return Ref::steal(PyBytes_FromStringAndSize(cubin.data(), static_cast<Py_ssize_t>(cubin.size())));
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
        ImportOptions options;
        options.is_ordered = false;
        if (take_foreign(
                object, options, [] { return std::string("elemType"); }, foreign)) {
            if (foreign.element) return Ref::borrow(type_object(foreign.element));
            raise(PyExc_TypeError, "elemType: an array of {} is not supported yet", foreign.element_name());
        }
        raise(PyExc_TypeError, "elemType: expected an array type or an array, got {}", describe(object));
    });
}

/// Raises for threads that no launch takes: the name of the kernel, and the tuple of what was given.
PyObject* check_threads(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        std::vector<PyObject*> counts;
        PyObject* threads = PyTuple_GetItem(arguments, 1);
        for (Py_ssize_t i = 0; i < PyTuple_Size(threads); ++i)
            counts.push_back(PyTuple_GetItem(threads, i));
        extent_from(counts, to_string(PyTuple_GetItem(arguments, 0)));
        return Ref::borrow(Py_None);
    });
}

/// Returns the dimensions of an array that does not tell them by an attribute.
PyObject* is_lost(PyObject*, PyObject* object) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(is_lost_with_call(object))); });
}

PyObject* dimensions(PyObject*, PyObject* object) {
    return guarded_object([&] {
        ForeignArray foreign;
        ImportOptions options;
        options.is_ordered = false;
        if (PyObject_CheckBuffer(object) && !is_elsewhere(object))
            foreign.rank = HostBuffer(object, "dimensions").dimensions();
        else if (!take_foreign(
                     object, options, [] { return std::string("dimensions"); }, foreign))
            raise(PyExc_TypeError, "dimensions: expected an array, got {}", describe(object));
        return Ref::steal(PyLong_FromLong(foreign.rank));
    });
}

/// Returns the properties of a GPU, which cudapy.Device has.
PyObject* device_properties(PyObject*, PyObject* index) {
    return guarded_object([&] {
        const long number = PyLong_AsLong(index);
        if (number == -1 && PyErr_Occurred()) throw PythonError{};
        const runtime::DeviceInfo info =
            runtime::device_info({runtime::Device::Kind::cuda, static_cast<int>(number)});
        Ref values = Ref::steal(PyDict_New());
        const auto set_number = [&](const char* name, long long value) {
            set_dict_item(values, name, Ref::steal(PyLong_FromLongLong(value)));
        };
        const auto set_extent = [&](const char* name, const runtime::Extent& value) {
            set_dict_item(values, name,
                          Ref::steal(Py_BuildValue("(LLL)", static_cast<long long>(value[0]),
                                                   static_cast<long long>(value[1]),
                                                   static_cast<long long>(value[2]))));
        };
        set_dict_item(values, "name", to_python(info.name));
        set_dict_item(values, "bus_id", to_python(info.bus_id));
        set_dict_item(values, "compute_capability",
                      Ref::steal(Py_BuildValue("(ii)", info.major, info.minor)));
        set_number("memory_bytes", static_cast<long long>(info.memory_bytes));
        set_number("clock_khz", info.clock_khz);
        set_number("memory_clock_khz", info.memory_clock_khz);
        set_number("memory_bus_bits", info.memory_bus_bits);
        set_number("l2_bytes", info.l2_bytes);
        set_number("constant_bytes", info.constant_bytes);
        set_number("multiprocessors", info.multiprocessors);
        set_number("warp_size", info.warp_size);
        set_number("threads_per_block", info.threads_per_block);
        set_number("threads_per_multiprocessor", info.threads_per_multiprocessor);
        set_number("blocks_per_multiprocessor", info.blocks_per_multiprocessor);
        set_number("shared_bytes_per_block", info.shared_bytes_per_block);
        set_number("most_shared_bytes_per_block", info.most_shared_bytes_per_block);
        set_number("shared_bytes_per_multiprocessor", info.shared_bytes_per_multiprocessor);
        set_number("registers_per_block", info.registers_per_block);
        set_number("registers_per_multiprocessor", info.registers_per_multiprocessor);
        set_extent("largest_block", info.largest_block);
        set_extent("largest_grid", info.largest_grid);
        set_dict_item(values, "cooperative_launches", Ref::steal(PyBool_FromLong(info.cooperative_launches)));
        return values;
    });
}

/// Returns (name of the processor, cores that kernels may use).
PyObject* cpu_properties(PyObject*, PyObject*) {
    return guarded_object([&] {
        return Ref::steal(Py_BuildValue("(si)", runtime::cpu_name().c_str(), runtime::usable_cores()));
    });
}

/// Returns (number of GPUs, the driver's CUDA version or None, why there is none).
PyObject* cuda_state(PyObject*, PyObject*) {
    return guarded_object([&] {
        std::string reason;
        if (!runtime::cuda_available(&reason))
            return Ref::steal(Py_BuildValue("(iOs)", 0, Py_None, reason.c_str()));
        const int version = runtime::driver_version();
        return Ref::steal(Py_BuildValue("(iss)", runtime::cuda_device_count(),
                                        fmt::format("{}.{}", version / 1000, version % 1000 / 10).c_str(),
                                        ""));
    });
}

/// `compiler(which, site_packages)` returns (path, version text) of "nvcc", "nvrtc" or "host".
PyObject* compiler(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char* which = nullptr;
        PyObject* site_packages = nullptr;
        if (!PyArg_ParseTuple(arguments, "sO:compiler", &which, &site_packages)) throw PythonError{};
        const std::vector<std::string> packages = strings_from(site_packages);
        const std::string name = which;
        const runtime::Compiler& found = name == "nvcc"    ? runtime::find_nvcc(packages)
                                         : name == "nvrtc" ? runtime::find_nvrtc(packages)
                                                           : runtime::find_host_compiler(packages);
        return Ref::steal(Py_BuildValue("(ss)", found.path.c_str(), found.identity.c_str()));
    });
}

/// `set_device(index)` makes a GPU the current one of this thread, and returns the number of the one before.
PyObject* set_device(PyObject*, PyObject* index) {
    return guarded_object([&] {
        const long number = PyLong_AsLong(index);
        if (number == -1 && PyErr_Occurred()) throw PythonError{};
        return Ref::steal(PyLong_FromLong(runtime::set_current_cuda_device(static_cast<int>(number))));
    });
}

/// Returns the number of this thread's current GPU. Raises DeviceError if there is none.
PyObject* current_device(PyObject*, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyLong_FromLong(runtime::current_cuda_device().index)); });
}

PyObject* cuda_available(PyObject*, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(runtime::cuda_available())); });
}

PyObject* device_count(PyObject*, PyObject*) {
    return guarded_object([&] { return Ref::steal(PyLong_FromLong(runtime::cuda_device_count())); });
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

PyObject* explain_diagnostics(PyObject*, PyObject* codes) {
    return guarded_object([&] {
        const diag::Answer answer = diag::explain(strings_from(codes));
        if (!answer.problem.empty()) raise(PyExc_ValueError, "{}", answer.problem);
        return to_python(answer.text);
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

/// Refuses sub-interpreters. The types of this module, and what it remembers, belong to the process, and
/// objects must not cross between interpreters.
void refuse_other_interpreters() {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0)
        raise(PyExc_ImportError, "cudapy works only in the main interpreter, and this is a sub-interpreter: "
                                 "use threads, or processes");
}

PyObject* check_interpreter(PyObject*, PyObject*) {
    return guarded_object([] {
        refuse_other_interpreters();
        return Ref::borrow(Py_None);
    });
}

PyMethodDef functions[] = {
    {"compile", with_keywords(compile), METH_VARARGS | METH_KEYWORDS, docs::compile},
    {"defer_builds", defer_builds, METH_O, docs::defer_builds},
    {"prebuild", prebuild, METH_VARARGS, docs::prebuild},
    {"add_prebuilt", add_prebuilt, METH_O, docs::add_prebuilt},
    {"remove_prebuilt", remove_prebuilt, METH_O, docs::remove_prebuilt},
    {"prebuilt_folders", prebuilt_folders, METH_NOARGS, docs::prebuilt_folders},
    {"cpu_targets", cpu_targets, METH_NOARGS, docs::cpu_targets},
    {"check_interpreter", check_interpreter, METH_NOARGS, docs::check_interpreter},
    {"translate_text", translate_text, METH_VARARGS, docs::translate_text},
    {"translate_kernel", translate_kernel, METH_VARARGS, docs::translate_kernel},
    {"analyse_text", analyse_text, METH_VARARGS, docs::analyse_text},
    {"builtin_functions", builtin_functions, METH_NOARGS, docs::builtin_functions},
    {"read_cuda", read_cuda, METH_O, docs::read_cuda},
    {"device_source", device_source, METH_VARARGS, docs::device_source},
    {"cuda_type", cuda_type, METH_O, docs::cuda_type},
    {"architectures", architectures, METH_O, docs::architectures},
    {"compile_cuda", with_keywords(compile_cuda), METH_VARARGS | METH_KEYWORDS, docs::compile_cuda},
    {"compile_cubin", compile_cubin, METH_VARARGS, docs::compile_cubin},
    {"device_properties", device_properties, METH_O, docs::device_properties},
    {"set_device", set_device, METH_O, docs::set_device},
    {"device_count", device_count, METH_NOARGS, docs::device_count},
    {"current_device", current_device, METH_NOARGS, docs::current_device},
    {"cpu_properties", cpu_properties, METH_NOARGS, docs::cpu_properties},
    {"cuda_state", cuda_state, METH_NOARGS, docs::cuda_state},
    {"compiler", compiler, METH_VARARGS, docs::compiler},
    {"deeply", deeply, METH_O, nullptr},
    {"entry", make_entry, METH_O, docs::entry},
    {"keep_texts", keep_texts, METH_NOARGS, docs::keep_texts},
    {"function_text", function_text, METH_VARARGS, docs::function_text},
    {"elemType", element_type, METH_O, docs::elemType},
    {"check_threads", check_threads, METH_VARARGS, docs::check_threads},
    {"dimensions", dimensions, METH_O, docs::dimensions},
    {"is_lost", is_lost, METH_O, docs::is_lost},
    {"follow_launch", follow_launch, METH_VARARGS, docs::follow_launch},
    {"struct_type", struct_type, METH_VARARGS, docs::struct_type},
    {"record_type", record_type, METH_VARARGS, docs::record_type},
    {"vector_type", vector_type, METH_VARARGS, docs::vector_type},
    {"date_type", date_type, METH_O, docs::date_type},
    {"record_on", record_on, METH_O, docs::record_on},
    {"is_recording", is_recording_on_tape, METH_NOARGS, docs::is_recording},
    {"watch_shown", watch_shown, METH_O, docs::watch_shown},
    {"memory_of", memory_of, METH_O, docs::memory_of},
    {"whole_memory", whole_memory, METH_O, docs::whole_memory},
    {"array_in", array_in, METH_VARARGS, docs::array_in},
    {"seen_as", seen_as, METH_VARARGS, docs::seen_as},
    {"numpy_scalars", numpy_scalars, METH_VARARGS, docs::numpy_scalars},
    {"cuda_available", cuda_available, METH_NOARGS, docs::cuda_available},
    {"synchronize", with_keywords(synchronize), METH_VARARGS | METH_KEYWORDS, docs::synchronize},
    {"asarray", with_keywords(as_array), METH_VARARGS | METH_KEYWORDS, docs::asarray},
    {"empty", with_keywords(make_empty), METH_VARARGS | METH_KEYWORDS, docs::empty},
    {"zeros", with_keywords(make_zeros), METH_VARARGS | METH_KEYWORDS, docs::zeros},
    {"full", with_keywords(make_full), METH_VARARGS | METH_KEYWORDS, docs::full},
    {"from_dlpack", from_dlpack, METH_O, docs::from_dlpack},
    {"capture", with_keywords(make_capture), METH_VARARGS | METH_KEYWORDS, docs::capture},
    {"current_stream", with_keywords(current_stream), METH_VARARGS | METH_KEYWORDS, docs::current_stream},
    {"pinned", with_keywords(make_pinned), METH_VARARGS | METH_KEYWORDS, docs::pinned},
    {"managed", make_managed, METH_VARARGS, docs::managed},
    {"on_host_memory", on_host_memory, METH_VARARGS, docs::on_host_memory},
    {"explain_diagnostics", explain_diagnostics, METH_O, docs::explain_diagnostics},
    {"cache_folder", cache_folder, METH_NOARGS, docs::cache_folder},
    {"cache_list", cache_list, METH_NOARGS, docs::cache_list},
    {"cache_clear", cache_clear, METH_NOARGS, docs::cache_clear},
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
    refuse_other_interpreters();
    Ref module = Ref::steal(PyModule_Create(&definition));
#ifdef Py_GIL_DISABLED
    check(PyUnstable_Module_SetGIL(module.get(), Py_MOD_GIL_NOT_USED));
#endif
    add_exceptions(module.get());
    add_type_objects(module.get());
    add_dim3(module.get());
    add_array(module.get());
    add_entry();
    add_kernel(module.get());
    add_launch(module.get());
    add_repeated_calls(module.get());
    add_grid_launch(module.get());
    add_watched_call(module.get());
    add_stream(module.get());
    add_event(module.get());
    add_graph(module.get());
    add_memory_info(module.get());
    allow_interruption();
    runtime::set_crash_advice("run it with CUDAPY_CHECKED=1, which names the line, the index and the thread");
    ModuleTurn::survive_forks();
    // These are made now. Otherwise a first compilation would take longer, and make them under a lock that a
    // fork might leave taken.
    Type::array(Type::bool_()); // and those of all numbers
    runtime::own_build_id();
    Ref text = to_python(version());
    add_to_module(module.get(), "version", text.get());
    return module;
}

} // namespace

} // namespace cudapy::python

PyMODINIT_FUNC PyInit__core() {
    return cudapy::python::guarded_object([] { return cudapy::python::make_module(); });
}
