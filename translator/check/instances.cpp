#include "translator/check/instances.h"

#include "translator/check/function_checker.h"
#include "translator/check/signatures.h"
#include "translator/check/struct_references.h"

#include <algorithm>

namespace cudapy::checker {

namespace {

/// Deeper than this, or with longer types, instances do not come to an end: a function that calls itself with
/// ever larger tuples.
constexpr int deepest = 50;
constexpr std::size_t longest_type = 100;

/// Puts together what the arguments of one call say about type variables.
class Matching {
  public:
    Matching(const FunctionInfo& generic, Instances::Choice& choice) : generic_(generic), choice_(choice) {}

    std::optional<Instances::Failure> failure;

    /// Arrays come first: what they hold cannot be converted.
    void arrays(const std::vector<Instances::Given>& given) {
        for (parameter_ = 0; parameter_ < given.size() && !failure; ++parameter_) {
            const Type* declared = generic_.declared[parameter_];
            const Type* type = given[parameter_].type;
            if (!type) continue;
            const bool is_array = declared->is_array() || declared->is_lists() ||
                                  (declared->is_variable() && (type->is_array() || type->is_lists()));
            if (is_array && !given[parameter_].is_weak) exact(declared, type);
        }
    }

    void values(const std::vector<Instances::Given>& given, bool weak) {
        for (parameter_ = 0; parameter_ < given.size() && !failure; ++parameter_) {
            const Type* declared = generic_.declared[parameter_];
            const Type* type = given[parameter_].type;
            if (type && given[parameter_].is_weak == weak && !declared->is_function())
                meeting(declared, type);
        }
        for (const auto& [name, type] : met_)
            choice_.types.emplace(name, type);
        met_.clear();
    }

    /// What a function with a signature of its own takes and gives.
    void function(std::size_t parameter, const FunctionInfo& given) {
        parameter_ = parameter;
        const Type* declared = generic_.declared[parameter];
        for (std::size_t i = 0; i < declared->fields().size(); ++i) {
            const int place = given.place(i);
            if (place >= 0)
                weakly(declared->fields()[i].type,
                       given.function->parameters[static_cast<std::size_t>(place)]->type);
        }
        weakly(declared->result(), given.function->result);
    }

  private:
    const FunctionInfo& generic_;
    Instances::Choice& choice_;
    std::map<std::string, const Type*> met_; ///< what values of this kind meet in
    std::size_t parameter_ = 0;

    const std::string& name() const { return generic_.syntax->name; }

    void mismatch(const Type* declared, const Type* given) {
        if (failure) return;
        failure =
            Instances::Failure{diag::GenericArgument{name(), generic_.syntax->parameters[parameter_].name,
                                                     declared->name(), given->name()},
                               parameter_};
    }

    void exact(const Type* declared, const Type* given) {
        if (declared->is_variable()) {
            const auto [known, is_new] = choice_.types.emplace(declared->name(), given);
            if (!is_new && known->second != given && !failure)
                failure = Instances::Failure{diag::TypeVariableConflict{name(), declared->name(),
                                                                        known->second->name(), given->name()},
                                             parameter_};
        } else if (declared->is_array() && declared->is_generic()) {
            if (!given->is_array() || given->rank() != declared->rank()) return mismatch(declared, given);
            exact(declared->element(), given->element());
        } else if (declared->is_lists() && declared->is_generic()) {
            if (!given->is_lists()) return mismatch(declared, given);
            exact(declared->element(), given->element());
        }
    }

    void meeting(const Type* declared, const Type* given) {
        if (!declared->is_generic()) return;
        if (declared->is_tuple()) {
            if (!given->is_tuple() || given->fields().size() != declared->fields().size())
                return mismatch(declared, given);
            for (std::size_t i = 0; i < declared->fields().size(); ++i)
                meeting(declared->fields()[i].type, given->fields()[i].type);
            return;
        }
        if (declared->is_array()) { // of a list, which takes the type of what it meets
            if (!given->is_array() || given->rank() != declared->rank()) return mismatch(declared, given);
            return meeting(declared->element(), given->element());
        }
        if (declared->is_lists()) {
            if (!given->is_lists()) return mismatch(declared, given);
            return meeting(declared->element(), given->element());
        }
        if (!declared->is_variable() || choice_.types.count(declared->name())) return;
        if (given->is_void()) return mismatch(declared, given);
        const auto [known, is_new] = met_.emplace(declared->name(), given);
        if (is_new || known->second == given) return;
        const Type* both = promote(known->second, given);
        if (!both && !failure)
            failure = Instances::Failure{
                diag::TypeVariableConflict{name(), declared->name(), known->second->name(), given->name()},
                parameter_};
        if (both) known->second = both;
    }

    /// Says what a variable is only where nothing else has.
    void weakly(const Type* declared, const Type* given) {
        if (!given || given->is_void()) return;
        if (declared->is_variable()) {
            choice_.types.emplace(declared->name(), given);
        } else if (declared->is_array() && given->is_array() && declared->rank() == given->rank()) {
            weakly(declared->element(), given->element());
        } else if (declared->is_tuple() && given->is_tuple() &&
                   declared->fields().size() == given->fields().size()) {
            for (std::size_t i = 0; i < declared->fields().size(); ++i)
                weakly(declared->fields()[i].type, given->fields()[i].type);
        }
    }
};

void collect_variables(const Type* type, std::vector<std::string>& names) {
    if (type->is_variable()) {
        if (std::find(names.begin(), names.end(), type->name()) == names.end()) names.push_back(type->name());
        return;
    }
    if (type->element()) collect_variables(type->element(), names);
    if (type->is_function()) collect_variables(type->result(), names);
    for (const Type::Field& field : type->fields())
        collect_variables(field.type, names);
}

} // namespace

std::vector<std::string> type_variables(const FunctionInfo& generic) {
    std::vector<std::string> names;
    for (const Type* declared : generic.declared)
        collect_variables(declared, names);
    if (generic.declared_result) collect_variables(generic.declared_result, names);
    return names;
}

Instances::Given given_by_default(const syntax::Parameter& parameter) {
    Instances::Given given;
    if (!parameter.default_value) return given;
    given.is_weak = true;
    switch (parameter.default_value->kind) {
    case syntax::ExprKind::boolean:
        given.type = Type::bool_();
        break;
    case syntax::ExprKind::integer:
        given.type = Type::int32();
        break;
    case syntax::ExprKind::floating:
        given.type = Type::float32();
        break;
    default:
        break;
    }
    return given;
}

const Type* substitute(const Type* type, const std::map<std::string, const Type*>& types) {
    if (!type->is_generic()) return type;
    if (type->is_variable()) {
        const auto found = types.find(type->name());
        return found == types.end() ? nullptr : found->second;
    }
    if (type->is_array()) {
        const Type* element = substitute(type->element(), types);
        return element && element->is_element() ? Type::array(element, type->rank()) : nullptr;
    }
    if (type->is_lists()) {
        const Type* element = substitute(type->element(), types);
        return element && element->is_element() ? Type::lists(element) : nullptr;
    }
    if (!type->is_tuple()) return nullptr;
    std::vector<const Type*> parts;
    for (const Type::Field& field : type->fields()) {
        const Type* part = substitute(field.type, types);
        if (!part || !(part->is_number() || part->is_tuple() || part->is_vector())) return nullptr;
        parts.push_back(part);
    }
    return Type::tuple(parts);
}

FunctionInfo* Instances::choose(const FunctionInfo& generic, const std::vector<Given>& given, Choice known,
                                Span call, const FunctionInfo* caller, std::optional<Failure>& failure) {
    Choice choice = std::move(known);
    Matching matching(generic, choice);
    matching.arrays(given);
    if (!matching.failure) matching.values(given, false);
    // Functions with types of their own say what is not known yet; then literals; then functions that take
    // their types from that.
    for (std::size_t i = 0; i < given.size() && !matching.failure; ++i)
        if (given[i].function && !given[i].function->is_generic) matching.function(i, *given[i].function);
    if (!matching.failure) matching.values(given, true);
    if (matching.failure) {
        failure = std::move(matching.failure);
        return nullptr;
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        const FunctionInfo* function = given[i].function;
        if (!function) continue;
        const Type* declared = generic.declared[i];
        const auto& parameters = function->syntax->parameters;
        const std::size_t expected = declared->fields().size();
        bool takes = expected <= parameters.size();
        for (std::size_t more = expected; takes && more < parameters.size(); ++more)
            takes = parameters[more].default_value != nullptr;
        using Why = diag::FunctionArgument::Why;
        const auto refuse = [&](Why why) {
            failure =
                Failure{diag::FunctionArgument{
                            why, generic.syntax->name, generic.syntax->parameters[i].name, declared->name(),
                            function->syntax->is_lambda ? "lambda" : function->syntax->name,
                            parameters.size(), expected},
                        i};
            return nullptr;
        };
        if (!takes) return refuse(Why::parameters);
        if (function->is_generic) {
            std::vector<Given> arguments;
            for (const Type::Field& field : declared->fields()) {
                const Type* type = substitute(field.type, choice.types);
                if (!type && field.type->is_variable()) {
                    failure = Failure{diag::UndeterminedType{generic.syntax->name, field.type->name()}, i};
                    return nullptr;
                }
                arguments.push_back({type, false, nullptr});
            }
            for (std::size_t more = expected; more < parameters.size(); ++more)
                arguments.push_back(given_by_default(parameters[more]));
            std::optional<Failure> inner;
            FunctionInfo* made = choose(*function, arguments, {}, call, caller, inner);
            if (!made) {
                failure = Failure{std::move(inner->payload), i, inner->broken};
                return nullptr;
            }
            if (!made->function->result) {
                failure = Failure{diag::UnknownResult{made->syntax->name}, i, made};
                return nullptr;
            }
            function = made;
            matching.function(i, *function);
        }
        const bool gives_nothing = function->function->result->is_void();
        if (gives_nothing && !declared->result()->is_void()) return refuse(Why::result);
        choice.functions[generic.syntax->parameters[i].name] = function;
    }
    return make(generic, std::move(choice), call, caller, failure);
}

FunctionInfo& Instances::add(const FunctionInfo& like) {
    const program::Function& model = *like.function;
    auto& function = functions_.emplace_back(std::make_unique<program::Function>());
    function->name = model.name;
    function->span = model.span;
    function->comments_above = model.comments_above;
    function->docstring = model.docstring;
    function->comments_at_end = model.comments_at_end;
    FunctionInfo& info = infos_.emplace_back();
    info.syntax = like.syntax;
    info.file = like.file;
    info.function = function.get();
    info.order = like.order;
    info.scope = like.scope;
    info.result_span = like.result_span;
    info.type_spans = like.type_spans;
    info.outer = like.outer;
    info.names_around = like.names_around;
    context_.infos[function.get()] = &info;
    return info;
}

FunctionInfo* Instances::make(const FunctionInfo& generic, Choice choice, Span call,
                              const FunctionInfo* caller, std::optional<Failure>& failure) {
    const Key key{&generic, choice.types, choice.functions};
    if (const auto known = instances_.find(key); known != instances_.end()) return known->second;
    const std::string& name = generic.syntax->name;
    int depth = 0;
    for (const FunctionInfo* each = caller; each && each->generic; each = each->caller)
        ++depth;
    bool is_endless = depth > deepest;
    for (const auto& [variable, type] : choice.types)
        is_endless = is_endless || type->name().size() > longest_type;
    if (is_endless) {
        failure = Failure{diag::EndlessInstances{name}, generic.declared.size()};
        return nullptr;
    }
    for (const std::string& variable : type_variables(generic)) {
        if (choice.types.count(variable)) continue;
        failure = Failure{diag::UndeterminedType{name, variable}, generic.declared.size()};
        return nullptr;
    }
    FunctionInfo& info = add(generic);
    info.generic = &generic;
    info.types = choice.types;
    info.function_parameters = choice.functions;
    info.called_at = call;
    info.caller = caller;
    if (generic.outer) { // a lambda knows what the function around it knows
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
        const Type* type = choice.types.at(variable);
        all_same = all_same && (!first || type == first);
        if (!first) first = type;
        types += "_" + type->identifier();
    }
    for (const syntax::Parameter& parameter : generic.syntax->parameters)
        if (const auto given = choice.functions.find(parameter.name);
            given != choice.functions.end() && !given->second->syntax->is_lambda)
            functions += "_" + given->second->syntax->name;
    if (generic.syntax->is_lambda)
        types.clear();
    else if (first && all_same)
        types = "_" + first->identifier();
    function.name = name + functions + types;
    for (std::size_t i = 0; i < generic.declared.size(); ++i) {
        const syntax::Parameter& parameter = generic.syntax->parameters[i];
        if (generic.declared[i]->is_function()) {
            info.places.push_back(-1);
            info.lists.emplace_back();
            continue;
        }
        const Type* type = substitute(generic.declared[i], choice.types);
        if (!type || type->is_void()) {
            failure = Failure{diag::NoInstance{name, generic.declared[i]->name(), text(info)}, i};
            return nullptr;
        }
        add_parameter(info, parameter.name, type, parameter.span, context_.index_type());
    }
    mark_references(context_, info);
    info.valid = true;
    instances_.emplace(key, &info);
    if (generic.declared_result) {
        function.result = substitute(generic.declared_result, choice.types);
        if (!function.result || function.result->is_array() || function.result->is_lists()) {
            failure = Failure{diag::NoInstance{name, generic.declared_result->name(), text(info)},
                              generic.declared.size()};
            instances_.erase(key);
            return nullptr;
        }
    }
    FunctionChecker(context_, info).check_defaults();
    // A function without a signature gives what its `return`s give.
    if (!generic.declared_result) FunctionChecker(context_, info).infer_result();
    return &info;
}

const FunctionInfo& Instances::lambda(const syntax::Lambda& lambda, const FunctionInfo& owner,
                                      std::set<std::string> names_around, const std::string& name) {
    const FunctionInfo*& known = lambdas_[{&lambda, &owner}];
    if (known) return *known;
    auto& function = functions_.emplace_back(std::make_unique<program::Function>());
    lambda.function->name = name;
    function->name = name;
    function->span = lambda.span;
    FunctionInfo& info = infos_.emplace_back();
    info.syntax = lambda.function.get();
    info.file = owner.file;
    info.function = function.get();
    info.order = owner.order;
    info.scope = owner.scope;
    info.outer = &owner;
    info.names_around = std::move(names_around);
    make_unsigned_generic(info);
    context_.infos[function.get()] = &info;
    known = &info;
    return info;
}

void make_unsigned_generic(FunctionInfo& info) {
    info.is_generic = true;
    info.valid = true;
    for (const syntax::Parameter& parameter : info.syntax->parameters) {
        info.declared.push_back(Type::variable(parameter.name));
        info.type_spans.push_back(parameter.span);
    }
}

std::string Instances::text(const FunctionInfo& instance) {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& what) {
        text += (text.empty() ? "" : ", ") + name + " = `" + what + "`";
    };
    for (const std::string& variable : type_variables(*instance.generic))
        if (const auto found = instance.types.find(variable); found != instance.types.end())
            add(variable, found->second->name());
    for (const syntax::Parameter& parameter : instance.generic->syntax->parameters)
        if (const auto found = instance.function_parameters.find(parameter.name);
            found != instance.function_parameters.end())
            add(parameter.name, found->second->syntax->is_lambda ? "lambda" : found->second->syntax->name);
    return text;
}

} // namespace cudapy::checker
