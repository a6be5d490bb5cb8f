#pragma once
// Prints expressions of a lowered program as C++, with the parentheses that precedence (or a reader) needs
// and no others.

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/names.h"
#include "translator/program/program.h"

#include <string>

namespace cudapy::emit {

/// The precedences of C++, from loosest to tightest.
enum class Precedence {
    comma,
    assignment,
    conditional,
    logical_or,
    logical_and,
    bit_or,
    bit_xor,
    bit_and,
    equality,
    relational,
    shift,
    additive,
    multiplicative,
    unary,
    postfix,
};

/// The demand that the place of an expression makes on its text. The less it asks, the less is written.
enum class Need {
    exact,   ///< its type and its value
    operand, ///< an operator's other side brings it to its type: an implicit conversion may be left out
    stored,  ///< a place of its type takes it: an implicit conversion may be left out
    value,   ///< a conversion follows: only the value counts
};

/// The name of the index into a strip's per-thread arrays.
inline constexpr const char* lane_name = "lane";

class ExpressionPrinter {
  public:
    ExpressionPrinter(const Dialect& dialect, const CoordinateNames& coordinates)
        : dialect_(dialect), coordinates_(coordinates) {}

    const Dialect& dialect() const { return dialect_; }
    const CoordinateNames& coordinates() const { return coordinates_; }
    // ---- expressions.cpp
    /// Returns the text of `expr`, in parentheses when it binds looser than `least`.
    std::string print(const program::Expr& expr, Need need = Need::exact,
                      Precedence least = Precedence::assignment) const;
    /// Returns the text of a condition of if, while or for, around which C++ needs no more parentheses.
    std::string condition(const program::Expr& expr) const;
    /// Returns the text of a place: `variable` or `array[index]`.
    std::string place(const program::Lvalue& place) const;
    /// Returns a text that a compiler for the host reads as an expression wherever it is.
    std::string unambiguous(std::string text) const;
    // ---- operators.cpp
    /// Returns the value of `place op= value`, as that statement needs it.
    std::string augmented_value(const program::AugmentedAssign& stmt) const;
    // ---- calls.cpp
    /// Returns the arguments of a call to one of the program's functions. On the host the coordinates come
    /// first; lengths come after their arrays.
    std::string call(const program::Function& function, const std::vector<std::string>& coordinates,
                     const std::vector<program::ExprPtr>& arguments) const;
    /// Returns `f(arguments)` for a built-in; `outputs` are further arguments, `&x`.
    std::string builtin(const Builtin& builtin, const Type* precision,
                        const std::vector<program::ExprPtr>& arguments,
                        const std::vector<std::string>& outputs = {}) const;
    /// Returns an argument of printf, as the conversion of its type wants it.
    std::string printf_argument(const program::Expr& expr) const;

  private:
    struct Printed {
        std::string text;
        Precedence precedence;
    };
    // ---- expressions.cpp
    Printed printed(const program::Expr& expr, Need need) const;
    Printed coordinate(const program::CoordinateExpr& expr, Need need) const;
    /// Returns the text of a variable; in a strip or a block, that of its element for the lane.
    std::string variable(const program::Variable& variable) const;
    std::string reference(const program::Variable& array, const program::Expr& index) const;
    /// Returns `[index]`, or `[row][column]` in an array that is declared with its dimensions.
    std::string brackets(const program::Expr& index) const;
    std::string element(const program::Load& load) const;
    /// Returns the text of an element, or of a field of one. A number in a volatile array is read and written
    /// as a volatile one.
    std::string in_memory(std::string text, const program::Variable& array, const Type* type) const;
    /// Returns the text of a loaded element, or of a field of one.
    std::string loaded(std::string text, const program::Load& load, const Type* type) const;
    std::string part_text(const program::Expr& part) const;
    // ---- operators.cpp
    Printed unary(const program::Unary& expr) const;
    Printed binary(const program::Binary& expr) const;
    Printed compare(const program::Compare& expr) const;
    Printed logical(const program::Logical& expr) const;
    Printed conditional(const program::Conditional& expr) const;
    Printed cast(const program::Cast& expr, Need need) const;
    bool is_int_in_cpp(const program::Expr& expr) const;
    bool may_be_long_long(const program::Expr& expr, Need need) const;
    // ---- calls.cpp
    Printed builtin_call(const program::BuiltinCall& expr) const;
    Printed warp_call(const program::BuiltinCall& expr) const;
    Printed bit_function(const program::BuiltinCall& expr) const;
    std::string bit_cast(const program::BuiltinCall& expr) const;
    std::string atomic(const std::string& name, const std::vector<program::ExprPtr>& arguments) const;
    Printed helper_call(program::Helper helper, const std::vector<program::ExprPtr>& arguments) const;
    Printed check_call(const program::HelperCall& expr) const;
    Printed record_call(const program::HelperCall& expr) const;
    /// Returns the text of an argument of an overloaded function, or of one that takes exactly `expr`'s type.
    std::string overloaded_argument(const program::Expr& expr) const;

    const Dialect& dialect_;
    const CoordinateNames& coordinates_;
};

} // namespace cudapy::emit
