// Assignment to one place, to several in a row, augmented and annotated.

#include "translator/check/function_checker.h"
#include "translator/check/signatures.h"

namespace cudapy::checker {

using program::ExprPtr;
using program::Place;
using syntax::ExprKind;
using Feature = diag::NotSupportedYet::Feature;

void FunctionChecker::poison(const syntax::Expr& target) {
    if (target.kind == ExprKind::name) {
        Local* local = find_local(target);
        if (local && !local->fixed()) local->poisoned = true;
    } else if (target.kind == ExprKind::tuple) {
        for (const auto& element : syntax::as<syntax::Tuple>(target).elements)
            poison(*element);
    }
}

void FunctionChecker::join_target(const syntax::Expr& target, const Value& value) {
    if (target.kind != ExprKind::name) return;
    Local* local = find_local(target);
    if (!local || local->fixed()) return;
    join(*local, value, value && value.syntax ? value.syntax->span : target.span);
}

std::optional<Place> FunctionChecker::place(const syntax::Expr& target) {
    switch (target.kind) {
    case ExprKind::name: {
        Local* local = find_local(target);
        if (!local || local->poisoned) return std::nullopt;
        if (local->array) {
            report(diag::ArrayPlace{diag::ArrayPlace::Where::bound, "", "", local->variable->name},
                   target.span, {*declared(local->variable)});
            return std::nullopt;
        }
        if (is_element_name(*local)) {
            report_element_conflict(*local, diag::ElementConflict::Why::other, "", target.span);
            return std::nullopt;
        }
        const bool is_struct = local->variable->is_reference || local->variable->type->is_struct();
        if (local->lent)
            return Place{local->variable,
                         std::make_unique<program::Literal>(target.span, context_.index_type(), int64_t{0}),
                         target.span};
        if (local->parameter >= 0 && is_struct) {
            std::vector<diag::Label> labels;
            if (auto label = declared(local->variable)) labels.push_back(*label);
            const Type* type =
                local->variable->is_reference ? local->variable->type->element() : local->variable->type;
            report(diag::StructRebound{local->variable->name, type->name()}, target.span, std::move(labels));
            return std::nullopt;
        }
        if (local->is_array_name()) {
            const Type* array = (local->view ? local->view->array : local->variable)->type;
            const int rank = local->view ? static_cast<int>(local->view->axes.size()) : array->rank();
            const std::string type = Type::array(array->element(), rank)->name();
            std::vector<diag::Label> labels;
            if (auto label = since(*local)) labels.push_back(*label);
            report(diag::ViewConflict{diag::ViewConflict::Why::number, local->variable->name, type, {}},
                   target.span, std::move(labels));
            if (final_) local->poisoned = true; // where it is read as a number, nothing more is said
            return std::nullopt;
        }
        if (local->variable->type->is_array()) {
            std::vector<diag::Label> labels;
            if (auto label = declared(local->variable)) labels.push_back(*label);
            report(diag::ArrayRebound{local->variable->name, declared_type(*local)->name()}, target.span,
                   labels);
            return std::nullopt;
        }
        return Place{local->variable, nullptr, target.span};
    }
    case ExprKind::subscript: {
        auto& subscript_syntax = syntax::as<syntax::Subscript>(target);
        const syntax::Expr* root = subscript_syntax.value.get();
        while (root->kind == ExprKind::subscript)
            root = syntax::as<syntax::Subscript>(*root).value.get();
        if (auto found = entity(*root); found && found->what == Entity::What::constant) {
            report(diag::BadTarget{text(target)}, target.span);
            return std::nullopt;
        }
        if (shape_of(*subscript_syntax.value)) {
            report(diag::BadTarget{text(target)}, target.span);
            return std::nullopt;
        }
        if (root->kind == ExprKind::name) {
            const Local* local = find_local(*root);
            if (local && !local->poisoned && local->variable->type->is_tuple()) {
                report(diag::TupleChanged{text(target)}, target.span);
                return std::nullopt;
            }
        }
        return element(subscript_syntax);
    }
    case ExprKind::tuple:
        report(diag::BadTarget{text(target), true}, target.span);
        return std::nullopt;
    case ExprKind::unsupported:
        unsupported(syntax::as<syntax::UnsupportedExpr>(target));
        return std::nullopt;
    case ExprKind::error:
        return std::nullopt;
    case ExprKind::attribute:
        if (const auto& part = syntax::as<syntax::Attribute>(target);
            part.name == "real" || part.name == "imag")
            if (complex_owner(*part.value)) {
                report(diag::ComplexPart{text(*part.value), part.name == "real"}, target.span);
                return std::nullopt;
            }
        if (entity(target))
            report(diag::BadTarget{text(target)}, target.span);
        else if (dimensions(*syntax::as<syntax::Attribute>(target).value) > 0)
            report(diag::NoObjects{text(target), false}, target.span);
        else
            return field_place(syntax::as<syntax::Attribute>(target));
        return std::nullopt;
    default:
        report(diag::BadTarget{text(target)}, target.span);
        return std::nullopt;
    }
}

/// `[i, j] = [j, i]`: one error for both lists.
bool FunctionChecker::assigns_lists(const syntax::Assign& stmt) {
    auto inside = [&](const syntax::Expr& expr) -> std::string {
        const bool list = expr.kind == ExprKind::unsupported &&
                          syntax::as<syntax::UnsupportedExpr>(expr).construct == syntax::Construct::list;
        const std::string words = text(expr);
        return list && words.size() > 2 ? words.substr(1, words.size() - 2) : "";
    };
    const std::string target = inside(*stmt.targets[0]);
    if (target.empty() || stmt.targets.size() > 1) return false;
    const std::string value = inside(*stmt.value);
    report(diag::NoContainers{"list", target + " = " + (value.empty() ? text(*stmt.value) : value)},
           stmt.targets[0]->span);
    return true;
}

void FunctionChecker::assign(const syntax::Assign& stmt, program::Block& out) {
    if (assigns_lists(stmt) || bind_function(stmt)) return;
    if (array_maker(*stmt.value)) {
        const syntax::Expr& target = *stmt.targets[0];
        if (stmt.targets.size() == 1 && target.kind == ExprKind::name) {
            declare_array(stmt, target, syntax::as<syntax::Call>(*stmt.value), out);
            return;
        }
        report(diag::ArrayPlace{diag::ArrayPlace::Where::targets,
                                std::string(array_maker(*stmt.value)->name),
                                text(*stmt.value),
                                {}},
               stmt.value->span);
        for (const auto& each : stmt.targets)
            poison(*each);
        return;
    }
    if (stmt.targets.size() > 1) {
        assign_chain(stmt, out);
    } else if (stmt.targets[0]->kind == ExprKind::tuple) {
        unpack(stmt, syntax::as<syntax::Tuple>(*stmt.targets[0]), *stmt.value, out);
    } else {
        assign_one(stmt, *stmt.targets[0], *stmt.value, out);
    }
}

void FunctionChecker::assign_one(const syntax::Stmt& stmt, const syntax::Expr& target,
                                 const syntax::Expr& value_syntax, program::Block& out) {
    if (Local* view = view_target(target, value_syntax)) {
        Stores stores;
        if (bind_view(stmt.span, *view, value_syntax, stores))
            emit(out, store_all(stmt.span, std::move(stores)), stmt);
        return;
    }
    if (target.kind == ExprKind::name && array_dimensions(value_syntax) > 0) {
        if (refuse_array(target, value_syntax)) return;
    }
    if (target.kind == ExprKind::subscript && dimensions(target) > 0 && array_dimensions(value_syntax) > 0) {
        report(diag::PartAssigned{text(target)}, target.span); // which is wrong whatever the value is
        return;
    }
    Value value;
    Local* local = target.kind == ExprKind::name ? find_local(target) : nullptr;
    if (local && value_syntax.kind == ExprKind::name) {
        value = expression(value_syntax);
        if (value && (value.type()->is_array() || value.type()->is_lists())) {
            using Why = diag::ViewConflict::Why;
            const bool is_single = value.type()->is_lists() || value.type()->is_random_state();
            std::vector<diag::Label> labels;
            if (auto label = declared(local->variable); label && !is_single) labels.push_back(*label);
            report(diag::ViewConflict{is_single ? Why::single : Why::array, local->variable->name,
                                      local->variable->type->name(), value.type()->name()},
                   value_syntax.span, std::move(labels));
            poison(target);
            return;
        }
    } else {
        value = storable(value_syntax, "an assignment");
    }
    if (local && is_element_name(*local)) {
        const bool is_own = value && value.type() == local->view->array->type->element();
        if (value)
            report_element_conflict(
                *local, is_own ? diag::ElementConflict::Why::own : diag::ElementConflict::Why::other, "",
                value_syntax.span);
        return;
    }
    join_target(target, value);
    if (!value && local) return; // what is wrong with the value says more than what the name cannot be
    if (choices_.count(&stmt) && choices_.at(&stmt).behind_value && !bind_chosen(stmt, &value, out)) return;
    auto where = place(target);
    if (!where || !value) return;
    const Type* type = where->type();
    ExprPtr stored = store(std::move(value), type, target_of(*where));
    if (stored)
        emit(out, std::make_unique<program::Assign>(stmt.span, std::move(*where), std::move(stored)), stmt);
}

void FunctionChecker::assign_chain(const syntax::Assign& stmt, program::Block& out) {
    if (bind_chain(stmt, out)) return;
    Value value = storable(*stmt.value, "an assignment to several names");
    std::vector<Place> places;
    bool failed = false;
    if (value && value.type()->is_struct()) {
        report(diag::SameStruct{diag::SameStruct::Why::chain, "", text(*stmt.value), value.type()->name()},
               stmt.targets[0]->span);
        value = {};
    }
    if (!value) { // one error is enough of what gives no value
        for (const auto& target : stmt.targets)
            poison(*target);
        return;
    }
    for (const auto& target : stmt.targets) {
        join_target(*target, value);
        auto where = place(*target);
        if (!where || !value) {
            failed = true;
            poison(*target);
            continue;
        }
        failed |= !store(copy(value), where->type(), target_of(*where));
        places.push_back(std::move(*where));
    }
    if (failed) return;
    // A literal takes the type of what it meets; among several places, one that loses nothing.
    if (value.is_weak()) {
        const Type* type = value.type();
        bool all_floating = true;
        for (const Place& where : places)
            all_floating &= where.type()->is_floating();
        if (all_floating && type->is_floating()) {
            type = Type::float32();
            for (const Place& where : places)
                type = promote(type, where.type());
        }
        value = strong(convert(std::move(value), type));
    }
    std::vector<ExprPtr> values;
    values.push_back(std::move(value.node));
    emit(out, std::make_unique<program::MultiAssign>(stmt.span, std::move(places), std::move(values)), stmt);
}

void FunctionChecker::augmented_assign(const syntax::AugmentedAssign& stmt, program::Block& out) {
    const syntax::Expr& target = *stmt.target;
    const bool is_field = target.kind == ExprKind::attribute && !entity(target);
    if (target.kind != ExprKind::name && target.kind != ExprKind::subscript && !is_field) {
        place(target);
        expression(*stmt.value);
        return;
    }
    std::string where = "`" + std::string(context_.sources.text(stmt.op_span)) + "`";
    Value left = storable(target, where);
    Value right = storable(*stmt.value, where);
    if (left && right && !left.type()->is_vector()) { // of what has no arithmetic, an error says so
        if (left.type()->is_aggregate()) left = number(target, where);
        if (right.type()->is_aggregate()) right = number(*stmt.value, where);
    }
    const bool is_complex = (left && left.type()->is_complex()) || (right && right.type()->is_complex());
    if (is_complex && stmt.op == syntax::BinaryOp::pow) {
        report(diag::ComplexPower{text(target), true}, stmt.span);
        return;
    }
    Place to{nullptr, nullptr, target.span};
    if (left && is_field) {
        auto field = place(target);
        if (!field) return;
        to = std::move(*field);
    } else if (left && left.node->kind == program::ExprKind::variable) {
        to.variable = program::as<program::VariableRef>(*left.node).variable;
    } else if (left && left.node->kind == program::ExprKind::load) {
        auto& load = program::as<program::Load>(*left.node);
        to.variable = load.array;
        to.index = program::clone(*load.index);
    } else if (left) {
        report(diag::BadTarget{text(target)}, target.span);
        return;
    }
    Value result = binary(stmt.op, stmt.op_span, stmt.span, std::move(left), std::move(right));
    result.syntax = stmt.value.get();
    join_target(target, result);
    if (!result) return;
    auto* operation = static_cast<program::Binary*>(result.node.get());
    Target description = target_of(to);
    description.augmented = true;
    ExprPtr stored = store(std::move(result), to.type(), std::move(description));
    if (!stored) return;
    emit(out,
         std::make_unique<program::AugmentedAssign>(stmt.span, std::move(to), operation->op, operation->type,
                                                    std::move(operation->right)),
         stmt);
}

/// `row: cp.Array[cp.float32] = A[0]`
void FunctionChecker::annotated_array(const syntax::AnnotatedAssign& stmt, const std::string& name,
                                      const Type& annotated, program::Block& out) {
    Local& local = *find_local(*stmt.target);
    if (local.poisoned && !final_) return;
    if (lists_named(*stmt.value)) { // which no other name can stand for
        assign_one(stmt, *stmt.target, *stmt.value, out);
        return;
    }
    // What the name stands for, or else what it is given.
    const Type* type = nullptr;
    const Type* array = (local.view ? local.view->array : local.variable)->type;
    if (is_element_name(local))
        type = array->element();
    else if (local.view)
        type = Type::array(array->element(), static_cast<int>(local.view->axes.size()));
    else if (local.fixed())
        type = local.lists.offsets ? declared_type(local) : array;
    else if (const Value value = storable(*stmt.value, "an assignment"))
        type = value.type();
    if (!type) {
        poison(*stmt.target);
        return;
    }
    if (type != &annotated) {
        std::vector<diag::Label> labels;
        if (is_element_name(local))
            labels.push_back({stmt.value->span, "an element of `" + local.view->array->name + "`"});
        else if (auto label = since(local))
            labels.push_back(*label);
        report(diag::AnnotationConflict{name, type->name(), annotated.name()}, stmt.annotation->span,
               std::move(labels));
        poison(*stmt.target);
        return;
    }
    if (array_maker(*stmt.value))
        declare_array(stmt, *stmt.target, syntax::as<syntax::Call>(*stmt.value), out);
    else
        assign_one(stmt, *stmt.target, *stmt.value, out);
}

void FunctionChecker::annotated_assign(const syntax::AnnotatedAssign& stmt, program::Block& out) {
    if (stmt.target->kind != ExprKind::name) {
        report(diag::BadTarget{text(*stmt.target)}, stmt.target->span);
        return;
    }
    const std::string& name = syntax::as<syntax::Name>(*stmt.target).id;
    Local& local = *find_local(*stmt.target);
    auto annotation = local_annotation(*stmt.annotation);
    if (annotation.type && annotation.type->is_array() && stmt.value) {
        annotated_array(stmt, name, *annotation.type, out);
        return;
    }
    bool good = annotation.type && (annotation.type->is_number() || annotation.type->is_vector());
    if (annotation.reported) {
        if (stmt.value) expression(*stmt.value);
        return;
    }
    const bool of_python = !good && stmt.value && stmt.value->kind == ExprKind::unsupported; // `x: list = []`
    if (annotation.type && (annotation.type->is_array() || annotation.type->is_lists()))
        report(diag::NotSupportedYet{Feature::array_local, name}, stmt.annotation->span);
    else if (!good)
        report(bad_annotation(environment_, *stmt.annotation, text(*stmt.annotation)), stmt.annotation->span);
    const Type* type = local.variable->type;
    if (good && local.fixed() && type != annotation.type) {
        std::vector<diag::Label> labels;
        if (auto label = declared(local.variable)) labels.push_back(*label);
        report(diag::AnnotationConflict{name, type->name(), annotation.type->name()}, stmt.annotation->span,
               labels);
        good = false;
    }
    if (stmt.value && good)
        assign_one(stmt, *stmt.target, *stmt.value, out);
    else if (stmt.value && !of_python)
        expression(*stmt.value);
}

} // namespace cudapy::checker
