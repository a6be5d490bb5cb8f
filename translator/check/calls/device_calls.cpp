#include "translator/check/calls/device_calls.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/device_rules.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/device_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <optional>
#include <set>

namespace cudapy::checker {

using cuda_text::DeviceFunctions;
using cuda_text::KnownTypes;
using cuda_text::Meaning;
using program::ExprPtr;

namespace {

/// Returns the first type in a struct, however deep, for which `is_wanted` is true, or null for none.
template <typename Predicate>
const Type* find_field(const Type* type, const Predicate& is_wanted) {
    for (const Type::Field& field : type->fields()) {
        if (is_wanted(field.type)) return field.type;
        if (const Type* found = find_field(field.type, is_wanted)) return found;
    }
    return nullptr;
}

/// Returns why a struct cannot be passed to functions of the text, or an empty text if it can. Its definition
/// comes from the text if it is in `types`. Otherwise a template is given a struct that the text does not
/// know, and the translator defines it.
std::string struct_problem(const cuda_text::DeviceSource& source, const Type* type) {
    const auto is_named = [&](const Type* each) {
        return std::any_of(source.types.begin(), source.types.end(),
                           [&](const auto& known) { return known.second == each; });
    };
    const auto is_hidden = [&](const Type* each) {
        return each->is_struct() && !is_named(each) &&
               (is_named(type) || source.source.classes.contains(each->name()));
    };
    if (const Type* hidden = is_hidden(type) ? type : find_field(type, is_hidden))
        return "`" + hidden->name() + "` is a struct of Python, and what C++ calls it is not known";
    const auto is_other = [&](const Type* each) { // by that name the file has another one
        return is_named(each) && cuda_text::name_in_text(source, each) != each->name() &&
               source.source.classes.contains(each->name());
    };
    if (const Type* other = is_other(type) ? type : find_field(type, is_other))
        return "`" + other->name() + "` in Python is `" + cuda_text::name_in_text(source, other) +
               "` in C++, which has another `" + other->name() + "`";
    if (find_field(type, [](const Type* each) { return each->is_complex(); }))
        return "`" + type->name() + "` has complex numbers, which are another type in C++";
    return "";
}

/// Returns `Body` for `const Body&`, for which a value will do, and other types as they are.
cuda_text::Words without_reference(cuda_text::Words words) {
    const bool is_const = std::find(words.begin(), words.end(), "const") != words.end();
    const bool points = std::find(words.begin(), words.end(), "*") != words.end();
    if (is_const && !points && words.back() == "&") words.pop_back();
    return words;
}

/// Returns a type inside `type` that has another form on the CPU than in CUDA C++, or null if there is none.
const Type* small_float_in(const Type* type) {
    const auto is_small = [](const Type* each) { return each->is_small_float(); };
    return is_small(type) ? type : find_field(type, is_small);
}

/// Returns `T` for `T`, `const T*` and `T* __restrict__`, and an empty text for other types.
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

/// Returns the type that a type parameter gets from a value of a type.
const Type* deduced(const Type* type, bool is_pointer) {
    if (is_pointer) return type->is_array() ? type->element() : nullptr;
    return type->is_array() || type->is_void() ? nullptr : type;
}

} // namespace

KnownTypes choices_for(const cuda_text::Function& function, const std::vector<GivenType>& values) {
    KnownTypes choices;
    for (const cuda_text::TemplateParameter& parameter : function.template_parameters) {
        if (!parameter.is_type || parameter.is_pack) continue;
        const Type* weak = nullptr;
        for (std::size_t i = 0; i < std::min(values.size(), function.parameters.size()); ++i) {
            bool is_pointer = false;
            if (type_parameter_of(function.parameters[i].type, is_pointer) != parameter.name) continue;
            const Type* type = deduced(values[i].type, is_pointer);
            if (!type) continue;
            if (values[i].is_weak) {
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

namespace {

/// Returns whether a value has exactly the type of a parameter. A literal takes the type of the parameter.
bool is_exact(const Value& value, const Meaning& parameter) {
    const Type* type = value.type();
    if (parameter.pointers) return type->is_array() && type->element() == parameter.type;
    if (type == parameter.type) return true;
    return value.is_weak() && parameter.type->is_number() &&
           (parameter.type->is_floating() || type->is_integer());
}

} // namespace

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
            break; // and so have those after it
        }
    }
    if (function.is_template) signature.name += "<" + arguments + ">";
    const auto meaning = [&](const cuda_text::Words& words, const std::string& part) {
        Meaning found = cuda_text::meaning_of(part.empty() ? words : without_reference(words), function.scope,
                                              &source.source, known);
        std::string problem = found.problem;
        if (found.type && found.type->is_struct())
            problem = struct_problem(source, found.type);
        else if (found.type && found.type->is_complex())
            problem = "complex numbers of kernels are another type: pass their parts, `z.real` and `z.imag`, "
                      "or a `float2`";
        const bool is_passed = problem.empty();
        if (is_passed && (found.pointers > 1 || (found.pointers == 1 && found.type && found.type->is_void())))
            problem = "it is a pointer to what has no type in Python";
        else if (is_passed && part.empty() && found.pointers > 0)
            problem = "its result is a pointer";
        else if (is_passed && !part.empty() && found.pointers == 0 && found.type && found.type->is_void())
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
    program::Foreign foreign{functions.source, signature.name, {}, {}};
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        const Meaning& meaning = signature.parameters[i];
        const std::string& name = signature.function->parameters[i].name;
        const Type* type = meaning.pointers ? Type::array(meaning.type) : meaning.type;
        made->parameters.push_back(made->add_variable(name.empty() ? "_" + std::to_string(i + 1) : name, type,
                                                      program::VariableRole::parameter, {}));
        foreign.writes.push_back(meaning.pointers > 0 && !meaning.is_const);
    }
    const cuda_text::Waits waits = cuda_text::waits_of(functions.source->source, *signature.function);
    foreign.cooperation.barrier = waits.barrier;
    foreign.cooperation.warp = waits.warp;
    foreign.cooperation.shared = waits.shared;
    foreign.cooperation.grid = waits.grid;
    made->foreign = std::move(foreign);
    return made.get();
}

void DeviceCalls::take(program::Program& program) {
    if (functions_.empty()) return;
    std::set<const program::Function*> called;
    for (const auto& function : program.functions)
        program::visit_all(static_cast<const program::Block&>(function->body),
                           [&](const program::Expr& expr) {
                               if (expr.kind != program::ExprKind::call) return;
                               const program::Function* of = program::as<program::Call>(expr).function;
                               called.insert({of, of->vjp_rule, of->jvp_rule});
                           });
    std::vector<std::unique_ptr<program::Function>> all;
    for (auto& function : functions_)
        if (called.contains(function.get())) all.push_back(std::move(function));
    for (auto& function : program.functions)
        all.push_back(std::move(function));
    program.functions = std::move(all);
}

Value device_call(Body& body, const syntax::Call& expr, const Entity& callee) {
    const DeviceFunctions& functions = *callee.binding->device_functions;
    const std::string name = text(body, *expr.function);
    std::size_t least = SIZE_MAX, most = 0;
    for (const std::size_t overload : functions.overloads) {
        const auto& parameters = functions.source->source.functions[overload].parameters;
        const auto defaults = static_cast<std::size_t>(std::count_if(
            parameters.begin(), parameters.end(), [](const auto& each) { return each.has_default; }));
        least = std::min(least, parameters.size() - defaults);
        most = std::max(most, parameters.size());
    }
    if (!plain_arguments(body, expr, name, least, most)) return {};
    std::vector<Value> values;
    bool failed = false;
    for (const syntax::Argument& argument : expr.arguments) {
        values.push_back(expression(body, *argument.value));
        failed = failed || !values.back();
    }
    if (failed) return {};
    std::vector<GivenType> given;
    for (const Value& value : values)
        given.push_back({value.type(), value.is_weak()});

    std::vector<DeviceSignature> fitting, exact;
    for (const std::size_t overload : functions.overloads) {
        const cuda_text::Function& function = functions.source->source.functions[overload];
        DeviceSignature signature = device_signature(functions, overload, choices_for(function, given));
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
        report(body, std::move(payload), expr.span);
        return {};
    }
    const DeviceSignature& signature = chosen_from[0];
    const cuda_text::Function& function = *signature.function;
    const std::string place = cuda_text::place_of(*functions.source, function);
    if (!signature.problem.empty()) {
        report(body, diag::DeviceFunctionType{name, function.text, place, signature.part, signature.problem},
               expr.function->span);
        return {};
    }
    if (body.context.options.target == cudapy::Target::cpu) {
        std::string other;
        if (const Type* small = small_float_in(signature.result.type)) other = small->name();
        for (const Meaning& each : signature.parameters)
            if (const Type* small = small_float_in(each.type)) other = small->name();
        if (!function.on_host || !other.empty()) {
            report(body, diag::DeviceFunctionOnCpu{name, function.text, place, function.on_host ? other : ""},
                   expr.function->span);
            return {};
        }
    }
    program::Function* made = body.context.all_device_calls().function(functions, signature);
    find_device_rules(body, functions, *made, expr.function->span);
    std::vector<std::vector<ExprPtr>> strides = take_strides(values);
    std::vector<ExprPtr> arguments;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const program::Variable& wanted = *made->parameters[i];
        const Span span = expr.arguments[i].value->span;
        if (!strides[i].empty()) {
            report(body, diag::DeviceFunctionGaps{name, function.parameters[i].text}, span);
            return {};
        }
        if (wanted.type->is_array() || values[i].type()->is_array()) {
            if (values[i].type() != wanted.type) {
                report(body,
                       diag::ArrayArgument{name, wanted.name, wanted.type->name(), values[i].type()->name(),
                                           values[i].type()->is_array() || values[i].type()->is_lists()},
                       span);
                return {};
            }
            arguments.push_back(std::move(values[i].node));
            continue;
        }
        Target target;
        target.place = "parameter `" + wanted.name + "` of `" + name + "`";
        target.copies = true; // as C++ does for a parameter, or it does not write to it
        arguments.push_back(store(body, std::move(values[i]), wanted.type, std::move(target)));
        failed = failed || !arguments.back();
    }
    if (failed) return {};
    if (arguments.size() < made->parameters.size()) { // C++ has the rest
        report(body,
               diag::DeviceFunctionType{name, function.text, place,
                                        function.parameters[arguments.size()].text,
                                        "its default is not known to Python: give it"},
               expr.span);
        return {};
    }
    return strong(std::make_unique<program::Call>(expr.span, made, std::move(arguments)));
}

} // namespace cudapy::checker
