#include "translator/program/derivative_rules.h"

#include <algorithm>

namespace cudapy::program {

bool is_differentiable(const Type* type) {
    if (type->is_array() || type->is_lists()) return is_differentiable(type->element());
    if (type->is_floating_or_complex()) return true;
    return type->is_aggregate() &&
           std::any_of(type->fields().begin(), type->fields().end(),
                       [](const Type::Field& field) { return is_differentiable(field.type); });
}

bool RuleSignature::fits(const Function& rule) const {
    return rule.result == result &&
           std::equal(
               parameters.begin(), parameters.end(), rule.parameters.begin(), rule.parameters.end(),
               [](const Type* type, const Variable* of) { return of->type == type && !of->is_reference; });
}

std::string RuleSignature::text() const {
    const auto listed = [](const auto& types, const auto& name) {
        std::string text;
        for (std::size_t i = 0; i < types.size(); ++i)
            text += (i == 0 ? "" : ", ") + name(types[i]);
        return "(" + text + ")";
    };
    const auto& fields = result->fields();
    const std::string given =
        result->is_tuple() ? listed(fields, [](const Type::Field& field) { return field.type->name(); })
                           : result->name();
    return given + " " + listed(parameters, [](const Type* type) { return type->name(); });
}

RuleSignature vjp_signature(const Function& function, bool by_pointers) {
    RuleSignature rule;
    for (const Variable* parameter : function.parameters)
        rule.parameters.push_back(parameter->type);
    if (!function.result->is_void()) rule.parameters.push_back(function.result);
    std::vector<const Type*> results;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Type* type = function.parameters[i]->type;
        if (!is_differentiable(type)) continue;
        if (type->is_array() || by_pointers) {
            rule.parameters.push_back(type->is_array() ? type : Type::array(type));
            rule.passed.push_back(i);
        } else {
            results.push_back(type);
            rule.returned.push_back(i);
        }
    }
    const bool has_struct =
        std::any_of(results.begin(), results.end(), [](const Type* type) { return type->is_struct(); });
    if (results.size() < 2)
        rule.result = results.empty() ? Type::void_() : results[0];
    else if (!has_struct) // which no tuple has
        rule.result = Type::tuple(results);
    return rule;
}

RuleSignature jvp_signature(const Function& function) {
    RuleSignature rule;
    for (const Variable* parameter : function.parameters)
        rule.parameters.push_back(parameter->type);
    for (const Variable* parameter : function.parameters)
        if (is_differentiable(parameter->type)) rule.parameters.push_back(parameter->type);
    rule.result = function.result;
    return rule;
}

std::string why_no_rule(const Function& function, bool is_vjp) {
    const std::string& reason = is_vjp ? function.foreign->no_vjp : function.foreign->no_jvp;
    return reason.empty() ? "its text is CUDA C++, which CudaPy does not read" : reason;
}

std::string rule_to_name(const Function& function, const std::string& mode) {
    const std::string& name = function.foreign->name;
    const std::string plain = name.substr(0, name.find('<'));
    return "`cuda_source(…, " + mode + "={\"" + plain + "\": \"" + plain + "_" + mode + "\"})`";
}

} // namespace cudapy::program
