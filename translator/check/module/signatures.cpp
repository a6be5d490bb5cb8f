#include "translator/check/module/signatures.h"

#include "translator/check/dialect.h"
#include "translator/check/module/environment.h"
#include "translator/check/module/instances.h"
#include "translator/check/module/structs.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/syntax/signature/signature.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <unordered_set>

namespace cudapy::checker {

using syntax::ParameterKind;
using syntax::Signature;

namespace {

bool is_kernel_decorator(const syntax::Expr& expr) {
    switch (expr.kind) {
    case syntax::ExprKind::name:
        return syntax::as<syntax::Name>(expr).id == "kernel";
    case syntax::ExprKind::attribute:
        return syntax::as<syntax::Attribute>(expr).name == "kernel";
    case syntax::ExprKind::call:
        return is_kernel_decorator(*syntax::as<syntax::Call>(expr).function);
    default:
        return false;
    }
}

bool same(const Signature& a, const Signature& b) {
    if (a.result != b.result || a.parameters.size() != b.parameters.size()) return false;
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
        const auto& left = a.parameters[i];
        const auto& right = b.parameters[i];
        bool names_differ = !left.name.empty() && !right.name.empty() && left.name != right.name;
        if (left.type != right.type || names_differ) return false;
    }
    return true;
}

class Resolver {
  public:
    Resolver(Context& context, FunctionInfo& info, const ParsedUnit& unit)
        : context_(context), info_(info), unit_(unit), syntax_(*info.syntax), function_(*info.function) {}

    void resolve() {
        function_.result = Type::void_();
        bool good = check_parameters();
        if (unit_.signature_option)
            good &= from_signature(parse(*unit_.signature_option));
        else if (!syntax_.signatures.empty())
            good &= from_texts();
        else
            good &= from_annotations();
        info_.valid = good && !syntax_.is_unmarked;
        if (info_.is_generic() || !(is_generic_ || finds_result_)) return;
        pattern_.declared_result = finds_result_ ? nullptr : function_.result;
        info_.kind = std::move(pattern_);
        function_.result = nullptr;
        function_.parameters.clear();
        info_.places.clear();
        info_.lists.clear();
    }

  private:
    void report(diag::Payload payload, Span span, std::vector<diag::Label> labels = {}) {
        context_.sink.report(std::move(payload), span, std::move(labels));
    }

    /// Checks that the parameters have a form that a kernel can have.
    bool check_parameters() {
        bool good = true;
        std::unordered_set<std::string> names;
        const bool may_take_rest = context_.dialect.signatures.has_star_parameters &&
                                   !unit_.signature_option && syntax_.signatures.empty();
        for (const syntax::Parameter& parameter : syntax_.parameters) {
            if (!names.insert(parameter.name).second) {
                report(diag::DuplicateParameter{parameter.name}, parameter.span);
                good = false;
            }
            auto problem = parameter_form(syntax_, parameter, may_take_rest);
            if (!problem) continue;
            report(std::move(*problem), parameter.span);
            good = false;
        }
        return good;
    }

    bool add_parameter(std::size_t i, const Type* type, Span type_span) {
        const syntax::Parameter& parameter = syntax_.parameters[i];
        info_.type_spans.push_back(type_span);
        if (type && type->is_void()) {
            report(diag::VoidParameter{parameter.name}, type_span);
            type = nullptr;
        }
        if (type) is_generic_ = is_generic_ || type->is_generic();
        pattern_.declared.push_back(type ? type : Type::int32());
        const Type* known = type ? type : Type::int32(); // a stand-in, never looked at
        checker::add_parameter(info_, parameter.name, known, parameter.span, context_.index_type());
        return type != nullptr;
    }

    bool set_result(const Type* type, Span span) {
        info_.result_span = span;
        if (type && (type->is_array() || type->is_lists())) {
            report(diag::ArrayResult{syntax_.name, type->name()}, span);
            return false;
        }
        if (type) is_generic_ = is_generic_ || type->is_generic();
        if (type) function_.result = type;
        return type != nullptr;
    }

    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const syntax::Parameter& parameter : syntax_.parameters)
            result.push_back(parameter.name);
        return result;
    }

    std::optional<Signature> parse(Span text) {
        Environment environment(context_, info_);
        return syntax::parse_signature(
            context_.sources, text, context_.sink, names(), [&](const std::string& name, Span span) {
                const Type* own = context_.dialect.signatures.type_named(name);
                return own ? std::optional(own) : struct_named(context_, environment, name, span);
            });
    }

    bool from_texts() {
        std::vector<Signature> found;
        bool all = true;
        for (const syntax::SignatureText& text : syntax_.signatures) {
            auto signature = parse(text.span);
            if (!signature) {
                all = false;
                continue;
            }
            if (!found.empty() && !same(found[0], *signature))
                report(diag::SignaturesDisagree{syntax_.name}, text.span,
                       {{found[0].span, "the first one is here"}});
            found.push_back(std::move(*signature));
        }
        return from_signature(found.empty() ? std::nullopt : std::optional(std::move(found[0]))) && all;
    }

    bool from_signature(const std::optional<Signature>& signature) {
        if (!signature) return false;
        if (!signature->function.empty() && signature->function != syntax_.name)
            report(diag::SignatureName{signature->function, syntax_.name}, signature->function_span,
                   {{syntax_.name_span, "the function is called `" + syntax_.name + "`"}});
        bool good = set_result(signature->result, signature->result_span);
        const auto& types = signature->parameters;
        if (types.size() != syntax_.parameters.size()) {
            report_count(*signature);
            return false;
        }
        for (std::size_t i = 0; i < types.size(); ++i) {
            good &= add_parameter(i, types[i].type, types[i].type_span);
            const bool repeated = std::any_of(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(i),
                                              [&](const auto& other) { return other.name == types[i].name; });
            if (!types[i].name.empty() && !repeated && types[i].name != syntax_.parameters[i].name)
                report(diag::SignatureParameterName{types[i].name, syntax_.parameters[i].name},
                       types[i].name_span,
                       {{syntax_.parameters[i].span,
                         "the function calls it `" + syntax_.parameters[i].name + "`"}});
        }
        return good;
    }

    void report_count(const Signature& signature) {
        for (const syntax::Parameter& parameter : syntax_.parameters) // which is reported, and counts as none
            if (parameter.kind == ParameterKind::star || parameter.kind == ParameterKind::double_star) return;
        std::size_t expected = syntax_.parameters.size(), given = signature.parameters.size();
        Span span = signature.span;
        if (given > expected)
            span =
                Span::cover(signature.parameters[expected].type_span, last_span(signature.parameters.back()));
        Span at = expected == 0
                      ? syntax_.name_span
                      : Span::cover(syntax_.parameters.front().span, syntax_.parameters.back().span);
        report(diag::SignatureCount{syntax_.name, given, expected}, span,
               {{at, "`" + syntax_.name + "` has " + std::to_string(expected) +
                         (expected == 1 ? " parameter" : " parameters")}});
    }

    static Span last_span(const syntax::SignatureParameter& parameter) {
        return parameter.name.empty() ? parameter.type_span : parameter.name_span;
    }

    /// Returns the type that an annotation names. If it names none, that is reported.
    const Type* annotation(Environment& environment, const syntax::Expr& expr) {
        auto found = environment.annotation(expr);
        if (found.reported) return nullptr;
        if (!found.type)
            report(bad_annotation(environment, expr, std::string(context_.sources.text(expr.span))),
                   expr.span);
        return found.type;
    }

    bool from_annotations() {
        bool any = syntax_.returns != nullptr;
        for (const syntax::Parameter& parameter : syntax_.parameters)
            any |= parameter.annotation != nullptr;
        any &= context_.dialect.signatures.has_annotations;
        bool decorated = std::any_of(syntax_.decorators.begin(), syntax_.decorators.end(),
                                     [](const auto& decorator) { return is_kernel_decorator(*decorator); });
        if (!any && !(decorated && syntax_.parameters.empty())) {
            make_unsigned_generic(info_);
            info_.pattern()->is_unsigned = true;
            function_.result = nullptr;
            return true;
        }
        Environment environment(context_, info_);
        bool good = true;
        if (syntax_.returns)
            good = set_result(annotation(environment, *syntax_.returns), syntax_.returns->span);
        std::vector<const Type*> types;
        for (const syntax::Parameter& parameter : syntax_.parameters)
            types.push_back(parameter.annotation ? annotation(environment, *parameter.annotation) : nullptr);
        for (std::size_t i = 0; i < syntax_.parameters.size(); ++i) {
            const syntax::Parameter& parameter = syntax_.parameters[i];
            if (parameter.annotation) {
                good &= add_parameter(i, types[i], parameter.annotation->span);
                continue;
            }
            if (parameter.kind != ParameterKind::ordinary) continue; // reported
            pattern_.untyped.insert(i);
            good &= add_parameter(i, Type::variable(name_of_type(parameter.name, types)), parameter.span);
        }
        const bool is_partial = !pattern_.untyped.empty();
        finds_result_ = !syntax_.returns && (is_partial || returns_value(syntax_));
        return good;
    }

    /// Returns the name of the type of a parameter without an annotation. It is that of the parameter, if no
    /// type variable has this name.
    static std::string name_of_type(std::string name, const std::vector<const Type*>& types) {
        const auto is_taken = [&](const Type* type) {
            return type && type->is_generic() && type->name().find(name) != std::string::npos;
        };
        while (std::any_of(types.begin(), types.end(), is_taken))
            name += "_type";
        return name;
    }

    Context& context_;
    FunctionInfo& info_;
    const ParsedUnit& unit_;
    const syntax::Function& syntax_;
    program::Function& function_;
    bool is_generic_ = false;
    FunctionInfo::Pattern pattern_; ///< of what is generic
    bool finds_result_ = false;     ///< each instance does: no annotation says it
};

} // namespace

std::optional<diag::ParameterForm> parameter_form(const syntax::Function& function,
                                                  const syntax::Parameter& parameter, bool may_take_rest) {
    using Form = diag::ParameterForm::Form;
    switch (parameter.kind) {
    case ParameterKind::ordinary:
        return std::nullopt;
    case ParameterKind::star:
        if (may_take_rest && &parameter == &function.parameters.back()) return std::nullopt;
        return diag::ParameterForm{Form::star, parameter.name};
    case ParameterKind::double_star:
        return diag::ParameterForm{Form::double_star, parameter.name};
    case ParameterKind::keyword_only:
        return diag::ParameterForm{Form::keyword_only, parameter.name};
    case ParameterKind::positional_only:
        return diag::ParameterForm{Form::positional_only, parameter.name};
    }
    return std::nullopt;
}

bool returns_value(const syntax::Function& function) {
    bool any = false;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        if (stmt.kind != syntax::StmtKind::return_) return;
        const syntax::ExprPtr& value = syntax::as<syntax::Return>(stmt).value;
        any = any || (value && value->kind != syntax::ExprKind::none);
    });
    return any;
}

std::string example_signature(const syntax::Function& function) {
    std::string line = "# " + function.name + " : void (";
    const char* separator = "";
    for (const syntax::Parameter& parameter : function.parameters) {
        const std::string& name = parameter.name;
        bool array = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
        bool count = name == "n" || name == "m" || name == "i" || name == "j" || name == "k" ||
                     name == "width" || name == "height" || name == "size" || name == "count" ||
                     name == "rows" || name == "cols";
        line += separator;
        line += array ? "float* " : count ? "int " : "float ";
        line += name;
        separator = ", ";
    }
    return line + ")";
}

diag::BadAnnotation bad_annotation(Environment& environment, const syntax::Expr& expr, std::string text) {
    const syntax::Expr* root = &expr;
    if (root->kind == syntax::ExprKind::subscript) root = syntax::as<syntax::Subscript>(*root).value.get();
    diag::BadAnnotation result{std::move(text)};
    if (root->kind != syntax::ExprKind::attribute) return result;
    const syntax::Expr& owner = *syntax::as<syntax::Attribute>(*root).value;
    if (owner.kind != syntax::ExprKind::name) return result;
    const auto found = environment.entity(owner);
    const std::string& name = syntax::as<syntax::Name>(owner).id;
    if (found && found->kind != Entity::Kind::unknown) return result;
    if (name == "cp") result.import = "import cudapy as cp";
    if (name == "np") result.import = "import numpy as np";
    if (name == "cudapy" || name == "numpy") result.import = "import " + name;
    return result;
}

void resolve_signature(Context& context, FunctionInfo& info, const ParsedUnit& unit) {
    Resolver(context, info, unit).resolve();
}

} // namespace cudapy::checker
