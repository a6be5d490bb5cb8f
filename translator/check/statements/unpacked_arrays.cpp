#include "translator/check/statements/unpacked_arrays.h"

#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/statements/unpacking.h"
#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Returns the statement that looks, in checked mode, whether an array has as many elements as there are
/// targets.
program::StmtPtr count_check(Span span, const std::string& name, ExprPtr length, std::size_t targets) {
    const Type* type = length->type;
    const auto wanted = static_cast<int64_t>(targets);
    ExprPtr fits = program::make_compare(program::CompareOp::eq, program::clone(*length),
                                         program::make_int(type, wanted, span));
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(length));
    arguments.push_back(program::make_int(type, 0, span)); // which no length is below
    ExprPtr failing = helper_call(span, program::Helper::in_range, std::move(arguments));
    program::Check check{program::Check::Kind::unpacked, span, name};
    check.axis = static_cast<int>(targets);
    program::as<program::HelperCall>(*failing).check =
        std::make_shared<const program::Check>(std::move(check));
    return program::make_if(program::make_not(std::move(fits)),
                            std::make_unique<program::Evaluate>(span, std::move(failing)), span);
}

/// Gives each target its element of an array inside a record.
bool unpack_field(Body& body, const syntax::Tuple& targets, const syntax::Expr& field, Pairs& pairs) {
    auto items = body.dialect.records.items(body, field);
    if (!items || !same_count(body, targets, items->size(), field.span)) return false;
    for (std::size_t i = 0; i < items->size(); ++i) {
        pairs.targets.push_back(targets.elements[i].get());
        pairs.views.emplace_back();
        pairs.values.push_back(std::move((*items)[i]));
    }
    return true;
}

} // namespace

bool unpack_elements(Body& body, const syntax::Tuple& targets, const syntax::Expr& array, Pairs& pairs) {
    using Reason = diag::ArrayUnpacked::Reason;
    const std::size_t count = targets.elements.size();
    const auto refuse = [&](Reason reason) {
        report(body, diag::ArrayUnpacked{reason, text(body, array), count}, array.span);
        return false;
    };
    if (dimensions(body, array) <= 0) return unpack_field(body, targets, array, pairs);
    if (dimensions(body, array) > 1) return refuse(Reason::rows);
    auto whole = part(body, array);
    if (!whole) return false;
    if (whole->array->type->element()->is_struct()) return refuse(Reason::structs);
    if (whole->start && !is_pure(*whole->start)) return refuse(Reason::effects);
    ExprPtr length = extent(body, array.span, *whole, 0);
    if (const auto known = literal(*length)) {
        if (!same_count(body, targets, static_cast<std::size_t>(*known), array.span)) return false;
    } else if (body.context.options.checked && body.is_final()) {
        pairs.before.push_back(count_check(array.span, text(body, array), std::move(length), count));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const syntax::Integer at(array.span, i, false);
        auto element = part(body, array, &at);
        if (!element) return false;
        Value value =
            strong(std::make_unique<program::Load>(array.span, element->array, std::move(element->start)));
        pairs.targets.push_back(targets.elements[i].get());
        pairs.views.emplace_back();
        pairs.values.push_back(std::move(value));
    }
    return true;
}

} // namespace cudapy::checker
