#pragma once
// Names that stand for one array and later for another: `src, dst = dst, src`, `row = A[0]` and then `row =
// B[0]`, `X = X[1:]` of a parameter, `best = X if c else Y`. If a name means only parts of one array
// that have the same layout in it, the name is an index as in views.cpp. Any other name is a pointer, with
// its lengths and strides in variables next to it. A name for a part of what such a name stands for is a
// pointer, too, because the part stays where it is when the name goes on to another array.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Local;
struct Part;
struct Stores;
struct Symbol;

/// The variables of a loop over rows. The loop goes through the array that its head named at the beginning,
/// whatever the body assigns.
struct RowLoop {
    program::Variable* counter = nullptr;
    /// A copy of a pointer that the body changes, from before the loop.
    program::Variable* source = nullptr;
    program::Variable* begin = nullptr;      ///< the index of the first row's first element
    std::vector<program::Variable*> lengths; ///< the lengths of the rows, by dimension; null for whole rows
    std::vector<program::Variable*> strides; ///< the strides likewise; null for those of the array
};

/// The variables of the loops over rows, by the name of the row.
using RowLoops = std::unordered_map<const syntax::Expr*, RowLoop>;

/// Returns the result of dimensions(), and for `X if c else Y` the number of dimensions of both arrays.
int array_dimensions(Body& body, const syntax::Expr& expr);
/// Returns the variable for a length or a stride of what the name stands for, and makes it if there is none
/// yet.
program::Variable* beside(Body& body, const Local& local, const std::string& suffix, Span span,
                          program::Variable* known = nullptr);
/// Returns whether a name of an array, or of a part of one, can also stand for the given part. It can if the
/// type is the same.
bool may_be_named(const Local& local, const Part& part, std::size_t first);
/// Makes the name of a parameter or a declared array one that can be assigned. Returns false if that is
/// impossible.
bool release(Body& body, const Symbol& symbol, Local& local);
/// Notes that a name that is a pointer also stands for the part. Returns whether anything changed.
bool collect_pointer(Body& body, Local& local, Span span, const Part& part, std::size_t first);
/// Adds the stores that make a pointer show the part that `value` names. If that is impossible, it is
/// reported, and false is returned.
bool bind_part(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores);
/// Checks `a = b = X` of names for arrays. Returns whether the assignment is one.
bool bind_chain(Body& body, const syntax::Assign& stmt, program::Block& out);
/// Adds the statements that make names of parameters or declared arrays stand for their own arrays at first.
/// bind_base() does it for one name.
void bind_bases(Body& body, program::Block& out);
void bind_base(Body& body, Local& local, program::Block& out);
/// Returns a label that shows where the name got its meaning.
std::optional<diag::Label> since(Body& body, const Local& local);
/// Returns whether a name of an array cannot stand for the other array that it is given. If so, that is
/// reported.
bool refuse_array(Body& body, const syntax::Expr& target, const syntax::Expr& value);
/// Reports why the name cannot stand for the part in addition to what it stands for already.
void report_name_conflict(Body& body, const Local& local, const Part& part, std::size_t first, Span span);
/// Lets a loop go through the rows of the array that its head named, even if its body assigns another array
/// to the name.
void keep_source(Body& body, const syntax::Block& statements, const Local& local, Span span, Part& part,
                 RowLoop& rows, program::Block& out);

} // namespace cudapy::checker
