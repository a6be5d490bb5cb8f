#include "translator/emit/cpp/structs.h"

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/cpp/scalars.h"
#include "translator/lower/names/naming.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudapy::emit {

namespace {

void add(const Type* type, Target target, std::vector<const Type*>& types) {
    if (type->is_array()) return add(type->element(), target, types);
    const bool wanted = type->is_struct() || (type->is_vector() && target == Target::cpu);
    if (!wanted || std::find(types.begin(), types.end(), type) != types.end()) return;
    for (const Type::Field& field : type->fields())
        add(field.type, target, types);
    types.push_back(type);
}

void write_fields(Writer& writer, const Type& type) {
    for (std::size_t i = 0; i < type.fields().size(); ++i) {
        const Type* field = type.fields()[i].type;
        writer.line((type.is_struct() ? field_type_text(field) : type_text(field)) + " " +
                    lower::field_name(type, i) + ";");
    }
}

/// Returns whether the type is aligned otherwise than its fields ask for.
bool is_aligned(const Type& type) {
    return type.is_vector() && type.alignment() > type.fields()[0].type->alignment();
}

/// Returns the name of the macro that guards a definition: `CUDAPY_STRUCT_Body_float_x_float_y`. Another
/// definition of the struct's name has another guard.
std::string guard(const Type& type) {
    std::string name = "CUDAPY_STRUCT_" + type_text(&type);
    for (std::size_t i = 0; i < type.fields().size(); ++i)
        name += "_" + type_text(type.fields()[i].type) + "_" + lower::field_name(type, i);
    return name;
}

} // namespace

std::vector<const Type*> header_types(const program::Program& program, Target target) {
    std::vector<const Type*> types;
    for (const auto& function : program.functions)
        for (const program::Variable* parameter : function->parameters)
            if (function->is_kernel) add(parameter->type, target, types);
    return types;
}

void write_struct(Writer& writer, const Type& type) {
    writer.raw((is_aligned(type) ? fmt::format("struct alignas({}) ", type.alignment()) : "struct ") +
               type_text(&type));
    writer.open("{");
    write_fields(writer, type);
    writer.close("};");
}

void write_header_struct(Writer& writer, const Type& type, Target target) {
    const std::string name = type_text(&type);
    // CUDA's own headers have the vectors.
    writer.raw(type.is_vector() ? fmt::format("#if !defined(__VECTOR_TYPES_H__) && !defined({})", guard(type))
                                : "#ifndef " + guard(type));
    writer.raw("#define " + guard(type));
    writer.raw("typedef struct " +
               (is_aligned(type) ? fmt::format("__attribute__((aligned({}))) ", type.alignment()) : "") +
               name);
    writer.open("{");
    for (std::size_t i = 0; i < type.fields().size(); ++i)
        writer.line(header_type_text(type.fields()[i].type, target) + " " + lower::field_name(type, i) + ";");
    writer.close("} " + name + ";");
    writer.raw("#endif");
}

} // namespace cudapy::emit
