#include "translator/lower/analysis/scalar_evolution.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace cudapy::lower {

using namespace program;

namespace {

constexpr int64_t warp_threads = 32;
/// The most expressions that are looked at for one index.
constexpr int most_steps = 20000;

using Kind = Distance::Kind;

bool has_continue(const Block& block) {
    bool found = false;
    for (const StmtPtr& stmt : block) {
        found |= stmt->kind == StmtKind::continue_;
        if (stmt->kind != StmtKind::while_ && stmt->kind != StmtKind::for_c)
            visit_blocks(*stmt, [&](const Block& inner) { found |= has_continue(inner); });
    }
    return found;
}

const Block& body_of(const Stmt& loop) {
    return loop.kind == StmtKind::for_c ? as<ForC>(loop).body : as<While>(loop).body;
}

bool loads_anything(const Expr& expr) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        found |= part.kind == ExprKind::load || part.kind == ExprKind::call || is_atomic(part);
    });
    return found;
}

/// Returns what an addition to a variable adds: `v += x`, `v = v + x`. Null for any other statement.
const Expr* addend_of(const Stmt& stmt, const Variable* variable, int& sign) {
    sign = 1;
    if (stmt.kind == StmtKind::augmented_assign) {
        const auto& assign = as<AugmentedAssign>(stmt);
        if (!assign.lvalue.is_variable() || (assign.op != BinaryOp::add && assign.op != BinaryOp::sub))
            return nullptr;
        sign = assign.op == BinaryOp::add ? 1 : -1;
        return assign.value.get();
    }
    if (stmt.kind != StmtKind::assign || !as<Assign>(stmt).lvalue.is_variable() ||
        as<Assign>(stmt).value->kind != ExprKind::binary)
        return nullptr;
    const auto& binary = as<Binary>(*as<Assign>(stmt).value);
    if (binary.op != BinaryOp::add && binary.op != BinaryOp::sub) return nullptr;
    sign = binary.op == BinaryOp::add ? 1 : -1;
    const bool is_first =
        binary.left->kind == ExprKind::variable && as<VariableRef>(*binary.left).variable == variable;
    return is_first && !mentions(*binary.right, variable) ? binary.right.get() : nullptr;
}

/// Returns the value that a statement gives a variable as a whole; null where there is none.
const Expr* value_of(const Stmt& stmt) {
    if (stmt.kind == StmtKind::declare) return as<Declare>(stmt).init.get();
    if (stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.is_variable())
        return as<Assign>(stmt).value.get();
    return nullptr;
}

} // namespace

bool holds_beginnings(const Function& kernel, const Variable& array) {
    const auto& parameters = kernel.parameters;
    const auto found = std::find(parameters.begin(), parameters.end(), &array);
    return found != parameters.end() && found != parameters.begin() && !array.has_length &&
           (*std::prev(found))->type->is_array() && !(*std::prev(found))->has_length;
}

ScalarEvolution::ScalarEvolution(const Function& kernel, const Neighbours& neighbours)
    : kernel_(kernel), neighbours_(neighbours), definitions_(definitions_in(kernel.body)),
      of_block_(kernel, ThreadSet::block) {
    visit_statements(kernel.body, [&](const Stmt& stmt) {
        visit_assigned(stmt, [&](const Variable* variable) {
            const bool is_empty = stmt.kind == StmtKind::declare && !as<Declare>(stmt).init;
            if (is_empty)
                ++bindings_[variable].empty;
            else
                bindings_[variable].values.push_back(&stmt);
            bool loads = stmt.kind == StmtKind::builtin_unpack;
            visit_expressions(stmt, [&](const ExprPtr& expr) { loads = loads || loads_anything(*expr); });
            if (loads) from_memory_.insert(variable);
        });
    });
}

SymbolicSum ScalarEvolution::sum_of(const Expr& index, const std::vector<const Stmt*>& loops) {
    loops_ = loops;
    steps_ = 0;
    return follow(index, false);
}

Difference ScalarEvolution::between_threads(const SymbolicSum& sum) const {
    Difference difference{SymbolicSum(), Kind::unknown};
    for (const auto& [symbols, number] : sum.products) {
        Symbols rest;
        int factors = 0;
        for (const Symbol& symbol : symbols) {
            if (symbol.varies) {
                const bool is_first = difference.sum.has_value();
                difference.sum.reset();
                if (is_first || *symbol.varies == Kind::data) difference.reason = *symbol.varies;
            }
            if (depends_on_thread(symbol))
                ++factors;
            else
                rest.push_back(symbol);
        }
        if (factors > 1 && difference.sum) difference.sum.reset();
        if (factors != 1 || !difference.sum) continue;
        SymbolicSum product;
        product.products[std::move(rest)] = number;
        difference.sum = added(std::move(*difference.sum), product);
    }
    return difference;
}

Difference ScalarEvolution::between_iterations(const SymbolicSum& sum, const Stmt& loop) const {
    Difference difference{SymbolicSum(), Kind::unknown};
    for (const auto& [symbols, number] : sum.products) {
        Symbols rest;
        int iterations = 0;
        for (const Symbol& symbol : symbols) {
            if (symbol.kind == Symbol::Kind::iteration && symbol.loop == &loop) {
                ++iterations;
                continue;
            }
            if (may_change(symbol, loop)) return {std::nullopt, symbol.varies.value_or(Kind::unknown)};
            rest.push_back(symbol);
        }
        if (iterations > 1) return {};
        if (iterations == 0) continue;
        SymbolicSum product;
        product.products[std::move(rest)] = number;
        difference.sum = added(std::move(*difference.sum), product);
        if (!difference.sum) return {};
    }
    return difference;
}

bool ScalarEvolution::depends_on_thread(const Symbol& symbol) const {
    if (symbol.kind != Symbol::Kind::coordinate) return false;
    if (symbol.coordinate == Coordinate::lane_id) return true;
    return is_of_thread(symbol.coordinate) && axis_of(symbol.coordinate) == neighbours_.axis;
}

bool ScalarEvolution::may_change(const Symbol& symbol, const Stmt& loop) const {
    if (symbol.changes) return true;
    VariableSet assigned = assigned_variables(body_of(loop));
    if (loop.kind == StmtKind::for_c) assigned.insert(as<ForC>(loop).variable);
    if (symbol.kind == Symbol::Kind::variable) return assigned.contains(symbol.variable);
    if (symbol.kind != Symbol::Kind::other) return false;
    bool changes = may_change(*symbol.expr);
    visit_all(*symbol.expr, [&](const Expr& part) {
        if (part.kind == ExprKind::variable)
            changes = changes || assigned.contains(as<VariableRef>(part).variable);
    });
    return changes;
}

/// Returns whether an expression of variables that stay may have another value later.
bool ScalarEvolution::may_change(const Expr& expr) const {
    const auto stays = [&](const Variable* array) {
        if (array->role == VariableRole::table || holds_beginnings(kernel_, *array)) return true;
        for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
            const Type* type = kernel_.parameters[i]->type;
            // The same array may have been passed twice.
            const bool is_alike = type->is_array() && type->element() == array->type->element();
            if (is_alike && kernel_.facts.array_uses[i].writes) return false;
        }
        return array->role == VariableRole::parameter;
    };
    bool changes = false;
    visit_all(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::load) changes = changes || !stays(as<Load>(part).array);
        changes = changes || part.kind == ExprKind::call || part.kind == ExprKind::assign_expr ||
                  is_atomic(part) || is_draw(part) || is_warp_wide(part) || is_barrier(part);
    });
    return changes;
}

std::optional<Distance::Kind> ScalarEvolution::varies(const Variable* array) const {
    if (!array->is_pointer() || !of_block_.varies(array)) return std::nullopt;
    return Kind::unknown;
}

SymbolicSum ScalarEvolution::other(const Expr& expr, Variation varies, bool changes) const {
    Symbol symbol{Symbol::Kind::other};
    symbol.expr = &expr;
    symbol.varies = varies;
    symbol.changes = changes;
    return SymbolicSum(symbol);
}

ScalarEvolution::Variation ScalarEvolution::varies_by(const SymbolicSum& sum) const {
    const Difference difference = between_threads(sum);
    if (!difference.sum) return difference.reason;
    return difference.is_zero() ? std::nullopt : std::optional(Kind::unknown);
}

ScalarEvolution::Variation ScalarEvolution::varies(const Expr& expr, bool in_definition) {
    if (++steps_ > most_steps) return Kind::unknown;
    if (expr.kind == ExprKind::load) {
        const auto& load = as<Load>(expr);
        if (load.array->role == VariableRole::local_array || varies(load.array)) return Kind::data;
        const Variation index = varies_by(follow(*load.index, in_definition));
        if (!index) return std::nullopt; // all of them read one element
        return holds_beginnings(kernel_, *load.array) ? Kind::lists : Kind::data;
    }
    if (is_barrier(expr)) return std::nullopt;
    if (is_atomic(expr)) return Kind::data;
    const bool is_unknown = expr.kind == ExprKind::call || expr.kind == ExprKind::view ||
                            expr.kind == ExprKind::assign_expr || is_warp_wide(expr) || is_draw(expr);
    Variation found =
        is_unknown ? std::optional(loads_anything(expr) ? Kind::data : Kind::unknown) : std::nullopt;
    visit_operands(expr, [&](const ExprPtr& operand) {
        const bool is_number = operand->type->is_integer();
        const Variation reason =
            is_number ? varies_by(follow(*operand, in_definition)) : varies(*operand, in_definition);
        if (reason && (!found || *reason == Kind::data)) found = reason;
    });
    if (expr.kind == ExprKind::variable) {
        const Variable* variable = as<VariableRef>(expr).variable;
        const auto definition = definitions_.values.find(variable);
        if (definition != definitions_.values.end()) return varies(**definition->second, true);
        if (definitions_.changing.contains(variable) && of_block_.varies(variable))
            return from_memory_.contains(variable) ? Kind::data : Kind::unknown;
    }
    return found;
}

SymbolicSum ScalarEvolution::follow(const Expr& expr, bool in_definition) {
    constexpr int deepest = 100;
    if (depth_ > deepest || ++steps_ > most_steps) return other(expr, Kind::unknown, true);
    struct Depth {
        explicit Depth(int& depth) : depth(depth) { ++depth; }
        ~Depth() { --depth; }
        int& depth;
    } const deeper(depth_);
    const auto opaque = [&] { return other(expr, varies(expr, in_definition)); };
    if (!expr.type->is_integer()) return opaque();
    switch (expr.kind) {
    case ExprKind::literal: {
        const auto* number = std::get_if<int64_t>(&as<Literal>(expr).value);
        const auto sum = number ? added({}, SymbolicSum(*number)) : std::nullopt;
        return sum ? *sum : opaque();
    }
    case ExprKind::coordinate:
        return SymbolicSum(Symbol::of(as<CoordinateExpr>(expr).coordinate));
    case ExprKind::length:
        return SymbolicSum(Symbol::extent_of(as<Length>(expr).array, as<Length>(expr).axis));
    case ExprKind::variable:
        return follow_variable(as<VariableRef>(expr), in_definition);
    case ExprKind::assign_expr:
        return follow(*as<AssignExpr>(expr).value, in_definition);
    case ExprKind::sequence:
        return follow(*as<Sequence>(expr).second, in_definition);
    case ExprKind::cast: {
        const Expr& operand = *as<Cast>(expr).operand;
        // An integer that the user does not convert keeps its value.
        const bool keeps = operand.type->is_integer() && !operand.type->is_unsigned() &&
                           !expr.type->is_unsigned() &&
                           (operand.type->size() <= expr.type->size() || !as<Cast>(expr).is_explicit);
        return keeps ? follow(operand, in_definition) : opaque();
    }
    case ExprKind::unary:
        if (as<Unary>(expr).op == UnaryOp::negate && !expr.type->is_unsigned())
            if (auto negated = added({}, follow(*as<Unary>(expr).operand, in_definition), -1))
                return *negated;
        return opaque();
    case ExprKind::binary:
        return follow_binary(as<Binary>(expr), in_definition);
    case ExprKind::helper_call: {
        const auto& call = as<HelperCall>(expr);
        const bool is_remainder =
            call.helper == Helper::floor_mod || call.helper == Helper::floor_mod_positive;
        const bool is_quotient =
            call.helper == Helper::floor_div || call.helper == Helper::floor_div_positive;
        if (is_remainder || is_quotient)
            if (auto found =
                    divided(expr, *call.arguments[0], *call.arguments[1], is_remainder, in_definition))
                return *found;
        return opaque();
    }
    case ExprKind::field: { // of a tuple that is known
        const Expr& operand = *as<FieldExpr>(expr).operand;
        const Expr* whole = &operand;
        if (operand.kind == ExprKind::variable) {
            const auto definition = definitions_.values.find(as<VariableRef>(operand).variable);
            if (definition != definitions_.values.end()) whole = definition->second->get();
        }
        if (whole->kind != ExprKind::construct) return opaque();
        return follow(*as<Construct>(*whole).parts[as<FieldExpr>(expr).field],
                      in_definition || whole != &operand);
    }
    default:
        return opaque();
    }
}

SymbolicSum ScalarEvolution::follow_variable(const VariableRef& reference, bool in_definition) {
    Variable* variable = reference.variable;
    const auto known = known_.find(variable);
    if (known != known_.end()) return known->second;
    const auto definition = definitions_.values.find(variable);
    if (definition != definitions_.values.end()) {
        SymbolicSum value = follow(**definition->second, true);
        if (depth_ < 50) known_[variable] = value;
        return value;
    }
    // In the value of another variable it may be an old one.
    const bool is_old = in_definition && definitions_.changing.contains(variable);
    if (!is_old)
        if (auto value = counted(variable)) return *value;
    const auto bound = bindings_.find(variable);
    const bool is_given = bound == bindings_.end();
    // A variable that is declared without a value and then gets one is a result of a function.
    if (!is_given && bound->second.values.size() == 1 && bound->second.empty == 1)
        if (const Expr* value = value_of(*bound->second.values.front()))
            if (!mentions(*value, variable)) return follow(*value, true);
    Symbol symbol = Symbol::of(variable);
    if (!is_given && of_block_.varies(variable))
        symbol.varies = from_memory_.contains(variable) ? Kind::data : Kind::unknown;
    if (is_old) return other(reference, symbol.varies, true);
    return SymbolicSum(symbol);
}

std::optional<SymbolicSum> ScalarEvolution::counted(Variable* variable) {
    for (std::size_t i = loops_.size(); i-- > 0;) {
        if (loops_[i]->kind == StmtKind::while_) {
            if (assigned_variables(as<While>(*loops_[i]).body).contains(variable))
                return counted_by_while(variable, as<While>(*loops_[i]));
            continue;
        }
        const auto& loop = as<ForC>(*loops_[i]);
        if (assigned_variables(loop.body).contains(variable)) return std::nullopt;
        if (loop.variable != variable) continue;
        const auto gone = multiplied(SymbolicSum(Symbol::iteration_of(loop)), follow(*loop.step, true));
        return gone ? added(follow(*loop.start, true), *gone) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<SymbolicSum> ScalarEvolution::counted_by_while(Variable* variable, const While& loop) {
    const auto bound = bindings_.find(variable);
    if (bound == bindings_.end() || bound->second.values.size() != 2 || has_continue(loop.body))
        return std::nullopt;
    const Stmt& first = *bound->second.values[0];
    const Stmt& update = *bound->second.values[1];
    const bool is_in_turn = std::any_of(loop.body.begin(), loop.body.end(),
                                        [&](const StmtPtr& stmt) { return stmt.get() == &update; });
    int sign = 1;
    const Expr* start = value_of(first);
    const Expr* addend = is_in_turn ? addend_of(update, variable, sign) : nullptr;
    if (!start || !addend || loads_anything(*addend)) return std::nullopt;
    const SymbolicSum step = follow(*addend, true);
    if (varies_by(step)) return std::nullopt;
    const auto gone = multiplied(SymbolicSum(Symbol::iteration_of(loop)), step);
    return gone ? added(follow(*start, true), *gone, sign) : std::nullopt;
}

SymbolicSum ScalarEvolution::follow_binary(const Binary& binary, bool in_definition) {
    const auto opaque = [&] { return other(binary, varies(binary, in_definition)); };
    if (binary.type->is_unsigned()) return opaque();
    std::optional<SymbolicSum> found;
    switch (binary.op) {
    case BinaryOp::add:
    case BinaryOp::sub:
        found = added(follow(*binary.left, in_definition), follow(*binary.right, in_definition),
                      binary.op == BinaryOp::add ? 1 : -1);
        break;
    case BinaryOp::mul:
        found = multiplied(follow(*binary.left, in_definition), follow(*binary.right, in_definition));
        break;
    case BinaryOp::shift_left:
        if (const auto bits = constant_value(*binary.right); bits && *bits >= 0 && *bits < 31)
            found = multiplied(follow(*binary.left, in_definition), SymbolicSum(int64_t{1} << *bits));
        break;
    case BinaryOp::divide:
    case BinaryOp::floor_divide:
        found = divided(binary, *binary.left, *binary.right, false, in_definition);
        break;
    case BinaryOp::remainder:
    case BinaryOp::floor_modulo:
        found = divided(binary, *binary.left, *binary.right, true, in_definition);
        break;
    case BinaryOp::shift_right:
    case BinaryOp::bit_and: {
        const auto number = constant_value(*binary.right);
        const bool is_and = binary.op == BinaryOp::bit_and;
        if (!number || *number < 0 || *number >= (is_and ? largest_constant : 31)) break;
        const int64_t divisor = is_and ? *number + 1 : int64_t{1} << *number;
        if (!std::has_single_bit(static_cast<uint64_t>(divisor))) break;
        Literal literal(binary.span, binary.type, divisor);
        found = divided(binary, *binary.left, literal, is_and, in_definition);
        break;
    }
    default:
        break;
    }
    return found ? *found : opaque();
}

std::optional<SymbolicSum> ScalarEvolution::divided(const Expr& expr, const Expr& left, const Expr& right,
                                                    bool is_remainder, bool in_definition) {
    const SymbolicSum divisor = follow(right, in_definition), dividend = follow(left, in_definition);
    if (dividend.products.size() == 1 && dividend.products.begin()->second == 1) {
        const Symbols& symbols = dividend.products.begin()->first;
        const int64_t by = divisor.as_constant().value_or(0);
        const bool is_of_warps = neighbours_.are_whole_warps && by > 0 && by % warp_threads == 0;
        if (is_of_warps && symbols.size() == 1 && depends_on_thread(symbols[0])) {
            // A warp is in one part of so many threads.
            if (!is_remainder) return other(expr, std::nullopt);
            const Symbol lane = Symbol::of(Coordinate::lane_id);
            if (symbols[0].coordinate == Coordinate::lane_id) return SymbolicSum(lane);
            return added(SymbolicSum(lane), other(expr, std::nullopt));
        }
    }
    // `x % n` is `x - n * (x // n)`, so that `x // n * n + x % n` is x.
    const SymbolicSum quotient = quotient_of(expr, dividend, divisor);
    if (!is_remainder) return quotient;
    const auto product = multiplied(divisor, quotient);
    return product ? added(dividend, *product, -1) : std::nullopt;
}

SymbolicSum ScalarEvolution::quotient_of(const Expr& expr, const SymbolicSum& dividend,
                                         const SymbolicSum& divisor) {
    const auto same = std::find_if(quotients_.begin(), quotients_.end(), [&](const Quotient& each) {
        return each.dividend == dividend && each.divisor == divisor;
    });
    if (same != quotients_.end()) return same->value;
    const Variation left = varies_by(dividend), right = varies_by(divisor);
    quotients_.push_back({dividend, divisor, other(expr, left == Kind::data || !right ? left : right)});
    return quotients_.back().value;
}

} // namespace cudapy::lower
