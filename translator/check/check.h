#pragma once
// The checker makes a typed program of syntax trees. It looks at signatures, names, types and flow, and finds
// every user error past the grammar.

#include "translator/diagnostics/diagnostic.h"
#include "translator/kernel_info.h"
#include "translator/options.h"
#include "translator/program/program.h"
#include "translator/resolver.h"
#include "translator/source_unit.h"
#include "translator/syntax/ast.h"

#include <set>
#include <string>
#include <vector>

namespace cudapy {

namespace checker {
struct DialectRules;
}

/// A parsed file and what was asked of it.
struct ParsedUnit {
    syntax::Module module;
    uint32_t file = 0;
    std::string only_function;            ///< SourceUnit::function
    std::optional<Span> signature_option; ///< the text of SourceUnit::signature, in a file of its own
    std::string name;                     ///< SourceUnit::module
    std::set<std::string> needed;         ///< functions without signatures, and lambdas, that are called
};

/// Checks all functions of all units against each other. The program is complete only when the sink has no
/// errors. Reports errors in every function, also in those that Options::kernels leaves out; the program then
/// holds only the wanted kernels and what they call. Of generic functions only instances are checked.
program::Program check(const std::vector<ParsedUnit>& units, const SourceSet& sources,
                       const checker::DialectRules& dialect, const Options& options, NameResolver& resolver,
                       diag::Sink& sink, std::vector<GenericKernel>* generics = nullptr);

} // namespace cudapy
