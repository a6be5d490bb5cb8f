#include "translator/program/program.h"

#include "translator/builtins/atomics.h"
#include "translator/program/operation_helpers.h"

#include <algorithm>

namespace cudapy::program {

int64_t Program::static_shared_bytes() const {
    int64_t bytes = 0;
    for (const auto& function : functions)
        for (const auto& variable : function->variables)
            if (variable->role == VariableRole::shared && !variable->is_dynamic())
                bytes += variable->element_count() * variable->type->element()->size() +
                         variable->type->element()->alignment();
    return bytes;
}

std::vector<std::shared_ptr<const cuda_text::DeviceSource>> Program::device_sources() const {
    std::vector<std::shared_ptr<const cuda_text::DeviceSource>> sources;
    for (const auto& function : functions) {
        if (!function->foreign) continue;
        const auto& source = function->foreign->source;
        if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
    }
    return sources;
}

CompareOp negated(CompareOp op) {
    switch (op) {
    case CompareOp::lt:
        return CompareOp::ge;
    case CompareOp::le:
        return CompareOp::gt;
    case CompareOp::gt:
        return CompareOp::le;
    case CompareOp::ge:
        return CompareOp::lt;
    case CompareOp::eq:
        return CompareOp::ne;
    case CompareOp::ne:
        return CompareOp::eq;
    }
    return op;
}

CompareOp mirrored(CompareOp op) {
    switch (op) {
    case CompareOp::lt:
        return CompareOp::gt;
    case CompareOp::le:
        return CompareOp::ge;
    case CompareOp::gt:
        return CompareOp::lt;
    case CompareOp::ge:
        return CompareOp::le;
    case CompareOp::eq:
    case CompareOp::ne:
        return op;
    }
    return op;
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

std::vector<Function*> Function::variants() {
    std::vector<Function*> found{this};
    for (const auto* variant : {&strip, &block, &coarsened})
        if (*variant) found.push_back(variant->get());
    return found;
}

std::vector<const Function*> Function::variants() const {
    std::vector<const Function*> found{this};
    for (const auto* variant : {&strip, &block, &coarsened})
        if (*variant) found.push_back(variant->get());
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

bool is_read_of(const Expr& expr, const Variable* variable) {
    return expr.kind == ExprKind::variable && as<VariableRef>(expr).variable == variable;
}

const Expr& without_casts(const Expr& expr) {
    return expr.kind == ExprKind::cast ? without_casts(*as<Cast>(expr).operand) : expr;
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
    if (expr.kind == ExprKind::helper_call) return find_atomic(as<HelperCall>(expr).helper) != nullptr;
    return expr.kind == ExprKind::builtin_call && cudapy::is_atomic(as<BuiltinCall>(expr).builtin->special);
}

std::vector<ExprPtr>& atomic_arguments(Expr& expr) {
    return expr.kind == ExprKind::helper_call ? as<HelperCall>(expr).arguments
                                              : as<BuiltinCall>(expr).arguments;
}

const std::vector<ExprPtr>& atomic_arguments(const Expr& expr) {
    return expr.kind == ExprKind::helper_call ? as<HelperCall>(expr).arguments
                                              : as<BuiltinCall>(expr).arguments;
}

namespace {

Load& element_of(Expr& place) {
    return place.kind == ExprKind::field ? element_of(*as<FieldExpr>(place).operand) : as<Load>(place);
}

} // namespace

Load& atomic_place(Expr& expr) {
    return element_of(*atomic_arguments(expr)[0]);
}

const Load& atomic_place(const Expr& expr) {
    return element_of(*atomic_arguments(expr)[0]);
}

bool is_warp_wide(const Expr& expr) {
    return expr.kind == ExprKind::builtin_call &&
           cudapy::is_warp_wide(as<BuiltinCall>(expr).builtin->special);
}

const Type* mask_type() {
    return Type::uint32();
}

Variable* array_of(const Expr& argument) {
    return argument.kind == ExprKind::view ? as<ArrayView>(argument).array
                                           : as<VariableRef>(argument).variable;
}

} // namespace cudapy::program
