// `(X if c else Y)[i] = v`: what is stored through a choice between arrays. The choice gets a name, as the
// user would give it one on a line of its own: `chosen = X if c else Y`.

#include "translator/builtins/atomics.h"
#include "translator/builtins/builtins.h"
#include "translator/syntax/parse/parser_state.h"

#include <algorithm>
#include <utility>

namespace cudapy::syntax {

namespace {

template <typename Node, typename Base>
Node& own(Base& node) {
    return static_cast<Node&>(node);
}

/// The choice that the brackets of a target, or of one inside it, stand behind; null for none.
ExprPtr* choice_in(ExprPtr& target) {
    if (target->kind == ExprKind::attribute) return choice_in(own<Attribute>(*target).value);
    if (target->kind != ExprKind::subscript) return nullptr;
    ExprPtr& value = own<Subscript>(*target).value;
    return value->kind == ExprKind::conditional ? &value : choice_in(value);
}

/// The array of `atomicAdd(X if c else Y, i, v)`, where it is a choice.
ExprPtr* choice_of_atomic(ExprPtr& value) {
    if (value->kind != ExprKind::call) return nullptr;
    auto& call = own<Call>(*value);
    const bool has_name = call.function->kind == ExprKind::name;
    if (!has_name && call.function->kind != ExprKind::attribute) return nullptr;
    const std::string& name = has_name ? as<Name>(*call.function).id : as<Attribute>(*call.function).name;
    const Builtin* builtin = find_builtin("cudapy." + name);
    if (!builtin || !is_atomic(builtin->special) || call.arguments.empty()) return nullptr;
    ExprPtr& array = call.arguments[0].value;
    return call.arguments[0].stars == 0 && array->kind == ExprKind::conditional ? &array : nullptr;
}

} // namespace

bool Parser::has_any(Span where, std::initializer_list<Op> operators) const {
    return std::any_of(stream_.tokens.begin(), stream_.tokens.end(), [&](const Token& token) {
        return token.begin >= where.begin && token.end <= where.end &&
               std::any_of(operators.begin(), operators.end(), [&](Op op) { return token.is(op); });
    });
}

/// Where the last statement of the block stores through a choice, gives that a name before it. Python makes
/// the value of an assignment first: where calls could make that a difference, the statement stays.
void Parser::name_chosen_array(Block& out) {
    Stmt& stmt = *out.back();
    ExprPtr* choice = nullptr;
    if (stmt.kind == StmtKind::augmented_assign) {
        choice = choice_in(own<AugmentedAssign>(stmt).target);
    } else if (stmt.kind == StmtKind::expression) {
        choice = choice_of_atomic(own<ExpressionStmt>(stmt).value);
    } else if (stmt.kind == StmtKind::assign && own<Assign>(stmt).targets.size() == 1) {
        auto& assign = own<Assign>(stmt);
        if (assign.targets[0]->kind == ExprKind::name) {
            choice = choice_of_atomic(assign.value);
        } else if (ExprPtr* found = choice_in(assign.targets[0])) {
            const Span condition = as<Conditional>(**found).condition->span;
            const bool commutes = !has_any(assign.value->span, {Op::left_paren}) ||
                                  !has_any(condition, {Op::left_paren, Op::left_bracket, Op::dot});
            if (commutes) choice = found;
        }
    }
    if (!choice) return;
    const Span span = (*choice)->span;
    const std::string name = "chosen " + std::to_string(++choices_); // no name of the user's
    ExprPtr value = std::exchange(*choice, std::make_unique<Name>(span, name));
    std::vector<ExprPtr> targets;
    targets.push_back(std::make_unique<Name>(span, name));
    out.insert(out.end() - 1, std::make_unique<Assign>(span, std::move(targets), std::move(value)));
}

} // namespace cudapy::syntax
