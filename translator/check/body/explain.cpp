#include "translator/check/body/explain.h"

#include "translator/check/arrays/lists.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/program/walk.h"

namespace cudapy::checker {

using diag::Label;

namespace {

void explain(Body& body, const program::Expr& expr, bool (*wanted)(const Type*), std::vector<Label>& labels) {
    using program::ExprKind;
    // Two places are enough to understand by; more would bury them.
    if (labels.size() >= 2 || !wanted(expr.type)) return;
    auto add = [&](const program::Variable* variable) {
        if (auto label = declared(body, variable)) {
            for (const Label& other : labels)
                if (other.span == label->span) return;
            labels.push_back(*label);
        }
    };
    switch (expr.kind) {
    case ExprKind::variable:
        add(program::as<program::VariableRef>(expr).variable);
        break;
    case ExprKind::load:
        add(program::as<program::Load>(expr).array);
        break;
    case ExprKind::unary:
        explain(body, *program::as<program::Unary>(expr).operand, wanted, labels);
        break;
    case ExprKind::binary:
        explain(body, *program::as<program::Binary>(expr).left, wanted, labels);
        explain(body, *program::as<program::Binary>(expr).right, wanted, labels);
        break;
    case ExprKind::conditional:
        explain(body, *program::as<program::Conditional>(expr).then_value, wanted, labels);
        explain(body, *program::as<program::Conditional>(expr).else_value, wanted, labels);
        break;
    case ExprKind::cast: {
        auto& cast = program::as<program::Cast>(expr);
        if (!cast.is_explicit) explain(body, *cast.operand, wanted, labels);
        break;
    }
    case ExprKind::call: {
        auto& call = program::as<program::Call>(expr);
        if (call.function->foreign) break;
        const FunctionInfo& callee = body.context.info_of(call.function);
        if (!callee.result_span.empty())
            labels.push_back(
                {callee.result_span, "`" + callee.syntax->name + "` returns `" + expr.type->name() + "`"});
        break;
    }
    default:
        break;
    }
}

} // namespace

std::string declared_type(const program::Variable* array, int dimensions) {
    const bool is_declared = array && array->role == program::VariableRole::parameter &&
                             array->captured < 0 && array->type->is_array() && dimensions <= Type::max_rank;
    return is_declared ? Type::array(array->type->element(), dimensions)->name() : std::string();
}

std::optional<Label> declared(Body& body, const program::Variable* variable) {
    Local* local = local_of(body, variable);
    if (!local) return std::nullopt;
    const Type* type = variable->is_one() ? variable->type->element()
                       : local->base      ? local->base->type
                                          : declared_type(*local);
    std::string words = "`" + variable->name + "` is declared `" + type->name() + "` here";
    if (variable->captured >= 0)
        return Label{variable->span,
                     "`" + variable->name + "` is an array from outside, of type `" + type->name() + "`"};
    if (local->is<Local::Captured>())
        return Label{variable->span, "`" + variable->name + "` is a variable of `" +
                                         body.info.outer->syntax->name + "`, of type `" + type->name() + "`"};
    if (const auto* parameter = local->parameter()) {
        Span span = body.info.type_spans[parameter->index];
        return span.empty() ? std::nullopt : std::optional(Label{span, words});
    }
    if (local->is<Local::DeclaredArray>())
        return Label{variable->span, "`" + variable->name + "` is declared as an array here"};
    if (const auto* annotated = std::get_if<Local::Annotated>(&local->kind))
        return Label{annotated->annotation, words};
    for (const Local::Origin& origin : local->origins) {
        if (origin.type == variable->type)
            return Label{origin.span,
                         "`" + variable->name + "` is `" + variable->type->name() + "` because of this"};
    }
    return std::nullopt;
}

std::vector<Label> explain(Body& body, const program::Expr& expr, bool (*wanted)(const Type*)) {
    std::vector<Label> labels;
    if (body.is_final()) explain(body, expr, wanted, labels);
    return labels;
}

std::vector<Label> parameters_label(const FunctionInfo& info) {
    std::size_t count = info.syntax->parameters.size();
    std::string words = "`" + info.syntax->name + "` takes " + std::to_string(count) +
                        (count == 1 ? " argument" : " arguments");
    if (count == 0) return {{info.syntax->name_span, words}};
    return {{Span::cover(info.syntax->parameters.front().span, info.syntax->parameters.back().span), words}};
}

bool is_pure(const program::Expr& expr) {
    using program::ExprKind;
    switch (expr.kind) {
    case ExprKind::call:
        return false;
    case ExprKind::unary:
        return is_pure(*program::as<program::Unary>(expr).operand);
    case ExprKind::binary:
        return is_pure(*program::as<program::Binary>(expr).left) &&
               is_pure(*program::as<program::Binary>(expr).right);
    case ExprKind::logical:
        return is_pure(*program::as<program::Logical>(expr).left) &&
               is_pure(*program::as<program::Logical>(expr).right);
    case ExprKind::cast:
        return is_pure(*program::as<program::Cast>(expr).operand);
    case ExprKind::load:
        return is_pure(*program::as<program::Load>(expr).index);
    case ExprKind::compare:
        for (const auto& operand : program::as<program::Compare>(expr).operands)
            if (!is_pure(*operand)) return false;
        return true;
    case ExprKind::conditional: {
        auto& conditional = program::as<program::Conditional>(expr);
        return is_pure(*conditional.condition) && is_pure(*conditional.then_value) &&
               is_pure(*conditional.else_value);
    }
    case ExprKind::builtin_call:
        if (program::is_barrier(expr) || program::is_atomic(expr) || program::is_warp_wide(expr) ||
            program::is_draw(expr) || program::is_report(expr))
            return false;
        for (const auto& argument : program::as<program::BuiltinCall>(expr).arguments)
            if (!is_pure(*argument)) return false;
        return true;
    default: {
        bool pure = true;
        program::visit_operands(expr,
                                [&](const program::ExprPtr& operand) { pure = pure && is_pure(*operand); });
        return pure;
    }
    }
}

bool happens_once(const program::Expr& expr) {
    bool once = !is_pure(expr);
    program::visit_all(expr, [&](const program::Expr& part) { once = once || program::is_draw(part); });
    return once;
}

} // namespace cudapy::checker
