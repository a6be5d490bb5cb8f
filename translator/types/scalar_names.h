#pragma once
// The names of the scalar types.

#include "translator/types/type.h"

#include <array>
#include <cstddef>
#include <string>

namespace cudapy {

struct ScalarNames {
    Scalar scalar;
    const char* kernel;  ///< its name in kernels and in messages, "half"
    const char* numpy;   ///< NumPy's and numba's name, "float16"
    const char* package; ///< the name of its object in the package cudapy, "Half"

    const Type* type() const { return Type::scalar(scalar); }
};

/// One row for each scalar type, in the order of Scalar.
inline constexpr std::array<ScalarNames, 16> scalar_names{{
    {Scalar::void_, "void", "void", "Void"},
    {Scalar::bool_, "bool", "bool", "Bool"},
    {Scalar::int8, "int8", "int8", "Int8"},
    {Scalar::uint8, "uint8", "uint8", "UInt8"},
    {Scalar::int16, "int16", "int16", "Int16"},
    {Scalar::uint16, "uint16", "uint16", "UInt16"},
    {Scalar::int32, "int", "int32", "Int"},
    {Scalar::uint32, "uint32", "uint32", "UInt32"},
    {Scalar::int64, "int64", "int64", "Int64"},
    {Scalar::uint64, "uint64", "uint64", "UInt64"},
    {Scalar::float16, "half", "float16", "Half"},
    {Scalar::bfloat16, "bfloat16", "bfloat16", "BFloat16"},
    {Scalar::float32, "float", "float32", "Float"},
    {Scalar::float64, "double", "float64", "Double"},
    {Scalar::complex64, "complex64", "complex64", "Complex64"},
    {Scalar::complex128, "complex128", "complex128", "Complex128"},
}};
static_assert([] {
    for (std::size_t i = 0; i < scalar_names.size(); ++i)
        if (scalar_names[i].scalar != static_cast<Scalar>(i)) return false;
    return scalar_names.back().scalar == Scalar::complex128;
}());

constexpr const ScalarNames& names_of(Scalar scalar) {
    return scalar_names[static_cast<std::size_t>(scalar)];
}

/// Returns NumPy's name of a type of elements ("float32", "datetime64[D]"), or that of a struct or a vector.
inline std::string numpy_name(const Type* type) {
    return type->is_scalar() ? names_of(type->scalar_kind()).numpy : type->name();
}

} // namespace cudapy
