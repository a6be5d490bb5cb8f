#pragma once
// The types of the kernel language. Types are uniqued: two types are the same when their pointers are.

#include <string>
#include <string_view>

namespace cudapy {

enum class Scalar { void_, bool_, int32, int64, float32, float64 };

class Type {
  public:
    static const Type* void_();
    static const Type* bool_();
    static const Type* int32();
    static const Type* int64();
    static const Type* float32();
    static const Type* float64();
    static const Type* scalar(Scalar scalar);
    /// `T*` for rank 1, `T[,]` for rank 2 …: a C-contiguous array of a scalar that is not void, of 1 to
    /// max_rank dimensions.
    static const Type* array(const Type* element, int rank = 1);
    static constexpr int max_rank = 8;

    bool is_array() const { return element_ != nullptr; }
    int rank() const { return rank_; } ///< dimensions of an array; 0 for a scalar
    bool is_scalar() const { return element_ == nullptr; }
    bool is_void() const { return is_scalar() && scalar_ == Scalar::void_; }
    bool is_bool() const { return is_scalar() && scalar_ == Scalar::bool_; }
    bool is_integer() const { return is_scalar() && (scalar_ == Scalar::int32 || scalar_ == Scalar::int64); }
    bool is_floating() const {
        return is_scalar() && (scalar_ == Scalar::float32 || scalar_ == Scalar::float64);
    }
    bool is_number() const { return is_scalar() && !is_void(); } ///< bool, integer or floating
    /// The scalar itself, or the scalar of an array's elements.
    Scalar scalar_kind() const { return scalar_; }
    const Type* element() const { return element_; }
    /// Bytes of a scalar (bool is 1), 8 for an array.
    int size() const;
    /// As signatures write it: `int`, `int64`, `float`, `double`, `float*`, `float[,]`.
    const std::string& name() const { return name_; }

    Type(const Type&) = delete;
    Type& operator=(const Type&) = delete;

  private:
    friend struct ArrayTypes;
    Type(Scalar scalar, const Type* element, int rank, std::string name);
    Scalar scalar_;
    const Type* element_;
    int rank_;
    std::string name_;
};

/// The type that two mixed operands meet in (section 4 of the language): bool → int → int64 → float → double,
/// and int64 with float is double. Two bools give bool. Null where either is void or an array.
const Type* promote(const Type* a, const Type* b);

/// The type with this name in a signature (`int32`, `float`, `float64` …), or null. No arrays.
const Type* scalar_type_named(std::string_view name);

} // namespace cudapy
