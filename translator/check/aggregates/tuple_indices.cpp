#include "translator/check/aggregates/tuple_indices.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace cudapy::checker {

using syntax::ExprKind;
using syntax::StmtKind;

namespace {

/// Returns the places that a slice with literal bounds takes of so many parts; none for any other slice.
std::vector<std::size_t> places_in(const syntax::Expr& index, std::size_t count) {
    const auto& slice = syntax::as<syntax::Slice>(index);
    bool known = true;
    const auto bound = [&](const syntax::ExprPtr& written) {
        const auto value = written ? constant_index(*written) : std::nullopt;
        known = known && (!written || value);
        return value;
    };
    const auto lower = bound(slice.lower), upper = bound(slice.upper), step = bound(slice.step);
    if (!known || step == 0) return {};
    return slice_places(lower, upper, step.value_or(1), count);
}

TupleShape shape_of_type(const Type* type) {
    TupleShape shape;
    if (type && type->is_tuple())
        for (const Type::Field& field : type->fields())
            shape.parts.push_back(shape_of_type(field.type));
    return shape;
}

TupleShape shape_of_binding(const Binding& binding) {
    TupleShape shape;
    if (binding.kind == Binding::Kind::constant && binding.path == "tuple")
        for (const Binding& element : binding.elements)
            shape.parts.push_back(shape_of_binding(element));
    return shape;
}

TupleShape local_shape(Body& body, const Symbol& symbol) {
    const auto known = body.tuple_shapes.known.find(&symbol);
    if (known != body.tuple_shapes.known.end()) return known->second;
    body.tuple_shapes.known[&symbol]; // none, for one that is assigned to itself
    TupleShape shape;
    if (const auto local = body.locals.find(&symbol); local != body.locals.end() && local->second.fixed())
        shape = shape_of_type(local->second.variable->type);
    for (const syntax::Expr* value : values_of(body, symbol))
        if (shape.parts.empty()) shape = tuple_shape(body, *value);
    for (const AssignedValues::Part& part : body.tuple_shapes.assigned->parts[&symbol]) {
        if (!shape.parts.empty()) break;
        shape = tuple_shape(body, *part.value);
        for (const std::size_t at : part.path)
            shape = at < shape.parts.size() ? TupleShape(shape.parts[at]) : TupleShape{};
    }
    return body.tuple_shapes.known[&symbol] = std::move(shape);
}

/// Returns the shape of the result of a call. It follows from the function's signature, or else from its
/// `return`s.
TupleShape returned_shape(Body& body, const syntax::Call& call) {
    if (call.function->kind != ExprKind::name && call.function->kind != ExprKind::attribute) return {};
    const auto found = entity(body, *call.function);
    if (!found) return {};
    if (found->kind == Entity::Kind::builtin && found->builtin->name == "divmod")
        return TupleShape{{TupleShape{}, TupleShape{}}};
    if (found->kind == Entity::Kind::builtin && found->builtin->name == "match_all_sync")
        return TupleShape{{TupleShape{}, TupleShape{}}};
    if (found->kind == Entity::Kind::position && call.arguments.size() == 1) {
        const auto count = constant_index(*call.arguments[0].value);
        if (count && (*count == 2 || *count == 3))
            return TupleShape{std::vector<TupleShape>(static_cast<std::size_t>(*count))};
    }
    const syntax::Function* function = found->kind == Entity::Kind::lambda && found->lambda
                                           ? found->lambda->function.get()
                                       : found->kind == Entity::Kind::function ? found->function->syntax
                                                                               : nullptr;
    if (!function || body.tuple_shapes.open_calls.count(function)) return {}; // … or one that calls itself
    if (found->function) {
        const FunctionInfo& info = *found->function;
        const Type* result = info.is_generic() ? info.pattern()->declared_result
                             : info.function   ? info.function->result
                                               : nullptr;
        if (result) return shape_of_type(result);
    }
    Body callee(body.context, found->function ? *found->function : body.info);
    callee.symbols = Symbols(*function, {});
    callee.tuple_shapes.assigned = assigned_values(function->body, callee.symbols);
    callee.tuple_shapes.open_calls = body.tuple_shapes.open_calls;
    callee.tuple_shapes.open_calls.insert(function);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const syntax::Argument& argument = call.arguments[i];
        const std::string name = !argument.keyword.empty()         ? argument.keyword
                                 : i < function->parameters.size() ? function->parameters[i].name
                                                                   : "";
        if (const Symbol* parameter = callee.symbols.given(name))
            callee.tuple_shapes.known[parameter] = tuple_shape(body, *argument.value);
    }
    TupleShape shape;
    syntax::visit_statements(function->body, [&](const syntax::Stmt& stmt) {
        if (stmt.kind == StmtKind::return_ && syntax::as<syntax::Return>(stmt).value && shape.parts.empty())
            shape = tuple_shape(callee, *syntax::as<syntax::Return>(stmt).value);
    });
    return shape;
}

} // namespace

AssignedValues assigned_values(const syntax::Block& body, const Symbols& symbols) {
    AssignedValues values;
    using Path = std::vector<std::size_t>;
    const std::function<void(const syntax::Expr&, const syntax::Expr&, const Path&)> give =
        [&](const syntax::Expr& target, const syntax::Expr& value, const Path& path) {
            if (const Symbol* symbol = symbols.of(target)) {
                if (path.empty())
                    values.whole[symbol].push_back(&value);
                else
                    values.parts[symbol].push_back({&value, path});
            }
            if (target.kind != ExprKind::tuple) return;
            const auto& targets = syntax::as<syntax::Tuple>(target).elements;
            const bool is_written = path.empty() && value.kind == ExprKind::tuple;
            for (std::size_t i = 0; i < targets.size(); ++i) {
                Path inner = path;
                inner.push_back(i);
                if (!is_written)
                    give(*targets[i], value, inner);
                else if (i < syntax::as<syntax::Tuple>(value).elements.size())
                    give(*targets[i], *syntax::as<syntax::Tuple>(value).elements[i], {});
            }
        };
    syntax::visit_statements(body, [&](const syntax::Stmt& stmt) {
        if (stmt.kind == StmtKind::assign)
            for (const syntax::ExprPtr& target : syntax::as<syntax::Assign>(stmt).targets)
                give(*target, *syntax::as<syntax::Assign>(stmt).value, {});
        if (stmt.kind == StmtKind::annotated_assign && syntax::as<syntax::AnnotatedAssign>(stmt).value)
            give(*syntax::as<syntax::AnnotatedAssign>(stmt).target,
                 *syntax::as<syntax::AnnotatedAssign>(stmt).value, {});
    });
    return values;
}

std::vector<std::size_t> slice_places(std::optional<int64_t> lower, std::optional<int64_t> upper,
                                      int64_t step, std::size_t count) {
    const auto size = static_cast<int64_t>(count);
    const bool is_forward = step > 0;
    const auto bound = [&](std::optional<int64_t> written, int64_t absent) {
        if (!written) return absent;
        const int64_t at = *written < 0 ? *written + size : *written;
        return std::clamp(at, is_forward ? int64_t{0} : int64_t{-1}, is_forward ? size : size - 1);
    };
    const int64_t first = bound(lower, is_forward ? 0 : size - 1);
    const int64_t end = bound(upper, is_forward ? size : -1);
    std::vector<std::size_t> places;
    for (int64_t at = first; is_forward ? at < end : at > end; at += step) {
        places.push_back(static_cast<std::size_t>(at));
        if (std::abs(step) >= size) break; // the next one is outside
    }
    return places;
}

std::optional<int64_t> constant_index(const syntax::Expr& index) {
    if (index.kind == ExprKind::integer && !syntax::as<syntax::Integer>(index).too_large)
        return static_cast<int64_t>(syntax::as<syntax::Integer>(index).value);
    if (index.kind != ExprKind::unary || syntax::as<syntax::Unary>(index).op != syntax::UnaryOp::minus)
        return std::nullopt;
    const auto value = constant_index(*syntax::as<syntax::Unary>(index).operand);
    return value ? std::optional(-*value) : std::nullopt;
}

std::unique_ptr<syntax::Expr> copy_named(const syntax::Expr& expr, Symbols& symbols) {
    switch (expr.kind) {
    case ExprKind::name: {
        auto copy = std::make_unique<syntax::Name>(expr.span, syntax::as<syntax::Name>(expr).id);
        symbols.repeat(*copy, expr);
        return copy;
    }
    case ExprKind::attribute: {
        const auto& attribute = syntax::as<syntax::Attribute>(expr);
        auto value = copy_named(*attribute.value, symbols);
        if (!value) return nullptr;
        return std::make_unique<syntax::Attribute>(expr.span, std::move(value), attribute.name,
                                                   attribute.name_span);
    }
    case ExprKind::subscript: {
        const auto& subscript = syntax::as<syntax::Subscript>(expr);
        auto value = copy_named(*subscript.value, symbols);
        const auto index = constant_index(*subscript.index);
        if (!value || !index) return nullptr;
        const Span span = subscript.index->span;
        syntax::ExprPtr copy =
            std::make_unique<syntax::Integer>(span, static_cast<uint64_t>(std::abs(*index)), false);
        if (*index < 0) copy = std::make_unique<syntax::Unary>(span, syntax::UnaryOp::minus, std::move(copy));
        return std::make_unique<syntax::Subscript>(expr.span, std::move(value), std::move(copy));
    }
    default:
        return nullptr;
    }
}

const std::vector<const syntax::Expr*>& values_of(Body& body, const Symbol& symbol) {
    if (!body.tuple_shapes.assigned)
        body.tuple_shapes.assigned = assigned_values(body.info.syntax->body, body.symbols);
    return body.tuple_shapes.assigned->whole[&symbol];
}

TupleShape tuple_shape(Body& body, const syntax::Expr& expr) {
    switch (expr.kind) {
    case ExprKind::tuple: {
        TupleShape shape;
        for (const syntax::ExprPtr& element : syntax::as<syntax::Tuple>(expr).elements)
            shape.parts.push_back(tuple_shape(body, *element));
        return shape;
    }
    case ExprKind::conditional: {
        TupleShape shape = tuple_shape(body, *syntax::as<syntax::Conditional>(expr).then_value);
        return shape.parts.empty() ? tuple_shape(body, *syntax::as<syntax::Conditional>(expr).else_value)
                                   : shape;
    }
    case ExprKind::binary: {
        const auto& binary = syntax::as<syntax::Binary>(expr);
        TupleShape joined = tuple_shape(body, *binary.left);
        TupleShape right = tuple_shape(body, *binary.right);
        if (binary.op != syntax::BinaryOp::add || joined.parts.empty()) return {};
        std::move(right.parts.begin(), right.parts.end(), std::back_inserter(joined.parts));
        return joined;
    }
    case ExprKind::subscript: {
        const syntax::Expr& index = *syntax::as<syntax::Subscript>(expr).index;
        const bool is_slice = index.kind == ExprKind::slice;
        const auto place = is_slice ? std::nullopt : constant_index(index);
        if (!place && !is_slice) return {};
        TupleShape whole = tuple_shape(body, *syntax::as<syntax::Subscript>(expr).value);
        if (is_slice) {
            TupleShape cut;
            for (const std::size_t at : places_in(index, whole.parts.size()))
                cut.parts.push_back(std::move(whole.parts[at]));
            return cut;
        }
        const auto size = static_cast<int64_t>(whole.parts.size());
        const int64_t at = *place < 0 ? *place + size : *place;
        return at >= 0 && at < size ? std::move(whole.parts[static_cast<std::size_t>(at)]) : TupleShape{};
    }
    case ExprKind::name:
        if (const Symbol* symbol = body.symbols.of(expr)) {
            if (symbol->is_given) // a parameter for which a call gave a constant
                if (const auto found = entity(body, expr); found && found->binding)
                    return shape_of_binding(*found->binding);
            return local_shape(body, *symbol);
        }
        [[fallthrough]];
    case ExprKind::attribute: {
        if (const syntax::Expr* array = shape_of(body, expr))
            return {std::vector<TupleShape>(static_cast<std::size_t>(dimensions(body, *array)))};
        if (const std::size_t rank = body.dialect.records.rank_of_shape(body, expr))
            return {std::vector<TupleShape>(rank)};
        const syntax::Expr* root = &expr;
        while (root->kind == ExprKind::attribute)
            root = syntax::as<syntax::Attribute>(*root).value.get();
        if (root->kind != ExprKind::name || body.symbols.of(*root)) return {};
        const auto found = entity(body, expr);
        return found && found->binding ? shape_of_binding(*found->binding) : TupleShape{};
    }
    case ExprKind::call:
        return returned_shape(body, syntax::as<syntax::Call>(expr));
    default:
        return {};
    }
}

std::vector<const syntax::Expr*> indices_in(Body& body, const syntax::Expr& index) {
    std::vector<const syntax::Expr*> indices;
    if (index.kind == ExprKind::tuple) {
        for (const syntax::ExprPtr& each : syntax::as<syntax::Tuple>(index).elements)
            indices.push_back(each.get());
        return indices;
    }
    if (index.kind == ExprKind::binary && !tuple_shape(body, index).parts.empty()) { // `A[t + (k,)]`
        indices = indices_in(body, *syntax::as<syntax::Binary>(index).left);
        const auto right = indices_in(body, *syntax::as<syntax::Binary>(index).right);
        indices.insert(indices.end(), right.begin(), right.end());
        return indices;
    }
    const bool is_subscript = index.kind == ExprKind::subscript;
    if (is_subscript && syntax::as<syntax::Subscript>(index).index->kind == ExprKind::slice) { // `A[t[:2]]`
        const auto& part = syntax::as<syntax::Subscript>(index);
        const std::size_t count = tuple_shape(body, *part.value).parts.size();
        if (tuple_shape(body, index).parts.empty()) return {&index};
        const auto whole = indices_in(body, *part.value);
        if (whole.size() != count) return {&index};
        for (const std::size_t at : places_in(*part.index, count))
            indices.push_back(whole[at]);
        return indices;
    }
    if (index.kind != ExprKind::name && index.kind != ExprKind::attribute && !is_subscript) return {&index};
    const auto [known, is_new] = body.tuple_shapes.index_parts.try_emplace(&index);
    if (is_new) {
        const std::size_t count = tuple_shape(body, index).parts.size();
        for (std::size_t i = 0; i < count; ++i) {
            auto tuple = copy_named(index, body.symbols);
            if (!tuple) break;
            known->second.push_back(std::make_unique<syntax::Subscript>(
                index.span, std::move(tuple), std::make_unique<syntax::Integer>(index.span, i, false)));
        }
    }
    if (known->second.empty()) return {&index};
    for (const syntax::ExprPtr& part : known->second)
        indices.push_back(part.get());
    return indices;
}

/// Returns the text of an index for messages. It is `t[1]` for the second part of a tuple that is in the
/// brackets as `t`.
std::string index_text(const Body& body, const syntax::Expr& index) {
    if (index.kind != ExprKind::subscript ||
        syntax::as<syntax::Subscript>(index).index->span.begin != index.span.begin)
        return text(body, index);
    return text(body, index) + "[" +
           std::to_string(syntax::as<syntax::Integer>(*syntax::as<syntax::Subscript>(index).index).value) +
           "]";
}

std::vector<const syntax::Expr*> indices_in(Body& body, const syntax::Subscript& expr) {
    return indices_in(body, *expr.index);
}

} // namespace cudapy::checker
