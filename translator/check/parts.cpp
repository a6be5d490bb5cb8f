// Parts of arrays, from elements to views: `A[i, j]`, `A[i]`, `A[:, j]`, `X[a:b]`.

#include "translator/check/function_checker.h"

#include <algorithm>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using syntax::ExprKind;
using Feature = diag::NotSupportedYet::Feature;

namespace {

std::vector<const syntax::Expr*> indices_in(const syntax::Expr& index) {
    if (index.kind != ExprKind::tuple) return {&index};
    std::vector<const syntax::Expr*> indices;
    for (const auto& each : syntax::as<syntax::Tuple>(index).elements)
        indices.push_back(each.get());
    return indices;
}

std::vector<const syntax::Expr*> indices_in(const syntax::Subscript& expr) {
    return indices_in(*expr.index);
}

/// The pairs of brackets behind a name, from left to right.
std::vector<const syntax::Subscript*> brackets_of(const syntax::Expr& expr) {
    std::vector<const syntax::Subscript*> brackets;
    for (const syntax::Expr* at = &expr; at->kind == ExprKind::subscript;
         at = syntax::as<syntax::Subscript>(*at).value.get())
        brackets.insert(brackets.begin(), &syntax::as<syntax::Subscript>(*at));
    return brackets;
}

const syntax::Expr& root_of(const syntax::Expr& expr) {
    const syntax::Expr* root = &expr;
    while (root->kind == ExprKind::subscript)
        root = syntax::as<syntax::Subscript>(*root).value.get();
    return *root;
}

std::optional<int64_t> literal(const program::Expr& expr) {
    if (expr.kind != program::ExprKind::literal) return std::nullopt;
    const auto* value = std::get_if<int64_t>(&program::as<program::Literal>(expr).value);
    return value ? std::optional(*value) : std::nullopt;
}

ExprPtr integer(Span span, const Type* type, int64_t value) {
    return std::make_unique<program::Literal>(span, type, value);
}

/// An int64 where the other operand is one.
void widen(ExprPtr& expr) {
    const Span span = expr->span;
    if (expr->kind == program::ExprKind::literal)
        expr->type = Type::int64();
    else if (expr->type != Type::int64())
        expr = std::make_unique<program::Cast>(span, Type::int64(), std::move(expr), false);
}

/// What is known of own arrays when the kernel is translated is computed here.
ExprPtr folded(Span span, const Type* type, std::optional<int64_t> value) {
    const bool fits = value && (type == Type::int64() || fits_int32(*value));
    return fits ? integer(span, type, *value) : nullptr;
}

std::optional<int64_t> value_of(BinaryOp op, int64_t left, int64_t right) {
    int64_t result = 0;
    const bool overflows = op == BinaryOp::add   ? __builtin_add_overflow(left, right, &result)
                           : op == BinaryOp::sub ? __builtin_sub_overflow(left, right, &result)
                                                 : __builtin_mul_overflow(left, right, &result);
    return overflows ? std::nullopt : std::optional(result);
}

/// Adds, subtracts or multiplies.
ExprPtr operation(BinaryOp op, ExprPtr left, ExprPtr right) {
    if (left->type == Type::int64() || right->type == Type::int64()) {
        widen(left);
        widen(right);
    }
    const Span span = Span::cover(left->span, right->span);
    const Type* type = left->type;
    const auto a = literal(*left), b = literal(*right);
    if (a && b)
        if (ExprPtr constant = folded(span, type, value_of(op, *a, *b))) return constant;
    return std::make_unique<program::Binary>(span, type, op, std::move(left), std::move(right));
}

/// Null stands for 0.
ExprPtr sum(ExprPtr left, ExprPtr right) {
    if (!left || literal(*left) == 0) return right;
    if (!right || literal(*right) == 0) return left;
    return operation(BinaryOp::add, std::move(left), std::move(right));
}

/// Null stands for 0 on the left and for 1 on the right.
ExprPtr product(ExprPtr left, ExprPtr right) {
    if (!left || !right || literal(*left) == 0) return left;
    if (literal(*left) == 1) return right;
    return operation(BinaryOp::mul, std::move(left), std::move(right));
}

ExprPtr call_of_two(const char* name, ExprPtr left, ExprPtr right) {
    if (left->type == Type::int64() || right->type == Type::int64()) {
        widen(left);
        widen(right);
    }
    const Span span = left->span;
    const Type* type = left->type;
    const auto a = literal(*left), b = literal(*right);
    if (a && b)
        return integer(span, type, std::string_view(name) == "min" ? std::min(*a, *b) : std::max(*a, *b));
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(std::move(right));
    return std::make_unique<program::BuiltinCall>(span, type, find_builtin(name), nullptr,
                                                  std::move(arguments));
}

} // namespace

int FunctionChecker::dimensions(const syntax::Expr& expr) {
    const syntax::Expr& root = root_of(expr);
    if (root.kind != ExprKind::name) return -1;
    const Local* local = find_local(syntax::as<syntax::Name>(root).id);
    if (!local || local->poisoned) return -1;
    if (local->variable->type->is_random_state() || local->variable->is_reference) return -1;
    int left = local->view ? static_cast<int>(local->view->axes.size()) : local->variable->type->rank();
    if (left == 0) return -1;
    for (const syntax::Subscript* brackets : brackets_of(expr)) {
        if (left == 0) return -1; // behind an element
        int taken = 0, slices = 0;
        for (const syntax::Expr* index : indices_in(*brackets)) {
            ++taken;
            slices += index->kind == ExprKind::slice;
        }
        left = taken > left ? 0 : left - taken + slices; // too many: said when it is looked at
    }
    return left;
}

ExprPtr FunctionChecker::stride(Span span, program::Variable* array, int along) {
    ExprPtr result;
    for (int axis = along + 1; axis < array->type->rank(); ++axis) {
        ExprPtr length = extent(span, array, axis);
        result = result ? operation(BinaryOp::mul, std::move(result), std::move(length)) : std::move(length);
    }
    return result;
}

ExprPtr FunctionChecker::extent(Span span, const Part& part, std::size_t axis) {
    const Part::Axis& wanted = part.axes[axis];
    return wanted.length ? program::clone(*wanted.length) : extent(span, part.array, wanted.along);
}

std::optional<FunctionChecker::Part> FunctionChecker::part(const syntax::Expr& expr, const syntax::Expr* at) {
    const syntax::Expr& root = root_of(expr);
    Local& local = *find_local(syntax::as<syntax::Name>(root).id);
    local.read = true;
    if (is_too_early(local, root.span)) return std::nullopt;
    Part result;
    if (local.view) {
        result.array = local.view->array;
        result.start = std::make_unique<program::VariableRef>(root.span, local.variable);
        for (const Local::View::Axis& axis : local.view->axes)
            result.axes.push_back(
                {axis.along,
                 axis.length ? std::make_unique<program::VariableRef>(root.span, axis.length) : nullptr});
    } else {
        result.array = local.variable;
        for (int axis = 0; axis < local.variable->type->rank(); ++axis)
            result.axes.push_back({axis, nullptr});
    }
    struct Indices {
        std::vector<const syntax::Expr*> list;
        Span span;
    };
    std::vector<Indices> brackets;
    for (const syntax::Subscript* each : brackets_of(expr))
        brackets.push_back({indices_in(*each), each->span});
    if (at) brackets.push_back({indices_in(*at), at->span});
    if (brackets.empty()) return result;

    // The position along each dimension of the array; null for 0.
    std::vector<ExprPtr> positions(static_cast<std::size_t>(result.array->type->rank()));
    const bool is_vector = !local.view && positions.size() == 1;
    const int rank = static_cast<int>(result.axes.size());
    std::size_t given = 0;
    bool failed = false;
    for (const auto& [indices, span] : brackets) {
        given += indices.size();
        if (indices.size() > result.axes.size()) {
            for (const syntax::Expr* index : indices)
                if (index->kind != ExprKind::slice) integer_index(*index, local.variable->name);
            std::vector<diag::Label> labels;
            if (auto label = declared(local.variable)) labels.push_back(*label);
            report(diag::IndexCount{local.variable->name,
                                    Type::array(result.array->type->element(), rank)->name(), rank, given},
                   span, std::move(labels));
            return std::nullopt;
        }
        std::vector<Part::Axis> left;
        for (std::size_t i = 0; i < result.axes.size(); ++i) {
            Part::Axis& axis = result.axes[i];
            ExprPtr& position = positions[static_cast<std::size_t>(axis.along)];
            if (i >= indices.size()) {
                left.push_back(std::move(axis));
            } else if (indices[i]->kind == ExprKind::slice) {
                auto begin =
                    cut(indices[i]->span, syntax::as<syntax::Slice>(*indices[i]), result.array, axis);
                failed |= !begin;
                if (begin) position = sum(std::move(position), std::move(*begin));
                left.push_back(std::move(axis));
            } else {
                ExprPtr index = integer_index(*indices[i], local.variable->name);
                failed |= !index;
                if (!index) continue;
                // Of a vector's element this is a lowering's business.
                const auto value = is_vector && brackets.size() == 1 ? std::nullopt : literal(*index);
                if (value && *value < 0 && *value != INT64_MIN) {
                    ExprPtr length =
                        axis.length ? std::move(axis.length) : extent(expr.span, result.array, axis.along);
                    index = operation(BinaryOp::sub, std::move(length),
                                      integer(index->span, index->type, -*value));
                }
                position = sum(std::move(position), std::move(index));
            }
        }
        result.axes = std::move(left);
    }
    if (failed) return std::nullopt;
    result.start = part_start(expr.span, result, std::move(positions));
    return result;
}

/// Row by row, as C lays arrays out: `(i * A.shape[1] + j) * A.shape[2] + k`; from the start of a view on,
/// `start + i * A.shape[1] + j`.
ExprPtr FunctionChecker::part_start(Span span, const Part& root, std::vector<ExprPtr> positions) {
    ExprPtr result;
    if (root.start) {
        result = program::clone(*root.start);
        for (std::size_t axis = 0; axis < positions.size(); ++axis)
            result = sum(std::move(result), product(std::move(positions[axis]),
                                                    stride(span, root.array, static_cast<int>(axis))));
    } else {
        for (std::size_t axis = 0; axis < positions.size(); ++axis) {
            if (result) result = product(std::move(result), extent(span, root.array, static_cast<int>(axis)));
            result = sum(std::move(result), std::move(positions[axis]));
        }
    }
    if (!result) result = integer(span, context_.index_type(), 0);
    if (!root.axes.empty() && context_.index_type() == Type::int64()) widen(result); // it meets lengths
    if (root.start || positions.size() > 1) result->span = span; // else it is the user's own index
    return result;
}

bool FunctionChecker::only_its_shape(const syntax::Expr& expr, const Part& part) {
    if (!part.start || is_pure(*part.start)) return true;
    report(diag::NotSupportedYet{Feature::part_call, text(expr)}, expr.span);
    return false;
}

Value FunctionChecker::part_value(Span span, Part part) {
    bool whole = !part.start || literal(*part.start) == 0;
    bool strided = false;
    for (std::size_t i = 0; i < part.axes.size(); ++i) {
        const Part::Axis& axis = part.axes[i];
        whole &= axis.along == static_cast<int>(i) && !axis.length;
        // What is behind the first dimension must be there as a whole.
        const bool is_last = i + 1 == part.axes.size();
        const int next = is_last ? part.array->type->rank() : part.axes[i + 1].along;
        strided |= next != axis.along + 1 || (i > 0 && axis.length);
    }
    if (whole && part.array->type->rank() == static_cast<int>(part.axes.size()))
        return strong(std::make_unique<program::VariableRef>(span, part.array));
    std::vector<ExprPtr> lengths;
    for (std::size_t axis = 0; axis < part.axes.size(); ++axis)
        lengths.push_back(extent(span, part, axis));
    ExprPtr start = part.start ? std::move(part.start) : integer(span, context_.index_type(), 0);
    auto view = std::make_unique<program::ArrayView>(span, part.array, std::move(start), std::move(lengths));
    view->is_strided = strided;
    return strong(std::move(view));
}

/// Python's rules: a missing bound is the end, a negative one counts from it, and none reaches past it.
std::optional<ExprPtr> FunctionChecker::cut(Span span, const syntax::Slice& slice, program::Variable* array,
                                            Part::Axis& axis) {
    if (slice.step) {
        const Value step = number(*slice.step, "the step of a slice");
        if (!step) return std::nullopt;
        if (step.integer() != 1) {
            report(diag::NotSupportedYet{Feature::slice, text(slice)}, slice.step->span);
            return std::nullopt;
        }
    }
    if (!slice.lower && !slice.upper) return ExprPtr();
    const auto length = [&] {
        return axis.length ? program::clone(*axis.length) : extent(span, array, axis.along);
    };
    ExprPtr from, to;
    if (slice.lower && !(from = slice_bound(*slice.lower, length(), array->name))) return std::nullopt;
    if (slice.upper && !(to = slice_bound(*slice.upper, length(), array->name))) return std::nullopt;
    if (from && literal(*from) == 0) from = nullptr;
    // Bounds are needed twice, or not at all.
    for (const ExprPtr* bound : {&from, &to}) {
        if (!*bound || is_pure(**bound)) continue;
        const syntax::Expr& written = bound == &from ? *slice.lower : *slice.upper;
        report(diag::NotSupportedYet{Feature::part_call, text(written)}, written.span);
        return std::nullopt;
    }
    if (!from) {
        axis.length = to ? std::move(to) : length();
    } else {
        ExprPtr count = operation(BinaryOp::sub, to ? program::clone(*to) : length(), program::clone(*from));
        ExprPtr none = integer(span, count->type, 0);
        axis.length = to ? call_of_two("max", std::move(none), std::move(count)) : std::move(count);
    }
    return from;
}

/// Where a bound lies; null where there was an error.
ExprPtr FunctionChecker::slice_bound(const syntax::Expr& bound, ExprPtr length, const std::string& array) {
    ExprPtr at = integer_index(bound, array);
    if (!at) return nullptr;
    const Type* type = length->type;
    ExprPtr result = clamped(std::move(at), std::move(length), bound.span);
    if (result->type == type) return result;
    // Between 0 and the length, it is as wide as that.
    if (const auto value = literal(*result)) return integer(bound.span, type, *value);
    return std::make_unique<program::Cast>(bound.span, type, std::move(result), false);
}

ExprPtr FunctionChecker::clamped(ExprPtr at, ExprPtr length, Span span) {
    if (const auto value = literal(*at)) {
        if (*value == 0) return at;
        if (*value > 0) return call_of_two("min", std::move(at), std::move(length));
        if (*value == INT64_MIN) return integer(span, at->type, 0);
        ExprPtr back = operation(BinaryOp::sub, std::move(length), integer(span, at->type, -*value));
        ExprPtr first = integer(span, back->type, 0);
        return call_of_two("max", std::move(first), std::move(back));
    }
    if (at->kind == program::ExprKind::coordinate)
        return call_of_two("min", std::move(at), std::move(length));
    if (at->type == Type::int64() || length->type == Type::int64()) {
        widen(at);
        widen(length);
    }
    const Type* type = at->type;
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(at));
    arguments.push_back(std::move(length));
    return std::make_unique<program::HelperCall>(span, type, program::Helper::slice_bound,
                                                 std::move(arguments));
}

} // namespace cudapy::checker
