#pragma once
// The variables of the typed program (program.h).

#include "translator/support/source.h"
#include "translator/types/type.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

/// A captured tuple of constants whose elements are chosen at run time. Tuples in tuples are laid out row by
/// row.
struct Table {
    std::string name; ///< the user's
    const Type* element;
    std::vector<std::variant<bool, int64_t, double>> values; ///< as in a Literal of the element type
    std::string emitted;                                     ///< the C++ name, set by the naming lowering

    bool operator==(const Table& other) const {
        return name == other.name && element == other.element && values == other.values;
    }
};

struct Variable {
    std::string name; ///< the user's, or what a lowering proposes; may be no C++ name
    const Type* type;
    VariableRole role;
    Span span;           ///< first binding
    std::string emitted; ///< the C++ name, set by the naming lowering; unique in its function
    /// A parameter of array type: the C++ names of its extents by axis, set by naming.
    std::vector<std::string> emitted_lengths;
    std::shared_ptr<Table> table; ///< of a table; the same one in every function that reads it
    std::vector<int64_t>
        shape; ///< of a shared or local array: its extents, row-major; none: sized at the launch
    /// Of a name for a part of an array: where the part begins, or a length or a stride of it. One that is
    /// not read is none of the user's.
    bool is_part = false;
    /// Of an array parameter: it knows how long it is. The elements of lists (`T**`), and where each list
    /// begins, do not; they stand behind each other, and behind them the number of lists.
    bool has_length = true;
    /// How many extents travel with it.
    int extents() const { return has_length ? type->rank() : 0; }
    /// Of a strip or a block: one value for each of its threads, an array indexed by the lane.
    bool per_lane = false;
    /// A parameter that the function changes a struct through: an array of one element, a reference in C++.
    bool is_reference = false;
    /// `p = bodies[i]`: the place of the element that the variable stands for, an integer, which
    /// lower_references makes a reference in C++ where it can. Null for anything else.
    Variable* refers_to = nullptr;
    /// Of a name that stands for one array and later for another, a pointer in C++: the arrays that it, or
    /// what it is a part of, may be. None of them is such a name itself.
    std::vector<Variable*> roots;
    bool writes = false;  ///< elements of the array are written through it (analyse_uses)
    std::string proposal; ///< the name that naming begins with, where that is not the user's
    /// A parameter that a variable begins as, or its extent along an axis.
    struct Beginning {
        const Variable* parameter;
        std::optional<int> axis; ///< none: it begins as the parameter itself
    };
    /// [L] Of a variable that is the parameter, or its extent, in C++, too (lower_reuse_parameters).
    std::optional<Beginning> beginning;

    bool is_pointer() const { return !roots.empty(); }
    /// Returns whether the test holds of the array, or of one that the name may stand for.
    template <typename Test>
    bool any_root(Test test) const {
        for (const Variable* root : roots)
            if (test(*root)) return true;
        return roots.empty() && test(*this);
    }

    /// An array that the function itself declares.
    bool is_own_array() const { return role == VariableRole::shared || role == VariableRole::local_array; }
    /// A shared array that is sized at the launch: its shape is empty.
    bool is_dynamic() const { return role == VariableRole::shared && shape.empty(); }
    int64_t element_count() const; ///< of an array that the function itself declares, and that is not dynamic
};

} // namespace cudapy::program
