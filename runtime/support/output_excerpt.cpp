#include "runtime/support/output_excerpt.h"

#include <fmt/format.h>

#include <algorithm>

namespace cudapy::runtime {

namespace {

// A compiler's first messages say what is wrong, and its last ones how the compilation ended.
constexpr std::size_t first_lines = 40, first_bytes = 16384;
constexpr std::size_t last_lines = 20, last_bytes = 4096;

bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80; // a byte inside a character of UTF-8
}

/// Returns the end of the first lines.
std::size_t head_end(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t line = 0; line < first_lines && end < text.size(); ++line) {
        const std::size_t next = std::min(text.find('\n', end), text.size() - 1) + 1;
        if (next > first_bytes) { // a whole line is left out rather than cut, unless there is no other
            if (line > 0) return end;
            end = first_bytes;
            while (end > 0 && continues_character(text[end]))
                --end;
            return end;
        }
        end = next;
    }
    return end;
}

/// Returns the beginning of the last lines, which is `from` at the earliest.
std::size_t tail_start(std::string_view text, std::size_t from) {
    std::size_t start = text.size();
    for (std::size_t line = 0; line < last_lines && start > from; ++line) {
        const std::size_t before = start < 2 ? std::string_view::npos : text.rfind('\n', start - 2);
        const std::size_t next = before == std::string_view::npos ? 0 : before + 1;
        if (text.size() - next > last_bytes) {
            if (line > 0) return start;
            start = text.size() - last_bytes;
            while (start < text.size() && continues_character(text[start]))
                ++start;
            break;
        }
        start = next;
    }
    return std::max(start, from);
}

} // namespace

std::string output_excerpt(std::string_view output) {
    while (output.ends_with('\n') || output.ends_with('\r'))
        output.remove_suffix(1);
    const std::size_t head = head_end(output);
    const std::size_t tail = tail_start(output, head);
    if (head == tail) return std::string(output);
    const std::string_view left_out = output.substr(head, tail - head);
    const auto lines = std::count(left_out.begin(), left_out.end(), '\n');
    std::string result(output.substr(0, head));
    if (!result.ends_with('\n')) result += '\n';
    result +=
        fmt::format("[... {} bytes in {} line{} left out ...]\n", left_out.size(),
                    lines + !left_out.ends_with('\n'), lines + !left_out.ends_with('\n') == 1 ? "" : "s");
    result += output.substr(tail);
    return result;
}

} // namespace cudapy::runtime
