#pragma once
// Lists of numbers, and lists of lists of them, as the elements of an array.

#include "pymodule/src/python/cpython.h"
#include "pymodule/src/types/shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cudapy::python {

/// The innermost lists, tuples or ranges of an array, in order; of one dimension there is one.
struct Rows {
    Shape shape;
    std::vector<Ref> lists;
};

/// Whether it is a list, a tuple or a range: what lists of lists consist of.
bool is_row(PyObject* object);

struct Depth {
    int dimensions; ///< 1 for a list of numbers, 2 for a list of lists; one more than there can be for deeper
                    ///< ones
    bool foreign;   ///< the innermost that was looked at has a row of another kind, such as an array
    bool open;      ///< the innermost that was looked at is empty, so that there may be more dimensions
};
/// How deep lists are nested, going by their first items. Of structs and vectors (`element`) a tuple is one.
Depth depth_of(PyObject* sequence, const Type* element = nullptr);

/// Takes a sequence apart to the depth `rank`. Raises ValueError, whose text begins with `where`, when its
/// rows differ in length, TypeError when a row is no list. An empty list has the extent 0 along all further
/// axes.
Rows rows_of(PyObject* sequence, int rank, const std::string& where);
/// The same to whatever depth it has; ValueError for more than Type::max_rank.
Rows list_rows(PyObject* sequence, const std::string& where, const Type* element = nullptr);

/// Stores the items of a list, tuple or other sequence as elements [first, first + length) of an array of
/// `shape`, of which `to` is the first one. The sequence must not change meanwhile; when it does, a
/// RuntimeError says so. `where` begins the messages.
void store_sequence(const Type* type, PyObject* sequence, void* to, int64_t length, const std::string& where,
                    const Shape& shape, int64_t first = 0);
void store_rows(const Type* type, const Rows& rows, void* to, const std::string& where);

/// The elements at `from` as a list, or as lists of lists.
Ref load_list(const Type* type, const void* from, int64_t length, PyObject* made = nullptr);
Ref load_lists(const Type* type, const void* from, const Shape& shape, PyObject* made = nullptr);

/// The narrowest type that holds every number of the rows: bool, int, int64, or float once there is a float.
/// Raises when there is none, messages beginning with `who`.
const Type* infer_type(const Rows& rows, const char* who);

} // namespace cudapy::python
