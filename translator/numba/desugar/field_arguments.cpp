#include "translator/numba/desugar/field_arguments.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/element_names.h"
#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/calls/star_parameter.h"
#include "translator/check/module/instances.h"
#include "translator/numba/records/records.h"
#include "translator/numba/state.h"
#include "translator/syntax/clone.h"

#include <algorithm>
#include <string>

namespace cudapy::checker::numba {

namespace {

/// A field that an argument names: the record, or the array of records, and the fields on the way.
struct FieldArgument {
    const syntax::Expr* records;
    std::vector<std::string> path;
};

/// Returns the expression that gives a name its only value, if that is a field of a parameter, which stays
/// what it is. Returns the expression itself for anything but a name.
const syntax::Expr* meaning(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::name) return &expr;
    const Symbol* symbol = body.symbols.of(expr);
    if (!symbol || symbol->is_given || symbol->bindings.size() != 1) return nullptr;
    const auto& values = values_of(body, *symbol);
    if (values.size() != 1 || !field_asked(*values[0])) return nullptr;
    const syntax::Expr& owner = owner_of_field(*values[0]);
    if (owner.kind != syntax::ExprKind::name) return nullptr;
    const Symbol* records = body.symbols.of(owner);
    const Local* local = find_local(body, owner);
    const bool is_parameter = records && records->bindings.empty() && local && local->parameter();
    return is_parameter ? values[0] : nullptr;
}

/// Returns the field that an argument is, or nothing for anything but an array that is one.
std::optional<FieldArgument> field_argument(Body& body, const syntax::Expr& argument) {
    const auto found = field_array(body, argument);
    if (!found || found->type->is_opaque()) return std::nullopt;
    const bool is_of_all = found->rank > 0 && found->given == 0;
    const bool is_inside = found->type->is_nested() && found->given == found->rank;
    if (!is_of_all && !is_inside) return std::nullopt;
    const syntax::Expr* expr = meaning(body, argument);
    if (!expr) return std::nullopt;
    FieldArgument result{expr, {}};
    while (const std::string* name = field_asked(*result.records)) {
        result.path.insert(result.path.begin(), *name);
        result.records = &owner_of_field(*result.records);
        if (is_inside || result.records == found->array) break;
    }
    if (is_inside && result.path.empty()) return std::nullopt; // an index after the field of all records
    return result.path.empty() ? std::nullopt : std::optional(std::move(result));
}

/// Returns `v_records.x` as an expression.
syntax::ExprPtr field_of(Span span, const std::string& records, const std::vector<std::string>& path) {
    syntax::ExprPtr result = std::make_unique<syntax::Name>(span, records);
    for (const std::string& name : path)
        result = std::make_unique<syntax::Subscript>(span, std::move(result),
                                                     std::make_unique<syntax::String>(span, name));
    return result;
}

/// Makes the version of a function whose parameters are the records.
FunctionInfo* make_version(Body& body, FunctionInfo& function,
                           const std::vector<std::optional<FieldArgument>>& fields) {
    const syntax::Function& written = *function.syntax;
    syntax::Block block;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < written.parameters.size(); ++i) {
        const syntax::Parameter& parameter = written.parameters[i];
        names.push_back(parameter.name);
        if (i >= fields.size() || !fields[i]) continue;
        names.back() += "_records";
        std::vector<syntax::ExprPtr> targets;
        targets.push_back(std::make_unique<syntax::Name>(parameter.span, parameter.name));
        block.push_back(std::make_unique<syntax::Assign>(
            parameter.span, std::move(targets), field_of(parameter.span, names.back(), fields[i]->path)));
    }
    for (syntax::StmtPtr& stmt : syntax::clone(written.body))
        block.push_back(std::move(stmt));
    auto made = std::make_shared<syntax::Function>(syntax::clone(written, std::move(block)));
    for (std::size_t i = 0; i < made->parameters.size(); ++i)
        made->parameters[i].name = names[i];
    return &body.context.all_instances().like(function, std::move(made));
}

} // namespace

std::optional<OtherCall> with_records(Body& body, const syntax::Call& call, FunctionInfo& callee) {
    if (!callee.valid || !callee.is_generic() || !callee.is_unsigned() || has_star_parameter(*callee.syntax))
        return std::nullopt;
    if (call.arguments.size() > callee.syntax->parameters.size()) return std::nullopt; // an error
    std::vector<std::optional<FieldArgument>> fields;
    std::vector<std::vector<const syntax::Expr*>> given;
    std::string key;
    for (const syntax::Argument& each : call.arguments) {
        const bool is_plain = each.keyword.empty() && each.stars == 0;
        fields.push_back(is_plain ? field_argument(body, *each.value) : std::nullopt);
        given.push_back({fields.back() ? fields.back()->records : each.value.get()});
        if (!fields.back()) continue;
        key += std::to_string(fields.size());
        for (const std::string& name : fields.back()->path)
            key += "." + name;
        key += ";";
    }
    if (key.empty()) return std::nullopt;
    FunctionInfo*& version = state_of(body.context).versions[{&callee, key}];
    if (!version) version = make_version(body, callee, fields);
    auto& lent = state_of(body.context).calls[{&call, key}];
    if (!lent) lent = std::make_unique<GivenCall>(call, given);
    return OtherCall{&lent->call(), version};
}

} // namespace cudapy::checker::numba
