#include "translator/check/body/names.h"

#include "translator/check/aggregates/struct_values.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/element_types.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/none_constants.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/type_rules.h"
#include "translator/check/module/cuda_names.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/render.h"
#include "translator/program/build.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace cudapy::checker {

using Kind = Entity::Kind;

namespace {

/// Returns what an item of a tuple from outside stands for, if it is no number.
std::optional<Entity> item_of_tuple(Body& body, const syntax::Subscript& expr) {
    const bool is_named =
        expr.value->kind == syntax::ExprKind::name || expr.value->kind == syntax::ExprKind::attribute;
    const auto owner = is_named ? entity(body, *expr.value) : std::nullopt;
    return owner ? body.environment.item(*owner, *expr.index) : std::nullopt;
}

/// Returns what an expression stands for, if it is a name that is no variable, an item of a tuple from
/// outside that is no number, or if it names the type of something.
std::optional<Entity> simple_entity(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::subscript)
        return item_of_tuple(body, syntax::as<syntax::Subscript>(expr));
    if (expr.kind != syntax::ExprKind::name)
        return asks_for_type(expr) ? element_type(body, expr) : std::nullopt;
    if (LocalFunction* named = find_local_function(body, expr)) return named_function(body, *named);
    if (find_local(body, expr)) return std::nullopt;
    return body.environment.name(syntax::as<syntax::Name>(expr).id);
}

/// Returns the same, also for names with attributes.
std::optional<NameMeaning> meaning(Body& body, const syntax::Expr& expr) {
    if (auto found = simple_entity(body, expr)) return NameMeaning{*found, *found};
    if (expr.kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    const auto owner = meaning(body, *attribute.value);
    if (!owner) return std::nullopt;
    return Environment::of_attribute(*owner, member_of(body, owner->itself, attribute.name));
}

/// Returns a captured tuple as if it were written out.
Value captured_tuple(Body& body, Span span, const Binding& binding, const std::string& name) {
    Value tuple;
    std::vector<program::ExprPtr> nodes;
    std::vector<const Type*> types;
    for (std::size_t i = 0; i < binding.elements.size(); ++i) {
        const std::string place = name + "[" + std::to_string(i) + "]";
        Value part = binding_value(body, span, binding.elements[i], place);
        if (part && part.type()->is_struct()) {
            report(body, diag::StructInTuple{place, part.type()->name()}, span);
            return {};
        }
        if (!part) return {};
        types.push_back(part.type());
        nodes.push_back(std::move(part.node));
        tuple.parts.push_back(std::move(part));
    }
    tuple.node = std::make_unique<program::Construct>(span, Type::tuple(types), std::move(nodes));
    return tuple;
}

/// Returns a coordinate. For gridsize that is the product of the grid's blocks and their threads.
program::ExprPtr coordinate_value(const Body& body, Span span, const Entity& entity) {
    using program::Coordinate;
    const Type* type = body.context.index_type();
    const auto value = [&](Coordinate coordinate) {
        return std::make_unique<program::CoordinateExpr>(span, type, coordinate);
    };
    if (!entity.is_grid_size) return value(entity.coordinate);
    auto size = std::make_unique<program::Binary>(
        span, type, program::BinaryOp::mul, value(entity.coordinate),
        value(coordinate_of(program::CoordinateGroup::block_dim, axis_of(entity.coordinate))));
    size->is_position = true; // no launch has more threads than it holds
    return size;
}

/// Returns whether the entity belongs to a module that a translation of text cannot read. This is false for
/// the modules in the list, whose contents are for the host in any case.
bool cannot_be_read(const Entity& entity) {
    constexpr std::string_view hosts[] = {"os",        "sys",       "time",    "random",    "datetime",
                                          "itertools", "functools", "decimal", "fractions", "socket",
                                          "threading", "queue",     "pathlib", "logging",   "collections",
                                          "re",        "json",      "string",  "warnings",  "subprocess",
                                          "numba",     "cupy",      "cupyx",   "warp",      "pycuda"};
    const std::string_view package = std::string_view(entity.path).substr(0, entity.path.find('.'));
    const bool is_hosts = std::find(std::begin(hosts), std::end(hosts), package) != std::end(hosts);
    return entity.binding && !entity.binding->span.empty() && !is_hosts && entity.path != "numpy.random";
}

} // namespace

std::optional<Entity> entity(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::attribute) return simple_entity(body, expr);
    auto found = meaning(body, expr);
    return found ? std::optional(std::move(found->told)) : std::nullopt;
}

Environment::Annotation local_annotation(Body& body, const syntax::Expr& expr) {
    const bool is_name = expr.kind == syntax::ExprKind::name || expr.kind == syntax::ExprKind::attribute;
    const auto found = is_name || asks_for_type(expr) ? entity(body, expr) : std::nullopt;
    if (found && found->type && !found->binding) return {found->type, false};
    return body.environment.annotation(expr);
}

Value binding_value(Body& body, Span span, const Binding& binding, const std::string& name) {
    if (binding.kind == Binding::Kind::array) {
        report(body,
               diag::NoOther{"the array `" + name + "` from outside at this place",
                             "write `" + name + "` there"},
               span);
        return {};
    }
    if (binding.int_too_large) {
        std::vector<diag::Label> labels;
        if (!binding.span.empty()) labels.push_back({binding.span, "bound here"});
        report(body, diag::IntegerTooLarge{name}, span, std::move(labels));
        return {};
    }
    if (std::holds_alternative<std::complex<double>>(binding.value))
        return captured_complex(body, span, binding, name);
    if (const TypeRules* rules = binding.type ? rules_of(body, binding.type) : nullptr)
        return rules->captured(span, binding, name);
    if (!binding.elements.empty() && binding.path != "tuple")
        return captured_aggregate(body, span, binding, name);
    std::variant<bool, int64_t, double> literal = false;
    if (auto* number = std::get_if<int64_t>(&binding.value)) {
        if (!binding.type) return weak_integer(span, *number, {}, name);
        literal = *number;
    } else if (auto* large = std::get_if<uint64_t>(&binding.value)) {
        if (!binding.type) return weak_integer(span, *large, {}, name);
        literal = static_cast<int64_t>(*large);
    } else if (auto* real = std::get_if<double>(&binding.value)) {
        if (!binding.type) return weak_floating(span, *real, body.precision, {}, name);
        literal = *real;
    } else if (auto* truth_value = std::get_if<bool>(&binding.value)) {
        literal = *truth_value;
    } else {
        if (binding.path == "tuple") return captured_tuple(body, span, binding, name);
        report(body, diag::NotAValue{name, diag::NotAValue::Subject::tuple}, span);
        return {};
    }
    auto node =
        std::make_unique<program::Literal>(span, binding.type ? binding.type : Type::bool_(), literal);
    node->name = name;
    return strong(std::move(node));
}

Value name_value(Body& body, const syntax::Expr& expr, const Entity& entity) {
    switch (entity.kind) {
    case Kind::constant:
        return binding_value(body, expr.span, *entity.binding, entity.name);
    case Kind::number:
        return weak_floating(expr.span, entity.number, body.precision);
    case Kind::coordinate:
        return strong(coordinate_value(body, expr.span, entity));
    case Kind::warp_size:
        return strong(program::make_int(Type::int32(), 32, expr.span));
    default:
        report_not_value(body, expr, entity);
        return {};
    }
}

void report_unknown(Body& body, const std::string& name, Span span, bool called, const std::string& whole) {
    if (!body.is_final()) return;
    if (body.info.dropped_names.contains(name))
        return report(body, diag::UnassignedVariable{name, false, false, false, true}, span);
    std::string suggestion;
    if (name == "true" || name == "false") suggestion = name == "true" ? "True" : "False";
    if (name == "null" || name == "NULL" || name == "nullptr") {
        report(body, diag::NoNone{}, span);
        return;
    }
    bool is_module = name == "math" || name == "cmath" || name == "numpy" || name == "np" ||
                     name == "cudapy" || name == "cp";
    if (is_module) {
        suggestion = name == "np"   ? "import numpy as np"
                     : name == "cp" ? "import cudapy as cp"
                                    : "import " + name;
    } else if (find_builtin("math." + name)) {
        suggestion = "math." + name;
    } else if (suggestion.empty()) {
        std::vector<std::string> candidates = body.environment.candidates();
        for (const auto& [symbol, local] : body.locals)
            if (symbol->is_given || !symbol->bindings.empty()) candidates.push_back(symbol->name);
        suggestion = diag::nearest(name, candidates);
    }
    if (body.reports.hides_names && (is_module || suggestion.empty()))
        return; // an `import` in the function, for one
    report(body, diag::UnknownName{name, suggestion, called, whole}, span);
}

void report_not_value(Body& body, const syntax::Expr& expr, const Entity& entity, const syntax::Call* call) {
    std::vector<diag::Label> labels;
    if (entity.binding && !entity.binding->span.empty())
        labels.push_back({entity.binding->span, "bound here"});
    using Subject = diag::NotAValue::Subject;
    switch (entity.kind) {
    case Kind::unknown:
        report_unknown(body, entity.name, expr.span);
        break;
    case Kind::no_member: {
        Span span = expr.kind == syntax::ExprKind::attribute ? syntax::as<syntax::Attribute>(expr).name_span
                                                             : expr.span;
        const std::vector<std::string> members =
            Environment::members(entity.module.empty() ? entity.path : entity.module);
        std::string suggestion = diag::nearest(entity.name, members);
        if (suggestion.empty()) { // `shfl` of what older versions of numba have is `shfl_sync`
            const auto longer = std::ranges::find_if(
                members, [&](const std::string& member) { return member.starts_with(entity.name); });
            if (longer != members.end()) suggestion = *longer;
        }
        const bool is_small = !entity.module.empty() && members.size() < 20;
        std::vector<std::string> given;
        for (std::size_t i = 0; call && i < call->arguments.size() && call->arguments[i].keyword.empty(); ++i)
            given.push_back(text(body, *call->arguments[i].value));
        report(body,
               diag::UnknownMember{entity.path, entity.name, suggestion, body.precision->name(),
                                   std::move(given), is_small ? members : std::vector<std::string>()},
               span);
        break;
    }
    case Kind::out_of_reach:
        report(body, diag::FunctionOutOfReach{entity.name}, expr.span,
               {{body.local_functions.by_symbol.at(entity.symbol).span, "assigned here"}});
        break;
    case Kind::function:
    case Kind::lambda:
    case Kind::builtin:
    case Kind::position:
    case Kind::unroll:
    case Kind::constant_array:
    case Kind::device_function:
    case Kind::overloaded:
    case Kind::python_function:
        report(body, diag::NotAValue{entity.name, Subject::function}, expr.span, labels);
        break;
    case Kind::type:
    case Kind::void_type:
    case Kind::array_type:
    case Kind::aggregate:
        report(body, diag::NotAValue{entity.name + (entity.is_dtype ? ".type" : ""), Subject::type},
               expr.span);
        break;
    case Kind::module: {
        const std::string example = entity.path == "cudapy"     ? ".int64(...)"
                                    : entity.path == "operator" ? ".add(...)"
                                    : is_cuda_module(entity.path)
                                        ? "." + cuda_members(entity.path).front() + "(...)"
                                        : ".pi";
        report(body, diag::NotAValue{entity.name, Subject::module, text(body, expr) + example}, expr.span,
               labels);
        break;
    }
    case Kind::axes:
        report(body, diag::AxisNeeded{entity.name}, expr.span);
        break;
    case Kind::foreign_module:
        if (cannot_be_read(entity))
            report(body, diag::ModuleNotRead{entity.path, text(body, expr)}, expr.span, labels);
        else
            report(body, diag::ForeignModule{entity.path, text(body, expr)}, expr.span, labels);
        break;
    case Kind::object:
        if (auto reason = body.dialect.expressions.no_value(body, expr, entity)) {
            report(body, std::move(*reason), expr.span);
            break;
        }
        if (is_string(entity)) {
            report(body,
                   diag::NoOther{"`" + text(body, expr) + "`, which is the string " + entity.name +
                                     ", as a value",
                                 "compare it: `if " + text(body, expr) + " == " + entity.name + ":`"},
                   expr.span);
            break;
        }
        report(body, diag::NotCapturable{entity.name, entity.binding->path}, expr.span, labels);
        break;
    case Kind::captured_array:
        report(body,
               diag::NoOther{"an array from outside at this place", "give it to the kernel as an argument"},
               expr.span);
        break;
    case Kind::not_constant:
        report(body, diag::NotConstant{entity.name}, expr.span, labels);
        break;
    case Kind::unsupported:
        report(body, diag::UnsupportedFunction{entity.name}, expr.span);
        break;
    default:
        break;
    }
}

namespace {

/// Reports the name that nothing is known of, before the first dot.
void report_unknown_owner(Body& body, const syntax::Attribute& expr) {
    const syntax::Expr* root = expr.value.get();
    while (root->kind == syntax::ExprKind::attribute)
        root = syntax::as<syntax::Attribute>(*root).value.get();
    report_unknown(body, text(body, *root), root->span, false, text(body, expr));
}

} // namespace

Value attribute(Body& body, const syntax::Attribute& expr) {
    if (auto found = is_captured_field(body, expr) ? std::nullopt : entity(body, expr)) {
        if (found->kind != Kind::unknown && found->kind != Kind::reported)
            return name_value(body, expr, *found);
        if (found->kind == Kind::reported) return {};
        auto owner = entity(body, *expr.value);
        const bool has_attributes =
            owner && (owner->kind == Kind::unknown || owner->kind == Kind::no_member ||
                      owner->kind == Kind::not_constant);
        if (has_attributes && owner->kind == Kind::unknown) {
            report_unknown_owner(body, expr);
            return {};
        }
        if (has_attributes) { // the name before the dot is what is wrong
            report_not_value(body, *expr.value, *owner);
            return {};
        }
        report(body, diag::NoObjects{text(body, expr), false}, expr.span);
        return {};
    }
    if (expr.value->kind == syntax::ExprKind::error) return {};
    if (is_transposed(body, expr) || body.dialect.arrays.reshaped(body, expr)) {
        auto found = part(body, expr);
        return found ? part_value(body, expr.span, std::move(*found)) : Value{};
    }
    if (const int rank = dimensions(body, *expr.value); rank > 0 && !lists_named(body, *expr.value)) {
        if (expr.name == "ndim") {
            auto found = part(body, *expr.value);
            if (!found) return {};
            Value count = weak_integer(expr.span, rank);
            const bool is_plain = !found->start || is_pure(*found->start);
            return is_plain ? std::move(count) : shape_value(body, *found, strong(std::move(count.node)));
        }
        if (expr.name == "size") return array_size(body, expr.span, *expr.value);
        if (expr.name == "itemsize" || expr.name == "nbytes" || expr.name == "strides")
            return array_bytes(body, expr);
        if (expr.name == "shape") return shape_tuple(body, expr.span, *expr.value);
    }
    Value owner = expression(body, *expr.value);
    if (!owner) return {};
    if (owner.type()->is_struct() || owner.type()->is_vector()) return field(body, expr, std::move(owner));
    if (auto found = complex_part(body, expr, owner)) return std::move(*found);
    report(body, diag::NoObjects{text(body, expr), false}, expr.span);
    return {};
}

} // namespace cudapy::checker
