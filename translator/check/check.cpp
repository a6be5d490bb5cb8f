#include "translator/check/check.h"

#include "translator/check/body/bodies.h"
#include "translator/check/body/body.h"
#include "translator/check/calls/defaults.h"
#include "translator/check/calls/device_calls.h"
#include "translator/check/calls/none_constants.h"
#include "translator/check/calls/star_parameter.h"
#include "translator/check/dialect.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/instances.h"
#include "translator/check/module/module_scope.h"
#include "translator/check/module/precision.h"
#include "translator/check/module/signatures.h"
#include "translator/check/module/struct_references.h"
#include "translator/check/module/structs.h"
#include "translator/check/whole/atomic_arrays.h"
#include "translator/check/whole/barriers.h"
#include "translator/check/whole/called_kernels.h"
#include "translator/check/whole/struct_arguments.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/option_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/render.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace cudapy {

namespace {

using checker::Context;
using checker::FunctionInfo;

class ProgramChecker {
  public:
    ProgramChecker(const std::vector<ParsedUnit>& units, const SourceSet& sources,
                   const checker::DialectRules& dialect, const Options& options, NameResolver& resolver,
                   diag::Sink& sink)
        : units_(units), options_(options),
          sink_(sink), context_{sources, options, dialect, resolver, sink, known_} {}

    program::Program run(std::vector<GenericKernel>* generics) {
        context_.instances = &instances_;
        context_.dialect_state = context_.dialect.program.state();
        context_.device_calls = &device_calls_;
        for (const ParsedUnit& unit : units_) {
            context_.has_modules = context_.has_modules || !unit.name.empty();
            add_functions(unit);
        }
        if (infos_.empty() && !sink_.has_errors() && !units_.empty()) {
            const auto& stray = units_[0].module.stray_signature;
            sink_.report(diag::NoFunctions{stray ? stray->reason : ""},
                         stray ? stray->span : Span{units_[0].file, 0, 0});
        }
        for (const ParsedUnit& unit : units_)
            for (const auto& inner : unit.module.inner_functions)
                if (!sink_.has_errors() && unit.name.empty())
                    sink_.report(diag::InnerFunction{inner.name}, inner.span);
        checker::Structs structs(context_, units_);
        context_.structs = &structs;
        // All signatures come first, since functions call each other in any order.
        for (std::size_t i = 0; i < infos_.size(); ++i)
            resolve_signature(context_, infos_[i], *unit_of_[i]);
        describe_generics(generics);
        for (FunctionInfo& info : infos_)
            if (is_checked(info)) mark_references(context_, info);
        structs.check();
        choose_kernels();
        for (FunctionInfo& info : infos_) {
            if (is_checked(info)) checker::check_defaults(context_, info);
            if (info.valid && info.is_generic()) checker::check_generic_defaults(context_, info);
        }
        std::vector<FunctionInfo*> checked;
        for (FunctionInfo& info : infos_)
            if (is_checked(info)) checked.push_back(&info);
        checker::check_bodies(context_, checked);
        for (FunctionInfo& info : infos_)
            if (is_checked(info)) check_instances(info);
        make_requested();
        for (FunctionInfo& info : infos_)
            check_uncalled(info);
        if (!sink_.has_errors() && !context_.unknown_results.empty()) {
            checker::Body body(context_, *context_.unknown_results[0]);
            report_unknown_result(body);
        }
        report_unused();
        report_uncalled();
        program::Program program;
        program.index64 = options_.index64;
        if (!sink_.has_errors()) {
            if (!context_.lost.empty())
                throw InternalError("nothing became of the statement `" +
                                    std::string(context_.sources.text(context_.lost)) + "`");
            keep_wanted(program);
            context_.dialect.program.finish(program, context_);
            program.struct_files = structs.files();
            program.struct_defaults = structs.defaults();
            device_calls_.take(program);
            check_barriers(program, context_.dialect.cooperation.allows_divergence, sink_);
            check_atomic_arrays(program, sink_);
            check_called_kernels(program, sink_);
            check_structs(program, context_.copies, sink_);
            if (!sink_.has_errors()) report_lost();
        }
        keep_others(program);
        return program;
    }

  private:
    void report_lost() {
        for (const auto& [name, is_parameter, write, declared] : context_.lost_variables) {
            std::vector<diag::Label> labels;
            if (is_parameter) labels.push_back({declared, "a parameter"});
            sink_.report(diag::LostValue{name, is_parameter}, write, std::move(labels));
        }
    }

    void add(const syntax::Function& syntax, const ParsedUnit& unit) {
        auto& function = functions_.emplace_back(std::make_unique<program::Function>());
        function->name = syntax.name;
        function->takes_all_shapes = context_.dialect.program.takes_all_shapes;
        function->span = syntax.span;
        function->comments_above = syntax.comments_above;
        function->docstring = syntax.docstring;
        function->comments_at_end = syntax.comments_at_end;
        if (syntax.is_async) {
            const uint32_t begin = syntax.span.begin;
            sink_.report(diag::NoGenerators{"async"}, Span{unit.file, begin, begin + 5});
        }
        FunctionInfo& info = infos_.emplace_back();
        info.syntax = &syntax;
        info.file = unit.file;
        info.function = function.get();
        info.order = infos_.size();
        info.scope = syntax.name;
        context_.known.infos[function.get()] = &info;
        unit_of_.push_back(&unit);
        if (syntax.is_lambda) {
            context_.known.lambdas.emplace(syntax.name, &info);
            return;
        }
        auto [place, is_new] = context_.known.by_name.emplace(syntax.name, &info);
        if (!is_new)
            sink_.report(diag::DuplicateFunction{syntax.name}, syntax.name_span,
                         {{place->second->syntax->name_span, "the first `" + syntax.name + "` is here"}});
    }

    /// Adds a lambda that the module has a name for.
    void add_lambda(const syntax::ModuleName& name, const ParsedUnit& unit) {
        syntax::Function& function = *syntax::as<syntax::Lambda>(*name.value).function;
        function.name = name.name;
        add(function, unit);
        context_.known.lambdas.erase(name.name);
        context_.known.lambdas[lambda_name(name)] = &infos_.back();
    }

    void add_functions(const ParsedUnit& unit) {
        const syntax::Function* only = nullptr;
        for (const syntax::Function& function : unit.module.functions) {
            if (unit.only_function.empty())
                add(function, unit);
            else if (function.name == unit.only_function)
                only = &function; // the last one is what the name means in Python
        }
        for (const syntax::ModuleName& name : unit.module.names)
            if (unit.needed.count(name.name) && name.value && name.value->kind == syntax::ExprKind::lambda)
                add_lambda(name, unit);
        if (only)
            add(*only, unit);
        else if (!unit.only_function.empty() && !sink_.has_errors())
            sink_.report(diag::FunctionNotFound{unit.only_function}, Span{unit.file, 0, 0});
    }

    void choose_kernels() {
        bool any = false;
        bool all_valid = true;
        // A function of a library is no kernel for giving nothing.
        const bool are_asked_for = context_.dialect.program.has_libraries && !options_.instances.empty();
        for (FunctionInfo& info : infos_) {
            all_valid &= info.valid;
            info.function->is_kernel = info.valid && !info.is_generic() && options_.kernels.empty() &&
                                       !are_asked_for && !is_imported(info) && !info.syntax->comes_along &&
                                       info.function->result->is_void() && !is_for_calls(info);
            any |= info.function->is_kernel;
        }
        for (const std::string& name : options_.kernels) {
            auto found = context_.known.by_name.find(name);
            if (found == context_.known.by_name.end()) {
                std::vector<std::string> names;
                for (FunctionInfo& info : infos_)
                    names.push_back(info.syntax->name);
                sink_.report(diag::UnknownKernel{name, diag::nearest(name, names)},
                             Span{units_.empty() ? 0 : units_[0].file, 0, 0});
            } else if (found->second->valid && found->second->is_generic()) {
                const FunctionInfo& info = *found->second;
                sink_.report(diag::GenericNotEmitted{name, example_instance(info)}, info.syntax->name_span);
            } else if (found->second->valid && !found->second->function->result->is_void()) {
                sink_.report(diag::KernelNotVoid{name, found->second->function->result->name()},
                             found->second->syntax->name_span);
            } else {
                found->second->function->is_kernel = true;
                any = true;
            }
        }
        bool all_signed = true;
        std::string example;
        for (FunctionInfo& info : infos_) {
            all_signed &= !info.is_unsigned();
            const bool could_be = info.valid && info.is_generic() && gives_nothing(info);
            if (could_be && example.empty()) example = example_instance(info);
        }
        const bool any_for_calls = std::any_of(infos_.begin(), infos_.end(), [](const FunctionInfo& info) {
            return is_for_calls(info);
        }); // which is said of it
        if (!any && all_valid && all_signed && !any_for_calls && !infos_.empty() &&
            options_.kernels.empty() && options_.instances.empty() && !sink_.has_errors())
            sink_.report(diag::NoKernels{example}, Span{units_[0].file, 0, 0});
        for (FunctionInfo& info : infos_) {
            if (!info.function->is_kernel) continue;
            report_parameters(info);
            for (const syntax::Parameter& parameter : info.syntax->parameters)
                if (parameter.default_value)
                    sink_.report(diag::KernelDefault{info.syntax->name, parameter.name},
                                 parameter.default_value->span);
        }
    }

    // ---- generic functions

    static bool is_checked(const FunctionInfo& info) { return info.valid && !info.is_generic(); }

    static bool takes_reference(const FunctionInfo& info) {
        const auto& parameters = info.function->parameters;
        return std::any_of(parameters.begin(), parameters.end(),
                           [](const program::Variable* parameter) { return parameter->is_reference; });
    }

    /// Returns whether no launch can give a parameter of the type.
    static bool is_for_calls(const program::Variable& parameter) {
        return parameter.is_reference || parameter.type->is_random_state() || parameter.type->is_tuple();
    }

    /// Returns whether the function has such a parameter. It is then a helper, whatever it returns.
    static bool is_for_calls(const FunctionInfo& info) {
        const auto& parameters = info.function->parameters;
        return std::any_of(parameters.begin(), parameters.end(),
                           [](const program::Variable* parameter) { return is_for_calls(*parameter); });
    }

    /// Reports each parameter that no launch can give, because it cannot be one of a kernel.
    void report_parameters(const FunctionInfo& info) {
        for (std::size_t i = 0; info.valid && i < info.syntax->parameters.size(); ++i) {
            if (info.place(i) < 0) continue;
            const auto place = static_cast<std::size_t>(info.place(i));
            const program::Variable& parameter = *info.function->parameters[place];
            const Span span = info.type_spans[i];
            const std::string& name = info.syntax->name;
            if (parameter.is_reference)
                sink_.report(diag::KernelStruct{name, parameter.name, parameter.type->element()->name()},
                             span);
            if (parameter.type->is_random_state())
                sink_.report(diag::GeneratorParameter{name, parameter.name}, span);
            if (parameter.type->is_tuple())
                sink_.report(diag::TupleParameter{name, parameter.name, parameter.type->name()}, span);
        }
    }

    /// Returns whether the function belongs to a module that others import.
    bool is_imported(const FunctionInfo& info) const {
        return std::any_of(units_.begin(), units_.end(), [&](const ParsedUnit& unit) {
            return unit.file == info.file && !unit.name.empty();
        });
    }

    static bool gives_nothing(const FunctionInfo& info) {
        if (info.pattern()->declared_result) return info.pattern()->declared_result->is_void();
        return info.is_unsigned() || !checker::returns_value(*info.syntax);
    }

    /// Returns the text of an instance as an example, such as `scale<float>`.
    static std::string example_instance(const FunctionInfo& info) {
        std::string choices;
        const auto add = [&](const std::string& text) { choices += (choices.empty() ? "" : ", ") + text; };
        for (std::size_t i = 0; i < info.pattern()->declared.size(); ++i)
            if (info.pattern()->declared[i]->is_function()) add(info.syntax->parameters[i].name + "=g");
        for (std::size_t i = checker::type_variables(info).size(); i > 0; --i)
            add("float");
        return info.syntax->name + "<" + choices + ">";
    }

    void describe_generics(std::vector<GenericKernel>* generics) {
        if (!generics) return;
        for (FunctionInfo& info : infos_) {
            const bool is_helper = info.syntax->is_lambda || info.syntax->comes_along;
            if (!info.valid || !info.is_generic() || !gives_nothing(info) || is_helper) continue;
            GenericKernel& kernel = generics->emplace_back();
            kernel.name = info.syntax->name;
            for (std::size_t i = 0; i < info.pattern()->declared.size(); ++i)
                kernel.parameters.push_back({info.syntax->parameters[i].name,
                                             info.is_unsigned() || info.pattern()->untyped.count(i)
                                                 ? ""
                                                 : info.pattern()->declared[i]->name(),
                                             info.pattern()->declared[i]->is_function()});
        }
    }

    /// Checks the instances that a function asks for, and those that these ask for.
    void check_instances(FunctionInfo& from) {
        std::vector<FunctionInfo*> open{&from};
        while (!open.empty()) {
            FunctionInfo* info = open.back();
            open.pop_back();
            for (FunctionInfo* callee : info->calls) {
                const bool is_made = callee->generic() || callee->plain;
                if (!is_made || !checked_instances_.insert(callee).second) continue;
                if (callee->generic()) used_.insert(callee->generic());
                checker::check_body(context_, *callee);
                open.push_back(callee);
            }
        }
    }

    /// Checks a function whose types are all known but for its result, where nobody calls it.
    void check_uncalled(FunctionInfo& info) {
        if (!info.valid || !info.is_generic() || info.is_unsigned() || used_.count(&info)) return;
        const auto& declared = info.pattern()->declared;
        const bool is_known = checker::type_variables(info).empty() &&
                              std::none_of(declared.begin(), declared.end(),
                                           [](const Type* type) { return type->is_function(); });
        if (!is_known) return;
        used_.insert(&info);
        std::optional<checker::Instances::Failure> failure;
        FunctionInfo* made = instances_.choose(
            info, std::vector<checker::Instances::GivenArgument>(declared.size()), {}, {}, nullptr, failure);
        if (!made || !checked_instances_.insert(made).second) return;
        checker::check_body(context_, *made);
        check_instances(*made);
    }

    FunctionInfo* function_named(const std::string& name) const {
        if (const auto found = context_.known.lambdas.find(name); found != context_.known.lambdas.end())
            return found->second;
        const auto found = context_.known.by_name.find(name);
        return found == context_.known.by_name.end() ? nullptr : found->second;
    }

    void make_requested() {
        for (const InstanceRequest& request : options_.instances) {
            for (FunctionInfo& info : infos_)
                if (info.syntax->name == request.kernel) info.shown = request.called;
            FunctionInfo* generic = function_named(request.kernel);
            if (!generic) {
                std::vector<std::string> names;
                for (FunctionInfo& info : infos_)
                    names.push_back(info.syntax->name);
                sink_.report(diag::UnknownKernel{request.kernel, diag::nearest(request.kernel, names)},
                             Span{units_.empty() ? 0 : units_[0].file, 0, 0});
                continue;
            }
            if (generic->valid) make_requested(request, *generic);
        }
    }

    void make_requested(const InstanceRequest& request, FunctionInfo& generic) {
        using Reason = diag::BadInstance::Reason;
        const Span at = generic.syntax->name_span;
        if (!generic.is_generic()) {
            sink_.report(diag::BadInstance{Reason::not_generic, request.kernel, ""}, at);
            return;
        }
        used_.insert(&generic);
        if (auto made = context_.dialect.program.rewritten(context_, generic, request.arguments))
            return make_rewritten(request, generic, std::move(*made));
        if (checker::has_star_parameter(*generic.syntax)) { // what it takes must come as a tuple
            const syntax::Parameter& rest = generic.syntax->parameters.back();
            sink_.report(diag::ParameterForm{diag::ParameterForm::Form::star, rest.name}, rest.span);
            return;
        }
        std::vector<checker::Instances::GivenArgument> given(generic.pattern()->declared.size());
        for (std::size_t i = 0; i < given.size() && i < request.arguments.size(); ++i) {
            const InstanceRequest::Argument& argument = request.arguments[i];
            given[i] = {argument.type, argument.is_weak, argument.type == Type::float64(), nullptr};
            if (!argument.function.empty()) given[i].function = function_named(argument.function);
            if (!given[i].function) continue;
            used_.insert(given[i].function);
            if (!given[i].function->valid) return; // reported
        }
        checker::Instances::Choice known;
        for (std::size_t i = 0; i < given.size() && i < request.arguments.size(); ++i) {
            if (request.arguments[i].function != "None") continue;
            auto none = checker::none_constant();
            given[i].type = none->entity.type;
            known.constants.emplace(generic.syntax->parameters[i].name, std::move(none));
        }
        if (!read_choices(request, generic, given, known)) return;
        std::optional<checker::Instances::Failure> failure;
        FunctionInfo* info = instances_.choose(generic, given, std::move(known), {}, nullptr, failure);
        if (failure && failure->broken) {
            checker::check_body(context_, *failure->broken);
        } else if (failure) {
            report_failure(*failure, given, generic);
        }
        if (!info) return;
        checked_instances_.insert(info);
        checker::check_body(context_, *info);
        check_instances(*info);
        if (info->function->result && !info->function->result->is_void()) {
            sink_.report(diag::BadInstance{Reason::not_void, request.kernel, ""}, at);
            return;
        }
        info->function->is_kernel = true;
        const bool has_function =
            std::any_of(given.begin(), given.end(), [](const auto& each) { return each.function; });
        if (!has_function) info->function->instance_of = request.kernel;
        requested_.push_back(info);
    }

    /// Makes an instance of a function that was written anew for the arguments.
    void make_rewritten(const InstanceRequest& request, const FunctionInfo& generic,
                        checker::Rewriting made) {
        if (auto* problem = std::get_if<checker::NotRewritten>(&made)) {
            sink_.report(std::move(problem->reason), problem->span);
            return;
        }
        auto& anew = std::get<checker::Rewritten>(made);
        InstanceRequest other = request;
        other.arguments = std::move(anew.arguments);
        make_requested(other, rewritten(generic, std::move(anew.function)));
    }

    /// Returns a function like a generic one, with other parameters and another body.
    FunctionInfo& rewritten(const FunctionInfo& generic, std::shared_ptr<const syntax::Function> syntax) {
        const program::Function& model = *generic.function;
        auto& function = rewritten_functions_.emplace_back(std::make_unique<program::Function>());
        function->name = model.name;
        function->takes_all_shapes = model.takes_all_shapes;
        function->span = model.span;
        function->comments_above = model.comments_above;
        function->docstring = model.docstring;
        function->comments_at_end = model.comments_at_end;
        FunctionInfo& info = rewritten_.emplace_back();
        info.written_out = std::move(syntax);
        info.syntax = info.written_out.get();
        info.file = generic.file;
        info.function = function.get();
        info.order = generic.order;
        info.scope = generic.scope;
        info.shown = generic.shown;
        context_.known.infos[function.get()] = &info;
        checker::make_unsigned_generic(info);
        info.pattern()->is_unsigned = generic.is_unsigned();
        checker::check_generic_defaults(context_, info);
        return info;
    }

    /// Reports why there is no instance. If a function was given for the parameter, the report is at that
    /// function.
    void report_failure(checker::Instances::Failure& failure,
                        const std::vector<checker::Instances::GivenArgument>& arguments,
                        FunctionInfo& generic) {
        const auto place = [](const FunctionInfo& function) {
            return function.syntax->is_lambda ? function.syntax->span : function.syntax->name_span;
        };
        const std::size_t at = failure.parameter;
        FunctionInfo* function = at < arguments.size() ? arguments[at].function : nullptr;
        Span span = at < arguments.size() ? generic.type_spans[at] : generic.syntax->name_span;
        std::vector<diag::Label> labels;
        if (function) {
            labels.push_back({span, "`" + generic.syntax->parameters[at].name + "` is declared `" +
                                        generic.pattern()->declared[at]->name() + "` here"});
            span = place(*function);
        } else {
            for (std::size_t i = 0; i < arguments.size(); ++i)
                if (arguments[i].function)
                    labels.push_back({place(*arguments[i].function),
                                      "`" + generic.syntax->parameters[i].name + "` is this function"});
        }
        sink_.report(std::move(failure.payload), span, std::move(labels));
    }

    /// A function that calls the built-in function or the type with this name in the module of `generic`;
    /// null where it has none.
    FunctionInfo* built_in(const std::string& name, FunctionInfo& generic, std::size_t arity) {
        const Span at = generic.syntax->name_span;
        syntax::ExprPtr callee;
        std::string last;
        for (std::size_t begin = 0; begin <= name.size(); begin += last.size() + 1) {
            last = name.substr(begin, name.find('.', begin) - begin);
            if (callee)
                callee = std::make_unique<syntax::Attribute>(at, std::move(callee), last, at);
            else
                callee = std::make_unique<syntax::Name>(at, last);
        }
        const syntax::Expr& expr = *built_ins_.emplace_back(std::move(callee));
        using Kind = checker::Entity::Kind;
        const auto found = checker::Environment(context_, generic).entity(expr);
        const bool is_built_in = found && (found->kind == Kind::builtin || found->kind == Kind::type ||
                                           (found->kind == Kind::aggregate && found->type));
        if (!is_built_in) return nullptr;
        FunctionInfo& made = instances_.lambda(instances_.call_of(expr, arity), generic, {},
                                               generic.syntax->name + "_" + last);
        made.built_in = name;
        return &made;
    }

    /// Returns the struct that the name stands for where the generic function is; null for no struct.
    const Type* struct_of(const std::string& name, const FunctionInfo& generic) {
        FunctionInfo module; // the names of the module are all that it knows
        module.file = generic.file;
        checker::Environment environment(context_, module);
        const checker::Entity found = environment.name(name);
        return found.kind == checker::Entity::Kind::aggregate && found.type && found.type->is_struct()
                   ? found.type
                   : nullptr;
    }

    /// What `--instance 'f<T=float, g=add>'` says.
    bool read_choices(const InstanceRequest& request, FunctionInfo& generic,
                      std::vector<checker::Instances::GivenArgument>& arguments,
                      checker::Instances::Choice& known) {
        using Reason = diag::BadInstance::Reason;
        const std::vector<std::string> variables = checker::type_variables(generic);
        const auto refuse = [&](Reason reason, const std::string& name) {
            sink_.report(diag::BadInstance{reason, request.kernel, name}, generic.syntax->name_span);
            return false;
        };
        for (const auto& [name, what] : request.choices) {
            const Type* type = what.type ? what.type : struct_of(what.function, generic);
            std::string variable = name;
            if (variable.empty()) { // by its place
                for (const std::string& each : variables)
                    if (variable.empty() && !known.types.count(each)) variable = each;
                if (variable.empty() || !type)
                    return refuse(type ? Reason::too_many : Reason::unknown_name,
                                  type ? type->name() : what.function);
            }
            const bool is_variable =
                std::find(variables.begin(), variables.end(), variable) != variables.end();
            if (is_variable && type) {
                known.types[variable] = type;
                continue;
            }
            std::size_t parameter = 0;
            while (parameter < generic.pattern()->declared.size() &&
                   (generic.syntax->parameters[parameter].name != variable ||
                    !generic.pattern()->declared[parameter]->is_function()))
                ++parameter;
            FunctionInfo* function = what.type ? nullptr : function_named(what.function);
            if (!function && parameter < generic.pattern()->declared.size())
                function =
                    built_in(what.function, generic, generic.pattern()->declared[parameter]->fields().size());
            if (parameter == generic.pattern()->declared.size() || !function)
                return refuse(Reason::unknown_name,
                              parameter == generic.pattern()->declared.size() && !is_variable
                                  ? variable
                                  : what.function);
            if (!function->valid) return false; // reported
            arguments[parameter].function = function;
        }
        return true;
    }

    /// Reports functions that nothing calls and that have a parameter which no launch can give.
    void report_uncalled() {
        if (!options_.kernels.empty()) return;
        std::unordered_set<FunctionInfo*> called;
        for (FunctionInfo& info : infos_)
            called.insert(info.calls.begin(), info.calls.end());
        for (FunctionInfo* info : checked_instances_)
            called.insert(info->calls.begin(), info->calls.end());
        for (FunctionInfo& info : infos_) {
            const bool is_other = !is_checked(info) || !info.function->result->is_void() || is_imported(info);
            if (is_other || called.count(&info) || info.syntax->comes_along) continue;
            // A function other than the one that is asked for first may be for others to call.
            if (options_.stubs || !takes_reference(info) || &info == &infos_.front()) report_parameters(info);
        }
    }

    /// Returns whether some call asked for a version of the function for a number of arguments.
    bool has_versions(const FunctionInfo& info) const {
        const auto found = context_.star_versions.lower_bound({&info, 0});
        return found != context_.star_versions.end() && found->first.first == &info;
    }

    /// Returns whether Options::kernels does not leave a function out.
    bool is_wanted(const std::string& name) const {
        const auto& kernels = options_.kernels;
        return kernels.empty() || std::find(kernels.begin(), kernels.end(), name) != kernels.end();
    }

    /// Reports generic functions for which nothing is emitted.
    void report_unused() {
        for (FunctionInfo& info : infos_) {
            if (!info.valid || !info.is_generic() || used_.count(&info) || info.syntax->is_lambda ||
                is_imported(info))
                continue;
            if (info.syntax->comes_along) continue; // what is wrong with the call of it was reported
            // A function of a library comes along only for its name, and nobody may call it.
            const bool is_asked_for = options_.instances.empty() && !has_versions(info);
            if (context_.dialect.program.has_libraries && (!is_asked_for || sink_.has_errors())) continue;
            if (info.is_unsigned() && !is_wanted(info.syntax->name)) continue;
            if (info.is_unsigned())
                sink_.report(
                    diag::MissingSignature{info.syntax->name, checker::example_signature(*info.syntax)},
                    info.syntax->name_span);
            else if (options_.stubs && gives_nothing(info) && options_.kernels.empty() && !sink_.has_errors())
                sink_.report(diag::GenericNotEmitted{info.syntax->name, example_instance(info)},
                             info.syntax->name_span);
        }
    }

    /// Moves the kernels and the functions that they call into the program, in source order.
    void keep_wanted(program::Program& program) {
        std::unordered_set<FunctionInfo*> known;
        std::vector<FunctionInfo*> wanted;
        for (FunctionInfo& info : infos_)
            if (info.function->is_kernel && known.insert(&info).second) wanted.push_back(&info);
        for (FunctionInfo* info : requested_)
            if (known.insert(info).second) wanted.push_back(info);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            for (FunctionInfo* callee : wanted[i]->calls) {
                callee->function->facts.is_called = true;
                if (known.insert(callee).second) wanted.push_back(callee);
            }
        std::stable_sort(wanted.begin(), wanted.end(), [](FunctionInfo* a, FunctionInfo* b) {
            if (a->order != b->order) return a->order < b->order;
            return a->syntax->is_lambda && !b->syntax->is_lambda; // it is called there
        });
        for (auto& function : instances_.take())
            functions_.push_back(std::move(function));
        for (FunctionInfo* info : wanted) {
            info->function->precision = checker::precision_of(*info);
            info->function->called = checker::called(*info);
        }
        std::unordered_map<const program::Function*, std::unique_ptr<program::Function>*> owners;
        for (auto& function : functions_)
            owners[function.get()] = &function;
        for (FunctionInfo* info : wanted)
            if (const auto found = owners.find(info->function); found != owners.end())
                program.functions.push_back(std::move(*found->second));
    }

    /// Keeps the functions that are not emitted for those who ask for their types.
    void keep_others(program::Program& program) {
        for (auto& function : instances_.take())
            functions_.push_back(std::move(function));
        for (auto& function : functions_)
            if (function) program.others.push_back(std::move(function));
    }

    const std::vector<ParsedUnit>& units_;
    const Options& options_;
    diag::Sink& sink_;
    checker::KnownFunctions known_;
    Context context_;
    std::deque<FunctionInfo> infos_; // pointers to its elements are kept
    std::deque<FunctionInfo> rewritten_;
    std::vector<std::unique_ptr<program::Function>> rewritten_functions_;
    std::vector<const ParsedUnit*> unit_of_;
    std::vector<std::unique_ptr<program::Function>> functions_;
    checker::Instances instances_{context_};
    checker::DeviceCalls device_calls_;
    std::unordered_set<FunctionInfo*> checked_instances_;
    std::unordered_set<FunctionInfo*> used_; ///< generic functions with instances
    std::vector<FunctionInfo*> requested_;
    std::deque<syntax::ExprPtr> built_ins_; ///< the names of those that are asked for
};

} // namespace

program::Program check(const std::vector<ParsedUnit>& units, const SourceSet& sources,
                       const checker::DialectRules& dialect, const Options& options, NameResolver& resolver,
                       diag::Sink& sink, std::vector<GenericKernel>* generics) {
    return ProgramChecker(units, sources, dialect, options, resolver, sink).run(generics);
}

} // namespace cudapy
