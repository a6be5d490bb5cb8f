#pragma once
// The types that the checker gave the functions of a translation: the types of their variables, and types
// that the text does not show by itself. They are for code that runs the Python text itself and must compute
// the same as the emitted kernel.

#include "translator/options.h"
#include "translator/resolver.h"
#include "translator/source_unit.h"
#include "translator/support/source.h"
#include "translator/types/type.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cudapy {

/// A function, or an instance of a generic one or of a lambda.
struct FunctionTypes {
    struct Variable {
        std::string name;
        const Type* type;
    };
    /// An expression that gives one of several values, such as `a if c else b` or `a or b`, with the common
    /// type of the values.
    struct Choice {
        Span span;
        const Type* type;
    };
    /// A call of a function of the translation. `function` is the index of the function among all functions.
    struct Call {
        Span span;
        std::size_t function;
    };

    std::string name;
    bool is_kernel = false;
    Span span; ///< the `def`, or the lambda
    const Type* result;
    const Type* precision;            ///< the precision of floats without a width that meet no other value
    std::vector<Variable> parameters; ///< the parameters, except for those that are functions
    /// The variables that hold numbers, vectors or tuples, with the parameters.
    std::vector<Variable> variables;
    std::vector<Choice> choices;
    std::vector<Call> calls;
    std::vector<Span> waiting; ///< the loops in which a thread waits for what another one writes
};

struct TypesOfFunctions {
    std::shared_ptr<const SourceSet> sources;
    std::vector<FunctionTypes> functions; ///< empty if the units have errors
};

/// Returns the types of the functions. Units and resolver must be those of a whole translation, to which no
/// more functions come along.
TypesOfFunctions types_of_functions(const std::vector<SourceUnit>& units, const Options& options,
                                    NameResolver& resolver);

} // namespace cudapy
