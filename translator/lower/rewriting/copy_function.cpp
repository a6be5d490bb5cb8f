#include "translator/lower/rewriting/copy_function.h"

#include "translator/lower/analysis/purity.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/support/internal_error.h"

namespace cudapy::lower {

using namespace program;

namespace {

class Copier {
  public:
    Copier(std::map<const Variable*, Variable*> variables, std::map<const Variable*, Part> parts)
        : variables_(std::move(variables)), parts_(std::move(parts)) {}

    Block copy(const Block& block) const {
        Block result;
        for (const StmtPtr& stmt : block)
            result.push_back(copy(*stmt));
        return result;
    }

  private:
    Variable* map(const Variable* variable) const { return variable ? variables_.at(variable) : nullptr; }

    const Part* part(const Variable* variable) const {
        const auto found = parts_.find(variable);
        return found == parts_.end() ? nullptr : &found->second;
    }

    ExprPtr copy(const ExprPtr& expr) const {
        if (!expr) return nullptr;
        ExprPtr result = clone(*expr);
        rewrite_expressions(result, [&](ExprPtr& each) { replace(each); });
        return result;
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

    /// The operands have been replaced already.
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
            if (!length.array->shape.empty()) // a number, which is of the type of lengths as they are
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

    std::vector<ExprPtr> copy(const std::vector<ExprPtr>& list) const {
        std::vector<ExprPtr> result;
        for (const ExprPtr& expr : list)
            result.push_back(copy(expr));
        return result;
    }

    Place copy(const Place& place) const {
        Place result{array(place.variable), copy(place.index), place.span, place.fields};
        if (const Part* given = part(place.variable)) shift(result.index, *given);
        return result;
    }

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
    result->facts = function.facts;
    result->facts.is_called = result->facts.is_recursive = false; // it is on no cycle itself
    std::map<const Variable*, Variable*> variables;
    for (const auto& variable : function.variables)
        variables[variable.get()] =
            result->add_variable(variable->name, variable->type, variable->role, variable->span);
    for (const auto& [from, to] : variables) {
        to->table = from->table;
        to->shape = from->shape;
        to->is_reference = from->is_reference;
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
