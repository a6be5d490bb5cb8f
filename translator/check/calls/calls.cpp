#include "translator/check/calls/calls.h"

#include "translator/check/aggregates/struct_values.h"
#include "translator/check/arrays/constant_index.h"
#include "translator/check/arrays/index_arithmetic.h"
#include "translator/check/arrays/lists.h"
#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/local_functions.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/captures.h"
#include "translator/check/calls/defaults.h"
#include "translator/check/calls/device_calls.h"
#include "translator/check/calls/generic_calls.h"
#include "translator/check/calls/overloads.h"
#include "translator/check/calls/positions.h"
#include "translator/check/calls/spread_call.h"
#include "translator/check/calls/star_parameter.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/check/expressions/quotients.h"
#include "translator/check/module/instances.h"
#include "translator/check/module/signatures.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/render.h"
#include "translator/program/build.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

namespace cudapy::checker {

using program::ExprPtr;
using Kind = Entity::Kind;

namespace {

/// Returns the number in a string that Python's `float` or `int` reads, in the spelling of kernels:
/// `math.inf` for "inf". Returns an empty text for any other string.
std::string number_in(const std::string& string) {
    std::string text;
    for (const char c : string)
        if (!std::isspace(static_cast<unsigned char>(c)))
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool is_signed = text.starts_with('-') || text.starts_with('+');
    const std::string sign = text.starts_with('-') ? "-" : "", number = text.substr(is_signed ? 1 : 0);
    if (number == "inf" || number == "infinity") return sign + "math.inf";
    if (number == "nan") return "math.nan";
    double value = 0;
    const char* end = number.data() + number.size();
    const bool is_number = std::from_chars(number.data(), end, value).ptr == end && !number.empty();
    return is_number ? sign + number : "";
}

/// Returns whether a call is in an assignment such as `shared = shared(float, 8)`. The name means a
/// function outside of this one, but in here it means nothing yet.
bool is_assigned_its_own_call(Body& body, const syntax::Expr& callee) {
    const Symbol* symbol = body.symbols.of(callee);
    if (!symbol || symbol->bindings.empty() || !hides_outer(body, symbol->name)) return false;
    const Span bound = symbol->bindings[0]->span;
    if (bound.file != callee.span.file || bound.end > callee.span.begin) return false;
    const std::string_view between = body.context.sources.text({bound.file, bound.end, callee.span.begin});
    return between.find_first_not_of(" =") == between.npos;
}

ExprPtr argument(Body& body, Value value, const syntax::Expr& expr, const FunctionInfo& callee,
                 std::size_t parameter) {
    const program::Variable& wanted =
        *callee.function->parameters[static_cast<std::size_t>(callee.place(parameter))];
    const Type* type = parameter_type(callee, parameter);
    const std::string function = called(callee);
    if (!value) return nullptr;
    diag::Label label{callee.type_spans[parameter],
                      "`" + wanted.name + "` is declared `" + type->name() + "` here"};
    bool void_value = value.type()->is_void();
    if (wanted.is_one()) {
        type = wanted.type->element();
        label.text = "`" + wanted.name + "` is declared `" + type->name() + "` here";
        if (value.type() != type) {
            report(body,
                   diag::StructPlace{"parameter `" + wanted.name + "` of `" + function + "`",
                                     value.type()->name(), type->name()},
                   expr.span, {label});
            return nullptr;
        }
        if (value.node->kind != program::ExprKind::load || value.is_copy) {
            report(body, diag::ElementNeeded{function, wanted.name, type->name(), text(body, expr)},
                   expr.span, {label});
            return nullptr;
        }
        auto& load = program::as<program::Load>(*value.node);
        if (load.array->is_reference) return program::make_ref(load.array, expr.span);
        std::vector<ExprPtr> one;
        one.push_back(program::make_int(body.context.index_type(), 1, expr.span));
        return std::make_unique<program::ArrayView>(expr.span, load.array, std::move(load.index),
                                                    std::move(one));
    }
    const bool is_lists = type->is_lists() || value.type()->is_lists();
    if (is_lists || type->is_array() || value.type()->is_array()) {
        if (void_value || value.type() != type) {
            std::vector<diag::Label> labels{label};
            if (value.type()->is_array() || value.type()->is_lists()) {
                if (auto own = declared(body, program::array_of(*value.node)))
                    labels.insert(labels.begin(), *own);
            }
            report(body,
                   diag::ArrayArgument{function, wanted.name, type->name(), value.type()->name(),
                                       value.type()->is_array() || value.type()->is_lists()},
                   expr.span, labels);
            return nullptr;
        }
        return std::move(value.node);
    }
    if (void_value) {
        const bool own = value.node->kind == program::ExprKind::call;
        report(
            body,
            diag::VoidValue{own ? program::as<program::Call>(*value.node).function->name
                                : std::string(program::as<program::BuiltinCall>(*value.node).builtin->name),
                            !own},
            expr.span);
        return nullptr;
    }
    Target target;
    target.place = "parameter `" + wanted.name + "` of `" + function + "`";
    target.labels.push_back(label);
    target.copies = true; // reads it, and nothing else: check_struct_arguments looks that nothing else writes
    return store(body, std::move(value), wanted.type, std::move(target));
}

/// Returns the argument of each parameter, or null for one whose default is used. If the call does not fit,
/// that is reported, and nothing is returned. `failed` is set if an argument has an error of its own.
std::optional<std::vector<const syntax::Expr*>> arguments(Body& body, const syntax::Call& expr,
                                                          const FunctionInfo& callee, bool& failed) {
    const std::string name = called(callee);
    const auto& parameters = callee.syntax->parameters;
    std::vector<const syntax::Expr*> given(parameters.size());
    std::size_t positional = 0;
    for (const syntax::Argument& argument_syntax : expr.arguments) {
        std::size_t parameter = parameters.size();
        if (argument_syntax.stars) {
            report(body, diag::NoStars{}, argument_syntax.value->span);
            return std::nullopt;
        }
        if (argument_syntax.keyword.empty()) {
            parameter = positional++;
        } else {
            for (std::size_t i = 0; i < parameters.size(); ++i)
                if (parameters[i].name == argument_syntax.keyword &&
                    parameters[i].kind != syntax::ParameterKind::positional_only)
                    parameter = i;
            if (parameter == parameters.size()) {
                std::vector<std::string> names;
                for (const auto& each : parameters)
                    names.push_back(each.name);
                report(body,
                       diag::UnknownKeyword{name, argument_syntax.keyword,
                                            diag::nearest(argument_syntax.keyword, names)},
                       argument_syntax.keyword_span, parameters_label(callee));
                failed = true;
            } else if (given[parameter]) {
                report(body, diag::RepeatedArgument{name, argument_syntax.keyword},
                       argument_syntax.keyword_span, parameters_label(callee));
                failed = true;
                continue;
            }
        }
        if (parameter >= parameters.size()) {
            failed |= !expression(body, *argument_syntax.value);
            continue;
        }
        given[parameter] = argument_syntax.value.get();
    }
    std::size_t required = 0;
    std::string missing;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].default_value) continue;
        ++required;
        if (!given[i] && missing.empty()) missing = parameters[i].name;
    }
    if (positional <= parameters.size() && missing.empty()) return given;
    bool all_known = positional > parameters.size();
    if (!all_known) { // an argument with an error may be the one that is missing
        bool good = !failed;
        for (const syntax::Expr* each : given)
            if (each && each->kind != syntax::ExprKind::lambda) good &= bool(expression(body, *each));
        all_known = good;
    }
    if (all_known)
        report(body,
               diag::ArgumentCount{name, required, parameters.size(), expr.arguments.size(),
                                   positional > parameters.size() ? "" : missing},
               expr.span, parameters_label(callee));
    return std::nullopt;
}

} // namespace

std::vector<std::size_t> written_order(const syntax::Call& call,
                                       const std::vector<const syntax::Expr*>& arguments,
                                       const std::vector<std::size_t>& begins, std::size_t count) {
    std::vector<std::size_t> order;
    std::vector<bool> is_written(count, false);
    for (const syntax::Argument& argument : call.arguments) {
        const auto found = std::find(arguments.begin(), arguments.end(), argument.value.get());
        if (found == arguments.end()) continue;
        const auto i = static_cast<std::size_t>(found - arguments.begin());
        for (std::size_t place = begins[i]; place < begins[i + 1]; ++place) {
            order.push_back(place);
            is_written[place] = true;
        }
    }
    if (std::is_sorted(order.begin(), order.end())) return {};
    for (std::size_t place = 0; place < count; ++place)
        if (!is_written[place]) order.push_back(place);
    return order;
}

void check_arguments_only(Body& body, const syntax::Call& expr) {
    for (const syntax::Argument& argument : expr.arguments) {
        const syntax::ExprKind kind = argument.value->kind;
        if (kind == syntax::ExprKind::string || kind == syntax::ExprKind::unsupported)
            continue; // which is for what is called
        const auto found = entity(body, *argument.value);
        if (!found || found->kind != Kind::type) expression(body, *argument.value); // so is a type
    }
}

namespace {

/// Checks a call of a method of a value. The value is checked once, since it may have effects. Returns
/// nothing if the call is none of such a method, or the value has no method of that name.
std::optional<Value> value_method(Body& body, const syntax::Call& expr) {
    if (expr.function->kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& method = syntax::as<syntax::Attribute>(*expr.function);
    const bool captured = is_captured_field(body, method);
    if (!captured && entity(body, method)) return std::nullopt;
    if (dimensions(body, *method.value) > 0) return std::nullopt;
    if (!captured && method.value->kind == syntax::ExprKind::name) {
        const auto found = entity(body, *method.value);
        const Local* local = found ? nullptr : find_local(body, *method.value);
        if (found ? found->kind != Kind::constant : !local || local->poisoned) return std::nullopt;
    }
    Value owner = expression(body, *method.value);
    if (!owner) return Value{};
    if (owner.type()->is_struct() || owner.type()->is_vector())
        return struct_method(body, expr, std::move(owner));
    if (owner.type()->is_complex()) return complex_method(body, expr, std::move(owner));
    return std::nullopt;
}

Value plain_call(Body& body, const syntax::Call& expr) {
    const syntax::Expr& callee = *expr.function;
    if (auto result = body.dialect.calls.unnamed(body, expr)) return std::move(*result);
    if (auto method = value_method(body, expr)) return std::move(*method);
    auto found = is_captured_field(body, callee) ? std::nullopt : entity(body, callee);
    if (!found) {
        if (auto result = body.dialect.calls.method(body, expr)) return std::move(*result);
        if (callee.kind == syntax::ExprKind::attribute) {
            if (attribute(body, syntax::as<syntax::Attribute>(callee)))
                report(body, diag::NotCallable{text(body, callee)}, callee.span);
        } else if (callee.kind == syntax::ExprKind::name) {
            Local* local = find_local(body, callee);
            if (!local->poisoned) {
                std::vector<diag::Label> labels;
                if (auto label = declared(body, local->variable)) labels.push_back(*label);
                report(body, diag::NotCallable{text(body, callee)}, callee.span, labels);
            } else if (is_assigned_its_own_call(body, callee)) {
                report(body, diag::UnassignedVariable{text(body, callee), body.nesting.loops > 0, true},
                       callee.span);
            }
        } else if (expression(body, callee)) {
            report(body, diag::NotCallable{text(body, callee)}, callee.span);
        }
        return {};
    }
    std::vector<diag::Label> labels;
    if (found->binding && !found->binding->span.empty())
        labels.push_back({found->binding->span, "defined here"});
    if (auto result = body.dialect.calls.named(body, expr, *found)) return std::move(*result);
    switch (found->kind) {
    case Kind::function:
    case Kind::lambda:
        return found->lambda ? lambda_call(body, expr, *found) : user_call(body, expr, *found->function);
    case Kind::builtin:
        return builtin_call(body, expr, *found);
    case Kind::position:
        return position(body, expr, *found);
    case Kind::constant_array:
        report(body,
               diag::NoOther{
                   "`cuda.const.array_like` of anything but an array of NumPy from outside the function",
                   "give the kernel the array as an argument"},
               expr.span);
        return {};
    case Kind::unroll:
        report(body, diag::NoOther{"`literal_unroll` outside the head of a loop", "loop over it"},
               callee.span);
        return {};
    case Kind::type:
    case Kind::aggregate:
        if (found->is_dtype) {
            report(body, diag::DtypeCalled{text(body, callee)}, callee.span);
            check_arguments_only(body, expr);
            return {};
        }
        if (found->kind == Kind::aggregate) return construct(body, expr, *found);
        return cast(body, expr, found->type, text(body, callee));
    case Kind::device_function:
        return device_call(body, expr, *found);
    case Kind::overloaded:
        return overloaded_call(body, expr, *found);
    case Kind::python_function:
        report(body, diag::NotCompiled{found->name, found->binding->reason}, callee.span, labels);
        check_arguments_only(body, expr);
        return {};
    case Kind::unknown:
        if (callee.kind == syntax::ExprKind::attribute) {
            attribute(body, syntax::as<syntax::Attribute>(callee));
            return {};
        }
        report_unknown(body, found->name, callee.span, true);
        check_arguments_only(body, expr);
        return {};
    case Kind::no_member:
    case Kind::out_of_reach:
    case Kind::reported:
        report_not_value(body, callee, *found, &expr);
        check_arguments_only(body, expr);
        return {};
    case Kind::constant:
    case Kind::coordinate:
    case Kind::axes:
    case Kind::warp_size:
    case Kind::number:
    case Kind::void_type:
    case Kind::array_type:
    case Kind::captured_array:
        report(body, diag::NotCallable{text(body, callee)}, callee.span, labels);
        return {};
    case Kind::unsupported:
    case Kind::foreign_module:
    case Kind::module:
    case Kind::object:
    case Kind::not_constant:
        report_not_value(body, callee, *found);
        return {};
    }
    return {};
}

} // namespace

Value call(Body& body, const syntax::Call& expr) {
    if (!has_stars(expr)) return plain_call(body, expr);
    KeptValues tuples(body);
    const syntax::Call* spread = with_items(body, expr, tuples);
    if (!spread) return {};
    Value value = plain_call(body, *spread);
    if (!value || tuples.is_empty()) return value;
    if (value.type()->is_void()) {
        report(body, diag::NoStars{diag::NoStars::Place::without_a_result}, expr.span);
        return {};
    }
    return strong(tuples.before(std::move(value.node)));
}

/// Takes the strides out of arguments that are parts of arrays with gaps, and returns them.
std::vector<std::vector<ExprPtr>> take_strides(std::vector<Value>& arguments) {
    std::vector<std::vector<ExprPtr>> strides(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i] && arguments[i].node->kind == program::ExprKind::view)
            strides[i] = std::exchange(program::as<program::ArrayView>(*arguments[i].node).strides, {});
    return strides;
}

namespace {

/// Returns the parameters that a call gives constants which may be negative, or whose defaults are such. A
/// null value stands for the default.
std::set<std::size_t> negative_constants(Body& body, const FunctionInfo& callee,
                                         const std::vector<Value>& values) {
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (callee.place(i) < 0) continue;
        const Type* type = callee.function->parameters[static_cast<std::size_t>(callee.place(i))]->type;
        if (!type->is_integer() && !type->is_tuple()) continue;
        const bool is_default = !values[i] && i < callee.defaults.size() && callee.defaults[i];
        const auto bounds =
            is_default ? constant_bounds(body, *callee.defaults[i]) : constant_bounds(body, values[i]);
        if (bounds && bounds->least < 0) found.insert(i);
    }
    return found;
}

} // namespace

Value user_call(Body& body, const syntax::Call& expr, FunctionInfo& written_callee,
                std::vector<ExprPtr> captures, const ChosenSignature* chosen) {
    if (const auto other = body.dialect.calls.other(body, expr, written_callee)) {
        if (other->callee) return user_call(body, *other->call, *other->callee, std::move(captures), chosen);
        check_arguments_only(body, expr);
        return {};
    }
    FunctionInfo* version = written_callee.valid ? version_for(body, written_callee, expr) : nullptr;
    if (!version) {
        check_arguments_only(body, expr);
        return {};
    }
    FunctionInfo& given_callee = *version;
    bool failed = false;
    const auto given = arguments(body, expr, given_callee, failed);
    if (!given) return {};
    FunctionInfo* callee = &given_callee;
    std::vector<Value> values(given->size());
    const bool has_captures = captures.empty() && !callee->captures.empty();
    if (has_captures) // a function that this one knows by a name of its own
        captures = own_captures(body, entity(body, *expr.function)->given_as, expr.function->span);
    if (callee->is_generic()) {
        callee = instance(body, expr, given_callee, *given, values, captures, chosen);
        if (!callee) return {};
    } else {
        for (std::size_t i = 0; i < given->size(); ++i)
            if ((*given)[i] && callee->place(i) >= 0) values[i] = expression(body, *(*given)[i]);
    }
    std::vector<std::vector<ExprPtr>> strides = take_strides(values);
    std::vector<std::size_t> counts;
    bool has_gaps = false;
    for (const auto& each : strides) {
        counts.push_back(each.size());
        has_gaps = has_gaps || !each.empty();
    }
    const std::set<std::size_t> negative = negative_constants(body, *callee, values);
    if (has_gaps) callee = &body.context.all_instances().strided(*callee, counts, expr.span, &body.info);
    if (!negative.empty()) {
        FunctionInfo& from_end =
            body.context.all_instances().from_end(*callee, negative, expr.span, &body.info);
        body.info.counts_from_end |= &from_end != callee && &from_end != &body.info;
        callee = &from_end;
    }
    std::vector<ExprPtr> stored;
    std::vector<std::size_t> begins; // where the arguments of each parameter begin
    for (std::size_t i = 0; i < given->size(); ++i) {
        begins.push_back(stored.size());
        if (callee->place(i) < 0) continue; // a function, which the instance knows
        if ((*given)[i]) {
            stored.push_back(argument(body, std::move(values[i]), *(*given)[i], *callee, i));
            const bool is_lists = stored.back() && stored.back()->type->is_lists();
            if (is_lists) {
                const Local& lists = *lists_named(body, *(*given)[i]);
                const Span span = stored.back()->span;
                stored.back() = program::make_ref(lists.variable, span);
                stored.push_back(program::make_ref(lists.lists()->offsets, span));
                stored.push_back(program::make_ref(lists.lists()->count, span));
            }
            for (ExprPtr& stride : strides[i])
                stored.push_back(as_type(std::move(stride), body.context.index_type()));
        } else if (i < callee->defaults.size() && callee->defaults[i])
            stored.push_back(program::clone(*callee->defaults[i]));
        else {
            if (body.is_final()) report_missing_default(body.context, *callee, i);
            stored.push_back(nullptr);
        }
        failed |= std::find(stored.begin(), stored.end(), nullptr) != stored.end();
    }
    for (ExprPtr& value : captures)
        stored.push_back(std::move(value));
    if (std::find(body.info.calls.begin(), body.info.calls.end(), callee) == body.info.calls.end())
        body.info.calls.push_back(callee);
    settle_result(body, *callee);
    if (failed || !callee->function->result) return {};
    auto node = std::make_unique<program::Call>(expr.span, callee->function, std::move(stored));
    begins.push_back(node->arguments.size() - captures.size());
    node->order = written_order(expr, *given, begins, node->arguments.size());
    return strong(std::move(node));
}

namespace {

/// Returns the call of `shared`, of `local` or of an atomic operation with the extents or the indices in a
/// tuple, where it is written with each of them as an argument. Returns an empty text for any other call.
std::string with_tuple(Body& body, const syntax::Call& expr, const std::string& name, std::size_t most) {
    const std::size_t count = expr.arguments.size();
    std::size_t last = count; // the first argument after the tuple
    if (name.find("atomic") != name.npos) {
        const int rank = dimensions(body, *expr.arguments[0].value);
        if (rank < 2 || most + static_cast<std::size_t>(rank) != count + 1) return {};
        last = 1 + static_cast<std::size_t>(rank);
    } else if (name != "shared" && name != "local") {
        return {};
    }
    const auto written = [&](std::size_t i) { return text(body, *expr.arguments[i].value); };
    std::string tuple, rest;
    for (std::size_t i = 1; i < count; ++i)
        i < last ? tuple += (i > 1 ? ", " : "") + written(i) : rest += ", " + written(i);
    return text(body, *expr.function) + "(" + written(0) + ", (" + tuple + ")" + rest + ")";
}

} // namespace

/// Checks that a built-in's arguments are plain and as many as it takes.
bool plain_arguments(Body& body, const syntax::Call& expr, const std::string& name, std::size_t least,
                     std::size_t most) {
    for (const syntax::Argument& argument : expr.arguments) {
        if (argument.stars) {
            report(body, diag::NoStars{}, argument.value->span);
            return false;
        }
        if (!argument.keyword.empty()) {
            report(body, diag::UnknownKeyword{name, argument.keyword, "", true}, argument.keyword_span);
            return false;
        }
    }
    std::size_t count = expr.arguments.size();
    for (const syntax::Argument& argument : expr.arguments) {
        if (argument.value->kind != syntax::ExprKind::unsupported || count >= least) continue;
        const auto construct = syntax::as<syntax::UnsupportedExpr>(*argument.value).construct;
        if (construct == syntax::Construct::generator || construct == syntax::Construct::comprehension) {
            report(body, diag::NoComprehensions{}, argument.value->span);
            return false;
        }
    }
    if (count < least || count > most) {
        std::string help = count > most && count > 0 ? with_tuple(body, expr, name, most) : "";
        report(body, diag::ArgumentCount{name, least, most, count, "", std::move(help)}, expr.span);
        return false;
    }
    return true;
}

Value cast(Body& body, const syntax::Call& expr, const Type* type, const std::string& name) {
    if (type->is_complex()) return complex_call(body, expr, type, name);
    // Python's own float() gives a float without a width.
    const auto callee = entity(body, *expr.function);
    const bool is_python_float = callee && callee->is_python_float;
    if (expr.arguments.empty()) { // Python's zero of the type
        if (type->is_bool()) return strong(program::make_bool(false, expr.span));
        if (is_python_float) return weak_floating(expr.span, 0.0, body.precision);
        Value zero = type->is_floating() ? weak_floating(expr.span, 0.0, type) : weak_integer(expr.span, 0);
        return strong(convert(std::move(zero), type, true));
    }
    if (!plain_arguments(body, expr, name, 1, 1)) return {};
    const syntax::Expr& operand = *expr.arguments[0].value;
    if (operand.kind == syntax::ExprKind::string && !type->is_bool()) {
        report(body, diag::NoStrings{number_in(syntax::as<syntax::String>(operand).value)}, operand.span);
        return {};
    }
    if (type->is_bool()) {
        ExprPtr node = condition(body, operand);
        if (!node) return {};
        if (node->kind == program::ExprKind::cast) program::as<program::Cast>(*node).is_explicit = true;
        return strong(std::move(node));
    }
    Value value = number(body, operand, "`" + name + "`");
    if (!value) return {};
    if (type->is_integer() && value.constant && value.weak != Value::Weak::no) {
        const auto* integer = std::get_if<WideInt>(&*value.constant);
        const auto* real = std::get_if<double>(&*value.constant);
        const bool is_whole = integer || std::fabs(*real) < 0x1p126;
        if (!is_whole || !holds(type, integer ? *integer : static_cast<WideInt>(*real))) {
            report(body, diag::ConstantTooLarge{text(body, operand), type}, operand.span);
            return {};
        }
    }
    if (type->is_integer() && value.quotient)
        value = quotient_integer(expr.span, find_builtin("math.trunc"), std::move(*value.quotient));
    if (is_python_float && (value.weak == Value::Weak::floating || !value.type()->is_floating())) {
        if (value.weak == Value::Weak::floating) return value;
        const Type* by_default = has_room(body.precision, value) ? body.precision : Type::float64();
        const auto constant = value.constant;
        Value result = strong(convert(std::move(value), by_default, true));
        result.weak = Value::Weak::floating;
        if (constant) result.constant = static_cast<double>(std::get<WideInt>(*constant));
        return result;
    }
    return strong(convert(std::move(value), type, true));
}

} // namespace cudapy::checker
