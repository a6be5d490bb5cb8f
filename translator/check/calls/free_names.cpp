#include "translator/check/calls/free_names.h"

#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <set>
#include <string>

namespace cudapy::checker {

using syntax::ExprKind;

namespace {

/// Finds the names that no lambda around them binds.
class Search {
  public:
    void look(const syntax::Expr& expr) {
        if (expr.kind == ExprKind::name) found_.push_back(&syntax::as<syntax::Name>(expr));
        syntax::visit_operands(expr, [&](const syntax::Expr& operand) { look(operand); });
        if (expr.kind == ExprKind::lambda) look_into(syntax::as<syntax::Lambda>(expr));
    }

    /// Searches the body of the lambda, and not its parameters' defaults.
    void look_into(const syntax::Lambda& lambda) {
        const std::size_t before = found_.size();
        syntax::visit_statements(lambda.function->body, [&](const syntax::Stmt& stmt) {
            syntax::visit_expressions(stmt, [&](const syntax::Expr& expr) { look(expr); });
        });
        const std::set<std::string> own = syntax::own_names(*lambda.function);
        const auto is_bound = [&](const syntax::Name* name) { return own.count(name->id) != 0; };
        found_.erase(
            std::remove_if(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end(), is_bound),
            found_.end());
    }

    /// Returns each name once, in the order of the text.
    std::vector<const syntax::Name*> found() && {
        std::stable_sort(found_.begin(), found_.end(),
                         [](const syntax::Name* one, const syntax::Name* other) {
                             return one->span.begin < other->span.begin;
                         });
        std::vector<const syntax::Name*> names;
        for (const syntax::Name* name : found_)
            if (std::none_of(names.begin(), names.end(),
                             [&](const syntax::Name* known) { return known->id == name->id; }))
                names.push_back(name);
        return names;
    }

  private:
    std::vector<const syntax::Name*> found_;
};

std::vector<std::string> texts(Search search) {
    std::vector<std::string> names;
    for (const syntax::Name* name : std::move(search).found())
        names.push_back(name->id);
    return names;
}

} // namespace

std::vector<std::string> names_in(const syntax::Expr& expr) {
    Search search;
    search.look(expr);
    return texts(std::move(search));
}

std::vector<std::string> names_in(const syntax::Stmt& stmt) {
    Search search;
    syntax::visit_expressions(stmt, [&](const syntax::Expr& expr) { search.look(expr); });
    return texts(std::move(search));
}

std::vector<const syntax::Name*> free_names(const syntax::Lambda& lambda) {
    Search search;
    search.look_into(lambda);
    return std::move(search).found();
}

std::vector<const syntax::Name*> names_in_defaults(const syntax::Lambda& lambda) {
    Search search;
    syntax::visit_operands(lambda, [&](const syntax::Expr& value) { search.look(value); });
    return std::move(search).found();
}

} // namespace cudapy::checker
