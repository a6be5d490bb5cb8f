#include "translator/emit/cuda/interface.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/scalars.h"
#include "translator/emit/cpp/structs.h"
#include "translator/emit/text/names.h"
#include "translator/translate_program.h"

#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

/// Returns the name that a C++ programmer gives the type.
std::string interface_type(const Type* type, const StructNamespaces& namespaces) {
    return type->is_struct() ? namespaces.name(type) : interface_number(type);
}

/// Returns the text of a parameter: `cudapy::View<const float, 2> A`, `float alpha`.
std::string interface_parameter(const Function& function, std::size_t i, const StructNamespaces& namespaces) {
    const Variable& parameter = *function.parameters[i];
    if (!parameter.type->is_array())
        return interface_type(parameter.type, namespaces) + " " + parameter.emitted;
    const std::string rank = parameter.type->rank() == 1 ? "" : ", " + std::to_string(parameter.type->rank());
    return fmt::format("cudapy::View<{}{}{}> {}", function.facts.array_uses[i].writes ? "" : "const ",
                       interface_type(parameter.type->element(), namespaces), rank, parameter.emitted);
}

/// Returns the names of the function's parameters, next to which new ones can be made.
Names parameter_names(const Function& function) {
    Names names;
    for (const Variable* parameter : given_parameters(function))
        names.reserve(parameter->emitted);
    return names;
}

std::vector<std::string> parameters_of(const Function& function, const std::string& launch,
                                       const StructNamespaces& namespaces) {
    std::vector<std::string> result = {"const cudapy::Launch& " + launch};
    for (std::size_t i = 0; i < given_parameters(function).size(); ++i)
        result.push_back(interface_parameter(function, i, namespaces));
    return result;
}

/// Gives structs of other files their names in the file's namespace, too.
void write_names_from_elsewhere(Writer& writer, const std::vector<const Type*>& structs,
                                const StructNamespaces& namespaces, const Options& options) {
    bool is_first = true;
    for (const Type* type : structs) {
        if (!type->is_struct() || namespaces.of(type) == options.name_space) continue;
        if (is_first) writer.blank();
        is_first = false;
        writer.raw("using " + namespaces.name(type) + ";");
    }
}

/// Returns the types of the function's parameters after the launch, without which two functions of one name
/// would be one.
std::string types_of(const Function& function, const StructNamespaces& namespaces) {
    std::string types;
    for (const Variable* parameter : given_parameters(function)) {
        const bool is_array = parameter->type->is_array();
        const Type* type = is_array ? parameter->type->element() : parameter->type;
        types += interface_type(type, namespaces) +
                 (is_array ? fmt::format("[{}]", parameter->type->rank()) : "") + ", ";
    }
    return types;
}

/// Writes, for each instance of a generic kernel, a function of the kernel's own name. An instance has none
/// whose types are those of another, or where another thing has the name.
void write_overloads(Writer& writer, const std::vector<EntryPoint>& entries, const HeaderParts& parts,
                     const StructNamespaces& namespaces) {
    std::map<std::pair<std::string, std::string>, int> count;
    std::set<std::string> taken;
    for (const EntryPoint& entry : entries) {
        taken.insert(entry.function->emitted);
        ++count[{entry.function->instance_of, types_of(*entry.function, namespaces)}];
    }
    for (const Type* type : parts.structs)
        taken.insert(type_text(type));
    for (const EntryPoint& entry : entries) {
        const Function& function = *entry.function;
        const std::string& name = function.instance_of;
        if (name.empty() || taken.contains(name) || !problem_of_namespace(name).empty() ||
            count[{name, types_of(function, namespaces)}] > 1)
            continue;
        Names names = parameter_names(function);
        names.reserve(function.emitted);
        const std::string launch = names.fresh("launch");
        std::string arguments = launch;
        for (const Variable* parameter : given_parameters(function))
            arguments += ", " + parameter->emitted;
        writer.blank();
        writer.comment(fmt::format("The instance of {} for these types.", name));
        writer.function_head("inline void " + name, parameters_of(function, launch, namespaces));
        writer.open("{");
        writer.line(fmt::format("{}({});", function.emitted, arguments));
        writer.close();
    }
}

} // namespace

std::string interface_number(const Type* type) {
    if (type == Type::complex64()) return "std::complex<float>";
    if (type == Type::complex128()) return "std::complex<double>";
    if (type->is_small_float()) return "cudapy::" + type->name();
    return header_type_text(type, Target::cpu);
}

std::string interface_header(const std::vector<EntryPoint>& entries, const HeaderParts& parts,
                             const StructNamespaces& namespaces, const SourceSet& sources,
                             const Options& options) {
    Writer writer(sources, false);
    writer.comment(origin_line(sources, options));
    writer.comment("");
    writer.comment(
        "Each function launches a kernel, `saxpy(n, alpha, X, Y)` with n threads, on the device of "
        "its arrays: on a GPU it returns");
    writer.comment(
        "without waiting for it, on the CPU when the kernel has run. <cudapy/launch.h> says what else "
        "a launch can be given.");
    writer.raw("#pragma once");
    writer.blank();
    writer.raw("#include <cudapy/cudapy.h>");
    writer.blank();
    writer.raw("#include <complex>");
    writer.raw("#include <stdint.h>");
    writer.blank();
    if (!parts.definitions.empty()) {
        writer.raw(parts.definitions);
        writer.blank();
    }
    for (const Type* type : parts.structs) {
        type->is_struct() ? namespaces.write(writer, *type) : write_header_struct(writer, *type, Target::cpu);
        writer.blank();
    }
    writer.raw("namespace " + options.name_space + " {");
    write_names_from_elsewhere(writer, parts.structs, namespaces, options);
    for (const EntryPoint& entry : entries) {
        writer.blank();
        write_comments(writer, *entry.function);
        write_lists(writer, *entry.function);
        Names names = parameter_names(*entry.function);
        writer.function_head("void " + entry.function->emitted,
                             parameters_of(*entry.function, names.fresh("launch"), namespaces), ";");
    }
    write_overloads(writer, entries, parts, namespaces);
    writer.blank();
    writer.raw("} // namespace " + options.name_space);
    return writer.take();
}

std::string interface_functions(const std::vector<EntryPoint>& entries, const StructNamespaces& namespaces,
                                const SourceSet& sources, const Options& options) {
    Writer writer(sources, false);
    for (const EntryPoint& entry : entries) {
        const Function& function = *entry.function;
        Names names = parameter_names(function);
        const std::string launch = names.fresh("launch");
        const std::string arguments = names.fresh("arguments");
        writer.blank();
        writer.function_head(fmt::format("void {}::{}", options.name_space, function.emitted),
                             parameters_of(function, launch, namespaces));
        writer.open("{");
        const std::string table = fmt::format("{}::{}", tables_name, entry.head);
        if (given_parameters(function).empty()) {
            writer.line(fmt::format("{}.launch({}, nullptr);", table, launch));
        } else {
            std::string list;
            for (const Variable* parameter : given_parameters(function))
                list += (list.empty() ? "" : ", ") + parameter->emitted;
            writer.line(fmt::format("const cudapy::generated::Argument {}[] = {{{}}};", arguments, list));
            writer.line(fmt::format("{}.launch({}, {});", table, launch, arguments));
        }
        writer.close();
    }
    return writer.take();
}

} // namespace cudapy::emit
