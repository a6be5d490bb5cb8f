#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

namespace cudapy::diag {

std::string with_article(std::string_view type) {
    // Types that begin with a u are the unsigned ones: "a `uint32`".
    const bool has_vowel = !type.empty() && std::string_view("aeio").find(type[0]) != std::string_view::npos;
    return fmt::format("{} `{}`", has_vowel ? "an" : "a", type);
}

std::string as_written(std::string_view text) {
    return fmt::format("`{}{}`", as_written_mark, text);
}

} // namespace cudapy::diag
