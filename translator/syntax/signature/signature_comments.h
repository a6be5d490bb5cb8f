#pragma once
// This decides which of the comments above a `def` are its signature, and which go with it to the
// translation.

#include "translator/syntax/lex/lexer.h"
#include "translator/syntax/signature/signature.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::syntax {

/// The region above a `def`, with the comments after the statement before it, and the decorators.
struct HeaderRegion {
    std::vector<Comment> comments;
    std::vector<Span> decorators;
    Span header; ///< the header, from `def` on
    std::string name;
};

/// Returns why a comment that looks like a signature, wherever it is, signs no function. Returns an empty
/// text for any other comment.
std::string stray_signature(std::string_view comment);

struct HeaderComments {
    std::vector<Span> signatures; ///< the signatures of this function, well-formed or not
    /// Comments directly above, for the translation; they point into the region.
    std::vector<const Comment*> other;
    std::optional<Signature> of_another_name; ///< a well-formed signature of some other function
};

HeaderComments read_header_comments(const SourceSet& sources, const HeaderRegion& region);

/// `# f void (float* X)` above `def f`: a comment that begins with the function's name and would be a
/// signature with a colon after that.
struct UnmarkedSignature {
    Span span;           ///< the comment without the `#`
    std::string example; ///< the signature as it should be
};
std::optional<UnmarkedSignature> unmarked_signature(const SourceSet& sources, uint32_t file,
                                                    const Comment& comment, const std::string& function);

} // namespace cudapy::syntax
