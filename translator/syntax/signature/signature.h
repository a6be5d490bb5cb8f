#pragma once
// Signatures such as `name : void (float alpha, float* X)`, in a comment, a string or an annotation's place.

#include "translator/diagnostics/diagnostic.h"
#include "translator/types/type.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::syntax {

struct SignatureParameter {
    const Type* type; ///< null where an error was reported
    Span type_span;
    std::string name; ///< empty when the signature gives none
    Span name_span;
};

struct Signature {
    std::string function; ///< empty when the signature gives none
    Span function_span;
    const Type* result; ///< null where an error was reported
    Span result_span;
    std::vector<SignatureParameter> parameters;
    Span span;
};

/// A function that returns the type for a name that is none of the language's own types. It returns nothing
/// if the name stands for no type, and null if it has reported an error.
using NamedType = std::function<std::optional<const Type*>(const std::string& name, Span span)>;

/// Parses the signature whose text is at `span` (in a comment, leading `#` of continuation lines are
/// skipped). If the text is no signature, that is reported into `sink`, and nothing is returned. A type that
/// is unknown, or known but not supported yet, is reported at its place, and its Type is null. `names` are
/// those of the function's own parameters.
std::optional<Signature> parse_signature(const SourceSet& sources, Span span, diag::Sink& sink,
                                         std::vector<std::string> names = {},
                                         const NamedType& named_type = {});

} // namespace cudapy::syntax
