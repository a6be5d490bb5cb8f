#include "pymodule/src/kernel/cuda_source.h"

#include "pymodule/src/device/target.h"
#include "pymodule/src/kernel/cuda_text.h"
#include "pymodule/src/kernel/kernel.h"
#include "pymodule/src/kernel/program.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/element_type.h"
#include "runtime/build/toolchain.h"
#include "runtime/cuda/device_info.h"
#include "translator/cuda/device_functions.h"

#include <memory>
#include <utility>

namespace cudapy::python {

namespace {

Ref tuple_of(const std::vector<std::string>& texts) {
    Ref tuple = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(texts.size())));
    for (std::size_t i = 0; i < texts.size(); ++i)
        check(PyTuple_SetItem(tuple.get(), static_cast<Py_ssize_t>(i), to_python(texts[i]).release()));
    return tuple;
}

/// Reads ((name, type), …).
cuda_text::KnownTypes types_from(PyObject* list) {
    cuda_text::KnownTypes types;
    const Py_ssize_t count = check_size(PySequence_Size(list));
    for (Py_ssize_t i = 0; i < count; ++i) {
        Ref item = Ref::steal(PySequence_GetItem(list, i));
        const char* name = nullptr;
        PyObject* type = nullptr;
        if (!PyArg_ParseTuple(item.get(), "sO", &name, &type)) throw PythonError{};
        types.emplace(cuda_text::text_of(cuda_text::words_of(name)),
                      element_type_from(type, "cuda_source: types"));
    }
    return types;
}

/// Reads ((name, name of its rule), …).
std::map<std::string, std::string> rules_from(PyObject* list) {
    std::map<std::string, std::string> rules;
    const Py_ssize_t count = check_size(PySequence_Size(list));
    for (Py_ssize_t i = 0; i < count; ++i) {
        Ref item = Ref::steal(PySequence_GetItem(list, i));
        const char *name = nullptr, *rule = nullptr;
        if (!PyArg_ParseTuple(item.get(), "ss", &name, &rule)) throw PythonError{};
        rules.emplace(name, rule);
    }
    return rules;
}

Ref function_to_python(const cuda_text::Function& function) {
    Ref dict = Ref::steal(PyDict_New());
    const auto set_bool = [&](const char* name, bool value) {
        set_dict_item(dict, name, Ref::steal(PyBool_FromLong(value)));
    };
    set_dict_item(dict, "name", to_python(function.name));
    set_dict_item(dict, "scope", tuple_of(function.scope));
    set_dict_item(dict, "text", to_python(function.text));
    set_dict_item(dict, "problem", to_python(function.problem));
    set_dict_item(dict, "line", Ref::steal(PyLong_FromLong(function.line)));
    set_bool("is_kernel", function.is_kernel);
    set_bool("on_host", function.on_host);
    set_bool("is_template", function.is_template);
    set_bool("is_defined", function.is_defined);
    set_bool("is_conditional", function.is_conditional);
    Ref templates = Ref::steal(PyList_New(0));
    for (const cuda_text::TemplateParameter& parameter : function.template_parameters) {
        Ref entry = Ref::steal(Py_BuildValue("(ssiii)", parameter.name.c_str(), parameter.text.c_str(),
                                             parameter.is_type, parameter.has_default, parameter.is_pack));
        check(PyList_Append(templates.get(), entry.get()));
    }
    set_dict_item(dict, "template_parameters", templates);
    Ref parameters = Ref::steal(PyList_New(0));
    for (const cuda_text::Parameter& parameter : function.parameters) {
        Ref entry = Ref::steal(Py_BuildValue("(ssO)", parameter.name.c_str(), parameter.text.c_str(),
                                             tuple_of(parameter.type).get()));
        check(PyList_Append(parameters.get(), entry.get()));
    }
    set_dict_item(dict, "parameters", parameters);
    return dict;
}

/// Reads (index of the function, name, expression, ((type parameter, type), …)).
CudaText::KernelRequest kernel_request_of(PyObject* item, const cuda_text::Source& source) {
    Py_ssize_t index = 0;
    const char *name = nullptr, *expression = nullptr;
    PyObject* choices = nullptr;
    if (!PyArg_ParseTuple(item, "nssO", &index, &name, &expression, &choices)) throw PythonError{};
    return {source.functions.at(static_cast<std::size_t>(index)), name, expression, types_from(choices)};
}

} // namespace

PyObject* read_cuda(PyObject*, PyObject* text) {
    return guarded_object([&] {
        const std::string source = to_string(text);
        Ref functions = Ref::steal(PyList_New(0));
        for (const cuda_text::Function& function : cuda_text::read(source).functions)
            check(PyList_Append(functions.get(), function_to_python(function).get()));
        return functions;
    });
}

namespace {

constexpr const char* capsule_name = "cudapy.device_source";

using SourceHolder = std::shared_ptr<const cuda_text::DeviceSource>;

void drop_source(PyObject* capsule) {
    delete static_cast<SourceHolder*>(PyCapsule_GetPointer(capsule, capsule_name));
}

} // namespace

PyObject* device_source(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char *text = nullptr, *path = nullptr, *folder = nullptr;
        Py_ssize_t text_size = 0;
        int first_line = 1;
        PyObject *types = nullptr, *include_paths = nullptr, *flags = nullptr, *libraries = nullptr,
                 *library_paths = nullptr, *vjp = nullptr, *jvp = nullptr;
        if (!PyArg_ParseTuple(arguments, "s#sisOOOOOOO:device_source", &text, &text_size, &path, &first_line,
                              &folder, &types, &include_paths, &flags, &libraries, &library_paths, &vjp,
                              &jvp))
            throw PythonError{};
        auto source = std::make_shared<cuda_text::DeviceSource>();
        source->text.assign(text, static_cast<std::size_t>(text_size));
        source->path = path;
        source->first_line = first_line;
        source->source = cuda_text::read(source->text);
        source->types = types_from(types);
        source->include_paths = strings_from(include_paths);
        source->flags = strings_from(flags);
        source->libraries = strings_from(libraries);
        source->library_paths = strings_from(library_paths);
        source->folder = folder;
        source->vjp = rules_from(vjp);
        source->jvp = rules_from(jvp);
        auto holder = std::make_unique<SourceHolder>(std::move(source));
        Ref capsule = Ref::steal(PyCapsule_New(holder.get(), capsule_name, drop_source));
        holder.release();
        return capsule;
    });
}

std::shared_ptr<const cuda_text::DeviceFunctions> device_functions_from(PyObject* capsule,
                                                                        const std::string& name) {
    auto* holder = static_cast<SourceHolder*>(PyCapsule_GetPointer(capsule, capsule_name));
    if (!holder) throw PythonError{};
    return cuda_text::device_functions(*holder, name);
}

PyObject* cuda_type(PyObject*, PyObject* type) {
    return guarded_object(
        [&] { return to_python(cuda_text::cpp_name(element_type_from(type, "cuda_type"))); });
}

PyObject* architectures(PyObject*, PyObject* arch) {
    return guarded_object([&] { return to_python(architectures_from(arch, "cuda_source")); });
}

PyObject* compile_cuda(PyObject*, PyObject* arguments, PyObject* keywords) {
    return guarded_object([&] {
        const char *text = nullptr, *path = nullptr, *folder = nullptr, *compiler = nullptr,
                   *architectures = nullptr;
        Py_ssize_t text_size = 0;
        int first_line = 1;
        PyObject *kernels = nullptr, *types = nullptr, *include_paths = nullptr, *flags = nullptr,
                 *libraries = nullptr, *library_paths = nullptr, *target = nullptr, *site_packages = nullptr;
        static const char* names[] = {"text",          "path",          "first_line",    "folder",
                                      "kernels",       "types",         "include_paths", "flags",
                                      "libraries",     "library_paths", "target",        "compiler",
                                      "site_packages", "architectures", nullptr};
        if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "s#sisOOOOOOOsOs:compile_cuda",
                                         const_cast<char**>(names), &text, &text_size, &path, &first_line,
                                         &folder, &kernels, &types, &include_paths, &flags, &libraries,
                                         &library_paths, &target, &compiler, &site_packages, &architectures))
            throw PythonError{};
        auto cuda = std::make_shared<CudaText>();
        cuda->text.assign(text, static_cast<std::size_t>(text_size));
        cuda->path = path;
        cuda->first_line = first_line;
        cuda->options.include_paths = strings_from(include_paths);
        cuda->options.flags = strings_from(flags);
        cuda->options.libraries = strings_from(libraries);
        cuda->options.library_paths = strings_from(library_paths);
        cuda->types = types_from(types);
        auto source = std::make_shared<cuda_text::Source>(cuda_text::read(cuda->text));
        const Py_ssize_t count = check_size(PySequence_Size(kernels));
        for (Py_ssize_t i = 0; i < count; ++i)
            cuda->kernels.push_back(
                kernel_request_of(Ref::steal(PySequence_GetItem(kernels, i)).get(), *source));
        if (cuda->kernels.empty()) raise(PyExc_ValueError, "compile_cuda: no kernels were given");
        cuda->inputs = included_files(*source, folder, cuda->options.include_paths);
        cuda->source = std::move(source);

        ProgramRequest request;
        request.device = device_from(target, "cuda_source");
        const std::string& first = cuda->kernels.front().name;
        if (request.device.kind != runtime::Device::Kind::cuda) {
            const bool has_gpu = runtime::cuda_available(nullptr);
            raise_device_error(fmt::format(
                "{}: this kernel is CUDA C++, which only GPUs run: {}, or write it in Python, which runs on "
                "both",
                first,
                has_gpu ? "give target=\"cuda\""
                        : "there is none here that CUDA can use, `python -m cudapy doctor` says why"));
        }
        request.follows_device = !names_one_device(target);
        request.options.index64 = true; // a pointer reaches everywhere
        request.compiler = compiler;
        request.architectures = architectures;
        if (*architectures && runtime::is_several(request.architectures)) {
            // The kernels' names are read from the file, which nvcc might compress if it is for several GPUs.
            cuda->options.flags.emplace_back("--no-compress");
        }
        request.site_packages = strings_from(site_packages);
        SourceUnit unit;
        unit.path = path;
        unit.function = first;
        request.units.push_back(std::move(unit));
        request.cuda = std::move(cuda);
        const std::shared_ptr<Program> program = Program::compile_cuda(std::move(request));
        Ref result = Ref::steal(PyDict_New());
        for (const LoadedKernel& kernel : program->kernels())
            set_dict_item(result, kernel.info.name.c_str(), new_kernel(program, &kernel));
        for (const auto& [name, problem] : program->problems())
            set_dict_item(result, name.c_str(), to_python(problem));
        return result;
    });
}

} // namespace cudapy::python
