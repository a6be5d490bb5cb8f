#include "translator/check/dialect.h"

#include "translator/check/body/locals.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/module/environment.h"

namespace cudapy::checker {

program::Variable* only_variable(Body&, const Local& local, const syntax::Expr&) {
    return local.variable;
}

Entity no_member(const std::string&, const std::string&) {
    return {};
}

program::ExprPtr plain_condition(Body& body, const syntax::Expr& expr, const std::string&) {
    return condition(body, expr);
}

const DialectRules python_rules = {.numbers = python_numbers};

} // namespace cudapy::checker
