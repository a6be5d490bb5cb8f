#include "translator/emit/dialect.h"

namespace cudapy::emit {

std::string type_text(const Type* type) {
    if (type->is_tuple()) return type->identifier();
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
    if (!variable.type->is_array()) return type_text(variable.type) + " " + variable.emitted;
    return std::string(written ? "" : "const ") + type_text(variable.type->element()) + "* " +
           (qualifier.empty() ? "" : qualifier + " ") + variable.emitted;
}

} // namespace cudapy::emit
