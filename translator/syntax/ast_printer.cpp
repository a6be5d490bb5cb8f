#include "translator/syntax/ast_printer.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace cudapy::syntax {

namespace {

constexpr std::array<std::string_view, 4> unary_names{"pos", "neg", "invert", "not"};
constexpr std::array<std::string_view, 13> binary_names{"+",  "-",  "*", "/", "//", "%", "**",
                                                        "<<", ">>", "&", "|", "^",  "@"};
constexpr std::array<std::string_view, 10> compare_names{
    "<", "<=", ">", ">=", "==", "!=", "is", "is-not", "in", "not-in"};
constexpr std::array<std::string_view, 26> construct_names{
    "list",     "dict",     "set",    "comprehension", "generator", "await", "yield", "walrus",   "starred",
    "ellipsis", "f-string", "bytes",  "imaginary",     "pattern",   "def",   "class", "with",     "try",
    "raise",    "import",   "global", "nonlocal",      "del",       "async", "type",  "decorator"};
constexpr std::array<std::string_view, 6> name_kinds{"module",     "member",   "value",
                                                     "reassigned", "function", "class"};
constexpr std::array<std::string_view, 5> parameter_marks{"", "/", "kw ", "*", "**"};

template <typename Names, typename Enum>
std::string_view name_of(const Names& names, Enum value) {
    return names.at(static_cast<std::size_t>(value));
}

std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '\n') {
            out += "\\n";
        } else if (c == '"' || c == '\\') {
            out += {'\\', c};
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string list(const std::vector<ExprPtr>& items) {
    std::string out;
    for (const ExprPtr& item : items)
        out += " " + print(item.get());
    return out;
}

std::string call(const Call& node) {
    std::string out = "(call " + print(node.function.get());
    for (const Argument& argument : node.arguments) {
        out += " " + std::string(static_cast<std::size_t>(argument.stars), '*');
        if (!argument.keyword.empty()) out += argument.keyword + "=";
        out += print(argument.value.get());
    }
    return out + ")";
}

std::string compare(const Compare& node) {
    std::string out = "(compare " + print(node.operands[0].get());
    for (std::size_t i = 0; i < node.ops.size(); ++i) {
        out += fmt::format(" {} {}", name_of(compare_names, node.ops[i]), print(node.operands[i + 1].get()));
    }
    return out + ")";
}

class BlockPrinter {
  public:
    std::string take() { return std::move(out_); }

    void block(const Block& statements, int indent) {
        for (const StmtPtr& statement : statements)
            this->statement(*statement, indent);
    }
    void line(int indent, std::string_view text) {
        out_ += std::string(static_cast<std::size_t>(indent) * 2, ' ').append(text) + "\n";
    }
    void comments(const std::vector<std::string>& texts, int indent) {
        for (const std::string& text : texts)
            line(indent, "# " + text);
    }

  private:
    void statement(const Stmt& node, int indent) {
        comments(node.comments.above, indent);
        std::string trailing = node.comments.trailing.empty() ? "" : " #: " + node.comments.trailing;
        line(indent, header(node) + trailing);
        if (node.kind == StmtKind::if_) {
            const If& n = as<If>(node);
            block(n.then_body, indent + 1);
            comments(n.comments_above_else, indent);
            else_body(n.else_body, indent);
        } else if (node.kind == StmtKind::while_) {
            block(as<While>(node).body, indent + 1);
            else_body(as<While>(node).else_body, indent);
        } else if (node.kind == StmtKind::for_) {
            block(as<For>(node).body, indent + 1);
            else_body(as<For>(node).else_body, indent);
        } else if (node.kind == StmtKind::match) {
            for (const Match::Case& each : as<Match>(node).cases) {
                comments(each.comments.above, indent);
                line(indent, case_header(each));
                block(each.body, indent + 1);
            }
        }
    }
    void else_body(const Block& body, int indent) {
        if (body.empty()) return;
        line(indent, "else");
        block(body, indent + 1);
    }
    static std::string case_header(const Match::Case& node) {
        std::string text = "case";
        for (const ExprPtr& value : node.values)
            text += " " + print(value.get());
        if (node.takes_all) text += " _";
        if (node.guard) text += " if " + print(node.guard.get());
        return node.comments.trailing.empty() ? text : text + " #: " + node.comments.trailing;
    }
    std::string header(const Stmt& node) {
        switch (node.kind) {
        case StmtKind::assign:
            return "assign" + list(as<Assign>(node).targets) + " = " + print(as<Assign>(node).value.get());
        case StmtKind::augmented_assign: {
            const AugmentedAssign& n = as<AugmentedAssign>(node);
            return fmt::format("assign {} {}= {}", print(n.target.get()), name_of(binary_names, n.op),
                               print(n.value.get()));
        }
        case StmtKind::annotated_assign: {
            const AnnotatedAssign& n = as<AnnotatedAssign>(node);
            return fmt::format("assign {} : {} = {}", print(n.target.get()), print(n.annotation.get()),
                               print(n.value.get()));
        }
        case StmtKind::expression:
            return "expr " + print(as<ExpressionStmt>(node).value.get());
        case StmtKind::if_:
            return (as<If>(node).is_elif ? "elif " : "if ") + print(as<If>(node).condition.get());
        case StmtKind::while_:
            return "while " + print(as<While>(node).condition.get());
        case StmtKind::for_:
            return fmt::format("for {} in {}", print(as<For>(node).target.get()),
                               print(as<For>(node).iterable.get()));
        case StmtKind::match:
            return "match " + print(as<Match>(node).subject.get());
        case StmtKind::break_:
            return "break";
        case StmtKind::continue_:
            return "continue";
        case StmtKind::pass:
            return "pass";
        case StmtKind::delete_: {
            std::string text = "del";
            for (const ExprPtr& name : as<Delete>(node).names)
                text += " " + print(name.get());
            return text;
        }
        case StmtKind::return_:
            return "return " + print(as<Return>(node).value.get());
        case StmtKind::assert_:
            return fmt::format("assert {} {}", print(as<Assert>(node).condition.get()),
                               print(as<Assert>(node).message.get()));
        case StmtKind::unsupported:
            return fmt::format("unsupported {}",
                               name_of(construct_names, as<UnsupportedStmt>(node).construct));
        case StmtKind::error:
            return "error";
        }
        return "?";
    }

    std::string out_;
};

} // namespace

std::string print(const Expr* expr) {
    if (!expr) return "-";
    switch (expr->kind) {
    case ExprKind::name:
        return as<Name>(*expr).id;
    case ExprKind::integer:
        return as<Integer>(*expr).too_large ? "too-large" : std::to_string(as<Integer>(*expr).value);
    case ExprKind::floating:
        return fmt::format("{:#}", as<Floating>(*expr).value);
    case ExprKind::boolean:
        return as<Boolean>(*expr).value ? "True" : "False";
    case ExprKind::none:
        return "None";
    case ExprKind::string:
        return in_quotes(as<String>(*expr).value);
    case ExprKind::f_string: {
        const FString& n = as<FString>(*expr);
        std::string out = "(f-string " + in_quotes(n.texts[0]);
        for (std::size_t i = 0; i < n.fields.size(); ++i) {
            const FormatField& field = n.fields[i];
            out +=
                fmt::format(" (field {}{}{}) {}", print(field.value.get()),
                            field.conversion ? fmt::format(" !{}", field.conversion) : "",
                            field.spec.empty() ? "" : " " + in_quotes(field.spec), in_quotes(n.texts[i + 1]));
        }
        return out + ")";
    }
    case ExprKind::attribute:
        return fmt::format("(. {} {})", print(as<Attribute>(*expr).value.get()), as<Attribute>(*expr).name);
    case ExprKind::call:
        return call(as<Call>(*expr));
    case ExprKind::subscript:
        return fmt::format("(index {} {})", print(as<Subscript>(*expr).value.get()),
                           print(as<Subscript>(*expr).index.get()));
    case ExprKind::slice: {
        const Slice& n = as<Slice>(*expr);
        return fmt::format("(slice {} {} {})", print(n.lower.get()), print(n.upper.get()),
                           print(n.step.get()));
    }
    case ExprKind::unary:
        return fmt::format("({} {})", name_of(unary_names, as<Unary>(*expr).op),
                           print(as<Unary>(*expr).operand.get()));
    case ExprKind::binary: {
        const Binary& n = as<Binary>(*expr);
        return fmt::format("({} {} {})", name_of(binary_names, n.op), print(n.left.get()),
                           print(n.right.get()));
    }
    case ExprKind::boolean_op:
        return (as<BooleanOp>(*expr).op == BoolOp::logical_and ? "(and" : "(or") +
               list(as<BooleanOp>(*expr).operands) + ")";
    case ExprKind::compare:
        return compare(as<Compare>(*expr));
    case ExprKind::conditional: {
        const Conditional& n = as<Conditional>(*expr);
        return fmt::format("(if {} {} {})", print(n.condition.get()), print(n.then_value.get()),
                           print(n.else_value.get()));
    }
    case ExprKind::tuple:
        return "(tuple" + list(as<Tuple>(*expr).elements) + ")";
    case ExprKind::lambda: {
        std::string parameters;
        for (const Parameter& parameter : as<Lambda>(*expr).function->parameters)
            parameters += " " + std::string(name_of(parameter_marks, parameter.kind)) + parameter.name +
                          (parameter.default_value ? "=" + print(parameter.default_value.get()) : "");
        if (!parameters.empty()) parameters.erase(0, 1);
        const Function& function = *as<Lambda>(*expr).function;
        if (!function.is_lambda) return fmt::format("(def {} ({}))", function.name, parameters);
        return fmt::format("(lambda ({}) {})", parameters, print(as<Return>(*function.body[0]).value.get()));
    }
    case ExprKind::unsupported:
        return fmt::format("<{}>", name_of(construct_names, as<UnsupportedExpr>(*expr).construct));
    case ExprKind::error:
        return "<error>";
    }
    return "?";
}

std::string print(const Block& block, int indent) {
    BlockPrinter printer;
    printer.block(block, indent);
    return printer.take();
}

std::string print(const Function& function) {
    BlockPrinter printer;
    printer.comments(function.comments_above, 0);
    for (const ExprPtr& decorator : function.decorators)
        printer.line(0, "@ " + print(decorator.get()));
    std::string header = (function.is_async ? "async def " : "def ") + function.name + "(";
    for (const Parameter& parameter : function.parameters) {
        if (&parameter != &function.parameters.front()) header += ", ";
        header += parameter.kind == ParameterKind::positional_only
                      ? parameter.name + "/"
                      : fmt::format("{}{}", name_of(parameter_marks, parameter.kind), parameter.name);
        if (parameter.annotation) header += " : " + print(parameter.annotation.get());
        if (parameter.default_value) header += " = " + print(parameter.default_value.get());
    }
    header += function.returns ? ") -> " + print(function.returns.get()) : ")";
    printer.line(0, header);
    if (function.docstring) printer.line(1, "doc " + in_quotes(*function.docstring));
    printer.block(function.body, 1);
    printer.comments(function.comments_at_end, 1);
    return printer.take();
}

std::string print(const Module& module) {
    std::string out;
    for (const Function& function : module.functions)
        out += print(function);
    for (const ModuleName& name : module.names) {
        out += fmt::format("{} {}", name_of(name_kinds, name.kind), name.name);
        if (!name.path.empty()) out += " " + name.path;
        if (name.value) out += " " + print(name.value.get());
        out += "\n";
    }
    return out;
}

} // namespace cudapy::syntax
