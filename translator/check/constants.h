#pragma once
// Python values that a module's text gives without running it, and Python's operators on them.

#include "translator/syntax/ast.h"
#include "translator/types/type.h"

#include <optional>
#include <variant>
#include <vector>

namespace cudapy {

/// A value of Python: bool, int, float, or a tuple of values. `type` is set for a NumPy or CudaPy scalar.
struct Constant {
    std::variant<bool, WideInt, double, std::vector<Constant>> value;
    const Type* type = nullptr;

    bool is_tuple() const { return value.index() == 3; }
    bool is_float() const { return value.index() == 2; }
    bool is_integer() const { return value.index() < 2; } ///< a bool is one too
    WideInt integer() const;                              ///< of an integer
    double number() const;                                ///< of what is no tuple
    bool truth() const;
};

/// Python's operators. Nothing where Python raises (division by zero, an operand of a wrong type), where the
/// result is of no type above (complex), or does not fit WideInt.
std::optional<Constant> apply(syntax::UnaryOp op, const Constant& operand);
std::optional<Constant> apply(syntax::BinaryOp op, const Constant& left, const Constant& right);
std::optional<bool> apply(syntax::CompareOp op, const Constant& left, const Constant& right);

/// `value` as a scalar of the type, as NumPy's constructors convert; nothing where they raise.
std::optional<Constant> convert(const Constant& value, const Type* type);

/// `math.<name>(arguments)`, or Python's own abs, min, max, int, float, bool, round, pow, len (`path` has no
/// dot then); nothing for a function that is not known here or an argument outside its domain.
std::optional<Constant> call_constant(std::string_view path, const std::vector<Constant>& arguments);

} // namespace cudapy
