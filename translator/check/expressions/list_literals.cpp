#include "translator/check/expressions/list_literals.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"

#include <algorithm>

namespace cudapy::checker {

namespace {

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

/// Returns the elements of a list, as they are written.
std::vector<std::string> elements_of(Body& body, const syntax::Expr& list) {
    const std::string whole(body.context.sources.text(list.span));
    if (whole.size() < 2 || whole.front() != '[' || whole.back() != ']') return {};
    std::vector<std::string> elements(1);
    int depth = 0;
    for (const char c : whole.substr(1, whole.size() - 2)) {
        depth += std::string_view("([{").find(c) != std::string_view::npos   ? 1
                 : std::string_view(")]}").find(c) != std::string_view::npos ? -1
                                                                             : 0;
        if (c == ',' && depth == 0)
            elements.emplace_back();
        else
            elements.back() += c;
    }
    for (std::string& element : elements)
        element = trimmed(element);
    if (elements.back().empty()) elements.pop_back();
    return elements;
}

bool is_integer(const std::string& text) {
    const std::string digits = text.starts_with("-") ? text.substr(1) : text;
    return !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
}

diag::NoContainers with_elements(Body& body, std::string size, const std::vector<std::string>& elements) {
    diag::NoContainers payload{"list"};
    const bool is_nested =
        std::ranges::any_of(elements, [](const auto& each) { return each.starts_with("["); });
    if (elements.empty() || is_nested) return payload;
    payload.size = std::move(size);
    const bool all_bools =
        std::ranges::all_of(elements, [](const auto& each) { return each == "True" || each == "False"; });
    payload.type = all_bools                                   ? "bool"
                   : std::ranges::all_of(elements, is_integer) ? "int"
                                                               : body.precision->name();
    const bool is_one = std::ranges::all_of(elements, [&](const auto& each) { return each == elements[0]; });
    if (is_one) payload.fill = elements[0];
    return payload;
}

} // namespace

diag::NoContainers list(Body& body, const syntax::UnsupportedExpr& expr) {
    const std::vector<std::string> elements = elements_of(body, expr);
    return with_elements(body, std::to_string(elements.size()), elements);
}

diag::NoContainers repeated_list(Body& body, const syntax::Expr& elements, const syntax::Expr& count) {
    const std::vector<std::string> written = elements_of(body, elements);
    if (written.size() != 1) return {"list"};
    return with_elements(body, text(body, count), written);
}

} // namespace cudapy::checker
