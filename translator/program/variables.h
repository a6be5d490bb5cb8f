#pragma once
// The variables of the typed program (program.h).

#include "translator/support/source.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cudapy::program {

enum class VariableRole {
    parameter,
    local,
    temporary,   ///< made by a lowering
    table,       ///< a captured tuple of constants as an array that is only read, see Table
    shared,      ///< an array in the shared memory of a block: `cache = shared(float, 256)`
    local_array, ///< an array of one thread: `queue = local(int, 16)`
};

/// What a launch fills in, in parameters that nobody gives: first the parts of a tape (reverse/tape.h).
enum class LaunchPart {
    none,
    memory, ///< words of 64 bits
    words,  ///< how many of them each thread may use
    state,  ///< the most words that a thread lacked; then, by thread, whether it has finished
    first,  ///< the number of the first thread that this launch is for
    count,  ///< how many threads it is for
    width,  ///< how many threads there are along x
    height, ///< the same along y
    // The next ones are of kernels that the launch of another one launches, see LaunchStep.
    asked_x, ///< the threads of the other kernel along x
    asked_y, ///< … along y
    asked_z, ///< … along z
    share_x, ///< where they are divided in parts along x: how many of them a part has
    share_y, ///< … along y
    share_z, ///< … along z
    /// Of a kernel whose threads do the work of several, see Function::strided_axis: how many threads it has
    /// along that axis.
    stride,
};

/// A captured tuple of constants whose elements are chosen at run time. Tuples in tuples are laid out row by
/// row.
struct Table {
    std::string name; ///< the user's name for it
    const Type* element;
    std::vector<std::variant<bool, int64_t, double>> values; ///< the values, as in a Literal of the element
                                                             ///< type
    std::string emitted;                                     ///< the C++ name, set by the naming lowering

    bool operator==(const Table& other) const {
        return name == other.name && element == other.element && values == other.values;
    }
};

struct Variable {
    std::string name; ///< the user's name, or one that a lowering proposes; C++ may not allow it
    const Type* type;
    VariableRole role;
    Span span;           ///< the place of the first binding
    std::string emitted; ///< the C++ name, set by the naming lowering; unique in its function
    /// For a parameter of array type: the C++ names of its extents by axis, set by naming.
    std::vector<std::string> emitted_lengths;
    std::shared_ptr<Table> table; ///< set for a table; every function that reads it has the same one
    std::vector<int64_t>
        shape; ///< the extents of a shared or local array, row-major; none where it is sized at the launch
    /// For a declared array: says that its elements are also accessed by their number, row by row.
    bool is_flat = false;
    /// [L] For a declared array: says that it is an array of arrays in C++, `a[4][8]`. All its indices are
    /// ElementIndices (declare_dimensions).
    bool has_dimensions = false;
    /// Says that the variable was made for a name for a part of an array: it holds where the part begins, or
    /// a length or a stride of it. One that is not read is none of the user's.
    bool is_part = false;
    /// For an array parameter: says that it knows how long it is. The elements of lists (`T**`), and where
    /// each list begins, do not know it; they are one after the other, and after them is the number of
    /// lists.
    bool has_length = true;
    /// Returns how many extents travel with it.
    int extents() const { return has_length ? type->rank() : 0; }
    /// [L] For a parameter of a kernel whose type was one of dates: that type, which launches use
    /// (lower_dates). Null for any other variable.
    const Type* date_type = nullptr;
    /// In a strip or a block: says that it has one value for each of the threads, and is an array indexed by
    /// the lane.
    bool per_lane = false;
    /// Says that the function changes a struct through this parameter: an array of one element, and a
    /// reference in C++.
    bool is_reference = false;
    /// In the dialect of numba: a parameter that is one record, given as an array of one element, so that all
    /// changes are made where it lies.
    bool is_record = false;
    /// For an integer that an expression keeps (KeptValues): the least and the most that it may be, as far as
    /// the expression says so. It is empty for any other variable.
    std::optional<std::pair<int64_t, int64_t>> kept_bounds;
    /// The number of the array that a kernel captured, for which it has this parameter; -1 for none.
    int64_t captured = -1;
    /// Returns whether the parameter is a struct, and an array only because it may be changed.
    bool is_one() const { return is_reference || is_record; }
    /// For `p = bodies[i]`: the array `bodies`. The variable itself is an integer then, the index of the
    /// element that it stands for, and lower_references makes it a reference in C++ where it can. Null for
    /// any other variable.
    Variable* refers_to = nullptr;
    /// For a name that stands for one array and later for another, which is a pointer in C++: the arrays that
    /// it, or what it is a part of, may be. None of them is such a name itself.
    std::vector<Variable*> roots;
    /// [L] For an array parameter of a kernel: says that nobody writes its elements while the kernel runs
    /// (mark_restricted).
    bool is_restricted = false;
    bool writes = false;     ///< elements of the array are written through it (analyse_mod_ref)
    bool is_untyped = false; ///< a value with an error was assigned to it, so that its type is not known
    /// For the index of a part of an array that the user has a name for: the type of the part, as in
    /// `row = A[i]`. Null for any other variable.
    const Type* part_type = nullptr;
    std::string proposal; ///< the name that naming begins with, where that is not the user's name
    /// A parameter that a variable begins as, or its extent along an axis.
    struct Beginning {
        const Variable* parameter;
        std::optional<int> axis; ///< without an axis it begins as the parameter itself
    };
    /// [L] Set for a variable that in C++ is the parameter, or its extent, itself (reuse_parameters).
    std::optional<Beginning> beginning;

    /// For a parameter of a kernel that nobody gives: what the launch fills in.
    LaunchPart launch_part = LaunchPart::none;
    /// The parameter whose tangent this parameter is (differentiate/jvp.h), or null.
    const Variable* tangent_of = nullptr;
    /// Says that it is a cotangent: that of `tangent_of` (differentiate/vjp.h).
    bool is_bar = false;
    /// For a parameter of a derivative in reverse mode: says that the kernel itself changes the array.
    bool is_changed = false;
    /// For such a parameter, too: says that what the launch leaves in it is of no use. It is an array that is
    /// given back as it was, or the bar of one that the kernel only writes.
    bool leaves_nothing = false;

    bool is_pointer() const { return !roots.empty(); }
    /// Returns whether the test holds of the array, or of one that the name may stand for.
    template <typename Test>
    bool any_root(Test test) const {
        for (const Variable* root : roots)
            if (test(*root)) return true;
        return roots.empty() && test(*this);
    }

    /// Returns whether it is an array that the function itself declares, by `local(...)` or `shared(...)`.
    bool is_declared_array() const {
        return role == VariableRole::shared || role == VariableRole::local_array;
    }
    /// Returns whether it is a shared array that is sized at the launch: its shape is empty.
    bool is_dynamic() const { return role == VariableRole::shared && shape.empty(); }
    int64_t element_count() const; ///< for a declared array that is not dynamic
};

} // namespace cudapy::program
