#include "translator/emit/cuda/header.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/structs.h"

#include <fmt/format.h>

#include <map>

namespace cudapy::emit {

namespace {

bool holds(const Type* type, Scalar scalar) {
    if (type->is_array() && type->element()->is_struct()) return holds(type->element(), scalar);
    for (const Type::Field& field : type->fields())
        if (holds(field.type, scalar)) return true;
    return !type->is_aggregate() && type->scalar_kind() == scalar;
}

bool has_parameter_of(const std::vector<EntryPoint>& entries, Scalar scalar) {
    for (const EntryPoint& entry : entries)
        for (const program::Variable* parameter : given_parameters(*entry.function))
            if (holds(parameter->type, scalar)) return true;
    return false;
}

/// Says what a caller gives for the tape, where nothing does it for the caller.
void write_tape(Writer& writer, const program::Function& function) {
    const std::size_t given = given_parameters(function).size();
    if (given == function.parameters.size()) return;
    std::map<program::LaunchPart, std::string> names;
    for (std::size_t i = given; i < function.parameters.size(); ++i)
        names[function.parameters[i]->launch_part] = function.parameters[i]->emitted;
    using program::LaunchPart;
    writer.prose(fmt::format(
        "Threads keep what they need on a tape: {0} has {1} words for each of the {4} threads from {3} on. "
        "{2} is "
        "zeros at first, one more than there are threads. Call the function again, with as many words as the "
        "first number in it says, and that number 0, until it stays 0.{5}",
        names[LaunchPart::memory], names[LaunchPart::words], names[LaunchPart::state],
        names[LaunchPart::first], names[LaunchPart::count],
        names.count(LaunchPart::width)
            ? fmt::format(" {} is how many threads there are along x{}.", names[LaunchPart::width],
                          names.count(LaunchPart::height)
                              ? fmt::format(", and {} along y", names[LaunchPart::height])
                              : "")
            : ""));
}

} // namespace

void write_lists(Writer& writer, const program::Function& function) {
    for (std::size_t i = 0; i + 2 < function.parameters.size(); ++i) {
        if (function.parameters[i]->has_length ||
            function.parameters[i]->launch_part != program::LaunchPart::none)
            continue;
        const std::string& rows = function.parameters[i]->emitted;
        const std::string& offsets = function.parameters[++i]->emitted;
        const std::string& count = function.parameters[++i]->emitted;
        writer.prose(
            fmt::format("{0}: {2} lists, one after the other. List i is from element {1}[i] to before "
                        "{1}[i + 1]; {1} has {2} + 1 elements.",
                        rows, offsets, count));
    }
}

std::string header_text(const std::vector<EntryPoint>& entries, const HeaderParts& parts,
                        const SourceSet& sources, const Options& options) {
    Writer writer(sources, false);
    writer.comment(origin_line(sources, options));
    for (const std::string& line : parts.preamble)
        writer.prose(line);
    // The name of a guard would be made from that of the file, and two folders may hold files of one name.
    writer.raw("#pragma once");
    writer.blank();
    for (const std::string& include : parts.includes)
        writer.raw("#include " + include);
    if (has_parameter_of(entries, Scalar::bool_)) writer.raw("#include <stdbool.h>");
    writer.blank();
    if (!parts.definitions.empty()) {
        writer.raw(parts.definitions);
        writer.blank();
    }
    for (const Type* type : parts.structs) {
        write_header_struct(writer, *type, parts.target);
        writer.blank();
    }
    writer.raw("#ifdef __cplusplus\nextern \"C\" {\n#endif");
    for (const EntryPoint& entry : entries) {
        writer.blank();
        write_comments(writer, *entry.function);
        write_lists(writer, *entry.function);
        if (parts.target == Target::cpu) write_tape(writer, *entry.function);
        writer.function_head(entry.head, entry.parameters, ";");
    }
    writer.blank();
    writer.raw("#ifdef __cplusplus\n}\n#endif");
    return writer.take();
}

} // namespace cudapy::emit
