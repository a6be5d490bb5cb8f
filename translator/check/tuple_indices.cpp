// Tuples as indices: `A[t]` and `atomicAdd(A, t, v)` of a tuple that has a name. The brackets hold its parts
// then. How many there are decides what is a view, and names of views are found before any types are: so
// that the statements are asked, not types.

#include "translator/check/tuple_indices.h"

#include "translator/check/function_checker.h"
#include "translator/syntax/walk.h"

#include <functional>

namespace cudapy::checker {

using namespace syntax;

AssignedValues assigned_values(const Block& body, const Symbols& symbols) {
    AssignedValues values;
    using Path = std::vector<std::size_t>;
    const std::function<void(const Expr&, const Expr&, const Path&)> give =
        [&](const Expr& target, const Expr& value, const Path& path) {
            if (const Symbol* symbol = symbols.of(target)) {
                if (path.empty())
                    values.whole[symbol].push_back(&value);
                else
                    values.parts[symbol].push_back({&value, path});
            }
            if (target.kind != ExprKind::tuple) return;
            const auto& targets = as<Tuple>(target).elements;
            const bool is_written = path.empty() && value.kind == ExprKind::tuple;
            for (std::size_t i = 0; i < targets.size(); ++i) {
                Path inner = path;
                inner.push_back(i);
                if (!is_written)
                    give(*targets[i], value, inner);
                else if (i < as<Tuple>(value).elements.size())
                    give(*targets[i], *as<Tuple>(value).elements[i], {});
            }
        };
    visit_statements(body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::assign)
            for (const syntax::ExprPtr& target : as<Assign>(stmt).targets)
                give(*target, *as<Assign>(stmt).value, {});
        if (stmt.kind == StmtKind::annotated_assign && as<AnnotatedAssign>(stmt).value)
            give(*as<AnnotatedAssign>(stmt).target, *as<AnnotatedAssign>(stmt).value, {});
    });
    return values;
}

namespace {

TupleShape shape_of_type(const Type* type) {
    TupleShape shape;
    if (type && type->is_tuple())
        for (const Type::Field& field : type->fields())
            shape.parts.push_back(shape_of_type(field.type));
    return shape;
}

TupleShape shape_of_binding(const Binding& binding) {
    TupleShape shape;
    if (binding.what == Binding::What::constant && binding.path == "tuple")
        for (const Binding& element : binding.elements)
            shape.parts.push_back(shape_of_binding(element));
    return shape;
}

} // namespace

std::optional<int64_t> constant_index(const Expr& index) {
    if (index.kind == ExprKind::integer && !as<Integer>(index).too_large)
        return static_cast<int64_t>(as<Integer>(index).value);
    if (index.kind != ExprKind::unary || as<Unary>(index).op != UnaryOp::minus) return std::nullopt;
    const auto value = constant_index(*as<Unary>(index).operand);
    return value ? std::optional(-*value) : std::nullopt;
}

std::unique_ptr<Expr> copy_named(const Expr& expr, Symbols& symbols) {
    switch (expr.kind) {
    case ExprKind::name: {
        auto copy = std::make_unique<Name>(expr.span, as<Name>(expr).id);
        symbols.repeat(*copy, expr);
        return copy;
    }
    case ExprKind::attribute: {
        const auto& attribute = as<Attribute>(expr);
        auto value = copy_named(*attribute.value, symbols);
        if (!value) return nullptr;
        return std::make_unique<Attribute>(expr.span, std::move(value), attribute.name, attribute.name_span);
    }
    case ExprKind::subscript: {
        const auto& subscript = as<Subscript>(expr);
        auto value = copy_named(*subscript.value, symbols);
        const auto index = constant_index(*subscript.index);
        if (!value || !index) return nullptr;
        const Span span = subscript.index->span;
        syntax::ExprPtr copy =
            std::make_unique<Integer>(span, static_cast<uint64_t>(std::abs(*index)), false);
        if (*index < 0) copy = std::make_unique<Unary>(span, UnaryOp::minus, std::move(copy));
        return std::make_unique<Subscript>(expr.span, std::move(value), std::move(copy));
    }
    default:
        return nullptr;
    }
}

const std::vector<const Expr*>& FunctionChecker::values_of(const Symbol& symbol) {
    if (!assigned_values_) assigned_values_ = assigned_values(info_.syntax->body, symbols_);
    return assigned_values_->whole[&symbol];
}

TupleShape FunctionChecker::local_shape(const Symbol& symbol) {
    const auto known = tuple_shapes_.find(&symbol);
    if (known != tuple_shapes_.end()) return known->second;
    tuple_shapes_[&symbol]; // none, for one that is assigned to itself
    TupleShape shape;
    if (const auto local = locals_.find(&symbol); local != locals_.end() && local->second.fixed())
        shape = shape_of_type(local->second.variable->type);
    for (const Expr* value : values_of(symbol))
        if (shape.parts.empty()) shape = tuple_shape(*value);
    for (const AssignedValues::Part& part : assigned_values_->parts[&symbol]) {
        if (!shape.parts.empty()) break;
        shape = tuple_shape(*part.value);
        for (const std::size_t at : part.path)
            shape = at < shape.parts.size() ? TupleShape(shape.parts[at]) : TupleShape{};
    }
    return tuple_shapes_[&symbol] = std::move(shape);
}

TupleShape FunctionChecker::tuple_shape(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::tuple: {
        TupleShape shape;
        for (const syntax::ExprPtr& element : as<Tuple>(expr).elements)
            shape.parts.push_back(tuple_shape(*element));
        return shape;
    }
    case ExprKind::conditional: {
        TupleShape shape = tuple_shape(*as<Conditional>(expr).then_value);
        return shape.parts.empty() ? tuple_shape(*as<Conditional>(expr).else_value) : shape;
    }
    case ExprKind::subscript: {
        const auto place = constant_index(*as<Subscript>(expr).index);
        if (!place) return {};
        TupleShape whole = tuple_shape(*as<Subscript>(expr).value);
        const auto size = static_cast<int64_t>(whole.parts.size());
        const int64_t at = *place < 0 ? *place + size : *place;
        return at >= 0 && at < size ? std::move(whole.parts[static_cast<std::size_t>(at)]) : TupleShape{};
    }
    case ExprKind::name:
        if (const Symbol* symbol = symbols_.of(expr)) return local_shape(*symbol);
        [[fallthrough]];
    case ExprKind::attribute: {
        const syntax::Expr* root = &expr;
        while (root->kind == ExprKind::attribute)
            root = as<Attribute>(*root).value.get();
        if (root->kind != ExprKind::name || symbols_.of(*root)) return {};
        const auto found = entity(expr);
        return found && found->binding ? shape_of_binding(*found->binding) : TupleShape{};
    }
    case ExprKind::call:
        return returned_shape(as<Call>(expr));
    default:
        return {};
    }
}

TupleShape FunctionChecker::returned_shape(const Call& call) {
    if (call.function->kind != ExprKind::name && call.function->kind != ExprKind::attribute) return {};
    const auto found = entity(*call.function);
    if (!found) return {};
    if (found->what == Entity::What::builtin && found->builtin->name == "divmod")
        return TupleShape{{TupleShape{}, TupleShape{}}};
    const Function* function = found->what == Entity::What::lambda && found->lambda
                                   ? found->lambda->function.get()
                               : found->what == Entity::What::function ? found->function->syntax
                                                                       : nullptr;
    if (!function || shaped_calls_.count(function)) return {}; // … or one that calls itself
    if (found->function) {
        const FunctionInfo& info = *found->function;
        const Type* result = info.declared_result ? info.declared_result
                             : info.function      ? info.function->result
                                                  : nullptr;
        if (result) return shape_of_type(result);
    }
    FunctionChecker callee(context_, const_cast<FunctionInfo&>(found->function ? *found->function : info_));
    callee.symbols_ = Symbols(*function, {});
    callee.assigned_values_ = assigned_values(function->body, callee.symbols_);
    callee.shaped_calls_ = shaped_calls_;
    callee.shaped_calls_.insert(function);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const Argument& argument = call.arguments[i];
        const std::string name = !argument.keyword.empty()         ? argument.keyword
                                 : i < function->parameters.size() ? function->parameters[i].name
                                                                   : "";
        if (const Symbol* parameter = callee.symbols_.given(name))
            callee.tuple_shapes_[parameter] = tuple_shape(*argument.value);
    }
    TupleShape shape;
    visit_statements(function->body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::return_ && as<Return>(stmt).value && shape.parts.empty())
            shape = callee.tuple_shape(*as<Return>(stmt).value);
    });
    return shape;
}

std::vector<const Expr*> FunctionChecker::indices_in(const Expr& index) {
    std::vector<const Expr*> indices;
    if (index.kind == ExprKind::tuple) {
        for (const syntax::ExprPtr& each : as<Tuple>(index).elements)
            indices.push_back(each.get());
        return indices;
    }
    const auto [known, is_new] = index_parts_.try_emplace(&index);
    if (is_new && (index.kind == ExprKind::name || index.kind == ExprKind::attribute ||
                   index.kind == ExprKind::subscript)) {
        const std::size_t count = tuple_shape(index).parts.size();
        for (std::size_t i = 0; i < count; ++i) {
            auto tuple = copy_named(index, symbols_);
            if (!tuple) break;
            known->second.push_back(std::make_unique<Subscript>(
                index.span, std::move(tuple), std::make_unique<Integer>(index.span, i, false)));
        }
    }
    if (known->second.empty()) return {&index};
    for (const syntax::ExprPtr& part : known->second)
        indices.push_back(part.get());
    return indices;
}

/// What an index is called: `t[1]` for the second part of a tuple that the brackets hold as `t`.
std::string FunctionChecker::index_text(const Expr& index) const {
    if (index.kind != ExprKind::subscript || as<Subscript>(index).index->span.begin != index.span.begin)
        return text(index);
    return text(index) + "[" + std::to_string(as<Integer>(*as<Subscript>(index).index).value) + "]";
}

std::vector<const Expr*> FunctionChecker::indices_in(const Subscript& expr) {
    return indices_in(*expr.index);
}

} // namespace cudapy::checker
