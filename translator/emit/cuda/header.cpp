#include "translator/emit/cuda/header.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/structs.h"

#include <fmt/format.h>

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

} // namespace

void write_lists(Writer& writer, const program::Function& function) {
    for (std::size_t i = 0; i + 2 < function.parameters.size(); ++i) {
        if (function.parameters[i]->has_length || function.parameters[i]->tape != program::TapePart::none)
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
        writer.function_head(entry.head, entry.parameters, ";");
    }
    writer.blank();
    writer.raw("#ifdef __cplusplus\n}\n#endif");
    return writer.take();
}

} // namespace cudapy::emit
