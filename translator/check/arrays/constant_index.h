#pragma once
// Indices that the function itself says: made of literals, captured numbers, and names that are given such. A
// negative one counts from the end, as in Python.

#include "translator/check/expressions/bounds.h"
#include "translator/program/program.h"

#include <functional>
#include <optional>

namespace cudapy::checker {

struct Body;
struct Local;
struct Value;

/// Returns the bounds of an integer, or of the integers of a tuple, that is made of constants. If only some
/// of its possible values are, one of them negative, there is no upper bound. Returns nothing for any other.
std::optional<Bounds> constant_bounds(Body& body, const program::Expr& expr);
/// Does the same for a value, which may be the part of a tuple that is assigned once.
std::optional<Bounds> constant_bounds(Body& body, const Value& value);
/// Returns the number that a value is, if it is an integer that is made of constants only.
std::optional<int64_t> constant_number(Body& body, const Value& value);
/// Returns the bounds of the numbers that a loop counts through, from `start` in steps before `stop`. An end
/// that is no constant may be any number. Returns nothing if the loop does not begin with a constant.
std::optional<Bounds> constant_range(Body& body, const program::Expr* start, const program::Expr& stop,
                                     const program::Expr* step);
/// Notes a value that a local is given: its bounds if it is made of constants, or nothing.
void note_constants(Body& body, Local& local, std::optional<Bounds> bounds);
void note_constants(Body& body, Local& local, const Value& value);

/// Returns the place that an index means in an array of `length` elements, if it is made of constants with
/// these bounds. A literal is returned as it is.
program::ExprPtr from_either_end(Body& body, program::ExprPtr index, std::optional<Bounds> bounds,
                                 const std::function<program::ExprPtr()>& length);
/// Returns a call of the helper that counts an index from the end where it is negative.
program::ExprPtr wrapped_index(program::ExprPtr index, program::ExprPtr length);

} // namespace cudapy::checker
