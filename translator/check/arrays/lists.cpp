#include "translator/check/arrays/lists.h"

#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/module/signatures.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/program/build.h"

#include <algorithm>
#include <cstdint>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using syntax::ExprKind;

void add_parameter(FunctionInfo& info, const std::string& name, const Type* type, Span span,
                   const Type* index_type) {
    program::Function& function = *info.function;
    const auto add = [&](const std::string& added, const Type* its_type) {
        function.parameters.push_back(
            function.add_variable(added, its_type, program::VariableRole::parameter, span));
        return function.parameters.back();
    };
    info.places.push_back(static_cast<int>(function.parameters.size()));
    info.lists.emplace_back();
    if (!type->is_lists()) {
        add(name, type);
        return;
    }
    add(name, type->row())->has_length = false;
    info.lists.back().offsets = add(name + "_offsets", Type::array(index_type));
    info.lists.back().offsets->has_length = false;
    info.lists.back().count = add(name + "_len", index_type);
}

const Type* parameter_type(const FunctionInfo& info, std::size_t parameter) {
    const Type* type = info.function->parameters[static_cast<std::size_t>(info.place(parameter))]->type;
    const bool is_lists = parameter < info.lists.size() && info.lists[parameter].offsets;
    return is_lists ? Type::lists(type->element()) : type;
}

const Local* lists_named(Body& body, const syntax::Expr& expr) {
    if (expr.kind != ExprKind::name) return nullptr;
    const Local* local = find_local(body, expr);
    return local && !local->poisoned && local->lists() ? local : nullptr;
}

const Type* declared_type(const Local& local) {
    const Type* type = local.variable->type;
    return local.lists() ? Type::lists(type->element()) : type;
}

/// Returns the name as a value. Only its type says that it is more than its elements.
Value lists_value(Span span, const Local& local) {
    ExprPtr node = program::make_ref(local.variable, span);
    node->type = declared_type(local);
    return strong(std::move(node));
}

bool is_row_index(Body& body, const Brackets& brackets, const Local& local) {
    using Reason = diag::ListsIndex::Reason;
    const Type* type = declared_type(local);
    const bool is_slice = !brackets.indices.empty() && brackets.indices[0].written->kind == ExprKind::slice;
    if (brackets.indices.size() == 1 && !is_slice) return true;
    report(body,
           diag::ListsIndex{is_slice ? Reason::slice : Reason::several, local.variable->name, type->name()},
           brackets.span);
    return false;
}

ExprPtr row_begin(const Local& local, ExprPtr index) {
    const Span span = index->span;
    return std::make_unique<program::Load>(span, local.lists()->offsets, std::move(index));
}

ExprPtr row_length(const Local& local, const program::Expr& index) {
    ExprPtr next;
    if (index.kind == program::ExprKind::binary) { // `rows[-1]`: up to `rows_len - 1 + 1`
        const auto& node = program::as<program::Binary>(index);
        if (node.op == BinaryOp::sub && literal(*node.right) == 1) next = program::clone(*node.left);
    }
    if (!next) next = sum(program::clone(index), program::make_int(index.type, 1, index.span));
    return operation(BinaryOp::sub, row_begin(local, std::move(next)),
                     row_begin(local, program::clone(index)));
}

/// Returns `rows[i]` as a part of the array of all elements.
Part row(const Local& local, ExprPtr index) {
    const Span span = index->span;
    if (const auto value = literal(*index); value && *value < 0)
        index = from_end(program::make_ref(local.lists()->count, span), *index, *value);
    Part part;
    part.array = local.variable;
    part.axes.push_back({0, row_length(local, *index), nullptr});
    part.start = row_begin(local, std::move(index));
    return part;
}

/// Does its work for `zip` and `enumerate`: the begin and the end of each row are elements of the offsets.
void list_elements(Body& body, const Local& lists, program::Variable* begin, program::Variable* length,
                   Span span, program::ForEach& loop, program::Block& top) {
    const auto add = [&](program::Variable* variable, int64_t first) {
        program::ForEach::Element element{variable, lists.lists()->offsets};
        element.start = program::make_int(body.context.index_type(), first, span);
        element.length = program::make_ref(lists.lists()->count, span);
        loop.elements.push_back(std::move(element));
    };
    add(begin, 0);
    add(length, 1);
    top.push_back(program::make_assign(
        length, operation(BinaryOp::sub, program::make_ref(length, span), program::make_ref(begin, span)),
        span));
}

} // namespace cudapy::checker
