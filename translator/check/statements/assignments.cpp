#include "translator/check/statements/assignments.h"
#include "translator/check/aggregates/tuple_operators.h"
#include "translator/check/expressions/number_rules.h"

#include "translator/check/aggregates/struct_values.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/arrays/chosen_arrays.h"
#include "translator/check/arrays/constant_index.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/element_names.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/subscripts.h"
#include "translator/check/arrays/views.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/check/module/signatures.h"
#include "translator/check/statements/statements.h"
#include "translator/check/statements/unpacking.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/complex_kinds.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;
using program::Lvalue;
using syntax::ExprKind;
using Feature = diag::NotSupportedYet::Feature;

namespace {

/// Returns whether an assignment is one of lists, `[i, j] = [j, i]`, and reports one error for both lists.
bool assigns_lists(Body& body, const syntax::Assign& stmt) {
    auto inside = [&](const syntax::Expr& expr) -> std::string {
        const bool list = expr.kind == ExprKind::unsupported &&
                          syntax::as<syntax::UnsupportedExpr>(expr).construct == syntax::Construct::list;
        const std::string words = text(body, expr);
        return list && words.size() > 2 ? words.substr(1, words.size() - 2) : "";
    };
    const std::string target = inside(*stmt.targets[0]);
    if (target.empty() || stmt.targets.size() > 1) return false;
    const std::string value = inside(*stmt.value);
    report(body,
           diag::NoContainers{"list", target + " = " + (value.empty() ? text(body, *stmt.value) : value)},
           stmt.targets[0]->span);
    return true;
}

void assign_one(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target,
                const syntax::Expr& value_syntax, program::Block& out) {
    if (Local* view = view_target(body, target, value_syntax)) {
        Stores stores;
        if (bind_view(body, stmt.span, *view, value_syntax, stores))
            emit(out, store_all(stmt.span, std::move(stores)), stmt);
        return;
    }
    if (target.kind == ExprKind::name && array_dimensions(body, value_syntax) > 0) {
        if (refuse_array(body, target, value_syntax)) return;
    }
    if (body.dialect.statements.assign(body, stmt, target, value_syntax, out)) return;
    if (target.kind == ExprKind::subscript && dimensions(body, target) > 0 &&
        array_dimensions(body, value_syntax) > 0) {
        report(body, diag::PartAssigned{text(body, target)},
               target.span); // which is wrong whatever the value is
        return;
    }
    Value value;
    Local* local = target.kind == ExprKind::name ? find_local(body, target) : nullptr;
    if (local && value_syntax.kind == ExprKind::name) {
        value = expression(body, value_syntax);
        if (value && (value.type()->is_array() || value.type()->is_lists())) {
            using Reason = diag::ViewConflict::Reason;
            const bool is_single = value.type()->is_lists() || value.type()->is_random_state();
            std::vector<diag::Label> labels;
            if (auto label = declared(body, local->variable); label && !is_single) labels.push_back(*label);
            report(body,
                   diag::ViewConflict{is_single ? Reason::single : Reason::array, local->variable->name,
                                      local->variable->type->name(), value.type()->name()},
                   value_syntax.span, std::move(labels));
            poison(body, target);
            return;
        }
    } else {
        value = storable(body, value_syntax, "an assignment");
    }
    if (local && is_element_name(*local)) {
        const bool is_own = value && value.type() == local->view->array->type->element();
        if (value)
            report_element_conflict(body, *local,
                                    is_own ? diag::ElementConflict::Reason::own
                                           : diag::ElementConflict::Reason::other,
                                    "", value_syntax.span);
        return;
    }
    if (local && value && value.type()->is_record()) {
        report(body,
               diag::NoOther{"a name for a record that a function returns",
                             "ask its field at once, or store it in an element of an array"},
               value_syntax.span);
        poison(body, target);
        return;
    }
    join_target(body, target, value);
    if (!value && local) return; // what is wrong with the value says more than what the name cannot be
    if (body.choices.count(&stmt) && body.choices.at(&stmt).after_value &&
        !bind_chosen(body, stmt, &value, out))
        return;
    auto where = place(body, target);
    if (!where || !value) return;
    const Type* type = where->type();
    ExprPtr stored = store(body, std::move(value), type, *where);
    if (stored) body.dialect.records.keep_item(body, *where, stored, out);
    if (stored) emit(out, program::make_assign(std::move(*where), std::move(stored), stmt.span), stmt);
}

void assign_chain(Body& body, const syntax::Assign& stmt, program::Block& out) {
    if (bind_chain(body, stmt, out)) return;
    Value value = storable(body, *stmt.value, "an assignment to several names");
    std::vector<Lvalue> places;
    bool failed = false;
    if (value && value.type()->is_struct()) {
        report(body,
               diag::SameStruct{diag::SameStruct::Reason::chain, "", text(body, *stmt.value),
                                value.type()->name()},
               stmt.targets[0]->span);
        value = {};
    }
    if (!value) { // one error is enough of what gives no value
        for (const auto& target : stmt.targets)
            poison(body, *target);
        return;
    }
    for (const auto& target : stmt.targets) {
        join_target(body, *target, value);
        auto where = place(body, *target);
        if (!where || !value || body.dialect.records.refuse_item(body, *where, false)) {
            failed = true;
            poison(body, *target);
            continue;
        }
        failed |= !store(body, copy(value), where->type(), *where);
        places.push_back(std::move(*where));
    }
    if (failed) return;
    // A literal takes the type of what it meets; among several places, one that loses nothing.
    if (value.is_weak()) {
        const Type* type = value.type();
        bool all_floating = true;
        for (const Lvalue& where : places)
            all_floating &= where.type()->is_floating();
        if (all_floating && type->is_floating()) {
            type = Type::float32();
            for (const Lvalue& where : places)
                type = promote(type, where.type());
        }
        value = strong(convert(std::move(value), type));
    }
    std::vector<ExprPtr> values;
    values.push_back(std::move(value.node));
    emit(out, std::make_unique<program::MultiAssign>(stmt.span, std::move(places), std::move(values)), stmt);
}

/// Checks an assignment such as `row: cp.Array[cp.float32] = A[0]`.
void annotated_array(Body& body, const syntax::AnnotatedAssign& stmt, const std::string& name,
                     const Type& annotated, program::Block& out) {
    Local& local = *find_local(body, *stmt.target);
    if (local.poisoned && !body.is_final()) return;
    if (lists_named(body, *stmt.value)) { // which no other name can stand for
        assign_one(body, stmt, *stmt.target, *stmt.value, out);
        return;
    }
    // The type of what the name stands for, or else of what it is given.
    const Type* type = nullptr;
    const Type* array = (local.view ? local.view->array : local.variable)->type;
    if (is_element_name(local))
        type = array->element();
    else if (local.view)
        type = Type::array(array->element(), static_cast<int>(local.view->axes.size()));
    else if (local.fixed())
        type = local.lists() ? declared_type(local) : array;
    else if (const Value value = storable(body, *stmt.value, "an assignment"))
        type = value.type();
    if (!type) {
        poison(body, *stmt.target);
        return;
    }
    if (type != &annotated) {
        std::vector<diag::Label> labels;
        if (is_element_name(local))
            labels.push_back({stmt.value->span, "an element of `" + local.view->array->name + "`"});
        else if (auto label = since(body, local))
            labels.push_back(*label);
        report(body, diag::AnnotationConflict{name, type->name(), annotated.name()}, stmt.annotation->span,
               std::move(labels));
        poison(body, *stmt.target);
        return;
    }
    if (array_maker(body, *stmt.value))
        declare_array(body, stmt, *stmt.target, syntax::as<syntax::Call>(*stmt.value), out);
    else
        assign_one(body, stmt, *stmt.target, *stmt.value, out);
}

/// Checks `x += y` of the dialect of numba where x is another variable from then on. `read` is the one
/// before.
void assign_operation(Body& body, const syntax::AugmentedAssign& stmt, const syntax::Name& read,
                      program::Block& out) {
    const std::string where = "`" + std::string(body.context.sources.text(stmt.op_span)) + "`";
    Value left = storable(body, read, where);
    Value right = storable(body, *stmt.value, where);
    const bool of_tuples = left && right && is_of_tuples(stmt.op, left, right);
    if (!of_tuples && left && left.type()->is_aggregate())
        left = number(body, read, where); // says what it is
    if (!of_tuples && right && right.type()->is_aggregate()) right = number(body, *stmt.value, where);
    Value result =
        of_tuples
            ? tuple_operation(body, stmt.op, stmt.span, std::move(left), std::move(right), read, *stmt.value)
            : binary(body, stmt.op, stmt.op_span, stmt.span, std::move(left), std::move(right));
    result.syntax = stmt.value.get();
    join_target(body, *stmt.target, result);
    if (!result) return;
    auto to = place(body, *stmt.target);
    if (!to) return;
    ExprPtr stored = store(body, std::move(result), to->type(), *to);
    if (!stored) return;
    emit(out, std::make_unique<program::Assign>(stmt.span, std::move(*to), std::move(stored)), stmt);
}

} // namespace

void poison(Body& body, const syntax::Expr& target) {
    if (target.kind == ExprKind::name) {
        Local* local = find_local(body, target);
        if (local && !local->fixed()) local->poisoned = true;
    } else if (target.kind == ExprKind::tuple) {
        for (const auto& element : syntax::as<syntax::Tuple>(target).elements)
            poison(body, *element);
    }
}

void join_target(Body& body, const syntax::Expr& target, const Value& value) {
    if (target.kind != ExprKind::name) return;
    Local* local = find_local(body, target);
    if (local && local->is<Local::Annotated>() && !local->is_array_name())
        note_constants(body, *local, value);
    if (!local || local->fixed()) return;
    join(body, *local, value, value && value.syntax ? value.syntax->span : target.span);
}

std::optional<Lvalue> place(Body& body, const syntax::Expr& target) {
    if (auto record = body.dialect.records.place(body, target))
        return record->variable ? std::move(record) : std::nullopt;
    switch (target.kind) {
    case ExprKind::name: {
        Local* local = find_local(body, target);
        if (!local || local->poisoned) return std::nullopt;
        if (local->is<Local::DeclaredArray>()) {
            report(body, diag::ArrayPlace{diag::ArrayPlace::Place::bound, "", "", local->variable->name},
                   target.span, {*declared(body, local->variable)});
            return std::nullopt;
        }
        if (is_element_name(*local)) {
            report_element_conflict(body, *local, diag::ElementConflict::Reason::other, "", target.span);
            return std::nullopt;
        }
        const bool is_struct = local->variable->is_one() || local->variable->type->is_struct();
        if (local->is<Local::Lent>())
            return Lvalue{local->variable, program::make_int(body.context.index_type(), 0, target.span),
                          target.span};
        if (local->parameter() && is_struct) {
            std::vector<diag::Label> labels;
            if (auto label = declared(body, local->variable)) labels.push_back(*label);
            const Type* type =
                local->variable->is_one() ? local->variable->type->element() : local->variable->type;
            report(body, diag::StructRebound{local->variable->name, type->name()}, target.span,
                   std::move(labels));
            return std::nullopt;
        }
        if (local->is_array_name()) {
            const Type* array = (local->view ? local->view->array : local->variable)->type;
            const int rank = local->view ? static_cast<int>(local->view->axes.size()) : array->rank();
            const std::string type = Type::array(array->element(), rank)->name();
            std::vector<diag::Label> labels;
            if (auto label = since(body, *local)) labels.push_back(*label);
            report(body,
                   diag::ViewConflict{diag::ViewConflict::Reason::number, local->variable->name, type, {}},
                   target.span, std::move(labels));
            if (body.is_final()) local->poisoned = true; // where it is read as a number, nothing more is said
            return std::nullopt;
        }
        if (local->variable->type->is_array()) {
            std::vector<diag::Label> labels;
            if (auto label = declared(body, local->variable)) labels.push_back(*label);
            report(body, diag::ArrayRebound{local->variable->name, declared_type(*local)->name()},
                   target.span, labels);
            return std::nullopt;
        }
        return Lvalue{body.dialect.locals.variable(body, *local, target), nullptr, target.span};
    }
    case ExprKind::subscript: {
        auto& subscript_syntax = syntax::as<syntax::Subscript>(target);
        const syntax::Expr* root = subscript_syntax.value.get();
        while (root->kind == ExprKind::subscript)
            root = syntax::as<syntax::Subscript>(*root).value.get();
        if (auto found = entity(body, *root); found && found->kind == Entity::Kind::constant) {
            report(body, diag::BadTarget{text(body, target)}, target.span);
            return std::nullopt;
        }
        if (shape_of(body, *subscript_syntax.value)) {
            report(body, diag::BadTarget{text(body, target)}, target.span);
            return std::nullopt;
        }
        if (root->kind == ExprKind::name) {
            const Local* local = find_local(body, *root);
            if (local && !local->poisoned && local->variable->type->is_tuple()) {
                report(body, diag::TupleChanged{text(body, target)}, target.span);
                return std::nullopt;
            }
        }
        return element(body, subscript_syntax);
    }
    case ExprKind::tuple:
        report(body, diag::BadTarget{text(body, target), true}, target.span);
        return std::nullopt;
    case ExprKind::unsupported:
        unsupported(body, syntax::as<syntax::UnsupportedExpr>(target));
        return std::nullopt;
    case ExprKind::error:
        return std::nullopt;
    case ExprKind::attribute:
        if (const auto& part = syntax::as<syntax::Attribute>(target);
            part.name == "real" || part.name == "imag")
            if (is_complex(body, *part.value)) {
                report(body, diag::ComplexPart{text(body, *part.value), part.name == "real"}, target.span);
                return std::nullopt;
            }
        if (entity(body, target))
            report(body, diag::BadTarget{text(body, target)}, target.span);
        else if (dimensions(body, *syntax::as<syntax::Attribute>(target).value) > 0)
            report(body, diag::NoObjects{text(body, target), false}, target.span);
        else
            return field_place(body, syntax::as<syntax::Attribute>(target));
        return std::nullopt;
    default:
        report(body, diag::BadTarget{text(body, target)}, target.span);
        return std::nullopt;
    }
}

void assign(Body& body, const syntax::Assign& stmt, program::Block& out) {
    if (assigns_lists(body, stmt) || bind_function(body, stmt)) return;
    if (array_maker(body, *stmt.value)) {
        const syntax::Expr& target = *stmt.targets[0];
        if (stmt.targets.size() == 1 && target.kind == ExprKind::name) {
            declare_array(body, stmt, target, syntax::as<syntax::Call>(*stmt.value), out);
            return;
        }
        report(body,
               diag::ArrayPlace{diag::ArrayPlace::Place::targets,
                                std::string(array_maker(body, *stmt.value)->name),
                                text(body, *stmt.value),
                                {}},
               stmt.value->span);
        for (const auto& each : stmt.targets)
            poison(body, *each);
        return;
    }
    if (stmt.targets.size() > 1) {
        assign_chain(body, stmt, out);
    } else if (stmt.targets[0]->kind == ExprKind::tuple) {
        unpack(body, stmt, syntax::as<syntax::Tuple>(*stmt.targets[0]), *stmt.value, out);
    } else {
        assign_one(body, stmt, *stmt.targets[0], *stmt.value, out);
    }
}

void augmented_assign(Body& body, const syntax::AugmentedAssign& stmt, program::Block& out) {
    const syntax::Expr& target = *stmt.target;
    if (const syntax::Name* read = body.dialect.locals.other_read(body, stmt))
        return assign_operation(body, stmt, *read, out);
    const bool is_field = target.kind == ExprKind::attribute && !entity(body, target);
    if (target.kind != ExprKind::name && target.kind != ExprKind::subscript && !is_field) {
        place(body, target);
        expression(body, *stmt.value);
        return;
    }
    std::string where = "`" + std::string(body.context.sources.text(stmt.op_span)) + "`";
    Value left = storable(body, target, where);
    Value right = storable(body, *stmt.value, where);
    if (left && right && target.kind == ExprKind::name && is_of_tuples(stmt.op, left, right)) {
        Value result =
            tuple_operation(body, stmt.op, stmt.span, std::move(left), std::move(right), target, *stmt.value);
        result.syntax = nullptr;
        join_target(body, target, result);
        auto whole = result ? place(body, target) : std::nullopt;
        if (!whole) return;
        ExprPtr stored = store(body, std::move(result), whole->type(), *whole);
        if (!stored) return;
        emit(out, std::make_unique<program::Assign>(stmt.span, std::move(*whole), std::move(stored)), stmt);
        return;
    }
    if (left && right && !left.type()->is_vector()) { // of what has no arithmetic, an error says so
        if (left.type()->is_aggregate()) left = number(body, target, where);
        if (right.type()->is_aggregate()) right = number(body, *stmt.value, where);
    }
    const bool is_complex = (left && left.type()->is_complex()) || (right && right.type()->is_complex());
    if (is_complex && stmt.op == syntax::BinaryOp::pow && !body.numbers.assign_power) {
        report(body, diag::ComplexPower{text(body, target), true}, stmt.span);
        return;
    }
    Lvalue to{nullptr, nullptr, target.span};
    if (left && is_field) {
        auto field = place(body, target);
        if (!field) return;
        to = std::move(*field);
    } else if (left && left.node->kind == program::ExprKind::variable) {
        to.variable = program::as<program::VariableRef>(*left.node).variable;
    } else if (left && left.node->kind == program::ExprKind::field) {
        auto field = place(body, target);
        if (!field) return;
        to = std::move(*field);
    } else if (left && left.node->kind == program::ExprKind::load) {
        auto& load = program::as<program::Load>(*left.node);
        to.variable = load.array;
        to.index = program::clone(*load.index);
    } else if (left) {
        report(body, diag::BadTarget{text(body, target)}, target.span);
        return;
    }
    Value result = binary(body, stmt.op, stmt.op_span, stmt.span, std::move(left), std::move(right));
    result.syntax = stmt.value.get();
    join_target(body, target, result);
    if (!result) return;
    if (result.node->kind != program::ExprKind::binary && body.numbers.assign_power) {
        body.numbers.assign_power(body, stmt, std::move(to), std::move(result), out);
        return;
    }
    auto* operation = static_cast<program::Binary*>(result.node.get());
    ExprPtr stored = store(body, std::move(result), to.type(), to, true);
    if (!stored || (to.item && body.dialect.records.refuse_item(body, to, is_pure(*operation->right))))
        return;
    body.dialect.records.keep_item(body, to, operation->right, out);
    emit(out,
         std::make_unique<program::AugmentedAssign>(stmt.span, std::move(to), operation->op, operation->type,
                                                    std::move(operation->right)),
         stmt);
}

void annotated_assign(Body& body, const syntax::AnnotatedAssign& stmt, program::Block& out) {
    if (stmt.target->kind != ExprKind::name) {
        report(body, diag::BadTarget{text(body, *stmt.target)}, stmt.target->span);
        return;
    }
    const std::string& name = syntax::as<syntax::Name>(*stmt.target).id;
    if (!body.dialect.signatures.has_annotations) {
        report(body, diag::NoOther{"an annotation of `" + name + "` under `cuda.jit`"},
               stmt.annotation->span);
        return;
    }
    Local& local = *find_local(body, *stmt.target);
    auto annotation = local_annotation(body, *stmt.annotation);
    if (annotation.type && annotation.type->is_array() && stmt.value) {
        annotated_array(body, stmt, name, *annotation.type, out);
        return;
    }
    bool good = annotation.type && (annotation.type->is_number() || annotation.type->is_vector());
    if (annotation.reported) {
        if (stmt.value) expression(body, *stmt.value);
        return;
    }
    const bool of_python = !good && stmt.value && stmt.value->kind == ExprKind::unsupported; // `x: list = []`
    if (annotation.type && (annotation.type->is_array() || annotation.type->is_lists()))
        report(body, diag::NotSupportedYet{Feature::array_local, name}, stmt.annotation->span);
    else if (!good)
        report(body, bad_annotation(body.environment, *stmt.annotation, text(body, *stmt.annotation)),
               stmt.annotation->span);
    if (good) follow_annotation(body, local, stmt.annotation->span, annotation.type);
    const Type* type = local.variable->type;
    if (good && local.fixed() && type != annotation.type) {
        std::vector<diag::Label> labels;
        if (auto label = declared(body, local.variable)) labels.push_back(*label);
        report(body, diag::AnnotationConflict{name, type->name(), annotation.type->name()},
               stmt.annotation->span, labels);
        good = false;
    }
    if (stmt.value && good)
        assign_one(body, stmt, *stmt.target, *stmt.value, out);
    else if (stmt.value && !of_python)
        expression(body, *stmt.value);
}

} // namespace cudapy::checker
