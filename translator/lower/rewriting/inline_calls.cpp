#include "translator/lower/rewriting/inline_calls.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/lower/rewriting/single_exit.h"

#include <iterator>
#include <map>

namespace cudapy::lower {

using namespace program;

namespace {

/// Finds the calls in an expression that are evaluated always and once, in order.
void certain_calls(ExprPtr& expr, std::vector<ExprPtr*>& out) {
    if (expr->kind == ExprKind::conditional) return certain_calls(as<Conditional>(*expr).condition, out);
    if (expr->kind == ExprKind::logical) return certain_calls(as<Logical>(*expr).left, out);
    visit_operands(*expr, [&](ExprPtr& operand) { certain_calls(operand, out); });
    if (expr->kind == ExprKind::call) out.push_back(&expr);
}

class Inliner {
  public:
    Inliner(Function& caller, bool (*wanted)(const Function&)) : caller_(caller), wanted_(wanted) {}

    void block(Block& body) {
        rewrite_statements(body, [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
    }

    std::map<const Variable*, const Variable*> origins; ///< for each new variable of the caller, the one that
                                                        ///< it is a copy of

  private:
    Function& caller_;
    bool (*wanted_)(const Function&);
    std::map<const Variable*, Variable*> shared_; ///< for each shared array of a callee, the caller's

    void statement(StmtPtr stmt, Block& out) {
        // The condition of a loop is evaluated again and again.
        const bool is_loop = stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::for_c;
        if (stmt->kind == StmtKind::evaluate && statement_call(*stmt, out)) return;
        if (!is_loop && !value_call(*stmt, out)) operands(*stmt, out);
        out.push_back(std::move(stmt));
    }

    /// Replaces a call that is the whole value of a variable. Nothing else is evaluated there, so that the
    /// call may have effects.
    bool value_call(Stmt& stmt, Block& out) {
        ExprPtr* value = nullptr;
        if (stmt.kind == StmtKind::assign && !as<Assign>(stmt).lvalue.index) value = &as<Assign>(stmt).value;
        if (stmt.kind == StmtKind::declare) value = &as<Declare>(stmt).init;
        if (!value || !*value || (*value)->kind != ExprKind::call || !wanted_(*as<Call>(**value).function))
            return false;
        *value = put_body(as<Call>(**value), out);
        return true;
    }

    /// Replaces a call that is a whole statement.
    bool statement_call(Stmt& stmt, Block& out) {
        ExprPtr& value = as<Evaluate>(stmt).value;
        if (value->kind != ExprKind::call || !wanted_(*as<Call>(*value).function)) return false;
        put_body(as<Call>(*value), out);
        return true;
    }

    void operands(Stmt& stmt, Block& out) {
        bool effects = false;
        std::vector<ExprPtr*> calls;
        visit_expressions(stmt, [&](ExprPtr& expr) {
            effects = effects || has_effects(*expr);
            visit_all(*expr, [&](Expr& part) { effects = effects || part.kind == ExprKind::assign_expr; });
            certain_calls(expr, calls);
        });
        if (effects) return; // moving a call in front of them would change the order
        for (ExprPtr* call : calls)
            if (wanted_(*as<Call>(**call).function)) *call = put_body(as<Call>(**call), out);
    }

    /// Keeps where a part of an array begins and how long it is.
    Part put_part(ArrayView& view, const std::string& name, bool is_reference, Block& out) {
        const auto keep = [&](const std::string& suffix, ExprPtr value) {
            Variable* variable =
                caller_.add_variable(name + suffix, value->type, VariableRole::temporary, view.span);
            out.push_back(std::make_unique<Declare>(view.span, variable, std::move(value)));
            return variable;
        };
        Part part{view.array, keep("_start", std::move(view.start)), {}};
        if (is_reference) return part; // nobody asks how long it is
        for (ExprPtr& length : view.lengths)
            part.lengths.push_back(keep("_len", std::move(length)));
        return part;
    }

    /// Adds what the callee does, and returns its result.
    ExprPtr put_body(Call& call, Block& out) {
        const Function& callee = *call.function;
        std::map<const Variable*, Variable*> variables;
        for (const auto& variable : callee.variables) {
            Variable*& copy = variables[variable.get()];
            if (variable->role == VariableRole::parameter && variable->type->is_array()) continue;
            if (variable->role == VariableRole::shared && shared_.count(variable.get())) {
                copy = shared_[variable.get()];
                continue;
            }
            const bool keeps_role = variable->role == VariableRole::table || variable->is_declared_array();
            copy =
                caller_.add_variable(variable->name, variable->type,
                                     keeps_role ? variable->role : VariableRole::temporary, variable->span);
            copy->table = variable->table;
            copy->shape = variable->shape;
            copy->is_reference = variable->is_reference && variable->is_declared_array();
            if (variable->role == VariableRole::shared) shared_[variable.get()] = copy;
            copy->writes = variable->writes;
            origins[copy] = variable.get();
        }
        std::map<const Variable*, Part> parts;
        const auto add_roots = [&](const Variable& pointer) {
            for (const Variable* root : pointer.roots) {
                const auto part = parts.find(root);
                Variable* array = part == parts.end() ? variables[root] : part->second.array;
                std::vector<Variable*>& roots = variables[&pointer]->roots;
                if (array->is_pointer())
                    roots.insert(roots.end(), array->roots.begin(), array->roots.end());
                else
                    roots.push_back(array);
            }
        };
        const auto refer = [&] { // it is known now what arrays are
            for (const auto& variable : callee.variables) {
                if (variable->is_pointer()) add_roots(*variable);
                if (!variable->refers_to || !variables[variable.get()]) continue;
                const auto array = variables.find(variable->refers_to);
                variables[variable.get()]->refers_to = array == variables.end() ? nullptr : array->second;
            }
        };
        for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
            const Variable* parameter = callee.parameters[i];
            if (call.arguments[i]->kind == ExprKind::view)
                parts[parameter] = put_part(as<ArrayView>(*call.arguments[i]), parameter->name,
                                            parameter->is_reference, out);
            else if (parameter->type->is_array())
                variables[parameter] = as<VariableRef>(*call.arguments[i]).variable;
            else
                out.push_back(
                    std::make_unique<Declare>(call.span, variables[parameter], std::move(call.arguments[i])));
        }
        refer();
        Variable* result = nullptr;
        if (!callee.result->is_void()) {
            result = caller_.add_variable(callee.name + "_result", callee.result, VariableRole::temporary,
                                          call.span);
            out.push_back(std::make_unique<Declare>(call.span, result, nullptr));
        }
        Block body =
            single_exit(copy_block(callee.body, std::move(variables), std::move(parts)), result, caller_);
        block(body); // replaces the calls in the body in turn
        std::move(body.begin(), body.end(), std::back_inserter(out));
        return result ? make_ref(result, call.span) : nullptr;
    }
};

} // namespace

std::map<const Variable*, const Variable*> inline_calls(Function& caller, bool (*wanted)(const Function&)) {
    Inliner inliner(caller, wanted);
    inliner.block(caller.body);
    return std::move(inliner.origins);
}

} // namespace cudapy::lower
