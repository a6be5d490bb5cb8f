#pragma once
// The facts that an editor shows of a text with kernels while someone writes it: what is wrong, where names
// are defined, and the types of names and expressions. Nothing is lowered or emitted.

#include "translator/diagnostics/diagnostic.h"
#include "translator/options.h"
#include "translator/source_unit.h"
#include "translator/support/source.h"
#include "translator/translate.h"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cudapy {

/// A name or an expression of a function, and its type as messages spell it.
struct TypedPlace {
    std::string name; ///< of a variable; empty for an expression
    Span span;        ///< of a variable the place that first binds it
    std::string type;
};

/// The types in one function, or in one instance of a generic function.
struct TypedFunction {
    std::string name; ///< as messages call it
    Span header;
    std::string result;
    std::vector<TypedPlace> variables; ///< the parameters first
    std::size_t parameters = 0;        ///< how many of the variables are parameters
    std::vector<TypedPlace> expressions;
    bool is_assumed = false; ///< a generic kernel, whose parameters are only assumed to have these types
};

/// A name at the top level of a file.
struct Definition {
    enum class Kind { kernel, helper, function, structure, field, type, value, import };
    Kind kind;
    std::string name;
    Span span;
    std::string within; ///< of a field the struct, of an import the path of what it imports
    int end_line = 0;   ///< of a kernel or a helper the line that its last statement begins in
};

struct TextFacts {
    std::shared_ptr<const SourceSet> sources;
    std::vector<diag::Diagnostic> diagnostics; ///< in source order
    std::vector<Definition> definitions;       ///< of all units
    std::vector<TypedFunction> functions;
};

/// Functions of a text under `cuda.jit`, which are in the dialect of numba.
struct NumbaFunctions {
    std::set<std::string> kernels;
    std::set<std::string> helpers; ///< device functions
};
/// Returns the facts on these functions of the first unit. They are checked as generic kernels are.
TextFacts text_facts_of_numba(const std::vector<SourceUnit>& units, const Options& options,
                              const NumbaFunctions& functions);

/// Returns the facts on the units, whose names mean what the text of their module says. Generic kernels are
/// checked for arrays of several types, and what is wrong for all of these is reported.
TextFacts text_facts(const std::vector<SourceUnit>& units, const Options& options);

/// Returns what becomes of one kernel and of the functions that it calls. A generic kernel is translated for
/// arrays of `double`, and the other kernels of its file come along. `numba` has the functions of the first
/// unit in the dialect of numba if the kernel is one of them.
Translation translate_kernel(std::vector<SourceUnit> units, const Options& options, const std::string& kernel,
                             const NumbaFunctions& numba = {});

} // namespace cudapy
