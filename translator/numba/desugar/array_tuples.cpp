#include "translator/numba/desugar/array_tuples.h"

#include "translator/check/arrays/element_names.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/star_parameter.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/instances.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/desugar/tuple_parameters.h"
#include "translator/numba/state.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cudapy::checker::numba {

namespace {

using Argument = InstanceRequest::Argument;

/// Returns whether a tuple that is written out has an item that is no value: an array or a record.
bool has_places(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::tuple) return false;
    const auto& elements = syntax::as<syntax::Tuple>(expr).elements;
    return std::any_of(elements.begin(), elements.end(), [&](const syntax::ExprPtr& each) {
        return has_places(body, *each) || dimensions(body, *each) > 0 || struct_element(body, *each);
    });
}

/// Adds the items of a tuple that is written out, those of its own tuples too.
void add_items(Body& body, const syntax::Expr& expr, std::vector<const syntax::Expr*>& items,
               std::vector<Argument>& arguments, std::string& key) {
    if (expr.kind != syntax::ExprKind::tuple) {
        const int rank = dimensions(body, expr);
        items.push_back(&expr);
        // The version asks only whether it is an array.
        arguments.emplace_back().type = rank > 0 ? Type::array(Type::float64(), rank) : nullptr;
        key += rank > 0 ? 'a' : '.';
        return;
    }
    arguments.emplace_back().function = "(";
    key += '(';
    for (const syntax::ExprPtr& each : syntax::as<syntax::Tuple>(expr).elements)
        add_items(body, *each, items, arguments, key);
    arguments.emplace_back().function = ")";
    key += ')';
}

/// Makes the version of a function that has a parameter for each item.
FunctionInfo* make_version(Body& body, FunctionInfo& function, const std::vector<Argument>& arguments,
                           Span call) {
    auto made = flattened(*function.syntax, arguments, Environment(body.context, function).has_len());
    if (auto* problem = std::get_if<NotRewritten>(&made)) {
        report(body, std::move(problem->reason), problem->span, {{call, "the call is here"}});
        return nullptr;
    }
    return &body.context.all_instances().like(function, std::move(std::get<Rewritten>(made).function));
}

} // namespace

std::optional<OtherCall> with_items_of_tuples(Body& body, const syntax::Call& call, FunctionInfo& callee) {
    const bool is_open = callee.valid && callee.is_generic() && callee.is_unsigned();
    if (!is_open || has_star_parameter(*callee.syntax)) return std::nullopt;
    const bool is_asked =
        std::any_of(call.arguments.begin(), call.arguments.end(), [&](const syntax::Argument& each) {
            return each.keyword.empty() && each.stars == 0 && has_places(body, *each.value);
        });
    if (!is_asked || call.arguments.size() > callee.syntax->parameters.size()) return std::nullopt;
    std::vector<std::vector<const syntax::Expr*>> given;
    std::vector<Argument> arguments;
    std::string key;
    for (const syntax::Argument& each : call.arguments) {
        const bool is_tuple = each.keyword.empty() && has_places(body, *each.value);
        auto& items = given.emplace_back();
        if (is_tuple) {
            add_items(body, *each.value, items, arguments, key);
            continue;
        }
        items.push_back(each.value.get());
        if (!each.keyword.empty()) continue;
        arguments.emplace_back();
        key += '.';
    }
    FunctionInfo*& version = state_of(body.context).versions[{&callee, key}];
    if (!version) version = make_version(body, callee, arguments, call.span);
    if (!version) return OtherCall{};
    auto& made = state_of(body.context).calls[{&call, key}];
    if (!made) made = std::make_unique<GivenCall>(call, given);
    return OtherCall{&made->call(), version};
}

} // namespace cudapy::checker::numba
