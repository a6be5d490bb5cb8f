#include "translator/check/body/report.h"

#include "translator/check/body/body.h"
#include "translator/check/module/instances.h"
#include "translator/check/whole/definite_assignment.h"
#include "translator/program/walk.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::StmtKind;

Silence::Silence(Body& body) : body_(body), outer_(body.pass) {
    if (body.is_final()) body.pass = Pass::literals;
}

Silence::~Silence() {
    body_.pass = outer_;
}

void report(Body& body, diag::Payload payload, Span span, std::vector<diag::Label> labels) {
    if (!body.is_final()) return;
    ++body.reports.count;
    // In an instance, labels show the calls that asked for it, with their types. If there are many, only both
    // ends of the chain are shown.
    std::vector<diag::Label> chain;
    for (FunctionInfo* each = &body.info; each && each->generic(); each = each->caller()) {
        const bool is_lambda = each->syntax->is_lambda && each->built_in.empty();
        const std::string what = is_lambda ? "the lambda" : "`" + called(*each) + "`";
        const std::string choice = Instances::text(*each);
        if (choice.empty() && each->instance()->called_at.empty()) continue;
        const std::string with = choice.empty() ? "" : " with " + choice;
        if (each->instance()->called_at.empty())
            chain.push_back({each->syntax->name_span, "in " + what + with});
        else
            chain.push_back({each->instance()->called_at, "in " + what + with + ", asked for here"});
    }
    constexpr std::size_t shown_at_ends = 4;
    if (chain.size() > 2 * shown_at_ends + 1) {
        const auto end = chain.end() - shown_at_ends;
        const std::size_t more = chain.size() - 2 * shown_at_ends;
        chain.erase(chain.begin() + shown_at_ends, end);
        chain[shown_at_ends - 1].text += ", after " + std::to_string(more) + " more";
    }
    labels.insert(labels.end(), chain.begin(), chain.end());
    body.context.sink.report(std::move(payload), span, std::move(labels));
}

std::string text(const Body& body, Span span) {
    std::string text(body.context.sources.text(span));
    constexpr std::size_t longest = 40;
    return text.size() > longest || text.find('\n') != text.npos ? "..." : text;
}

std::string text(const Body& body, const syntax::Expr& expr) {
    return text(body, expr.span);
}

} // namespace cudapy::checker
