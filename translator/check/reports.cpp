// `print` and `assert`: what a kernel tells the host.

#include "translator/check/function_checker.h"

namespace cudapy::checker {

using program::ExprPtr;
using syntax::ExprKind;
using What = diag::NotPrintable::What;

std::optional<std::string> FunctionChecker::literal_text(const syntax::Expr& expr, const std::string& where) {
    if (expr.kind == ExprKind::string) return syntax::as<syntax::String>(expr).value;
    const bool formatted = expr.kind == ExprKind::unsupported &&
                           syntax::as<syntax::UnsupportedExpr>(expr).construct == syntax::Construct::f_string;
    report(diag::NotPrintable{formatted ? What::f_string : What::no_text, where, text(expr), ""}, expr.span);
    return std::nullopt;
}

void FunctionChecker::assert_statement(const syntax::Assert& stmt, program::Block& out) {
    // `assert (c, "why")` is always true in Python, which warns of it.
    if (stmt.condition->kind == ExprKind::tuple) {
        report(diag::NotPrintable{What::tuple_condition, "`assert`", text(*stmt.condition), ""},
               stmt.condition->span);
        return;
    }
    std::vector<ExprPtr> arguments;
    arguments.push_back(condition(*stmt.condition));
    std::vector<std::string> texts;
    if (stmt.message) {
        auto message = literal_text(*stmt.message, "the message of an `assert`");
        if (!message) return;
        texts.push_back(std::move(*message));
    }
    if (!arguments[0]) return;
    ExprPtr call =
        builtin_node(stmt.span, Type::void_(), find_builtin("assert"), nullptr, std::move(arguments));
    program::as<program::BuiltinCall>(*call).texts = std::move(texts);
    emit(out, std::make_unique<program::Evaluate>(stmt.span, std::move(call)), stmt);
}

Value FunctionChecker::print_call(const syntax::Call& expr) {
    std::string separator = " ", end = "\n";
    std::vector<const syntax::Expr*> given;
    bool failed = false;
    for (const syntax::Argument& argument : expr.arguments) {
        if (argument.stars) {
            report(diag::NoStars{}, argument.value->span);
            failed = true;
        } else if (argument.keyword == "sep" || argument.keyword == "end") {
            if (argument.value->kind == ExprKind::none) continue; // what it is without
            auto text = literal_text(*argument.value, "`" + argument.keyword + "` of `print`");
            failed |= !text;
            if (text) (argument.keyword == "sep" ? separator : end) = std::move(*text);
        } else if (!argument.keyword.empty()) {
            report(diag::UnknownKeyword{"print", argument.keyword, "", true}, argument.keyword_span);
            failed = true;
        } else {
            given.push_back(argument.value.get());
        }
    }
    std::vector<ExprPtr> arguments;
    std::vector<std::string> texts(1);
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (i > 0) texts.back() += separator;
        if (given[i]->kind == ExprKind::string) {
            texts.back() += syntax::as<syntax::String>(*given[i]).value;
            continue;
        }
        ExprPtr value = printable(*given[i]);
        failed |= !value;
        arguments.push_back(std::move(value));
        texts.emplace_back();
    }
    texts.back() += end;
    if (failed) return {};
    ExprPtr call =
        builtin_node(expr.span, Type::void_(), find_builtin("print"), nullptr, std::move(arguments));
    program::as<program::BuiltinCall>(*call).texts = std::move(texts);
    return strong(std::move(call));
}

ExprPtr FunctionChecker::printable(const syntax::Expr& expr) {
    if (expr.kind == ExprKind::unsupported || expr.kind == ExprKind::none) {
        const bool formatted =
            expr.kind == ExprKind::unsupported &&
            syntax::as<syntax::UnsupportedExpr>(expr).construct == syntax::Construct::f_string;
        if (!formatted) {
            expression(expr);
            return nullptr;
        }
        report(diag::NotPrintable{What::f_string, "`print`", text(expr), ""}, expr.span);
        return nullptr;
    }
    Value value = expression(expr);
    if (!value) return nullptr;
    if (value.type()->is_array() || value.type()->is_tuple()) {
        report(diag::NotPrintable{value.type()->is_array() ? What::array : What::tuple, "`print`", text(expr),
                                  value.type()->name()},
               expr.span);
        return nullptr;
    }
    if (value.type()->is_void()) value = number(expr, "`print`"); // says so
    if (!value || refuse_complex(value, "`print`")) return nullptr;
    settle(value);
    return std::move(value.node);
}

} // namespace cudapy::checker
