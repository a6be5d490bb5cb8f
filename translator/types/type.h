#pragma once
// The types of the kernel language. There is one object for each type, so two types are the same if their
// pointers are the same.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy {

/// A Python int between -2^127 and 2^127 - 1. It is so wide that intermediate values may leave 64 bits.
__extension__ typedef __int128 WideInt;

/// The scalar types. Signed integers among themselves, and unsigned ones among themselves, are in the order
/// of promotion.
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
    /// A part of an aggregate: its name in C++, and its type.
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
    /// Returns the type `T*` for rank 1, `T[,]` for rank 2 and so on. It is a C-contiguous array of numbers,
    /// structs or vectors (or of a type variable), with 1 to max_rank dimensions.
    static const Type* array(const Type* element, int rank = 1);
    static constexpr int max_rank = 8;
    /// Returns the type `T**`: rows with different lengths, whose elements are a scalar that is not void (or
    /// a type variable). It is used in signatures. In a program it is three parameters, see
    /// check/arrays/lists.cpp.
    static const Type* lists(const Type* element);
    /// Returns the type of a generator of random numbers. It is memory of a thread's own, which is passed on
    /// like an array, and whose elements a kernel cannot use.
    static const Type* random_state();
    /// Returns a tuple type such as `(float, int)`. Its parts are numbers, vectors, tuples themselves or
    /// type variables.
    static const Type* tuple(const std::vector<const Type*>& parts);
    /// Returns the type of a class that @cp.struct made. Its fields are numbers, vectors and structs, and its
    /// layout is that of C. Two of these types are the same if their names and all of their fields are.
    static const Type* structure(const std::string& name, std::vector<Field> fields);
    /// A part of a record: a number, a record itself, or an array inside (see nested), and its offset in
    /// bytes.
    struct RecordField {
        std::string name;
        const Type* type;
        int offset;
    };
    /// Returns the type of a record of NumPy, a struct whose fields lie where its dtype says. `name` says all
    /// of it, so that two of these types are the same if their names are, and `identifier` is its name in
    /// C++. The fields may be in any order, and do not overlap.
    static const Type* record(const std::string& name, const std::string& identifier,
                              const std::vector<RecordField>& fields, int size);
    /// Returns the type of an array inside a record, such as `float(3, 2)`, whose elements are numbers. It is
    /// no value of its own: expressions pick an element of it.
    static const Type* nested(const Type* element, const std::vector<int64_t>& shape);
    /// Returns the type of a field of a record that kernels cannot use, of so many bytes.
    static const Type* opaque(int size);
    /// Returns CUDA's vector of 2, 3 or 4 numbers, such as `float4`, or null if CUDA has none.
    static const Type* vector(const Type* component, int width);
    /// Return NumPy's type of dates, and that of the spans between them, in a unit such as "D" or "ns".
    /// Return null where NumPy has no such unit. Neither is a number, so that only what is written for them
    /// takes them; in memory both are an int64.
    static const Type* datetime(std::string_view unit);
    static const Type* timedelta(std::string_view unit);

    /// Return types that occur in signatures of generic functions, and never in programs: a type that each
    /// call chooses, and the type of a function that is given for a parameter.
    static const Type* variable(const std::string& name);
    static const Type* function(const Type* result, const std::vector<const Type*>& parameters);

    bool is_array() const { return kind_ == Kind::array; }
    int rank() const { return rank_; } ///< the number of dimensions of an array; 0 for anything else
    bool is_lists() const { return kind_ == Kind::lists; }
    /// Returns the type of one row of lists, `T*`, or null for any other type.
    const Type* row() const { return is_lists() ? array(element_) : nullptr; }
    bool is_scalar() const { return kind_ == Kind::scalar; }
    bool is_random_state() const { return this == random_state(); }
    bool is_tuple() const { return kind_ == Kind::tuple; }
    bool is_struct() const { return kind_ == Kind::structure; }
    bool is_record() const { return is_struct() && !offsets_.empty(); }
    bool is_nested() const { return kind_ == Kind::nested; }
    bool is_opaque() const { return is_opaque_; }
    bool is_vector() const { return kind_ == Kind::vector; }
    /// Returns whether it is a type of dates, or of the spans between them.
    bool is_date() const { return kind_ == Kind::date; }
    bool is_timedelta() const { return is_date() && is_timedelta_; }
    /// Returns the unit of a type of dates or spans, such as "D"; an empty text for any other type.
    const std::string& unit() const { return unit_; }
    /// Returns whether a value of the type has several parts: whether it is a tuple, a struct or a vector.
    bool is_aggregate() const { return is_tuple() || is_struct() || is_vector(); }
    /// Returns whether the type can be that of an element in memory: a number, a date, a struct or a vector.
    bool is_element() const { return is_number() || is_date() || is_struct() || is_vector(); }
    /// Returns whether a variable can hold a value of the type.
    bool is_value() const { return is_number() || is_date() || is_aggregate(); }
    bool is_variable() const { return kind_ == Kind::variable; }
    bool is_function() const { return kind_ == Kind::function; }
    /// Returns whether the type is or contains a type variable or a function.
    bool is_generic() const { return is_generic_; }
    /// Returns the result of a function type. The parameters of a function type are its fields.
    const Type* result() const { return element_; }
    /// Returns the parts of a tuple, a struct, a vector or a complex type, in order.
    const std::vector<Field>& fields() const { return fields_; }
    /// Returns the offset of a field of a struct or a vector, in bytes.
    int offset(std::size_t field) const;
    bool is_void() const { return is_scalar() && scalar_ == Scalar::void_; }
    bool is_bool() const { return is_scalar() && scalar_ == Scalar::bool_; }
    bool is_integer() const { return is_scalar() && scalar_ >= Scalar::int8 && scalar_ <= Scalar::uint64; }
    bool is_signed() const; ///< whether it is an integer type with negative values
    bool is_unsigned() const { return is_integer() && !is_signed(); }
    /// Returns whether it is an integer type of 8 or 16 bits. C++ computes with such integers as with an int.
    bool is_narrow() const { return is_integer() && size() < 4; }
    bool is_floating() const {
        return is_scalar() && scalar_ >= Scalar::float16 && scalar_ <= Scalar::float64;
    }
    /// Returns whether it is a floating type of 16 bits. A float holds all values of such a type.
    bool is_small_float() const {
        return is_scalar() && (scalar_ == Scalar::float16 || scalar_ == Scalar::bfloat16);
    }
    bool is_complex() const { return is_scalar() && scalar_ >= Scalar::complex64; }
    bool is_floating_or_complex() const { return is_floating() || is_complex(); }
    bool is_number() const { return is_scalar() && !is_void(); } ///< bool, integer, floating or complex
    bool is_real() const { return is_number() && !is_complex(); }
    /// Returns the scalar itself, or the scalar of the elements of an array or of lists. That of a date is
    /// the int64 that it is in memory.
    Scalar scalar_kind() const { return scalar_; }
    const Type* element() const { return is_array() || is_lists() || is_nested() ? element_ : nullptr; }
    /// Returns the extents of an array inside a record.
    const std::vector<int64_t>& shape() const { return shape_; }
    /// Returns whether C's layout of the fields is another one, whatever is between them, so that the
    /// compiler must be told that they are not aligned.
    bool is_packed() const;
    /// Returns whether a field of a record lies where its type may not, even if the record itself is aligned.
    bool is_misaligned(std::size_t field) const;
    /// Returns the size of a scalar (1 for bool), a struct, a vector or a nested array in bytes. Returns 8
    /// for an array and for lists. Returns 0 for a tuple, which is in no memory that has a layout.
    int size() const;
    /// Returns the number of bytes that addresses of its values are multiples of.
    int alignment() const;
    /// Returns the name by which signatures write it: `int`, `int64`, `uint8`, `half`, `float`, `double`,
    /// `float*`, `float[,]`.
    const std::string& name() const { return name_; }
    /// Returns a name that is an identifier in C++ and differs for each type, such as `float`, or `float_int`
    /// for `(float, int)`.
    const std::string& identifier() const { return identifier_; }

    Type(const Type&) = delete;
    Type& operator=(const Type&) = delete;

  private:
    enum class Kind { scalar, array, lists, tuple, structure, nested, vector, date, variable, function };
    friend struct ArrayTypes;
    friend class DerivedTypes;
    Type(Scalar scalar, const Type* element, int rank, std::string name);
    Type(Kind kind, std::string name, std::string identifier);
    Kind kind_;
    Scalar scalar_ = Scalar::void_;
    const Type* element_ = nullptr; ///< the element of an array, or the result of a function
    int rank_ = 0;
    bool is_generic_ = false;
    std::vector<Field> fields_;
    std::vector<int> offsets_; ///< of a record's fields
    int size_ = 0;             ///< of a record
    std::vector<int64_t> shape_;
    bool is_opaque_ = false;
    bool is_timedelta_ = false;
    std::string unit_; ///< of dates and spans
    std::string name_;
    std::string identifier_;
};

/// Returns the common type of two mixed operands (section 4 of the language). Bool is below every integer,
/// and narrower integers are below wider ones. A signed integer and an unsigned one that is not narrower meet
/// in the next wider signed type. Half and bfloat16 are below float, and integers are below float. 64-bit
/// integers meet float in double. Complex is above all of them, with the precision in which its parts and the
/// other operand meet. Two bools give bool. Returns null if either operand is void or an array, and for a
/// signed integer with uint64, which have no common type.
const Type* promote(const Type* a, const Type* b);

/// Returns whether every value of `from`, an integer type or bool, is a value of the integer type `to`.
bool holds(const Type* to, const Type* from);
/// Returns whether the integer is a value of the integer type `to`.
bool holds(const Type* to, WideInt value);

/// Returns the type of NumPy's scalars of this name (`uint8`, `intc`, `single`), or null. Names whose types
/// differ from system to system give null.
const Type* numpy_scalar_type(std::string_view name);

/// Returns the type that the package has under this name (`Int`, `UInt8`, `float32`), or null.
const Type* cudapy_scalar_type(std::string_view name);

/// Returns the type with this name in a signature (`int32`, `float`, `float64` …), or null. It knows no
/// arrays.
const Type* scalar_type_named(std::string_view name);

/// CUDA's vector type of this name (`float4`, `ulonglong2`), or null.
const Type* vector_type_named(std::string_view name);

/// NumPy's type of dates or spans of this name (`datetime64[D]`, `timedelta64[ns]`), or null.
const Type* date_type_named(std::string_view name);

/// Returns the scalar, vector or date type of this name, or the array of these: `float*`, `float4[,]`.
/// Returns null for any other name.
const Type* type_named(std::string_view name);

} // namespace cudapy
