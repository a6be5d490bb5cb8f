#pragma once
// Kinds of diagnostics about structs: see kind.h for how one is declared. Add the struct to the list at the
// end.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

#include <string>

namespace cudapy::diag {

/// A class under `@cp.struct` that is no struct.
struct BadStruct {
    static constexpr Kind kind{"E240", "bad-struct", Severity::error};
    enum class Reason {
        empty,
        base,
        no_annotation,
        statement,
        repeated,
        struct_default, ///< `p: Point = Point(0.0)`
        late,           ///< a field without a default after one that has a default
    } reason;
    std::string name, field;
};
Prose describe(const BadStruct& payload);

/// A field of a struct with a type that no field can have.
struct BadStructField {
    static constexpr Kind kind{"E241", "bad-struct-field", Severity::error};
    enum class Reason {
        unknown,
        array,
        void_,
        tuple,
        text,
        recursive,
        unbound, ///< a name that the module binds only further down
    } reason;
    std::string name, field, annotation;
};
Prose describe(const BadStructField& payload);

/// A name in a signature that stands for a class that is no known struct.
struct UnknownStruct {
    static constexpr Kind kind{"E242", "unknown-struct", Severity::error};
    std::string name;
    std::string module; ///< the module that it is imported from; empty where it is a class of another kind
};
Prose describe(const UnknownStruct& payload);

/// Two structs of one translation that have one name, in Python or at least in C++.
struct StructsDisagree {
    static constexpr Kind kind{"E243", "structs-disagree", Severity::error};
    std::string name, other;
};
Prose describe(const StructsDisagree& payload);

/// A struct, or a vector, where a number is needed.
struct StructAsNumber {
    static constexpr Kind kind{"E450", "struct-as-number", Severity::error};
    std::string text, type, field, where;
    bool is_vector = false;
};
Prose describe(const StructAsNumber& payload);

/// `a == b` of structs or vectors.
struct StructCompared {
    static constexpr Kind kind{"E451", "struct-compared", Severity::error};
    std::string left, right, type, field;
    bool is_ordering;
};
Prose describe(const StructCompared& payload);

/// A value in a place for a struct, or a struct in a place for something else.
struct StructPlace {
    static constexpr Kind kind{"E452", "struct-place", Severity::error};
    std::string place, from, to; ///< types
};
Prose describe(const StructPlace& payload);

/// A struct that has a name already, where Python would make no copy.
struct SameStruct {
    static constexpr Kind kind{"E453", "same-struct", Severity::error};
    enum class Reason {
        name,     ///< `q = p`
        field,    ///< `p.inner = q`, `Body(q, …)`
        result,   ///< `return bodies[i]`
        swap,     ///< `A[i], A[j] = A[j], A[i]`
        chain,    ///< `p = q = Body(…)`
        choice,   ///< `p if c else q`
        left_out, ///< `Body()`, where the default of a field is a struct
    } reason;
    std::string place; ///< the name or the field that it would go to
    std::string text;  ///< the struct's, or the struct that is made
    std::string type;
};
Prose describe(const SameStruct& payload);

/// `p.z` of a struct or a vector without a `z`.
struct NoField {
    static constexpr Kind kind{"E454", "no-field", Severity::error};
    std::string type, field, suggestion;
    std::string fields; ///< all of them
    bool called;        ///< `p.f()`
};
Prose describe(const NoField& payload);

/// A parameter that is assigned another struct.
struct StructRebound {
    static constexpr Kind kind{"E455", "struct-rebound", Severity::error};
    std::string name, type;
};
Prose describe(const StructRebound& payload);

/// A kernel that changes a field of its parameter.
struct KernelStruct {
    static constexpr Kind kind{"E456", "kernel-struct", Severity::error};
    std::string function, parameter, type;
};
Prose describe(const KernelStruct& payload, const Words& words);

/// An argument that a function changes, and that is no variable and no element of an array.
struct ElementNeeded {
    static constexpr Kind kind{"E457", "element-needed", Severity::error};
    std::string function, parameter, type, text;
};
Prose describe(const ElementNeeded& payload);

/// A name that stands for an element of an array, and for something else elsewhere.
struct ElementConflict {
    static constexpr Kind kind{"E458", "element-conflict", Severity::error};
    enum class Reason { own, array, field, other } reason;
    std::string name, array, other;
};
Prose describe(const ElementConflict& payload);

/// A struct as a part of a tuple.
struct StructInTuple {
    static constexpr Kind kind{"E459", "struct-in-tuple", Severity::error};
    std::string text, type;
};
Prose describe(const StructInTuple& payload, const Words& words);

/// A loop over a name that stands for several arrays of structs.
struct StructLoop {
    static constexpr Kind kind{"E473", "struct-loop", Severity::error};
    std::string array, type;
};
Prose describe(const StructLoop& payload);

/// An element that is given to a function which writes to elements of the same type, or whose other arguments
/// do.
struct ElementMayChange {
    static constexpr Kind kind{"E474", "element-may-change", Severity::error};
    std::string function, parameter, type, text;
    std::string writer; ///< the function that an argument after it calls; empty for the function itself
};
Prose describe(const ElementMayChange& payload);

using StructKinds = KindList<BadStruct, BadStructField, UnknownStruct, StructsDisagree, StructAsNumber,
                             StructCompared, StructPlace, SameStruct, NoField, StructRebound, KernelStruct,
                             ElementNeeded, ElementConflict, StructInTuple, StructLoop, ElementMayChange>;

} // namespace cudapy::diag
