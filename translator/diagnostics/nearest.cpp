// Finds what "did you mean" offers: the candidate at the smallest Damerau-Levenshtein distance (optimal
// string alignment).

#include "translator/diagnostics/render.h"

#include <algorithm>
#include <tuple>

namespace cudapy::diag {

namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// Returns how many insertions, deletions, replacements and swaps of neighbours make `a` into `b`.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> two_back(b.size() + 1), back(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        back[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({row[j - 1] + 1, back[j] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], two_back[j - 2] + 1);
        }
        std::swap(two_back, back);
        std::swap(back, row);
    }
    return back[b.size()];
}

} // namespace

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
    // A third of the letters may be wrong; case is free. In names shorter than three letters, only the case
    // may be wrong.
    const std::size_t limit = name.size() / 3;
    const std::string lower_name = lower(name);
    std::string best;
    std::tuple<std::size_t, std::size_t> best_distance{limit + 1, 0};
    for (const std::string& candidate : candidates) {
        if (candidate == name) continue;
        const std::size_t difference =
            std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size());
        if (difference > limit) continue;
        const std::size_t without_case = distance(lower_name, lower(candidate));
        if (without_case > limit) continue;
        const std::tuple found{without_case, distance(name, candidate)};
        if (found < best_distance) {
            best_distance = found;
            best = candidate;
        }
    }
    return best;
}

} // namespace cudapy::diag
