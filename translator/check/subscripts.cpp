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
    if (auto found = captured_element(expr)) return std::move(*found);
    if (auto found = shape_element(expr)) return std::move(*found);
    auto place = element(expr);
    if (!place) return {};
    return strong(std::make_unique<program::Load>(expr.span, place->variable, std::move(place->index)));
}

namespace {

/// The array's name and the pairs of brackets behind it, from left to right.
struct Chain {
    const syntax::Expr* root;
    std::vector<const syntax::Subscript*> brackets;
};

Chain chain_of(const syntax::Subscript& expr) {
    Chain chain{&expr, {}};
    for (; chain.root->kind == syntax::ExprKind::subscript;
         chain.root = syntax::as<syntax::Subscript>(*chain.root).value.get())
        chain.brackets.insert(chain.brackets.begin(), &syntax::as<syntax::Subscript>(*chain.root));
    return chain;
}

std::vector<const syntax::Expr*> indices_in(const syntax::Expr& brackets) {
    if (brackets.kind != syntax::ExprKind::tuple) return {&brackets};
    std::vector<const syntax::Expr*> indices;
    for (const auto& index : syntax::as<syntax::Tuple>(brackets).elements)
        indices.push_back(index.get());
    return indices;
}

} // namespace

std::optional<program::Place> FunctionChecker::element(const syntax::Subscript& expr) {
    const Chain chain = chain_of(expr);
    const Local* local = chain.root->kind == syntax::ExprKind::name
                             ? find_local(syntax::as<syntax::Name>(*chain.root).id)
                             : nullptr;
    const int rank = local && !local->poisoned ? local->variable->type->rank() : 0;
    // The brackets of a row and those of an element of it give one element: `A[i][j]`.
    std::vector<const syntax::Expr*> indices;
    std::size_t last = 0;
    for (; last < chain.brackets.size() && indices.size() < static_cast<std::size_t>(rank); ++last)
        for (const syntax::Expr* index : indices_in(*chain.brackets[last]->index))
            indices.push_back(index);
    if (rank == 0 || last < chain.brackets.size()) { // no array at all, or brackets behind a number
        const bool plain =
            expr.index->kind != syntax::ExprKind::slice && expr.index->kind != syntax::ExprKind::tuple;
        if (!array(*expr.value, "an index") && plain) expression(*expr.index);
        return std::nullopt;
    }
    program::Variable* variable = array(*chain.root, "an index");
    if (!variable) return std::nullopt; // used before its declaration
    for (const syntax::Expr* index : indices) {
        if (index->kind == syntax::ExprKind::slice) {
            report(diag::NotSupportedYet{Feature::slice, text(expr)}, expr.span);
            return std::nullopt;
        }
    }
    if (indices.size() != static_cast<std::size_t>(rank)) {
        for (const syntax::Expr* index : indices)
            integer_index(*index, variable->name);
        std::vector<diag::Label> labels;
        if (auto label = declared(variable)) labels.push_back(*label);
        report(diag::IndexCount{variable->name, variable->type->name(), rank, indices.size()}, expr.span,
               std::move(labels));
        return std::nullopt;
    }
    ExprPtr position = flat_index(expr.span, variable, indices);
    if (!position) return std::nullopt;
    return program::Place{variable, std::move(position), expr.span};
}

namespace {

/// An int64 where `type` is one and the expression is none.
ExprPtr widened(ExprPtr expr, const Type* type) {
    if (expr->kind == program::ExprKind::literal) expr->type = type;
    if (expr->type == type) return expr;
    const Span span = expr->span;
    return std::make_unique<program::Cast>(span, type, std::move(expr), false);
}

std::optional<int64_t> literal(const program::Expr& expr) {
    if (expr.kind != program::ExprKind::literal) return std::nullopt;
    const auto* value = std::get_if<int64_t>(&program::as<program::Literal>(expr).value);
    return value ? std::optional(*value) : std::nullopt;
}

ExprPtr operation(program::BinaryOp op, ExprPtr left, ExprPtr right) {
    const Span span = Span::cover(left->span, right->span);
    const Type* type = left->type;
    return std::make_unique<program::Binary>(span, type, op, std::move(left), std::move(right));
}

} // namespace

/// Row by row, as C lays arrays out: `(i * A.shape[1] + j) * A.shape[2] + k`. In the only dimension there is,
/// a constant negative index is left to its lowering.
ExprPtr FunctionChecker::flat_index(Span span, program::Variable* array,
                                    const std::vector<const syntax::Expr*>& indices) {
    using program::BinaryOp;
    std::vector<ExprPtr> positions;
    const Type* type = context_.index_type();
    bool failed = false;
    for (const syntax::Expr* index : indices) {
        positions.push_back(integer_index(*index, array->name));
        failed |= !positions.back();
        if (!failed && positions.back()->type == Type::int64()) type = Type::int64();
    }
    if (failed) return nullptr;
    if (positions.size() == 1) return std::move(positions[0]);
    ExprPtr result;
    for (std::size_t axis = 0; axis < positions.size(); ++axis) {
        ExprPtr position = widened(std::move(positions[axis]), type);
        auto length = [&] { return widened(extent(span, array, static_cast<int>(axis)), type); };
        const auto value = literal(*position);
        if (value && *value < 0 && *value != INT64_MIN) {
            ExprPtr back = std::make_unique<program::Literal>(position->span, type, -*value);
            position = operation(BinaryOp::sub, length(), std::move(back));
        }
        if (!result || literal(*result) == 0) {
            result = std::move(position);
            continue;
        }
        ExprPtr row =
            literal(*result) == 1 ? length() : operation(BinaryOp::mul, std::move(result), length());
        result = value == 0 ? std::move(row) : operation(BinaryOp::add, std::move(row), std::move(position));
    }
    result->span = span;
    return result;
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
