// The adjoints of calls of functions that have a rule of their own.

#include "translator/differentiate/reverse/reverse.h"
#include "translator/program/build.h"
#include "translator/program/derivative_rules.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

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

/// Returns whether a rule leaves the arrays as they are to which the function itself does not store.
bool keeps(const Function& rule, const Function& function) {
    const auto &uses = rule.facts.array_uses, &own = function.facts.array_uses;
    for (std::size_t i = 0; i < own.size(); ++i)
        if (uses[i].writes && !own[i].writes) return false;
    return true;
}

/// Returns whether a function, or one that it calls, does atomics of a parameter.
bool adds_atomically(const Function& function, const Variable* parameter,
                     std::set<std::pair<const Function*, const Variable*>>& seen) {
    if (!seen.insert({&function, parameter}).second) return false;
    bool found = false;
    visit_all(function.body, [&](const Expr& expr) {
        if (is_atomic(expr)) found = found || atomic_place(expr).array == parameter;
        if (expr.kind != ExprKind::call) return;
        const auto& call = as<Call>(expr);
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
            if (call.arguments[i]->type->is_array() && array_of(*call.arguments[i]) == parameter)
                found = found || adds_atomically(*call.function, call.function->parameters[i], seen);
    });
    return found;
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
    if (!keeps(rule, function))
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
    std::size_t place = rule.parameters.size() - wanted.passed.size();
    for (const std::size_t i : wanted.passed) {
        const Variable* parameter = rule.parameters[place++];
        const Expr& argument = *call.arguments[i];
        if (!argument.type->is_array()) continue;
        std::set<std::pair<const Function*, const Variable*>> seen;
        if (array_of(argument)->is_declared_array() && adds_atomically(rule, parameter, seen))
            return {"its rule " + name + " adds with atomics to the cotangents of `" +
                        array_of(argument)->name + "`, which only one thread has",
                    "let the rule write `" + parameter->name + "[i] += …`, and let it have such arrays only"};
        if (array_of(argument)->is_declared_array()) continue;
        if (bars_.of(array_of(argument))) continue;
        return {"its rule " + name + " adds to the cotangents of `" + array_of(argument)->name +
                    "`, which were not asked for",
                "name the array in `wrt=`, too"};
    }
    return {};
}

/// Returns the bar of an array that a call is given. A local array that carries no derivative gets one that
/// nobody reads.
Variable* Reverse::bar_for_rule(const Variable& array, Span span) {
    if (Variable* bar = bars_.of(&array)) return bar;
    Variable* bar = function_.add_variable(array.name + "_bar", array.type, VariableRole::local_array, span);
    bar->shape = array.shape;
    emit(*out_, begin_with_zero(bar));
    return bar;
}

/// Copies a local array to another one, and back.
void Reverse::keep_elements_of(Variable* array, Block& forward, Block& restore) {
    const Span span = array->span;
    const Type* const number = Type::int32();
    array->is_flat = true;
    Variable* copy = function_.add_variable(array->name + "_old", Type::array(array->type->element()),
                                            VariableRole::local_array, span);
    copy->shape = {array->element_count()};
    Variable* j = temporary("j", number, span);
    for (const bool gives_back : {false, true}) {
        auto all = std::make_unique<ForRange>(span, j, number, make_int(number, 0, span),
                                              make_int(number, array->element_count(), span),
                                              make_int(number, 1, span));
        Lvalue from{array, make_ref(j, span), span}, to{copy, make_ref(j, span), span};
        if (gives_back) std::swap(from, to);
        emit(all->body, make_assign(std::move(to), make_read(from), span));
        emit(gives_back ? restore : forward, std::move(all));
    }
}

/// A function that stores to local arrays has these as results: its rule is given what it left there and
/// their bars, and makes of those the bars of what they held before.
void Reverse::call_that_stores(const Call& call, Block& forward, Block& reverse) {
    const auto stored = stored_by_call(call);
    if (stored.empty()) return; // nobody takes what it returns
    const Function& function = *call.function;
    const Span span = call.span;
    const std::string what = "the call of `" + name_in_messages(function) + "`";
    for (const Variable* array : stored)
        if (array->role != VariableRole::local_array)
            return refuse(span, what,
                          "it has a rule of its own, and changes `" + array->name +
                              "`, whose old values would have to come back",
                          "give it an array of `local` for what it computes");
    const Variables changed(stored.begin(), stored.end());
    ExprPtr made = clone(static_cast<const Expr&>(call)); // with arguments that the call leaves as they are
    for (ExprPtr& argument : as<Call>(*made).arguments) {
        const bool is_view = argument->kind == ExprKind::view;
        if (argument->type->is_array() && !is_view) continue;
        ExprPtr& number = is_view ? as<ArrayView>(*argument).start : argument;
        if (!reads_any(*number, changed)) continue;
        Variable* kept = temporary("argument", number->type, span);
        if (is_active(*number)) activity_.note(kept);
        emit(forward, make_assign(kept, clone(*number), span));
        if (is_active(*number)) held_[kept] = std::move(number);
        number = make_ref(kept, span);
    }
    Block restore;
    for (Variable* array : stored)
        keep_elements_of(array, forward, restore);
    emit(forward, std::make_unique<Evaluate>(span, clone(*made)));
    out_ = &reverse;
    const bool has_bars =
        std::any_of(stored.begin(), stored.end(), [&](const Variable* array) { return bars_.of(array); });
    if (has_bars) through_rule(as<Call>(*made), nullptr);
    std::move(restore.begin(), restore.end(), std::back_inserter(reverse));
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
    if (seed) arguments.push_back(convert(std::move(seed), function.result));
    std::vector<std::pair<std::size_t, ExprPtr>> bars; // by parameter, those of numbers
    for (const std::size_t i : wanted.passed) {
        const Expr& argument = *call.arguments[i];
        if (argument.type->is_array()) {
            arguments.push_back(with_array(argument, bar_for_rule(*array_of(argument), span)));
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
