#include "translator/check/module/instances.h"

#include "translator/check/body/body.h"
#include "translator/check/calls/defaults.h"
#include "translator/check/calls/none_constants.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/precision.h"
#include "translator/check/module/signatures.h"
#include "translator/check/module/struct_references.h"
#include "translator/diagnostics/kinds/generic_kinds.h"

#include <fmt/format.h>

#include <algorithm>

namespace cudapy::checker {

namespace {

/// The greatest depth of instances. Beyond it, or with longer types, there would be no end of instances, as
/// for a function that calls itself with ever larger tuples.
constexpr int deepest = 50;
constexpr std::size_t longest_type = 100;

/// Returns the function that was given for a parameter; null where none was.
const FunctionInfo* function_for(const Instances::Choice& choice, const std::string& parameter) {
    if (const auto given = choice.functions.find(parameter); given != choice.functions.end())
        return given->second;
    const auto constant = choice.constants.find(parameter);
    return constant == choice.constants.end() ? nullptr : constant->second->entity.function;
}

} // namespace

FunctionInfo& Instances::add(const FunctionInfo& like) {
    const program::Function& model = *like.function;
    auto& function = functions_.emplace_back(std::make_unique<program::Function>());
    function->name = model.name;
    function->takes_all_shapes = model.takes_all_shapes;
    function->span = model.span;
    function->comments_above = model.comments_above;
    function->docstring = model.docstring;
    function->comments_at_end = model.comments_at_end;
    FunctionInfo& info = infos_.emplace_back();
    info.syntax = like.as_written ? like.as_written : like.syntax;
    info.file = like.file;
    info.function = function.get();
    info.order = like.order;
    info.scope = like.scope;
    info.result_span = like.result_span;
    info.type_spans = like.type_spans;
    info.outer = like.outer;
    info.built_in = like.built_in;
    info.shown = like.shown;
    context_.known.infos[function.get()] = &info;
    return info;
}

FunctionInfo* Instances::make(FunctionInfo& generic, Choice choice, Span call, FunctionInfo* caller,
                              std::optional<Failure>& failure) {
    // Where its types say nothing of a precision, it computes in its caller's.
    const Type* precision = caller && !types_precision(generic, choice) ? precision_of(*caller) : nullptr;
    std::map<std::string, std::string> constants;
    for (const auto& [parameter, constant] : choice.constants) {
        if (is_function(*constant)) { // which is told apart by its place in memory
            const Entity& given = constant->entity;
            constants[parameter] = given.builtin ? fmt::format("{} {}", fmt::ptr(given.builtin), given.name)
                                                 : fmt::format("{}", fmt::ptr(given.function));
            continue;
        }
        constants[parameter] = is_sizes(*constant)                ? sizes_as_key(*constant)
                               : is_none(constant->entity)        ? "None"
                               : is_string(constant->entity)      ? constant->entity.name
                               : constant->entity.is_dtype        ? "dtype"
                               : constant->entity.is_python_float ? "Python's float"
                                                                  : "type";
    }
    const Key key{&generic, choice.types, choice.functions, precision, std::move(constants), choice.result};
    if (const auto known = instances_.find(key); known != instances_.end()) return known->second;
    const std::string& name = generic.syntax->name;
    int depth = 0;
    for (FunctionInfo* each = caller; each && each->generic(); each = each->caller())
        ++depth;
    bool is_endless = depth > deepest;
    for (const auto& [variable, type] : choice.types) {
        const Type* held = type->is_array() ? type->element() : type;
        const bool is_record = held && held->is_record(); // whose name says its fields
        is_endless = is_endless || (!is_record && type->name().size() > longest_type);
    }
    if (is_endless) {
        failure =
            Failure{diag::EndlessInstances{called(generic), deepest}, generic.pattern()->declared.size()};
        return nullptr;
    }
    for (const std::string& variable : type_variables(generic)) {
        if (choice.types.count(variable)) continue;
        failure =
            Failure{diag::UndeterminedType{called(generic), variable}, generic.pattern()->declared.size()};
        return nullptr;
    }
    FunctionInfo& info = add(generic);
    info.kind = FunctionInfo::Instance{
        .generic = &generic,
        .precision = precision,
        .called_at = call,
        .caller = caller,
        .has_constants = !choice.constants.empty(),
    };
    info.types = choice.types;
    info.function_parameters = choice.functions;
    info.function_parameters.insert(generic.function_parameters.begin(), generic.function_parameters.end());
    info.named = generic.named;
    info.named.insert(choice.constants.begin(), choice.constants.end());
    if (generic.outer) { // a lambda knows what the function around it knows
        info.named.insert(generic.outer->named.begin(), generic.outer->named.end());
        info.types.insert(generic.outer->types.begin(), generic.outer->types.end());
        info.function_parameters.insert(generic.outer->function_parameters.begin(),
                                        generic.outer->function_parameters.end());
    }
    program::Function& function = *info.function;
    // A readable name: what it is made for, types that are all the same once.
    std::string functions, types;
    const Type* first = nullptr;
    bool all_same = true;
    for (const std::string& variable : type_variables(generic)) {
        if (const auto given = choice.constants.find(variable); given != choice.constants.end())
            if (is_sizes(*given->second) || is_function(*given->second) || is_none(given->second->entity) ||
                is_string(given->second->entity))
                continue;
        const Type* type = choice.types.at(variable);
        all_same = all_same && (!first || type == first);
        if (!first) first = type;
        types += "_" + type->identifier();
    }
    for (const auto& [parameter, constant] : choice.constants)
        if (is_sizes(*constant)) {
            functions += sizes_as_name(*constant);
        } else if (is_function(*constant)) {
            const std::string& whole = constant->entity.name;
            functions += "_" + whole.substr(whole.rfind('.') + 1);
        } else if (is_string(constant->entity)) {
            functions += string_as_name(constant->entity);
        }
    for (const syntax::Parameter& parameter : generic.syntax->parameters)
        if (const auto given = choice.functions.find(parameter.name);
            given != choice.functions.end() && called(*given->second) != "lambda") {
            const std::string whole = called(*given->second);
            functions += "_" + whole.substr(whole.rfind('.') + 1);
        }
    if (generic.syntax->is_lambda)
        types.clear();
    else if (first && all_same)
        types = "_" + first->identifier();
    function.name = name + functions + types;
    for (std::size_t i = 0; i < generic.pattern()->declared.size(); ++i) {
        const syntax::Parameter& parameter = generic.syntax->parameters[i];
        if (generic.pattern()->declared[i]->is_function() || choice.constants.count(parameter.name)) {
            info.places.push_back(-1);
            info.lists.emplace_back();
            continue;
        }
        const Type* type = substitute(generic.pattern()->declared[i], choice.types);
        if (!type || type->is_void()) {
            failure = Failure{
                diag::NoInstance{called(generic), generic.pattern()->declared[i]->name(), text(info)}, i};
            return nullptr;
        }
        add_parameter(info, parameter.name, type, parameter.span, context_.index_type());
    }
    for (const Capture& capture : generic.captures)
        add_capture(info, capture);
    for (const syntax::Parameter& parameter : generic.syntax->parameters)
        if (const FunctionInfo* given = function_for(choice, parameter.name))
            for (const Capture& capture : given->captures)
                add_capture(info, {parameter.name, capture.name, capture.type, capture.span, nullptr,
                                   capture.from_end});
    mark_references(context_, info);
    info.valid = true;
    instances_.emplace(key, &info);
    if (generic.pattern()->declared_result) {
        function.result = substitute(generic.pattern()->declared_result, choice.types);
        if (!function.result || function.result->is_array() || function.result->is_lists()) {
            failure = Failure{
                diag::NoInstance{called(generic), generic.pattern()->declared_result->name(), text(info)},
                generic.pattern()->declared.size()};
            instances_.erase(key);
            return nullptr;
        }
    }
    check_defaults(context_, info);
    // A function without a signature gives what its `return`s give.
    if (choice.result)
        function.result = choice.result;
    else if (!generic.pattern()->declared_result)
        infer_result(context_, info);
    return &info;
}

FunctionInfo& Instances::lambda(const syntax::Lambda& lambda, FunctionInfo& owner,
                                std::vector<Capture> captures, const std::string& name, LambdaNames names) {
    std::vector<const void*> key;
    for (const Capture& capture : captures) {
        key.push_back(capture.type);
        if (capture.from_end) key.push_back(nullptr);
    }
    for (const auto& [unused, function] : names.functions)
        key.push_back(function);
    for (const auto& [unused, named] : names.others) {
        key.push_back(named->entity.type);
        key.push_back(named->entity.function);
    }
    FunctionInfo*& known = lambdas_[{&lambda, &owner, std::move(key)}];
    if (known) return *known;
    auto& function = functions_.emplace_back(std::make_unique<program::Function>());
    if (lambda.function->is_lambda) lambda.function->name = name;
    function->name = name;
    function->span = lambda.span;
    FunctionInfo& info = infos_.emplace_back();
    info.syntax = lambda.function.get();
    info.file = owner.file;
    info.function = function.get();
    info.order = owner.order;
    info.scope = owner.scope;
    info.outer = &owner;
    info.captures = std::move(captures);
    info.function_parameters = std::move(names.functions);
    info.named = std::move(names.others);
    make_unsigned_generic(info);
    info.pattern()->is_unsigned = !lambda.function->is_lambda;
    context_.known.infos[function.get()] = &info;
    known = &info;
    check_generic_defaults(context_, info);
    return info;
}

FunctionInfo& Instances::like(const FunctionInfo& plain, std::shared_ptr<const syntax::Function> syntax) {
    FunctionInfo& info = add(plain);
    info.written_out = std::move(syntax);
    info.syntax = info.written_out.get();
    info.type_spans.clear();
    info.captures = plain.captures;
    info.function_parameters = plain.function_parameters;
    info.named = plain.named;
    make_unsigned_generic(info);
    info.pattern()->is_unsigned = plain.is_unsigned();
    check_generic_defaults(context_, info);
    return info;
}

const Type* types_precision(const FunctionInfo& generic, const Instances::Choice& choice) {
    std::vector<const Type*> types;
    for (const Type* declared : generic.pattern()->declared)
        if (!declared->is_function()) types.push_back(substitute(declared, choice.types));
    if (generic.pattern()->declared_result)
        types.push_back(substitute(generic.pattern()->declared_result, choice.types));
    return precision_of(types);
}

void make_unsigned_generic(FunctionInfo& info) {
    auto& pattern = info.kind.emplace<FunctionInfo::Pattern>();
    info.valid = true;
    for (const syntax::Parameter& parameter : info.syntax->parameters) {
        pattern.declared.push_back(Type::variable(parameter.name));
        info.type_spans.push_back(parameter.span);
    }
}

std::string called(const FunctionInfo& info) {
    if (!info.shown.empty()) return info.shown;
    if (!info.built_in.empty()) return info.built_in;
    return info.syntax->is_lambda ? "lambda" : info.syntax->name;
}

std::string Instances::text(const FunctionInfo& instance) {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& what) {
        text += (text.empty() ? "" : ", ") + name + " = `" + what + "`";
    };
    if (!instance.built_in.empty()) { // the names of its parameters are nobody's
        for (const Type* declared : instance.generic()->pattern()->declared)
            text += (text.empty() ? "`" : ", `") + instance.types.at(declared->name())->name() + "`";
        return text;
    }
    for (const std::string& variable : type_variables(*instance.generic()))
        if (const auto found = instance.types.find(variable); found != instance.types.end()) {
            const auto constant = instance.named.find(variable);
            const bool is_size = instance.instance()->has_constants && constant != instance.named.end() &&
                                 is_sizes(*constant->second);
            if (constant != instance.named.end() && is_none(constant->second->entity))
                add(variable, "None");
            else if (constant != instance.named.end() && is_string(constant->second->entity))
                add(variable, constant->second->entity.name);
            else
                add(variable, is_size ? sizes_as_text(constant->second->binding) : found->second->name());
        }
    for (const syntax::Parameter& parameter : instance.generic()->syntax->parameters)
        if (const auto found = instance.function_parameters.find(parameter.name);
            found != instance.function_parameters.end())
            add(parameter.name, called(*found->second));
    return text;
}

} // namespace cudapy::checker
