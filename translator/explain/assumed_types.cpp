#include "translator/explain/assumed_types.h"

#include "translator/syntax/walk.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

namespace cudapy {

namespace {

const std::string* name_of(const syntax::Expr& expr) {
    return expr.kind == syntax::ExprKind::name ? &syntax::as<syntax::Name>(expr).id : nullptr;
}

/// The dimensions of the names that a function uses as arrays.
class Dimensions {
  public:
    explicit Dimensions(const syntax::Function& function) {
        syntax::visit_all(function.body, [&](const syntax::Expr& expr) { look_at(expr); });
        syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
            if (stmt.kind == syntax::StmtKind::for_) note(*syntax::as<syntax::For>(stmt).iterable, 1);
        });
    }
    /// Returns 0 for a name that is not used as an array.
    int of(const std::string& name) const {
        const auto found = ranks_.find(name);
        return found == ranks_.end() ? 0 : found->second;
    }

  private:
    void note(const syntax::Expr& array, int rank) {
        if (const std::string* name = name_of(array)) ranks_[*name] = std::max(ranks_[*name], rank);
    }
    void look_at(const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::subscript) {
            int rank = 0;
            const syntax::Expr* array = &expr;
            for (; array->kind == syntax::ExprKind::subscript;
                 array = syntax::as<syntax::Subscript>(*array).value.get()) {
                const syntax::Expr& index = *syntax::as<syntax::Subscript>(*array).index;
                rank += index.kind == syntax::ExprKind::tuple
                            ? static_cast<int>(syntax::as<syntax::Tuple>(index).elements.size())
                            : 1;
            }
            if (array->kind == syntax::ExprKind::attribute)
                note_shape(syntax::as<syntax::Attribute>(*array), expr);
            note(*array, std::min(rank, Type::max_rank));
        } else if (expr.kind == syntax::ExprKind::attribute) {
            const auto& attribute = syntax::as<syntax::Attribute>(expr);
            if (attribute.name == "shape" || attribute.name == "size" || attribute.name == "ndim")
                note(*attribute.value, 1);
        } else if (expr.kind == syntax::ExprKind::call) {
            const auto& call = syntax::as<syntax::Call>(expr);
            const std::string* called = name_of(*call.function);
            if (called && (*called == "len" || called->starts_with("atomic")) && !call.arguments.empty())
                note(*call.arguments[0].value, 1);
        }
    }
    /// `A.shape[1]` says that there are two dimensions.
    void note_shape(const syntax::Attribute& attribute, const syntax::Expr& subscript) {
        const syntax::Expr& axis = *syntax::as<syntax::Subscript>(subscript).index;
        if (attribute.name != "shape" || axis.kind != syntax::ExprKind::integer) return;
        const uint64_t last = std::min<uint64_t>(syntax::as<syntax::Integer>(axis).value, Type::max_rank - 1);
        note(*attribute.value, static_cast<int>(last) + 1);
    }

    std::map<std::string, int> ranks_;
};

/// Adds the names of a type's text that begin with a capital letter, such as `T` of `T*`.
void add_type_variables(const std::string& type, std::vector<std::string>& names) {
    const auto is_of_name = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    for (auto begin = type.begin(); begin != type.end();) {
        begin = std::find_if(begin, type.end(), is_of_name);
        const auto end = std::find_if_not(begin, type.end(), is_of_name);
        const std::string name(begin, end);
        const bool is_variable = !name.empty() && std::isupper(static_cast<unsigned char>(name[0])) != 0;
        if (is_variable && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        begin = end;
    }
}

} // namespace

std::optional<InstanceRequest> assumed_instance(const GenericKernel& kernel, const syntax::Function& function,
                                                const Type* element) {
    InstanceRequest request;
    request.kernel = kernel.name;
    const Dimensions dimensions(function);
    std::vector<std::string> variables;
    for (const GenericKernel::Parameter& parameter : kernel.parameters) {
        if (parameter.is_function) return std::nullopt;
        add_type_variables(parameter.type, variables);
        InstanceRequest::Argument& argument = request.arguments.emplace_back();
        if (!parameter.type.empty()) continue;
        const int rank = dimensions.of(parameter.name);
        argument.type = rank > 0 ? Type::array(element, rank) : element;
    }
    const bool has_untyped = std::any_of(request.arguments.begin(), request.arguments.end(),
                                         [](const auto& argument) { return argument.type != nullptr; });
    if (has_untyped && !variables.empty()) return std::nullopt;
    if (!has_untyped) request.arguments.clear();
    for (const std::string& variable : variables)
        request.choices.emplace_back(variable, InstanceRequest::Argument{element, false, ""});
    return request;
}

} // namespace cudapy
