#include "pymodule/src/kernel/text_translation.h"

#include "pymodule/src/kernel/lost_variants.h"
#include "pymodule/src/python/deep_stack.h"
#include "pymodule/src/python/error.h"
#include "translator/imports.h"
#include "translator/translate.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::python {

namespace {

void append(const Ref& list, const Ref& item) {
    check(PyList_Append(list.get(), item.get()));
}

Ref number(int value) {
    return Ref::steal(PyLong_FromLong(value));
}

Ref to_dict(const KernelInfo& kernel, const SourceSet& sources) {
    Ref parameters = Ref::steal(PyList_New(0));
    for (const ParameterInfo& parameter : kernel.parameters)
        append(parameters,
               Ref::steal(Py_BuildValue("(ss)", parameter.name.c_str(), parameter.type->name().c_str())));
    Ref described = Ref::steal(PyDict_New());
    Ref shared = Ref::steal(PyList_New(0));
    for (const KernelInfo::Shared& array : kernel.dynamic_shared)
        append(shared, to_python(array.name));
    set_dict_item(described, "name", to_python(kernel.name));
    set_dict_item(described, "shared", shared);
    set_dict_item(described, "line", number(sources.begin(kernel.span).line));
    set_dict_item(described, "parameters", parameters);
    return described;
}

Ref to_dict(const GenericKernel& kernel) {
    Ref parameters = Ref::steal(PyList_New(0));
    for (const GenericKernel::Parameter& parameter : kernel.parameters)
        append(parameters, Ref::steal(Py_BuildValue("(ss)", parameter.name.c_str(), parameter.type.c_str())));
    Ref described = Ref::steal(PyDict_New());
    set_dict_item(described, "name", to_python(kernel.name));
    set_dict_item(described, "parameters", parameters);
    return described;
}

Ref to_dict(const Translation& translation) {
    Ref lines = Ref::steal(PyList_New(0)), kernels = Ref::steal(PyList_New(0)),
        generics = Ref::steal(PyList_New(0));
    for (const PythonLine& line : translation.python_lines)
        append(lines, number(line.file == 0 ? line.line : 0));
    for (const KernelInfo& kernel : translation.kernels)
        append(kernels, to_dict(kernel, *translation.sources));
    for (const GenericKernel& generic : translation.generics)
        append(generics, to_dict(generic));
    Ref described = Ref::steal(PyDict_New());
    set_dict_item(described, "ok", Ref::borrow(translation.ok ? Py_True : Py_False));
    set_dict_item(described, "diagnostics", diagnostics_to_python(translation, false));
    set_dict_item(described, "source", to_python(translation.source));
    set_dict_item(described, "python_lines", lines);
    set_dict_item(described, "kernels", kernels);
    set_dict_item(described, "generics", generics);
    set_dict_item(described, "lost_variants", lost_to_python(translation.lost_variants));
    return described;
}

/// Returns the file of a module that `find` knows.
std::optional<ModuleFile> ask(PyObject* find, const std::string& name) {
    const Ref answer = Ref::steal(PyObject_CallFunction(find, "s", name.c_str()));
    if (answer.get() == Py_None) return std::nullopt;
    const char *path = nullptr, *text = nullptr;
    Py_ssize_t size = 0;
    if (!PyArg_ParseTuple(answer.get(), "ss#", &path, &text, &size)) throw PythonError{};
    return ModuleFile{path, std::string(text, static_cast<std::size_t>(size))};
}

} // namespace

std::vector<SourceUnit> units_of_text(SourceUnit unit, PyObject* find) {
    return with_imports(std::move(unit), [&](const std::string& name) {
        return find == Py_None ? std::nullopt : ask(find, name);
    });
}

NumbaFunctions numba_functions(PyObject* kernels, PyObject* helpers) {
    const auto set_from = [](PyObject* names) {
        const std::vector<std::string> list = names ? strings_from(names) : std::vector<std::string>();
        return std::set<std::string>(list.begin(), list.end());
    };
    return {set_from(kernels), set_from(helpers)};
}

PyObject* translate_text(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char *text = nullptr, *path = nullptr, *target = nullptr;
        Py_ssize_t size = 0;
        int stubs = 0, checked = 0, optimize = 0, index64 = 0, fast_math = 0;
        std::array<int, 3> coarsen = {0, 0, 0};
        PyObject* find = Py_None;
        if (!PyArg_ParseTuple(arguments, "s#ssp|pp(ii)ppO:translate_text", &text, &size, &path, &target,
                              &stubs, &checked, &optimize, &coarsen[0], &coarsen[1], &index64, &fast_math,
                              &find))
            throw PythonError{};
        Options options;
        options.target = std::string(target) == "cpu" ? Target::cpu : Target::cuda;
        options.stubs = stubs != 0;
        options.checked = checked != 0;
        options.variants = optimize ? EmittedVariants::all : EmittedVariants::plain;
        if (coarsen[0] != 0) options.coarsen = {coarsen[0], coarsen[1], 1};
        options.index64 = index64 != 0;
        options.fast_math = fast_math != 0;
        options.break_variants = broken_variants();
        SourceUnit unit;
        unit.path = path;
        unit.text.assign(text, static_cast<std::size_t>(size));
        Translation translation;
        with_deep_stack([&] { translation = translate(units_of_text(std::move(unit), find), options); });
        return to_dict(translation);
    });
}

PyObject* translate_kernel(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char *text = nullptr, *path = nullptr, *target = nullptr, *kernel = nullptr;
        Py_ssize_t size = 0;
        PyObject *find = Py_None, *kernels = nullptr, *helpers = nullptr;
        if (!PyArg_ParseTuple(arguments, "s#sss|OOO:translate_kernel", &text, &size, &path, &target, &kernel,
                              &find, &kernels, &helpers))
            throw PythonError{};
        const NumbaFunctions numba = numba_functions(kernels, helpers);
        Options options;
        options.target = std::string(target) == "cpu" ? Target::cpu : Target::cuda;
        options.stubs = options.target == Target::cpu;
        options.break_variants = broken_variants();
        SourceUnit unit;
        unit.path = path;
        unit.text.assign(text, static_cast<std::size_t>(size));
        Translation translation;
        with_deep_stack([&] {
            translation =
                cudapy::translate_kernel(units_of_text(std::move(unit), find), options, kernel, numba);
        });
        return to_dict(translation);
    });
}

} // namespace cudapy::python
