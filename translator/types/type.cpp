#include "translator/types/type.h"

#include "translator/support/internal_error.h"

#include <memory>
#include <string>
#include <vector>

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

Type::Type(Scalar scalar, const Type* element, int rank, std::string name)
    : scalar_(scalar), element_(element), rank_(rank), name_(std::move(name)) {}

const Type* Type::scalar(Scalar scalar) {
    static const Type types[] = {
        {Scalar::void_, nullptr, 0, scalar_name(Scalar::void_)},
        {Scalar::bool_, nullptr, 0, scalar_name(Scalar::bool_)},
        {Scalar::int32, nullptr, 0, scalar_name(Scalar::int32)},
        {Scalar::int64, nullptr, 0, scalar_name(Scalar::int64)},
        {Scalar::float32, nullptr, 0, scalar_name(Scalar::float32)},
        {Scalar::float64, nullptr, 0, scalar_name(Scalar::float64)},
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

/// Every array type there can be, made once.
struct ArrayTypes {
    std::vector<std::unique_ptr<const Type>> types; ///< by element, then by rank

    ArrayTypes() {
        for (const Scalar scalar :
             {Scalar::bool_, Scalar::int32, Scalar::int64, Scalar::float32, Scalar::float64}) {
            for (int rank = 1; rank <= Type::max_rank; ++rank) {
                const std::string brackets =
                    rank == 1 ? "*" : "[" + std::string(static_cast<std::size_t>(rank - 1), ',') + "]";
                types.push_back(std::unique_ptr<const Type>(
                    new Type(scalar, Type::scalar(scalar), rank, scalar_name(scalar) + brackets)));
            }
        }
    }
};

const Type* Type::array(const Type* element, int rank) {
    static const ArrayTypes arrays;
    if (!element->is_number() || rank < 1 || rank > max_rank)
        throw InternalError("an array of " + std::to_string(rank) + " dimensions of " + element->name());
    const int place = static_cast<int>(element->scalar_) - static_cast<int>(Scalar::bool_);
    return arrays.types[static_cast<std::size_t>(place * max_rank + rank - 1)].get();
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
