#pragma once
// Python values that can be computed from a module's text without running it, and Python's operators on them.

#include "translator/syntax/ast.h"
#include "translator/types/type.h"

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cudapy {

/// A value of Python: bool, int, float, complex, or a tuple of values. `type` is set for a NumPy or CudaPy
/// scalar.
struct Constant {
    std::variant<bool, WideInt, double, std::vector<Constant>, std::complex<double>> value;
    const Type* type = nullptr;
    /// The name of the class, if the constant is a vector or an instance of a struct. `value` then has its
    /// fields.
    std::string of_class = {};

    template <typename Kind>
    bool is() const {
        return std::holds_alternative<Kind>(value);
    }
    bool is_tuple() const { return is<std::vector<Constant>>() && of_class.empty(); }
    bool is_complex() const { return is<std::complex<double>>(); }
    bool is_real() const { return is_float() || is_integer(); }
    bool is_float() const { return is<double>(); }
    bool is_integer() const { return is<bool>() || is<WideInt>(); }
    WideInt integer() const;              ///< of an integer
    double number() const;                ///< of what is_real()
    std::complex<double> complex() const; ///< of a number
    bool truth() const;
};

/// Applies one of Python's operators. Returns nothing if Python raises (division by zero, an operand of a
/// wrong type), if the result has none of the types above, or if it does not fit WideInt.
std::optional<Constant> apply(syntax::UnaryOp op, const Constant& operand);
std::optional<Constant> apply(syntax::BinaryOp op, const Constant& left, const Constant& right);
std::optional<bool> apply(syntax::CompareOp op, const Constant& left, const Constant& right);

/// Returns `value` as a scalar of the type, converted as NumPy's constructors do it. Returns nothing if they
/// raise.
std::optional<Constant> convert(const Constant& value, const Type* type);

/// Returns the value of `math.<name>(arguments)`, or of Python's own abs, min, max, int, float, bool, round,
/// pow or len (`path` then has no dot). Returns nothing for a function that is not known here, or an argument
/// outside its domain.
std::optional<Constant> call_constant(std::string_view path, const std::vector<Constant>& arguments);

/// Returns the digits of an imaginary literal such as `2_5.0j`, without its underscores and its `j`.
std::string imaginary_digits(std::string_view text);

} // namespace cudapy
