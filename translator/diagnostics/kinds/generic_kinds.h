#pragma once
// Kinds of diagnostics about generic functions: see kind.h for how one is declared. Add the struct to the
// list at the end.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

#include <cstddef>
#include <string>

namespace cudapy::diag {

/// A call of a generic function that does not say what a type variable stands for.
struct UndeterminedType {
    static constexpr Kind kind{"E460", "undetermined-type", Severity::error};
    std::string function, variable;
};
Prose describe(const UndeterminedType& payload);

/// Two arguments want a type variable to be two types.
struct TypeVariableConflict {
    static constexpr Kind kind{"E461", "type-variable-conflict", Severity::error};
    std::string function, variable;
    std::string first, second; ///< types
};
Prose describe(const TypeVariableConflict& payload, const Words& words);

/// An argument that cannot be what the parameter of a generic function is.
struct GenericArgument {
    static constexpr Kind kind{"E462", "generic-argument", Severity::error};
    std::string function, parameter;
    std::string wanted; ///< as declared: `A*`
    std::string given;  ///< a type; empty for a function
};
Prose describe(const GenericArgument& payload);

/// An argument for a function parameter that is no function, or one with another number of parameters, or one
/// that gives something else.
struct FunctionArgument {
    static constexpr Kind kind{"E463", "function-argument", Severity::error};
    enum class Reason { no_function, parameters, result, type } reason;
    std::string function, parameter;
    std::string wanted; ///< as declared: `R(A, B)`
    std::string text;   ///< the text of what is given
    std::size_t parameters = 0, expected = 0;
    std::string gives = {}, needs = {}; ///< for `type`: the type of the result, and the type that it should
                                        ///< have
};
Prose describe(const FunctionArgument& payload, const Words& words);

/// A declared type that is no type with the types that are chosen for its type variables, such as an array of
/// arrays or of tuples.
struct NoInstance {
    static constexpr Kind kind{"E464", "no-instance", Severity::error};
    std::string function, wanted, choice;
};
Prose describe(const NoInstance& payload);

/// A function without a signature whose `return`s do not say the type of its result.
struct UnknownResult {
    static constexpr Kind kind{"E465", "unknown-result", Severity::error};
    std::string function;
};
Prose describe(const UnknownResult& payload, const Words& words);

/// Instances that ask for ever more instances.
struct EndlessInstances {
    static constexpr Kind kind{"E466", "endless-instances", Severity::error};
    std::string function;
    int most = 0; ///< the depth to which instances may call others
};
Prose describe(const EndlessInstances& payload, const Words& words);

/// A variable of the function around a lambda that the lambda cannot use.
struct LambdaCapture {
    static constexpr Kind kind{"E467", "lambda-capture", Severity::error};
    enum class Reason {
        lists,
        gaps,          ///< a part of an array with gaps between its elements
        default_value, ///< used in the default of a parameter
        itself,        ///< the lambda, by its own name
    } reason;
    std::string name, function;
    bool is_lambda = true; ///< else it is a function inside another one
};
Prose describe(const LambdaCapture& payload);

/// A local name that is given a function, and something else elsewhere.
struct FunctionRebound {
    static constexpr Kind kind{"E321", "function-rebound", Severity::error};
    std::string name, value;
};
Prose describe(const FunctionRebound& payload);

/// `f = math.sin if c else math.cos`
struct FunctionChoice {
    static constexpr Kind kind{"E322", "function-choice", Severity::error};
    std::string name, first, condition, second;
};
Prose describe(const FunctionChoice& payload);

/// A local name of a function that is used where it is not assigned.
struct FunctionOutOfReach {
    static constexpr Kind kind{"E323", "function-out-of-reach", Severity::error};
    std::string name;
};
Prose describe(const FunctionOutOfReach& payload);

/// `A.dtype(x)`
struct DtypeCalled {
    static constexpr Kind kind{"E324", "dtype-called", Severity::error};
    std::string text;
};
Prose describe(const DtypeCalled& payload);

/// `type(A)` of an array.
struct TypeOfArray {
    static constexpr Kind kind{"E325", "type-of-array", Severity::error};
    std::string array;
};
Prose describe(const TypeOfArray& payload);

/// `type(1.0)`, `type(f(x))`
struct TypeOfValue {
    static constexpr Kind kind{"E326", "type-of-value", Severity::error};
    std::string text;
    bool is_literal;
};
Prose describe(const TypeOfValue& payload, const Words& words);

/// A lambda where no function parameter takes it.
struct LambdaValue {
    static constexpr Kind kind{"E468", "lambda-value", Severity::error};
};
Prose describe(const LambdaValue& payload);

/// A generic kernel for which nothing is emitted.
struct GenericNotEmitted {
    static constexpr Kind kind{"W904", "generic-not-emitted", Severity::warning};
    std::string function, example;
};
Prose describe(const GenericNotEmitted& payload);

/// A request with `--instance` for something that is no generic function, or for no type variable of it.
struct BadInstance {
    static constexpr Kind kind{"E808", "bad-instance", Severity::error};
    enum class Reason { not_generic, unknown_name, too_many, not_void } reason;
    std::string function, name;
};
Prose describe(const BadInstance& payload);

using GenericKinds = KindList<UndeterminedType, TypeVariableConflict, GenericArgument, FunctionArgument,
                              NoInstance, UnknownResult, EndlessInstances, LambdaCapture, FunctionRebound,
                              FunctionChoice, FunctionOutOfReach, DtypeCalled, TypeOfArray, TypeOfValue,
                              LambdaValue, GenericNotEmitted, BadInstance>;

} // namespace cudapy::diag
