#pragma once
// The types that the checker gave the functions of a translation: those of their variables, and of what the
// text alone does not show. For who runs the text itself and is to compute what the emitted kernel does.

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
    /// An expression that gives one of several values, `a if c else b`, `a or b`, and the type of them all.
    struct Choice {
        Span span;
        const Type* type;
    };
    /// A call of a function of the translation, by its place among them all.
    struct Call {
        Span span;
        std::size_t function;
    };

    std::string name;
    bool is_kernel = false;
    Span span; ///< the `def`, or the lambda
    const Type* result;
    const Type* precision;            ///< of floats without a width that meet nothing
    std::vector<Variable> parameters; ///< by their names; those that are functions are not among them
    std::vector<Variable> variables;  ///< that hold numbers, vectors or tuples, the parameters too
    std::vector<Choice> choices;
    std::vector<Call> calls;
};

struct TypesOfFunctions {
    std::shared_ptr<const SourceSet> sources;
    std::vector<FunctionTypes> functions; ///< none where the units have errors
};

/// Units and resolver are those of a whole translation: nothing comes along any more.
TypesOfFunctions types_of_functions(const std::vector<SourceUnit>& units, const Options& options,
                                    NameResolver& resolver);

} // namespace cudapy
