// Built-in functions and types as arguments: `fold(max, X)`, `apply(math.sqrt, x)`, `map(float, I)`. Such a
// one is given as the lambda that calls it with all that the parameter is called with: `lambda a, b: max(a,
// b)`.

#include "translator/check/module/instances.h"

namespace cudapy::checker {

using namespace syntax;

namespace {

/// Returns a copy of a name, or of a name with attributes.
ExprPtr copy(const Expr& expr) {
    if (expr.kind == ExprKind::name) return std::make_unique<Name>(expr.span, as<Name>(expr).id);
    const auto& attribute = as<Attribute>(expr);
    return std::make_unique<Attribute>(expr.span, copy(*attribute.value), attribute.name,
                                       attribute.name_span);
}

const std::string& root_of(const Expr& expr) {
    return expr.kind == ExprKind::name ? as<Name>(expr).id : root_of(*as<Attribute>(expr).value);
}

} // namespace

const Lambda& Instances::call_of(const Expr& callee, std::size_t arity) {
    std::unique_ptr<Lambda>& known = calls_[{&callee, arity}];
    if (known) return *known;
    auto function = std::make_shared<Function>();
    function->is_lambda = true;
    function->span = function->name_span = callee.span;
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < arity; ++i) {
        std::string name = i < 26 ? std::string(1, static_cast<char>('a' + i)) : "a" + std::to_string(i);
        if (name == root_of(callee)) name += "_";
        Argument& argument = arguments.emplace_back();
        argument.value = std::make_unique<Name>(callee.span, name);
        Parameter& parameter = function->parameters.emplace_back();
        parameter.name = std::move(name);
        parameter.span = callee.span;
    }
    function->body.push_back(std::make_unique<Return>(
        callee.span, std::make_unique<Call>(callee.span, copy(callee), std::move(arguments))));
    known = std::make_unique<Lambda>(callee.span, std::move(function));
    return *known;
}

} // namespace cudapy::checker
