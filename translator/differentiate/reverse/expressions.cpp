// The adjoints of expressions: from the bar of a value to those of the variables and elements in it.

#include "translator/builtins/derivatives.h"
#include "translator/differentiate/formula.h"
#include "translator/differentiate/reverse/reverse.h"
#include "translator/differentiate/same_expression.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

namespace {

bool is_one(const Expr& expr) {
    const Expr& number = without_casts(expr);
    if (number.kind != ExprKind::literal) return false;
    const auto& value = as<Literal>(number).value;
    const double* const real = std::get_if<double>(&value);
    const int64_t* const integer = std::get_if<int64_t>(&value);
    return (real && *real == 1.0) || (integer && *integer == 1);
}

bool is_negation(const Expr& expr) {
    return expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::negate;
}

ExprPtr negated(ExprPtr expr) {
    if (is_negation(*expr)) return std::move(as<Unary>(*expr).operand);
    const Span span = expr->span;
    const Type* type = expr->type;
    return std::make_unique<Unary>(span, type, UnaryOp::negate, std::move(expr));
}

bool is_conjugate(const Expr& expr) {
    return expr.kind == ExprKind::helper_call && as<HelperCall>(expr).helper == Helper::complex_conjugate;
}

int conjugates_in(const Expr& expr) {
    int count = 0;
    visit_all(expr, [&](const Expr& part) { count += is_conjugate(part); });
    return count;
}

/// Returns the conjugate of a product, a quotient or a negative as that of its parts.
ExprPtr conjugated_in_parts(const Expr& expr) {
    const Span span = expr.span;
    if (is_conjugate(expr)) return clone(*as<HelperCall>(expr).arguments[0]);
    if (is_negation(expr)) return negated(conjugated_in_parts(*as<Unary>(expr).operand));
    if (expr.kind == ExprKind::binary) {
        const auto& node = as<Binary>(expr);
        const bool are_complex = node.left->type == expr.type && node.right->type == expr.type;
        if (are_complex && (node.op == BinaryOp::mul || node.op == BinaryOp::divide))
            return make_binary(node.op, conjugated_in_parts(*node.left), conjugated_in_parts(*node.right));
    }
    return make_helper_call(Helper::complex_conjugate, expr.type, span, clone(expr));
}

/// Returns the conjugate, with as few conjugates in it as its parts allow.
ExprPtr conjugated(ExprPtr expr) {
    ExprPtr parts = conjugated_in_parts(*expr);
    if (conjugates_in(*parts) <= conjugates_in(*expr) + 1) return parts;
    const Span span = expr->span;
    const Type* type = expr->type;
    return make_helper_call(Helper::complex_conjugate, type, span, std::move(expr));
}

bool is_same(const Expr& a, const Expr& b) {
    const Expr& left = without_casts(a);
    const Expr& right = without_casts(b);
    if (left.kind != right.kind) return false;
    switch (left.kind) {
    case ExprKind::literal:
        return as<Literal>(left).value == as<Literal>(right).value;
    case ExprKind::variable:
        return as<VariableRef>(left).variable == as<VariableRef>(right).variable;
    case ExprKind::coordinate:
        return as<CoordinateExpr>(left).coordinate == as<CoordinateExpr>(right).coordinate;
    case ExprKind::length:
        return as<Length>(left).array == as<Length>(right).array &&
               as<Length>(left).axis == as<Length>(right).axis;
    case ExprKind::binary:
        return as<Binary>(left).op == as<Binary>(right).op &&
               is_same(*as<Binary>(left).left, *as<Binary>(right).left) &&
               is_same(*as<Binary>(left).right, *as<Binary>(right).right);
    default:
        return false;
    }
}

bool is_same(const Lvalue& a, const Lvalue& b) {
    if (a.variable != b.variable || a.fields != b.fields || !a.index != !b.index || a.item || b.item)
        return false;
    return !a.index || is_same(*a.index, *b.index);
}

/// Returns the place that an expression reads, if it does nothing else.
std::optional<Lvalue> place_of(const Expr& expr) {
    if (expr.kind == ExprKind::variable) return Lvalue{as<VariableRef>(expr).variable, nullptr, expr.span};
    if (expr.kind == ExprKind::load)
        return Lvalue{as<Load>(expr).array, clone(*as<Load>(expr).index), expr.span};
    if (expr.kind != ExprKind::field) return std::nullopt;
    const auto& node = as<FieldExpr>(expr);
    auto place = place_of(*node.operand);
    if (!place || place->item) return std::nullopt;
    place->fields.push_back(node.field);
    if (node.item) place->item = clone(*node.item);
    place->span = expr.span;
    return place;
}

const Derivative* row_of(const Expr& expr) {
    if (expr.kind == ExprKind::builtin_call) return find_derivative(*as<BuiltinCall>(expr).builtin);
    if (expr.kind == ExprKind::binary) return find_derivative(derivative_name(as<Binary>(expr).op));
    return nullptr;
}

std::vector<ExprPtr*> operands_of(Expr& expr) {
    std::vector<ExprPtr*> operands;
    visit_operands(expr, [&](ExprPtr& operand) { operands.push_back(&operand); });
    return operands;
}

/// Returns the formulas of a row by which an active operand gains.
std::vector<std::string_view> formulas_of(const Derivative& row, const std::vector<bool>& active) {
    if (row.kind == Derivative::Kind::chosen) return {row.formulas[0]};
    std::vector<std::string_view> formulas;
    for (std::size_t i = 0; i < active.size() && i < row.formulas.size(); ++i)
        if (active[i]) formulas.push_back(row.formulas[i]);
    return formulas;
}

bool names_any(const std::vector<std::string_view>& formulas, std::string_view operand) {
    return std::any_of(formulas.begin(), formulas.end(),
                       [&](std::string_view formula) { return names_operand(formula, operand); });
}

/// Counts how often a value reads the variable that it is assigned to.
struct OwnReads {
    int same = 0;      ///< that place, always
    int elsewhere = 0; ///< other places of the variable, or only sometimes
};
OwnReads own_reads(const Expr& value, const Lvalue& place, bool sometimes = false) {
    OwnReads reads;
    if (const auto read = place_of(value); read && read->variable == place.variable) {
        if (!sometimes && is_same(*read, place))
            ++reads.same;
        else
            ++reads.elsewhere;
        return reads;
    }
    const Derivative* row = row_of(value);
    const bool chooses = value.kind == ExprKind::conditional || value.kind == ExprKind::logical ||
                         (row && row->kind == Derivative::Kind::chosen);
    visit_operands(value, [&](const ExprPtr& operand) {
        const OwnReads inside = own_reads(*operand, place, sometimes || chooses);
        reads.same += inside.same;
        reads.elsewhere += inside.elsewhere;
    });
    return reads;
}

/// Returns what `x[i] = x[i] + value` adds, where the value reads other elements of x; null for other
/// assignments.
const Expr* added_to(const Assign& stmt) {
    if (stmt.value->kind != ExprKind::binary || stmt.value->type != stmt.lvalue.type()) return nullptr;
    const auto& sum = as<Binary>(*stmt.value);
    if (sum.op != BinaryOp::add && sum.op != BinaryOp::sub) return nullptr;
    const auto is_own = [&](const Expr& expr) {
        const auto read = place_of(expr);
        return read && is_same(*read, stmt.lvalue);
    };
    if (is_own(*sum.left) && reads_any(*sum.right, {stmt.lvalue.variable})) return sum.right.get();
    const bool is_second = sum.op == BinaryOp::add && is_own(*sum.right);
    return is_second && reads_any(*sum.left, {stmt.lvalue.variable}) ? sum.left.get() : nullptr;
}

} // namespace

/// The bar of a place is used up by the store: what was there before has none of it, unless the value reads
/// it.
void Reverse::make_adjoint(const Assign& stmt, Block& restore, Block& reverse) {
    const auto give_back = [&] {
        for (StmtPtr& each : restore)
            reverse.push_back(std::move(each));
    };
    const Lvalue& place = stmt.lvalue;
    const Span span = stmt.span;
    Variable* const bar_variable = is_differentiable(place.type()) ? bars_.of(place.variable) : nullptr;
    if (!bar_variable) return give_back();
    if (place.variable->captured >= 0)
        refuse(span, "a store to a captured array", "it has no cotangents outside",
               "pass the array as a parameter of the kernel");
    const auto zero = [&] {
        emit(reverse, make_assign(bars_.of(place), make_zero(place.type(), span), span));
    };
    if (!is_active(*stmt.value)) {
        give_back();
        return zero();
    }
    out_ = &reverse;
    if (const Expr* added = added_to(stmt); added && !place.is_variable()) { // the place keeps its bar
        give_back();
        const ExprPtr value = prepare(clone(*added));
        Variable* bar = temporary("bar", place.type(), span);
        emit(reverse, make_assign(bar, make_read(bars_.of(place)), span));
        ExprPtr seed = make_ref(bar, span);
        if (as<Binary>(*stmt.value).op == BinaryOp::sub) seed = negated(std::move(seed));
        return descend(*value, std::move(seed));
    }
    const OwnReads reads = own_reads(*stmt.value, place);
    const bool is_variable = place.is_variable();
    const bool reads_itself = reads_any(*stmt.value, {place.variable});
    const Derivative* row = row_of(*stmt.value);
    const bool is_result = is_variable && row && place.type() == stmt.value->type;
    Variable* result = is_result ? place.variable : nullptr;
    if (result && reads_itself) { // before it gets its old value back
        result = temporary("result", place.type(), span);
        emit(reverse, make_assign(result, make_ref(place.variable, span), span));
    }
    if (reads_itself || !is_variable) give_back();
    const ExprPtr value = prepare(clone(*stmt.value), result);
    ExprPtr seed = make_read(bars_.of(place));
    const bool collects = reads.same > 0 && reads.elsewhere == 0 && !place.type()->is_struct();
    if ((reads.same + reads.elsewhere > 0 && !collects) || (!is_variable && !collects)) {
        Variable* bar = temporary("bar", seed->type, span);
        emit(reverse, make_assign(bar, std::move(seed), span));
        seed = make_ref(bar, span);
        zero();
    }
    if (collects) own_ = &place;
    own_sum_ = nullptr;
    const ExprPtr ref = result ? make_ref(result, span) : nullptr;
    descend(*value, std::move(seed), ref.get());
    own_ = nullptr;
    if (collects) {
        Lvalue bar = bars_.of(place);
        const auto same = own_sum_ ? place_of(*own_sum_) : std::nullopt;
        if (!own_sum_)
            zero();
        else if (!same || !is_same(*same, bar))
            emit(reverse, make_assign(std::move(bar), std::move(own_sum_), span));
    } else if (is_variable && reads.elsewhere == 0) {
        zero();
    }
    if (!reads_itself && is_variable) give_back();
}

/// Returns the expression with variables in place of the operands that formulas ask for. The operands of a
/// condition's branches stay, since only one of them is computed.
ExprPtr Reverse::prepare(ExprPtr expr, Variable* result) {
    if (!is_active(*expr)) return expr;
    switch (expr->kind) {
    case ExprKind::unary:
    case ExprKind::cast:
    case ExprKind::field:
    case ExprKind::construct:
    case ExprKind::helper_call:
        for (ExprPtr* operand : operands_of(*expr))
            *operand = prepare(std::move(*operand));
        if (expr->kind == ExprKind::helper_call && !result) {
            const Helper helper = as<HelperCall>(*expr).helper;
            if (helper != Helper::complex_conjugate) {
                make_repeatable(as<HelperCall>(*expr).arguments[0], "value");
                if (helper == Helper::float_power)
                    make_repeatable(as<HelperCall>(*expr).arguments[1], "exponent");
                else if (helper != Helper::complex_power && helper != Helper::complex_phase)
                    return hold(std::move(expr), "result");
            }
        }
        return expr;
    case ExprKind::call: // its rule is given the arguments, too
        for (ExprPtr* operand : operands_of(*expr)) {
            if ((*operand)->type->is_array()) continue;
            *operand = prepare(std::move(*operand));
            make_repeatable(*operand, "value");
        }
        return expr;
    case ExprKind::binary:
    case ExprKind::builtin_call:
        break;
    default:
        return expr;
    }
    const Derivative* row = row_of(*expr);
    if (!row) return expr;
    std::vector<bool> active;
    const auto operands = operands_of(*expr);
    for (ExprPtr* operand : operands) {
        active.push_back(is_active(**operand));
        *operand = prepare(std::move(*operand));
    }
    const auto formulas = formulas_of(*row, active);
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (names_any(formulas, operand_name(**operands[i], i))) make_repeatable(*operands[i], "value");
    if (!result && names_any(formulas, "f")) return hold(std::move(expr), "result");
    return expr;
}

/// Adds to the bars of what the expression reads, of which `seed` is the bar. `result` is its value, where a
/// formula asks for it.
void Reverse::descend(const Expr& expr, ExprPtr seed, const Expr* result) {
    if (!is_active(expr)) return;
    const Span span = expr.span;
    switch (expr.kind) {
    case ExprKind::variable: {
        Variable* variable = as<VariableRef>(expr).variable;
        if (const auto held = held_.find(variable); held != held_.end())
            return descend(*held->second, std::move(seed), &expr);
        return add_to(*place_of(expr), std::move(seed));
    }
    case ExprKind::load:
        return add_to(*place_of(expr), std::move(seed));
    case ExprKind::field: {
        const auto& node = as<FieldExpr>(expr);
        if (!is_differentiable(expr.type)) return;
        auto place = place_of(expr);
        if (place && !held_.count(place->variable)) return add_to(std::move(*place), std::move(seed));
        if (node.item)
            return refuse(span, "an element of an array in a record", "its cotangent has no form yet",
                          "assign the record to a variable first");
        std::vector<ExprPtr> parts;
        const auto& fields = node.operand->type->fields();
        for (std::size_t i = 0; i < fields.size(); ++i)
            parts.push_back(i == node.field ? ExprPtr(std::move(seed)) : make_zero(fields[i].type, span));
        return descend(*node.operand,
                       std::make_unique<Construct>(span, node.operand->type, std::move(parts)));
    }
    case ExprKind::unary:
        if (as<Unary>(expr).op == UnaryOp::negate)
            descend(*as<Unary>(expr).operand, negated(std::move(seed)));
        return;
    case ExprKind::cast: {
        const Expr& operand = *as<Cast>(expr).operand;
        if (is_differentiable(operand.type)) descend(operand, convert(std::move(seed), operand.type));
        return;
    }
    case ExprKind::construct: {
        const auto& parts = as<Construct>(expr).parts;
        make_repeatable(seed, "bar");
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (is_active(*parts[i])) descend(*parts[i], std::make_unique<FieldExpr>(span, clone(*seed), i));
        return;
    }
    case ExprKind::conditional: {
        const auto& node = as<Conditional>(expr);
        make_repeatable(seed, "bar");
        auto branch = std::make_unique<If>(span, clone(*node.condition));
        Block* const outer = out_;
        const Expr* values[] = {node.then_value.get(), node.else_value.get()};
        Block* bodies[] = {&branch->then_body, &branch->else_body};
        for (int i = 0; i < 2; ++i) {
            out_ = bodies[i];
            const ExprPtr value = prepare(clone(*values[i]));
            descend(*value, clone(*seed));
        }
        out_ = outer;
        return emit(*out_, std::move(branch));
    }
    case ExprKind::binary: {
        const auto& node = as<Binary>(expr);
        if (node.op == BinaryOp::mul && expr.type->is_floating() && !expr.type->is_small_float() &&
            node.left->type == expr.type && is_alike(*node.left, *node.right)) { // a square
            ExprPtr twice = make_binary(BinaryOp::mul, make_float(expr.type, 2.0, span), clone(*node.left));
            return descend(*node.left, make_binary(BinaryOp::mul, std::move(twice), std::move(seed)));
        }
        if (node.op == BinaryOp::mul && expr.type->is_complex() && node.left->type == expr.type &&
            is_alike(*node.left, *node.right)) {
            make_repeatable(seed, "bar");
            ExprPtr twice = make_binary(BinaryOp::add, clone(*seed), clone(*seed));
            return descend(*node.left,
                           make_binary(BinaryOp::mul, conjugated(clone(*node.left)), std::move(twice)));
        }
        return through(expr, std::move(seed), result);
    }
    case ExprKind::builtin_call: {
        const auto& call = as<BuiltinCall>(expr);
        const Special special = call.builtin->special;
        if (is_shuffle(special) || special == Special::reduce_add) return through_warp(call, std::move(seed));
        return through(expr, std::move(seed), result);
    }
    case ExprKind::helper_call:
        return through_helper(as<HelperCall>(expr), std::move(seed), result);
    case ExprKind::call:
        return through_rule(as<Call>(expr), std::move(seed));
    case ExprKind::logical: { // one of the two
        const auto& node = as<Logical>(expr);
        make_repeatable(seed, "bar");
        ExprPtr truth = make_compare(CompareOp::ne, clone(*node.left), make_zero(node.left->type, span));
        auto branch = std::make_unique<If>(span, std::move(truth));
        Block* const outer = out_;
        const Expr* values[] = {node.is_and ? node.right.get() : node.left.get(),
                                node.is_and ? node.left.get() : node.right.get()};
        Block* bodies[] = {&branch->then_body, &branch->else_body};
        for (int i = 0; i < 2; ++i) {
            out_ = bodies[i];
            const ExprPtr value = prepare(clone(*values[i]));
            descend(*value, clone(*seed));
        }
        out_ = outer;
        return emit(*out_, std::move(branch));
    }
    default:
        return refuse(span, "this expression", "it has no rule in reverse mode yet",
                      "write it in another way");
    }
}

/// 1 / y has the derivative -f * f, and 1 / sqrt(x) has -f * f * f / 2: nobody divides.
bool Reverse::through_reciprocal(const Expr& expr, ExprPtr& seed, const Operands& named) {
    if (expr.kind != ExprKind::binary || as<Binary>(expr).op != BinaryOp::divide || !named.count("f"))
        return false;
    const auto& node = as<Binary>(expr);
    const Type* const type = seed->type;
    const bool is_real = type == Type::float32() || type == Type::float64();
    if (!is_real || !is_one(*node.left)) return false;
    const Expr* inner = node.right.get();
    if (inner->kind == ExprKind::variable)
        if (const auto held = held_.find(as<VariableRef>(*inner).variable); held != held_.end())
            inner = held->second.get();
    const bool is_root = inner->kind == ExprKind::builtin_call && inner->type == type &&
                         as<BuiltinCall>(*inner).builtin->name == "sqrt";
    const auto times = [](ExprPtr a, ExprPtr b) {
        return make_binary(BinaryOp::mul, std::move(a), std::move(b));
    };
    const auto f = [&] { return clone(*named.at("f")); };
    // The bar comes first, since f * f * f may be too small a number.
    if (is_root) seed = times(make_float(type, 0.5, expr.span), std::move(seed));
    seed = times(times(std::move(seed), f()), f());
    const Expr& operand = is_root ? *as<BuiltinCall>(*inner).arguments[0] : *node.right;
    if (is_root) seed = times(std::move(seed), f());
    descend(operand, convert(negated(std::move(seed)), operand.type));
    return true;
}

void Reverse::through(const Expr& expr, ExprPtr seed, const Expr* result) {
    const Span span = expr.span;
    const Derivative* row = row_of(expr);
    if (row && row->kind == Derivative::Kind::constant) return;
    const auto* call = expr.kind == ExprKind::builtin_call ? &as<BuiltinCall>(expr) : nullptr;
    const bool has_rule =
        row && (row->kind == Derivative::Kind::partials || row->kind == Derivative::Kind::chosen);
    if (!has_rule) {
        const std::string name = call ? std::string(call->builtin->name) : "this operator";
        const std::string module = call ? std::string(call->builtin->module) : "";
        return refuse(span,
                      module.empty() || module.starts_with("cudapy") ? "`" + name + "`"
                                                                     : "`" + module + "." + name + "`",
                      row ? std::string(row->reason) : "it has no rule",
                      "compute it with functions that have a derivative (docs/derivatives.md)");
    }
    std::vector<const Expr*> operands;
    std::vector<bool> active;
    visit_operands(expr, [&](const ExprPtr& operand) {
        operands.push_back(operand.get());
        active.push_back(is_active(*operand));
    });
    const Type* type = expr.type->is_small_float() ? Type::float32() : expr.type;
    seed = convert(std::move(seed), type);
    const auto formulas = formulas_of(*row, active);
    Operands named;
    std::vector<ExprPtr> kept;
    const auto name = [&](std::string_view key, const Expr& value) {
        kept.push_back(value.type->is_integer() ? clone(value) : widened(clone(value), type));
        named[key] = kept.back().get();
    };
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (names_any(formulas, operand_name(*operands[i], i)))
            name(operand_name(*operands[i], i), *operands[i]);
    if (result && names_any(formulas, "f")) name("f", *result);
    if (row->kind == Derivative::Kind::chosen) {
        make_repeatable(seed, "bar");
        ExprPtr condition = make_formula(row->formulas[0], type, named, span);
        auto branch = std::make_unique<If>(span, std::move(condition));
        Block* const outer = out_;
        Block* bodies[] = {&branch->then_body, &branch->else_body};
        for (std::size_t i = 0; i < 2; ++i) {
            out_ = bodies[i];
            descend(*operands[i], convert(clone(*seed), operands[i]->type));
        }
        out_ = outer;
        return emit(*out_, std::move(branch));
    }
    if (through_reciprocal(expr, seed, named)) return;
    const bool are_both_active = std::count(active.begin(), active.end(), true) > 1;
    const bool is_quotient = expr.kind == ExprKind::binary && as<Binary>(expr).op == BinaryOp::divide;
    const bool shares = is_quotient && are_both_active && !type->is_complex();
    if (shares) // bar / y is what x gains, and y gains -f times as much: one division for both
        seed = hold(make_binary(BinaryOp::divide, std::move(seed), clone(*named.at("y"))), "bar");
    else if (are_both_active)
        make_repeatable(seed, "bar");
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!active[i]) continue;
        ExprPtr partial = make_formula(!shares ? row->formulas[i] : i == 0 ? "1" : "-f", type, named, span);
        // conj(p) s is conj(p conj(s)), where products leave out what is 1.
        const bool conjugates = type->is_complex() && partial->kind != ExprKind::literal;
        ExprPtr factor = clone(*seed);
        if (conjugates) factor = conjugated(std::move(factor));
        ExprPtr product = make_product(std::move(partial), std::move(factor));
        if (product && conjugates) product = conjugated(std::move(product));
        if (!product) continue;
        const Type* of = operands[i]->type;
        if (type->is_vector() && !of->is_vector()) { // a number in each component
            Variable* parts = temporary("bar", type, span);
            emit(*out_, make_assign(parts, std::move(product), span));
            for (std::size_t k = 0; k < type->fields().size(); ++k)
                product =
                    make_sum(std::move(product), std::make_unique<FieldExpr>(span, make_ref(parts, span), k));
        }
        descend(*operands[i], convert(std::move(product), of));
    }
}

/// The bar of a complex number z is that number for which Re(conj(z_bar) z_dot) is the change of the result,
/// as in PyTorch. So the bar of z in f(z) is conj(f'(z)) times that of f.
void Reverse::through_helper(const HelperCall& expr, ExprPtr seed, const Expr* result) {
    const Span span = expr.span;
    const Expr& operand = *expr.arguments[0];
    const Type* type = operand.type;
    const auto part = [&](const Expr& of, std::size_t i) {
        return ExprPtr(std::make_unique<FieldExpr>(span, clone(of), i));
    };
    const auto product = [](ExprPtr a, ExprPtr b) {
        return make_binary(BinaryOp::mul, std::move(a), std::move(b));
    };
    const auto pair = [&](ExprPtr real, ExprPtr imaginary) {
        std::vector<ExprPtr> parts;
        parts.push_back(std::move(real));
        parts.push_back(std::move(imaginary));
        return ExprPtr(std::make_unique<Construct>(span, type, std::move(parts)));
    };
    switch (expr.helper) {
    case Helper::complex_conjugate:
        return descend(operand, conjugated(std::move(seed)));
    case Helper::complex_magnitude: {
        if (!result) break;
        ExprPtr scale = hold(make_binary(BinaryOp::divide, std::move(seed), clone(*result)), "bar");
        return descend(operand, pair(product(clone(*scale), part(operand, 0)),
                                     product(clone(*scale), part(operand, 1))));
    }
    case Helper::complex_phase: {
        ExprPtr below = make_binary(BinaryOp::add, product(part(operand, 0), part(operand, 0)),
                                    product(part(operand, 1), part(operand, 1)));
        ExprPtr scale = hold(make_binary(BinaryOp::divide, std::move(seed), std::move(below)), "bar");
        return descend(operand, pair(negated(product(clone(*scale), part(operand, 1))),
                                     product(clone(*scale), part(operand, 0))));
    }
    case Helper::complex_exp:
        if (!result) break;
        return descend(operand, product(conjugated(clone(*result)), std::move(seed)));
    case Helper::complex_sqrt:
        if (!result) break;
        return descend(operand,
                       make_binary(BinaryOp::divide, std::move(seed),
                                   conjugated(make_binary(BinaryOp::add, clone(*result), clone(*result)))));
    case Helper::complex_power: {
        if (expr.arguments[1]->kind != ExprKind::literal) break;
        const int64_t n = std::get<int64_t>(as<Literal>(*expr.arguments[1]).value);
        if (n == 0) return;
        const Type* real = type->fields()[0].type;
        ExprPtr lower = make_helper_call(Helper::complex_power, type, span, clone(operand),
                                         make_int(expr.arguments[1]->type, n - 1, span));
        ExprPtr factor = pair(make_float(real, static_cast<double>(n), span), make_float(real, 0.0, span));
        return descend(operand,
                       product(conjugated(product(std::move(factor), std::move(lower))), std::move(seed)));
    }
    case Helper::float_power:
        if (ExprPtr slope = power_slope(expr)) descend(operand, product(std::move(slope), std::move(seed)));
        return;
    case Helper::modf_fraction:
        return descend(operand, std::move(seed));
    default:
        break;
    }
    refuse(span, "this operation", "it has no rule in reverse mode yet",
           "compute it with functions that have a derivative (docs/derivatives.md)");
}

/// Adds to the bar of a place.
void Reverse::add_to(Lvalue place, ExprPtr amount) {
    const Type* type = place.type();
    if (!is_differentiable(type)) return;
    Variable* const bar = bars_.of(place.variable);
    if (!bar) return;
    const Span span = place.span;
    if (own_ && is_same(*own_, place)) {
        own_sum_ = make_sum(std::move(own_sum_), std::move(amount));
        return;
    }
    Lvalue target = bars_.of(place);
    const VariableRole role = place.variable->role;
    const bool is_shared = role == VariableRole::parameter || role == VariableRole::shared;
    if (place.index && is_shared && !bars_.has_one_writer(bar))
        return add_atomically(std::move(target), std::move(amount));
    if (type->is_struct() || type->is_tuple()) {
        make_repeatable(amount, "bar");
        for (std::size_t i = 0; i < type->fields().size(); ++i) {
            Lvalue part{place.variable, place.index ? clone(*place.index) : nullptr, span, place.fields};
            part.fields.push_back(i);
            add_to(std::move(part), std::make_unique<FieldExpr>(span, clone(*amount), i));
        }
        return;
    }
    const BinaryOp op = is_negation(*amount) ? BinaryOp::sub : BinaryOp::add;
    if (op == BinaryOp::sub) amount = negated(std::move(amount));
    emit(*out_, std::make_unique<AugmentedAssign>(span, std::move(target), op, type, std::move(amount)));
}

/// Several threads may add to the element: each number in it is added by an atomic of its own.
void Reverse::add_atomically(Lvalue target, ExprPtr amount) {
    const Type* type = target.type();
    const Span span = target.span;
    if (type->is_aggregate() || type->is_complex()) {
        make_repeatable(amount, "bar");
        for (std::size_t i = 0; i < type->fields().size(); ++i) {
            if (!is_differentiable(type->fields()[i].type)) continue;
            Lvalue part{target.variable, clone(*target.index), span, target.fields};
            part.fields.push_back(i);
            add_atomically(std::move(part), std::make_unique<FieldExpr>(span, clone(*amount), i));
        }
        return;
    }
    static const Builtin* const builtin = find_builtin("cudapy.atomicAdd");
    std::vector<ExprPtr> arguments;
    arguments.push_back(make_read(target));
    arguments.push_back(std::move(amount));
    emit(*out_, std::make_unique<Evaluate>(
                    span, std::make_unique<BuiltinCall>(span, type, builtin, nullptr, std::move(arguments))));
}

} // namespace cudapy::differentiate
