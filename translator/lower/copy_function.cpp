#include "translator/lower/copy_function.h"

#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

namespace cudapy::lower {

using namespace program;

namespace {

class Copier {
  public:
    explicit Copier(std::map<const Variable*, Variable*> variables) : variables_(std::move(variables)) {}

    Block copy(const Block& block) const {
        Block result;
        for (const StmtPtr& stmt : block)
            result.push_back(copy(*stmt));
        return result;
    }

  private:
    Variable* map(const Variable* variable) const { return variable ? variables_.at(variable) : nullptr; }

    ExprPtr copy(const ExprPtr& expr) const {
        if (!expr) return nullptr;
        ExprPtr result = clone(*expr);
        visit_all(*result, [&](Expr& part) {
            if (part.kind == ExprKind::variable)
                as<VariableRef>(part).variable = map(as<VariableRef>(part).variable);
            if (part.kind == ExprKind::length) as<Length>(part).array = map(as<Length>(part).array);
            if (part.kind == ExprKind::load) as<Load>(part).array = map(as<Load>(part).array);
            if (part.kind == ExprKind::assign_expr)
                as<AssignExpr>(part).variable = map(as<AssignExpr>(part).variable);
        });
        return result;
    }

    std::vector<ExprPtr> copy(const std::vector<ExprPtr>& list) const {
        std::vector<ExprPtr> result;
        for (const ExprPtr& expr : list)
            result.push_back(copy(expr));
        return result;
    }

    Place copy(const Place& place) const { return Place{map(place.variable), copy(place.index), place.span}; }

    StmtPtr copy(const Stmt& stmt) const {
        StmtPtr result = copy_kind(stmt);
        result->comments = stmt.comments;
        return result;
    }

    StmtPtr copy_kind(const Stmt& stmt) const {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& s = as<Assign>(stmt);
            return std::make_unique<Assign>(s.span, copy(s.place), copy(s.value));
        }
        case StmtKind::augmented_assign: {
            const auto& s = as<AugmentedAssign>(stmt);
            return std::make_unique<AugmentedAssign>(s.span, copy(s.place), s.op, s.operation, copy(s.value));
        }
        case StmtKind::builtin_unpack: {
            const auto& s = as<BuiltinUnpack>(stmt);
            std::vector<Place> places;
            for (const Place& place : s.places)
                places.push_back(copy(place));
            return std::make_unique<BuiltinUnpack>(s.span, std::move(places), s.builtin, s.precision,
                                                   copy(s.arguments));
        }
        case StmtKind::evaluate:
            return std::make_unique<Evaluate>(stmt.span, copy(as<Evaluate>(stmt).value));
        case StmtKind::if_: {
            const auto& s = as<If>(stmt);
            auto result = std::make_unique<If>(s.span, copy(s.condition));
            result->then_body = copy(s.then_body);
            result->else_body = copy(s.else_body);
            result->else_is_elif = s.else_is_elif;
            result->comments_above_else = s.comments_above_else;
            return result;
        }
        case StmtKind::while_: {
            const auto& s = as<While>(stmt);
            auto result = std::make_unique<While>(s.span, copy(s.condition));
            result->body = copy(s.body);
            return result;
        }
        case StmtKind::note:
            return std::make_unique<Note>(stmt.span);
        case StmtKind::break_:
            return std::make_unique<Break>(stmt.span);
        case StmtKind::continue_:
            return std::make_unique<Continue>(stmt.span);
        case StmtKind::return_:
            return std::make_unique<Return>(stmt.span, copy(as<Return>(stmt).value));
        case StmtKind::declare: {
            const auto& s = as<Declare>(stmt);
            auto result = std::make_unique<Declare>(s.span, map(s.variable), copy(s.init));
            result->is_const = s.is_const;
            return result;
        }
        case StmtKind::for_c: {
            const auto& s = as<ForC>(stmt);
            auto result = std::make_unique<ForC>(s.span, map(s.variable), copy(s.start), copy(s.condition),
                                                 copy(s.step));
            result->declares = s.declares;
            result->body = copy(s.body);
            return result;
        }
        case StmtKind::block:
            return std::make_unique<BlockStmt>(stmt.span, copy(as<BlockStmt>(stmt).body));
        default:
            throw InternalError("copy_function met a statement that is not lowered");
        }
    }

    std::map<const Variable*, Variable*> variables_;
};

} // namespace

Block copy_block(const Block& block, std::map<const Variable*, Variable*> variables) {
    return Copier(std::move(variables)).copy(block);
}

std::unique_ptr<Function> copy_function(const Function& function) {
    auto result = std::make_unique<Function>();
    result->name = function.name;
    result->result = function.result;
    result->span = function.span;
    result->array_uses = function.array_uses;
    result->coordinates = function.coordinates;
    result->own_coordinates = function.own_coordinates;
    result->has_effects = function.has_effects;
    result->has_barrier = function.has_barrier;
    result->has_shared = function.has_shared;
    std::map<const Variable*, Variable*> variables;
    for (const auto& variable : function.variables)
        variables[variable.get()] =
            result->add_variable(variable->name, variable->type, variable->role, variable->span);
    for (const auto& [from, to] : variables) {
        to->table = from->table;
        to->shape = from->shape;
    }
    for (const Variable* parameter : function.parameters)
        result->parameters.push_back(variables.at(parameter));
    result->body = Copier(std::move(variables)).copy(function.body);
    return result;
}

} // namespace cudapy::lower
