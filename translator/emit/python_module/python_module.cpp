#include "translator/emit/python_module/python_module.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/scalars.h"
#include "translator/emit/cuda/interface.h"
#include "translator/emit/python_module/parameters.h"

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

/// Returns why a value of Python cannot be passed for the parameter; an empty text if it can.
std::string problem_of(const Variable& parameter) {
    if (!parameter.has_length) return "is an array of arrays";
    const Type* type = parameter.type->is_array() ? parameter.type->element() : parameter.type;
    if (type->is_number()) return "";
    const std::string what = type->is_struct()   ? "a struct"
                             : type->is_vector() ? "a vector"
                                                 : "of type " + type->name();
    return parameter.type->is_array() ? fmt::format("is an array whose elements are each {}", what)
                                      : "is " + what;
}

/// Returns the text of Python's `threads, /, alpha, X, *, block=None`.
std::string signature_text(const Function& function) {
    std::string text = threads_name(function) + ", /";
    for (const Variable* parameter : given_parameters(function))
        text += ", " + parameter->name;
    const std::vector<std::string> options = launch_options(function);
    if (!options.empty()) text += ", *";
    for (const std::string& option : options)
        text += fmt::format(", {}{}", option, option == "shared" ? "" : "=None");
    return text;
}

/// The names, in the file of the module, of what belongs to one kernel.
struct KernelNames {
    std::string function, documentation;
    KernelNames(const Function& kernel, Names& file)
        : function(file.fresh("call_" + kernel.emitted)),
          documentation(file.fresh("documentation_of_" + kernel.emitted)) {}
};

/// Writes the text that `help()` shows. `inspect.signature` reads what is before the two dashes.
void write_documentation(Writer& writer, const Function& function, const std::string& name) {
    std::vector<std::string> literals = {fmt::format("\"{}($module, {})\\n--\\n\\n\"",
                                                     escape_string(function.name),
                                                     escape_string(signature_text(function)))};
    for (const std::string& line : documentation_of(function))
        literals.push_back(fmt::format("\"{}\\n\"", escape_string(line)));
    writer.raw(fmt::format("static const char {}[] =", name));
    for (std::size_t i = 0; i < literals.size(); ++i)
        writer.raw("    " + literals[i] + (i + 1 == literals.size() ? ";" : ""));
}

/// Returns how the argument for parameter `i` is read: `array<const float, 2>(1)`.
std::string reading_text(const Function& function, std::size_t i) {
    const Type* type = function.parameters[i]->type;
    if (!type->is_array()) return fmt::format("number<{}>({})", interface_number(type), i);
    const std::string rank = type->rank() == 1 ? "" : fmt::format(", {}", type->rank());
    return fmt::format("array<{}{}{}>({})", function.facts.array_uses[i].writes ? "" : "const ",
                       interface_number(type->element()), rank, i);
}

/// Returns the device of the launch as C++: that of the first array.
std::string device_text(const Function& function) {
    for (const Variable* parameter : given_parameters(function))
        if (parameter->type->is_array()) return parameter->emitted + ".device()";
    return "cudapy::current_device()";
}

void write_function(Writer& writer, const Function& function, const std::string& name,
                    const Options& options) {
    Names names;
    for (const Variable* parameter : given_parameters(function))
        names.reserve(parameter->emitted);
    const std::string given = names.fresh("given"), count = names.fresh("count");
    const std::string keywords = names.fresh("keywords"), parameters = names.fresh("parameters");
    const std::string arguments = names.fresh("arguments"), launch = names.fresh("launch");
    const std::string released = names.fresh("released");

    writer.function_head("static PyObject* " + name, {"PyObject*", "PyObject* const* " + given,
                                                      "Py_ssize_t " + count, "PyObject* " + keywords});
    writer.open("{");
    writer.open("return cudapy::python::launched([&] {");
    std::string list, passed = launch;
    for (const Variable* parameter : given_parameters(function)) {
        list += "\"" + escape_string(parameter->name) + "\", ";
        passed += ", " + parameter->emitted + (parameter->type->is_array() ? ".view()" : "");
    }
    writer.line(fmt::format("static const char* const {}[] = {{{}nullptr}};", parameters, list));
    writer.line(fmt::format("const cudapy::python::Arguments {}(\"{}\", {}, {}, {}, {});", arguments,
                            escape_string(function.name), parameters, given, count, keywords));
    for (std::size_t i = 0; i < given_parameters(function).size(); ++i)
        writer.line(fmt::format("const auto {} = {}.{};", function.parameters[i]->emitted, arguments,
                                reading_text(function, i)));
    const std::size_t shared = dynamic_arrays(function).size();
    writer.line(fmt::format("const cudapy::Launch {} = {}.launch({}{});", launch, arguments,
                            device_text(function), shared == 0 ? "" : fmt::format(", {}", shared)));
    writer.line(fmt::format("const cudapy::python::WithoutGil {};", released));
    writer.line(fmt::format("{}::{}({});", options.name_space, function.emitted, passed));
    writer.close("});");
    writer.close();
}

} // namespace

std::string problem_of_python_module(const std::vector<EntryPoint>& entries) {
    for (const EntryPoint& entry : entries)
        for (const Variable* parameter : given_parameters(*entry.function))
            if (const std::string problem = problem_of(*parameter); !problem.empty())
                return fmt::format("the parameter {} of the kernel {} {}", parameter->name,
                                   entry.function->name, problem);
    return "";
}

std::string python_module_text(const std::vector<EntryPoint>& entries, const SourceSet& sources,
                               const Options& options) {
    const std::string origin = origin_of(sources, options);
    Writer writer(sources, false);
    writer.comment(origin_line(sources, options));
    writer.comment("");
    writer.comment(
        fmt::format("The Python module {}, whose functions launch the kernels.", options.python_module.name));
    writer.raw("#define PY_SSIZE_T_CLEAN");
    writer.raw("#include <Python.h>");
    writer.blank();
    writer.raw(fmt::format("#include \"{}\"", options.python_module.header_name));
    writer.blank();
    writer.raw("#include <cudapy/python_module.h>");
    Names file;
    file.reserve(options.name_space);
    const std::string functions = file.fresh("functions"), definition = file.fresh("definition");
    std::vector<std::string> table;
    for (const EntryPoint& entry : entries) {
        const KernelNames names(*entry.function, file);
        writer.blank();
        write_documentation(writer, *entry.function, names.documentation);
        writer.blank();
        write_function(writer, *entry.function, names.function, options);
        table.push_back(fmt::format("cudapy::python::method(\"{}\", {}, {}),",
                                    escape_string(entry.function->name), names.function,
                                    names.documentation));
    }
    writer.blank();
    writer.open(fmt::format("static PyMethodDef {}[] = {{", functions));
    for (const std::string& line : table)
        writer.line(line);
    writer.line("{nullptr, nullptr, 0, nullptr},");
    writer.close("};");
    writer.blank();
    writer.line(
        fmt::format("static PyModuleDef {} = {{PyModuleDef_HEAD_INIT, \"{}\", \"The kernels of {}.\", 0, {}, "
                    "nullptr, nullptr, nullptr, nullptr}};",
                    definition, options.python_module.name, escape_string(origin), functions));
    writer.blank();
    writer.raw(fmt::format("PyMODINIT_FUNC PyInit_{}()", options.python_module.name));
    writer.open("{");
    writer.line(fmt::format("return PyModuleDef_Init(&{});", definition));
    writer.close();
    return writer.take();
}

} // namespace cudapy::emit
