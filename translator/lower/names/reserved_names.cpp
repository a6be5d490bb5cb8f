#include "translator/lower/names/reserved_names.h"

#include <algorithm>
#include <iterator>

namespace cudapy::lower {

namespace {

constexpr std::string_view anywhere[] = {
#include "translator/lower/names/reserved_anywhere.inc"
};

constexpr std::string_view file_level[] = {
#include "translator/lower/names/reserved_file_level.inc"
};

static_assert(std::is_sorted(std::begin(anywhere), std::end(anywhere)));
static_assert(std::is_sorted(std::begin(file_level), std::end(file_level)));

template <std::size_t N>
bool holds(const std::string_view (&table)[N], std::string_view name) {
    return std::binary_search(std::begin(table), std::end(table), name);
}

} // namespace

bool is_reserved_by_form(std::string_view name) {
    return name.find("__") != std::string_view::npos ||
           (name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z') ||
           name.starts_with("CUDART_"); // the macros of math_constants.h
}

bool is_reserved_anywhere(std::string_view name) {
    return is_reserved_by_form(name) || holds(anywhere, name);
}

bool is_reserved_at_file_level(std::string_view name) {
    // At file level a name with an underscore in front is the implementation's too.
    return is_reserved_anywhere(name) || (!name.empty() && name[0] == '_') || holds(file_level, name);
}

} // namespace cudapy::lower
