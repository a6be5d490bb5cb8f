#include "translator/numba/arrays/declared_arrays.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/types/type.h"

#include <algorithm>
#include <iterator>

namespace cudapy::checker::numba {

namespace {

/// Returns the value of an integer that is known, without reporting what an expression lacks.
std::optional<int64_t> known_integer(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::integer && !syntax::as<syntax::Integer>(expr).too_large)
        return static_cast<int64_t>(syntax::as<syntax::Integer>(expr).value);
    const auto found = entity(body, expr);
    if (!found || found->kind != Entity::Kind::constant) return std::nullopt;
    const auto* value = std::get_if<int64_t>(&found->binding->value);
    return value ? std::optional(*value) : std::nullopt;
}

/// Returns the type that NumPy calls `name` in `dtype=name`, or null for another name.
const Type* named_type(const std::string& name) {
    static constexpr struct {
        std::string_view code, name;
    } codes[] = {{"?", "bool"},
                 {"b1", "bool"},
                 {"i1", "int8"},
                 {"i2", "int16"},
                 {"i4", "int32"},
                 {"i8", "int64"},
                 {"u1", "uint8"},
                 {"u2", "uint16"},
                 {"u4", "uint32"},
                 {"u8", "uint64"},
                 {"f4", "float32"},
                 {"f8", "float64"},
                 {"c8", "complex64"},
                 {"c16", "complex128"},
                 {"int", "int64"},
                 {"float", "float64"},
                 {"complex", "complex128"},
                 {"bool", "bool"}};
    for (const auto& row : codes)
        if (row.code == name) return scalar_type_named(row.name);
    if (const Type* type = date_type_named(name)) return type;
    const Type* type = numpy_scalar_type(name);
    return type && !type->is_void() ? type : nullptr;
}

} // namespace

std::optional<ArrayArguments> array_arguments(Body& body, const syntax::Call& call, const Builtin& maker) {
    const std::string function = text(body, *call.function);
    static constexpr std::string_view names[] = {"shape", "dtype", "alignment"};
    const syntax::Expr* given[std::size(names)] = {};
    std::size_t place = 0;
    for (const syntax::Argument& argument : call.arguments) {
        std::size_t at = argument.keyword.empty() && !argument.stars ? place++ : std::size(names);
        for (std::size_t i = 0; i < std::size(names); ++i)
            if (argument.keyword == names[i]) at = i;
        if (at >= std::size(names)) {
            report(
                body,
                diag::NoOther{"an argument of `" + function + "` but the shape, the dtype and the alignment"},
                argument.value->span);
            return std::nullopt;
        }
        given[at] = argument.value.get();
    }
    if (!given[0] || !given[1]) {
        report(body, diag::ArgumentCount{function, 2, 3, call.arguments.size(), given[0] ? "dtype" : "shape"},
               call.span);
        return std::nullopt;
    }
    if (given[2] && given[2]->kind != syntax::ExprKind::none) {
        const auto alignment = known_integer(body, *given[2]);
        if (!alignment || *alignment < 1 || (*alignment & (*alignment - 1)) != 0) {
            report(body, diag::NoOther{"an alignment of `" + function + "` that is no power of two"},
                   given[2]->span);
            return std::nullopt;
        }
    }
    const std::vector<const syntax::Expr*> extents = indices_in(body, *given[0]);
    const bool is_dynamic =
        maker.special == Special::shared && extents.size() == 1 && known_integer(body, *extents[0]) == 0;
    return ArrayArguments{given[1], is_dynamic ? nullptr : given[0], nullptr, function};
}

const syntax::Expr* size_argument(const syntax::Call& call) {
    if (call.function->kind != syntax::ExprKind::attribute ||
        syntax::as<syntax::Attribute>(*call.function).name != "array")
        return nullptr;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
        if (call.arguments[i].keyword == "shape" || (i == 0 && call.arguments[i].keyword.empty()))
            return call.arguments[i].value.get();
    return nullptr;
}

std::optional<const Type*> element_type(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::string) {
        const Type* type = named_type(syntax::as<syntax::String>(expr).value);
        return type ? std::optional(type) : std::nullopt;
    }
    const auto named = entity(body, expr);
    if (!named || (named->kind != Entity::Kind::type && named->kind != Entity::Kind::aggregate))
        return std::nullopt;
    // Python's own `int` and `float` are no dtypes for numba.
    if (named->is_python_int || named->is_python_float) return std::nullopt;
    return named->type;
}

bool refuse_second_dynamic(Body& body, const syntax::Call& call, const program::Variable& array) {
    const auto& variables = body.function.variables;
    const auto first = std::find_if(variables.begin(), variables.end(),
                                    [](const auto& variable) { return variable->is_dynamic(); });
    if (!array.is_dynamic() || first == variables.end() || first->get() == &array) return false;
    report(body, diag::NoOther{"a second array of dynamic shared memory"}, call.span);
    return true;
}

} // namespace cudapy::checker::numba
