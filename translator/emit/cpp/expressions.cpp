#include "translator/emit/cpp/expressions.h"

#include "translator/emit/cpp/declarations.h"
#include "translator/emit/text/literals.h"
#include "translator/lower/names/naming.h"
#include "translator/support/internal_error.h"

#include <utility>

namespace cudapy::emit {

using namespace program;
using lower::field_name;

std::string ExpressionPrinter::condition(const Expr& expr) const {
    // gcc takes a bare assignment for a mistyped comparison.
    return unambiguous(
        print(expr, Need::exact, expr.kind == ExprKind::assign_expr ? Precedence::unary : Precedence::comma));
}

std::string ExpressionPrinter::unambiguous(std::string text) const {
    return dialect_.target == Target::cpu ? as_expression(std::move(text)) : text;
}

std::string ExpressionPrinter::print(const Expr& expr, Need need, Precedence least) const {
    Printed result = printed(expr, need);
    if (result.precedence < least) return "(" + unambiguous(std::move(result.text)) + ")";
    return std::move(result.text);
}

ExpressionPrinter::Printed ExpressionPrinter::printed(const Expr& expr, Need need) const {
    switch (expr.kind) {
    case ExprKind::literal: {
        // A constant of the file is of one type, and that is no half and no bfloat16.
        if (dialect_.constants.contains(as<Literal>(expr).name) && !expr.type->is_small_float())
            return {as<Literal>(expr).name, Precedence::postfix};
        std::string text = literal_text(as<Literal>(expr), {dialect_.target, need == Need::exact});
        const Precedence precedence = text.starts_with('-') ? Precedence::unary : Precedence::postfix;
        return {std::move(text), precedence};
    }
    case ExprKind::variable:
        return {variable(*as<VariableRef>(expr).variable), Precedence::postfix};
    case ExprKind::length:
        return {as<Length>(expr).array->emitted_lengths[static_cast<std::size_t>(as<Length>(expr).axis)],
                Precedence::postfix};
    case ExprKind::coordinate:
        return coordinate(as<CoordinateExpr>(expr), need);
    case ExprKind::unary:
        return unary(as<Unary>(expr));
    case ExprKind::binary:
        return binary(as<Binary>(expr));
    case ExprKind::compare:
        return compare(as<Compare>(expr));
    case ExprKind::logical:
        return logical(as<Logical>(expr));
    case ExprKind::conditional:
        return conditional(as<Conditional>(expr));
    case ExprKind::cast:
        return cast(as<Cast>(expr), need);
    case ExprKind::construct: {
        // In a place that stores the value, the place says the type.
        const bool made =
            expr.type->is_vector() && dialect_.target == Target::cuda; // a function of CUDA's makes it
        std::string text = made                   ? "make_" + type_text(expr.type) + "("
                           : need == Need::stored ? "{"
                                                  : type_text(expr.type) + "{";
        const char* separator = "";
        for (const ExprPtr& part : as<Construct>(expr).parts) {
            text += separator + part_text(*part);
            separator = ", ";
        }
        return {text + (made ? ")" : "}"), Precedence::postfix};
    }
    case ExprKind::field: {
        const auto& part = as<FieldExpr>(expr);
        // CUDA's own type for the component is `long long`, which chooses another overload.
        if (part.operand->type->is_vector() && dialect_.target == Target::cuda && expr.type->is_integer() &&
            expr.type->size() == 8 && need == Need::exact)
            return {type_text(expr.type) + "(" + print(expr, Need::value) + ")", Precedence::postfix};
        std::string text = print(*part.operand, Need::exact, Precedence::postfix) + "." +
                           field_name(*part.operand->type, part.field);
        if (part.item) text += "[" + print(*part.item, Need::stored, Precedence::comma) + "]";
        const Expr* element = part.operand.get();
        while (element->kind == ExprKind::field)
            element = as<FieldExpr>(*element).operand.get();
        if (element->kind == ExprKind::load) text = loaded(std::move(text), as<Load>(*element), expr.type);
        return {std::move(text), Precedence::postfix};
    }
    case ExprKind::load: {
        const auto& load = as<Load>(expr);
        if (load.array->is_reference) return {reference(*load.array, *load.index), Precedence::postfix};
        return {loaded(element(load), load, expr.type), Precedence::postfix};
    }
    case ExprKind::view: {
        const auto& view = as<ArrayView>(expr);
        if (is_number(*view.start, 0)) return {variable(*view.array), Precedence::postfix};
        const std::string start = print(*view.start, Need::stored, Precedence::additive);
        return {variable(*view.array) + " + " + start, Precedence::additive};
    }
    case ExprKind::call: {
        const auto& call_expr = as<Call>(expr);
        std::vector<std::string> coordinates;
        if (dialect_.target == Target::cpu)
            for (const Coordinate coordinate : call_expr.function->facts.coordinates)
                coordinates.push_back(coordinates_.at(coordinate));
        return {call(*call_expr.function, coordinates, call_expr.arguments), Precedence::postfix};
    }
    case ExprKind::builtin_call:
        return builtin_call(as<BuiltinCall>(expr));
    case ExprKind::helper_call:
        if (is_check(as<HelperCall>(expr).helper)) return check_call(as<HelperCall>(expr));
        if (is_instrumentation(as<HelperCall>(expr).helper)) return record_call(as<HelperCall>(expr));
        return helper_call(as<HelperCall>(expr).helper, as<HelperCall>(expr).arguments);
    case ExprKind::assign_expr: {
        const auto& assign = as<AssignExpr>(expr);
        return {variable(*assign.variable) + " = " + print(*assign.value, Need::stored),
                Precedence::assignment};
    }
    case ExprKind::other_lane: {
        const auto& other = as<OtherLane>(expr);
        const std::string place =
            is_number(*other.place, 0) ? "" : " + " + print(*other.place, Need::stored, Precedence::additive);
        return {other.variable->emitted + "[warp" + place + "]", Precedence::postfix};
    }
    case ExprKind::sequence: {
        const auto& sequence = as<Sequence>(expr);
        return {print(*sequence.first) + ", " + print(*sequence.second), Precedence::comma};
    }
    case ExprKind::element_indices:
        break; // brackets() prints them
    }
    throw InternalError("an expression of an unknown kind reached the emitter");
}

ExpressionPrinter::Printed ExpressionPrinter::coordinate(const CoordinateExpr& expr, Need need) const {
    if (dialect_.target == Target::cpu && expr.coordinate == Coordinate::lane_id &&
        !coordinates_.contains(expr.coordinate))
        return {"lane_id", Precedence::postfix}; // the counter of a loop over the threads of a warp
    const std::string& name = coordinates_.at(expr.coordinate);
    // CUDA's own coordinates are unsigned, and would make an int next to them unsigned.
    const bool is_unsigned = dialect_.target == Target::cuda && !is_global(expr.coordinate) &&
                             group_of(expr.coordinate) != CoordinateGroup::within &&
                             (expr.coordinate != Coordinate::thread_y || name == "threadIdx.y");
    if (is_unsigned && need != Need::stored && need != Need::value)
        return {type_text(expr.type) + "(" + name + ")", Precedence::postfix};
    const bool computed =
        dialect_.target == Target::cuda &&
        (expr.coordinate == Coordinate::lane_id ||
         (expr.coordinate == Coordinate::block_dim_y && name != "blockDim.y")); // in a coarsened variant
    return {name, computed ? Precedence::multiplicative : Precedence::postfix};
}

std::string ExpressionPrinter::variable(const Variable& variable) const {
    if (variable.per_lane) return variable.emitted + "[" + lane_name + "]";
    const auto block = coordinates_.find(Coordinate::within_x); // of several blocks that run at once
    return variable.role == VariableRole::shared && block != coordinates_.end()
               ? variable.emitted + "[" + block->second + "]"
               : variable.emitted;
}

/// Returns the text of a part between the braces of an aggregate, where C++ takes no value of a wider type
/// but a constant.
std::string ExpressionPrinter::part_text(const Expr& part) const {
    if (part.type->is_aggregate() && (dialect_.target == Target::cpu || !part.type->is_vector()))
        return print(part, Need::stored, Precedence::assignment);
    const bool is_wider = part.kind != ExprKind::literal &&
                          (part.type->is_narrow() || part.type->is_bool()) && is_int_in_cpp(part);
    if (!is_wider) return print(part, Need::exact, Precedence::assignment);
    return type_text(part.type) + "(" + print(part, Need::exact, Precedence::assignment) + ")";
}

/// Returns the text of what a reference stands for. Where the access is noted, its index is told to the
/// recorder.
std::string ExpressionPrinter::reference(const Variable& array, const Expr& index) const {
    const bool is_recorded =
        index.kind == ExprKind::helper_call && is_instrumentation(as<HelperCall>(index).helper);
    return is_recorded ? "(&" + variable(array) + ")[" + print(index) + "]" : variable(array);
}

std::string ExpressionPrinter::place(const Lvalue& place) const {
    std::string text = place.index && place.variable->is_reference ? reference(*place.variable, *place.index)
                                                                   : variable(*place.variable);
    if (place.index && !place.variable->is_reference) text += brackets(*place.index);
    const Type* type = place.root_type();
    for (const std::size_t field : place.fields) {
        text += "." + field_name(*type, field);
        type = type->fields()[field].type;
    }
    if (place.item) {
        text += "[" + print(*place.item, Need::stored, Precedence::comma) + "]";
        type = type->element();
    }
    return place.index ? in_memory(std::move(text), *place.variable, type) : text;
}

std::string ExpressionPrinter::brackets(const Expr& index) const {
    if (index.kind != ExprKind::element_indices)
        return "[" + print(index, Need::stored, Precedence::comma) + "]";
    std::string text;
    for (const ExprPtr& each : as<ElementIndices>(index).indices)
        text += "[" + print(*each, Need::stored, Precedence::comma) + "]";
    return text;
}

std::string ExpressionPrinter::element(const Load& load) const {
    return variable(*load.array) + brackets(*load.index);
}

namespace {

bool is_volatile_number(const Type& type) {
    return type.is_bool() || type.is_integer() || (type.is_floating() && !type.is_small_float());
}

} // namespace

std::string ExpressionPrinter::loaded(std::string text, const Load& load, const Type* type) const {
    if (load.is_awaited && !dialect_.load_volatile.empty() && dialect_.in_memory.empty() &&
        is_volatile_number(*type))
        return dialect_.load_volatile + "(" + text + ")";
    return in_memory(std::move(text), *load.array, type);
}

std::string ExpressionPrinter::in_memory(std::string text, const Variable& array, const Type* type) const {
    const bool is_number = is_volatile_number(*type);
    const bool is_own = array.role == VariableRole::table || array.role == VariableRole::local_array;
    if (dialect_.in_memory.empty() || !is_number || is_own || array.is_reference) return text;
    return dialect_.in_memory + "(" + text + ")";
}

} // namespace cudapy::emit
