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

Ref names_of(const Variables& variables) {
    Ref names = Ref::steal(PyDict_New());
    for (const auto& [name, type] : variables)
        check(PyDict_SetItem(names.get(), to_python(name).get(), name_of(*type).get()));
    return names;
}

Ref to_dict(const FunctionTypes& function, const SourceSet& sources) {
    Ref choices = Ref::steal(PyDict_New()), calls = Ref::steal(PyDict_New());
    for (const auto& [span, type] : function.choices)
        check(PyDict_SetItem(choices.get(), place_of(sources, span).get(), name_of(*type).get()));
    for (const auto& [span, number] : function.calls)
        check(PyDict_SetItem(calls.get(), place_of(sources, span).get(),
                             Ref::steal(PyLong_FromSize_t(number)).get()));
    Ref waiting = Ref::steal(PyList_New(0));
    for (const Span span : function.waiting)
        check(PyList_Append(waiting.get(), place_of(sources, span).get()));
    Ref described = Ref::steal(PyDict_New());
    set_dict_item(described, "waiting", std::move(waiting));
    set_dict_item(described, "name", to_python(function.name));
    set_dict_item(described, "is_kernel", Ref::borrow(function.is_kernel ? Py_True : Py_False));
    set_dict_item(described, "place", place_of(sources, function.span));
    set_dict_item(described, "result", name_of(*function.result));
    set_dict_item(described, "precision", name_of(*function.precision));
    set_dict_item(described, "parameters", names_of(function.parameters));
    set_dict_item(described, "variables", names_of(function.variables));
    set_dict_item(described, "choices", choices);
    set_dict_item(described, "calls", calls);
    return described;
}

} // namespace

Ref describe_types(const TypesOfFunctions& types) {
    Ref functions = Ref::steal(PyList_New(0));
    for (const FunctionTypes& function : types.functions)
        check(PyList_Append(functions.get(), to_dict(function, *types.sources).get()));
    return functions;
}

} // namespace cudapy::python
