#pragma once
// The explanation of a kind of diagnostic, which `pycu2cu --explain E401` prints. The texts are the files
// explanations/*/CODE.md, which the build makes a table of. Each is Markdown of a few forms:
//
//     # A sentence that says what is wrong        (the title)
//
//     Paragraphs that say why.
//
//     ```python wrong --target cpu
//     an example that has this diagnostic, with the options of pycu2cu that it needs
//     ```
//
//     ```python right
//     the same without it
//     ```
//
// A kind that no text of one file can show has blocks ```console instead, which no test runs.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudapy::diag {

struct Explanation {
    std::string_view code;
    std::string_view text; ///< Markdown
};

/// Returns all explanations, in the order of their codes. The build makes the definition.
const std::vector<Explanation>& explanations();

/// An example of an explanation: its words after ```, such as `python wrong`, and its lines.
struct Example {
    std::string info;
    std::string text;
};

std::string title_of(const Explanation& explanation);
std::vector<Example> examples_of(const Explanation& explanation);

struct Answer {
    std::string text;    ///< plain text for a terminal of 80 columns
    std::string problem; ///< the reason why there is no answer; empty where there is one
};

/// Returns the explanations of these codes, or for no codes the list of all with their titles. A code may be
/// in lower case, and without its letter.
Answer explain(const std::vector<std::string>& codes);

} // namespace cudapy::diag
