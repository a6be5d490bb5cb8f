#include "translator/check/struct_references.h"

#include "translator/check/environment.h"
#include "translator/syntax/walk.h"

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
        const FunctionInfo* caller = std::exchange(info_, &info);
        const std::string name = std::exchange(name_, info.syntax->parameters[parameter].name);
        const std::set<std::string> outer = std::exchange(names_, {name_});
        const bool result = block(info.syntax->body);
        names_ = outer;
        name_ = name;
        info_ = caller;
        return result;
    }

  private:
    const Context& context_;
    const FunctionInfo* info_ = nullptr; ///< the function that is looked at
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

    /// Returns whether the expression, or one in it, gives the parameter to a function that changes it.
    bool calls(const Expr& expr) {
        bool found = false;
        visit_all(expr, [&](const Expr& part) {
            found = found || (part.kind == ExprKind::call && given(as<Call>(part)));
        });
        return found;
    }

    /// The parameter is given to a function that changes it.
    bool given(const Call& call) {
        const auto callee = Environment(context_, *info_).entity(*call.function);
        if (!callee || callee->what != Entity::What::function) return false;
        const auto& parameters = callee->function->syntax->parameters;
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const Argument& argument = call.arguments[i];
            if (!is_ours(*argument.value)) continue;
            std::size_t place = i;
            if (!argument.keyword.empty())
                for (place = 0; place < parameters.size() && parameters[place].name != argument.keyword;)
                    ++place;
            if (place < parameters.size() && changes(*callee->function, place)) return true;
        }
        return false;
    }

    bool block(const Block& statements) {
        bool found = false;
        visit_statements(statements, [&](const Stmt& stmt) {
            visit_targets(stmt, [&](const Expr& each) { found = found || target(each); });
            visit_expressions(stmt, [&](const Expr& expr) { found = found || calls(expr); });
            if (stmt.kind != StmtKind::assign || !is_ours(*as<Assign>(stmt).value)) return;
            for (const ExprPtr& each : as<Assign>(stmt).targets)
                if (each->kind == ExprKind::name) names_.insert(as<Name>(*each).id);
        });
        return found;
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
