#include "translator/check/calls/spread_call.h"

#include "translator/check/arrays/shapes.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/syntax/lent.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cudapy::checker {

using syntax::as;
using syntax::ExprKind;

namespace {

bool has_star(const syntax::Argument& argument) {
    return argument.stars == 1;
}

/// Returns whether nothing that happens elsewhere in the call makes a difference to the value.
bool is_fixed(const syntax::Expr& expr) {
    switch (expr.kind) {
    case ExprKind::name:
    case ExprKind::integer:
    case ExprKind::floating:
    case ExprKind::boolean:
        return true;
    case ExprKind::tuple: {
        const auto& elements = as<syntax::Tuple>(expr).elements;
        return std::all_of(elements.begin(), elements.end(),
                           [](const syntax::ExprPtr& element) { return is_fixed(*element); });
    }
    default:
        return false;
    }
}

/// Returns whether a value is made only of variables, which the arguments of a call do not change.
bool is_of_variables(const program::Expr& value) {
    if (value.kind == program::ExprKind::field)
        return is_of_variables(*program::as<program::FieldExpr>(value).operand);
    if (value.kind != program::ExprKind::construct) return is_simple(value);
    const auto& parts = program::as<program::Construct>(value).parts;
    return std::all_of(parts.begin(), parts.end(),
                       [](const program::ExprPtr& part) { return is_of_variables(*part); });
}

/// Finds the numbers of items of the values after stars.
class Counting {
  public:
    Counting(Body& body, const syntax::Call& call, KeptValues& tuples)
        : body_(body), call_(call), tuples_(tuples) {}

    /// Returns the number of items of the value after a star. Nothing is returned, with a report, where
    /// that is no tuple.
    std::optional<std::size_t> count_of(const syntax::Expr& items) {
        if (items.kind == ExprKind::tuple) return as<syntax::Tuple>(items).elements.size();
        if (items.kind != ExprKind::name) return count_of_value(items);
        if (const auto found = entity(body_, items)) {
            if (found->kind == Entity::Kind::constant && found->binding && found->binding->path == "tuple")
                return found->binding->elements.size();
            if (found->kind == Entity::Kind::unknown) {
                expression(body_, items); // which says so
                return std::nullopt;
            }
        } else if (const Value value = expression(body_, items)) {
            if (value.type()->is_tuple()) return value.type()->fields().size();
        } else {
            return std::nullopt;
        }
        return refuse(items, Place::no_tuple);
    }

  private:
    using Place = diag::NoStars::Place;

    /// Keeps the tuple that an expression gives, and lets the expression mean the variable that holds it.
    std::optional<std::size_t> count_of_value(const syntax::Expr& items) {
        Value value = expression(body_, items);
        if (!value) return std::nullopt;
        if (!value.type()->is_tuple()) return refuse(items, Place::no_tuple);
        if (!is_of_variables(*value.node) && !shape_of(body_, items))
            for (const syntax::Argument& each : call_.arguments) {
                if (each.value.get() == &items) break;
                const bool is_taken =
                    has_star(each) && each.value->kind != ExprKind::tuple; // before this one
                if (!is_taken && !is_fixed(*each.value)) return refuse(items, Place::after_a_value);
            }
        const std::size_t count = value.type()->fields().size();
        set_variable(body_, body_.symbols.name(items, "items"), tuples_.keep(std::move(value.node), "items"))
            .has_said = true; // its type is known
        return count;
    }

    std::optional<std::size_t> refuse(const syntax::Expr& items, Place where) {
        report(body_, diag::NoStars{where}, items.span);
        return std::nullopt;
    }

    Body& body_;
    const syntax::Call& call_;
    KeptValues& tuples_;
};

} // namespace

SpreadCall::SpreadCall(const syntax::Call& written, const std::vector<std::size_t>& counts) {
    std::vector<syntax::Argument> arguments;
    std::size_t tuples = 0;
    for (const syntax::Argument& each : written.arguments) {
        const syntax::Expr& value = *each.value;
        if (each.stars != 1) {
            lent_.push_back(arguments.size());
            arguments.push_back({each.keyword, each.keyword_span, each.stars, syntax::lent(each.value)});
            continue;
        }
        const std::size_t count = counts[tuples++];
        for (std::size_t i = 0; i < count; ++i) {
            syntax::Argument& argument = arguments.emplace_back();
            if (value.kind == ExprKind::tuple) {
                lent_.push_back(arguments.size() - 1);
                argument.value = syntax::lent(as<syntax::Tuple>(value).elements[i]);
                continue;
            }
            const bool is_name = value.kind == ExprKind::name;
            auto name =
                std::make_unique<syntax::Name>(value.span, is_name ? as<syntax::Name>(value).id : "items");
            names_.push_back({&value, name.get()});
            argument.value = std::make_unique<syntax::Subscript>(
                value.span, std::move(name), std::make_unique<syntax::Integer>(value.span, i, false));
        }
    }
    call_ =
        std::make_unique<syntax::Call>(written.span, syntax::lent(written.function), std::move(arguments));
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

bool has_stars(const syntax::Call& call) {
    return std::any_of(call.arguments.begin(), call.arguments.end(), has_star);
}

const syntax::Call* with_items(Body& body, const syntax::Call& call, KeptValues& tuples) {
    Counting counting(body, call, tuples);
    std::vector<std::size_t> counts;
    for (const syntax::Argument& each : call.arguments) {
        if (!has_star(each)) continue;
        const auto count = counting.count_of(*each.value);
        if (!count) return nullptr;
        counts.push_back(*count);
    }
    auto& spread = body.context.spread_calls[{&call, counts}];
    if (!spread) spread = std::make_unique<SpreadCall>(call, counts);
    spread->repeat_names(body);
    return &spread->call();
}

} // namespace cudapy::checker
