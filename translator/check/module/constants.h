#pragma once
// Python values that a module's text gives without running it, and Python's operators on them.

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
    /// Of a vector or an instance of a struct, whose fields the value has: the name of its class.
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

/// Python's operators. Nothing where Python raises (division by zero, an operand of a wrong type), where the
/// result is of no type above, or does not fit WideInt; nor for powers of complex numbers.
std::optional<Constant> apply(syntax::UnaryOp op, const Constant& operand);
std::optional<Constant> apply(syntax::BinaryOp op, const Constant& left, const Constant& right);
std::optional<bool> apply(syntax::CompareOp op, const Constant& left, const Constant& right);

/// `value` as a scalar of the type, as NumPy's constructors convert; nothing where they raise.
std::optional<Constant> convert(const Constant& value, const Type* type);

/// `math.<name>(arguments)`, or Python's own abs, min, max, int, float, bool, round, pow, len (`path` has no
/// dot then); nothing for a function that is not known here or an argument outside its domain.
std::optional<Constant> call_constant(std::string_view path, const std::vector<Constant>& arguments);

/// `2_5.0j` without its underscores and its `j`.
std::string imaginary_digits(std::string_view text);

} // namespace cudapy
