#include "translator/check/numba_records/record_tuples.h"

#include "translator/check/body/body.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"

#include <memory>
#include <utility>

namespace cudapy::checker::numba {

namespace {

/// Returns `states[i:][:1]` for `(states[i],)`, and null for any other expression.
syntax::ExprPtr part_of(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::tuple) return nullptr;
    const auto& elements = syntax::as<syntax::Tuple>(expr).elements;
    if (elements.size() != 1 || elements[0]->kind != syntax::ExprKind::subscript) return nullptr;
    const auto& subscript = syntax::as<syntax::Subscript>(*elements[0]);
    const bool is_element = subscript.index->kind != syntax::ExprKind::slice &&
                            subscript.index->kind != syntax::ExprKind::tuple &&
                            subscript.index->kind != syntax::ExprKind::string;
    if (!is_element || !is_array_of_records(body, *subscript.value)) return nullptr;
    const Span span = expr.span;
    auto from = std::make_unique<syntax::Slice>(span, syntax::clone(subscript.index), nullptr, nullptr);
    auto rest = std::make_unique<syntax::Subscript>(span, syntax::clone(subscript.value), std::move(from));
    auto one = std::make_unique<syntax::Slice>(span, nullptr,
                                               std::make_unique<syntax::Integer>(span, 1, false), nullptr);
    return std::make_unique<syntax::Subscript>(span, std::move(rest), std::move(one));
}

} // namespace

bool is_array_of_records(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::name) return false;
    const std::string& name = syntax::as<syntax::Name>(expr).id;
    const syntax::Function& function = *body.info.syntax;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        if (function.parameters[i].name != name || body.info.place(i) < 0) continue;
        const Type* type = body.function.parameters[static_cast<std::size_t>(body.info.place(i))]->type;
        return type->is_array() && type->rank() == 1 && type->element()->is_record() &&
               !syntax::bound_names(function.body).contains(name);
    }
    return false;
}

void write_record_tuples(Body& body) {
    bool has_changed = false;
    const syntax::Replace replace = [&](const syntax::Expr& expr) {
        syntax::ExprPtr part = part_of(body, expr);
        has_changed = has_changed || part;
        return part;
    };
    syntax::Block block = syntax::clone(body.info.syntax->body, replace);
    if (!has_changed) return;
    body.info.written_out =
        std::make_shared<const syntax::Function>(syntax::clone(*body.info.syntax, std::move(block)));
    body.info.syntax = body.info.written_out.get();
}

} // namespace cudapy::checker::numba
