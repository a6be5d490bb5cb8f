#include "translator/emit/cpp/scalars.h"

#include "translator/emit/cpp/dialect.h"
#include "translator/program/tuple_types.h"

#include <algorithm>

namespace cudapy::emit {

std::vector<const Type*> own_scalars(const std::set<Scalar>& scalars) {
    std::vector<const Type*> types;
    for (const Scalar scalar : scalars) {
        const Type* type = Type::scalar(scalar);
        if (type->is_small_float() || type->is_complex()) types.push_back(type);
    }
    return types;
}

std::vector<const Type*> complex_fields(const std::vector<const Type*>& aggregates) {
    std::vector<const Type*> types;
    for (const Type* type : aggregates)
        for (const Type::Field& field : type->fields()) {
            const Type* held = field.type->is_nested() ? field.type->element() : field.type;
            if (type->is_struct() && held->is_complex() &&
                std::find(types.begin(), types.end(), held) == types.end())
                types.push_back(held);
        }
    return types;
}

std::vector<std::string> scalar_includes(const std::vector<const Type*>& types) {
    std::vector<std::string> includes;
    for (const Type* type : types) {
        if (type == Type::float16()) includes.emplace_back("<cuda_fp16.h>");
        if (type == Type::bfloat16()) includes.emplace_back("<cuda_bf16.h>");
    }
    return includes;
}

namespace {

/// Returns the definition of a complex type, as C text. The type is aligned to its size, so that both parts
/// are loaded at once, and structs are laid out alike everywhere.
std::string complex_definition(const Type* type, Target target) {
    const bool single = type == Type::complex64();
    const std::string name = type->name();
    const std::string part = single ? "float" : "double";
    const std::string size = single ? "8" : "16";
    const std::string alignment =
        target == Target::cpu ? "__attribute__((aligned(" + size + ")))" : "__align__(" + size + ")";
    return "// In memory it is what " + part + "[2] and std::complex<" + part + "> are" +
           (target == Target::cpu ? ""
            : single              ? ", and cuFloatComplex"
                                  : ", and cuDoubleComplex") +
           ".\ntypedef struct " + alignment + " " + name + " {\n    " + part + " real, imag;\n} " + name +
           ";";
}

/// Returns the definition of a complex type for fields of structs, as C text.
std::string field_definition(const Type* type) {
    const std::string name = field_type_text(type);
    return "// A " + type->name() +
           " as the field of a struct: aligned as its parts are, which is C's layout and NumPy's.\ntypedef "
           "struct " +
           name + " {\n    " + (type == Type::complex64() ? "float" : "double") + " real, imag;\n} " + name +
           ";";
}

std::string guarded(const std::string& text, const std::string& guard, const std::string& definition) {
    return (text.empty() ? "" : text + "\n") + "#ifndef " + guard + "\n#define " + guard + "\n" + definition +
           "\n#endif";
}

std::string upper_case(std::string name) {
    for (char& c : name)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return name;
}

} // namespace

std::string scalar_definitions(const std::vector<const Type*>& types, const std::vector<const Type*>& fields,
                               Target target) {
    std::string text;
    for (const Type* type : types) {
        std::string condition, definition;
        const std::string guard = "CUDAPY_" + upper_case(type->name());
        if (type->is_complex()) {
            condition = "#ifndef " + guard;
            definition = complex_definition(type, target);
        } else if (target == Target::cuda) {
            const std::string name = type == Type::float16() ? "__half" : "__nv_bfloat16";
            condition = "#if !defined(__cplusplus) && !defined(" + guard + ")";
            definition = "typedef " + name + "_raw " + name + ";";
        } else {
            continue;
        }
        text +=
            (text.empty() ? "" : "\n") + condition + "\n#define " + guard + "\n" + definition + "\n#endif";
    }
    for (const Type* type : fields)
        text = guarded(text, "CUDAPY_" + upper_case(field_type_text(type)), field_definition(type));
    return text;
}

void write_scalars(Writer& writer, const std::vector<const Type*>& types,
                   const std::vector<const Type*>& fields, Target target, bool header) {
    const auto write_scalar = [&](const Type* type) {
        if (type->is_complex()) {
            if (header) return;
            writer.blank();
            writer.raw(complex_definition(type, target));
        } else if (target == Target::cpu) {
            writer.blank();
            writer.comment(type == Type::float16()
                               ? "IEEE's half precision in memory, by its bits; a value of it is a float."
                               : "The upper half of a float in memory; a value of it is a float.");
            writer.line("typedef uint16_t " + type->name() + ";");
        } else if (type == Type::bfloat16()) {
            writer.blank();
            writer.line("using bfloat16 = __nv_bfloat16;");
        }
    };
    for (const Type* type : types)
        writer.part("type " + type->name(), [&] { write_scalar(type); });
    for (const Type* type : fields) {
        if (header) continue;
        writer.part("type " + field_type_text(type), [&] {
            writer.blank();
            writer.raw(field_definition(type));
        });
    }
}

std::string field_type_text(const Type* type) {
    return type->is_complex() ? type->name() + "_field" : type_text(type);
}

std::string header_type_text(const Type* type, Target target) {
    if (!type->is_small_float()) return field_type_text(type);
    return target == Target::cpu ? "uint16_t" : type == Type::float16() ? "__half" : "__nv_bfloat16";
}

std::string header_parameter_text(const program::Variable& variable, bool written, Target target) {
    const Type* type = variable.type->is_array() ? variable.type->element() : variable.type;
    std::string text = parameter_text(variable, written);
    if (!type->is_small_float()) return text;
    return text.replace(text.find(type->name()), type->name().size(), header_type_text(type, target));
}

} // namespace cudapy::emit
