// Elements of arrays.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using program::ExprPtr;

program::Variable* FunctionChecker::array(const syntax::Expr& expr, const char* use) {
    if (expr.kind == syntax::ExprKind::name) {
        if (Local* local = find_local(expr)) {
            local->read = true;
            if (local->poisoned && !poisoned_read_)
                poisoned_read_.emplace(syntax::as<syntax::Name>(expr).id, expr.span);
            if (local->poisoned || is_too_early(*local, expr.span)) return nullptr;
            if (local->variable->type->is_array() && !local->variable->type->is_random_state() &&
                !local->variable->is_reference)
                return local->variable;
            std::vector<diag::Label> labels;
            if (auto label = declared(local->variable)) labels.push_back(*label);
            const Value what = expression(expr); // the type of what a name stands for may be another one
            report(diag::NotIndexable{text(expr), (what ? what.type() : local->variable->type)->name()},
                   expr.span, labels);
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
    Value value = storable(expr, use);
    if (value) {
        auto labels = explain(*value.node, [](const Type*) { return true; });
        report(diag::NotIndexable{text(expr), value.type()->name()}, expr.span, labels);
    }
    return nullptr;
}

Value FunctionChecker::chosen_array_element(const syntax::Expr& array, const syntax::Subscript& expr) {
    if (array.kind == syntax::ExprKind::conditional) {
        const auto& choice = syntax::as<syntax::Conditional>(array);
        ExprPtr test = choosing(*choice.condition);
        if (!test) return {};
        Value one = chosen_array_element(*choice.then_value, expr);
        if (!one) return {}; // the other side would say the same of the index
        Value other = chosen_array_element(*choice.else_value, expr);
        if (!other) return {};
        if (one.type() == other.type() && one.type()->is_vector())
            return strong(std::make_unique<program::Conditional>(expr.span, one.type(), std::move(test),
                                                                 std::move(one.node), std::move(other.node)));
        if (!one.type()->is_number() || !other.type()->is_number()) {
            report(diag::ArrayChoice{text(*expr.value)}, expr.value->span);
            return {};
        }
        const Type* type = common_type(one, other, "`if … else`");
        if (!type) return {};
        return strong(std::make_unique<program::Conditional>(expr.span, type, std::move(test),
                                                             convert(std::move(one), type),
                                                             convert(std::move(other), type)));
    }
    auto found = part(array, expr.index.get());
    if (!found) return {};
    if (!found->axes.empty()) {
        report(diag::ArrayChoice{text(*expr.value)}, expr.value->span);
        return {};
    }
    return strong(std::make_unique<program::Load>(expr.span, found->array, std::move(found->start)));
}

std::optional<Value> FunctionChecker::chosen_array_element(const syntax::Subscript& expr) {
    if (expr.value->kind != syntax::ExprKind::conditional || find_local(*expr.value) ||
        array_dimensions(*expr.value) <= 0)
        return std::nullopt;
    return chosen_array_element(*expr.value, expr);
}

Value FunctionChecker::subscript(const syntax::Subscript& expr) {
    if (auto found = chosen_array_element(expr)) return std::move(*found);
    if (auto found = captured_element(expr)) return std::move(*found);
    if (auto found = shape_element(expr)) return std::move(*found);
    if (auto found = tuple_part(expr)) return std::move(*found);
    if (dimensions(expr) > 0) {
        auto found = part(expr);
        return found ? part_value(expr.span, std::move(*found)) : Value{};
    }
    auto place = element(expr);
    if (!place) return {};
    return strong(std::make_unique<program::Load>(expr.span, place->variable, std::move(place->index)));
}

std::optional<program::Place> FunctionChecker::element(const syntax::Subscript& expr) {
    const int left = dimensions(expr);
    if (left == 0) {
        auto found = part(expr);
        if (!found) return std::nullopt;
        return program::Place{found->array, std::move(found->start), expr.span};
    }
    if (left > 0) {
        if (indices_in(expr).size() == 1 &&
            !tuple_shape(*expr.index).parts.empty()) { // `A[where(i)]`, which has no name
            integer_index(*expr.index, text(*expr.value));
            return std::nullopt;
        }
        const Local* index = find_local(*expr.index);
        if (index && index->poisoned) return std::nullopt; // it may be a tuple
        report(diag::PartAssigned{text(expr)}, expr.span);
        return std::nullopt;
    }
    // No array at all, or brackets behind a number.
    const bool plain =
        expr.index->kind != syntax::ExprKind::slice && expr.index->kind != syntax::ExprKind::tuple;
    if (!array(*expr.value, "an index") && plain) expression(*expr.index);
    return std::nullopt;
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
        report(diag::FloatIndex{name, value.type()->name(), index_text(at), division && labels.empty(),
                                floor_text},
               at.span, labels);
        return nullptr;
    }
    if (value.constant && is_beyond_int64(value, "an index of `" + name + "`")) return nullptr;
    // What is negative must be seen to be so: one literal, however it was written.
    if (value.integer() && *value.integer() < 0) value = weak_integer(at.span, *value.integer());
    // Narrow ones are counted as an int, unsigned ones in the next wider type.
    const Type* from = value.type();
    const Type* type = from == Type::uint64() ? Type::int64() : promote(from, Type::int32());
    return convert(std::move(value), type);
}

} // namespace cudapy::checker
