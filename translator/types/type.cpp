#include "translator/types/type.h"

#include "translator/support/internal_error.h"

namespace cudapy {

namespace {

const char* scalar_name(Scalar scalar) {
    switch (scalar) {
    case Scalar::void_:
        return "void";
    case Scalar::bool_:
        return "bool";
    case Scalar::int32:
        return "int";
    case Scalar::int64:
        return "int64";
    case Scalar::float32:
        return "float";
    case Scalar::float64:
        return "double";
    }
    throw InternalError("a scalar that does not exist");
}

} // namespace

Type::Type(Scalar scalar, const Type* element, std::string name)
    : scalar_(scalar), element_(element), name_(std::move(name)) {}

const Type* Type::scalar(Scalar scalar) {
    static const Type types[] = {
        {Scalar::void_, nullptr, scalar_name(Scalar::void_)},
        {Scalar::bool_, nullptr, scalar_name(Scalar::bool_)},
        {Scalar::int32, nullptr, scalar_name(Scalar::int32)},
        {Scalar::int64, nullptr, scalar_name(Scalar::int64)},
        {Scalar::float32, nullptr, scalar_name(Scalar::float32)},
        {Scalar::float64, nullptr, scalar_name(Scalar::float64)},
    };
    return &types[static_cast<int>(scalar)];
}

const Type* Type::void_() {
    return scalar(Scalar::void_);
}
const Type* Type::bool_() {
    return scalar(Scalar::bool_);
}
const Type* Type::int32() {
    return scalar(Scalar::int32);
}
const Type* Type::int64() {
    return scalar(Scalar::int64);
}
const Type* Type::float32() {
    return scalar(Scalar::float32);
}
const Type* Type::float64() {
    return scalar(Scalar::float64);
}

const Type* Type::array(const Type* element) {
    static const Type arrays[] = {
        {Scalar::bool_, bool_(), "bool*"},       {Scalar::int32, int32(), "int*"},
        {Scalar::int64, int64(), "int64*"},      {Scalar::float32, float32(), "float*"},
        {Scalar::float64, float64(), "double*"},
    };
    if (!element->is_number()) throw InternalError("an array of " + element->name());
    return &arrays[static_cast<int>(element->scalar_) - static_cast<int>(Scalar::bool_)];
}

int Type::size() const {
    if (is_array()) return 8;
    switch (scalar_) {
    case Scalar::void_:
        return 0;
    case Scalar::bool_:
        return 1;
    case Scalar::int32:
    case Scalar::float32:
        return 4;
    case Scalar::int64:
    case Scalar::float64:
        return 8;
    }
    throw InternalError("a scalar that does not exist");
}

const Type* promote(const Type* a, const Type* b) {
    if (!a->is_number() || !b->is_number()) return nullptr;
    if (a == b) return a;
    bool either_int64 = a == Type::int64() || b == Type::int64();
    bool either_float = a == Type::float32() || b == Type::float32();
    if (either_int64 && either_float) return Type::float64();
    // The enumerators stand in the order of promotion.
    return a->scalar_kind() < b->scalar_kind() ? b : a;
}

const Type* scalar_type_named(std::string_view name) {
    if (name == "void") return Type::void_();
    if (name == "bool") return Type::bool_();
    if (name == "int" || name == "int32") return Type::int32();
    if (name == "int64") return Type::int64();
    if (name == "float" || name == "float32") return Type::float32();
    if (name == "double" || name == "float64") return Type::float64();
    return nullptr;
}

} // namespace cudapy
