#include "translator/differentiate/in_double.h"

#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <map>
#include <memory>

namespace cudapy::differentiate {

using namespace program;

namespace {

class Widener {
  public:
    explicit Widener(diag::Sink& sink) : sink_(sink) {}

    void widen(Function& function) {
        if (function.foreign) {
            bool is_narrow = widened(function.result, function.span) != function.result;
            for (const Variable* parameter : function.parameters)
                is_narrow = is_narrow || widened(parameter->type, function.span) != parameter->type;
            if (is_narrow) refuse(function.span, "a function of CUDA C++");
            return;
        }
        function.result = widened(function.result, function.span);
        if (function.precision) function.precision = widened(function.precision, function.span);
        for (const auto& variable : function.variables) {
            if (variable->captured >= 0 && widened(variable->type, variable->span) != variable->type)
                refuse(variable->span, "a captured array of floats");
            variable->type = widened(variable->type, variable->span);
            if (variable->part_type) variable->part_type = widened(variable->part_type, variable->span);
            if (variable->table) variable->table = widened(variable->table);
        }
        visit_all_upwards(function.body, [&](ExprPtr& expr) { widen(expr); });
        visit_statements(function.body, [&](Stmt& stmt) {
            if (stmt.kind == StmtKind::augmented_assign) {
                auto& node = as<AugmentedAssign>(stmt);
                node.operation = widened(node.operation, stmt.span);
            } else if (stmt.kind == StmtKind::builtin_unpack) {
                auto& node = as<BuiltinUnpack>(stmt);
                if (node.precision) node.precision = widened(node.precision, stmt.span);
            }
        });
    }

  private:
    void refuse(Span span, const std::string& what) {
        sink_.report(diag::NoDerivative{what + " in a check with doubles", "it stays as narrow as it is",
                                        "declare it with doubles for the check"},
                     span);
    }

    void widen(ExprPtr& expr) {
        expr->type = widened(expr->type, expr->span);
        if (expr->kind == ExprKind::builtin_call) {
            auto& call = as<BuiltinCall>(*expr);
            if (call.precision) call.precision = widened(call.precision, expr->span);
            if (call.builtin->special == Special::bits || call.builtin->special == Special::from_bits)
                refuse(expr->span, "what looks at the bits of a float");
        } else if (expr->kind == ExprKind::cast && as<Cast>(*expr).operand->type == expr->type) {
            ExprPtr operand = std::move(as<Cast>(*expr).operand);
            expr = std::move(operand);
        }
    }

    const Type* widened(const Type* type, Span span) {
        if (const auto known = types_.find(type); known != types_.end()) return known->second;
        const Type* made = type;
        if (type->is_random_state()) {
            return type;
        } else if (type->is_array()) {
            made = Type::array(widened(type->element(), span), type->rank());
        } else if (type->is_lists()) {
            made = Type::lists(widened(type->element(), span));
        } else if (type->is_floating()) {
            made = Type::float64();
        } else if (type->is_complex()) {
            made = Type::complex128();
        } else if (type->is_vector()) {
            const Type* component = widened(type->fields()[0].type, span);
            made = Type::vector(component, static_cast<int>(type->fields().size()));
        } else if (type->is_tuple()) {
            std::vector<const Type*> parts;
            for (const Type::Field& field : type->fields())
                parts.push_back(widened(field.type, span));
            made = Type::tuple(parts);
        } else if (type->is_struct()) {
            for (const Type::Field& field : type->fields())
                if (widened(field.type, span) != field.type)
                    refuse(span, "the field `" + field.name + "` of `" + type->name() + "`");
        }
        types_[type] = made;
        return made;
    }

    std::shared_ptr<Table> widened(const std::shared_ptr<Table>& table) {
        std::shared_ptr<Table>& made = tables_[table.get()];
        if (!made) {
            made = std::make_shared<Table>(*table);
            made->element = widened(table->element, Span{});
        }
        return made;
    }

    diag::Sink& sink_;
    std::map<const Type*, const Type*> types_;
    std::map<const Table*, std::shared_ptr<Table>> tables_;
};

} // namespace

void compute_in_double(Program& program, diag::Sink& sink) {
    Widener widener(sink);
    for (const auto& function : program.functions)
        widener.widen(*function);
}

} // namespace cudapy::differentiate
