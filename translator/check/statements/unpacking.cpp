#include "translator/check/statements/unpacking.h"

#include "translator/check/aggregates/struct_values.h"
#include "translator/check/aggregates/tuples.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/statements/assignments.h"
#include "translator/check/statements/statements.h"
#include "translator/check/statements/unpacked_arrays.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

#include <algorithm>
#include <iterator>

namespace cudapy::checker {

using program::ExprPtr;
using program::Lvalue;
using syntax::ExprKind;

namespace {

bool pair_up(Body& body, const syntax::Expr& target, const Binding& binding, Span span,
             const std::string& name, Pairs& pairs);
void unpack_divmod(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets,
                   const syntax::Call& call, program::Block& out);
void unpack_builtin(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets,
                    const syntax::Call& call, const Entity& entity, program::Block& out);

/// Pairs each name of a target, however deep it is nested, with its value. Python computes all values first,
/// from left to right.
bool pair_up(Body& body, const syntax::Expr& target, const syntax::Expr& value, Pairs& pairs) {
    if (Local* view = view_target(body, target, value)) {
        pairs.targets.push_back(nullptr);
        pairs.values.emplace_back();
        pairs.views.emplace_back();
        return bind_view(body, target.span, *view, value, pairs.views.back());
    }
    if (target.kind != ExprKind::tuple) {
        if (refuse_array(body, target, value)) return false;
        pairs.targets.push_back(&target);
        pairs.views.emplace_back();
        pairs.values.push_back(storable(body, value, "an assignment"));
        return true;
    }
    const auto& targets = syntax::as<syntax::Tuple>(target);
    if (value.kind == ExprKind::tuple) {
        const auto& elements = syntax::as<syntax::Tuple>(value).elements;
        if (targets.elements.size() != elements.size()) {
            for (const auto& element : elements) // what is wrong in them is said too
                if (element->kind != ExprKind::tuple) number(body, *element, "an assignment");
            return same_count(body, targets, elements.size(), value.span);
        }
        bool good = true;
        for (std::size_t i = 0; i < elements.size(); ++i)
            good &= pair_up(body, *targets.elements[i], *elements[i], pairs);
        return good;
    }
    if (auto found = entity(body, value);
        found && found->kind == Entity::Kind::constant && found->binding->path == "tuple")
        return pair_up(body, targets, *found->binding, value.span, found->name, pairs);
    if (const syntax::Expr* shaped = shape_of(body, value)) {
        const auto rank = static_cast<std::size_t>(dimensions(body, *shaped));
        if (!same_count(body, targets, rank, value.span)) return false;
        auto found = part(body, *shaped);
        for (std::size_t axis = 0; found && axis < rank; ++axis) {
            pairs.targets.push_back(targets.elements[axis].get());
            pairs.views.emplace_back();
            Value length = strong(extent(body, value.span, *found, axis));
            pairs.values.push_back(axis == 0 ? shape_value(body, *found, std::move(length))
                                             : std::move(length));
        }
        return found.has_value();
    }
    if (dimensions(body, value) > 0 || body.dialect.records.is_unpackable(body, value)) {
        if (unpack_elements(body, targets, value, pairs)) return true;
        poison(body, targets);
        return false;
    }
    if (Value one = expression(body, value)) {
        // A tuple such as that of `cuda.grid(2)` is taken apart without a variable for the whole of it.
        if (body.dialect.statements.takes_tuples_apart && one.parts.size() == targets.elements.size() &&
            is_pure(*one.node)) {
            for (std::size_t i = 0; i < targets.elements.size(); ++i) {
                Value part = part_of(one, i);
                part.syntax = &value;
                pairs.targets.push_back(targets.elements[i].get());
                pairs.views.emplace_back();
                pairs.values.push_back(std::move(part));
            }
            return true;
        }
        if (one.type()->is_tuple() || one.type()->is_vector())
            return pair_up_parts(body, targets, std::move(one), value.span, pairs);
        auto labels = explain(body, *one.node, [](const Type*) { return true; });
        report(body, diag::NotUnpackable{targets.elements.size(), text(body, value), one.type()->name()},
               value.span, labels);
    }
    poison(body, targets);
    for (const auto& each : targets.elements)
        if (each->kind != ExprKind::tuple) place(body, *each);
    return false;
}

bool pair_up(Body& body, const syntax::Expr& target, const Binding& binding, Span span,
             const std::string& name, Pairs& pairs) {
    if (target.kind != ExprKind::tuple) {
        pairs.targets.push_back(&target);
        pairs.views.emplace_back();
        pairs.values.push_back(binding_value(body, span, binding, name));
        return true;
    }
    const auto& targets = syntax::as<syntax::Tuple>(target);
    if (binding.path != "tuple") {
        if (Value one = binding_value(body, span, binding, name))
            report(body, diag::NotUnpackable{targets.elements.size(), name, one.type()->name()}, span);
        return false;
    }
    if (!same_count(body, targets, binding.elements.size(), span)) return false;
    bool good = true;
    for (std::size_t i = 0; i < targets.elements.size(); ++i)
        good &= pair_up(body, *targets.elements[i], binding.elements[i], span,
                        name + "[" + std::to_string(i) + "]", pairs);
    return good;
}

void unpack_values(Body& body, const syntax::Stmt& stmt, const std::vector<const syntax::Expr*>& targets,
                   std::vector<Value> values, program::Block& out, std::vector<Stores> views = {}) {
    std::vector<Lvalue> places;
    std::vector<ExprPtr> stored;
    bool failed = false;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (targets[i]) join_target(body, *targets[i], values[i]);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!targets[i]) {
            std::move(views[i].lvalues.begin(), views[i].lvalues.end(), std::back_inserter(places));
            std::move(views[i].values.begin(), views[i].values.end(), std::back_inserter(stored));
            continue;
        }
        auto where = place(body, *targets[i]);
        if (!where || !values[i] || body.dialect.records.refuse_item(body, *where, false)) {
            failed = true;
            continue;
        }
        const auto may_be_changed_before = [&](const program::Variable* array) {
            return std::any_of(places.begin(), places.end(), [&](const Lvalue& earlier) {
                const auto names_several = [](const program::Variable& variable) {
                    return variable.is_pointer() || variable.is_reference;
                };
                return earlier.variable == array || names_several(*earlier.variable) || names_several(*array);
            });
        };
        if (values.size() > 1 && where->type()->is_struct() && values[i].type() == where->type() &&
            !values[i].is_copy && values[i].node->kind == program::ExprKind::load &&
            may_be_changed_before(program::as<program::Load>(*values[i].node).array)) {
            report_same(body, diag::SameStruct::Reason::swap, text(body, *targets[i]), values[i],
                        values[i].node->span);
            failed = true;
            continue;
        }
        stored.push_back(store(body, std::move(values[i]), where->type(), *where));
        failed |= !stored.back();
        places.push_back(std::move(*where));
    }
    if (failed || places.empty()) return;
    if (places.size() == 1)
        emit(out, program::make_assign(std::move(places[0]), std::move(stored[0]), stmt.span), stmt);
    else
        emit(out, std::make_unique<program::MultiAssign>(stmt.span, std::move(places), std::move(stored)),
             stmt);
}

/// Checks an assignment of a call of a built-in that gives a pair. Returns whether the call is one.
bool unpack_call(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Call& call,
                 program::Block& out) {
    auto callee = entity(body, *call.function);
    if (!callee || callee->kind != Entity::Kind::builtin) return false;
    Shape shape = callee->builtin->shape;
    bool divmod = callee->builtin->special == Special::divmod;
    bool pair = shape == Shape::pair_r_int || shape == Shape::pair_r_r || shape == Shape::pair_rr_r_int;
    if (!divmod && !pair) return false;
    if (divmod && !body.numbers.has_divmod) return false;
    if (!same_count(body, targets, 2, call.span)) {
        poison(body, targets);
    } else if (divmod) {
        unpack_divmod(body, stmt, targets, call, out);
    } else {
        unpack_builtin(body, stmt, targets, call, *callee, out);
    }
    return true;
}

void unpack_divmod(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets,
                   const syntax::Call& call, program::Block& out) {
    std::optional<std::vector<Value>> operands;
    if (plain_arguments(body, call, "divmod", 2, 2)) operands = numbers(body, call, "divmod");
    if (!operands) {
        poison(body, targets);
        return;
    }
    Value& right_value = (*operands)[1];
    if (is_zero(right_value)) {
        report(body, diag::ConstantZeroDivision{"divmod"}, right_value.node->span);
        poison(body, targets);
        return;
    }
    const Type* type = common_type(body, *operands, "`divmod`");
    if (!type) {
        poison(body, targets);
        return;
    }
    if (type->is_bool()) type = Type::int32();
    ExprPtr left = convert(std::move((*operands)[0]), type);
    ExprPtr right = convert(std::move((*operands)[1]), type);
    if (body.is_final() && !(is_simple(*left) && is_simple(*right))) {
        // Both are used twice, so they are kept first.
        std::vector<Lvalue> places;
        std::vector<ExprPtr> values;
        auto keep = [&](ExprPtr& operand, const char* name) {
            if (is_simple(*operand)) return;
            Span span = operand->span;
            auto* variable = body.function.add_variable(name, type, program::VariableRole::temporary, span);
            places.push_back({variable, nullptr, span});
            values.push_back(std::move(operand));
            operand = program::make_ref(variable, span);
        };
        // A simple right operand could still be changed by a call on the left, so that both are kept.
        if (is_pure(*left)) {
            keep(left, "dividend");
            keep(right, "divisor");
            for (std::size_t i = 0; i < places.size(); ++i)
                out.push_back(program::make_assign(std::move(places[i]), std::move(values[i]), stmt.span));
        } else {
            Span left_span = left->span, right_span = right->span;
            auto* dividend =
                body.function.add_variable("dividend", type, program::VariableRole::temporary, left_span);
            auto* divisor =
                body.function.add_variable("divisor", type, program::VariableRole::temporary, right_span);
            out.push_back(
                program::make_assign(Lvalue{dividend, nullptr, left_span}, std::move(left), stmt.span));
            out.push_back(
                program::make_assign(Lvalue{divisor, nullptr, right_span}, std::move(right), stmt.span));
            left = program::make_ref(dividend, left_span);
            right = program::make_ref(divisor, right_span);
        }
    }
    std::vector<Value> values;
    ExprPtr left_again = program::clone(*left);
    ExprPtr right_again = program::clone(*right);
    values.push_back(strong(std::make_unique<program::Binary>(
        call.span, type, program::BinaryOp::floor_divide, std::move(left), std::move(right))));
    values.push_back(strong(std::make_unique<program::Binary>(
        call.span, type, program::BinaryOp::floor_modulo, std::move(left_again), std::move(right_again))));
    for (Value& value : values)
        value.syntax = &call;
    unpack_values(body, stmt, {targets.elements[0].get(), targets.elements[1].get()}, std::move(values), out);
}

void unpack_builtin(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets,
                    const syntax::Call& call, const Entity& entity, program::Block& out) {
    const Builtin& builtin = *entity.builtin;
    std::size_t count = builtin.shape == Shape::pair_rr_r_int ? 2 : 1;
    std::optional<std::vector<Value>> operands;
    if (plain_arguments(body, call, entity.name, count, count)) operands = numbers(body, call, entity.name);
    if (!operands) {
        poison(body, targets);
        return;
    }
    const Type* real = precision(body, *operands, entity.single);
    std::vector<ExprPtr> arguments;
    for (Value& value : *operands)
        arguments.push_back(convert(std::move(value), real));
    const Type* results[] = {real, builtin.shape == Shape::pair_r_r ? real : Type::int32()};
    std::vector<Lvalue> places;
    for (std::size_t i = 0; i < 2; ++i) {
        // Stands for the result, to see whether the place takes it.
        Value result = strong(std::make_unique<program::BuiltinCall>(call.span, results[i], &builtin, real,
                                                                     std::vector<ExprPtr>()));
        result.syntax = &call;
        join_target(body, *targets.elements[i], result);
        auto where = place(body, *targets.elements[i]);
        if (where && store(body, std::move(result), where->type(), *where))
            places.push_back(std::move(*where));
    }
    if (places.size() == 2)
        emit(out,
             std::make_unique<program::BuiltinUnpack>(stmt.span, std::move(places), &builtin, real,
                                                      std::move(arguments)),
             stmt);
}

} // namespace

void unpack(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Expr& value,
            program::Block& out) {
    if (value.kind == ExprKind::call &&
        unpack_call(body, stmt, targets, syntax::as<syntax::Call>(value), out))
        return;
    Pairs pairs;
    if (!pair_up(body, targets, value, pairs)) {
        poison(body, targets);
        return;
    }
    const bool keeps = !pairs.before.empty();
    for (std::size_t i = 0; i < pairs.before.size(); ++i) {
        if (i == 0)
            emit(out, std::move(pairs.before[i]), stmt);
        else
            out.push_back(std::move(pairs.before[i]));
    }
    const std::size_t before = out.size();
    unpack_values(body, stmt, pairs.targets, std::move(pairs.values), out, std::move(pairs.views));
    if (keeps && out.size() > before) out.back()->comments = {}; // they are above the kept values
}

/// Keeps what the values so far are in temporaries, where something is evaluated after them and before their
/// places are assigned to.
void keep_values(Body& body, Pairs& pairs) {
    for (Value& value : pairs.values) {
        const bool is_known = !value || value.constant || is_constant(*value.node);
        if (is_known || (!value.parts.empty() && is_pure(*value.node))) continue;
        value.parts.clear();
        settle(value);
        const Span span = value.node->span;
        auto* kept =
            body.function.add_variable("value", value.type(), program::VariableRole::temporary, span);
        pairs.before.push_back(program::make_assign(kept, std::move(value.node), span));
        value.node = program::make_ref(kept, span);
    }
}

bool same_count(Body& body, const syntax::Tuple& targets, std::size_t values, Span span) {
    const std::size_t places = targets.elements.size();
    if (places == values) return true;
    for (const auto& target : targets.elements) // stands for more than one value, or for none
        if (target->kind == ExprKind::unsupported &&
            syntax::as<syntax::UnsupportedExpr>(*target).construct == syntax::Construct::starred) {
            report(body, diag::NoStars{}, target->span);
            return false;
        }
    report(body, diag::UnpackCount{places, values}, span,
           {{targets.span, std::to_string(places) + (places == 1 ? " place" : " places")}});
    return false;
}

} // namespace cudapy::checker
