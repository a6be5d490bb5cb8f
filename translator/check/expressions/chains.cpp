#include "translator/check/expressions/chains.h"

#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;

namespace {

const Type* compared_in(const Body& body, const Value& left, const Value& right) {
    const Type* type = body.numbers.compared(left, right, false);
    return type && type->is_narrow() ? Type::int32() : type;
}

bool is_name_or_literal(const program::Expr& expr) {
    return expr.kind == program::ExprKind::variable || expr.kind == program::ExprKind::literal;
}

} // namespace

bool compares_in_several_types(const Body& body, const std::vector<Value>& values) {
    const Type* first = compared_in(body, values[0], values[1]);
    bool differs = false;
    for (std::size_t i = 1; i + 1 < values.size(); ++i) {
        const Type* type = compared_in(body, values[i], values[i + 1]);
        if (!type) return false; // which is reported
        differs = differs || type != first;
    }
    return first && differs;
}

/// Checks a chain of comparisons. Each operand is evaluated once, so an operand between two others is kept in
/// a variable.
Value compare_chain(Body& body, const Comparison& comparison, std::vector<Value> values) {
    std::vector<const Type*> types; // while the bounds of an operand that is kept in a variable are known
    for (std::size_t i = 0; i + 1 < values.size(); ++i)
        types.push_back(compared_in(body, values[i], values[i + 1]));
    ExprPtr result;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        Value &left = values[i], &right = values[i + 1];
        const Type* type = compared_in(body, left, right);
        if (!type) type = types[i];
        Value again;
        if (i + 2 < values.size()) {
            const bool is_plain =
                is_name_or_literal(*right.node) || (right.is_weak() && !happens_once(*right.node));
            if (is_plain || !body.is_final()) { // other passes look only at types
                again = copy(right);
            } else {
                settle(right);
                const Span span = right.node->span;
                program::Variable* kept = body.function.add_variable("middle", right.type(),
                                                                     program::VariableRole::temporary, span);
                auto assign = std::make_unique<program::AssignExpr>(span, kept, std::move(right.node));
                assign->hoists = true;
                auto first = std::make_unique<program::Sequence>(span, std::move(assign),
                                                                 program::make_ref(kept, span));
                first->hoists = true;
                right = strong(std::move(first));
                again = strong(program::make_ref(kept, span));
            }
        }
        std::vector<ExprPtr> operands;
        operands.push_back(convert(std::move(left), type));
        operands.push_back(convert(std::move(right), type));
        std::vector<program::CompareOp> ops{static_cast<program::CompareOp>(comparison.ops[i])};
        ExprPtr pair =
            std::make_unique<program::Compare>(comparison.span, std::move(operands), std::move(ops));
        result = result ? std::make_unique<program::Logical>(comparison.span, Type::bool_(), true,
                                                             std::move(result), std::move(pair))
                        : std::move(pair);
        right = std::move(again);
    }
    return strong(std::move(result));
}

} // namespace cudapy::checker
