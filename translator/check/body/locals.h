#pragma once
// The parameters and the local variables of a function, and how their types are found.

#include "translator/check/context.h"
#include "translator/check/expressions/value.h"

#include <optional>
#include <set>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Symbol;

/// A parameter or a local variable.
struct Local {
    program::Variable* variable = nullptr;
    int parameter = -1;
    bool captured = false;               ///< by the lambda that is checked
    const syntax::Call* array = nullptr; ///< the `shared(...)` or `local(...)` that declares it
    bool array_seen = false;             ///< in this pass, its declaration was met
    const Type* annotated = nullptr;     ///< `x: cp.int64 = 0`
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
    FunctionInfo::Lists lists; ///< of a parameter that is lists
    Span annotation_span;
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
    bool lent = false;           ///< a struct that a function changes: see lent_structs.cpp
    bool is_pointer() const { return variable->is_pointer(); }
    /// A name for parts of arrays, which can be assigned again.
    bool is_array_name() const { return view || is_pointer(); }
    bool fixed() const { return parameter >= 0 || captured || annotated || array || is_array_name() || lent; }
};

void collect_locals(Body& body, const syntax::Block& block);
/// Makes the variable that of the symbol.
Local& set_variable(Body& body, const Symbol& symbol, program::Variable* variable);
/// The variable that the expression names; null where it is none of the function's names, or one of a
/// function.
Local* find_local(Body& body, const syntax::Expr& expr);
Local* local_of(Body& body, const program::Variable* variable);
void join(Body& body, Local& local, const Value& value, Span span);
/// A local of which nothing but literals has said what it is, while they wait: weak as they are.
bool is_open(const Body& body, const Local& local);
void join(Body& body, Local& local, const Type* type, Span span);

} // namespace cudapy::checker
