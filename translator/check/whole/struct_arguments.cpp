#include "translator/check/whole/struct_arguments.h"

#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/lower/names/naming.h"
#include "translator/program/tuple_types.h"
#include "translator/program/walk.h"

#include <algorithm>
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

/// The parameters to whose elements each function writes, itself or in functions that it calls.
class Writes {
  public:
    explicit Writes(const Program& program) {
        for (const auto& function : program.functions)
            own(*function);
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto& [function, call] : calls_)
                for (const Variable* array : written_by(*call))
                    changed = arrays_[function].insert(array).second || changed;
        }
    }

    /// Returns the caller's arrays that a call writes to.
    std::set<const Variable*> written_by(const Call& call) const {
        std::set<const Variable*> result;
        const auto found = arrays_.find(call.function);
        for (std::size_t i = 0; found != arrays_.end() && i < call.arguments.size(); ++i)
            if (found->second.count(call.function->parameters[i])) add(array_of(*call.arguments[i]), result);
        return result;
    }

  private:
    std::map<const Function*, std::set<const Variable*>> arrays_;
    std::vector<std::pair<const Function*, const Call*>> calls_;

    static void add(const Variable* array, std::set<const Variable*>& arrays) {
        array->any_root([&](const Variable& root) {
            arrays.insert(&root);
            return false;
        });
    }

    void own(const Function& function) {
        std::set<const Variable*>& arrays = arrays_[&function];
        const auto write = [&](const Lvalue& place) {
            if (place.index) add(place.variable, arrays);
        };
        visit_statements(function.body, [&](const Stmt& stmt) { visit_lvalues(stmt, write); });
        visit_all(function.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::call) calls_.emplace_back(&function, &as<Call>(expr));
        });
    }
};

/// Returns whether elements of the two may be the same memory: parameters may be one array given twice.
bool may_be_one(const Variable* a, const Variable* b) {
    if (b->is_pointer()) return b->any_root([&](const Variable& root) { return may_be_one(a, &root); });
    if (a == b) return true;
    if (a->is_declared_array() || b->is_declared_array()) return false;
    return contains(a->type->element(), b->type->element()) ||
           contains(b->type->element(), a->type->element());
}

/// Returns the function that an argument calls which is evaluated after argument `i`, and which may write to
/// the array, or null for none.
const Function* writer_after(const Call& call, std::size_t i, const Variable* array, const Writes& writes) {
    std::vector<std::size_t> order = call.order;
    for (std::size_t each = 0; order.size() < call.arguments.size(); ++each)
        order.push_back(each);
    const Function* writer = nullptr;
    for (auto later = std::find(order.begin(), order.end(), i) + 1; later != order.end(); ++later)
        visit_all(static_cast<const Expr&>(*call.arguments[*later]), [&](const Expr& expr) {
            if (expr.kind != ExprKind::call || writer) return;
            const auto written = writes.written_by(as<Call>(expr));
            if (std::any_of(written.begin(), written.end(),
                            [&](const Variable* each) { return may_be_one(each, array); }))
                writer = as<Call>(expr).function;
        });
    return writer;
}

/// Returns the element that the expression is, or is a part of.
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
        if (const Type* other = names.emplace(lower::aggregate_name(*type), type).first->second;
            other != type)
            sink.report(diag::StructsDisagree{type->name(), other->name()}, program.functions[0]->span);
    const Writes writes(program);
    for (const auto& function : program.functions)
        visit_all(function->body, [&](const Expr& expr) {
            if (expr.kind != ExprKind::call) return;
            const auto& call = as<Call>(expr);
            if (call.function->foreign) return; // a parameter in C++ is a copy
            for (std::size_t i = 0; i < call.arguments.size(); ++i) {
                const Expr& argument = *call.arguments[i];
                const Variable& parameter = *call.function->parameters[i];
                if (!parameter.type->is_struct() || copies.count(&argument)) continue;
                const Load* given = element(argument);
                if (!given) continue;
                const auto written = writes.written_by(call);
                const bool may_change =
                    std::any_of(written.begin(), written.end(),
                                [&](const Variable* array) { return may_be_one(array, given->array); });
                const Function* writer = may_change ? nullptr : writer_after(call, i, given->array, writes);
                if (!may_change && !writer) continue;
                sink.report(diag::ElementMayChange{call.function->name, parameter.name,
                                                   parameter.type->name(),
                                                   given->array->is_reference ? given->array->name
                                                                              : given->array->name + "[…]",
                                                   writer ? writer->name : ""},
                            argument.span);
            }
        });
}

} // namespace cudapy
