#include "pymodule/src/kernel/text_translation.h"

#include "pymodule/src/python/deep_stack.h"
#include "pymodule/src/python/error.h"
#include "translator/translate.h"

namespace cudapy::python {

namespace {

void set(const Ref& dict, const char* key, const Ref& value) {
    check(PyDict_SetItemString(dict.get(), key, value.get()));
}

void append(const Ref& list, const Ref& item) {
    check(PyList_Append(list.get(), item.get()));
}

Ref number(int value) {
    return Ref::steal(PyLong_FromLong(value));
}

Ref describe(const KernelInfo& kernel, const SourceSet& sources) {
    Ref parameters = Ref::steal(PyList_New(0));
    for (const ParameterInfo& parameter : kernel.parameters)
        append(parameters,
               Ref::steal(Py_BuildValue("(ss)", parameter.name.c_str(), parameter.type->name().c_str())));
    Ref described = Ref::steal(PyDict_New());
    Ref shared = Ref::steal(PyList_New(0));
    for (const KernelInfo::Shared& array : kernel.dynamic_shared)
        append(shared, to_python(array.name));
    set(described, "name", to_python(kernel.name));
    set(described, "shared", shared);
    set(described, "line", number(sources.begin(kernel.span).line));
    set(described, "parameters", parameters);
    return described;
}

Ref describe(const GenericKernel& kernel) {
    Ref parameters = Ref::steal(PyList_New(0));
    for (const GenericKernel::Parameter& parameter : kernel.parameters)
        append(parameters, Ref::steal(Py_BuildValue("(ss)", parameter.name.c_str(), parameter.type.c_str())));
    Ref described = Ref::steal(PyDict_New());
    set(described, "name", to_python(kernel.name));
    set(described, "parameters", parameters);
    return described;
}

Ref describe(const Translation& translation) {
    Ref lines = Ref::steal(PyList_New(0)), kernels = Ref::steal(PyList_New(0)),
        generics = Ref::steal(PyList_New(0));
    for (const PythonLine& line : translation.python_lines)
        append(lines, number(line.file == 0 ? line.line : 0));
    for (const KernelInfo& kernel : translation.kernels)
        append(kernels, describe(kernel, *translation.sources));
    for (const GenericKernel& generic : translation.generics)
        append(generics, describe(generic));
    Ref described = Ref::steal(PyDict_New());
    set(described, "ok", Ref::borrow(translation.ok ? Py_True : Py_False));
    set(described, "diagnostics", diagnostics_to_python(translation, false));
    set(described, "source", to_python(translation.source));
    set(described, "python_lines", lines);
    set(described, "kernels", kernels);
    set(described, "generics", generics);
    return described;
}

} // namespace

PyObject* translate_text(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char *text = nullptr, *path = nullptr, *target = nullptr;
        Py_ssize_t size = 0;
        int stubs = 0;
        if (!PyArg_ParseTuple(arguments, "s#ssp:translate_text", &text, &size, &path, &target, &stubs))
            throw PythonError{};
        Options options;
        options.target = std::string(target) == "cpu" ? Target::cpu : Target::cuda;
        options.stubs = stubs != 0;
        SourceUnit unit;
        unit.path = path;
        unit.text.assign(text, static_cast<std::size_t>(size));
        Translation translation;
        with_deep_stack([&] { translation = translate({std::move(unit)}, options); });
        return describe(translation);
    });
}

} // namespace cudapy::python
