#include "translator/check/free_names.h"

#include <algorithm>
#include <string>

namespace cudapy::checker {

using namespace syntax;

namespace {

class Search {
  public:
    std::vector<const Name*> found;

    void lambda(const Lambda& lambda) {
        const std::size_t before = bound_.size();
        for (const Parameter& parameter : lambda.function->parameters)
            bound_.push_back(parameter.name);
        for (const StmtPtr& statement : lambda.function->body)
            if (statement->kind == StmtKind::return_) look(as<Return>(*statement).value);
        bound_.resize(before);
    }

    void look(const ExprPtr& expr) {
        if (expr) look(*expr);
    }

    void look(const Expr& expr);

  private:
    std::vector<std::string> bound_; ///< by the lambdas around the place

    void look(const std::vector<ExprPtr>& all) {
        for (const ExprPtr& each : all)
            look(each);
    }

    void name(const Name& name) {
        const bool is_bound = std::find(bound_.begin(), bound_.end(), name.id) != bound_.end();
        const bool is_known =
            std::any_of(found.begin(), found.end(), [&](const Name* other) { return other->id == name.id; });
        if (!is_bound && !is_known) found.push_back(&name);
    }
};

void Search::look(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::name:
        return name(as<Name>(expr));
    case ExprKind::attribute:
        return look(as<Attribute>(expr).value);
    case ExprKind::call:
        look(as<Call>(expr).function);
        for (const Argument& argument : as<Call>(expr).arguments)
            look(argument.value);
        return;
    case ExprKind::subscript:
        look(as<Subscript>(expr).value);
        return look(as<Subscript>(expr).index);
    case ExprKind::slice:
        look(as<Slice>(expr).lower);
        look(as<Slice>(expr).upper);
        return look(as<Slice>(expr).step);
    case ExprKind::unary:
        return look(as<Unary>(expr).operand);
    case ExprKind::binary:
        look(as<Binary>(expr).left);
        return look(as<Binary>(expr).right);
    case ExprKind::boolean_op:
        return look(as<BooleanOp>(expr).operands);
    case ExprKind::compare:
        return look(as<Compare>(expr).operands);
    case ExprKind::conditional:
        look(as<Conditional>(expr).then_value);
        look(as<Conditional>(expr).condition);
        return look(as<Conditional>(expr).else_value);
    case ExprKind::tuple:
        return look(as<Tuple>(expr).elements);
    case ExprKind::f_string:
        for (const FormatField& field : as<FString>(expr).fields)
            look(field.value);
        return;
    case ExprKind::lambda:
        return lambda(as<Lambda>(expr));
    case ExprKind::integer:
    case ExprKind::floating:
    case ExprKind::boolean:
    case ExprKind::none:
    case ExprKind::string:
    case ExprKind::unsupported:
    case ExprKind::error:
        return;
    }
}

std::vector<std::string> texts(const Search& search) {
    std::vector<std::string> names;
    for (const Name* name : search.found)
        names.push_back(name->id);
    return names;
}

} // namespace

std::vector<std::string> names_in(const Expr& expr) {
    Search search;
    search.look(expr);
    return texts(search);
}

std::vector<std::string> names_in(const Stmt& stmt) {
    Search search;
    switch (stmt.kind) {
    case StmtKind::assign:
        for (const ExprPtr& target : as<Assign>(stmt).targets)
            search.look(target);
        search.look(as<Assign>(stmt).value);
        break;
    case StmtKind::augmented_assign:
        search.look(as<AugmentedAssign>(stmt).target);
        search.look(as<AugmentedAssign>(stmt).value);
        break;
    case StmtKind::annotated_assign:
        search.look(as<AnnotatedAssign>(stmt).target);
        search.look(as<AnnotatedAssign>(stmt).value);
        break;
    case StmtKind::expression:
        search.look(as<ExpressionStmt>(stmt).value);
        break;
    case StmtKind::if_:
        search.look(as<If>(stmt).condition);
        break;
    case StmtKind::while_:
        search.look(as<While>(stmt).condition);
        break;
    case StmtKind::for_:
        search.look(as<For>(stmt).target);
        search.look(as<For>(stmt).iterable);
        break;
    case StmtKind::return_:
        search.look(as<Return>(stmt).value);
        break;
    case StmtKind::assert_:
        search.look(as<Assert>(stmt).condition);
        search.look(as<Assert>(stmt).message);
        break;
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::pass:
    case StmtKind::unsupported:
    case StmtKind::error:
        break;
    }
    return texts(search);
}

std::vector<const Name*> free_names(const Lambda& lambda) {
    Search search;
    search.lambda(lambda);
    return std::move(search.found);
}

std::vector<const Name*> names_in_defaults(const Lambda& lambda) {
    Search search;
    for (const Parameter& parameter : lambda.function->parameters)
        search.look(parameter.default_value);
    return std::move(search.found);
}

} // namespace cudapy::checker
