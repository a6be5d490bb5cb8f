#include "pymodule/src/kernel/text_analysis.h"

#include "pymodule/src/kernel/text_translation.h"
#include "pymodule/src/python/deep_stack.h"
#include "pymodule/src/python/error.h"
#include "translator/builtins/documentation.h"
#include "translator/diagnostics/render.h"
#include "translator/explain/text_facts.h"

#include <string>
#include <utility>
#include <vector>

namespace cudapy::python {

namespace {

/// Returns a list with what `convert` makes of each item.
template <typename Items, typename Convert>
Ref list_of(const Items& items, Convert&& convert) {
    Ref list = Ref::steal(PyList_New(0));
    for (const auto& item : items)
        check(PyList_Append(list.get(), Ref(convert(item)).get()));
    return list;
}

/// Returns (file, line, column, end_line, end_column).
Ref place(Span span, const SourceSet& sources) {
    const Position begin = sources.begin(span), end = sources.end(span);
    return Ref::steal(Py_BuildValue("(Niiii)", to_python(sources.file(span.file).path()).release(),
                                    begin.line, begin.column, end.line, end.column));
}

const char* word_for(Definition::Kind kind) {
    switch (kind) {
    case Definition::Kind::kernel:
        return "kernel";
    case Definition::Kind::helper:
        return "helper";
    case Definition::Kind::function:
        return "function";
    case Definition::Kind::structure:
        return "struct";
    case Definition::Kind::field:
        return "field";
    case Definition::Kind::type:
        return "class";
    case Definition::Kind::value:
        return "value";
    case Definition::Kind::import:
        return "import";
    }
    return "";
}

Ref to_dict(const Definition& definition, const SourceSet& sources) {
    Ref described = Ref::steal(PyDict_New());
    set_dict_item(described, "kind", to_python(word_for(definition.kind)));
    set_dict_item(described, "name", to_python(definition.name));
    set_dict_item(described, "place", place(definition.span, sources));
    set_dict_item(described, "within", to_python(definition.within));
    set_dict_item(described, "last_line", Ref::steal(PyLong_FromLong(definition.end_line)));
    return described;
}

Ref to_dict(const TypedFunction& function, const SourceSet& sources) {
    const auto typed = [&](const TypedPlace& each) {
        return Ref::steal(Py_BuildValue("(NNN)", to_python(each.name).release(),
                                        to_python(each.type).release(), place(each.span, sources).release()));
    };
    Ref described = Ref::steal(PyDict_New());
    set_dict_item(described, "name", to_python(function.name));
    set_dict_item(described, "place", place(function.header, sources));
    set_dict_item(described, "result", to_python(function.result));
    set_dict_item(described, "parameters", Ref::steal(PyLong_FromSize_t(function.parameters)));
    set_dict_item(described, "variables", list_of(function.variables, typed));
    set_dict_item(described, "expressions", list_of(function.expressions, typed));
    set_dict_item(described, "is_assumed", Ref::borrow(function.is_assumed ? Py_True : Py_False));
    return described;
}

Ref to_dict(const TextFacts& facts) {
    const SourceSet& sources = *facts.sources;
    Ref described = Ref::steal(PyDict_New());
    set_dict_item(described, "diagnostics", diagnostics_to_python(facts.diagnostics, sources, false));
    set_dict_item(described, "definitions",
                  list_of(facts.definitions, [&](const auto& each) { return to_dict(each, sources); }));
    set_dict_item(described, "functions",
                  list_of(facts.functions, [&](const auto& each) { return to_dict(each, sources); }));
    return described;
}

} // namespace

PyObject* analyse_text(PyObject*, PyObject* arguments) {
    return guarded_object([&] {
        const char *text = nullptr, *path = nullptr;
        Py_ssize_t size = 0;
        PyObject *find = Py_None, *kernels = nullptr, *helpers = nullptr;
        if (!PyArg_ParseTuple(arguments, "s#s|OOO:analyse_text", &text, &size, &path, &find, &kernels,
                              &helpers))
            throw PythonError{};
        SourceUnit unit;
        unit.path = path;
        unit.text.assign(text, static_cast<std::size_t>(size));
        Options options;
        options.stubs = false;
        const NumbaFunctions numba = numba_functions(kernels, helpers);
        TextFacts facts;
        with_deep_stack([&] {
            const std::vector<SourceUnit> units = units_of_text(std::move(unit), find);
            facts = kernels ? text_facts_of_numba(units, options, numba) : text_facts(units, options);
        });
        return to_dict(facts);
    });
}

PyObject* builtin_functions(PyObject*, PyObject*) {
    return guarded_object([&] {
        return list_of(builtin_descriptions(), [](const BuiltinDescription& each) {
            return Ref::steal(
                Py_BuildValue("(NNNNN)", to_python(each.module).release(), to_python(each.name).release(),
                              to_python(each.signature).release(), to_python(each.text).release(),
                              list_of(each.other_names, [](const std::string& name) {
                                  return to_python(name);
                              }).release()));
        });
    });
}

} // namespace cudapy::python
