#include "translator/check/aggregates/struct_values.h"

#include "translator/check/aggregates/vectors.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/type_rules.h"
#include "translator/check/module/structs.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/kinds/vector_kinds.h"
#include "translator/diagnostics/render.h"
#include "translator/program/build.h"
#include "translator/types/small_floats.h"

#include <numeric>

namespace cudapy::checker {

using program::ExprPtr;
using program::Lvalue;
using syntax::ExprKind;

namespace {

/// Returns whether nothing else refers to the struct that the expression gives.
bool is_fresh(const program::Expr& expr) {
    switch (expr.kind) {
    case program::ExprKind::construct:
    case program::ExprKind::call:
    case program::ExprKind::builtin_call: // of an atomic: what was in memory
    case program::ExprKind::conditional:  // of two that are
        return true;
    case program::ExprKind::field:
        return is_fresh(*program::as<program::FieldExpr>(expr).operand);
    default:
        return false;
    }
}

bool is_fresh(const Value& value) {
    return value.is_copy || (!value.is_captured && is_fresh(*value.node));
}

std::string names_of(const Type& type) {
    std::string names;
    for (const Type::Field& field : type.fields())
        names += (names.empty() ? "`" : ", `") + field.name + "`";
    return names;
}

/// Returns the name of the first number in a struct: "x", or "pos.x" if the first field is a struct itself.
std::string first_number(const Type& type) {
    const Type::Field& field = type.fields()[0];
    return field.type->is_aggregate() ? field.name + "." + first_number(*field.type) : field.name;
}

std::optional<std::size_t> field_named(const Type& type, const std::string& name) {
    for (std::size_t i = 0; i < type.fields().size(); ++i)
        if (type.fields()[i].name == name) return i;
    return std::nullopt;
}

} // namespace

void report_same(Body& body, diag::SameStruct::Reason reason, const std::string& place, const Value& value,
                 Span span) {
    report(body,
           diag::SameStruct{reason, place, text(body, value.syntax ? value.syntax->span : span),
                            value.type()->name()},
           span);
}

void report_as_number(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where) {
    report(body,
           diag::StructAsNumber{text(body, expr), value.type()->name(), first_number(*value.type()), where,
                                value.type()->is_vector()},
           expr.span, explain(body, *value.node, [](const Type*) { return true; }));
}

namespace {

ExprPtr literal_of(const Constant& constant, const Type* type, Span span) {
    if (const double* number = std::get_if<double>(&constant))
        return program::make_float(type, rounded(type, *number), span);
    const WideInt number = std::get<WideInt>(constant);
    return type->is_floating() ? program::make_float(type, rounded(type, static_cast<double>(number)), span)
                               : program::make_int(type, static_cast<int64_t>(number), span);
}

} // namespace

FieldDefault field_default(Body& body, const syntax::Expr& expr, const std::string& name, const Type* type) {
    Value value = constant_default(body, expr, name);
    if (!value) return {};
    const std::optional<Constant> constant = value.constant;
    Target target;
    target.place = "field `" + name + "`";
    FieldDefault result;
    result.value = store(body, std::move(value), type, std::move(target));
    if (!result.value) return {};
    const bool is_computed = constant && result.value->kind != program::ExprKind::literal;
    const bool is_number = type->is_floating() || type->is_integer();
    result.literal =
        is_computed && is_number ? literal_of(*constant, type, expr.span) : program::clone(*result.value);
    return result;
}

namespace {

/// The defaults of the fields of a struct, as Python has them or as the text says.
class Defaults {
  public:
    Defaults(Body& body, const Entity& entity) : body_(body), type_(*entity.type), binding_(entity.binding) {}

    bool has(std::size_t field) const {
        if (is_of_python())
            return field < binding_->elements.size() &&
                   binding_->elements[field].kind == Binding::Kind::constant;
        return of_text(field);
    }
    /// Returns null where it is reported that the default is none for the field. There must be one.
    ExprPtr value(std::size_t field, Span span, Target target) const {
        if (!is_of_python()) return program::clone(*of_text(field));
        const Type::Field& of = type_.fields()[field];
        return store(body_, binding_value(body_, span, binding_->elements[field], of.name), of.type,
                     std::move(target));
    }

  private:
    bool is_of_python() const { return binding_ && binding_->type; }
    const program::Expr* of_text(std::size_t field) const {
        if (!binding_) return nullptr;
        const uint32_t file = binding_->span.empty() ? body_.info.file : binding_->span.file;
        return body_.context.structs->default_value(file, binding_->path, field);
    }

    Body& body_;
    const Type& type_;
    const Binding* binding_;
};

} // namespace

/// Makes a value with the arguments in the order of the fields. They are evaluated in the order of the call.
Value construct(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Type* type = entity.type;
    if (!type) {
        check_arguments_only(body, expr);
        return {};
    }
    if (type->is_vector()) return construct_vector(body, expr, type, entity.name);
    if (const TypeRules* rules = rules_of(body, type)) return rules->made(body, expr, type);
    const auto& fields = type->fields();
    std::vector<const syntax::Expr*> given(fields.size());
    std::size_t positional = 0;
    bool failed = false;
    for (const syntax::Argument& argument : expr.arguments) {
        if (argument.stars) {
            report(body, diag::NoStars{}, argument.value->span);
            return {};
        }
        std::size_t place = fields.size();
        if (argument.keyword.empty()) {
            place = positional++;
        } else if (const auto named = field_named(*type, argument.keyword)) {
            place = *named;
            if (given[place]) {
                report(body, diag::RepeatedArgument{type->name(), argument.keyword}, argument.keyword_span);
                failed = true;
                continue;
            }
        } else {
            std::vector<std::string> names;
            for (const Type::Field& field : fields)
                names.push_back(field.name);
            report(
                body,
                diag::UnknownKeyword{type->name(), argument.keyword, diag::nearest(argument.keyword, names)},
                argument.keyword_span);
            failed = true;
        }
        if (place >= fields.size()) {
            failed |= !expression(body, *argument.value);
            continue;
        }
        given[place] = argument.value.get();
    }
    const auto place_of = [&](std::size_t i) {
        return "field `" + fields[i].name + "` of `" + type->name() + "`";
    };
    const Defaults defaults(body, entity);
    std::vector<ExprPtr> parts;
    std::size_t required = 0;
    std::string missing;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const bool has_default = defaults.has(i);
        if (!has_default) ++required;
        if (!given[i] && !has_default) {
            if (missing.empty()) missing = fields[i].name;
            parts.emplace_back();
            continue;
        }
        if (!given[i] && fields[i].type->is_struct()) {
            report(body,
                   diag::SameStruct{diag::SameStruct::Reason::left_out, fields[i].name, type->name(),
                                    fields[i].type->name()},
                   expr.span);
            return {};
        }
        Target target;
        target.place = place_of(i);
        if (!given[i]) {
            parts.push_back(defaults.value(i, expr.span, std::move(target)));
            failed |= !parts.back();
            continue;
        }
        ExprPtr part =
            store(body, storable(body, *given[i], target.place), fields[i].type, std::move(target));
        failed |= !part;
        parts.push_back(std::move(part));
    }
    if (positional > fields.size() || (!missing.empty() && !failed)) {
        report(body,
               diag::ArgumentCount{type->name(), required, fields.size(), expr.arguments.size(),
                                   positional > fields.size() ? "" : missing},
               expr.span);
        return {};
    }
    if (failed || !missing.empty()) return {};
    auto node = std::make_unique<program::Construct>(expr.span, type, std::move(parts));
    std::vector<std::size_t> begins(fields.size() + 1);
    std::iota(begins.begin(), begins.end(), std::size_t{0});
    node->order = written_order(expr, given, begins, fields.size());
    return strong(std::move(node));
}

Value field(Body& body, const syntax::Attribute& expr, Value owner) {
    if (!owner) return {};
    const Type* type = owner.type();
    if (const auto found = field_named(*type, expr.name)) {
        if (!owner.is_captured)
            return strong(std::make_unique<program::FieldExpr>(expr.span, std::move(owner.node), *found));
        Value part = strong(std::move(program::as<program::Construct>(*owner.node).parts[*found]));
        part.is_captured = part.type()->is_aggregate();
        return part;
    }
    std::vector<std::string> names;
    for (const Type::Field& field : type->fields())
        names.push_back(field.name);
    report(body,
           diag::NoField{type->name(), expr.name, diag::nearest(expr.name, names), names_of(*type), false},
           expr.name_span, explain(body, *owner.node, [](const Type*) { return true; }));
    return {};
}

std::optional<Value> struct_method(Body& body, const syntax::Call& expr, Value owner) {
    const auto& method = syntax::as<syntax::Attribute>(*expr.function);
    if (method.name != "copy" || !owner.type()->is_struct()) {
        if (field_named(*owner.type(), method.name)) return std::nullopt; // a number that is called
        report(body, diag::NoField{owner.type()->name(), method.name, "", "", true}, method.name_span);
        check_arguments_only(body, expr);
        return Value();
    }
    if (!plain_arguments(body, expr, text(body, *expr.function), 0, 0)) return Value();
    owner.is_copy = true;
    owner.syntax = &expr;
    return owner;
}

ExprPtr store_struct(Body& body, Value value, const Type* type, Target target, Span span) {
    if (value.type() != type) {
        report(body, diag::StructPlace{target.place, value.type()->name(), type->name()}, span,
               std::move(target.labels));
        return nullptr;
    }
    // A record that is returned is read, or stored, before anything else happens.
    const bool is_returned = type->is_record() && target.place.starts_with("the result");
    if (!type->is_struct() || target.copies || is_returned || is_fresh(value)) {
        if (value.is_copy && body.is_final()) body.context.copies.insert(value.node.get());
        return std::move(value.node);
    }
    // A name, or a field of what is no memory of its own.
    const bool is_name = target.place.size() > 1 && target.place[0] == '`';
    report_same(body,
                is_name                                  ? diag::SameStruct::Reason::name
                : target.place.starts_with("the result") ? diag::SameStruct::Reason::result
                                                         : diag::SameStruct::Reason::field,
                is_name ? target.place.substr(1, target.place.size() - 2) : target.place, value, span);
    return nullptr;
}

Value struct_conditional(Body& body, const syntax::Conditional& expr, ExprPtr test, Value then_value,
                         Value else_value) {
    for (const Value* value : {&then_value, &else_value}) {
        if (!value->type()->is_struct() || is_fresh(*value)) continue;
        report_same(body, diag::SameStruct::Reason::choice, "", *value, value->syntax->span);
        return {};
    }
    const Type* type = then_value.type()->is_aggregate() ? then_value.type() : else_value.type();
    Target target;
    target.place = "the value of `if … else`";
    const Span then_span = then_value.node->span, else_span = else_value.node->span;
    ExprPtr then_node = store_struct(body, std::move(then_value), type, target, then_span);
    ExprPtr else_node = store_struct(body, std::move(else_value), type, target, else_span);
    if (!then_node || !else_node) return {};
    return strong(std::make_unique<program::Conditional>(expr.span, type, std::move(test),
                                                         std::move(then_node), std::move(else_node)));
}

/// Returns the place of `p.x` or `bodies[i].pos.x`.
std::optional<Lvalue> field_place(Body& body, const syntax::Attribute& target) {
    Value value = expression(body, target);
    if (!value) return std::nullopt;
    std::vector<std::size_t> fields;
    const program::Expr* root = value.node.get();
    bool in_vector = false;
    for (; root->kind == program::ExprKind::field;
         root = program::as<program::FieldExpr>(*root).operand.get()) {
        fields.insert(fields.begin(), program::as<program::FieldExpr>(*root).field);
        in_vector = in_vector || program::as<program::FieldExpr>(*root).operand->type->is_vector();
    }
    if (in_vector) {
        const Type& vector = *program::as<program::FieldExpr>(*value.node).operand->type;
        const std::string owner = text(body, *target.value);
        std::string made;
        for (const Type::Field& field : vector.fields())
            made += (made.empty() ? "" : ", ") + (field.name == target.name ? "…" : owner + "." + field.name);
        report(body,
               diag::VectorChanged{text(body, target), owner, vector.name(), target.name,
                                   vector.name() + "(" + made + ")"},
               target.span);
        return std::nullopt;
    }
    if (!fields.empty() && root->kind == program::ExprKind::load) {
        const auto& load = program::as<program::Load>(*root);
        return Lvalue{load.array, program::clone(*load.index), target.span, std::move(fields)};
    }
    if (fields.empty() || root->kind != program::ExprKind::variable) {
        report(body, diag::BadTarget{text(body, target)}, target.span);
        return std::nullopt;
    }
    program::Variable* variable = program::as<program::VariableRef>(*root).variable;
    if (variable->role == program::VariableRole::parameter) { // helpers have references for that
        std::vector<diag::Label> labels;
        if (auto label = declared(body, variable)) labels.push_back(*label);
        report(body, diag::KernelStruct{body.info.syntax->name, variable->name, variable->type->name()},
               target.span, std::move(labels));
        return std::nullopt;
    }
    return Lvalue{variable, nullptr, target.span, std::move(fields)};
}

} // namespace cudapy::checker
