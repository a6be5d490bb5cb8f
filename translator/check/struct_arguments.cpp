#include "translator/check/struct_arguments.h"

#include "translator/program/tuple_types.h"
#include "translator/program/walk.h"

#include <map>
#include <set>

namespace cudapy {

using namespace program;

namespace {

bool contains(const Type* type, const Type* part) {
    if (type == part) return true;
    for (const Type::Field& field : type->fields())
        if (contains(field.type, part)) return true;
    return false;
}

/// The types of the elements that each function writes to, what it calls included.
class Writes {
  public:
    explicit Writes(const Program& program) {
        for (const auto& function : program.functions)
            own(*function);
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto& [function, callees] : callees_)
                for (const Function* callee : callees)
                    for (const Type* type : types_[callee])
                        changed = types_[function].insert(type).second || changed;
        }
    }

    bool may_change(const Function* function, const Type* type) const {
        for (const Type* written : types_.at(function))
            if (contains(written, type) || contains(type, written)) return true;
        return false;
    }

  private:
    std::map<const Function*, std::set<const Type*>> types_;
    std::map<const Function*, std::set<const Function*>> callees_;

    void own(const Function& function) {
        std::set<const Type*>& types = types_[&function];
        const auto write = [&](const Place& place) {
            if (place.index && place.root_type()->is_struct()) types.insert(place.root_type());
        };
        visit_statements(function.body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::assign) write(as<Assign>(stmt).place);
            if (stmt.kind == StmtKind::augmented_assign) write(as<AugmentedAssign>(stmt).place);
            if (stmt.kind == StmtKind::multi_assign)
                for (const Place& place : as<MultiAssign>(stmt).places)
                    write(place);
            if (stmt.kind == StmtKind::builtin_unpack)
                for (const Place& place : as<BuiltinUnpack>(stmt).places)
                    write(place);
        });
        visit_all(function.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::call) callees_[&function].insert(as<Call>(expr).function);
        });
    }
};

/// The element that the expression is, or is a part of.
const Load* element(const Expr& expr) {
    const Expr* at = &expr;
    while (at->kind == ExprKind::field)
        at = as<FieldExpr>(*at).operand.get();
    return at->kind == ExprKind::load ? &as<Load>(*at) : nullptr;
}

} // namespace

void check_structs(const Program& program, const std::unordered_set<const Expr*>& copies, diag::Sink& sink) {
    const std::vector<const Type*> types = tuple_types(program);
    if (types.empty()) return;
    std::map<std::string, const Type*> names;
    for (const Type* type : types)
        if (names.emplace(type->identifier(), type).first->second != type)
            sink.report(diag::StructsDisagree{type->name()}, program.functions[0]->span);
    const Writes writes(program);
    for (const auto& function : program.functions)
        visit_all(function->body, [&](const Expr& expr) {
            if (expr.kind != ExprKind::call) return;
            const auto& call = as<Call>(expr);
            for (std::size_t i = 0; i < call.arguments.size(); ++i) {
                const Expr& argument = *call.arguments[i];
                const Variable& parameter = *call.function->parameters[i];
                if (!parameter.type->is_struct() || copies.count(&argument)) continue;
                const Load* given = element(argument);
                if (!given || !writes.may_change(call.function, parameter.type)) continue;
                sink.report(diag::ElementMayChange{call.function->name, parameter.name, parameter.type->name(),
                                                   given->array->name + "[…]"},
                            argument.span);
            }
        });
}

} // namespace cudapy
