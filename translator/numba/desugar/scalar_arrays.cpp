#include "translator/numba/desugar/scalar_arrays.h"

#include "translator/syntax/clone.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace cudapy::checker::numba {

namespace {

bool is_scalar_array(const InstanceRequest::Argument& argument) {
    return argument.type && argument.function == "()";
}

/// Writes a function whose arrays of no dimension have one.
class WithOneDimension {
  public:
    WithOneDimension(const syntax::Function& function,
                     const std::vector<InstanceRequest::Argument>& arguments)
        : function_(function) {
        for (std::size_t i = 0; i < std::min(function.parameters.size(), arguments.size()); ++i)
            if (is_scalar_array(arguments[i])) arrays_.insert(function.parameters[i].name);
        syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
            if (stmt.kind != syntax::StmtKind::assign) return;
            for (const auto& target : syntax::as<syntax::Assign>(stmt).targets)
                targets_.insert(target.get());
        });
    }

    /// Returns where such an array is used as a whole, if it is.
    std::optional<NotRewritten> problem() const {
        std::set<const syntax::Expr*> known;
        std::optional<NotRewritten> found;
        visit(function_.body, known, false, found);
        return found;
    }

    std::shared_ptr<const syntax::Function> result() const {
        const syntax::Replace replace = [this](const syntax::Expr& expr) { return replaced(expr); };
        return std::make_shared<syntax::Function>(
            syntax::clone(function_, syntax::clone(function_.body, replace)));
    }

  private:
    bool is_array(const syntax::Expr& expr) const {
        return expr.kind == syntax::ExprKind::name && arrays_.count(syntax::as<syntax::Name>(expr).id);
    }

    /// Returns the name of the array whose element or whose size an expression is, or null.
    const syntax::Expr* owner(const syntax::Expr& expr) const {
        if (expr.kind == syntax::ExprKind::attribute) {
            const auto& attribute = syntax::as<syntax::Attribute>(expr);
            const bool is_number = attribute.name == "size" || attribute.name == "ndim";
            return is_number && is_array(*attribute.value) ? attribute.value.get() : nullptr;
        }
        if (expr.kind != syntax::ExprKind::subscript) return nullptr;
        const auto& subscript = syntax::as<syntax::Subscript>(expr);
        const syntax::Expr& index = *subscript.index;
        const bool is_empty =
            index.kind == syntax::ExprKind::tuple && syntax::as<syntax::Tuple>(index).elements.empty();
        const bool is_ellipsis =
            index.kind == syntax::ExprKind::unsupported && targets_.count(&expr) &&
            syntax::as<syntax::UnsupportedExpr>(index).construct == syntax::Construct::ellipsis;
        return (is_empty || is_ellipsis) && is_array(*subscript.value) ? subscript.value.get() : nullptr;
    }

    void visit(const syntax::Block& block, std::set<const syntax::Expr*>& known, bool in_lambda,
               std::optional<NotRewritten>& found) const {
        syntax::visit_all(block, [&](const syntax::Expr& expr) {
            if (const syntax::Expr* array = in_lambda ? nullptr : owner(expr)) known.insert(array);
            if (expr.kind == syntax::ExprKind::lambda)
                visit(syntax::as<syntax::Lambda>(expr).function->body, known, true, found);
            if (found || !is_array(expr) || known.count(&expr)) return;
            const std::string& name = syntax::as<syntax::Name>(expr).id;
            found = NotRewritten{
                {"an array of no dimension used as a whole", "its element is `" + name +
                                                                 "[()]`, and an array of one element can be "
                                                                 "passed on and sliced"},
                expr.span};
        });
    }

    syntax::ExprPtr replaced(const syntax::Expr& expr) const {
        const syntax::Expr* array = owner(expr);
        if (!array) return nullptr;
        if (expr.kind == syntax::ExprKind::attribute) {
            const bool is_size = syntax::as<syntax::Attribute>(expr).name == "size";
            return std::make_unique<syntax::Integer>(expr.span, is_size ? 1 : 0, false);
        }
        auto name = std::make_unique<syntax::Name>(array->span, syntax::as<syntax::Name>(*array).id);
        auto first =
            std::make_unique<syntax::Integer>(syntax::as<syntax::Subscript>(expr).index->span, 0, false);
        return std::make_unique<syntax::Subscript>(expr.span, std::move(name), std::move(first));
    }

    const syntax::Function& function_;
    std::set<std::string> arrays_;
    std::set<const syntax::Expr*> targets_; ///< of plain assignments
};

} // namespace

bool has_scalar_arrays(const std::vector<InstanceRequest::Argument>& arguments) {
    return std::any_of(arguments.begin(), arguments.end(), is_scalar_array);
}

Rewriting with_one_dimension(const syntax::Function& function,
                             const std::vector<InstanceRequest::Argument>& arguments) {
    const WithOneDimension rewriting(function, arguments);
    if (auto problem = rewriting.problem()) return std::move(*problem);
    Rewritten result{rewriting.result(), arguments};
    for (InstanceRequest::Argument& argument : result.arguments)
        if (is_scalar_array(argument)) argument.function.clear();
    return result;
}

} // namespace cudapy::checker::numba
