#pragma once
// Parts of arrays, from elements to views: `A[i, j]`, `A[i]`, `A[:, j]`, `X[a:b]`.

#include "translator/check/expressions/bounds.h"
#include "translator/check/expressions/value.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Local;

/// A part of an array, which may be a single element. It says where the part begins, and along which
/// dimensions of the array its own dimensions run.
struct Part {
    program::Variable* array = nullptr;
    program::ExprPtr start; ///< the index of its first element; null for 0
    struct Axis {
        int along;               ///< a dimension of the array
        program::ExprPtr length; ///< null for the whole extent of the array
        program::ExprPtr step;   ///< from one to the next, in elements; null for the array's own
    };
    std::vector<Axis> axes; ///< empty for an element
    /// Set if the part is all rows of lists; the first axis then runs along the rows.
    const Local* lists = nullptr;
};

/// The text between two commas in brackets: an index, or a slice. A bound that is not there is null.
struct Index {
    const syntax::Expr* written;
    program::ExprPtr at, lower, upper, step;
    std::optional<Bounds> constants; ///< of `at`, if it is made of constants only
};

/// The indices in one pair of brackets, or a `.T`, or a call that gives an array other dimensions.
struct Brackets {
    Span span;
    std::string name; ///< the text before them
    std::vector<Index> indices;
    bool is_transposition = false; ///< of all dimensions that are left
    bool is_reshape = false;       ///< the indices are the new extents
};

/// Returns the number of dimensions of the array, or of the part of one, that a name or a name with `[...]`
/// after it means. Returns 0 for an element and -1 for anything else. It reports nothing.
int dimensions(Body& body, const syntax::Expr& expr);
/// Returns what is left of an expression without the brackets, `.T` and `.reshape(...)` after it.
const syntax::Expr& array_root(Body& body, const syntax::Expr& expr);
/// Returns whether an expression is `A.T` of an array or a part of one, in a dialect that has it.
bool is_transposed(Body& body, const syntax::Expr& expr);
/// Returns the part that an expression with dimensions() >= 0 stands for, or nothing if there was an error.
/// With `at`, which is an index or a tuple of indices, it returns the part that `expr[at]` would be.
std::optional<Part> part(Body& body, const syntax::Expr& expr, const syntax::Expr* at = nullptr);
/// Returns how many dimensions, from `first` on, have strides of their own. The elements of the dimensions
/// after them are side by side.
std::size_t strided_axes(const Part& part, std::size_t first = 0);
/// Returns the part as a value: a VariableRef of a whole array, else an ArrayView.
Value part_value(Body& body, Span span, Part part);
/// Returns the length of the part along one of its axes.
program::ExprPtr extent(Body& body, Span span, const Part& part, std::size_t axis);
/// Returns the stride of the part along an axis, in elements, or null for 1.
program::ExprPtr stride(Body& body, Span span, const Part& part, std::size_t axis);
/// Does the same for a dimension of an array.
program::ExprPtr stride(Body& body, Span span, program::Variable* array, int along);
/// Returns a value that comes from the shape of a part. The indices in the brackets of the part are evaluated
/// all the same.
Value shape_value(Body& body, const Part& part, Value value);

} // namespace cudapy::checker
