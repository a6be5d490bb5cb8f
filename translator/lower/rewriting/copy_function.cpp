#include "translator/lower/rewriting/copy_function.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

namespace cudapy::lower {

using namespace program;

namespace {

class Copier {
  public:
    Copier(std::map<const Variable*, Variable*> variables, std::map<const Variable*, Part> parts)
        : variables_(std::move(variables)), parts_(std::move(parts)) {}

    Block copy(const Block& block) const {
        Block result(block);
        visit_statements(result, [&](Stmt& stmt) { replace(stmt); });
        return result;
    }

  private:
    Variable* map(const Variable* variable) const { return variable ? variables_.at(variable) : nullptr; }

    const Part* part(const Variable* variable) const {
        const auto found = parts_.find(variable);
        return found == parts_.end() ? nullptr : &found->second;
    }

    static void shift(ExprPtr& index, const Part& part) {
        if (constant_value(*index) == 0) {
            index = make_ref(part.start, index->span);
            return;
        }
        const Type* type = promote(index->type, part.start->type);
        ExprPtr start = convert(make_ref(part.start, index->span), type);
        index = make_binary(BinaryOp::add, std::move(start), convert(std::move(index), type));
    }

    /// Replaces the variables in an expression whose operands have been replaced already.
    void replace(ExprPtr& expr) const {
        switch (expr->kind) {
        case ExprKind::variable: {
            Variable*& variable = as<VariableRef>(*expr).variable;
            const Part* given = part(variable);
            if (!given) {
                variable = map(variable);
                break;
            }
            std::vector<ExprPtr> lengths;
            for (Variable* length : given->lengths)
                lengths.push_back(make_ref(length, expr->span));
            expr = std::make_unique<ArrayView>(expr->span, given->array, make_ref(given->start, expr->span),
                                               std::move(lengths));
            break;
        }
        case ExprKind::length: {
            auto& length = as<Length>(*expr);
            const auto axis = static_cast<std::size_t>(length.axis);
            if (const Part* given = part(length.array)) {
                expr = make_ref(given->lengths[axis], expr->span);
                break;
            }
            length.array = map(length.array);
            if (!length.array->shape.empty()) // it is a number, of the type that lengths have
                expr = make_int(expr->type, length.array->shape[axis], expr->span);
            break;
        }
        case ExprKind::load: {
            auto& load = as<Load>(*expr);
            if (const Part* given = part(load.array)) shift(load.index, *given);
            load.array = array(load.array);
            break;
        }
        case ExprKind::view: {
            auto& view = as<ArrayView>(*expr);
            if (const Part* given = part(view.array)) shift(view.start, *given);
            view.array = array(view.array);
            break;
        }
        case ExprKind::assign_expr:
            as<AssignExpr>(*expr).variable = map(as<AssignExpr>(*expr).variable);
            break;
        default:
            break;
        }
    }

    Variable* array(const Variable* variable) const {
        const Part* given = part(variable);
        return given ? given->array : map(variable);
    }

    void replace(Lvalue& place) const {
        const Part* given = part(place.variable);
        place.variable = array(place.variable);
        if (given) shift(place.index, *given);
    }

    void replace(Stmt& stmt) const {
        rewrite_expressions(stmt, [&](ExprPtr& each) { replace(each); });
        visit_lvalues(stmt, [&](Lvalue& place) { replace(place); });
        switch (stmt.kind) {
        case StmtKind::declare:
            as<Declare>(stmt).variable = map(as<Declare>(stmt).variable);
            break;
        case StmtKind::for_c:
            as<ForC>(stmt).variable = map(as<ForC>(stmt).variable);
            break;
        case StmtKind::for_range:
            as<ForRange>(stmt).variable = map(as<ForRange>(stmt).variable);
            break;
        case StmtKind::multi_assign:
            break;
        case StmtKind::for_each:
        case StmtKind::work_item_loop:
        case StmtKind::warp_loop:
        case StmtKind::diverged:
            throw InternalError("copy_function met a statement that no function has when it is copied");
        default:
            break;
        }
    }

    std::map<const Variable*, Variable*> variables_;
    std::map<const Variable*, Part> parts_;
};

} // namespace

Block copy_block(const Block& block, std::map<const Variable*, Variable*> variables,
                 std::map<const Variable*, Part> parts) {
    return Copier(std::move(variables), std::move(parts)).copy(block);
}

std::unique_ptr<Function> copy_function(const Function& function) {
    auto result = std::make_unique<Function>();
    result->name = function.name;
    result->result = function.result;
    result->span = function.span;
    result->takes_all_shapes = function.takes_all_shapes;
    result->is_plain = function.is_plain;
    result->facts = function.facts;
    result->facts.is_called = result->facts.is_recursive = false; // the copy is on no cycle itself
    std::map<const Variable*, Variable*> variables;
    for (const auto& variable : function.variables)
        variables[variable.get()] =
            result->add_variable(variable->name, variable->type, variable->role, variable->span);
    for (const auto& [from, to] : variables) {
        to->table = from->table;
        to->shape = from->shape;
        to->is_flat = from->is_flat;
        to->is_part = from->is_part;
        to->is_reference = from->is_reference;
        to->is_record = from->is_record;
        to->refers_to = from->refers_to ? variables.at(from->refers_to) : nullptr;
        for (const Variable* root : from->roots)
            to->roots.push_back(variables.at(root));
        to->writes = from->writes;
        to->proposal = from->proposal;
    }
    for (const Variable* parameter : function.parameters)
        result->parameters.push_back(variables.at(parameter));
    result->body = Copier(std::move(variables), {}).copy(function.body);
    return result;
}

} // namespace cudapy::lower
