#include "pymodule/src/kernel/function_types.h"

namespace cudapy::python {

namespace {

using Variables = std::vector<FunctionTypes::Variable>;

Ref place_of(const SourceSet& sources, Span span) {
    const SourceFile& file = sources.file(span.file);
    const int first = sources.begin(span).line, last = sources.end(span).line;
    return Ref::steal(Py_BuildValue("(iIiI)", first, span.begin - file.line_begin(first), last,
                                    span.end - file.line_begin(last)));
}

Ref name_of(const Type& type) {
    return type.is_value() ? to_python(type.name()) : Ref::borrow(Py_None);
}

void set(const Ref& dict, const char* key, const Ref& value) {
    check(PyDict_SetItemString(dict.get(), key, value.get()));
}

Ref names_of(const Variables& variables) {
    Ref names = Ref::steal(PyDict_New());
    for (const auto& [name, type] : variables)
        check(PyDict_SetItem(names.get(), to_python(name).get(), name_of(*type).get()));
    return names;
}

Ref describe(const FunctionTypes& function, const SourceSet& sources) {
    Ref choices = Ref::steal(PyDict_New()), calls = Ref::steal(PyDict_New());
    for (const auto& [span, type] : function.choices)
        check(PyDict_SetItem(choices.get(), place_of(sources, span).get(), name_of(*type).get()));
    for (const auto& [span, number] : function.calls)
        check(PyDict_SetItem(calls.get(), place_of(sources, span).get(),
                             Ref::steal(PyLong_FromSize_t(number)).get()));
    Ref described = Ref::steal(PyDict_New());
    set(described, "name", to_python(function.name));
    set(described, "is_kernel", Ref::borrow(function.is_kernel ? Py_True : Py_False));
    set(described, "place", place_of(sources, function.span));
    set(described, "result", name_of(*function.result));
    set(described, "precision", name_of(*function.precision));
    set(described, "parameters", names_of(function.parameters));
    set(described, "variables", names_of(function.variables));
    set(described, "choices", choices);
    set(described, "calls", calls);
    return described;
}

} // namespace

Ref describe_types(const TypesOfFunctions& types) {
    Ref functions = Ref::steal(PyList_New(0));
    for (const FunctionTypes& function : types.functions)
        check(PyList_Append(functions.get(), describe(function, *types.sources).get()));
    return functions;
}

} // namespace cudapy::python
