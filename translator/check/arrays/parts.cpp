#include "translator/check/arrays/parts.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/checked_index.h"
#include "translator/check/arrays/constant_index.h"
#include "translator/check/arrays/declared_arrays.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/arrays/returned_arrays.h"
#include "translator/check/arrays/shapes.h"
#include "translator/check/arrays/slices.h"
#include "translator/check/arrays/subscripts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/calls.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using syntax::ExprKind;

namespace {

/// A position along a dimension of the array, in steps of the stride. The stride is null for the array's own.
struct Term {
    program::ExprPtr position;
    int along;
    program::ExprPtr stride;
};

/// Returns the owner of an expression in a chain such as `A[i].T[j]`, if it is a pair of brackets, a
/// `.T`, which turns the dimensions round, a call of `reshape` or `.flat` where a dialect has them, or a
/// call of a function that returns the array that it is given. Returns null for anything else.
const syntax::Expr* owner_in_chain(Body& body, const syntax::Expr& expr) {
    if (expr.kind == ExprKind::subscript) return syntax::as<syntax::Subscript>(expr).value.get();
    if (is_transposed(body, expr)) return syntax::as<syntax::Attribute>(expr).value.get();
    if (const syntax::Expr* given = returned_array(body, expr)) return given;
    return body.dialect.arrays.reshaped(body, expr);
}

/// Returns the links of such a chain after an array, from left to right.
std::vector<const syntax::Expr*> links_of(Body& body, const syntax::Expr& expr) {
    std::vector<const syntax::Expr*> links;
    const syntax::Expr* at = &expr;
    while (const syntax::Expr* owner = owner_in_chain(body, *at)) {
        links.push_back(at);
        at = owner;
    }
    std::reverse(links.begin(), links.end());
    return links;
}

/// Returns the part that a name stands for.
Part named_part(Body& body, const Local& local, Span span) {
    const auto value = [&](program::Variable* variable) -> ExprPtr {
        return variable ? program::make_ref(variable, span) : nullptr;
    };
    Part result;
    if (const auto* lists = local.lists()) {
        result.array = local.variable;
        result.lists = &local;
        result.axes.push_back({-1, value(lists->count), nullptr});
        result.axes.push_back(
            {0, program::make_int(body.context.index_type(), 0, span), nullptr}); // each has its own
        return result;
    }
    if (!local.view) {
        result.array = local.variable;
        for (int axis = 0; axis < local.variable->type->rank(); ++axis) {
            const auto place = static_cast<std::size_t>(axis);
            result.axes.push_back(
                {axis, nullptr, value(place < local.strides.size() ? local.strides[place] : nullptr)});
        }
        return result;
    }
    result.array = local.view->array;
    result.start = value(local.variable);
    for (const Local::View::Axis& axis : local.view->axes) {
        ExprPtr step = value(axis.step);
        if (!step && axis.constant_step)
            step = program::make_int(body.context.index_type(), *axis.constant_step, span);
        result.axes.push_back({axis.along, value(axis.length), std::move(step)});
    }
    return result;
}

/// Returns the contents of the brackets, evaluated in order, or nothing if there was an error.
std::optional<std::vector<Brackets>> brackets_after(Body& body, const syntax::Expr& expr,
                                                    const syntax::Expr* at, const Local& local,
                                                    const Part& root) {
    std::vector<Brackets> all;
    const auto add = [&](const std::vector<const syntax::Expr*>& written, Span span, const syntax::Expr& of) {
        all.push_back({span, text(body, of), {}});
        for (const syntax::Expr* each : written)
            all.back().indices.push_back({each, {}, {}, {}, {}, {}});
    };
    for (const syntax::Expr* each : links_of(body, expr)) {
        if (returned_array(body, *each)) continue; // it changes nothing of the array's shape
        const syntax::Expr& owner = *owner_in_chain(body, *each);
        if (each->kind == ExprKind::subscript)
            add(indices_in(body, syntax::as<syntax::Subscript>(*each)), each->span, owner);
        else if (is_transposed(body, *each))
            all.push_back({expr.span, {}, {}, true});
        else
            add(body.dialect.arrays.extents(body, *each), each->span, owner);
        all.back().is_reshape = each->kind != ExprKind::subscript && !all.back().is_transposition;
    }
    if (at) add(indices_in(body, *at), at->span, expr);
    const std::string& name = local.variable->name;
    // While names are collected, a variable in an index may have no type yet: what the part looks like does
    // not depend on the index, so that any will do.
    const auto index_of = [&](const syntax::Expr& written) -> ExprPtr {
        ExprPtr index = integer_index(body, written, name);
        if (index || body.is_final()) return index;
        return std::make_unique<program::CoordinateExpr>(written.span, body.context.index_type(),
                                                         program::Coordinate::block_x);
    };
    std::size_t rank = root.axes.size(), left = rank, given = 0;
    bool failed = false;
    if (root.lists && !all.empty() && !is_row_index(body, all[0], local)) return std::nullopt;
    for (Brackets& brackets : all) {
        if (brackets.is_reshape) {
            for (Index& index : brackets.indices)
                failed |= !(index.at = index_of(*index.written));
            rank = left = brackets.indices.empty() ? 1 : brackets.indices.size();
            given = 0;
            continue;
        }
        given += brackets.indices.size();
        if (brackets.indices.size() > left) {
            for (const Index& index : brackets.indices)
                if (index.written->kind != ExprKind::slice) integer_index(body, *index.written, name);
            std::vector<diag::Label> labels;
            if (auto label = declared(body, local.variable)) labels.push_back(*label);
            const int dimensions = static_cast<int>(rank);
            const Type* element = root.array->type->element();
            const Type* type = root.lists ? Type::lists(element) : Type::array(element, dimensions);
            report(body,
                   diag::IndexCount{name, type->name(), dimensions, given,
                                    declared_type(root.array, static_cast<int>(given))},
                   brackets.span, std::move(labels));
            return std::nullopt;
        }
        for (Index& index : brackets.indices) {
            if (index.written->kind == ExprKind::slice) --given; // it leaves the dimension there
            if (index.written->kind != ExprKind::slice) {
                --left;
                failed |= !(index.at = index_of(*index.written));
                continue;
            }
            const auto& slice = syntax::as<syntax::Slice>(*index.written);
            const auto bound = [&](const syntax::ExprPtr& bound_syntax, ExprPtr& value) {
                if (bound_syntax) failed |= !(value = within_int64(index_of(*bound_syntax)));
            };
            bound(slice.lower, index.lower);
            bound(slice.upper, index.upper);
            failed |= slice.step && !(index.step = slice_step(body, *slice.step, name));
        }
    }
    if (failed) return std::nullopt;
    return all;
}

/// Returns the index of the first element of a part. C lays arrays out row by row: `(i * A.shape[1] + j) *
/// A.shape[2] + k`. In a view the index counts from its start: `start + i * A.shape[1] + j`. If elements are
/// further apart, the index counts in strides.
ExprPtr part_start(Body& body, Span span, const Part& root, std::vector<Term> terms) {
    const auto rank = static_cast<std::size_t>(root.array->type->rank());
    // Calls in the brackets are done in order.
    bool in_order = false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        in_order = in_order || terms[i].stride;
        if (i > 0 && terms[i].along < terms[i - 1].along)
            in_order = in_order || !is_pure(*terms[i].position) || !is_pure(*terms[i - 1].position);
    }
    ExprPtr result = root.start ? program::clone(*root.start) : nullptr;
    if (in_order) {
        for (Term& term : terms) {
            if (!term.stride) term.stride = stride(body, span, root.array, term.along);
            result = sum(std::move(result), product(std::move(term.position), std::move(term.stride)));
        }
    } else {
        std::vector<ExprPtr> positions(rank); // along each dimension of the array; null for 0
        for (Term& term : terms) {
            ExprPtr& position = positions[static_cast<std::size_t>(term.along)];
            position = sum(std::move(position), std::move(term.position));
        }
        for (std::size_t axis = 0; axis < rank; ++axis) {
            const int along = static_cast<int>(axis);
            if (root.start) {
                result = sum(std::move(result),
                             product(std::move(positions[axis]), stride(body, span, root.array, along)));
                continue;
            }
            if (result) result = product(std::move(result), extent(body, span, root.array, along));
            result = sum(std::move(result), std::move(positions[axis]));
        }
    }
    if (!result) result = program::make_int(body.context.index_type(), 0, span);
    if (!root.axes.empty() && body.context.index_type() == Type::int64()) widen(result); // it meets lengths
    if (root.start || rank > 1 || in_order) result->span = span; // else it is the user's own index
    return result;
}

} // namespace

bool is_transposed(Body& body, const syntax::Expr& expr) {
    if (!body.dialect.arrays.has_transposes || expr.kind != ExprKind::attribute) return false;
    const auto& attribute = syntax::as<syntax::Attribute>(expr);
    return attribute.name == "T" && dimensions(body, *attribute.value) > 0 &&
           !lists_named(body, *attribute.value);
}

const syntax::Expr& array_root(Body& body, const syntax::Expr& expr) {
    const syntax::Expr* owner = owner_in_chain(body, expr);
    return owner ? array_root(body, *owner) : expr;
}

namespace {

/// Returns the dimensions of a chain after an array that has so many, or -1.
int dimensions_after(Body& body, const syntax::Expr& expr, int of_array) {
    const syntax::Expr* owner = owner_in_chain(body, expr);
    if (!owner) return of_array;
    const int left = dimensions_after(body, *owner, of_array);
    if (left <= 0) return -1; // after an element
    if (returned_array(body, expr)) return left;
    if (is_transposed(body, expr)) return left;
    if (expr.kind != ExprKind::subscript) {
        const std::size_t extents = body.dialect.arrays.extents(body, expr).size();
        return extents == 0 ? 1 : static_cast<int>(extents);
    }
    int taken = 0, slices = 0;
    for (const syntax::Expr* index : indices_in(body, syntax::as<syntax::Subscript>(expr))) {
        if (index->kind == ExprKind::string) return -1; // a field of records
        ++taken;
        slices += index->kind == ExprKind::slice;
    }
    return taken > left ? 0 : left - taken + slices; // too many: said when it is looked at
}

} // namespace

int dimensions(Body& body, const syntax::Expr& expr) {
    const Local* local = find_local(body, array_root(body, expr));
    if (!local || local->poisoned || local->is_field_name()) return -1; // see record_fields.h
    if (local->variable->type->is_random_state() || local->variable->is_one()) return -1;
    if (local->lists() && expr.kind == ExprKind::name) return 2;
    int left = local->lists() ? 2
               : local->view  ? static_cast<int>(local->view->axes.size())
                              : local->variable->type->rank();
    return left == 0 ? -1 : dimensions_after(body, expr, left);
}

ExprPtr stride(Body& body, Span span, program::Variable* array, int along) {
    ExprPtr result;
    for (int axis = along + 1; axis < array->type->rank(); ++axis) {
        ExprPtr length = extent(body, span, array, axis);
        result = result ? operation(BinaryOp::mul, std::move(result), std::move(length)) : std::move(length);
    }
    return result;
}

ExprPtr stride(Body& body, Span span, const Part& part, std::size_t axis) {
    const Part::Axis& wanted = part.axes[axis];
    return wanted.step ? program::clone(*wanted.step) : stride(body, span, part.array, wanted.along);
}

ExprPtr extent(Body& body, Span span, const Part& part, std::size_t axis) {
    const Part::Axis& wanted = part.axes[axis];
    return wanted.length ? program::clone(*wanted.length) : extent(body, span, part.array, wanted.along);
}

namespace {

/// Checks the calls in such a chain, of functions that return their array. Returns nothing if there was an
/// error.
std::optional<std::vector<ExprPtr>> calls_in_chain(Body& body, const syntax::Expr& expr) {
    std::vector<ExprPtr> calls;
    if (body.pass == Pass::collect) return calls; // what they are given has no type yet
    for (const syntax::Expr* each : links_of(body, expr)) {
        if (!returned_array(body, *each)) continue;
        Value value = call(body, syntax::as<syntax::Call>(*each));
        if (!value) return std::nullopt;
        calls.push_back(std::move(value.node));
    }
    return calls;
}

std::optional<Part> part_after_calls(Body& body, const syntax::Expr& expr, const syntax::Expr* at) {
    const syntax::Expr& root_syntax = array_root(body, expr);
    Local& local = *find_local(body, root_syntax);
    local.read = true;
    if (is_too_early(body, local, root_syntax.span)) return std::nullopt;
    Part result = named_part(body, local, root_syntax.span);
    auto brackets = brackets_after(body, expr, at, local, result);
    if (!brackets) return std::nullopt;
    if (brackets->empty()) return result;
    const bool checked = body.context.options.checked;
    if (result.lists) {
        ExprPtr& which = (*brackets)[0].indices[0].at;
        const std::optional<Bounds> bounds = constant_bounds(body, *which);
        which = from_either_end(body, std::move(which), bounds, [&]() -> ExprPtr {
            return program::make_ref(result.lists->lists()->count, root_syntax.span);
        });
    }
    if (checked && result.lists)
        (*brackets)[0].indices[0].at =
            checked_row(body, local, std::move((*brackets)[0].indices[0].at), (*brackets)[0].span);
    for (Brackets& each : *brackets)
        for (Index& index : each.indices)
            if (index.at) index.constants = constant_bounds(body, *index.at);
    std::vector<ExprPtr> first = keep_bounds(body, *brackets, result.lists != nullptr);
    const bool is_row = result.lists != nullptr;
    if (is_row) {
        result = row(local, std::move((*brackets)[0].indices[0].at));
        brackets->erase(brackets->begin());
    }

    std::vector<Term> terms;
    // A lowering handles a negative index of an array with one dimension.
    const bool is_vector =
        !checked && !local.is_array_name() && !is_row && result.axes.size() == 1 && !result.axes[0].step;
    for (Brackets& each : *brackets) {
        if (each.is_transposition) {
            std::reverse(result.axes.begin(), result.axes.end());
            continue;
        }
        if (each.is_reshape) {
            if (result.array) result.array->is_flat = true;
            std::vector<ExprPtr> extents;
            for (Index& index : each.indices)
                extents.push_back(std::move(index.at));
            if (!body.dialect.arrays.reshape(body, each, std::move(extents), result)) return std::nullopt;
            continue;
        }
        std::vector<Part::Axis> left;
        for (std::size_t i = 0; i < result.axes.size(); ++i) {
            Part::Axis& axis = result.axes[i];
            if (i >= each.indices.size()) {
                left.push_back(std::move(axis));
                continue;
            }
            Index& index = each.indices[i];
            Term term{nullptr, axis.along, axis.step ? program::clone(*axis.step) : nullptr};
            if (index.written->kind == ExprKind::slice) {
                term.position = cut(body, index, result.array, axis);
                left.push_back(std::move(axis));
            } else {
                const auto value = is_vector && brackets->size() == 1 ? std::nullopt : literal(*index.at);
                const bool is_from_end = value && *value < 0;
                const auto extent_here = [&] {
                    return axis.length ? program::clone(*axis.length)
                                       : extent(body, expr.span, result.array, axis.along);
                };
                const program::Expr* written = index.at.get();
                index.at = from_either_end(body, std::move(index.at), index.constants, extent_here);
                const bool wraps = index.at.get() != written;
                ExprPtr length;
                if (is_from_end || checked) length = extent_here();
                if (is_from_end) index.at = from_end(program::clone(*length), *index.at, *value);
                term.position = std::move(index.at);
                if (checked) {
                    program::Check check{program::Check::Kind::index, each.span, each.name};
                    if (result.axes.size() > 1) check.axis = static_cast<int>(i);
                    check.from_end = is_from_end;
                    check.wraps = wraps;
                    term.position =
                        checked_index(body, std::move(term.position), std::move(length), std::move(check));
                }
            }
            if (term.position) terms.push_back(std::move(term));
        }
        result.axes = std::move(left);
    }
    result.start = part_start(body, expr.span, result, std::move(terms));
    const auto is_reshape = [](const Brackets& each) { return each.is_reshape; };
    if (std::any_of(brackets->begin(), brackets->end(), is_reshape))
        result.start = body.dialect.arrays.beyond_rows(body, std::move(result.start), result.array);
    for (; !first.empty(); first.pop_back()) {
        const Span span = result.start->span;
        auto sequence =
            std::make_unique<program::Sequence>(span, std::move(first.back()), std::move(result.start));
        sequence->hoists = true;
        result.start = std::move(sequence);
    }
    return result;
}

} // namespace

std::optional<Part> part(Body& body, const syntax::Expr& expr, const syntax::Expr* at) {
    auto calls = calls_in_chain(body, expr);
    if (!calls) return std::nullopt;
    auto result = part_after_calls(body, expr, at);
    for (; result && !calls->empty(); calls->pop_back()) {
        if (!result->start) result->start = program::make_int(body.context.index_type(), 0, expr.span);
        const Span span = result->start->span;
        auto sequence =
            std::make_unique<program::Sequence>(span, std::move(calls->back()), std::move(result->start));
        sequence->hoists = true;
        result->start = std::move(sequence);
    }
    return result;
}

Value shape_value(Body& body, const Part& part, Value value) {
    if (!part.start || !value) return value;
    bool is_needed = !is_pure(*part.start) || body.context.options.checked;
    program::visit_all(*part.start, [&](const program::Expr& each) { // bounds that the value reads as well
        is_needed = is_needed || each.kind == program::ExprKind::assign_expr;
    });
    if (!is_needed) return value;
    const Span span = value.node->span;
    auto sequence =
        std::make_unique<program::Sequence>(span, program::clone(*part.start), std::move(value.node));
    sequence->hoists = true;
    return strong(std::move(sequence));
}

std::size_t strided_axes(const Part& part, std::size_t first) {
    const auto array_rank = static_cast<std::size_t>(part.array->type->rank());
    std::size_t strided = part.axes.size();
    while (strided > first) {
        const Part::Axis& axis = part.axes[strided - 1];
        const bool is_last = strided == part.axes.size();
        const auto next = is_last ? array_rank : static_cast<std::size_t>(part.axes[strided].along);
        if (is_last && axis.step && literal(*axis.step) == 1) {
            --strided; // whatever it runs along
            continue;
        }
        const bool rest_is_whole = is_last || (!part.axes[strided].length && !part.axes[strided].step);
        if (axis.step || static_cast<std::size_t>(axis.along) + 1 != next || !rest_is_whole) break;
        --strided;
    }
    return strided - first;
}

Value part_value(Body& body, Span span, Part part) {
    const auto array_rank = static_cast<std::size_t>(part.array->type->rank());
    const std::size_t strided = strided_axes(part);
    bool whole = !part.array->is_pointer() && (!part.start || literal(*part.start) == 0);
    for (std::size_t i = 0; i < part.axes.size(); ++i)
        whole &= part.axes[i].along == static_cast<int>(i) && !part.axes[i].length && !part.axes[i].step;
    if (whole && array_rank == part.axes.size()) return strong(program::make_ref(part.array, span));
    std::vector<ExprPtr> lengths, strides;
    for (std::size_t axis = 0; axis < part.axes.size(); ++axis)
        lengths.push_back(extent(body, span, part, axis));
    for (std::size_t axis = 0; axis < strided; ++axis) {
        ExprPtr apart = stride(body, span, part, axis);
        strides.push_back(apart ? std::move(apart) : program::make_int(body.context.index_type(), 1, span));
    }
    ExprPtr start =
        part.start ? std::move(part.start) : program::make_int(body.context.index_type(), 0, span);
    auto view = std::make_unique<program::ArrayView>(span, part.array, std::move(start), std::move(lengths));
    view->strides = std::move(strides);
    return strong(std::move(view));
}

} // namespace cudapy::checker
