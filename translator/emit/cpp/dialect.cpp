#include "translator/emit/cpp/dialect.h"

#include "translator/lower/names/naming.h"

namespace cudapy::emit {

std::string type_text(const Type* type) {
    if (type->is_aggregate()) return lower::aggregate_name(*type);
    switch (type->scalar_kind()) {
    case Scalar::void_:
        return "void";
    case Scalar::bool_:
        return "bool";
    case Scalar::int8:
        return "int8_t";
    case Scalar::uint8:
        return "uint8_t";
    case Scalar::int16:
        return "int16_t";
    case Scalar::uint16:
        return "uint16_t";
    case Scalar::int32:
        return "int";
    case Scalar::uint32:
        return "uint32_t";
    case Scalar::int64:
        return "int64_t";
    case Scalar::uint64:
        return "uint64_t";
    case Scalar::float32:
        return "float";
    case Scalar::float64:
        return "double";
    case Scalar::float16:
    case Scalar::bfloat16:
    case Scalar::complex64:
    case Scalar::complex128:
        break;
    }
    return type->is_array() ? type->element()->name() : type->name();
}

std::string parameter_text(const program::Variable& variable, bool written, const std::string& qualifier) {
    if (variable.type->is_random_state()) return "Philox& " + variable.emitted;
    if (variable.is_reference)
        return std::string(written ? "" : "const ") + type_text(variable.type->element()) + "& " +
               variable.emitted;
    if (!variable.type->is_array()) return type_text(variable.type) + " " + variable.emitted;
    return std::string(written ? "" : "const ") + type_text(variable.type->element()) + "* " +
           (qualifier.empty() ? "" : qualifier + " ") + variable.emitted;
}

std::string pointer_text(const program::Variable& variable, bool is_const) {
    return std::string(variable.writes ? "" : "const ") + type_text(variable.type->element()) + "* " +
           (is_const ? "const " : "") + variable.emitted;
}

std::string argument_text(const program::Function& function, std::size_t i, bool written) {
    const program::Variable& parameter = *function.parameters[i];
    std::string text = parameter_text(parameter, written);
    // Nothing that the function does can change the struct that it is given.
    if (parameter.type->is_struct() && !function.facts.has_effects) {
        const std::string type = type_text(parameter.type);
        text = "const " + type + "&" + text.substr(type.size());
    }
    return text;
}

} // namespace cudapy::emit
