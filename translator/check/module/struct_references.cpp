#include "translator/check/module/struct_references.h"

#include "translator/check/body/symbols.h"
#include "translator/check/module/environment.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <map>
#include <set>

namespace cudapy::checker {

using namespace syntax;

namespace {

/// Returns the name at the root of `b.inner.x`, or null for anything else.
const Name* root(const Expr& expr) {
    const Expr* at = &expr;
    while (at->kind == ExprKind::attribute)
        at = as<Attribute>(*at).value.get();
    return at->kind == ExprKind::name ? &as<Name>(*at) : nullptr;
}

/// The callee of a call: a function of the program, or a lambda in the body that is being searched.
struct Callee {
    const Function* function = nullptr;
    const FunctionInfo* owner = nullptr; ///< the function in whose scope its free names are
};

class Changes {
  public:
    explicit Changes(const Context& context) : context_(context) {}

    bool changes(const Callee& callee, std::size_t parameter) {
        if (!seen_.insert({callee.function, parameter}).second) return false;
        return Body(*this, callee, parameter).changes();
    }

  private:
    const Context& context_;
    std::set<std::pair<const Function*, std::size_t>> seen_;

    /// The body of a function, with regard to one of its parameters.
    class Body {
      public:
        Body(Changes& changes, const Callee& callee, std::size_t parameter)
            : changes_(changes), function_(*callee.function), info_(*callee.owner), symbols_(function_, {}) {
            ours_.insert(symbols_.given(function_.parameters[parameter].name));
            visit_statements(function_.body, [&](const Stmt& stmt) {
                const auto [target, value] = single_assignment(stmt);
                if (target && symbols_.of(*target)) values_[symbols_.of(*target)].push_back(value);
            });
            find_other_names();
        }

        bool changes() {
            bool found = false;
            visit_statements(function_.body, [&](const Stmt& stmt) {
                visit_targets(stmt, [&](const Expr& each) { found = found || target(each); });
                visit_expressions(stmt, [&](const Expr& expr) { found = found || calls(expr); });
            });
            return found;
        }

      private:
        Changes& changes_;
        const Function& function_;
        const FunctionInfo& info_;
        Symbols symbols_;
        std::set<const Symbol*> ours_; ///< the parameter, and what else it is called
        std::map<const Symbol*, std::vector<const Expr*>>
            values_; ///< the values that are assigned to only a name

        bool is_ours(const Expr& expr) const {
            const Name* name = root(expr);
            return name && ours_.count(symbols_.of(*name));
        }

        /// Finds other names for the parameter, such as `c` in `c = b`, and then `d` in `d = c`. The order of
        /// these statements does not matter, because in a loop the second may come first.
        void find_other_names() {
            for (bool news = true; news;) {
                news = false;
                for (const auto& [symbol, values] : values_)
                    if (std::any_of(values.begin(), values.end(),
                                    [&](const Expr* each) { return is_ours(*each); }))
                        news |= ours_.insert(symbol).second;
                visit_statements(function_.body, [&](const Stmt& stmt) {
                    if (stmt.kind != StmtKind::assign || !is_ours(*as<Assign>(stmt).value)) return;
                    for (const ExprPtr& each : as<Assign>(stmt).targets) // `c = d = b`
                        if (each->kind == ExprKind::name) news |= ours_.insert(symbols_.of(*each)).second;
                });
            }
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

        /// Returns what an expression calls, also by a local name: `g = bump` or `g = lambda c: bump(c, 1)`.
        Callee callee_of(const Expr& expr, int depth = 0) const {
            const Symbol* symbol = symbols_.of(expr);
            if (expr.kind == ExprKind::lambda) return {as<Lambda>(expr).function.get(), &info_};
            if (symbol && !symbol->is_given) {
                const auto values = values_.find(symbol);
                constexpr int longest = 100; // of names for names
                if (symbol->bindings.size() != 1 || values == values_.end() || depth > longest) return {};
                return callee_of(*values->second[0], depth + 1);
            }
            const auto found = Environment(changes_.context_, info_).entity(expr);
            if (!found || found->kind != Entity::Kind::function) return {};
            return {found->function->syntax, found->function};
        }

        /// Returns whether the parameter is given to a function that changes it.
        bool given(const Call& call) {
            const auto is_given = [&](const Argument& argument) { return is_ours(*argument.value); };
            if (std::none_of(call.arguments.begin(), call.arguments.end(), is_given)) return false;
            const Callee callee = callee_of(*call.function);
            if (!callee.function) return false;
            for (std::size_t i = 0; i < call.arguments.size(); ++i) {
                if (!is_given(call.arguments[i])) continue;
                const std::size_t place = parameter_of(call, i, *callee.function);
                if (place < callee.function->parameters.size() && changes_.changes(callee, place))
                    return true;
            }
            return false;
        }
    };
};

} // namespace

std::size_t parameter_of(const Call& call, std::size_t argument, const Function& callee) {
    const std::string& keyword = call.arguments[argument].keyword;
    if (keyword.empty()) return argument;
    const auto& parameters = callee.parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& parameter) { return parameter.name == keyword; });
    return static_cast<std::size_t>(found - parameters.begin());
}

bool changes_fields(const Context& context, const FunctionInfo& info, std::size_t parameter) {
    return Changes(context).changes({info.syntax, &info}, parameter);
}

bool changes_fields(const Context& context, const FunctionInfo& owner, const Lambda& lambda,
                    std::size_t parameter) {
    return Changes(context).changes({lambda.function.get(), &owner}, parameter);
}

void mark_references(const Context& context, FunctionInfo& info) {
    for (std::size_t i = 0; i < info.syntax->parameters.size(); ++i) {
        if (info.place(i) < 0) continue;
        program::Variable& parameter = *info.function->parameters[static_cast<std::size_t>(info.place(i))];
        const bool is_record = parameter.type->is_record();
        if (!parameter.type->is_struct() || !(is_record || changes_fields(context, info, i))) continue;
        parameter.type = Type::array(parameter.type);
        (is_record ? parameter.is_record : parameter.is_reference) = true;
    }
}

} // namespace cudapy::checker
