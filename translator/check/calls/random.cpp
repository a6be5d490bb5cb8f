#include "translator/check/calls/random.h"

#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/operators.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker {

using program::ExprPtr;

namespace {

/// Returns the generator that a draw names, as an argument. Anything else is reported, and null is returned.
ExprPtr generator(Body& body, const syntax::Expr& expr, const std::string& function) {
    Value value = expression(body, expr);
    if (!value) return nullptr;
    if (value.type()->is_random_state()) return std::move(value.node);
    report(body, diag::NoGenerator{function, text(body, expr), value.type()->name()}, expr.span,
           explain(body, *value.node, [](const Type*) { return true; }));
    return nullptr;
}

} // namespace

/// Returns the call that seeds a generator, which is after its declaration.
ExprPtr random_seed(Body& body, const syntax::Call& call, program::Variable* state) {
    std::vector<ExprPtr> arguments;
    arguments.push_back(program::make_ref(state, call.span));
    bool failed = false;
    for (const syntax::Argument& argument : call.arguments) {
        Value value = number(body, *argument.value, "`random_state`");
        failed |= !value || !need_integer(body, value, "`random_state`");
        if (failed) continue;
        // Any integer will do: it is its bits that count.
        if (value.is_weak() && !fits(value, Type::uint64())) settle(value);
        arguments.push_back(convert(std::move(value), Type::uint64(), true));
    }
    if (failed) return nullptr;
    return builtin_node(call.span, Type::void_(), find_builtin("cudapy.random_state"), nullptr,
                        std::move(arguments));
}

Value draw(Body& body, const syntax::Call& expr, const Entity& entity) {
    const Builtin& builtin = *entity.builtin;
    const std::size_t most = builtin.special == Special::random ? 1 : 3;
    const std::size_t least = builtin.special == Special::normal ? 1 : most;
    if (!plain_arguments(body, expr, entity.name, least, most)) return {};
    std::vector<ExprPtr> arguments;
    arguments.push_back(generator(body, *expr.arguments[0].value, entity.name));
    bool failed = !arguments[0];
    std::vector<Value> values;
    for (std::size_t i = 1; i < expr.arguments.size(); ++i) {
        values.push_back(number(body, *expr.arguments[i].value, "`" + entity.name + "`"));
        failed |= !values.back();
    }
    if (failed) return {};
    if (builtin.special == Special::randint) {
        for (const Value& value : values)
            if (!need_integer(body, value, "`randint`")) return {};
        const Type* type = common_type(body, values, "`randint`");
        if (!type) return {};
        type = holds(Type::int32(), type) ? Type::int32() : Type::int64();
        for (Value& value : values)
            arguments.push_back(convert(std::move(value), type));
        return strong(builtin_node(expr.span, type, &builtin, nullptr, std::move(arguments)));
    }
    if (builtin.special == Special::normal && values.size() < 2) {
        if (values.empty()) values.push_back(weak_floating(expr.span, 0.0, body.precision));
        values.push_back(weak_floating(expr.span, 1.0, body.precision));
    }
    // A number that nothing is said about is a float.
    const Type* real = expr.arguments.size() == 1 ? Type::float32() : precision(body, values, false);
    const bool weak = expr.arguments.size() > 1 && is_without_width(values, false);
    for (Value& value : values)
        arguments.push_back(convert(std::move(value), real));
    Value number = strong(builtin_node(expr.span, real, &builtin, real, std::move(arguments)));
    if (weak) number.weak = Value::Weak::floating;
    return number;
}

} // namespace cudapy::checker
