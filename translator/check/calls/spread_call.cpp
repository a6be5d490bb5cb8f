#include "translator/check/calls/spread_call.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/statement_kinds.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cudapy::checker {

using syntax::as;
using syntax::ExprKind;

namespace {

/// Returns a pointer that must be released before it is destroyed, because the node has another owner.
syntax::ExprPtr lent(const syntax::ExprPtr& node) {
    return syntax::ExprPtr(node.get());
}

/// Returns the number of items of what stands behind a star. Nothing is returned, with a report, where that
/// is no tuple.
std::optional<std::size_t> count_of(Body& body, const syntax::Expr& items) {
    if (items.kind == ExprKind::tuple) return as<syntax::Tuple>(items).elements.size();
    if (items.kind != ExprKind::name) {
        report(body,
               diag::NoOther{"`*` before anything but the name of a tuple", "give the tuple a name first"},
               items.span);
        return std::nullopt;
    }
    if (const auto found = entity(body, items)) {
        if (found->what == Entity::What::constant && found->binding && found->binding->path == "tuple")
            return found->binding->elements.size();
    } else if (const Value value = expression(body, items)) {
        if (value.type()->is_tuple()) return value.type()->fields().size();
    } else {
        return std::nullopt;
    }
    report(body, diag::NoOther{"`*` before what is no tuple", "give the arguments one by one"}, items.span);
    return std::nullopt;
}

} // namespace

SpreadCall::SpreadCall(const syntax::Call& written, const std::vector<std::size_t>& counts) {
    std::vector<syntax::Argument> arguments;
    std::size_t tuples = 0;
    for (const syntax::Argument& each : written.arguments) {
        const syntax::Expr& value = *each.value;
        if (each.stars != 1) {
            lent_.push_back(arguments.size());
            arguments.push_back({each.keyword, each.keyword_span, each.stars, lent(each.value)});
            continue;
        }
        const std::size_t count = counts[tuples++];
        for (std::size_t i = 0; i < count; ++i) {
            syntax::Argument& argument = arguments.emplace_back();
            if (value.kind == ExprKind::tuple) {
                lent_.push_back(arguments.size() - 1);
                argument.value = lent(as<syntax::Tuple>(value).elements[i]);
                continue;
            }
            auto name = std::make_unique<syntax::Name>(value.span, as<syntax::Name>(value).id);
            names_.push_back({&value, name.get()});
            argument.value = std::make_unique<syntax::Subscript>(
                value.span, std::move(name), std::make_unique<syntax::Integer>(value.span, i, false));
        }
    }
    call_ = std::make_unique<syntax::Call>(written.span, lent(written.function), std::move(arguments));
}

SpreadCall::~SpreadCall() {
    static_cast<void>(call_->function.release());
    for (const std::size_t each : lent_)
        static_cast<void>(call_->arguments[each].value.release());
}

void SpreadCall::repeat_names(Body& body) const {
    for (const Repeated& each : names_)
        if (body.symbols.of(*each.written)) body.symbols.repeat(*each.copy, *each.written);
}

const syntax::Call* with_items(Body& body, const syntax::Call& call) {
    const auto has_star = [](const syntax::Argument& each) { return each.stars == 1; };
    if (std::none_of(call.arguments.begin(), call.arguments.end(), has_star)) return &call;
    std::vector<std::size_t> counts;
    for (const syntax::Argument& each : call.arguments) {
        if (!has_star(each)) continue;
        const auto count = count_of(body, *each.value);
        if (!count) return nullptr;
        counts.push_back(*count);
    }
    auto& spread = body.context.spread_calls[{&call, counts}];
    if (!spread) spread = std::make_unique<SpreadCall>(call, counts);
    spread->repeat_names(body);
    return &spread->call();
}

} // namespace cudapy::checker
