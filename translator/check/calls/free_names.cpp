#include "translator/check/calls/free_names.h"

#include "translator/syntax/walk.h"

#include <algorithm>
#include <string>

namespace cudapy::checker {

using namespace syntax;

namespace {

/// Finds the names that no lambda around them binds.
class Search {
  public:
    void look(const Expr& expr) {
        if (expr.kind == ExprKind::name) found_.push_back(&as<Name>(expr));
        visit_operands(expr, [&](const Expr& operand) { look(operand); });
        if (expr.kind == ExprKind::lambda) look_into(as<Lambda>(expr));
    }

    /// Searches the body of the lambda, and not its parameters' defaults.
    void look_into(const Lambda& lambda) {
        const std::size_t before = found_.size();
        visit_statements(lambda.function->body, [&](const Stmt& stmt) {
            visit_expressions(stmt, [&](const Expr& expr) { look(expr); });
        });
        const auto is_bound = [&](const Name* name) {
            const auto& parameters = lambda.function->parameters;
            return std::any_of(parameters.begin(), parameters.end(),
                               [&](const Parameter& parameter) { return parameter.name == name->id; });
        };
        found_.erase(
            std::remove_if(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end(), is_bound),
            found_.end());
    }

    /// Returns each name once, in the order of the text.
    std::vector<const Name*> found() && {
        std::stable_sort(found_.begin(), found_.end(), [](const Name* one, const Name* other) {
            return one->span.begin < other->span.begin;
        });
        std::vector<const Name*> names;
        for (const Name* name : found_)
            if (std::none_of(names.begin(), names.end(),
                             [&](const Name* known) { return known->id == name->id; }))
                names.push_back(name);
        return names;
    }

  private:
    std::vector<const Name*> found_;
};

std::vector<std::string> texts(Search search) {
    std::vector<std::string> names;
    for (const Name* name : std::move(search).found())
        names.push_back(name->id);
    return names;
}

} // namespace

std::vector<std::string> names_in(const Expr& expr) {
    Search search;
    search.look(expr);
    return texts(std::move(search));
}

std::vector<std::string> names_in(const Stmt& stmt) {
    Search search;
    visit_expressions(stmt, [&](const Expr& expr) { search.look(expr); });
    return texts(std::move(search));
}

std::vector<const Name*> free_names(const Lambda& lambda) {
    Search search;
    search.look_into(lambda);
    return std::move(search).found();
}

std::vector<const Name*> names_in_defaults(const Lambda& lambda) {
    Search search;
    visit_operands(lambda, [&](const Expr& value) { search.look(value); });
    return std::move(search).found();
}

} // namespace cudapy::checker
