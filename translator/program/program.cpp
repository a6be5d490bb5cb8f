#include "translator/program/program.h"

#include "translator/builtins/atomics.h"
#include "translator/support/internal_error.h"

#include <algorithm>

namespace cudapy::program {

std::vector<std::shared_ptr<const cuda_text::DeviceSource>> Program::device_sources() const {
    std::vector<std::shared_ptr<const cuda_text::DeviceSource>> sources;
    for (const auto& function : functions) {
        if (!function->foreign) continue;
        const auto& source = function->foreign->source;
        if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
    }
    return sources;
}

Call::Call(Span span, Function* function, std::vector<ExprPtr> arguments)
    : Expr(ExprKind::call, function->result, span), function(function), arguments(std::move(arguments)) {}

Variable* Function::add_variable(std::string name, const Type* type, VariableRole role, Span span) {
    auto variable = std::make_unique<Variable>();
    variable->name = std::move(name);
    variable->type = type;
    variable->role = role;
    variable->span = span;
    variables.push_back(std::move(variable));
    return variables.back().get();
}

std::vector<Function*> Function::forms() {
    std::vector<Function*> found{this};
    for (const auto* form : {&strip, &block})
        if (*form) found.push_back(form->get());
    return found;
}

std::vector<const Function*> Function::forms() const {
    std::vector<const Function*> found{this};
    for (const auto* form : {&strip, &block})
        if (*form) found.push_back(form->get());
    return found;
}

int64_t Variable::element_count() const {
    int64_t count = 1;
    for (const int64_t extent : shape)
        count *= extent;
    return count;
}

bool is_number(const Expr& expr, int64_t value) {
    if (expr.kind != ExprKind::literal || !as<Literal>(expr).name.empty()) return false;
    const auto* number = std::get_if<int64_t>(&as<Literal>(expr).value);
    return number && *number == value;
}

bool is_barrier(const Expr& expr) {
    if (expr.kind != ExprKind::builtin_call) return false;
    switch (as<BuiltinCall>(expr).builtin->special) {
    case Special::barrier:
    case Special::barrier_count:
    case Special::barrier_and:
    case Special::barrier_or:
    case Special::grid_barrier:
        return true;
    default:
        return false;
    }
}

bool is_grid_barrier(const Expr& expr) {
    return expr.kind == ExprKind::builtin_call &&
           as<BuiltinCall>(expr).builtin->special == Special::grid_barrier;
}

bool is_draw(const Expr& expr) {
    if (expr.kind != ExprKind::builtin_call) return false;
    const Special special = as<BuiltinCall>(expr).builtin->special;
    return special >= Special::random_state && special <= Special::randint;
}

bool is_report(const Expr& expr) {
    if (expr.kind != ExprKind::builtin_call) return false;
    const Special special = as<BuiltinCall>(expr).builtin->special;
    return special == Special::print || special == Special::assert_;
}

bool is_atomic(const Expr& expr) {
    return expr.kind == ExprKind::builtin_call && cudapy::is_atomic(as<BuiltinCall>(expr).builtin->special);
}

bool is_warp_wide(const Expr& expr) {
    return expr.kind == ExprKind::builtin_call &&
           cudapy::is_warp_wide(as<BuiltinCall>(expr).builtin->special);
}

const Type* mask_type() {
    return Type::uint32();
}

namespace {

std::vector<ExprPtr> clone_list(const std::vector<ExprPtr>& list) {
    std::vector<ExprPtr> copies;
    copies.reserve(list.size());
    for (const ExprPtr& item : list)
        copies.push_back(clone(*item));
    return copies;
}

} // namespace

Variable* array_of(const Expr& argument) {
    return argument.kind == ExprKind::view ? as<ArrayView>(argument).array
                                           : as<VariableRef>(argument).variable;
}

ExprPtr clone(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::literal:
        return std::make_unique<Literal>(as<Literal>(expr));
    case ExprKind::variable:
        return std::make_unique<VariableRef>(as<VariableRef>(expr));
    case ExprKind::length:
        return std::make_unique<Length>(as<Length>(expr));
    case ExprKind::coordinate:
        return std::make_unique<CoordinateExpr>(as<CoordinateExpr>(expr));
    case ExprKind::unary: {
        const auto& node = as<Unary>(expr);
        return std::make_unique<Unary>(node.span, node.type, node.op, clone(*node.operand));
    }
    case ExprKind::binary: {
        const auto& node = as<Binary>(expr);
        auto copy =
            std::make_unique<Binary>(node.span, node.type, node.op, clone(*node.left), clone(*node.right));
        copy->is_position = node.is_position;
        return copy;
    }
    case ExprKind::compare: {
        const auto& node = as<Compare>(expr);
        return std::make_unique<Compare>(node.span, clone_list(node.operands), node.ops);
    }
    case ExprKind::logical: {
        const auto& node = as<Logical>(expr);
        return std::make_unique<Logical>(node.span, node.type, node.is_and, clone(*node.left),
                                         clone(*node.right));
    }
    case ExprKind::conditional: {
        const auto& node = as<Conditional>(expr);
        return std::make_unique<Conditional>(node.span, node.type, clone(*node.condition),
                                             clone(*node.then_value), clone(*node.else_value));
    }
    case ExprKind::cast: {
        const auto& node = as<Cast>(expr);
        auto copy = std::make_unique<Cast>(node.span, node.type, clone(*node.operand), node.is_explicit);
        copy->keeps_value = node.keeps_value;
        return copy;
    }
    case ExprKind::construct: {
        const auto& node = as<Construct>(expr);
        auto copy = std::make_unique<Construct>(node.span, node.type, clone_list(node.parts));
        copy->order = node.order;
        return copy;
    }
    case ExprKind::field: {
        const auto& node = as<FieldExpr>(expr);
        return std::make_unique<FieldExpr>(node.span, clone(*node.operand), node.field);
    }
    case ExprKind::load: {
        const auto& node = as<Load>(expr);
        return std::make_unique<Load>(node.span, node.array, clone(*node.index));
    }
    case ExprKind::view: {
        const auto& node = as<ArrayView>(expr);
        auto copy = std::make_unique<ArrayView>(node.span, node.type, node.array, clone(*node.start));
        copy->lengths = clone_list(node.lengths);
        copy->strides = clone_list(node.strides);
        return copy;
    }
    case ExprKind::call: {
        const auto& node = as<Call>(expr);
        auto copy = std::make_unique<Call>(node.span, node.function, clone_list(node.arguments));
        copy->order = node.order;
        return copy;
    }
    case ExprKind::builtin_call: {
        const auto& node = as<BuiltinCall>(expr);
        auto copy = std::make_unique<BuiltinCall>(node.span, node.type, node.builtin, node.precision,
                                                  clone_list(node.arguments));
        copy->texts = node.texts;
        copy->formats = node.formats;
        return copy;
    }
    case ExprKind::helper_call: {
        const auto& node = as<HelperCall>(expr);
        auto copy =
            std::make_unique<HelperCall>(node.span, node.type, node.helper, clone_list(node.arguments));
        copy->check = node.check;
        return copy;
    }
    case ExprKind::assign_expr: {
        const auto& node = as<AssignExpr>(expr);
        auto copy = std::make_unique<AssignExpr>(node.span, node.variable, clone(*node.value));
        copy->hoists = node.hoists;
        return copy;
    }
    case ExprKind::sequence: {
        const auto& node = as<Sequence>(expr);
        auto copy = std::make_unique<Sequence>(node.span, clone(*node.first), clone(*node.second));
        copy->hoists = node.hoists;
        return copy;
    }
    case ExprKind::other_lane: {
        const auto& node = as<OtherLane>(expr);
        return std::make_unique<OtherLane>(node.span, node.variable, clone(*node.place));
    }
    }
    throw InternalError("clone of an unknown expression");
}

Place clone(const Place& place) {
    return Place{place.variable, place.index ? clone(*place.index) : nullptr, place.span, place.fields};
}

} // namespace cudapy::program
