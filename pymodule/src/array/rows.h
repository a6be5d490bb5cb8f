#pragma once
// Lists of numbers, and lists of lists of them, as the elements of an array.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cudapy::python {

/// The innermost lists, tuples or ranges of nested ones, in order. With one dimension there is one of them.
struct Rows {
    Shape shape;
    std::vector<Ref> lists;
};

/// Returns whether the object is a list, a tuple or a range. Lists of lists consist of these.
bool is_row(PyObject* object);

struct Depth {
    int dimensions; ///< 1 for a list of numbers, 2 for a list of lists; one more than there can be for deeper
                    ///< ones
    bool foreign;   ///< the innermost that was looked at has a row of another kind, such as an array
    bool open;      ///< the innermost that was looked at is empty, so that there may be more dimensions
};
/// Finds how deep lists are nested, by looking at their first items. If `element` is a struct or a vector, a
/// tuple is one element.
Depth depth_of(PyObject* sequence, const Type* element = nullptr);

/// Takes a sequence apart to the depth `rank`. Raises ValueError, whose text begins with `where`, when its
/// rows differ in length, and TypeError when a row is no list. An empty list has the extent 0 along all
/// further axes.
Rows rows_of(PyObject* sequence, int rank, const std::string& where);
/// Takes a sequence apart to whatever depth it has. Raises ValueError for more than Type::max_rank
/// dimensions.
Rows list_rows(PyObject* sequence, const std::string& where, const Type* element = nullptr);

/// Stores the items of a list, tuple or other sequence as elements [first, first + length) of an array of
/// `shape`, of which `to` is the first one. Raises RuntimeError if the sequence changes meanwhile. `where`
/// begins the messages.
void store_sequence(const Type* type, PyObject* sequence, void* to, int64_t length, const std::string& where,
                    const Shape& shape, int64_t first = 0);
void store_rows(const Type* type, const Rows& rows, void* to, const std::string& where);

/// These return the elements at `from` as a list, or as lists of lists.
Ref load_list(const Type* type, const void* from, int64_t length, PyObject* made = nullptr);
Ref load_lists(const Type* type, const void* from, const Shape& shape, PyObject* made = nullptr);

/// Returns the narrowest type for the numbers of the rows: bool, int or int64. If one of them is a float, it
/// is float; if one is complex, it is complex64. Raises an error, whose message begins with `who`, when there
/// is none.
const Type* infer_type(const Rows& rows, const char* who);

} // namespace cudapy::python
