#include "translator/check/device_calls.h"

#include "translator/check/function_checker.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <optional>
#include <set>

namespace cudapy::checker {

using cuda_text::DeviceFunctions;
using cuda_text::KnownTypes;
using cuda_text::Meaning;
using program::ExprPtr;

DeviceSignature device_signature(const DeviceFunctions& functions, std::size_t overload,
                                 const KnownTypes& choices) {
    const cuda_text::DeviceSource& source = *functions.source;
    const cuda_text::Function& function = source.source.functions[overload];
    DeviceSignature signature;
    signature.function = &function;
    signature.name = functions.name;
    signature.problem = function.problem;
    KnownTypes known = choices;
    known.insert(source.types.begin(), source.types.end());
    std::string arguments;
    for (const cuda_text::TemplateParameter& parameter : function.template_parameters) {
        const auto chosen = choices.find(parameter.name);
        if (chosen != choices.end()) {
            const std::string name = cuda_text::cpp_name(chosen->second);
            if (name.empty() && signature.problem.empty())
                signature.problem = "C++ has several types for `" + chosen->second->name() + "`";
            arguments += (arguments.empty() ? "" : ", ") + name;
        } else if (!parameter.has_default && signature.problem.empty()) {
            signature.problem = "its arguments do not say what <" + parameter.text + "> is";
        } else {
            break; // and so have those behind it
        }
    }
    if (function.is_template) signature.name += "<" + arguments + ">";
    const auto meaning = [&](const cuda_text::Words& words, const std::string& part) {
        Meaning found = cuda_text::meaning_of(words, function.scope, &source.source, known);
        std::string problem = found.problem;
        if (found.type && found.type->is_struct())
            problem = "`" + found.type->name() + "` is a struct, which only vectors are passed instead of";
        else if (found.type && found.type->is_complex())
            problem = "complex numbers of kernels are a type of their own";
        else if (found.pointers > 1 || (found.pointers == 1 && found.type && found.type->is_void()))
            problem = "it is a pointer to what has no type in Python";
        else if (part.empty() && found.pointers > 0)
            problem = "its result is a pointer";
        else if (!part.empty() && found.pointers == 0 && found.type && found.type->is_void())
            problem = "it has no type";
        if (!problem.empty() && signature.problem.empty()) {
            signature.problem =
                part.empty() && found.problem == problem ? "of its result " + problem : problem;
            signature.part = part;
        }
        return found;
    };
    for (const cuda_text::Parameter& parameter : function.parameters)
        signature.parameters.push_back(meaning(parameter.type, parameter.text));
    signature.result = meaning(function.result, "");
    return signature;
}

program::Function* DeviceCalls::function(const DeviceFunctions& functions, const DeviceSignature& signature) {
    auto [place, is_new] = known_.try_emplace({signature.function, signature.name});
    if (!is_new) return place->second;
    auto& made = functions_.emplace_back(std::make_unique<program::Function>());
    place->second = made.get();
    made->name = signature.function->name;
    made->result = signature.result.type;
    program::Foreign foreign{functions.source, signature.name, {}};
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        const Meaning& meaning = signature.parameters[i];
        const std::string& name = signature.function->parameters[i].name;
        const Type* type = meaning.pointers ? Type::array(meaning.type) : meaning.type;
        made->parameters.push_back(made->add_variable(name.empty() ? "_" + std::to_string(i + 1) : name, type,
                                                      program::VariableRole::parameter, {}));
        foreign.writes.push_back(meaning.pointers > 0 && !meaning.is_const);
    }
    const cuda_text::Waits waits = cuda_text::waits_of(functions.source->source, *signature.function);
    foreign.has_barrier = waits.barrier;
    foreign.has_warp = waits.warp;
    foreign.has_shared = waits.shared;
    made->foreign = std::move(foreign);
    return made.get();
}

void DeviceCalls::take(program::Program& program) {
    if (functions_.empty()) return;
    std::set<const program::Function*> called;
    for (const auto& function : program.functions)
        program::visit_all(static_cast<const program::Block&>(function->body),
                           [&](const program::Expr& expr) {
                               if (expr.kind == program::ExprKind::call)
                                   called.insert(program::as<program::Call>(expr).function);
                           });
    std::vector<std::unique_ptr<program::Function>> all;
    for (auto& function : functions_)
        if (called.contains(function.get())) all.push_back(std::move(function));
    for (auto& function : program.functions)
        all.push_back(std::move(function));
    program.functions = std::move(all);
}

namespace {

/// `T` of `T`, `const T*`, `T* __restrict__`; empty for other types.
std::string type_parameter_of(const cuda_text::Words& words, bool& is_pointer) {
    std::string name;
    for (const std::string& word : words) {
        if (word == "const" || word.starts_with("__restrict")) continue;
        if (word == "*" && !is_pointer && !name.empty())
            is_pointer = true;
        else if (name.empty())
            name = word;
        else
            return "";
    }
    return name;
}

/// The type that a type parameter gets from a value.
const Type* deduced(const Value& value, bool is_pointer) {
    const Type* type = value.type();
    if (is_pointer) return type->is_array() ? type->element() : nullptr;
    return type->is_array() || type->is_void() ? nullptr : type;
}

KnownTypes choices_for(const cuda_text::Function& function, const std::vector<Value>& values) {
    KnownTypes choices;
    for (const cuda_text::TemplateParameter& parameter : function.template_parameters) {
        if (!parameter.is_type || parameter.is_pack) continue;
        const Type* weak = nullptr;
        for (std::size_t i = 0; i < std::min(values.size(), function.parameters.size()); ++i) {
            bool is_pointer = false;
            if (type_parameter_of(function.parameters[i].type, is_pointer) != parameter.name) continue;
            const Type* type = deduced(values[i], is_pointer);
            if (!type) continue;
            if (values[i].is_weak()) {
                weak = type;
                continue;
            }
            choices.emplace(parameter.name, type);
            break;
        }
        if (weak) choices.emplace(parameter.name, weak);
    }
    return choices;
}

/// Whether a value is exactly what a parameter takes; a literal takes the type of what it meets.
bool is_exact(const Value& value, const Meaning& parameter) {
    const Type* type = value.type();
    if (parameter.pointers) return type->is_array() && type->element() == parameter.type;
    if (type == parameter.type) return true;
    return value.is_weak() && parameter.type->is_number() &&
           (parameter.type->is_floating() || type->is_integer());
}

} // namespace

Value FunctionChecker::device_call(const syntax::Call& expr, const Entity& callee) {
    const DeviceFunctions& functions = *callee.binding->device_functions;
    const std::string name = text(*expr.function);
    std::size_t least = SIZE_MAX, most = 0;
    for (const std::size_t overload : functions.overloads) {
        const auto& parameters = functions.source->source.functions[overload].parameters;
        const auto defaults = static_cast<std::size_t>(std::count_if(
            parameters.begin(), parameters.end(), [](const auto& each) { return each.has_default; }));
        least = std::min(least, parameters.size() - defaults);
        most = std::max(most, parameters.size());
    }
    if (!plain_arguments(expr, name, least, most)) return {};
    std::vector<Value> values;
    bool failed = false;
    for (const syntax::Argument& argument : expr.arguments) {
        values.push_back(expression(*argument.value));
        failed = failed || !values.back();
    }
    if (failed) return {};

    std::vector<DeviceSignature> fitting, exact;
    for (const std::size_t overload : functions.overloads) {
        const cuda_text::Function& function = functions.source->source.functions[overload];
        DeviceSignature signature = device_signature(functions, overload, choices_for(function, values));
        const bool is_only = functions.overloads.size() == 1;
        if (is_only) {
            fitting.push_back(std::move(signature));
            break;
        }
        bool counts = values.size() <= function.parameters.size();
        for (std::size_t i = values.size(); counts && i < function.parameters.size(); ++i)
            counts = function.parameters[i].has_default;
        if (!counts || !signature.problem.empty()) continue;
        bool all = true;
        for (std::size_t i = 0; i < values.size(); ++i)
            all = all && is_exact(values[i], signature.parameters[i]);
        if (all) exact.push_back(signature);
        fitting.push_back(std::move(signature));
    }
    const std::vector<DeviceSignature>& chosen_from = exact.empty() ? fitting : exact;
    if (chosen_from.size() != 1) {
        diag::DeviceFunctionOverload payload{name, "(", {}, chosen_from.size() > 1};
        for (std::size_t i = 0; i < values.size(); ++i)
            payload.given += (i ? ", " : "") + values[i].type()->name();
        payload.given += ")";
        for (const std::size_t overload : functions.overloads)
            payload.candidates.push_back(functions.source->source.functions[overload].text);
        report(std::move(payload), expr.span);
        return {};
    }
    const DeviceSignature& signature = chosen_from[0];
    const cuda_text::Function& function = *signature.function;
    const std::string place = cuda_text::place_of(*functions.source, function);
    if (!signature.problem.empty()) {
        report(diag::DeviceFunctionType{name, function.text, place, signature.part, signature.problem},
               expr.function->span);
        return {};
    }
    if (context_.options.target == cudapy::Target::cpu) {
        std::string other;
        if (signature.result.type->is_small_float()) other = signature.result.type->name();
        for (const Meaning& each : signature.parameters)
            if (each.type->is_small_float()) other = each.type->name();
        if (!function.on_host || !other.empty()) {
            report(diag::DeviceFunctionOnCpu{name, function.text, place, function.on_host ? other : ""},
                   expr.function->span);
            return {};
        }
    }
    program::Function* made = context_.device_calls->function(functions, signature);
    std::vector<std::vector<ExprPtr>> strides = take_strides(values);
    std::vector<ExprPtr> arguments;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const program::Variable& wanted = *made->parameters[i];
        const Span span = expr.arguments[i].value->span;
        if (!strides[i].empty()) {
            report(diag::DeviceFunctionGaps{name, function.parameters[i].text}, span);
            return {};
        }
        if (wanted.type->is_array() || values[i].type()->is_array()) {
            if (values[i].type() != wanted.type) {
                report(diag::ArrayArgument{name, wanted.name, wanted.type->name(), values[i].type()->name(),
                                           values[i].type()->is_array() || values[i].type()->is_lists()},
                       span);
                return {};
            }
            arguments.push_back(std::move(values[i].node));
            continue;
        }
        Target target;
        target.place = "parameter `" + wanted.name + "` of `" + name + "`";
        arguments.push_back(store(std::move(values[i]), wanted.type, std::move(target)));
        failed = failed || !arguments.back();
    }
    if (failed) return {};
    if (arguments.size() < made->parameters.size()) { // C++ has the rest
        report(diag::DeviceFunctionType{name, function.text, place,
                                        function.parameters[arguments.size()].text,
                                        "its default is not known to Python: give it"},
               expr.span);
        return {};
    }
    return strong(std::make_unique<program::Call>(expr.span, made, std::move(arguments)));
}

} // namespace cudapy::checker
