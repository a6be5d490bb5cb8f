#include "translator/numba/arrays/reshapes.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/checked_index.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

#include <utility>

namespace cudapy::checker::numba {

using program::BinaryOp;
using program::ExprPtr;

namespace {

ExprPtr compare(Span span, program::CompareOp op, ExprPtr left, ExprPtr right) {
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return std::make_unique<program::Compare>(span, std::move(operands), std::vector{op});
}

ExprPtr int64_of(Span span, int64_t value) {
    return program::make_int(Type::int64(), value, span);
}

ExprPtr choice(Span span, ExprPtr condition, ExprPtr one, ExprPtr other) {
    return std::make_unique<program::Conditional>(span, Type::int64(), std::move(condition), std::move(one),
                                                  std::move(other));
}

/// Returns an extent as an int64, a literal for one that is known.
ExprPtr widened(ExprPtr extent) {
    if (const auto known = literal(*extent)) return int64_of(extent->span, *known);
    return convert(strong(std::move(extent)), Type::int64());
}

ExprPtr product_of_all(Span span, const std::vector<ExprPtr>& factors) {
    ExprPtr result = int64_of(span, 1);
    for (const ExprPtr& factor : factors)
        result = literal(*result) == 1 ? program::clone(*factor)
                                       : operation(BinaryOp::mul, std::move(result), program::clone(*factor));
    return result;
}

/// Puts what the other extents leave of the size in the place of a negative extent.
void fill_in(Span span, const ExprPtr& size, std::vector<ExprPtr>& extents) {
    const auto is_negative = [&](const ExprPtr& extent) {
        return compare(span, program::CompareOp::lt, program::clone(*extent), int64_of(span, 0));
    };
    std::vector<ExprPtr> factors;
    bool may_be_negative = false;
    for (const ExprPtr& extent : extents) {
        const auto value = literal(*extent);
        may_be_negative = may_be_negative || !value || *value < 0;
        if (value)
            factors.push_back(int64_of(span, *value < 0 ? 1 : *value));
        else
            factors.push_back(choice(span, is_negative(extent), int64_of(span, 1), program::clone(*extent)));
    }
    if (!may_be_negative) return;
    const ExprPtr known = product_of_all(span, factors);
    const auto left = [&]() -> ExprPtr {
        const auto all = literal(*size), divisor = literal(*known);
        if (divisor == 1) return program::clone(*size);
        if (all && divisor) return int64_of(span, *divisor ? *all / *divisor : 0);
        ExprPtr is_zero = compare(span, program::CompareOp::eq, program::clone(*known), int64_of(span, 0));
        ExprPtr by = divisor ? program::clone(*known)
                             : choice(span, std::move(is_zero), int64_of(span, 1), program::clone(*known));
        if (divisor == 0) return int64_of(span, 0);
        return std::make_unique<program::Binary>(span, Type::int64(), BinaryOp::floor_divide,
                                                 program::clone(*size), std::move(by));
    };
    for (ExprPtr& extent : extents) {
        const auto value = literal(*extent);
        if (!value) {
            ExprPtr condition = is_negative(extent);
            extent = choice(span, std::move(condition), left(), std::move(extent));
        } else if (*value < 0) {
            extent = left();
        }
    }
}

/// Returns the first extent, or 0 where the extents are of another number of elements than there are. In
/// checked mode that is reported as an index that is outside.
ExprPtr fitting(Body& body, const Brackets& brackets, ExprPtr first, const ExprPtr& count,
                const ExprPtr& size) {
    const Span span = brackets.span;
    const auto differs = [&] {
        return compare(span, program::CompareOp::ne, program::clone(*count), program::clone(*size));
    };
    if (!body.context.options.checked) return choice(span, differs(), int64_of(span, 0), std::move(first));
    ExprPtr outside = call_of_two("max", program::clone(*count), program::clone(*size));
    ExprPtr index = choice(span, differs(), std::move(outside), int64_of(span, 0));
    ExprPtr length = call_of_two("max", program::clone(*size), int64_of(span, 1));
    program::Check check{program::Check::Kind::index, span, brackets.name + " in another shape"};
    index = checked_index(body, std::move(index), std::move(length), std::move(check));
    ExprPtr fits = compare(span, program::CompareOp::eq, std::move(index), int64_of(span, 0));
    return choice(span, std::move(fits), std::move(first), int64_of(span, 0));
}

/// Lets the extents be those of so many elements. Returns false, and reports it, where they never are.
bool fit(Body& body, const Brackets& brackets, const ExprPtr& size, std::vector<ExprPtr>& extents) {
    const Span span = brackets.span;
    const bool is_size = extents.size() == 1 && literal(*extents[0]).value_or(0) < 0;
    fill_in(span, size, extents);
    const ExprPtr count = product_of_all(span, extents);
    const auto all = literal(*size), given = literal(*count);
    if (all && given && all != given) {
        report(body,
               diag::NoOther{"a shape of " + std::to_string(*given) + " elements for the " +
                                 std::to_string(*all) + " of `" + brackets.name + "`",
                             "give it as many"},
               span);
        return false;
    }
    if ((!all || !given) && !is_size)
        extents[0] = fitting(body, brackets, std::move(extents[0]), count, size);
    return true;
}

/// Returns an extent or a stride, which an array of such indices holds, as one of their type.
ExprPtr as_index(const Body& body, ExprPtr value) {
    const Type* type = body.context.index_type();
    if (value->type == type) return value;
    if (const auto known = literal(*value)) return program::make_int(type, *known, value->span);
    const Span span = value->span;
    return std::make_unique<program::Cast>(span, type, std::move(value), false);
}

} // namespace

const syntax::Expr* reshaped(Body& body, const syntax::Expr& expr) {
    const bool is_call = expr.kind == syntax::ExprKind::call;
    const syntax::Expr& named = is_call ? *syntax::as<syntax::Call>(expr).function : expr;
    if (named.kind != syntax::ExprKind::attribute) return nullptr;
    const auto& attribute = syntax::as<syntax::Attribute>(named);
    const syntax::Expr* owner = attribute.value.get();
    if (lists_named(body, *owner)) return nullptr; // whose rows have lengths of their own
    if (!is_call) return attribute.name == "flat" && dimensions(body, *owner) > 0 ? owner : nullptr;
    const auto& call = syntax::as<syntax::Call>(expr);
    const bool is_ravel = attribute.name == "ravel" && call.arguments.empty();
    if (!is_ravel && (attribute.name != "reshape" || call.arguments.empty())) return nullptr;
    for (const syntax::Argument& argument : call.arguments)
        if (argument.stars || !argument.keyword.empty()) return nullptr;
    return dimensions(body, *owner) > 0 ? owner : nullptr;
}

std::vector<const syntax::Expr*> extents_in(Body& body, const syntax::Expr& reshape) {
    if (reshape.kind != syntax::ExprKind::call) return {};
    const auto& call = syntax::as<syntax::Call>(reshape);
    if (call.arguments.size() == 1) return indices_in(body, *call.arguments[0].value);
    std::vector<const syntax::Expr*> extents;
    for (const syntax::Argument& argument : call.arguments)
        extents.push_back(argument.value.get());
    return extents;
}

bool reshape(Body& body, const Brackets& brackets, std::vector<ExprPtr> extents, Part& part) {
    const Span span = brackets.span;
    if (strided_axes(part) > 0) {
        report(body,
               diag::NoOther{"other dimensions of a part whose elements are not side by side, `" +
                                 brackets.name + "`,",
                             "take the elements by indices"},
               span);
        return false;
    }
    if (extents.size() > static_cast<std::size_t>(Type::max_rank)) {
        report(body, diag::NoOther{"an array of more than 8 dimensions", "give it fewer"}, span);
        return false;
    }
    std::vector<ExprPtr> lengths;
    for (std::size_t axis = 0; axis < part.axes.size(); ++axis)
        lengths.push_back(widened(extent(body, span, part, axis)));
    const ExprPtr size = product_of_all(span, lengths);
    for (ExprPtr& each : extents) {
        if (!is_pure(*each)) { // each of them is evaluated several times
            report(body, diag::NoOther{"an extent that has effects", "give it a name before the call"},
                   each->span);
            return false;
        }
        each = widened(std::move(each));
    }
    if (extents.empty()) {
        extents.push_back(program::clone(*size));
    } else if (!fit(body, brackets, size, extents)) {
        return false;
    }
    part.axes.clear();
    const int along = part.array->type->rank() - 1;
    ExprPtr step = int64_of(span, 1);
    for (std::size_t axis = extents.size(); axis-- > 0;) {
        ExprPtr next;
        if (axis > 0)
            next = literal(*step) == 1
                       ? program::clone(*extents[axis])
                       : operation(BinaryOp::mul, program::clone(*step), program::clone(*extents[axis]));
        part.axes.insert(part.axes.begin(), Part::Axis{along, as_index(body, std::move(extents[axis])),
                                                       as_index(body, std::move(step))});
        step = std::move(next);
    }
    return true;
}

ExprPtr beyond_rows(Body& body, ExprPtr start, program::Variable* array) {
    if (array->type->rank() == 1 || array->is_declared_array() || array->is_pointer()) return start;
    const Span span = start->span;
    const Type* type = start->type;
    ExprPtr nothing = as_type(extent(body, span, array, 0), type);
    nothing = std::make_unique<program::Binary>(span, type, BinaryOp::mul, program::make_int(type, 0, span),
                                                std::move(nothing));
    return std::make_unique<program::Binary>(span, type, BinaryOp::add, std::move(start), std::move(nothing));
}

} // namespace cudapy::checker::numba
