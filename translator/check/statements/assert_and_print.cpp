#include "translator/check/statements/assert_and_print.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/statements/formats.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"

#include <functional>
#include <set>

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;
using Subject = diag::NotPrintable::Subject;

namespace {

/// The contents of a `print` so far. There is one text more than arguments.
struct Printed {
    std::vector<std::string> texts = {""};
    std::vector<program::ExprPtr> arguments;
    std::vector<program::BuiltinCall::Format> formats;
};

void bad_format(Body& body, const syntax::FormatField& field, std::string reason, std::string help = "");
program::ExprPtr formatted(Body& body, const syntax::FormatField& field, program::ExprPtr value,
                           program::BuiltinCall::Format& out);
program::ExprPtr printable(Body& body, const syntax::Expr& expr);
bool print_parts(Body& body, const syntax::Expr& expr, Printed& out, bool& fine);

/// Returns whether a string names characters, which only Python knows, and reports that.
bool names_characters(Body& body, const syntax::Expr& expr, const std::string& where) {
    const bool names =
        (expr.kind == ExprKind::string && syntax::as<syntax::String>(expr).names_characters) ||
        (expr.kind == ExprKind::f_string && syntax::as<syntax::FString>(expr).names_characters);
    if (names)
        report(body, diag::NotPrintable{Subject::named_character, where, text(body, expr), ""}, expr.span);
    return names;
}

/// Returns the text of a string literal. Anything else is reported, and nothing is returned. `where` says
/// what needs the string.
std::optional<std::string> literal_text(Body& body, const syntax::Expr& expr, const std::string& where) {
    if (names_characters(body, expr, where)) return std::nullopt;
    if (expr.kind == ExprKind::string) return syntax::as<syntax::String>(expr).value;
    if (expr.kind == ExprKind::f_string && syntax::as<syntax::FString>(expr).fields.empty())
        return syntax::as<syntax::FString>(expr).texts[0];
    const Subject what = expr.kind == ExprKind::f_string ? Subject::f_string : Subject::no_text;
    report(body, diag::NotPrintable{what, where, text(body, expr), ""}, expr.span);
    return std::nullopt;
}

/// Returns whether the expression makes a string, as `"n = " + str(n)`, `"%d" % n` and `"{}".format(n)` do.
bool makes_string(const syntax::Expr& expr) {
    switch (expr.kind) {
    case ExprKind::binary: {
        const auto& binary = syntax::as<syntax::Binary>(expr);
        const auto is_text = [](const syntax::Expr& side) {
            return side.kind == ExprKind::string || side.kind == ExprKind::f_string || makes_string(side);
        };
        return is_text(*binary.left) || is_text(*binary.right);
    }
    case ExprKind::call: {
        const syntax::Expr& callee = *syntax::as<syntax::Call>(expr).function;
        return callee.kind == ExprKind::attribute &&
               syntax::as<syntax::Attribute>(callee).value->kind == ExprKind::string;
    }
    default:
        return false;
    }
}

/// Adds what one argument shows; false where something in it was reported.
bool print_argument(Body& body, const syntax::Expr& expr, Printed& out) {
    if (names_characters(body, expr, "`print`")) return false;
    if (expr.kind == ExprKind::string) {
        out.texts.back() += syntax::as<syntax::String>(expr).value;
        return true;
    }
    if (makes_string(expr)) {
        report(body,
               diag::NoStrings{
                   {}, "the parts one by one, `print(\"n =\", n)`, or an f-string, `print(f\"n = {n}\")`"},
               expr.span);
        return false;
    }
    bool fine = true;
    const auto add = [&](ExprPtr value, program::BuiltinCall::Format format) {
        fine &= value != nullptr;
        out.arguments.push_back(std::move(value));
        out.formats.push_back(std::move(format));
    };
    if (expr.kind != ExprKind::f_string) {
        if (body.dialect.prints.shows_tuples && print_parts(body, expr, out, fine)) return fine;
        ExprPtr value = printable(body, expr);
        program::BuiltinCall::Format format;
        if (value && value->type->is_floating()) format.conversion = body.dialect.prints.floats;
        add(std::move(value), std::move(format));
        out.texts.emplace_back();
        return fine;
    }
    const auto& parts = syntax::as<syntax::FString>(expr);
    out.texts.back() += parts.texts[0];
    for (std::size_t i = 0; i < parts.fields.size(); ++i) {
        const syntax::FormatField& field = parts.fields[i];
        if (field.value->kind == ExprKind::string || field.value->kind == ExprKind::f_string) {
            fine = false;
            bad_format(body, field, "a field shows a number", "write the text in the f-string itself");
        } else {
            program::BuiltinCall::Format format;
            ExprPtr value = printable(body, *field.value);
            if (value) value = formatted(body, field, std::move(value), format);
            add(std::move(value), std::move(format));
        }
        out.texts.push_back(parts.texts[i + 1]);
    }
    return fine;
}

/// Prints a tuple, or `threadIdx` and its like, as Python shows tuples, which numba does. Returns whether the
/// expression is one.
bool print_parts(Body& body, const syntax::Expr& expr, Printed& out, bool& fine) {
    const auto found = entity(body, expr);
    if (found && found->kind == Entity::Kind::axes) {
        out.texts.back() += "(";
        for (int axis = 0; axis < 3; ++axis) {
            out.arguments.push_back(std::make_unique<program::CoordinateExpr>(
                expr.span, body.context.index_type(),
                program::coordinate_of(program::group_of(found->axes), axis)));
            out.formats.emplace_back();
            out.texts.emplace_back(axis < 2 ? ", " : ")");
        }
        return true;
    }
    const std::vector<const syntax::Expr*> parts = indices_in(body, expr);
    if (parts.size() == 1 && parts[0] == &expr) return false;
    out.texts.back() += "(";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) out.texts.back() += ", ";
        fine &= print_argument(body, *parts[i], out);
    }
    out.texts.back() += parts.size() == 1 ? ",)" : ")";
    return true;
}

void bad_format(Body& body, const syntax::FormatField& field, std::string reason, std::string help) {
    const bool whole = field.spec.empty();
    report(body,
           diag::BadFormat{whole ? text(body, *field.value) : field.spec, std::move(reason), std::move(help)},
           whole ? field.value->span : field.spec_span);
}

/// Returns the value as printf takes it for the field's format, or null, with the error reported.
ExprPtr formatted(Body& body, const syntax::FormatField& field, ExprPtr value,
                  program::BuiltinCall::Format& out) {
    if (field.spec.empty()) return value;
    const auto refuse = [&](std::string reason, std::string help = "") -> ExprPtr {
        bad_format(body, field, std::move(reason), std::move(help));
        return nullptr;
    };
    if (field.conversion) return refuse("`!` makes a string of the value first", "leave the `!` out");
    const PrintfFormat format = printf_format(field.spec, value->type);
    if (!format.problem.empty()) return refuse(format.problem, format.help);
    out = {format.modifiers, format.conversion};
    const Type* shown = format.as_double         ? Type::float64()
                        : value->type->is_bool() ? Type::int32()
                                                 : value->type;
    if (shown != value->type)
        value = std::make_unique<program::Cast>(value->span, shown, std::move(value), true);
    return value;
}

/// Returns a number that `print` shows. Anything else is reported, and null is returned.
ExprPtr printable(Body& body, const syntax::Expr& expr) {
    Value value = expression(body, expr);
    if (!value) return nullptr;
    if (value.type()->is_array() || value.type()->is_tuple()) {
        const Subject what = value.type()->is_random_state() ? Subject::generator
                             : value.type()->is_array()      ? Subject::array
                                                             : Subject::tuple;
        report(body, diag::NotPrintable{what, "`print`", text(body, expr), value.type()->name()}, expr.span);
        return nullptr;
    }
    const bool is_value = value.type()->is_number();
    if (!is_value) value = number(body, expr, "`print`"); // says so
    if (!value || refuse_complex(body, value, "`print`")) return nullptr;
    // For `x > 0 and n` Python shows a bool or a number, depending on the value.
    std::set<int> looks;
    const std::function<void(const syntax::Expr&)> look = [&](const syntax::Expr& each) {
        if (each.kind == ExprKind::conditional) {
            look(*syntax::as<syntax::Conditional>(each).then_value);
            look(*syntax::as<syntax::Conditional>(each).else_value);
        } else if (each.kind == ExprKind::boolean_op) {
            for (const auto& operand : syntax::as<syntax::BooleanOp>(each).operands)
                look(*operand);
        } else if (const Value operand = expression(body, each)) {
            looks.insert(operand.type()->is_bool() ? 0 : operand.type()->is_integer() ? 1 : 2);
        }
    };
    {
        const Silence silence(body); // its errors have been reported
        look(expr);
    }
    if (looks.size() > 1) {
        report(body,
               diag::NotPrintable{Subject::bool_or_number, "`print`", text(body, expr), value.type()->name()},
               expr.span);
        return nullptr;
    }
    settle(value);
    return std::move(value.node);
}

} // namespace

void assert_statement(Body& body, const syntax::Assert& stmt, program::Block& out) {
    // `assert (c, "why")` is always true in Python, which warns of it.
    if (stmt.condition->kind == ExprKind::tuple) {
        report(body,
               diag::NotPrintable{Subject::tuple_condition, "`assert`", text(body, *stmt.condition), ""},
               stmt.condition->span);
        return;
    }
    std::vector<ExprPtr> arguments;
    arguments.push_back(condition(body, *stmt.condition));
    std::vector<std::string> texts;
    if (stmt.message) {
        auto message = literal_text(body, *stmt.message, "the message of an `assert`");
        if (!message) return;
        texts.push_back(std::move(*message));
    }
    if (!arguments[0]) return;
    ExprPtr call =
        builtin_node(stmt.span, Type::void_(), find_builtin("assert"), nullptr, std::move(arguments));
    program::as<program::BuiltinCall>(*call).texts = std::move(texts);
    emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(call)), stmt);
}

Value print_call(Body& body, const syntax::Call& expr) {
    std::string separator = " ", end = "\n";
    std::vector<const syntax::Expr*> given;
    bool failed = false;
    for (const syntax::Argument& argument : expr.arguments) {
        if (argument.stars) {
            report(body, diag::NoStars{}, argument.value->span);
            failed = true;
        } else if (argument.keyword == "sep" || argument.keyword == "end") {
            if (argument.value->kind == ExprKind::none) continue; // what it is without
            auto text = literal_text(body, *argument.value, "`" + argument.keyword + "` of `print`");
            failed |= !text;
            if (text) (argument.keyword == "sep" ? separator : end) = std::move(*text);
        } else if (!argument.keyword.empty()) {
            report(body, diag::UnknownKeyword{"print", argument.keyword, "", true}, argument.keyword_span);
            failed = true;
        } else {
            given.push_back(argument.value.get());
        }
    }
    if (const std::size_t most = body.dialect.prints.most; most && given.size() > most) {
        report(body, diag::NoOther{"`print` of more than 32 values under `cuda.jit`"}, expr.span);
        return {};
    }
    Printed printed;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (i > 0) printed.texts.back() += separator;
        failed |= !print_argument(body, *given[i], printed);
    }
    printed.texts.back() += end;
    if (failed) return {};
    ExprPtr call =
        builtin_node(expr.span, Type::void_(), find_builtin("print"), nullptr, std::move(printed.arguments));
    auto& print = program::as<program::BuiltinCall>(*call);
    print.texts = std::move(printed.texts);
    print.formats = std::move(printed.formats);
    return strong(std::move(call));
}

} // namespace cudapy::checker
