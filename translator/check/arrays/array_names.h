#pragma once
// Names that stand for one array and later for another: `src, dst = dst, src`, `row = A[0]` and then
// `row = B[0]`, `X = X[1:]` of a parameter, `best = X if c else Y`. While all are parts of one array that lie
// in it alike, the name is an index as in views.cpp; any other is a pointer, with its lengths and strides in
// variables beside it. A part of what such a name stands for is a pointer, too, because it stays where it is
// when the name goes on to another array.

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

/// The variables of a loop over rows: what it goes through stays what it was at its beginning.
struct RowLoop {
    program::Variable* counter = nullptr;
    program::Variable* source = nullptr;     ///< a pointer that the body changes, as it was
    program::Variable* begin = nullptr;      ///< the index of the first row's first element
    std::vector<program::Variable*> lengths; ///< of the rows, by their dimension; null for whole ones
    std::vector<program::Variable*> strides; ///< likewise, null for those of the array
};

/// The variables of the loops over rows, by the name of the row.
using RowLoops = std::unordered_map<const syntax::Expr*, RowLoop>;

/// Returns what dimensions() does, and of `X if c else Y` the dimensions of both arrays.
int array_dimensions(Body& body, const syntax::Expr& expr);
/// Returns the variable for a length or a stride of what the name stands for; makes it where there is none
/// yet.
program::Variable* beside(Body& body, const Local& local, const std::string& suffix, Span span,
                          program::Variable* known = nullptr);
/// Returns whether the name, of an array or a part of one, can stand for the part too: it has one type.
bool may_be_named(const Local& local, const Part& part, std::size_t first);
/// Makes the name of a parameter or an own array one that can be assigned. Returns false where it cannot be.
bool release(Body& body, const Symbol& symbol, Local& local);
/// Notes that the name, a pointer, stands for the part too. Returns whether anything changed.
bool collect_pointer(Body& body, Local& local, Span span, const Part& part, std::size_t first);
/// Adds the stores that make a pointer show the part that `value` names. Returns false, and reports, where
/// that cannot be.
bool bind_part(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores);
/// Checks `a = b = X` of names for arrays. Returns whether the assignment is one.
bool bind_chain(Body& body, const syntax::Assign& stmt, program::Block& out);
/// Gives one name, of a parameter or an own array, what it stands for at first.
void bind_bases(Body& body, program::Block& out);
void bind_base(Body& body, Local& local, program::Block& out);
/// Returns a label that shows where the name got its meaning.
std::optional<diag::Label> since(Body& body, const Local& local);
/// Returns whether the name, of an array, cannot stand for the other array that it is given, and reports so.
bool refuse_array(Body& body, const syntax::Expr& target, const syntax::Expr& value);
/// Reports why the name cannot stand for the part beside what it stands for already.
void report_name_conflict(Body& body, const Local& local, const Part& part, std::size_t first, Span span);
/// Lets a loop go through the rows of what its head named, whatever its body gives the name.
void keep_source(Body& body, const syntax::Block& statements, const Local& local, Span span, Part& part,
                 RowLoop& rows, program::Block& out);

} // namespace cudapy::checker
