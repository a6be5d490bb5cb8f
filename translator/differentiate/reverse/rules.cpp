// The adjoints of calls of functions that have a rule of their own.

#include "translator/differentiate/reverse/reverse.h"
#include "translator/program/build.h"
#include "translator/program/derivative_rules.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns the argument of a call with another array in the place of its own.
ExprPtr with_array(const Expr& argument, Variable* array) {
    ExprPtr made = clone(argument);
    if (made->kind == ExprKind::view)
        as<ArrayView>(*made).array = array;
    else
        as<VariableRef>(*made).variable = array;
    return made;
}

/// Returns whether a rule leaves the first parameters as they are.
bool keeps(const Function& rule, std::size_t count) {
    const auto& uses = rule.facts.array_uses;
    return std::none_of(uses.begin(), uses.begin() + static_cast<std::ptrdiff_t>(count),
                        [](const ArrayUse& use) { return use.writes; });
}

} // namespace

/// Returns why the rule of a function cannot be called in its place, and what to write instead. Returns
/// empty texts where it can.
std::pair<std::string, std::string> Reverse::problem_of_rule(const Call& call, const RuleSignature& wanted) {
    const Function& function = *call.function;
    const Function& rule = *function.vjp_rule;
    const std::string name = "`" + name_in_messages(rule) + "`";
    if (!wanted.result)
        return {
            "several of its parameters have cotangents, and one is a struct, which its rule cannot return "
            "in a tuple",
            "pass the numbers in the struct"};
    if (!wanted.fits(rule)) {
        const std::string last =
            wanted.passed.empty() ? "" : ", and take the cotangents of its arrays as last parameters";
        return {"its rule must be `" + name_in_messages(rule) + " : " + wanted.text() + "`",
                "return the cotangent of each parameter that is a float, in their order" + last};
    }
    if (!keeps(rule, function.parameters.size()))
        return {"its rule " + name + " changes an array of its arguments",
                function.foreign ? "declare the pointers to them `const`"
                                 : "change the cotangents of the arrays only"};
    const Cooperation& together = rule.facts.cooperation;
    if (std::any_of(std::begin(Cooperation::ways), std::end(Cooperation::ways),
                    [&](bool Cooperation::*way) { return together.*way; }))
        return {"in its rule " + name + " threads work together", "let each thread work by itself there"};
    const bool passes_arrays =
        std::any_of(function.parameters.begin(), function.parameters.end(),
                    [](const Variable* parameter) { return parameter->type->is_array(); });
    if (passes_arrays && works_together_)
        return {"it has a rule of its own and takes an array, and the threads of the kernel work together",
                "pass it the elements that it reads"};
    if (!function.foreign && rule.facts.has_effects && !passes_arrays)
        return {"its rule " + name + " does more than to return cotangents",
                "let it change nothing but the cotangents of arrays"};
    for (const std::size_t i : wanted.passed) {
        const Expr& argument = *call.arguments[i];
        if (!argument.type->is_array() || bars_.of(array_of(argument))) continue;
        return {"its rule " + name + " adds to the cotangents of `" + array_of(argument)->name +
                    "`, which were not asked for",
                "name the array in `wrt=`, too"};
    }
    return {};
}

/// The rule of a function is given its arguments, the bar of its result and those of its arrays. What else
/// it gives are the bars of its other parameters that have one: it returns them, or, in CUDA C++, stores or
/// adds them where pointers lead.
void Reverse::through_rule(const Call& call, ExprPtr seed) {
    const Function& function = *call.function;
    Function& rule = *function.vjp_rule;
    const Span span = call.span;
    RuleSignature wanted = vjp_signature(function, false);
    if (function.foreign && !wanted.fits(rule)) wanted = vjp_signature(function, true);
    if (auto [reason, instead] = problem_of_rule(call, wanted); !reason.empty())
        return refuse(span, "the call of `" + name_in_messages(function) + "`", reason, instead);
    std::vector<ExprPtr> arguments;
    for (const ExprPtr& argument : call.arguments)
        arguments.push_back(clone(*argument));
    arguments.push_back(convert(std::move(seed), function.result));
    std::vector<std::pair<std::size_t, ExprPtr>> bars; // by parameter, those of numbers
    for (const std::size_t i : wanted.passed) {
        const Expr& argument = *call.arguments[i];
        if (argument.type->is_array()) {
            arguments.push_back(with_array(argument, bars_.of(array_of(argument))));
            continue;
        }
        const Type* type = function.parameters[i]->type;
        Variable* bar = function_.add_variable(function.parameters[i]->name + "_bar", Type::array(type),
                                               VariableRole::local_array, span);
        bar->shape = {1};
        Lvalue place{bar, make_int(Type::int32(), 0, span), span};
        bars.emplace_back(i, make_read(place));
        emit(*out_, make_assign(std::move(place), make_zero(type, span), span));
        arguments.push_back(make_ref(bar, span));
    }
    ExprPtr made = std::make_unique<Call>(span, &rule, std::move(arguments));
    const bool returns = std::any_of(wanted.returned.begin(), wanted.returned.end(),
                                     [&](std::size_t i) { return is_active(*call.arguments[i]); });
    if (!returns) {
        emit(*out_, std::make_unique<Evaluate>(span, std::move(made)));
    } else {
        Variable* pulled = temporary("pulled", rule.result, span);
        emit(*out_, make_assign(pulled, std::move(made), span));
        for (std::size_t i = 0; i < wanted.returned.size(); ++i) {
            ExprPtr bar = make_ref(pulled, span);
            if (wanted.returned.size() > 1) bar = std::make_unique<FieldExpr>(span, std::move(bar), i);
            bars.emplace_back(wanted.returned[i], std::move(bar));
        }
    }
    for (auto& [i, bar] : bars)
        descend(*call.arguments[i], std::move(bar));
}

} // namespace cudapy::differentiate
