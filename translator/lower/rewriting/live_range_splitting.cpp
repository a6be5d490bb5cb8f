#include "translator/lower/rewriting/live_range_splitting.h"

#include "translator/program/walk.h"

#include <map>
#include <set>
#include <vector>

namespace cudapy::lower {

using namespace program;

namespace {

class LiveRangeSplitter {
  public:
    explicit LiveRangeSplitter(Function& function) : function_(function) {
        visit_statements(static_cast<const Block&>(function.body), [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::declare) ++declarations_[as<Declare>(stmt).variable];
            if (stmt.kind == StmtKind::for_c && as<ForC>(stmt).declares)
                ++declarations_[as<ForC>(stmt).variable];
        });
    }

    using Scope = std::map<const Variable*, Variable*>;

    void block(Block& body, Scope scope) {
        std::set<const Variable*> declared; // in this block
        for (StmtPtr& stmt : body) {
            if (stmt->kind == StmtKind::declare) declared.insert(as<Declare>(*stmt).variable);
            Variable* given = given_by(*stmt);
            statement(*stmt, scope);
            if (given && declared.contains(given)) stmt = declaration(*stmt, given, scope);
        }
    }

  private:
    Function& function_;
    std::map<const Variable*, int> declarations_;

    static void rename(Variable*& variable, const Scope& scope) {
        const auto found = scope.find(variable);
        if (found != scope.end()) variable = found->second;
    }

    Variable* made_for(const Variable& variable) {
        Variable* made = function_.add_variable(variable.name, variable.type, variable.role, variable.span);
        made->is_part = variable.is_part;
        made->writes = variable.writes;
        made->refers_to = variable.refers_to;
        made->roots = variable.roots;
        return made;
    }

    void declare(Variable*& variable, Scope& scope) {
        if (declarations_[variable] < 2 || variable->is_declared_array()) return;
        variable = scope[variable] = made_for(*variable);
    }

    /// Returns the variable that a statement gives another value as a whole; null for none.
    static Variable* given_by(const Stmt& stmt) {
        if (stmt.kind == StmtKind::assign && as<Assign>(stmt).lvalue.is_variable())
            return as<Assign>(stmt).lvalue.variable;
        if (stmt.kind != StmtKind::augmented_assign) return nullptr;
        const auto& assign = as<AugmentedAssign>(stmt);
        const bool is_plain = assign.lvalue.is_variable() && assign.value->type == assign.lvalue.type() &&
                              assign.operation == assign.lvalue.type() && assign.op != BinaryOp::power;
        return is_plain ? assign.lvalue.variable : nullptr;
    }

    /// Returns the declaration of a new variable with the value that the statement gives the old one.
    StmtPtr declaration(Stmt& stmt, const Variable* assigned, Scope& scope) {
        Variable* made = made_for(*assigned);
        scope[assigned] = made;
        if (stmt.kind == StmtKind::assign)
            return std::make_unique<Declare>(stmt.span, made, std::move(as<Assign>(stmt).value));
        auto& assign = as<AugmentedAssign>(stmt);
        return std::make_unique<Declare>(
            stmt.span, made,
            std::make_unique<Binary>(stmt.span, made->type, assign.op,
                                     std::make_unique<VariableRef>(stmt.span, assign.lvalue.variable),
                                     std::move(assign.value)));
    }

    void statement(Stmt& stmt, Scope& around) {
        Scope within = around;
        if (stmt.kind == StmtKind::for_c && as<ForC>(stmt).declares)
            declare(as<ForC>(stmt).variable, within);
        else if (stmt.kind == StmtKind::for_c)
            rename(as<ForC>(stmt).variable, around);
        visit_expressions(stmt, [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::variable) rename(as<VariableRef>(part).variable, within);
                if (part.kind == ExprKind::assign_expr) rename(as<AssignExpr>(part).variable, within);
                if (part.kind == ExprKind::load) rename(as<Load>(part).array, within);
                if (part.kind == ExprKind::view) rename(as<ArrayView>(part).array, within);
            });
        });
        visit_lvalues(stmt, [&](Lvalue& place) { rename(place.variable, within); });
        visit_blocks(stmt, [&](Block& inner) { block(inner, within); });
        if (stmt.kind == StmtKind::declare) declare(as<Declare>(stmt).variable, around);
    }
};

} // namespace

void split_live_ranges(Function& function) {
    LiveRangeSplitter(function).block(function.body, {});
}

} // namespace cudapy::lower
