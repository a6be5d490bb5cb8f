#pragma once
// The types of the kernel language. Types are uniqued: two types are the same when their pointers are.

#include <string>
#include <string_view>
#include <vector>

namespace cudapy {

/// A Python int between -2^127 and 2^127 - 1: wide enough that what leaves 64 bits on the way can come back.
__extension__ typedef __int128 WideInt;

/// In the order of promotion among signed and among unsigned integers.
enum class Scalar {
    void_,
    bool_,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float16,
    bfloat16,
    float32,
    float64,
    complex64,
    complex128,
};

class Type {
  public:
    /// A part of an aggregate: what C++ calls it, and its type.
    struct Field {
        std::string name;
        const Type* type;
    };

    static const Type* void_();
    static const Type* bool_();
    static const Type* int8();
    static const Type* uint8();
    static const Type* int16();
    static const Type* uint16();
    static const Type* int32();
    static const Type* uint32();
    static const Type* int64();
    static const Type* uint64();
    static const Type* float16();
    static const Type* bfloat16();
    static const Type* float32();
    static const Type* float64();
    static const Type* complex64();
    static const Type* complex128();
    static const Type* scalar(Scalar scalar);
    /// `T*` for rank 1, `T[,]` for rank 2 …: a C-contiguous array of numbers, structs or vectors (or of a
    /// type variable), of 1 to max_rank dimensions.
    static const Type* array(const Type* element, int rank = 1);
    static constexpr int max_rank = 8;
    /// `T**`: rows of lengths of their own, of a scalar that is not void (or of a type variable). Signatures
    /// hold it; in a program it is three parameters, see check/arrays/lists.cpp.
    static const Type* lists(const Type* element);
    /// A generator of random numbers: memory of a thread's own, which is passed on as arrays are, and has no
    /// elements for a kernel.
    static const Type* random_state();
    /// `(float, int)`: two parts or more, each a number, a vector, a tuple itself or a type variable.
    static const Type* tuple(const std::vector<const Type*>& parts);
    /// `Body`: a class that @cp.struct made, its fields numbers, vectors and structs; laid out as C does it.
    /// Two are the same when their names and all of their fields are.
    static const Type* structure(const std::string& name, std::vector<Field> fields);
    /// `float4`: CUDA's vector of 2, 3 or 4 numbers; null where CUDA has none.
    static const Type* vector(const Type* component, int width);

    /// What signatures of generic functions hold, and programs never do: a type that each call chooses, and a
    /// function that is given for a parameter.
    static const Type* variable(const std::string& name);
    static const Type* function(const Type* result, const std::vector<const Type*>& parameters);

    bool is_array() const { return kind_ == Kind::array; }
    int rank() const { return rank_; } ///< dimensions of an array; 0 for anything else
    bool is_lists() const { return kind_ == Kind::lists; }
    /// Of lists: the type of one of them, `T*`.
    const Type* row() const { return is_lists() ? array(element_) : nullptr; }
    bool is_scalar() const { return kind_ == Kind::scalar; }
    bool is_random_state() const { return this == random_state(); }
    bool is_tuple() const { return kind_ == Kind::tuple; }
    bool is_struct() const { return kind_ == Kind::structure; }
    bool is_vector() const { return kind_ == Kind::vector; }
    /// A value of several parts: a tuple, a struct or a vector.
    bool is_aggregate() const { return is_tuple() || is_struct() || is_vector(); }
    /// What lies in memory: a number, a struct or a vector.
    bool is_element() const { return is_number() || is_struct() || is_vector(); }
    /// What a variable can hold.
    bool is_value() const { return is_number() || is_aggregate(); }
    bool is_variable() const { return kind_ == Kind::variable; }
    bool is_function() const { return kind_ == Kind::function; }
    /// It is or holds a type variable or a function.
    bool is_generic() const { return is_generic_; }
    /// Of a function type, whose parameters are its fields.
    const Type* result() const { return element_; }
    /// Of a tuple, a struct, a vector or a complex type: the parts, in order.
    const std::vector<Field>& fields() const { return fields_; }
    /// Of a struct or a vector: where a field begins, in bytes.
    int offset(std::size_t field) const;
    bool is_void() const { return is_scalar() && scalar_ == Scalar::void_; }
    bool is_bool() const { return is_scalar() && scalar_ == Scalar::bool_; }
    bool is_integer() const { return is_scalar() && scalar_ >= Scalar::int8 && scalar_ <= Scalar::uint64; }
    bool is_signed() const; ///< an integer that can be negative
    bool is_unsigned() const { return is_integer() && !is_signed(); }
    /// An integer of 8 or 16 bits, which C++ computes with as an int.
    bool is_narrow() const { return is_integer() && size() < 4; }
    bool is_floating() const {
        return is_scalar() && scalar_ >= Scalar::float16 && scalar_ <= Scalar::float64;
    }
    /// A floating type of 16 bits, whose values a float holds all.
    bool is_small_float() const {
        return is_scalar() && (scalar_ == Scalar::float16 || scalar_ == Scalar::bfloat16);
    }
    bool is_complex() const { return is_scalar() && scalar_ >= Scalar::complex64; }
    bool is_number() const { return is_scalar() && !is_void(); } ///< bool, integer, floating or complex
    bool is_real() const { return is_number() && !is_complex(); }
    /// Returns the scalar itself, or the scalar of the elements of an array or of lists.
    Scalar scalar_kind() const { return scalar_; }
    const Type* element() const { return is_array() || is_lists() ? element_ : nullptr; }
    /// Bytes of a scalar (bool is 1), a struct or a vector; 8 for an array and for lists, 0 for a tuple,
    /// which is in no memory that has a layout.
    int size() const;
    /// What its addresses are multiples of.
    int alignment() const;
    /// As signatures write it: `int`, `int64`, `uint8`, `half`, `float`, `double`, `float*`, `float[,]`.
    const std::string& name() const { return name_; }
    /// A name that C++ takes, another one for each type: `float`, `float_int` for `(float, int)`.
    const std::string& identifier() const { return identifier_; }

    Type(const Type&) = delete;
    Type& operator=(const Type&) = delete;

  private:
    enum class Kind { scalar, array, lists, tuple, structure, vector, variable, function };
    friend struct ArrayTypes;
    friend class DerivedTypes;
    Type(Scalar scalar, const Type* element, int rank, std::string name);
    Type(Kind kind, std::string name, std::string identifier);
    Kind kind_;
    Scalar scalar_ = Scalar::void_;
    const Type* element_ = nullptr; ///< of an array; the result of a function
    int rank_ = 0;
    bool is_generic_ = false;
    std::vector<Field> fields_;
    std::string name_;
    std::string identifier_;
};

/// Returns the type that two mixed operands meet in (section 4 of the language): bool below every integer,
/// narrower integers below wider ones, a signed one and an unsigned one that is not narrower in the next
/// wider signed type, half and bfloat16 below float, integers below float, and 64-bit integers with float in
/// double; complex above all of them, at the precision that its parts and the other meet in. Two bools give
/// bool. Null where either is void or an array, and for a signed integer with uint64, which have no common
/// type.
const Type* promote(const Type* a, const Type* b);

/// Returns whether every value of the integer type or bool `from` is one of the integer type `to`.
bool holds(const Type* to, const Type* from);
/// Returns whether the integer is a value of the integer type.
bool holds(const Type* to, WideInt value);

/// Returns the type of NumPy's scalars of this name (`uint8`, `intc`, `single`), or null. Names that differ
/// from system to system are none.
const Type* numpy_scalar_type(std::string_view name);

/// Returns the type that the package has under this name (`Int`, `UInt8`, `float32`), or null.
const Type* cudapy_scalar_type(std::string_view name);

/// Returns the type with this name in a signature (`int32`, `float`, `float64` …), or null. No arrays.
const Type* scalar_type_named(std::string_view name);

/// CUDA's vector type of this name (`float4`, `ulonglong2`), or null.
const Type* vector_type_named(std::string_view name);

/// A scalar or vector type of this name, and arrays of them: `float*`, `float4[,]`.
const Type* type_named(std::string_view name);

} // namespace cudapy
