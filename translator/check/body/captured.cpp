#include "translator/check/body/captured.h"

#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/tables.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/module/structs.h"
#include "translator/check/statements/loops.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"
#include "translator/types/small_floats.h"

#include <algorithm>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;

namespace {

bool has_fields(const Entity& entity) {
    if (entity.kind != Entity::Kind::constant) return false;
    const Binding& binding = *entity.binding;
    return (!binding.elements.empty() && binding.path != "tuple") ||
           std::holds_alternative<std::complex<double>>(binding.value);
}

/// Returns a value for each component of vectors or complex numbers, one after the other. If a table cannot
/// hold them, that is reported, and nothing is returned. `type` is the type of one vector or number, or null
/// to find it.
std::optional<Constants> components(Body& body, const Constants& all, const std::string& name, Span span,
                                    const Type*& type) {
    using Reason = diag::TableIndex::Reason;
    const auto refuse = [&](Reason reason) {
        report(body, diag::TableIndex{name, reason}, span);
        return std::nullopt;
    };
    bool numbers = true, same = true;
    const Type* first = all.values[0].type();
    for (const Value& value : all.values) {
        if (value.type()->is_struct()) return refuse(Reason::structs);
        numbers = numbers && value.type()->is_number();
        same = same && value.type() == first;
    }
    if (!type) type = numbers ? common_type(body, all.values, "one table") : same ? first : nullptr;
    if (!type && !numbers) return refuse(Reason::mixed);
    if (!type) return std::nullopt;
    Constants parts;
    for (const Value& value : all.values) {
        Value given = copy(value);
        if (given.weak == Value::Weak::integer)
            given =
                weak_floating(span, static_cast<double>(std::get<WideInt>(*given.constant)), body.precision);
        const ExprPtr whole = convert(std::move(given), type);
        for (std::size_t i = 0; i < type->fields().size(); ++i) {
            const program::Expr& part = *program::as<program::Construct>(*whole).parts[i];
            if (part.kind != program::ExprKind::literal) return refuse(Reason::mixed);
            parts.values.push_back(strong(program::clone(part)));
        }
    }
    return parts;
}

} // namespace

bool is_constant(const program::Expr& expr) {
    if (expr.kind == program::ExprKind::literal) return true;
    if (expr.kind == program::ExprKind::cast) return is_constant(*program::as<program::Cast>(expr).operand);
    if (expr.kind == program::ExprKind::unary) return is_constant(*program::as<program::Unary>(expr).operand);
    if (expr.kind == program::ExprKind::binary) // `1 + 2j`
        return expr.type->is_complex() && is_constant(*program::as<program::Binary>(expr).left) &&
               is_constant(*program::as<program::Binary>(expr).right);
    if (expr.kind != program::ExprKind::construct) return false;
    const auto& parts = program::as<program::Construct>(expr).parts;
    return std::all_of(parts.begin(), parts.end(), [](const ExprPtr& part) { return is_constant(*part); });
}

Value constant_default(Body& body, const syntax::Expr& expr, const std::string& name) {
    const auto unbound = body.info.outer ? std::nullopt : Environment(body.context, body.info).unbound(expr);
    if (unbound) {
        report(body, diag::DefaultNotConstant{name, {}, unbound->name}, unbound->span,
               {{unbound->bound, "bound here"}});
        return {};
    }
    // Python calls a function of a default once, when it runs the `def`; what that gives is not in the text.
    bool is_call = false;
    if (expr.kind == ExprKind::call) {
        const auto callee = entity(body, *syntax::as<syntax::Call>(expr).function);
        const bool makes_value =
            callee &&
            (callee->kind == Entity::Kind::type || callee->kind == Entity::Kind::aggregate ||
             (callee->kind == Entity::Kind::builtin && callee->builtin->special == Special::complex_));
        is_call = !makes_value;
    }
    Value value = is_call ? Value() : expression(body, expr);
    if (!value && !is_call) return {};
    if (is_call || !(value.constant || is_constant(*value.node))) {
        report(body, diag::DefaultNotConstant{name}, expr.span);
        return {};
    }
    value.is_captured = false; // what is not changed may be one object for all calls
    return value;
}

bool is_captured_field(Body& body, const syntax::Expr& expr) {
    const syntax::Expr* at = &expr;
    while (at->kind == ExprKind::attribute) {
        at = syntax::as<syntax::Attribute>(*at).value.get();
        if (const auto found = entity(body, *at); found && has_fields(*found)) return true;
    }
    return false;
}

Value captured_complex(Body& body, Span span, const Binding& binding, const std::string&) {
    const auto& number = std::get<std::complex<double>>(binding.value);
    const Type* by_default =
        holds_magnitude(Type::float32(), number.real()) && holds_magnitude(Type::float32(), number.imag())
            ? promote(Type::complex64(), body.precision)
            : Type::complex128();
    const Type* type = binding.type ? binding.type : by_default;
    const Type* part = type->fields()[0].type;
    std::vector<ExprPtr> parts;
    parts.push_back(program::make_float(part, number.real(), span));
    parts.push_back(program::make_float(part, number.imag(), span));
    Value value = strong(std::make_unique<program::Construct>(span, type, std::move(parts)));
    if (!binding.type) value.weak = Value::Weak::floating;
    return value;
}

Value captured_aggregate(Body& body, Span span, const Binding& binding, const std::string& name) {
    const Type* type = binding.type ? binding.type : vector_type_named(binding.path);
    if (!type)
        type = body.context.structs->type(binding.span.empty() ? body.info.file : binding.span.file,
                                          binding.path);
    if (!type || type->fields().size() != binding.elements.size()) return {}; // its class has an error
    std::vector<ExprPtr> parts;
    bool failed = false;
    for (std::size_t i = 0; i < binding.elements.size(); ++i) {
        const Type::Field& field = type->fields()[i];
        Value part = binding_value(body, span, binding.elements[i], name + "." + field.name);
        if (part) part.is_captured = false; // a part of this one
        Target target;
        target.place = "field `" + field.name + "` of `" + name + "`";
        parts.push_back(part ? store(body, std::move(part), field.type, std::move(target)) : nullptr);
        failed |= !parts.back();
    }
    if (failed) return {};
    Value value = strong(std::make_unique<program::Construct>(span, type, std::move(parts)));
    value.is_captured = true;
    return value;
}

bool has_components(const Constants& all) {
    return std::any_of(all.values.begin(), all.values.end(), [](const Value& value) {
        return value.type()->is_aggregate() || value.type()->is_complex();
    });
}

/// Returns an element of a table of vectors or complex numbers, whose components lie one after the other.
Value chosen_components(Body& body, Span span, const Constants& all, const std::string& name,
                        ExprPtr position) {
    const Type* type = nullptr;
    const auto parts = components(body, all, name, span, type);
    if (!parts) return {};
    ExprPtr first;
    const auto kind = position->kind;
    if (kind != program::ExprKind::variable && kind != program::ExprKind::literal && body.is_final()) {
        program::Variable* kept = body.function.add_variable(
            "index", position->type, program::VariableRole::temporary, position->span);
        auto assign = std::make_unique<program::AssignExpr>(span, kept, std::move(position));
        assign->hoists = true;
        first = std::move(assign);
        position = program::make_ref(kept, span);
    }
    program::Variable* values = table(body, name, *parts, type->fields()[0].type, span);
    const auto width = static_cast<int64_t>(type->fields().size());
    std::vector<ExprPtr> loads;
    for (int64_t i = 0; i < width; ++i) {
        const auto number = [&](int64_t value) {
            return std::make_unique<program::Literal>(span, position->type, value);
        };
        ExprPtr at = operation(program::BinaryOp::mul, program::clone(*position), number(width));
        if (i > 0) at = operation(program::BinaryOp::add, std::move(at), number(i));
        loads.push_back(std::make_unique<program::Load>(span, values, std::move(at)));
    }
    ExprPtr made = std::make_unique<program::Construct>(span, type, std::move(loads));
    const bool weak = type->is_complex() && std::all_of(all.values.begin(), all.values.end(),
                                                        [](const Value& value) { return value.is_weak(); });
    if (first) {
        auto sequence = std::make_unique<program::Sequence>(span, std::move(first), std::move(made));
        sequence->hoists = true;
        made = std::move(sequence);
    }
    Value value = strong(std::move(made));
    // Like any literal, a table of them takes the precision of what it meets.
    if (weak) value.weak = Value::Weak::floating;
    return value;
}

/// Checks `for c in CORNERS`. The components come one by one, and the top of the body makes the element of
/// them.
bool component_elements(Body& body, const std::vector<const syntax::Expr*>& targets,
                        const syntax::Expr& iterable, const std::string& name, const Constants& all,
                        program::ForEach& loop, RowStores& rows) {
    const Type* type = nullptr;
    if (!components(body, all, name, iterable.span, type)) return false;
    const bool weak =
        std::all_of(all.values.begin(), all.values.end(), [](const Value& value) { return value.is_weak(); });
    const auto width = static_cast<int64_t>(type->fields().size());
    for (std::size_t column = 0; column < targets.size(); ++column) {
        const syntax::Expr& target = *targets[column];
        Local* local = loop_variable(body, target);
        if (!local) return false;
        join(body, *local, type, iterable.span);
        const Type* mine = weak && local->variable->type == Type::complex128() ? Type::complex128() : type;
        const auto parts = components(body, all, name, iterable.span, mine);
        if (!parts) return false;
        const Type* part = mine->fields()[0].type;
        program::Variable* values = table(body, name, *parts, part, iterable.span);
        std::vector<ExprPtr> read;
        for (int64_t i = 0; i < width; ++i) {
            if (!body.is_final()) { // other passes look only at types
                read.push_back(program::make_float(part, 0.0, target.span));
                continue;
            }
            program::Variable* each = body.function.add_variable(
                local->variable->name + "_" + mine->fields()[static_cast<std::size_t>(i)].name, part,
                program::VariableRole::temporary, target.span);
            loop.elements.push_back({each, values, static_cast<int64_t>(targets.size()) * width,
                                     static_cast<int64_t>(column) * width + i});
            read.push_back(program::make_ref(each, target.span));
        }
        Value one = strong(std::make_unique<program::Construct>(target.span, mine, std::move(read)));
        one.syntax = &target;
        program::Lvalue place{local->variable, nullptr, target.span};
        ExprPtr stored = store(body, std::move(one), local->variable->type, place);
        if (!stored) return false;
        rows.top.push_back(program::make_assign(std::move(place), std::move(stored), target.span));
    }
    return true;
}

} // namespace cudapy::checker
