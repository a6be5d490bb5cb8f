#include "translator/check/struct_references.h"

#include <algorithm>
#include <set>

namespace cudapy::checker {

using namespace syntax;

namespace {

class Changes {
  public:
    explicit Changes(const Context& context) : context_(context) {}

    bool changes(const FunctionInfo& info, std::size_t parameter) {
        if (!seen_.insert({info.syntax, parameter}).second) return false;
        const std::string name = std::exchange(name_, info.syntax->parameters[parameter].name);
        const std::set<std::string> outer = std::exchange(names_, {name_});
        const bool result = block(info.syntax->body);
        names_ = outer;
        name_ = name;
        return result;
    }

  private:
    const Context& context_;
    std::set<std::pair<const Function*, std::size_t>> seen_;
    std::string name_;
    std::set<std::string> names_; ///< the parameter, and what else it is called

    /// The name at the root of `b.inner.x`; null for anything else.
    const Name* root(const Expr& expr) const {
        const Expr* at = &expr;
        while (at->kind == ExprKind::attribute)
            at = as<Attribute>(*at).value.get();
        return at->kind == ExprKind::name ? &as<Name>(*at) : nullptr;
    }
    bool is_ours(const Expr& expr) const {
        const Name* name = root(expr);
        return name && names_.count(name->id);
    }

    bool target(const Expr& expr) const {
        if (expr.kind == ExprKind::attribute) return is_ours(expr);
        if (expr.kind != ExprKind::tuple) return false;
        const auto& elements = as<Tuple>(expr).elements;
        return std::any_of(elements.begin(), elements.end(),
                           [&](const ExprPtr& each) { return target(*each); });
    }

    bool calls(const Expr& expr) {
        switch (expr.kind) {
        case ExprKind::call: {
            const auto& call = as<Call>(expr);
            bool found = call.function->kind == ExprKind::name && given(call);
            for (const Argument& argument : call.arguments)
                found = found || calls(*argument.value);
            return found;
        }
        case ExprKind::attribute:
            return calls(*as<Attribute>(expr).value);
        case ExprKind::subscript:
            return calls(*as<Subscript>(expr).value) || calls(*as<Subscript>(expr).index);
        case ExprKind::unary:
            return calls(*as<Unary>(expr).operand);
        case ExprKind::binary:
            return calls(*as<Binary>(expr).left) || calls(*as<Binary>(expr).right);
        case ExprKind::boolean_op:
            return any(as<BooleanOp>(expr).operands);
        case ExprKind::compare:
            return any(as<Compare>(expr).operands);
        case ExprKind::conditional:
            return calls(*as<Conditional>(expr).condition) || calls(*as<Conditional>(expr).then_value) ||
                   calls(*as<Conditional>(expr).else_value);
        case ExprKind::tuple:
            return any(as<Tuple>(expr).elements);
        default:
            return false;
        }
    }
    bool any(const std::vector<ExprPtr>& list) {
        return std::any_of(list.begin(), list.end(), [&](const ExprPtr& each) { return calls(*each); });
    }
    bool calls(const ExprPtr& expr) { return expr && calls(*expr); }

    /// The parameter is given to a function that changes it.
    bool given(const Call& call) {
        const auto callee = context_.functions.find(as<Name>(*call.function).id);
        if (callee == context_.functions.end()) return false;
        const auto& parameters = callee->second->syntax->parameters;
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const Argument& argument = call.arguments[i];
            if (!is_ours(*argument.value)) continue;
            std::size_t place = i;
            if (!argument.keyword.empty())
                for (place = 0; place < parameters.size() && parameters[place].name != argument.keyword;)
                    ++place;
            if (place < parameters.size() && changes(*callee->second, place)) return true;
        }
        return false;
    }

    bool block(const Block& statements) {
        bool found = false;
        for (const StmtPtr& stmt : statements)
            found = statement(*stmt) || found;
        return found;
    }

    bool statement(const Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& node = as<Assign>(stmt);
            bool found = calls(node.value);
            for (const ExprPtr& each : node.targets) {
                found = found || target(*each) || calls(each);
                if (each->kind == ExprKind::name && is_ours(*node.value)) names_.insert(as<Name>(*each).id);
            }
            return found;
        }
        case StmtKind::augmented_assign:
            return target(*as<AugmentedAssign>(stmt).target) || calls(as<AugmentedAssign>(stmt).value);
        case StmtKind::annotated_assign:
            return target(*as<AnnotatedAssign>(stmt).target) || calls(as<AnnotatedAssign>(stmt).value);
        case StmtKind::expression:
            return calls(as<ExpressionStmt>(stmt).value);
        case StmtKind::return_:
            return calls(as<Return>(stmt).value);
        case StmtKind::assert_:
            return calls(as<Assert>(stmt).condition);
        case StmtKind::if_: {
            const bool here = calls(as<If>(stmt).condition);
            const bool then_found = block(as<If>(stmt).then_body);
            return block(as<If>(stmt).else_body) || then_found || here;
        }
        case StmtKind::while_: {
            const bool here = calls(as<While>(stmt).condition);
            const bool found = block(as<While>(stmt).body);
            return block(as<While>(stmt).else_body) || found || here;
        }
        case StmtKind::for_: {
            const bool here = calls(as<For>(stmt).iterable);
            const bool found = block(as<For>(stmt).body);
            return block(as<For>(stmt).else_body) || found || here;
        }
        default:
            return false;
        }
    }
};

} // namespace

void mark_references(const Context& context, FunctionInfo& info) {
    for (std::size_t i = 0; i < info.syntax->parameters.size(); ++i) {
        if (info.place(i) < 0) continue;
        program::Variable& parameter = *info.function->parameters[static_cast<std::size_t>(info.place(i))];
        if (!parameter.type->is_struct() || !Changes(context).changes(info, i)) continue;
        parameter.type = Type::array(parameter.type);
        parameter.is_reference = true;
    }
}

} // namespace cudapy::checker
