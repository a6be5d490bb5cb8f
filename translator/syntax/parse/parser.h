#pragma once
// The parser turns text into a syntax tree. It recovers from each error and reports all errors that it finds.

#include "translator/diagnostics/diagnostic.h"
#include "translator/syntax/ast.h"

#include <set>
#include <string>

namespace cudapy::syntax {

struct ParseOptions {
    /// The parser parses every `def` at the top level, signed or not. This is for text that was cut out of a
    /// file because of its function. The text may then be indented as a whole (a function of a class or of
    /// another function).
    bool every_function = false;
    /// The functions to parse besides the signed ones, because they are called.
    std::set<std::string> functions = {};
    bool is_signed = false; ///< the functions have a signature that is not in the text
    /// Only the names of the module are asked for. It has no functions then.
    bool names_only = false;
    /// A `def` in the body of a function is kept, see Lambda. Else it is skipped as an UnsupportedStmt.
    bool inner_functions = false;
};

/// Parses one file of `sources`. A module may hold any Python. Everything that is not a signed function is
/// skipped by its indentation, and no errors are reported in it. A function is signed when a signature
/// comment or a `kernel("...")` decorator is above it, or when it has an annotation that names a type of
/// an imported `cudapy`, or when a decorator is `kernel` of an imported `cudapy`.
Module parse_module(const SourceSet& sources, uint32_t file, const ParseOptions& options, diag::Sink& sink);

/// Returns a module with the lambda that begins at the byte `begin` of the text, called `name`. If there is
/// none, that is reported, and the module has no functions.
Module parse_lambda(const SourceSet& sources, uint32_t file, uint32_t begin, const std::string& name,
                    diag::Sink& sink);

} // namespace cudapy::syntax
