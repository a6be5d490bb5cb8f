#include "translator/lower/checked/checked_reads.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

#include <iterator>
#include <map>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

class AssignedFlags {
  public:
    explicit AssignedFlags(Function& function) : function_(function) {}

    void run() {
        // `x += 1` reads x, too.
        rewrite_statements(function_.body, [](StmtPtr stmt, Block& out) {
            if (stmt->kind == StmtKind::augmented_assign && as<AugmentedAssign>(*stmt).may_be_unassigned)
                stmt = written_out(as<AugmentedAssign>(*stmt));
            out.push_back(std::move(stmt));
        });
        rewrite_expressions(function_.body, [&](ExprPtr& expr) { expression(expr); });
        if (flags_.empty()) return;
        rewrite_statements(function_.body,
                           [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
        Block first;
        for (const auto& [variable, flag] : in_order_) {
            first.push_back(make_assign(variable, make_zero(variable->type, variable->span)));
            first.push_back(make_assign(flag, make_bool(false, variable->span)));
        }
        function_.body.insert(function_.body.begin(), std::make_move_iterator(first.begin()),
                              std::make_move_iterator(first.end()));
    }

  private:
    Function& function_;
    std::map<const Variable*, Variable*> flags_;
    std::vector<std::pair<Variable*, Variable*>> in_order_;

    static StmtPtr written_out(AugmentedAssign& stmt) {
        ExprPtr old = make_read(stmt.lvalue);
        as<VariableRef>(*old).may_be_unassigned = true;
        const Type* type = stmt.lvalue.type();
        auto result =
            std::make_unique<Binary>(stmt.span, stmt.operation, stmt.op,
                                     convert(std::move(old), stmt.operation), std::move(stmt.value));
        StmtPtr assign = make_assign(std::move(stmt.lvalue), convert(std::move(result), type), stmt.span);
        assign->comments = std::move(stmt.comments);
        return assign;
    }

    static bool is_told(const Variable& variable) {
        const Type* type = variable.type;
        const bool is_number = type->is_bool() || type->is_integer() || type->is_floating();
        return is_number && !type->is_small_float() && !variable.is_part && !variable.refers_to &&
               variable.role == VariableRole::local;
    }

    Variable* flag_of(Variable* variable) {
        Variable*& flag = flags_[variable];
        if (!flag) {
            flag = function_.add_variable(variable->name + "_is_assigned", Type::bool_(),
                                          VariableRole::temporary, variable->span);
            in_order_.emplace_back(variable, flag);
        }
        return flag;
    }

    void expression(ExprPtr& expr) {
        if (expr->kind != ExprKind::variable || !as<VariableRef>(*expr).may_be_unassigned) return;
        Variable* variable = as<VariableRef>(*expr).variable;
        if (!is_told(*variable)) return;
        const Span span = expr->span;
        auto call = make_helper_call(Helper::assigned, variable->type, span, std::move(expr),
                                     make_ref(flag_of(variable), span));
        call->check = std::make_shared<const Check>(
            Check{Check::Kind::unassigned, span, variable->name, variable->type});
        expr = std::move(call);
    }

    void mark(const Variable* variable, Span span, Block& out) const {
        const auto found = flags_.find(variable);
        if (found != flags_.end()) out.push_back(make_assign(found->second, make_bool(true, span)));
    }

    void statement(StmtPtr stmt, Block& out) const {
        const Span span = stmt->span;
        Block marks;
        if (stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::for_each) {
            visit_assigned(*stmt, [&](const Variable* variable) { mark(variable, span, marks); });
            Block& body =
                stmt->kind == StmtKind::for_range ? as<ForRange>(*stmt).body : as<ForEach>(*stmt).body;
            body.insert(body.begin(), std::make_move_iterator(marks.begin()),
                        std::make_move_iterator(marks.end()));
            out.push_back(std::move(stmt));
            return;
        }
        visit_lvalues(*stmt, [&](const Lvalue& place) {
            if (!place.index) mark(place.variable, span, marks);
        });
        out.push_back(std::move(stmt));
        std::move(marks.begin(), marks.end(), std::back_inserter(out));
    }
};

} // namespace

void lower_checked_reads(Function& function) {
    AssignedFlags(function).run();
}

} // namespace cudapy::lower
