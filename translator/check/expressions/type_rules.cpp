#include "translator/check/expressions/type_rules.h"

#include "translator/check/body/body.h"

namespace cudapy::checker {

const TypeRules* rules_of(const Body& body, const Type* type) {
    return type->is_number() || type->is_aggregate() ? nullptr : body.dialect.types(type);
}

const TypeRules* rules_of(const Body& body, const Type* one, const Type* other) {
    const TypeRules* rules = rules_of(body, one);
    return rules ? rules : rules_of(body, other);
}

bool refuse_other(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where) {
    const TypeRules* rules = rules_of(body, value.type());
    if (rules) rules->refuse(body, value, expr, where);
    return rules != nullptr;
}

} // namespace cudapy::checker
