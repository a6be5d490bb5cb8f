// The choices of a call: the types that type variables stand for, and the functions that are called by the
// names of parameters.

#include "translator/check/module/instances.h"
#include "translator/check/module/precision.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/types/small_floats.h"

#include <algorithm>

namespace cudapy::checker {

namespace {

/// Puts together what the arguments of one call say about type variables.
class Matching {
  public:
    Matching(const FunctionInfo& generic, Instances::Choice& choice) : generic_(generic), choice_(choice) {}

    std::optional<Instances::Failure> failure;

    /// Matches arrays. They come first, because their elements cannot be converted.
    void arrays(const std::vector<Instances::GivenArgument>& arguments) {
        for (parameter_ = 0; parameter_ < arguments.size() && !failure; ++parameter_) {
            const Type* declared = generic_.pattern()->declared[parameter_];
            const Type* type = arguments[parameter_].type;
            if (!type) continue;
            const bool is_array = declared->is_array() || declared->is_lists() ||
                                  (declared->is_variable() && (type->is_array() || type->is_lists()));
            if (is_array && !arguments[parameter_].is_weak) exact(declared, type);
        }
    }

    /// Matches the values. Returns the names of the type variables that got a type from them.
    std::set<std::string> values(const std::vector<Instances::GivenArgument>& arguments, bool weak) {
        for (parameter_ = 0; parameter_ < arguments.size() && !failure; ++parameter_) {
            const Type* declared = generic_.pattern()->declared[parameter_];
            const Type* type = arguments[parameter_].type;
            if (type && arguments[parameter_].is_weak == weak && !declared->is_function())
                meeting(declared, type);
        }
        std::set<std::string> said;
        for (const auto& [name, type] : met_)
            if (choice_.types.emplace(name, type).second) said.insert(name);
        met_.clear();
        return said;
    }

    /// Matches the parameters and the result of a function that has a signature of its own.
    void function(std::size_t parameter, const FunctionInfo& argument) {
        parameter_ = parameter;
        const Type* declared = generic_.pattern()->declared[parameter];
        for (std::size_t i = 0; i < declared->fields().size(); ++i) {
            const int place = argument.place(i);
            if (place >= 0)
                weakly(declared->fields()[i].type,
                       argument.function->parameters[static_cast<std::size_t>(place)]->type);
        }
        weakly(declared->result(), argument.function->result);
    }

  private:
    const FunctionInfo& generic_;
    Instances::Choice& choice_;
    std::map<std::string, const Type*> met_; ///< the common types of values of this kind
    std::size_t parameter_ = 0;

    std::string name() const { return called(generic_); }

    void mismatch(const Type* declared, const Type* argument) {
        if (failure) return;
        failure =
            Instances::Failure{diag::GenericArgument{name(), generic_.syntax->parameters[parameter_].name,
                                                     declared->name(), argument->name()},
                               parameter_};
    }

    void exact(const Type* declared, const Type* argument) {
        if (declared->is_variable()) {
            const auto [known, is_new] = choice_.types.emplace(declared->name(), argument);
            if (!is_new && known->second != argument && !failure)
                failure =
                    Instances::Failure{diag::TypeVariableConflict{name(), declared->name(),
                                                                  known->second->name(), argument->name()},
                                       parameter_};
        } else if (declared->is_array() && declared->is_generic()) {
            if (!argument->is_array() || argument->rank() != declared->rank())
                return mismatch(declared, argument);
            exact(declared->element(), argument->element());
        } else if (declared->is_lists() && declared->is_generic()) {
            if (!argument->is_lists()) return mismatch(declared, argument);
            exact(declared->element(), argument->element());
        }
    }

    void meeting(const Type* declared, const Type* argument) {
        if (!declared->is_generic()) return;
        if (declared->is_tuple()) {
            if (!argument->is_tuple() || argument->fields().size() != declared->fields().size())
                return mismatch(declared, argument);
            for (std::size_t i = 0; i < declared->fields().size(); ++i)
                meeting(declared->fields()[i].type, argument->fields()[i].type);
            return;
        }
        if (declared->is_array()) { // of a list, which takes the type of what it meets
            if (!argument->is_array() || argument->rank() != declared->rank())
                return mismatch(declared, argument);
            return meeting(declared->element(), argument->element());
        }
        if (declared->is_lists()) {
            if (!argument->is_lists()) return mismatch(declared, argument);
            return meeting(declared->element(), argument->element());
        }
        if (!declared->is_variable() || choice_.types.count(declared->name())) return;
        if (argument->is_void()) return mismatch(declared, argument);
        const auto [known, is_new] = met_.emplace(declared->name(), argument);
        if (is_new || known->second == argument) return;
        const Type* both = promote(known->second, argument);
        if (!both && !failure)
            failure = Instances::Failure{
                diag::TypeVariableConflict{name(), declared->name(), known->second->name(), argument->name()},
                parameter_};
        if (both) known->second = both;
    }

    /// Gives a type variable a type only if nothing else has given it one.
    void weakly(const Type* declared, const Type* argument) {
        if (!argument || argument->is_void()) return;
        if (declared->is_variable()) {
            choice_.types.emplace(declared->name(), argument);
        } else if (declared->is_array() && argument->is_array() && declared->rank() == argument->rank()) {
            weakly(declared->element(), argument->element());
        } else if (declared->is_tuple() && argument->is_tuple() &&
                   declared->fields().size() == argument->fields().size()) {
            for (std::size_t i = 0; i < declared->fields().size(); ++i)
                weakly(declared->fields()[i].type, argument->fields()[i].type);
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

/// Returns whether a value of the type may be stored in a place of another one. Of tuples the parts decide.
bool is_storable(const Type* place, const Type* value) {
    if (place == value || (place->is_tuple() && value->is_tuple())) return true;
    if (!place->is_number() || !value->is_number()) return false;
    if (place->is_bool()) return false;
    if (place->is_integer()) return !value->is_floating() && !value->is_complex() && holds(place, value);
    return place->is_complex() || !value->is_complex();
}

} // namespace

std::vector<std::string> type_variables(const FunctionInfo& generic) {
    std::vector<std::string> names;
    for (const Type* declared : generic.pattern()->declared)
        collect_variables(declared, names);
    if (generic.pattern()->declared_result) collect_variables(generic.pattern()->declared_result, names);
    return names;
}

Instances::GivenArgument given_by_default(const FunctionInfo& generic, std::size_t parameter) {
    if (parameter >= generic.pattern()->default_types.size()) return {};
    const FunctionInfo::DefaultType& given = generic.pattern()->default_types[parameter];
    return {given.type, given.is_weak, given.needs_double, nullptr};
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

/// Puts the functions that are given for the function parameters into the choice. A type variable that has
/// its type only from literals takes a wider type from the result of a function. The choice has then
/// changed, and this must be done again, because the function may have a parameter of that type in turn.
class Instances::FunctionChoice {
  public:
    FunctionChoice(Instances& instances, FunctionInfo& generic, const std::vector<GivenArgument>& arguments,
                   Choice& choice, const std::set<std::string>& said_by_literals, Matching& matching,
                   Span call, FunctionInfo* caller)
        : instances_(instances), generic_(generic), given_(arguments), choice_(choice),
          said_by_literals_(said_by_literals), matching_(matching), call_(call), caller_(caller) {}

    std::optional<Failure> failure;

    void choose() {
        std::map<std::string, const Type*> known = choice_.types;
        while (const auto next = next_function()) {
            const std::size_t i = *next;
            FunctionInfo* function = fitting(i);
            if (!function) return;
            if (const Type* wider = widened(i, *function)) {
                known[generic_.pattern()->declared[i]->result()->name()] = wider;
                choice_.types = known;
                done_.clear(); // from the beginning
                continue;
            }
            matching_.function(i, *function);
            check_result(i, *function);
            choice_.functions[generic_.syntax->parameters[i].name] = function;
            if (failure) return;
            done_.insert(i);
        }
    }

  private:
    using Reason = diag::FunctionArgument::Reason;

    Instances& instances_;
    FunctionInfo& generic_;
    const std::vector<GivenArgument>& given_;
    Choice& choice_;
    const std::set<std::string>& said_by_literals_;
    Matching& matching_;
    Span call_;
    FunctionInfo* caller_;
    std::set<std::size_t> done_; ///< the parameters whose functions are chosen

    /// Returns the first function that is left and whose arguments have types. The result of another function
    /// may give them their types, wherever that function is. If no function has such arguments, returns
    /// the first that is left.
    std::optional<std::size_t> next_function() const {
        std::optional<std::size_t> first;
        for (std::size_t i = 0; i < given_.size(); ++i) {
            if (!given_[i].function || done_.count(i)) continue;
            const auto& fields = generic_.pattern()->declared[i]->fields();
            const bool has_types = std::all_of(fields.begin(), fields.end(), [&](const Type::Field& field) {
                return substitute(field.type, choice_.types) != nullptr;
            });
            if (has_types || !given_[i].function->is_generic()) return i;
            if (!first) first = i;
        }
        return first;
    }

    std::nullptr_t refuse(std::size_t i, Reason reason, std::string gives = "", std::string needs = "") {
        const FunctionInfo& function = *given_[i].function;
        const Type* declared = generic_.pattern()->declared[i];
        failure = Failure{
            diag::FunctionArgument{reason, called(generic_), generic_.syntax->parameters[i].name,
                                   declared->name(), called(function), function.syntax->parameters.size(),
                                   declared->fields().size(), std::move(gives), std::move(needs)},
            i};
        return nullptr;
    }

    /// The function, or the instance of it, that takes what the parameter is called with.
    FunctionInfo* fitting(std::size_t i) {
        FunctionInfo* function = given_[i].function;
        const Type* declared = generic_.pattern()->declared[i];
        const auto& parameters = function->syntax->parameters;
        const std::size_t expected = declared->fields().size();
        bool takes = expected <= parameters.size();
        for (std::size_t more = expected; takes && more < parameters.size(); ++more)
            takes = parameters[more].default_value != nullptr;
        if (!takes) return refuse(i, Reason::parameters);
        if (!function->is_generic()) return function;
        std::vector<GivenArgument> arguments;
        for (const Type::Field& field : declared->fields()) {
            const Type* type = substitute(field.type, choice_.types);
            if (!type && field.type->is_variable()) {
                failure = Failure{diag::UndeterminedType{called(generic_), field.type->name()}, i};
                return nullptr;
            }
            arguments.push_back({type, false, false, nullptr});
        }
        for (std::size_t more = expected; more < parameters.size(); ++more)
            arguments.push_back(given_by_default(*function, more));
        std::optional<Failure> inner;
        FunctionInfo* made = instances_.choose(*function, arguments, {}, call_, caller_, inner);
        if (!made)
            failure = Failure{std::move(inner->payload), i, inner->broken};
        else if (!made->function->result)
            failure = Failure{diag::UnknownResult{called(*made)}, i, made};
        return failure ? nullptr : made;
    }

    /// Returns the wider type that a type variable takes from the result of a function, or null if it keeps
    /// its type.
    const Type* widened(std::size_t i, const FunctionInfo& function) const {
        const Type* declared = generic_.pattern()->declared[i]->result();
        if (!declared->is_variable() || !said_by_literals_.count(declared->name())) return nullptr;
        const Type* known = choice_.types.at(declared->name());
        const Type* result = function.function->result;
        if (!known->is_number() || !result->is_number()) return nullptr;
        const Type* both = promote(known, result);
        return both == known ? nullptr : both;
    }

    void check_result(std::size_t i, const FunctionInfo& function) {
        const Type* declared = generic_.pattern()->declared[i]->result();
        const Type* result = function.function->result;
        if (declared->is_void()) return;
        if (result->is_void()) {
            refuse(i, Reason::result);
            return;
        }
        const Type* wanted = substitute(declared, choice_.types);
        if (!wanted || is_storable(wanted, result)) return;
        refuse(i, Reason::type, result->name(), wanted->name());
    }
};

/// Returns the arguments with a precision for floats without a width. It is that of the instance's types, or
/// else that of the caller.
static std::vector<Instances::GivenArgument> with_precision(const std::vector<Instances::GivenArgument>& all,
                                                            FunctionInfo& generic,
                                                            const Instances::Choice& choice,
                                                            FunctionInfo* caller) {
    std::vector<const Type*> types{types_precision(generic, choice)};
    for (const Instances::GivenArgument& each : all) // lists, too
        if (each.type && (each.type->is_array() || each.type->is_lists())) types.push_back(each.type);
    const Type* precision = precision_of(types);
    if (!precision) precision = caller ? precision_of(*caller) : Type::float64();
    std::vector<Instances::GivenArgument> result = all;
    for (Instances::GivenArgument& each : result) {
        if (!each.is_weak || !each.type) continue;
        const Type* real = each.needs_double ? Type::float64() : precision;
        if (each.type->is_floating()) each.type = real;
        if (each.type->is_complex()) each.type = promote(Type::complex64(), real);
    }
    return result;
}

FunctionInfo* Instances::choose(FunctionInfo& generic, const std::vector<GivenArgument>& arguments,
                                Choice known, Span call, FunctionInfo* caller,
                                std::optional<Failure>& failure) {
    Choice choice = std::move(known);
    Matching matching(generic, choice);
    matching.arrays(arguments);
    if (!matching.failure) matching.values(arguments, false);
    // Functions with types of their own say what is not known yet; then literals; then functions that take
    // their types from that.
    for (std::size_t i = 0; i < arguments.size() && !matching.failure; ++i)
        if (arguments[i].function && !arguments[i].function->is_generic())
            matching.function(i, *arguments[i].function);
    std::set<std::string> said_by_literals;
    if (!matching.failure)
        said_by_literals = matching.values(with_precision(arguments, generic, choice, caller), true);
    if (matching.failure) {
        failure = std::move(matching.failure);
        return nullptr;
    }
    FunctionChoice functions(*this, generic, arguments, choice, said_by_literals, matching, call, caller);
    functions.choose();
    if (functions.failure) {
        failure = std::move(functions.failure);
        return nullptr;
    }
    return make(generic, std::move(choice), call, caller, failure);
}

} // namespace cudapy::checker
