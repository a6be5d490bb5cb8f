#pragma once
// The parameters and the local variables of a function, and how their types are found.

#include "translator/check/context.h"
#include "translator/check/expressions/bounds.h"
#include "translator/check/expressions/value.h"

#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Symbol;

/// A parameter or a local variable.
struct Local {
    /// Its type is inferred from the values that are assigned to it, unless it is a name for parts of arrays.
    struct Inferred {};
    struct Parameter {
        std::size_t index;
        FunctionInfo::Lists lists; ///< the parameters of lists, if it is lists
    };
    /// A variable that belongs to the function around the lambda that is checked. The lambda uses it.
    struct Captured {};
    struct DeclaredArray {
        const syntax::Call* declaration;      ///< the `shared(...)` or `local(...)` that makes it
        bool is_declared = false;             ///< its declaration was met in this pass
        program::Variable* fill = nullptr;    ///< the value that its elements begin with, if it is no literal
        program::Variable* counter = nullptr; ///< of the loop that stores it
    };
    /// An annotation says its type: `x: cp.int64 = 0`.
    struct Annotated {
        Span annotation;
    };
    /// A struct that is given to a function which changes it; see calls/lent_structs.h.
    struct Lent {};

    program::Variable* variable = nullptr;
    std::variant<Inferred, Parameter, Captured, DeclaredArray, Annotated, Lent> kind;
    /// The part of an array that the local is a name for, as in `row = A[i]`. `variable` is then the index of
    /// its first element.
    struct View {
        program::Variable* array;
        struct Axis {
            int along;                           ///< the dimension of the array that it runs along
            program::Variable* length = nullptr; ///< null: the whole extent of the array
            program::Variable* step = nullptr;   ///< null: a constant, or the array's own
            std::optional<int64_t> constant_step;
        };
        std::vector<Axis> axes;
        /// If there are no axes, the local stands for an element that is a struct, or for a struct in it.
        /// These are the fields on the way from the element to that struct. With axes the local stands for
        /// the field of all these elements, as in `x = a.x` of records.
        std::vector<std::size_t> fields;
        Span span;                              ///< the place where it was first bound
        std::set<const syntax::Expr*> bindings; ///< the targets at which the name is bound
    };
    std::optional<View> view;
    /// The strides along its first dimensions, if it is a pointer or an array parameter whose elements are
    /// not side by side.
    std::vector<program::Variable*> strides;
    /// If it is a parameter or a declared array whose name is given other arrays, this is the array itself,
    /// which the name stands for at first. Its strides follow.
    program::Variable* base = nullptr;
    std::vector<program::Variable*> base_strides;
    bool poisoned = false; ///< a value with an error was assigned to it, so that its type is not known
    bool hopeless = false; ///< no pass will find its type, because its annotation has an error
    bool read = false;     ///< it was read in this pass
    bool warned = false;   ///< a warning about a double in a float place was given
    bool has_said = false; ///< a value that is no literal has given it its type
    /// The bounds of its values that are made of constants; see arrays/constant_index.h.
    struct Constants {
        std::optional<Bounds> bounds; ///< of those of this pass; the last pass has those of the one before
        std::optional<Bounds> before; ///< what the pass before found
        std::size_t values = 0;       ///< how many values were noted in this pass
        bool has_others = false;      ///< some value is not made of constants
        bool had_others = false;      ///< the same for the pass before, and for parameters
        bool is_used = false;         ///< what another name is given in this pass depends on it

        /// Returns the bounds of the name. If it is given other values as well, only those that may be
        /// negative count, and there is no greatest value.
        std::optional<Bounds> found() const;
    };
    Constants constants;
    bool is_single = false; ///< one of its values is a float that was computed in single precision
    struct Origin {
        Span span;
        const Type* type;
        /// The statement that assigns it; null for a value that none does. The copies of a loop's body that
        /// is written out several times have equal spans.
        const syntax::Stmt* statement = nullptr;
    };
    std::vector<Origin> origins; ///< the values that were assigned to it in this pass

    bool is_pointer() const { return variable->is_pointer(); }
    /// Returns whether it is a name for parts of arrays, which can be assigned again.
    bool is_array_name() const { return view || is_pointer(); }
    /// Returns whether it is a name for a field of all records of an array.
    bool is_field_name() const { return view && !view->axes.empty() && !view->fields.empty(); }
    /// Returns whether its type does not depend on the values that are assigned to it.
    bool fixed() const { return !is<Inferred>() || is_array_name(); }

    template <typename Kind>
    bool is() const {
        return std::holds_alternative<Kind>(kind);
    }
    const Parameter* parameter() const { return std::get_if<Parameter>(&kind); }
    DeclaredArray* declared_array() { return std::get_if<DeclaredArray>(&kind); }
    /// Returns the parameters after its elements if it is lists, or null for anything else.
    const FunctionInfo::Lists* lists() const {
        return parameter() && parameter()->lists.offsets ? &parameter()->lists : nullptr;
    }
};

/// Makes a local of each name that the statements bind.
void collect_locals(Body& body, const syntax::Block& block);
/// Makes the variable the one that the symbol stands for, and returns its local.
Local& set_variable(Body& body, const Symbol& symbol, program::Variable* variable);
/// Returns the local that the expression names. Returns null if the expression is none of the function's
/// names, or the name of a function.
Local* find_local(Body& body, const syntax::Expr& expr);
/// Returns the local that the variable belongs to, or null if there is none.
Local* local_of(Body& body, const program::Variable* variable);
/// Widens the type of the local so that it holds a value that is assigned to it.
void join(Body& body, Local& local, const Value& value, Span span);
/// Returns whether only literals have been assigned to the local so far, in the pass in which literals have
/// no influence. The local is then as weak as they are.
bool is_open(const Body& body, const Local& local);
/// Widens the type of the local so that it holds values of the type. `never_negative` says that no such value
/// is below zero; `constants` has the bounds of values that are made of constants only.
void join(Body& body, Local& local, const Type* type, Span span, bool never_negative = false,
          std::optional<Bounds> constants = {});

/// Gives a local whose annotation asks for the type of another local, `x: type(b) = …`, the type that this
/// one has by now.
void follow_annotation(Body& body, Local& local, Span annotation, const Type* type);

} // namespace cudapy::checker
