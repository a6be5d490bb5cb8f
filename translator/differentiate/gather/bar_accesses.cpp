#include "translator/differentiate/gather/bar_accesses.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <functional>

namespace cudapy::differentiate {

using namespace program;

namespace {

bool is_parameter(const Variable* array) {
    return array->role == VariableRole::parameter && array->type->is_array();
}

class Finder {
  public:
    std::vector<BarAccess> found;

    void block(const Block& body) {
        for (std::size_t i = 0; i < body.size(); ++i) {
            path_.push_back({&body, i});
            statement(*body[i]);
            path_.pop_back();
        }
    }

  private:
    Path path_;

    void note(BarAccess::Kind kind, const Variable* array, const Expr& index) {
        if (is_parameter(array)) found.push_back({kind, array, &index, path_});
    }

    void reads(const Expr& expr) {
        visit_all(expr, [&](const Expr& part) {
            if (part.kind == ExprKind::load)
                note(BarAccess::Kind::reads, as<Load>(part).array, *as<Load>(part).index);
        });
    }

    void statement(const Stmt& stmt) {
        const auto addition = addition_of(stmt);
        if (addition) {
            reads(*addition->amount);
            // The index is that of the statement, which lives longer than the copy of its place.
            const Expr* index = nullptr;
            visit_lvalues(stmt, [&](const Lvalue& place) { index = place.index.get(); });
            if (!index) index = atomic_place(*as<Evaluate>(stmt).value).index.get();
            reads(*index);
            note(BarAccess::Kind::adds, addition->place.variable, *index);
            return;
        }
        visit_expressions(stmt, [&](const ExprPtr& expr) { reads(*expr); });
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (place.index) note(BarAccess::Kind::writes, place.variable, *place.index);
        });
        if (stmt.kind != StmtKind::if_) return visit_blocks(stmt, [&](const Block& inner) { block(inner); });
        block(as<If>(stmt).then_body);
        path_.back().in_else = true;
        block(as<If>(stmt).else_body);
    }
};

bool find_path(const Block& body, const Stmt& stmt, Path& path) {
    for (std::size_t i = 0; i < body.size(); ++i) {
        path.push_back({&body, i});
        if (body[i].get() == &stmt) return true;
        bool found = false;
        if (body[i]->kind == StmtKind::if_) {
            found = find_path(as<If>(*body[i]).then_body, stmt, path);
            if (!found) {
                path.back().in_else = true;
                found = find_path(as<If>(*body[i]).else_body, stmt, path);
            }
        } else {
            visit_blocks(static_cast<const Stmt&>(*body[i]),
                         [&](const Block& inner) { found = found || find_path(inner, stmt, path); });
        }
        if (found) return true;
        path.pop_back();
    }
    return false;
}

} // namespace

Path path_to(const Block& body, const Stmt& stmt) {
    Path path;
    find_path(body, stmt, path);
    return path;
}

std::vector<BarAccess> accesses_of(const Block& body) {
    Finder finder;
    finder.block(body);
    return std::move(finder.found);
}

std::set<const Variable*> arrays_of_calls(const Block& body) {
    std::set<const Variable*> arrays;
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind != ExprKind::call) return;
        for (const ExprPtr& argument : as<Call>(expr).arguments)
            if (argument->type->is_array()) arrays.insert(array_of(*argument));
    });
    return arrays;
}

std::map<const Variable*, int> assignments_of(const Block& body) {
    std::map<const Variable*, int> counts;
    visit_statements(body, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (!place.index) ++counts[place.variable];
        });
        if (stmt.kind == StmtKind::for_range) ++counts[as<ForRange>(stmt).variable];
    });
    return counts;
}

std::optional<Addition> addition_of(const Stmt& stmt) {
    auto addition = any_addition_of(stmt);
    if (addition && !is_parameter(addition->place.variable)) addition.reset();
    return addition;
}

std::optional<Addition> any_addition_of(const Stmt& stmt) {
    if (stmt.kind == StmtKind::augmented_assign) {
        const auto& node = as<AugmentedAssign>(stmt);
        const Lvalue& place = node.lvalue;
        if (!place.index || place.item) return std::nullopt;
        if (node.op != BinaryOp::add && node.op != BinaryOp::sub) return std::nullopt;
        return Addition{{place.variable, clone(*place.index), place.span, place.fields},
                        node.value.get(),
                        node.op == BinaryOp::sub};
    }
    if (stmt.kind != StmtKind::evaluate) return std::nullopt;
    const Expr& call = *as<Evaluate>(stmt).value;
    if (!is_atomic(call) || call.kind != ExprKind::builtin_call ||
        as<BuiltinCall>(call).builtin->name != "atomicAdd")
        return std::nullopt;
    const auto& arguments = atomic_arguments(call);
    std::vector<std::size_t> fields;
    const Expr* place = arguments[0].get();
    for (; place->kind == ExprKind::field; place = as<FieldExpr>(*place).operand.get()) {
        if (as<FieldExpr>(*place).item) return std::nullopt;
        fields.insert(fields.begin(), as<FieldExpr>(*place).field);
    }
    const auto& element = as<Load>(*place);
    return Addition{{element.array, clone(*element.index), stmt.span, std::move(fields)}, arguments[1].get()};
}

StmtPtr plain_addition(const Addition& addition, Lvalue place, Span span) {
    ExprPtr amount = clone(*addition.amount);
    bool subtracts = addition.subtracts;
    if (amount->kind == ExprKind::unary && as<Unary>(*amount).op == UnaryOp::negate) {
        ExprPtr inside = std::move(as<Unary>(*amount).operand);
        amount = std::move(inside);
        subtracts = !subtracts;
    }
    const Type* type = place.type();
    return std::make_unique<AugmentedAssign>(
        span, std::move(place), subtracts ? BinaryOp::sub : BinaryOp::add, type, std::move(amount));
}

std::vector<const Expr*> positions_of(const Expr& index, const Variable& array) {
    const auto is_extent = [&](const Expr& expr, int axis) {
        const Expr& inside = without_casts(expr);
        if (inside.kind == ExprKind::literal && array.role == VariableRole::shared)
            return static_cast<std::size_t>(axis) < array.shape.size() &&
                   lower::constant_value(inside) == array.shape[static_cast<std::size_t>(axis)];
        if (inside.kind != ExprKind::length || as<Length>(inside).axis != axis) return false;
        const Variable* of = as<Length>(inside).array;
        return of == &array || of == array.tangent_of;
    };
    const auto row = [&](const Expr& expr, int axis) -> const Expr* {
        if (expr.kind != ExprKind::binary || as<Binary>(expr).op != BinaryOp::mul) return nullptr;
        return is_extent(*as<Binary>(expr).right, axis) ? as<Binary>(expr).left.get() : nullptr;
    };
    static const ExprPtr zero = make_int(Type::int32(), 0, Span{});
    const int rank = array.type->rank();
    std::vector<const Expr*> positions(static_cast<std::size_t>(rank));
    const Expr* rest = &index;
    for (int axis = rank - 1; axis > 0; --axis) {
        const Expr& sum = without_casts(*rest);
        const Expr*& position = positions[static_cast<std::size_t>(axis)];
        rest = row(sum, axis); // without a number that is 0
        position = zero.get();
        if (rest) continue;
        if (sum.kind != ExprKind::binary || as<Binary>(sum).op != BinaryOp::add) return {};
        position = as<Binary>(sum).right.get();
        rest = row(without_casts(*as<Binary>(sum).left), axis);
        if (!rest) return {};
    }
    positions[0] = rest;
    return positions;
}

Positions::Positions(const Path& path, const std::map<const Variable*, int>& assignments) {
    std::set<const Variable*> loops;
    for (const PathStep& step : path) {
        for (std::size_t i = 0; i < step.at; ++i) {
            const Stmt& stmt = *(*step.block)[i];
            if (stmt.kind != StmtKind::assign || !as<Assign>(stmt).lvalue.is_variable()) continue;
            const auto& assign = as<Assign>(stmt);
            if (assignments.at(assign.lvalue.variable) == 1)
                definitions_.values[assign.lvalue.variable] =
                    std::make_shared<const ExprPtr>(clone(*assign.value));
        }
        if (step.stmt().kind == StmtKind::for_range) loops.insert(as<ForRange>(step.stmt()).variable);
    }
    for (const auto& [variable, count] : assignments)
        if (count > 1 && !loops.count(variable)) definitions_.changing.insert(variable);
}

std::vector<lower::SymbolicSum> Positions::forms(const Expr& index, const Variable& array) const {
    std::vector<lower::SymbolicSum> result;
    for (auto& known : known_forms(index, array)) {
        if (!known) return {};
        result.push_back(std::move(*known));
    }
    return result;
}

std::vector<std::optional<lower::SymbolicSum>> Positions::known_forms(const Expr& index,
                                                                      const Variable& array) const {
    std::vector<std::optional<lower::SymbolicSum>> result;
    for (const Expr* position : positions_of(index, array))
        result.push_back(form(*position));
    return result;
}

} // namespace cudapy::differentiate
