#pragma once
// The parameters and the local variables of a function, and how their types are found.

#include "translator/check/context.h"
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
    /// Its type is found by what is assigned to it, unless it is a name for parts of arrays.
    struct Inferred {};
    struct Parameter {
        std::size_t index;
        FunctionInfo::Lists lists; ///< where it is lists
    };
    /// A variable of the function around the lambda that is checked, which uses it.
    struct Captured {};
    struct OwnArray {
        const syntax::Call* declaration; ///< the `shared(...)` or `local(...)` that makes it
        bool is_declared = false;        ///< in this pass, its declaration was met
    };
    /// `x: cp.int64 = 0` says its type.
    struct Annotated {
        Span annotation;
    };
    /// A struct that is given to a function which changes it: see calls/lent_structs.h.
    struct Lent {};

    program::Variable* variable = nullptr;
    std::variant<Inferred, Parameter, Captured, OwnArray, Annotated, Lent> kind;
    /// `row = A[i]`: a part of an array; `variable` is then the index of its first element.
    struct View {
        program::Variable* array;
        struct Axis {
            int along;                           ///< the dimension of the array that it runs along
            program::Variable* length = nullptr; ///< null: the whole extent of the array
            program::Variable* step = nullptr;   ///< null: a constant, or the array's own
            std::optional<int64_t> constant_step;
        };
        std::vector<Axis> axes;
        /// Without axes, an element that is a struct, or a struct in it: the fields on the way to that.
        std::vector<std::size_t> fields;
        Span span;                              ///< where it was first bound
        std::set<const syntax::Expr*> bindings; ///< where the name stands as a target
    };
    std::optional<View> view;
    /// Of an array parameter whose elements are apart, or of a pointer: its strides along its first
    /// dimensions.
    std::vector<program::Variable*> strides;
    /// Of a parameter or an own array whose name is given other arrays: the array itself, which the name
    /// stands for at first, and its strides.
    program::Variable* base = nullptr;
    std::vector<program::Variable*> base_strides;
    bool poisoned = false;  ///< something with an error was assigned, so that its type is not known
    bool hopeless = false;  ///< … and no pass will find it: its annotation has an error
    bool read = false;      ///< in this pass
    bool warned = false;    ///< about a double in a float place
    bool has_said = false;  ///< a value that is no literal has said its type
    bool is_single = false; ///< a float that was computed, in single precision, is among its values
    struct Origin {
        Span span;
        const Type* type;
    };
    std::vector<Origin> origins; ///< what was assigned to it, in this pass

    bool is_pointer() const { return variable->is_pointer(); }
    /// A name for parts of arrays, which can be assigned again.
    bool is_array_name() const { return view || is_pointer(); }
    /// Returns whether something else than what is assigned to it says its type.
    bool fixed() const { return !is<Inferred>() || is_array_name(); }

    template <typename Kind>
    bool is() const {
        return std::holds_alternative<Kind>(kind);
    }
    const Parameter* parameter() const { return std::get_if<Parameter>(&kind); }
    OwnArray* own_array() { return std::get_if<OwnArray>(&kind); }
    /// Returns what stands behind its elements where it is lists, or null for anything else.
    const FunctionInfo::Lists* lists() const {
        return parameter() && parameter()->lists.offsets ? &parameter()->lists : nullptr;
    }
};

/// Makes a local of each name that the statements bind.
void collect_locals(Body& body, const syntax::Block& block);
/// Makes the variable that of the symbol.
Local& set_variable(Body& body, const Symbol& symbol, program::Variable* variable);
/// Returns the local that the expression names, or null if it is none of the function's names, or the name of
/// a function.
Local* find_local(Body& body, const syntax::Expr& expr);
/// Returns the local that the variable belongs to, or null if there is none.
Local* local_of(Body& body, const program::Variable* variable);
/// Lets a value that is assigned to the local say its type.
void join(Body& body, Local& local, const Value& value, Span span);
/// Returns whether nothing but literals has said what the local is, while they wait. It is as weak as they
/// are.
bool is_open(const Body& body, const Local& local);
/// Lets a type say that of the local.
void join(Body& body, Local& local, const Type* type, Span span);

/// Lets an annotation that asks for the type of another local, `x: type(b) = …`, say what that is by now.
void follow_annotation(Body& body, Local& local, Span annotation, const Type* type);

} // namespace cudapy::checker
