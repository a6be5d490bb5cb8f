#include "translator/check/body/symbols.h"

#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::ExprKind;
using syntax::StmtKind;

namespace {

/// Returns whether a lambda between the function and the place binds the name itself.
bool is_bound_by(const std::vector<std::set<std::string>>& lambdas, const std::string& name) {
    return std::any_of(lambdas.begin(), lambdas.end(),
                       [&](const std::set<std::string>& own) { return own.count(name) != 0; });
}

/// Calls visit(const Expr&) on each name in the expression, also in lambdas.
template <typename Visit>
void visit_names(const syntax::Expr& expr, const Visit& visit) {
    syntax::visit_all(expr, [&](const syntax::Expr& each) {
        if (each.kind == ExprKind::name) visit(each);
        if (each.kind != ExprKind::lambda) return;
        syntax::visit_statements(syntax::as<syntax::Lambda>(each).function->body,
                                 [&](const syntax::Stmt& stmt) {
                                     syntax::visit_expressions(
                                         stmt, [&](const syntax::Expr& inner) { visit_names(inner, visit); });
                                 });
    });
}

} // namespace

void Symbols::resolve(const syntax::Expr& expr, std::vector<std::set<std::string>>& lambdas) {
    if (expr.kind == ExprKind::name && !is_bound_by(lambdas, syntax::as<syntax::Name>(expr).id)) {
        const auto found = by_name_.find(syntax::as<syntax::Name>(expr).id);
        if (found != by_name_.end()) meanings_[&expr] = found->second;
    }
    syntax::visit_operands(expr, [&](const syntax::Expr& operand) { resolve(operand, lambdas); });
    if (expr.kind != ExprKind::lambda) return;
    lambdas.push_back(syntax::own_names(*syntax::as<syntax::Lambda>(expr).function));
    resolve(syntax::as<syntax::Lambda>(expr).function->body, lambdas);
    lambdas.pop_back();
}

void Symbols::resolve(const syntax::Block& block, std::vector<std::set<std::string>>& lambdas) {
    syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
        syntax::visit_expressions(stmt, [&](const syntax::Expr& expr) { resolve(expr, lambdas); });
        if (stmt.kind == StmtKind::annotated_assign) // a local name may stand for a type
            resolve(*syntax::as<syntax::AnnotatedAssign>(stmt).annotation, lambdas);
    });
}

Symbols::Symbols(const syntax::Function& function, const std::vector<std::string>& captured) {
    for (const syntax::Parameter& parameter : function.parameters)
        add(parameter.name).is_given = true;
    for (const std::string& name : captured)
        add(name).is_given = true;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            syntax::visit_bound_names(
                target, [&](const syntax::Name& name) { add(name.id).bindings.push_back(&name); });
        });
    });
    std::vector<std::set<std::string>> lambdas;
    resolve(function.body, lambdas);
}

Symbol& Symbols::add(const std::string& name) {
    Symbol*& known = by_name_[name];
    if (!known) known = &make(name);
    return *known;
}

Symbol& Symbols::make(std::string name) {
    Symbol& made = symbols_.emplace_back();
    made.name = std::move(name);
    made.number = symbols_.size();
    return made;
}

const Symbol& Symbols::name(const syntax::Expr& expr, std::string name) {
    const Symbol& made = make(std::move(name));
    meanings_[&expr] = &made;
    return made;
}

const Symbol& Symbols::part(const Symbol& symbol) {
    return make(symbol.name);
}

void Symbols::mean(const syntax::Name& name, const Symbol& symbol) {
    const Symbol*& meaning = meanings_[&name];
    for (Symbol& each : symbols_) {
        if (&each == meaning && meaning != &symbol && std::erase(each.bindings, &name) > 0)
            for (Symbol& other : symbols_)
                if (&other == &symbol) other.bindings.push_back(&name);
    }
    meaning = &symbol;
}

void Symbols::repeat(const syntax::Expr& copy, const syntax::Expr& name) {
    if (const Symbol* symbol = of(name)) meanings_[&copy] = symbol;
}

const Symbol* Symbols::of(const syntax::Expr& expr) const {
    const auto found = meanings_.find(&expr);
    return found == meanings_.end() ? nullptr : found->second;
}

const Symbol* Symbols::given(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found != by_name_.end() && found->second->is_given ? found->second : nullptr;
}

const Symbol& Symbols::separate(const Symbol& symbol, const syntax::For& loop) {
    Symbol& own = make(symbol.name);
    const auto give = [&](const syntax::Expr& expr) {
        visit_names(expr, [&](const syntax::Expr& name) {
            const auto found = meanings_.find(&name);
            if (found != meanings_.end() && found->second == &symbol) found->second = &own;
        });
    };
    give(*loop.target);
    for (const syntax::Block* block : {&loop.body, &loop.else_body})
        syntax::visit_statements(*block,
                                 [&](const syntax::Stmt& stmt) { syntax::visit_expressions(stmt, give); });
    syntax::visit_bound_names(*loop.target, [&](const syntax::Name& name) {
        if (of(name) == &own) own.bindings.push_back(&name);
    });
    return own;
}

void Symbols::visit(const syntax::Expr& expr,
                    const std::function<void(const Symbol&, const syntax::Name&)>& visit) const {
    visit_names(expr, [&](const syntax::Expr& name) {
        if (const Symbol* symbol = of(name)) visit(*symbol, syntax::as<syntax::Name>(name));
    });
}

} // namespace cudapy::checker
