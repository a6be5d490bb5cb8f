#include "translator/lower/rewriting/rewrite.h"

#include "translator/program/walk.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cudapy::lower {

using namespace program;

void rewrite_statements(Block& block, const StatementRewriter& rewrite) {
    Block result;
    result.reserve(block.size());
    for (StmtPtr& stmt : block) {
        visit_blocks(*stmt, [&](Block& inner) { rewrite_statements(inner, rewrite); });
        if (stmt->kind == StmtKind::if_) {
            auto& branch = as<If>(*stmt);
            branch.else_is_elif = branch.else_is_elif && branch.else_body.size() == 1 &&
                                  branch.else_body[0]->kind == StmtKind::if_;
        }
        Comments comments = std::move(stmt->comments);
        stmt->comments = {};
        const std::size_t before = result.size();
        rewrite(std::move(stmt), result);
        if (result.size() == before) continue;
        Comments& target = result[before]->comments;
        target.above.insert(target.above.begin(), std::make_move_iterator(comments.above.begin()),
                            std::make_move_iterator(comments.above.end()));
        if (target.trailing.empty()) target.trailing = std::move(comments.trailing);
    }
    block = std::move(result);
}

void rewrite_expressions(ExprPtr& expr, const std::function<void(ExprPtr&)>& rewrite) {
    visit_operands(*expr, [&](ExprPtr& operand) { rewrite_expressions(operand, rewrite); });
    rewrite(expr);
}

void rewrite_expressions(Stmt& stmt, const std::function<void(ExprPtr&)>& rewrite) {
    visit_expressions(stmt, [&](ExprPtr& expr) { rewrite_expressions(expr, rewrite); });
}

void rewrite_expressions(Block& block, const std::function<void(ExprPtr&)>& rewrite) {
    visit_statements(block, [&](Stmt& stmt) { rewrite_expressions(stmt, rewrite); });
}

ExprPtr make_ref(Variable* variable, Span span) {
    return std::make_unique<VariableRef>(span, variable);
}

ExprPtr make_int(const Type* type, int64_t value, Span span) {
    return std::make_unique<Literal>(span, type, value);
}

ExprPtr make_bool(bool value, Span span) {
    return std::make_unique<Literal>(span, Type::bool_(), value);
}

ExprPtr make_zero(const Type* type, Span span) {
    if (type->is_aggregate() || type->is_complex()) {
        std::vector<ExprPtr> parts;
        for (const Type::Field& field : type->fields())
            parts.push_back(make_zero(field.type, span));
        return std::make_unique<Construct>(span, type, std::move(parts));
    }
    if (type->is_bool()) return make_bool(false, span);
    if (type->is_integer() || type->is_array()) return make_int(type, 0, span); // of an array a null pointer
    return std::make_unique<Literal>(span, type, 0.0);
}

ExprPtr make_length(Variable* array, const Type* type, Span span) {
    if (array->is_own_array() && !array->is_dynamic()) return make_int(type, array->element_count(), span);
    return std::make_unique<Length>(span, type, array);
}

ExprPtr make_binary(BinaryOp op, ExprPtr left, ExprPtr right) {
    const Span span = left->span;
    const Type* type = left->type;
    return std::make_unique<Binary>(span, type, op, std::move(left), std::move(right));
}

ExprPtr make_compare(CompareOp op, ExprPtr left, ExprPtr right) {
    const Span span = left->span;
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return std::make_unique<Compare>(span, std::move(operands), std::vector{op});
}

ExprPtr convert(ExprPtr expr, const Type* type) {
    if (expr->type == type) return expr;
    const Span span = expr->span;
    if (expr->kind == ExprKind::literal) {
        const auto& literal = as<Literal>(*expr);
        if (const auto* value = std::get_if<int64_t>(&literal.value); value && literal.name.empty()) {
            // 2^24 is where a float begins to miss integers.
            if (type->is_floating() && std::abs(static_cast<double>(*value)) <= 16777216.0)
                return std::make_unique<Literal>(span, type, static_cast<double>(*value));
            const bool is_bits = literal.type == Type::uint64() && *value < 0;
            if (!is_bits && type->is_integer() && holds(type, WideInt(*value)))
                return std::make_unique<Literal>(span, type, *value, literal.spelling);
        }
    }
    return std::make_unique<Cast>(span, type, std::move(expr), false);
}

ExprPtr read(const Place& place) {
    ExprPtr value = make_ref(place.variable, place.span);
    if (place.index) value = std::make_unique<Load>(place.span, place.variable, clone(*place.index));
    for (const std::size_t field : place.fields)
        value = std::make_unique<FieldExpr>(place.span, std::move(value), field);
    return value;
}

ExprPtr make_address(Variable* pointer, Span span) {
    return std::make_unique<ArrayView>(span, pointer->type, pointer, make_int(Type::int32(), 0, span));
}

void add_roots(Variable& pointer, const Expr& value) {
    visit_all(value, [&](const Expr& part) {
        if (part.kind != ExprKind::view) return;
        Variable* array = as<ArrayView>(part).array;
        pointer.writes = pointer.writes || array->writes;
        const std::vector<Variable*> roots = array->is_pointer() ? array->roots : std::vector{array};
        for (Variable* root : roots)
            if (std::find(pointer.roots.begin(), pointer.roots.end(), root) == pointer.roots.end())
                pointer.roots.push_back(root);
    });
}

StmtPtr make_assign(Variable* variable, ExprPtr value) {
    const Span span = value->span;
    return std::make_unique<Assign>(span, Place{variable, nullptr, span}, std::move(value));
}

StmtPtr make_assign(Place place, ExprPtr value, Span span) {
    return std::make_unique<Assign>(span, std::move(place), std::move(value));
}

void move_to_temporary(Function& function, ExprPtr& expr, const std::string& name, Block& out) {
    const Span span = expr->span;
    Variable* variable = function.add_variable(name, expr->type, VariableRole::temporary, span);
    const bool is_address = expr->type->is_array(); // that a pointer is given
    if (is_address) add_roots(*variable, *expr);
    out.push_back(make_assign(variable, std::move(expr)));
    expr = is_address ? make_address(variable, span) : make_ref(variable, span);
}

} // namespace cudapy::lower
