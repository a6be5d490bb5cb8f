#pragma once
// Parts of arrays, from elements to views: `A[i, j]`, `A[i]`, `A[:, j]`, `X[a:b]`.

#include "translator/check/expressions/value.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Local;

/// A part of an array, down to an element: where it begins, and what its dimensions run along.
struct Part {
    program::Variable* array = nullptr;
    program::ExprPtr start; ///< the index of its first element; null for 0
    struct Axis {
        int along;               ///< a dimension of the array
        program::ExprPtr length; ///< null: the whole extent of the array
        program::ExprPtr step;   ///< from one to the next, in elements; null: as the array lies
    };
    std::vector<Axis> axes;       ///< none: an element
    const Local* lists = nullptr; ///< all rows of lists: the first axis runs along them
};

/// What stands between two commas in brackets: an index, or a slice; null for a bound that is not there.
struct Index {
    const syntax::Expr* written;
    program::ExprPtr at, lower, upper, step;
};

/// The indices in one pair of brackets.
struct Brackets {
    Span span;
    std::string name; ///< what they stand behind, as it is written
    std::vector<Index> indices;
};

/// Returns how many dimensions the array or the part of one has that a name, or a name with `[...]` behind
/// it, stands for: 0 for an element and -1 for anything else. It reports nothing.
int dimensions(Body& body, const syntax::Expr& expr);
/// Returns what an expression with dimensions() >= 0 stands for, or nothing if there was an error. With `at`,
/// an index or a tuple of them, it returns the part that `expr[at]` would be.
std::optional<Part> part(Body& body, const syntax::Expr& expr, const syntax::Expr* at = nullptr);
/// Returns how many of the first dimensions from `first` on have strides of their own. Those behind them are
/// side by side.
std::size_t strided_axes(const Part& part, std::size_t first = 0);
/// Returns the part as a value: a VariableRef of a whole array, else an ArrayView.
Value part_value(Body& body, Span span, Part part);
/// Returns the length of the part along one of its axes.
program::ExprPtr extent(Body& body, Span span, const Part& part, std::size_t axis);
/// Returns how many elements are from one to the next along an axis, or null for 1.
program::ExprPtr stride(Body& body, Span span, const Part& part, std::size_t axis);
/// Does the same for a dimension of an array.
program::ExprPtr stride(Body& body, Span span, program::Variable* array, int along);
/// Returns a value that the shape of a part gives. The indices in its brackets are evaluated all the same.
Value shape_value(Body& body, const Part& part, Value value);

} // namespace cudapy::checker
