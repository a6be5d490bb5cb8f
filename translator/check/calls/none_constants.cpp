#include "translator/check/calls/none_constants.h"

#include "translator/check/body/body.h"
#include "translator/check/body/names.h"

namespace cudapy::checker {

bool is_none(const Entity& entity) {
    return entity.kind == Entity::Kind::object && entity.binding && entity.binding->path == "NoneType";
}

bool is_none(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::none) return true;
    if (expr.kind != syntax::ExprKind::name && expr.kind != syntax::ExprKind::attribute) return false;
    const auto found = entity(body, expr);
    return found && is_none(*found);
}

std::shared_ptr<const NamedEntity> none_constant() {
    auto constant = std::make_shared<NamedEntity>();
    constant->binding.kind = Binding::Kind::other;
    constant->binding.path = "NoneType";
    constant->entity.kind = Entity::Kind::object;
    constant->entity.name = "None";
    constant->entity.binding = &constant->binding;
    constant->entity.type = Type::bool_(); // for the parameter's type variable, which nothing reads
    return constant;
}

} // namespace cudapy::checker
