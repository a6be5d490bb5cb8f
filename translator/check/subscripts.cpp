// Elements of arrays.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using program::ExprPtr;
using Feature = diag::NotSupportedYet::Feature;

program::Variable* FunctionChecker::array(const syntax::Expr& expr, const char* use) {
    if (expr.kind == syntax::ExprKind::name) {
        if (Local* local = find_local(syntax::as<syntax::Name>(expr).id)) {
            local->read = true;
            if (local->poisoned || is_too_early(*local, expr.span)) return nullptr;
            if (local->variable->type->is_array()) return local->variable;
            std::vector<diag::Label> labels;
            if (auto label = declared(local->variable)) labels.push_back(*label);
            report(diag::NotIndexable{text(expr), local->variable->type->name()}, expr.span, labels);
            return nullptr;
        }
    }
    if (auto found = entity(expr)) {
        bool is_number = found->what == Entity::What::constant || found->what == Entity::What::coordinate ||
                         found->what == Entity::What::warp_size || found->what == Entity::What::number;
        if (!is_number) {
            report_not_value(expr, *found);
            return nullptr;
        }
    }
    Value value = number(expr, use);
    if (value) {
        auto labels = explain(*value.node, [](const Type*) { return true; });
        report(diag::NotIndexable{text(expr), value.type()->name()}, expr.span, labels);
    }
    return nullptr;
}

Value FunctionChecker::subscript(const syntax::Subscript& expr) {
    if (auto element = captured_element(expr)) return std::move(*element);
    program::Variable* variable = array(*expr.value, "an index");
    if (!variable) {
        if (expr.index->kind != syntax::ExprKind::slice && expr.index->kind != syntax::ExprKind::tuple)
            expression(*expr.index);
        return {};
    }
    ExprPtr position = index(expr, *variable);
    if (!position) return {};
    return strong(std::make_unique<program::Load>(expr.span, variable, std::move(position)));
}

ExprPtr FunctionChecker::index(const syntax::Subscript& expr, const program::Variable& variable) {
    const syntax::Expr& at = *expr.index;
    if (at.kind == syntax::ExprKind::slice) {
        report(diag::NotSupportedYet{Feature::slice, text(expr)}, expr.span);
        return nullptr;
    }
    if (at.kind == syntax::ExprKind::tuple) {
        report(diag::NotSupportedYet{Feature::index_tuple, text(expr)}, expr.span);
        return nullptr;
    }
    return integer_index(at, variable.name);
}

ExprPtr FunctionChecker::integer_index(const syntax::Expr& at, const std::string& name) {
    Value value = number(at, "an index");
    if (!value) return nullptr;
    if (value.type()->is_floating()) {
        std::string floor_text;
        bool division = at.kind == syntax::ExprKind::binary &&
                        syntax::as<syntax::Binary>(at).op == syntax::BinaryOp::true_div;
        auto labels = explain(*value.node, [](const Type* type) { return type->is_floating(); });
        if (division && labels.empty()) {
            auto& binary = syntax::as<syntax::Binary>(at);
            Span left{at.span.file, at.span.begin, binary.op_span.begin};
            Span right{at.span.file, binary.op_span.end, at.span.end};
            floor_text =
                std::string(context_.sources.text(left)) + "//" + std::string(context_.sources.text(right));
        }
        report(diag::FloatIndex{name, value.type()->name(), text(at), division && labels.empty(), floor_text},
               at.span, labels);
        return nullptr;
    }
    // What is negative must be seen to be so: one literal, however it was written.
    if (value.integer() && *value.integer() < 0) value = weak_integer(at.span, *value.integer());
    const Type* type = value.type()->is_bool() ? Type::int32() : value.type();
    return convert(std::move(value), type);
}

} // namespace cudapy::checker
