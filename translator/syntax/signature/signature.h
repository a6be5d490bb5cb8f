#pragma once
// Signatures: `name : void (float alpha, float* X)`, in a comment, a string or an annotation's place.

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

/// The type that a name stands for which is none of the language's own: nothing where it stands for none,
/// null where what is wrong with it was reported.
using NamedType = std::function<std::optional<const Type*>(const std::string& name, Span span)>;

/// Parses the signature whose text is at `span` (in a comment, leading `#` of continuation lines are
/// skipped). Reports into `sink` and gives nothing when the text is no signature; a type that is known but
/// not supported yet, or unknown, is reported where it stands, with its Type null.
/// `names` are those of the function's own parameters.
std::optional<Signature> parse_signature(const SourceSet& sources, Span span, diag::Sink& sink,
                                         std::vector<std::string> names = {},
                                         const NamedType& named_type = {});

} // namespace cudapy::syntax
