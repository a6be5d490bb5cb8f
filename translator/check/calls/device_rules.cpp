#include "translator/check/calls/device_rules.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/device_calls.h"
#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/program/derivative_rules.h"

#include <algorithm>

namespace cudapy::checker {

using cuda_text::DeviceFunctions;
using cuda_text::Meaning;
using program::RuleSignature;

namespace {

/// A form that a rule may have.
struct Form {
    RuleSignature signature;
    std::vector<bool> changes; ///< for each parameter, whether the rule stores or adds where it points to
};

bool fits(const DeviceSignature& signature, const Form& form) {
    const RuleSignature& wanted = form.signature;
    if (!signature.problem.empty() || signature.result.type != wanted.result) return false;
    if (signature.parameters.size() != wanted.parameters.size()) return false;
    for (std::size_t i = 0; i < wanted.parameters.size(); ++i) {
        const Meaning& given = signature.parameters[i];
        const Type* type = wanted.parameters[i];
        if (given.pointers != (type->is_array() ? 1 : 0)) return false;
        if (given.type != (type->is_array() ? type->element() : type)) return false;
        if (type->is_array() && form.changes[i] && given.is_const) return false;
    }
    return true;
}

/// Returns how CUDA C++ declares a rule: `void f_vjp(float, float, float*)`.
std::string declared(const cuda_text::DeviceSource& source, const std::string& name, const Form& form) {
    const RuleSignature& rule = form.signature;
    const auto cpp = [&](const Type* type) {
        if (type->is_void()) return std::string("void");
        const std::string in_text = cuda_text::name_in_text(source, type);
        const std::string known = in_text.empty() ? cuda_text::cpp_name(type) : in_text;
        return known.empty() ? type->name() : known;
    };
    std::string text = cpp(rule.result) + " " + name + "(";
    for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
        const Type* type = rule.parameters[i];
        if (i) text += ", ";
        if (type->is_array())
            text += (form.changes[i] ? "" : "const ") + cpp(type->element()) + "*";
        else
            text += cpp(type);
    }
    return text + ")";
}

/// Returns the rule of that name for the function, null if there is none. `why_not` then says why.
program::Function* find_rule(Body& body, const DeviceFunctions& functions, const std::string& name,
                             const std::vector<Form>& forms, Span span, std::string& why_not) {
    const auto rules = cuda_text::device_functions(functions.source, name);
    const std::string what = "`" + functions.name + "`";
    if (!rules) {
        report(body,
               diag::NoDerivative{what, "the text has no __device__ function `" + name + "`, its rule",
                                  "name one that is in the text"},
               span);
        return nullptr;
    }
    for (const std::size_t overload : rules->overloads) {
        const cuda_text::Function& rule = functions.source->source.functions[overload];
        for (const Form& form : forms) {
            std::vector<GivenType> given;
            for (const Type* type : form.signature.parameters)
                given.push_back({type, false});
            const DeviceSignature signature = device_signature(*rules, overload, choices_for(rule, given));
            if (!fits(signature, form)) continue;
            if (body.context.options.target == cudapy::Target::cpu && !rule.on_host) {
                why_not = "its rule `" + rule.text +
                          "` is not declared __host__ __device__, so that it is for "
                          "GPUs only";
                return nullptr;
            }
            return body.context.all_device_calls().function(*rules, signature);
        }
    }
    std::string wanted;
    for (const Form& form : forms)
        wanted += (wanted.empty() ? "`" : ", or `") + declared(*functions.source, name, form) + "`";
    if (functions.overloads.size() > 1 || rules->overloads.size() > 1) {
        why_not = "none of its rules is " + wanted;
        return nullptr;
    }
    const cuda_text::Function& rule = functions.source->source.functions[rules->overloads[0]];
    report(body,
           diag::NoDerivative{what,
                              "its rule `" + rule.text + "` in " +
                                  cuda_text::place_of(*functions.source, rule) + " has other types",
                              "declare it as " + wanted},
           span);
    return nullptr;
}

} // namespace

void find_device_rules(Body& body, const DeviceFunctions& functions, program::Function& called, Span span) {
    const auto named = [&](const std::map<std::string, std::string>& rules) -> const std::string* {
        const auto found = rules.find(functions.name);
        return found == rules.end() ? nullptr : &found->second;
    };
    const std::vector<bool>& writes = called.foreign->writes;
    if (const std::string* name = named(functions.source->vjp); name && !called.vjp_rule) {
        std::vector<Form> forms;
        for (const bool by_pointers : {false, true}) {
            Form form{program::vjp_signature(called, by_pointers), writes};
            if (!by_pointers && form.signature.returned.size() != 1) continue;
            form.changes.resize(form.signature.parameters.size(), true);
            forms.push_back(std::move(form));
        }
        called.vjp_rule = find_rule(body, functions, *name, forms, span, called.foreign->no_vjp);
    }
    if (const std::string* name = named(functions.source->jvp); name && !called.jvp_rule) {
        Form form{program::jvp_signature(called), writes};
        for (std::size_t i = 0; i < writes.size(); ++i)
            if (program::is_differentiable(called.parameters[i]->type)) form.changes.push_back(writes[i]);
        called.jvp_rule = find_rule(body, functions, *name, {std::move(form)}, span, called.foreign->no_jvp);
    }
}

} // namespace cudapy::checker
