#include "translator/emit/scalars.h"

#include "translator/emit/dialect.h"
#include "translator/program/scalar_types.h"

namespace cudapy::emit {

std::vector<const Type*> own_scalars(const program::Program& program) {
    std::vector<const Type*> types;
    for (const Scalar scalar : program::scalar_types(program)) {
        const Type* type = Type::scalar(scalar);
        if (type->is_small_float() || type->is_complex()) types.push_back(type);
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

std::string scalar_definitions_for_c(const std::vector<const Type*>& types) {
    std::string text;
    for (const Type* type : types) {
        if (!type->is_small_float()) continue;
        const std::string name = type == Type::float16() ? "__half" : "__nv_bfloat16";
        const std::string guard = type == Type::float16() ? "CUDAPY_HALF" : "CUDAPY_BFLOAT16";
        text += (text.empty() ? "" : "\n") +
                ("#if !defined(__cplusplus) && !defined(" + guard + ")\n#define ") + guard + "\ntypedef " +
                name + "_raw " + name + ";\n#endif";
    }
    return text;
}

void write_scalars(Writer& writer, const std::vector<const Type*>& types, bool host) {
    for (const Type* type : types) {
        if (!type->is_small_float() || (!host && type == Type::float16())) continue;
        writer.blank();
        if (!host) {
            writer.line("using bfloat16 = __nv_bfloat16;");
            continue;
        }
        writer.comment(type == Type::float16()
                           ? "IEEE's half precision in memory, by its bits; a value of it is a float."
                           : "The upper half of a float in memory; a value of it is a float.");
        writer.line("typedef uint16_t " + type->name() + ";");
    }
}

std::string header_parameter_text(const program::Variable& variable, bool written, bool host) {
    const Type* type = variable.type->is_array() ? variable.type->element() : variable.type;
    std::string text = parameter_text(variable, written);
    if (!type->is_small_float()) return text;
    const char* name = host ? "uint16_t" : type == Type::float16() ? "__half" : "__nv_bfloat16";
    return text.replace(text.find(type->name()), type->name().size(), name);
}

} // namespace cudapy::emit
