#include "pymodule/src/kernel/kernel.h"

#include "docstrings.h"
#include "pymodule/src/device/stream.h"
#include "pymodule/src/device/target.h"
#include "pymodule/src/kernel/function_types.h"
#include "pymodule/src/kernel/lost_variants.h"
#include "pymodule/src/launch/launch.h"
#include "pymodule/src/launch/launch_progress.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/python/vectorcall.h"
#include "pymodule/src/types/dim3.h"
#include "pymodule/src/types/element_type.h"
#include "runtime/support/error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace cudapy::python {

namespace {

struct KernelState {
    std::shared_ptr<Program> program;
    const LoadedKernel* kernel = nullptr; ///< null until the first use of a decorated function
};

struct KernelObject {
    PyObject_HEAD VectorCall call;
    KernelState state;
    PyObject* compile; ///< for a decorated function: a callable that returns the compiled Kernel
    PyObject* generic; ///< for a generic decorated function: the object that chooses its types at each launch
    LastLaunch last_launch; ///< made last of counts and blocks: never changed, so that a loop makes only one
    int64_t last_count;     ///< the only number that asked for last_launch; -1 for none
    PyObject* dict;
    PyObject* weak_references;
};

PyTypeObject* kernel_type = nullptr;

KernelObject* object_of(PyObject* self) {
    return reinterpret_cast<KernelObject*>(self);
}

PyObject* call(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names);

Ref allocate() {
    auto make = reinterpret_cast<allocfunc>(PyType_GetSlot(kernel_type, Py_tp_alloc));
    Ref object = Ref::steal(make(kernel_type, 0));
    std::construct_at(&object_of(object.get())->state);
    std::construct_at(&object_of(object.get())->last_launch);
    object_of(object.get())->call = call;
    object_of(object.get())->last_count = -1;
    return object;
}

/// Removes CudaPy's own frames from the traceback of a mistake in a kernel, so that it ends where the kernel
/// was used.
void hide_own_frames() {
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    Py_CLEAR(trace);
    if (value) PyException_SetTraceback(value, Py_None);
    PyErr_Restore(type, value, nullptr);
}

/// Compiles a decorated function. It gives the object its state or, for a generic kernel, the object that
/// chooses its types.
void compile_now(PyObject* self) {
    KernelObject* object = object_of(self);
    Ref compile = Ref::borrow(object->compile);
    if (!compile) raise(PyExc_TypeError, "this kernel holds no function");
    Ref compiled = Ref::steal_or_null(PyObject_CallFunctionObjArgs(compile.get(), self, nullptr));
    if (!compiled) {
        hide_own_frames();
        throw PythonError{};
    }
    // Another thread may have been faster, and use the kernel that it compiled.
    if (PyObject_HasAttrString(compiled.get(), "__cudapy_generic__")) {
        if (!object->generic) object->generic = compiled.release();
    } else if (!Py_IS_TYPE(compiled.get(), kernel_type) || !object_of(compiled.get())->state.kernel) {
        raise(PyExc_TypeError, "the compilation of a kernel gave {}", describe(compiled.get()));
    } else if (!object->state.kernel) {
        object->state = object_of(compiled.get())->state;
    }
}

/// Returns the state with a translated kernel, which may not be built yet. It compiles a decorated function
/// at its first use. For a generic kernel it is the state of the instance that was used last.
KernelState translated(PyObject* self) {
    KernelObject* object = object_of(self);
    if (object->state.kernel) return object->state;
    if (!object->generic) compile_now(self);
    if (object->state.kernel) return object->state;
    const Ref instance = Ref::steal(PyObject_CallMethod(object->generic, "last_instance", nullptr));
    return translated(instance.get());
}

/// Does the same with a kernel that is built and loaded.
KernelState ready(PyObject* self) {
    KernelState state = translated(self);
    state.program->build_deferred();
    return state;
}

/// Returns the object that chooses the types of a generic kernel, or null for any other kernel. It compiles
/// at the first use.
PyObject* generic_of(PyObject* self) {
    KernelObject* object = object_of(self);
    if (!object->state.kernel && !object->generic) compile_now(self);
    return object->generic;
}

PyObject* make(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        PyObject* compile = nullptr;
        static const char* names[] = {"compile", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:Kernel", const_cast<char**>(names),
                                         &compile))
            throw PythonError{};
        Ref self = allocate();
        object_of(self.get())->compile = Py_NewRef(compile);
        return self;
    });
}

int traverse(PyObject* self, visitproc visit, void* arg) {
    KernelObject* object = object_of(self);
    Py_VISIT(object->compile);
    Py_VISIT(object->generic);
    Py_VISIT(object->last_launch.kept());
    Py_VISIT(object->dict);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

int clear(PyObject* self) {
    KernelObject* object = object_of(self);
    Py_CLEAR(object->compile);
    Py_CLEAR(object->generic);
    object->last_count = -1;
    object->last_launch.clear();
    Py_CLEAR(object->dict);
    return 0;
}

void destroy(PyObject* self) {
    PyObject_GC_UnTrack(self);
    KernelObject* object = object_of(self);
    if (object->weak_references) PyObject_ClearWeakRefs(self);
    clear(self);
    std::destroy_at(&object->last_launch);
    std::destroy_at(&object->state);
    PyTypeObject* type = Py_TYPE(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/// Returns the names of the shared arrays for messages: "cache" or "2 arrays (cache, sums)".
std::string shared_names(const KernelInfo& info) {
    std::string names;
    for (const KernelInfo::Shared& array : info.dynamic_shared)
        names += (names.empty() ? "" : ", ") + array.name;
    return info.dynamic_shared.size() == 1 ? names
                                           : fmt::format("{} arrays ({})", info.dynamic_shared.size(), names);
}

/// Reads `shared=64`, or `shared=(64, 32)` if the kernel has several arrays that are sized at the launch.
void read_shared(PyObject* value, const LoadedKernel& kernel, LaunchShape& shape) {
    const KernelInfo& info = kernel.info;
    if (info.dynamic_shared.empty())
        raise(PyExc_TypeError,
              "{}: shared= sizes arrays that the kernel declares by shared(type), and it has none",
              info.called);
    Ref counts = PyTuple_Check(value) || PyList_Check(value) ? Ref::steal(PySequence_Tuple(value))
                                                             : Ref::steal(PyTuple_Pack(1, value));
    if (PyTuple_Size(counts.get()) != static_cast<Py_ssize_t>(info.dynamic_shared.size()))
        raise(PyExc_TypeError, "{}: shared= needs the number of elements of {}, got {} numbers", info.called,
              shared_names(info), PyTuple_Size(counts.get()));
    int64_t bytes = 0;
    for (std::size_t i = 0; i < info.dynamic_shared.size(); ++i) {
        const KernelInfo::Shared& array = info.dynamic_shared[i];
        PyObject* item = PyTuple_GetItem(counts.get(), static_cast<Py_ssize_t>(i));
        if (PyBool_Check(item) || !PyIndex_Check(item))
            raise(PyExc_TypeError, "{}: shared: the number of elements of {} must be an integer, got {}",
                  info.called, array.name, describe(item));
        Ref index = Ref::steal(PyNumber_Index(item));
        int overflow = 0;
        const long long count = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
        if (overflow < 0 || (overflow == 0 && count < 0))
            raise(PyExc_ValueError, "{}: shared: the number of elements of {} must not be negative, got {}",
                  info.called, array.name, describe(item));
        const int64_t size = array.element->size();
        const int64_t alignment = array.element->alignment();
        bytes = (bytes + alignment - 1) / alignment * alignment;
        constexpr int64_t most = runtime::most_counted_bytes;
        bytes = overflow > 0 || count > (most - bytes) / size ? most : bytes + count * size;
        shape.shared[i] = count;
    }
    if (!kernel.kernel->allow_shared(bytes))
        throw runtime::Error(
            runtime::ErrorKind::launch,
            fmt::format("{}: shared: {} {} {}, and {}: use fewer elements, got {}", info.called,
                        shared_names(info), info.dynamic_shared.size() == 1 ? "takes" : "take",
                        runtime::bytes_text(bytes), kernel.kernel->shared_limit(), describe(value)));
    shape.shared_bytes = static_cast<unsigned>(bytes);
}

/// Reads `shared=4096` for a kernel that is CUDA C++, or that is sized in bytes: the bytes of its dynamic
/// shared memory, which each of its arrays has from the first one on.
void read_shared_bytes(PyObject* value, const LoadedKernel& kernel, LaunchShape& shape) {
    const std::string& name = kernel.info.called;
    if (PyBool_Check(value) || !PyIndex_Check(value))
        raise(PyExc_TypeError, "{}: shared= is the bytes of dynamic shared memory of a block, got {}", name,
              describe(value));
    Ref index = Ref::steal(PyNumber_Index(value));
    int overflow = 0;
    const long long bytes = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
    if (overflow < 0 || (overflow == 0 && bytes < 0))
        raise(PyExc_ValueError, "{}: shared= must not be negative, got {}", name, describe(value));
    if (overflow > 0 || !kernel.kernel->allow_shared(bytes))
        throw runtime::Error(
            runtime::ErrorKind::launch,
            fmt::format("{}: shared= is more bytes of dynamic shared memory than there are: {}, got {}", name,
                        kernel.kernel->shared_limit(), describe(value)));
    shape.shared_bytes = static_cast<unsigned>(bytes);
    for (std::size_t i = 0; i < kernel.info.dynamic_shared.size(); ++i)
        shape.shared[i] = bytes / kernel.info.dynamic_shared[i].element->size();
}

/// Reads the named arguments of a launch's shape, such as `block=256`, `block=(16, 16)`, `block=cp.dim3(16,
/// 16)`. Returns true when the sizes of shared arrays were among them.
bool read_options(const CallArguments& arguments, const LoadedKernel& loaded, LaunchShape& shape) {
    const std::string& kernel = loaded.info.called;
    bool given_shared = false;
    for (std::size_t i = 0; i < arguments.named(); ++i) {
        const std::string option = to_string(arguments.name(i));
        PyObject* value = arguments.value(i);
        if (option != "block" && option != "shared" && option != "stream" && option != "progress")
            raise(
                PyExc_TypeError,
                "{0}(...) takes the number of threads, block=, shared=, stream= and progress=, and no {1}=: "
                "the kernel's own arguments come after it, {0}(n)(arguments)",
                kernel, option);
        if (value == Py_None || option == "progress") continue;
        if (option == "stream") {
            shape.stream = stream_from(value, loaded.device, kernel.c_str());
            continue;
        }
        if (option == "shared") {
            if (loaded.is_raw || loaded.info.sized_in_bytes)
                read_shared_bytes(value, loaded, shape);
            else
                read_shared(value, loaded, shape);
            given_shared = true;
            continue;
        }
        shape.block = extent_from({&value, 1}, kernel + ": block");
        loaded.kernel->check_block(shape.block);
    }
    return given_shared;
}

/// Returns the named argument of a launch's shape; null if it is not given, or None or False.
PyObject* given_option(const CallArguments& arguments, std::string_view option) {
    for (std::size_t i = 0; i < arguments.named(); ++i) {
        PyObject* value = arguments.value(i);
        if (to_string(arguments.name(i)) == option && value != Py_None && value != Py_False) return value;
    }
    return nullptr;
}

/// Returns the kernel for the GPU that this thread works with.
const LoadedKernel& on_current_device(const KernelState& state) {
    const LoadedKernel& kernel = *state.kernel;
    if (!kernel.follows_device || kernel.device.index == runtime::current_cuda_index()) [[likely]]
        return kernel;
    return state.program->on(kernel, runtime::current_cuda_device());
}

/// Returns the number of threads if an int says it, and nothing else is given; -1 for anything else.
int64_t single_count(const CallArguments& arguments) {
    if (arguments.by_position().size() != 1 || arguments.has_names()) return -1;
    PyObject* const count = arguments.by_position()[0];
    if (!PyLong_CheckExact(count)) return -1;
    int overflow = 0;
    return std::max(PyLong_AsLongLongAndOverflow(count, &overflow), -1LL); // -1 where it is too large
}

/// Returns a new reference to the last launch if the same number asked for it, on this thread's device; else
/// null.
PyObject* launch_again(KernelObject& object, const CallArguments& arguments) {
    if (object.last_count < 0 || !object.last_launch.get() || single_count(arguments) != object.last_count)
        return nullptr;
    const LoadedKernel& kernel = *object.state.kernel;
    const bool is_here = !kernel.follows_device || kernel.device.index == runtime::current_cuda_index();
    return is_here && kernel_of(object.last_launch.get()) == &kernel ? object.last_launch.ask() : nullptr;
}

PyObject* call(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
    const CallArguments arguments(values, count, names);
    if (PyObject* launch = launch_again(*object_of(self), arguments)) return launch;
    return guarded_object([&]() -> Ref {
        if (!object_of(self)->state.kernel) [[unlikely]] {
            if (PyObject* generic = generic_of(self))
                return Ref::steal(
                    PyObject_Call(generic, arguments.tuple().get(), arguments.dictionary().get()));
        }
        const KernelState& state = object_of(self)->state;
        state.program->build_deferred();
        const LoadedKernel& kernel = on_current_device(state);
        const std::string& name = kernel.info.called;
        LaunchShape shape;
        shape.threads = extent_from(arguments.by_position(), name);
        LastLaunch& last = object_of(self)->last_launch;
        const auto is_last = [&] { return last.get() && is_same_launch(last.get(), &kernel, shape); };
        if (names == nullptr && is_last()) {
            if (const int64_t asked = single_count(arguments); asked >= 0)
                object_of(self)->last_count = asked;
            return Ref::steal(last.ask());
        }
        const bool has_shared = read_options(arguments, kernel, shape);
        PyObject* const progress = names ? given_option(arguments, "progress") : nullptr;
        const bool may_be_kept = !has_shared && !shape.stream && shape.shared_bytes == 0 && !progress;
        if (names && may_be_kept && is_last()) return Ref::steal(last.ask());
        if (!has_shared && !kernel.info.dynamic_shared.empty() && !kernel.info.sized_in_bytes)
            raise(PyExc_TypeError,
                  "{0}: the number of elements of {1} is missing: write {0}(n, shared=...)(arguments)", name,
                  shared_names(kernel.info));
        Ref launch = new_launch(state.program, &kernel, shape);
        if (progress) [[unlikely]] {
            mark_of(launch.get()).set(launch.get()); // the launch around it warns
            return with_progress(launch, progress, name, kernel.device, given_option(arguments, "stream"));
        }
        if (may_be_kept) {
            object_of(self)->last_count = single_count(arguments);
            last.replace(launch.get(), mark_of(launch.get()));
        }
        return launch;
    });
}

/// Raises an error for `k[blocks, threads](...)`, which is a launch in other systems. It says how to launch
/// here.
PyObject* subscript(PyObject* self, PyObject* configuration) {
    return guarded_object([&]() -> Ref {
        Ref name = Ref::steal(PyObject_GetAttrString(self, "__name__"));
        const std::string kernel = to_string(name.get());
        std::string numbers = "n";
        if (PyTuple_Check(configuration) && PyTuple_Size(configuration) >= 2) {
            PyObject* blocks = PyTuple_GetItem(configuration, 0);
            PyObject* threads = PyTuple_GetItem(configuration, 1);
            if (PyLong_CheckExact(blocks) && PyLong_CheckExact(threads)) {
                const std::string block = to_string(Ref::steal(PyObject_Str(threads)).get());
                const std::string grid = to_string(Ref::steal(PyObject_Str(blocks)).get());
                numbers = fmt::format("{0} * {1}, block={1}", grid, block);
            }
        }
        raise(PyExc_TypeError,
              "{0}[...]: a launch says the number of threads in parentheses, not the grid in brackets: write "
              "{0}({1})(arguments)",
              kernel, numbers);
    });
}

PyObject* repr(PyObject* self) {
    return guarded_object([&] {
        const KernelState& state = object_of(self)->state;
        if (PyObject* generic = object_of(self)->generic) return Ref::steal(PyObject_Repr(generic));
        if (state.kernel)
            return to_python(fmt::format("<kernel {} for {}>", state.kernel->info.name,
                                         target_name(target_of(state.kernel->device))));
        Ref name = Ref::steal_or_null(PyObject_GetAttrString(self, "__name__"));
        if (!name) PyErr_Clear();
        return to_python(fmt::format("<kernel {}, not compiled yet>", name ? to_string(name.get()) : "?"));
    });
}

/// Finds an attribute. The other kernels of the compilation are attributes, if no attribute of our own has
/// the name.
PyObject* get_attribute(PyObject* self, PyObject* name) {
    PyObject* found = PyObject_GenericGetAttr(self, name);
    if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
    return guarded_object([&]() -> Ref {
        const KernelState& state = object_of(self)->state;
        const std::string wanted = to_string(name);
        if (state.kernel) {
            if (const LoadedKernel* other = state.program->find(wanted)) {
                PyErr_Clear();
                return new_kernel(state.program, other);
            }
            throw PythonError{};
        }
        // A kernel must be compiled before we know whether it is generic.
        PyObject* generic = object_of(self)->generic;
        if (wanted.starts_with("__") || (!generic && wanted != "instance")) throw PythonError{};
        PyErr_Clear();
        generic = generic_of(self);
        return Ref::steal(generic ? PyObject_GetAttr(generic, name) : PyObject_GenericGetAttr(self, name));
    });
}

const Type* declared_type(const ParameterInfo& parameter) {
    return parameter.is_lists ? Type::lists(parameter.type->element()) : parameter.type;
}

std::string signature_of(const KernelInfo& info) {
    std::string parameters;
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        const ParameterInfo& parameter = info.parameters[i];
        if (parameter.is_of_launch()) break;
        const std::string& type = declared_type(parameter)->name();
        parameters += (parameters.empty() ? "" : ", ") + type + " " + parameter.name;
        if (parameter.is_lists) i += 2;
    }
    return fmt::format("{} : void ({})", info.name, parameters);
}

PyObject* get_name(PyObject* self, void*) {
    return guarded_object([&] {
        if (PyObject* generic = generic_of(self)) return Ref::steal(PyObject_GetAttrString(generic, "name"));
        return to_python(translated(self).kernel->info.name);
    });
}

PyObject* get_called(PyObject* self, void*) {
    return guarded_object([&] { return to_python(translated(self).kernel->info.called); });
}

PyObject* get_signature(PyObject* self, void*) {
    return guarded_object([&] {
        if (PyObject* generic = generic_of(self))
            return Ref::steal(PyObject_GetAttrString(generic, "signature"));
        return to_python(signature_of(translated(self).kernel->info));
    });
}

PyObject* get_target(PyObject* self, void*) {
    return guarded_object([&] { return to_python(target_name(target_of(translated(self).kernel->device))); });
}

template <Target target>
PyObject* get_source(PyObject* self, void*) {
    return guarded_object([&] { return to_python(translated(self).program->source(target)); });
}

PyObject* get_path(PyObject* self, void*) {
    return guarded_object([&] { return to_python(ready(self).program->built_file().string()); });
}

PyObject* get_built(PyObject* self, void*) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(ready(self).program->was_built())); });
}

PyObject* get_translated(PyObject* self, void*) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(ready(self).program->was_translated())); });
}

PyObject* get_kernels(PyObject* self, void*) {
    return guarded_object([&] {
        const KernelState state = translated(self);
        Ref kernels = Ref::steal(PyDict_New());
        for (const LoadedKernel& kernel : state.program->kernels())
            if (!kernel.info.step)
                set_dict_item(kernels, kernel.info.name.c_str(), new_kernel(state.program, &kernel));
        return kernels;
    });
}

PyObject* get_parameters(PyObject* self, void*) {
    return guarded_object([&] {
        const KernelState state = translated(self);
        const auto& parameters = state.kernel->info.parameters;
        Ref result = Ref::steal(PyList_New(0));
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const ParameterInfo& parameter = parameters[i];
            if (!parameter.is_given()) break; // nobody gives these, which are the last ones
            Ref entry = Ref::steal(
                Py_BuildValue("(sO)", parameter.name.c_str(), type_object(declared_type(parameter))));
            check(PyList_Append(result.get(), entry.get()));
            if (parameter.is_lists) i += 2;
        }
        return Ref::steal(PyList_AsTuple(result.get()));
    });
}

/// Returns what a tape asks of the parameters, see uses_of().
PyObject* get_uses(PyObject* self, void*) {
    return guarded_object([&] { return uses_of(translated(self).kernel->info); });
}

PyObject* get_diagnostics(PyObject* self, void*) {
    return guarded_object([&] {
        const std::shared_ptr<Program> program = translated(self).program;
        return diagnostics_to_python(program->translation(), program->request().options.strict);
    });
}

PyObject* explain_call(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&]() -> Ref {
        if (PyObject* generic = object_of(self)->state.kernel ? nullptr : generic_of(self))
            return Ref::steal(PyObject_Call(Ref::steal(PyObject_GetAttrString(generic, "explain")).get(),
                                            arguments, keywords));
        Ref launch = Ref::steal(call_with_tuple(call, self, arguments, keywords));
        return Ref::steal(PyObject_CallMethod(launch.get(), "explain", nullptr));
    });
}

/// Returns the kernel's name for messages. The kernel may not be compiled yet.
Ref name_for_messages(PyObject* self) {
    const KernelObject* object = object_of(self);
    if (object->state.kernel) return to_python(object->state.kernel->info.name);
    Ref name = Ref::steal_or_null(PyObject_GetAttrString(self, "__name__"));
    if (name) return name;
    PyErr_Clear();
    return to_python("kernel");
}

/// `over(...)` calls Python code, which finds the shapes, because it knows arrays of every kind.
PyObject* over(PyObject* self, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&]() -> Ref {
        Ref module = Ref::steal(PyImport_ImportModule("cudapy._launch.over"));
        Ref options = keywords ? Ref::borrow(keywords) : Ref::steal(PyDict_New());
        return Ref::steal(PyObject_CallMethod(module.get(), "launch", "OOOO", self,
                                              name_for_messages(self).get(), arguments, options.get()));
    });
}

PyObject* get_is_built(PyObject* self, void*) {
    return guarded_object(
        [&] { return Ref::steal(PyBool_FromLong(!translated(self).program->is_deferred())); });
}

PyObject* get_unloadable(PyObject* self, void*) {
    return guarded_object([&] {
        Ref all = Ref::steal(PyList_New(0));
        for (const std::string& each : ready(self).program->unloadable())
            check(PyList_Append(all.get(), to_python(each).get()));
        return all;
    });
}

PyObject* get_recipe(PyObject* self, void*) {
    return guarded_object([&] {
        const KernelState& state = object_of(self)->state;
        return state.kernel && state.program->recipe ? state.program->recipe : Ref::borrow(Py_None);
    });
}

int set_recipe(PyObject* self, PyObject* value, void*) {
    const KernelState& state = object_of(self)->state;
    if (state.kernel) state.program->recipe = Ref::borrow(value);
    return 0;
}

PyObject* get_sees_block(PyObject* self, void*) {
    return guarded_object(
        [&] { return Ref::steal(PyBool_FromLong(translated(self).kernel->info.uses_blocks)); });
}

PyObject* get_foreign(PyObject* self, void*) {
    return guarded_object([&] { return to_python(translated(self).kernel->info.foreign); });
}

PyObject* get_waits_in_loops(PyObject* self, void*) {
    return guarded_object([&] { return Ref::steal(PyBool_FromLong(translated(self).kernel->info.waits)); });
}

PyObject* get_is_cooperative(PyObject* self, void*) {
    return guarded_object(
        [&] { return Ref::steal(PyBool_FromLong(translated(self).kernel->info.cooperative)); });
}

PyObject* get_types(PyObject* self, void*) {
    return guarded_object([&] { return describe_types(translated(self).program->types()); });
}

/// Returns the source for CUDA with all variants of the kernels, and what is said of those that were lost.
PyObject* cuda_variants(PyObject* self, PyObject* arguments) {
    return guarded_object([&] {
        CoarseningFactors size = {0, 0, 0};
        if (!PyArg_ParseTuple(arguments, "|iii:_cuda_variants", &size[0], &size[1], &size[2]))
            throw PythonError{};
        const Translation translation = translated(self).program->cuda_variants(size);
        return Ref::steal(Py_BuildValue("(NN)", to_python(translation.source).release(),
                                        lost_to_python(translation.lost_variants).release()));
    });
}

PyMethodDef methods[] = {
    {"over", with_keywords(over), METH_VARARGS | METH_KEYWORDS, docs::Kernel_over},
    {"explain", with_keywords(explain_call), METH_VARARGS | METH_KEYWORDS, docs::Kernel_explain},
    {"_cuda_variants", cuda_variants, METH_VARARGS, nullptr}, // for tests
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {"name", get_name, nullptr, docs::Kernel_name, nullptr},
    {"signature", get_signature, nullptr, docs::Kernel_signature, nullptr},
    {"target", get_target, nullptr, docs::Kernel_target, nullptr},
    {"parameters", get_parameters, nullptr, docs::Kernel_parameters, nullptr},
    {"kernels", get_kernels, nullptr, docs::Kernel_kernels, nullptr},
    {"cuda_source", get_source<Target::cuda>, nullptr, docs::Kernel_cuda_source, nullptr},
    {"cpu_source", get_source<Target::cpu>, nullptr, docs::Kernel_cpu_source, nullptr},
    {"path", get_path, nullptr, docs::Kernel_path, nullptr},
    {"built", get_built, nullptr, docs::Kernel_built, nullptr},
    {"translated", get_translated, nullptr, docs::Kernel_translated, nullptr},
    {"diagnostics", get_diagnostics, nullptr, docs::Kernel_diagnostics, nullptr},
    {"_uses", get_uses, nullptr, nullptr, nullptr},
    {"_recipe", get_recipe, set_recipe, nullptr, nullptr},
    {"_is_built", get_is_built, nullptr, nullptr, nullptr},     // false: it is built at its first launch
    {"_unloadable", get_unloadable, nullptr, nullptr, nullptr}, // prebuilt code, and why
    {"_types", get_types, nullptr, nullptr, nullptr},
    {"_sees_block", get_sees_block, nullptr, nullptr, nullptr},
    {"_foreign", get_foreign, nullptr, nullptr, nullptr},
    {"_called", get_called, nullptr, nullptr, nullptr}, // in messages
    {"_is_cooperative", get_is_cooperative, nullptr, nullptr, nullptr},
    {"_waits_in_loops", get_waits_in_loops, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(KernelObject, call), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(KernelObject, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(KernelObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(docs::Kernel)},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_call, reinterpret_cast<void*>(tuple_call<call>)},
    {Py_tp_repr, reinterpret_cast<void*>(repr)},
    {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {0, nullptr},
};

PyType_Spec spec = {"cudapy.Kernel", sizeof(KernelObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | type_has_vectorcall, slots};

} // namespace

Ref new_kernel(std::shared_ptr<Program> program, const LoadedKernel* kernel) {
    Ref object = allocate();
    object_of(object.get())->state = {std::move(program), kernel};
    Ref name = to_python(kernel->info.name);
    check(PyObject_SetAttrString(object.get(), "__name__", name.get()));
    return object;
}

void add_kernel(PyObject* module) {
    if (!kernel_type) kernel_type = add_type(module, spec);
}

} // namespace cudapy::python
