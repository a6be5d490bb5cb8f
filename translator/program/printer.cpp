#include "translator/program/printer.h"

#include "translator/program/operation_names.h"
#include "translator/program/walk.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudapy::program {

namespace {

/// Returns the text in quotes and on one line, whatever is in it.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\n' ? "\\n" : std::string(1, c);
    return result + "'";
}

const std::string& name_of(const Variable* variable) {
    return variable->emitted.empty() ? variable->name : variable->emitted;
}

const std::string& name_of(const Function* function) {
    return function->emitted.empty() ? function->name : function->emitted;
}

std::string value_of(const Literal& literal) {
    if (const bool* value = std::get_if<bool>(&literal.value)) return *value ? "true" : "false";
    if (const int64_t* value = std::get_if<int64_t>(&literal.value)) return fmt::format("{}", *value);
    return fmt::format("{}", std::get<double>(literal.value));
}

std::string literal_text(const Literal& literal) {
    std::string text = fmt::format("{}.{}", value_of(literal), literal.type->name());
    if (!literal.spelling.empty() && literal.spelling != value_of(literal))
        text += fmt::format("'{}'", literal.spelling);
    if (!literal.name.empty()) text += fmt::format("<{}>", literal.name);
    return text;
}

/// Returns the text that is after the parenthesis, before the operands.
std::string head_of(const Expr& expr) {
    const std::string& type = expr.type->name();
    switch (expr.kind) {
    case ExprKind::unary:
        switch (as<Unary>(expr).op) {
        case UnaryOp::negate:
            return "negate." + type;
        case UnaryOp::invert:
            return "invert." + type;
        case UnaryOp::logical_not:
            return "not." + type;
        }
        return "?";
    case ExprKind::binary:
        return fmt::format("{}.{}", name_of(as<Binary>(expr).op), type);
    case ExprKind::logical:
        return (as<Logical>(expr).is_and ? "and." : "or.") + type;
    case ExprKind::conditional:
        return "select." + type;
    case ExprKind::cast:
        return (as<Cast>(expr).is_explicit ? "explicit_cast." : "cast.") + type;
    case ExprKind::construct:
        return "construct." + type;
    case ExprKind::field:
        return fmt::format("field.{} {}", type, as<FieldExpr>(expr).field);
    case ExprKind::load:
        return fmt::format("load.{} {}", type, name_of(as<Load>(expr).array));
    case ExprKind::view:
        return fmt::format("view.{} {}", type, name_of(as<ArrayView>(expr).array));
    case ExprKind::call:
        return fmt::format("call.{} {}", type, name_of(as<Call>(expr).function));
    case ExprKind::builtin_call: {
        const auto& call = as<BuiltinCall>(expr);
        std::string head = fmt::format("builtin.{} {}{}{}", type, call.builtin->module,
                                       call.builtin->module.empty() ? "" : ".", call.builtin->name);
        if (call.precision) head += fmt::format("<{}>", call.precision->name());
        for (const std::string& text : call.texts)
            head += " " + quoted(text);
        for (const BuiltinCall::Format& shown : call.formats)
            if (!shown.modifiers.empty() || shown.conversion)
                head += " %" + shown.modifiers + (shown.conversion ? std::string(1, shown.conversion) : "");
        return head;
    }
    case ExprKind::helper_call:
        return fmt::format("helper.{} {}", type, row_of(as<HelperCall>(expr).helper).name);
    case ExprKind::assign_expr:
        return fmt::format("assign.{} {}", type, name_of(as<AssignExpr>(expr).variable));
    case ExprKind::sequence:
        return "sequence." + type;
    case ExprKind::other_lane:
        return fmt::format("other_lane.{} {}", type, name_of(as<OtherLane>(expr).variable));
    case ExprKind::element_indices:
        return "indices." + type;
    default:
        return "?";
    }
}

const std::vector<std::size_t>& order_of(const Expr& expr) {
    static const std::vector<std::size_t> own;
    if (expr.kind == ExprKind::call) return as<Call>(expr).order;
    return expr.kind == ExprKind::construct ? as<Construct>(expr).order : own;
}

/// Returns the texts of operands as they are, with their order before them. They are given in the order in
/// which they are evaluated.
std::string operands_text(const std::vector<std::size_t>& order, const std::vector<std::string>& operands) {
    std::vector<std::string> places = operands;
    std::string text;
    for (std::size_t i = 0; i < order.size(); ++i) {
        text += (i == 0 ? " in order " : " ") + std::to_string(order[i]);
        places[order[i]] = operands[i];
    }
    if (!order.empty()) text += ":";
    for (const std::string& place : places)
        text += " " + place;
    return text;
}

std::string expr_text(const Expr* expr) {
    if (!expr) return "null";
    if (!expr->type) return "(untyped)";
    switch (expr->kind) {
    case ExprKind::literal:
        return literal_text(as<Literal>(*expr));
    case ExprKind::variable:
        return fmt::format("(var.{} {})", expr->type->name(), name_of(as<VariableRef>(*expr).variable));
    case ExprKind::length:
        return as<Length>(*expr).axis == 0
                   ? fmt::format("(len.{} {})", expr->type->name(), name_of(as<Length>(*expr).array))
                   : fmt::format("(len.{} {} axis {})", expr->type->name(), name_of(as<Length>(*expr).array),
                                 as<Length>(*expr).axis);
    case ExprKind::coordinate:
        return fmt::format("{}.{}", name_of(as<CoordinateExpr>(*expr).coordinate), expr->type->name());
    case ExprKind::compare: {
        const auto& node = as<Compare>(*expr);
        if (node.operands.size() == 2 && node.ops.size() == 1)
            return fmt::format("({}.bool {} {})", name_of(node.ops[0]), expr_text(node.operands[0].get()),
                               expr_text(node.operands[1].get()));
        std::string text = "(compare.bool";
        for (std::size_t i = 0; i < node.operands.size(); ++i) {
            if (i > 0 && i <= node.ops.size()) text += fmt::format(" {}", name_of(node.ops[i - 1]));
            text += " " + expr_text(node.operands[i].get());
        }
        return text + ")";
    }
    default: {
        std::vector<std::string> operands;
        visit_operands(*expr, [&](const ExprPtr& operand) { operands.push_back(expr_text(operand.get())); });
        return "(" + head_of(*expr) + operands_text(order_of(*expr), operands) + ")";
    }
    }
}

std::string lvalue_text(const Lvalue& place) {
    const std::string name = place.variable ? name_of(place.variable) : "null";
    std::string text = place.index ? fmt::format("{}[{}]", name, expr_text(place.index.get())) : name;
    const Type* type = place.variable ? place.root_type() : nullptr;
    for (const std::size_t field : place.fields) {
        text += "." + type->fields()[field].name;
        type = type->fields()[field].type;
    }
    if (place.item) text += "[" + expr_text(place.item.get()) + "]";
    return text;
}

/// Returns the text of an array: `float cache[256]`.
std::string array_text(const Variable& variable) {
    std::string text = fmt::format("{} {}", variable.type->element()->name(), name_of(&variable));
    for (const int64_t extent : variable.shape)
        text += fmt::format("[{}]", extent);
    if (variable.shape.empty()) text += "[]";
    return text;
}

template <typename List, typename Text>
std::string join(const List& list, Text text) {
    std::string joined;
    for (const auto& item : list)
        joined += (joined.empty() ? "" : ", ") + text(item);
    return joined;
}

std::string bracketed(const std::vector<std::string>& facts) {
    return facts.empty() ? "" : fmt::format(" [{}]", fmt::join(facts, ", "));
}

class Printer {
  public:
    std::string text;

    void function(const Function& function) {
        comments(function.comments_above);
        line(fmt::format("def {}({}) -> {}{}", name_of(&function), parameters(function),
                         function.result->name(), bracketed(facts(function))));
        ++depth_;
        if (function.docstring) line(fmt::format("docstring: {}", *function.docstring));
        for (const ThreadLimit& limit : function.limits)
            line(limit_text(limit));
        for (const ExtentSpecialization& specialized : function.extent_specializations)
            line(fmt::format("likely {} axis {} is {}", name_of(specialized.parameter), specialized.axis,
                             specialized.extent));
        block(function.body);
        comments(function.comments_at_end);
        --depth_;
    }

    void statement(const Stmt& stmt) {
        comments(stmt.comments.above);
        trailing_ = stmt.comments.trailing.empty() ? "" : "  # " + stmt.comments.trailing;
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& node = as<Assign>(stmt);
            line(fmt::format("{} = {}", lvalue_text(node.lvalue), expr_text(node.value.get())));
            break;
        }
        case StmtKind::augmented_assign: {
            const auto& node = as<AugmentedAssign>(stmt);
            line(fmt::format("{} {}=.{} {}", lvalue_text(node.lvalue), name_of(node.op),
                             node.operation->name(), expr_text(node.value.get())));
            break;
        }
        case StmtKind::multi_assign: {
            const auto& node = as<MultiAssign>(stmt);
            // There is a value for each place, or one for all of them. One for all reads as Python's chain.
            const bool chained = node.values.size() == 1;
            std::string places;
            for (const Lvalue& place : node.lvalues)
                places += (places.empty() ? "" : chained ? " = " : ", ") + lvalue_text(place);
            line(fmt::format("{} = {}", places, expressions(node.values)));
            break;
        }
        case StmtKind::builtin_unpack: {
            const auto& node = as<BuiltinUnpack>(stmt);
            line(fmt::format("{} = {}.{}<{}>({})", join(node.lvalues, lvalue_text), node.builtin->module,
                             node.builtin->name, node.precision ? node.precision->name() : "none",
                             expressions(node.arguments)));
            break;
        }
        case StmtKind::evaluate:
            line(fmt::format("evaluate {}", expr_text(as<Evaluate>(stmt).value.get())));
            break;
        case StmtKind::if_:
            if_statement(as<If>(stmt), "if");
            break;
        case StmtKind::while_: {
            const auto& node = as<While>(stmt);
            line(fmt::format("while {}:", expr_text(node.condition.get())));
            indented(node.body);
            else_block(node.else_body);
            break;
        }
        case StmtKind::for_range: {
            const auto& node = as<ForRange>(stmt);
            line(fmt::format("for {} in range.{}({}, {}, {}):", name_of(node.variable), node.counter->name(),
                             expr_text(node.start.get()), expr_text(node.stop.get()),
                             expr_text(node.step.get())));
            indented(node.body);
            else_block(node.else_body);
            break;
        }
        case StmtKind::for_each: {
            const auto& node = as<ForEach>(stmt);
            std::string counter;
            if (node.counter)
                counter = fmt::format("{} counts from {}, ", name_of(node.counter),
                                      node.counter_start ? expr_text(node.counter_start.get()) : "0");
            line(fmt::format("for {}{}:", counter, join(node.elements, [](const ForEach::Element& element) {
                                 std::string text =
                                     fmt::format("{} {} {}", name_of(element.variable),
                                                 element.is_row ? "at row of" : "in", name_of(element.array));
                                 if (element.start)
                                     text += fmt::format(" from {} step {} count {}",
                                                         expr_text(element.start.get()),
                                                         element.step ? expr_text(element.step.get()) : "1",
                                                         expr_text(element.length.get()));
                                 return text;
                             })));
            indented(node.body);
            else_block(node.else_body);
            break;
        }
        case StmtKind::break_:
            line("break");
            break;
        case StmtKind::continue_:
            line("continue");
            break;
        case StmtKind::note:
            line("note");
            break;
        case StmtKind::return_: {
            const auto& node = as<Return>(stmt);
            const char* given = node.gives == Return::Gives::none  ? "return none"
                                : node.gives == Return::Gives::end ? "end thread"
                                                                   : "return";
            line(node.value ? fmt::format("{} {}", given, expr_text(node.value.get())) : given);
            break;
        }
        case StmtKind::declare: {
            const auto& node = as<Declare>(stmt);
            if (node.variable->is_declared_array()) {
                const bool is_filled = node.init && node.init->type->is_array();
                line(fmt::format("declare {}{} {}{}", node.is_const ? "const " : "",
                                 node.variable->role == VariableRole::shared ? "shared" : "local",
                                 array_text(*node.variable),
                                 is_filled ? " = " + expr_text(node.init.get()) : ""));
                break;
            }
            line(fmt::format("declare {}{}{} {}{}", node.is_const ? "const " : "",
                             node.variable->type->name(), node.variable->is_reference ? "&" : "",
                             name_of(node.variable), node.init ? " = " + expr_text(node.init.get()) : ""));
            break;
        }
        case StmtKind::for_c: {
            const auto& node = as<ForC>(stmt);
            line(fmt::format(
                "for ({}{} = {}; {}; += {}):", node.declares ? node.variable->type->name() + " " : "",
                name_of(node.variable), expr_text(node.start.get()), expr_text(node.condition.get()),
                expr_text(node.step.get())));
            indented(node.body);
            break;
        }
        case StmtKind::block:
            line("block:");
            indented(as<BlockStmt>(stmt).body);
            break;
        case StmtKind::diverged:
            line(as<Diverged>(stmt).in_warp ? "diverged in a warp" : "diverged");
            break;
        case StmtKind::vectorized_access: {
            const auto& move = as<VectorizedAccess>(stmt);
            const std::string begin = move.begin ? fmt::format("[{}]", expr_text(&*move.begin)) : "";
            line(fmt::format("{} {} elements {}{} {}[{}]", move.stores ? "store" : "load", move.count,
                             name_of(move.elements), begin, name_of(move.array), expr_text(&*move.index)));
            break;
        }
        case StmtKind::work_item_loop: {
            for (const ExprPtr& load : as<WorkItemLoop>(stmt).ahead)
                line("ahead " + expr_text(load.get()));
            if (const ExprPtr& end = as<WorkItemLoop>(stmt).end) {
                line(fmt::format("lanes below {}:", expr_text(end.get())));
                indented(as<WorkItemLoop>(stmt).body);
                break;
            }
            const auto& sums = as<WorkItemLoop>(stmt).sums;
            if (const int without = as<WorkItemLoop>(stmt).without; without >= 0)
                line(fmt::format("lanes without {}:", "xyz"[without]));
            else
                line(sums.empty() ? "lanes:"
                                  : fmt::format("lanes (sum {}):", join(sums, [](const Variable* sum) {
                                                    return name_of(sum);
                                                })));
            indented(as<WorkItemLoop>(stmt).body);
            break;
        }
        case StmtKind::warp_loop:
            line(fmt::format("warps of {}:", name_of(as<WarpLoop>(stmt).lanes)));
            indented(as<WarpLoop>(stmt).body);
            break;
        }
    }

  private:
    int depth_ = 0;
    std::string trailing_; ///< goes to the end of the next line

    void line(std::string_view content) {
        text += fmt::format("{:{}}{}{}\n", "", depth_ * 4, content, trailing_);
        trailing_.clear();
    }

    void comments(const std::vector<std::string>& lines) {
        for (const std::string& comment : lines)
            line("# " + comment);
    }

    void block(const Block& body) {
        for (const StmtPtr& stmt : body) {
            if (stmt)
                statement(*stmt);
            else
                line("null");
        }
    }

    void indented(const Block& body) {
        ++depth_;
        block(body);
        if (body.empty()) line("pass");
        --depth_;
    }

    void else_block(const Block& body) {
        if (body.empty()) return;
        line("else:");
        indented(body);
    }

    void if_statement(const If& node, const char* word) {
        line(fmt::format("{} {}:", word, expr_text(node.condition.get())));
        indented(node.then_body);
        comments(node.comments_above_else);
        if (node.else_is_elif && node.else_body.size() == 1 && node.else_body[0]->kind == StmtKind::if_) {
            const Stmt& inner = *node.else_body[0];
            comments(inner.comments.above);
            trailing_ = inner.comments.trailing.empty() ? "" : "  # " + inner.comments.trailing;
            if_statement(as<If>(inner), "elif");
        } else {
            else_block(node.else_body);
        }
    }

    static std::string expressions(const std::vector<ExprPtr>& list) {
        return join(list, [](const ExprPtr& item) { return expr_text(item.get()); });
    }

    static std::string parameters(const Function& function) {
        std::string joined;
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const Variable* parameter = function.parameters[i];
            std::vector<std::string> facts;
            if (i < function.facts.array_uses.size()) {
                const ArrayUse& use = function.facts.array_uses[i];
                if (use.reads) facts.push_back("reads");
                if (use.writes) facts.push_back("writes");
                for (int axis = 0; axis < parameter->extents(); ++axis) {
                    if (!use.length(axis)) continue;
                    std::string fact =
                        parameter->type->rank() == 1 ? "length" : fmt::format("length {}", axis);
                    if (!parameter->emitted_lengths.empty())
                        fact += " " + parameter->emitted_lengths[static_cast<std::size_t>(axis)];
                    facts.push_back(fact);
                }
            }
            joined += fmt::format("{}{}: {}{}", i == 0 ? "" : ", ", name_of(parameter),
                                  parameter->type->name(), bracketed(facts));
        }
        return joined;
    }

    static std::string limit_text(const ThreadLimit& limit) {
        const char* op = limit.kind == ThreadLimit::Kind::from    ? ">="
                         : limit.kind == ThreadLimit::Kind::above ? ">"
                         : limit.kind == ThreadLimit::Kind::below ? "<"
                                                                  : "<=";
        const Coordinate place = coordinate_of(CoordinateGroup::global, limit.axis);
        return fmt::format("threads {} {} {}", cudapy::program::name_of(place), op,
                           expr_text(limit.value.get()));
    }

    static std::vector<std::string> facts(const Function& function) {
        std::vector<std::string> facts;
        if (function.is_kernel)
            facts.push_back(function.emitted_kernel.empty() ? "kernel" : "kernel " + function.emitted_kernel);
        if (function.facts.is_called) facts.push_back("called");
        if (function.facts.is_recursive) facts.push_back("recursive");
        if (function.facts.has_effects) facts.push_back("effects");
        if (function.facts.cooperation.barrier) facts.push_back("barrier");
        if (function.facts.cooperation.shared) facts.push_back("shared");
        for (Coordinate coordinate : function.facts.coordinates) {
            const bool own = function.facts.own_coordinates.count(coordinate) != 0;
            facts.push_back(std::string(own ? "" : "callee's ") + cudapy::program::name_of(coordinate));
        }
        return facts;
    }
};

} // namespace

std::string print(const Program& program) {
    std::string text;
    for (const auto& function : program.functions) {
        if (!text.empty()) text += "\n";
        text += print(*function);
    }
    return text;
}

std::string print(const Function& function) {
    Printer printer;
    printer.function(function);
    return std::move(printer.text);
}

std::string print(const Expr& expr) {
    return expr_text(&expr);
}

std::string print(const Stmt& stmt) {
    Printer printer;
    printer.statement(stmt);
    return std::move(printer.text);
}

} // namespace cudapy::program
