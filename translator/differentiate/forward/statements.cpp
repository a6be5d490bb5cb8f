// Statements with their tangents. The tangent of a place is assigned before the place, because it needs the
// values from before.

#include "translator/differentiate/forward/forward.h"

#include "translator/builtins/derivatives.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace cudapy::differentiate {

using namespace program;

Forward::Forward(Function& function, const std::vector<bool>& parameters, DeriveCallee callee,
                 diag::Sink& sink)
    : function_(function), parameters_(parameters), activity_(function, parameters),
      callee_(std::move(callee)), sink_(sink) {}

void Forward::run() {
    const std::vector<Variable*> parameters = function_.parameters;
    Block before; // of parameters that get a tangent only inside
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        Variable* const parameter = parameters[i];
        if (parameter->captured >= 0 || !activity_.is_active(parameter)) continue;
        if (!parameters_[i]) {
            if (parameter->type->is_array())
                refuse(parameter->span, "a store to an array without tangents", "they would be lost",
                       "let the function return the value");
            else
                before.push_back(make_assign(dot_of(parameter), make_zero(parameter->type, parameter->span),
                                             parameter->span));
            continue;
        }
        Variable* const dot = dot_of(parameter);
        dot->tangent_of = parameter;
        function_.parameters.push_back(dot);
    }
    block(function_.body);
    function_.body.insert(function_.body.begin(), std::make_move_iterator(before.begin()),
                          std::make_move_iterator(before.end()));
    drop_unused();
}

void Forward::flatten(Function& function, diag::Sink& sink) {
    Forward forward(function, std::vector<bool>(function.parameters.size()), nullptr, sink);
    forward.flattens_ = true;
    forward.block(function.body);
}

void Forward::block(Block& body) {
    Block made;
    Block* const outer = out_;
    out_ = &made;
    for (StmtPtr& stmt : body) {
        Comments comments = std::move(stmt->comments);
        stmt->comments = {};
        const std::size_t begin = made.size();
        statement(std::move(stmt));
        if (made.size() == begin) made.push_back(std::make_unique<Note>(function_.span));
        made[begin]->comments = std::move(comments);
    }
    out_ = outer;
    body = std::move(made);
}

void Forward::statement(StmtPtr stmt) {
    switch (stmt->kind) {
    case StmtKind::assign:
        return assign(as<Assign>(*stmt));
    case StmtKind::augmented_assign:
        return augmented_assign(std::move(stmt));
    case StmtKind::builtin_unpack:
        return unpack(std::move(stmt));
    case StmtKind::evaluate: {
        auto& node = as<Evaluate>(*stmt);
        discarded_ = node.value.get();
        node.value = dual(std::move(node.value)).value;
        if (node.value->kind == ExprKind::call || node.value->kind == ExprKind::builtin_call ||
            node.value->kind == ExprKind::helper_call)
            emit(std::move(stmt));
        return;
    }
    case StmtKind::if_: {
        auto& node = as<If>(*stmt);
        node.condition = dual(std::move(node.condition)).value;
        block(node.then_body);
        block(node.else_body);
        if (node.else_body.size() != 1 || node.else_body[0]->kind != StmtKind::if_) node.else_is_elif = false;
        return emit(std::move(stmt));
    }
    case StmtKind::while_:
        return while_loop(std::move(stmt));
    case StmtKind::for_range: {
        auto& node = as<ForRange>(*stmt);
        std::vector<ExprPtr> bounds;
        for (ExprPtr* bound : {&node.start, &node.stop, &node.step})
            bounds.push_back(std::move(*bound));
        std::vector<Dual> made = duals(bounds);
        node.start = std::move(made[0].value);
        node.stop = std::move(made[1].value);
        node.step = std::move(made[2].value);
        block(node.body);
        if (Variable* dot = dot_of(node.variable))
            node.body.insert(node.body.begin(), make_assign(dot, make_zero(dot->type, node.span), node.span));
        return emit(std::move(stmt));
    }
    case StmtKind::return_:
        return_statement(as<Return>(*stmt));
        return emit(std::move(stmt));
    case StmtKind::declare:
        return declare(std::move(stmt));
    default:
        return emit(std::move(stmt));
    }
}

void Forward::assign(Assign& stmt) {
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(stmt.value));
    if (stmt.lvalue.index) operands.push_back(std::move(stmt.lvalue.index));
    if (stmt.lvalue.item) operands.push_back(std::move(stmt.lvalue.item));
    std::vector<Dual> made = duals(operands);
    std::size_t at = 1;
    if (stmt.lvalue.variable->type->is_array() && stmt.lvalue.index == nullptr && made.size() > 1)
        stmt.lvalue.index = std::move(made[at++].value);
    if (made.size() > at) stmt.lvalue.item = std::move(made[at].value);
    const Type* type = stmt.lvalue.type();
    if (stmt.lvalue.variable->captured >= 0 && activity_.is_active(stmt.lvalue.variable))
        refuse(stmt.span, "a store to a captured array", "it has no tangents outside",
               "pass the array as a parameter of the kernel");
    if (type->is_array() && dot_of(stmt.lvalue.variable) && !made[0].dot)
        return refuse(stmt.span, "a name for arrays of which one has no tangents",
                      "its elements would have none either",
                      "read both arrays, and choose between the elements");
    if (is_differentiable(type) && dot_of(stmt.lvalue.variable)) {
        if (stmt.lvalue.index) make_repeatable(stmt.lvalue.index, "index");
        if (stmt.lvalue.item) make_repeatable(stmt.lvalue.item, "item");
        emit(make_assign(dot_place(stmt.lvalue), dot_or_zero(std::move(made[0].dot), type, stmt.span),
                         stmt.span));
    }
    emit(make_assign(std::move(stmt.lvalue), std::move(made[0].value), stmt.span));
}

void Forward::augmented_assign(StmtPtr stmt) {
    auto& node = as<AugmentedAssign>(*stmt);
    if (node.lvalue.index) {
        node.lvalue.index = dual(std::move(node.lvalue.index)).value;
        make_repeatable(node.lvalue.index, "index");
    }
    if (node.lvalue.item) {
        node.lvalue.item = dual(std::move(node.lvalue.item)).value;
        make_repeatable(node.lvalue.item, "item");
    }
    const Type* type = node.lvalue.type();
    const bool is_dual = is_differentiable(type) && activity_.is_active(node.lvalue.variable);
    const bool is_sum = node.op == BinaryOp::add || node.op == BinaryOp::sub;
    Block before;
    Block* const outer = out_;
    out_ = &before;
    const int effects = effects_;
    const std::size_t known = function_.variables.size();
    Dual value = dual(ExprPtr(node.value));
    out_ = outer;
    std::set<const Variable*> made; // the temporaries
    for (std::size_t i = known; i < function_.variables.size(); ++i)
        if (function_.variables[i]->role == VariableRole::temporary)
            made.insert(function_.variables[i].get());
    for (const auto& [variable, dot] : dots_)
        made.erase(dot);
    const bool is_name = !node.lvalue.index && !node.lvalue.item && !type->is_aggregate();
    const bool is_plain =
        effects_ == effects || (is_name && !lower::assigned_variables(before).count(node.lvalue.variable));
    if (is_plain && (!is_dual || (is_sum && node.operation == type))) {
        for (StmtPtr& each : before)
            emit(std::move(each));
        if (is_dual && value.dot)
            emit(std::make_unique<AugmentedAssign>(node.span, dot_place(node.lvalue), node.op, node.operation,
                                                   std::move(value.dot)));
        node.value = std::move(value.value);
        return emit(std::move(stmt));
    }
    std::erase_if(function_.variables, [&](const auto& variable) { // of the attempt
        return made.count(variable.get()) > 0;
    });
    // The old value is read first.
    ExprPtr old = convert(make_read(node.lvalue), node.operation);
    ExprPtr result =
        std::make_unique<Binary>(node.span, node.operation, node.op, std::move(old), std::move(node.value));
    Assign plain(node.span, std::move(node.lvalue), convert(std::move(result), type));
    assign(plain);
}

/// Differentiates `m, e = frexp(x)` and similar ones. The lvalues are variables.
void Forward::unpack(StmtPtr stmt) {
    auto& node = as<BuiltinUnpack>(*stmt);
    std::vector<Dual> arguments = duals(node.arguments);
    const bool any =
        std::any_of(arguments.begin(), arguments.end(), [](const Dual& each) { return each.dot != nullptr; });
    const Derivative* row = find_derivative(*node.builtin);
    if (any && (!row || row->kind != Derivative::Kind::pair))
        refuse(
            node.span, "`" + std::string(node.builtin->module) + "." + std::string(node.builtin->name) + "`",
            row ? std::string(row->reason) : "it has no rule", "write what it computes with other functions");
    const auto is_stable = [&](const Expr& value) { // a name that is not one of the results
        return value.kind == ExprKind::variable &&
               std::none_of(node.lvalues.begin(), node.lvalues.end(), [&](const Lvalue& place) {
                   return place.variable == as<VariableRef>(value).variable ||
                          dot_of(place.variable) == as<VariableRef>(value).variable;
               });
    };
    if (any)
        for (Dual& argument : arguments) {
            if (argument.dot && !is_stable(*argument.dot)) keep(argument.dot, "argument_dot");
            if (!is_stable(*argument.value)) keep(argument.value, "argument");
        }
    for (std::size_t i = 0; i < arguments.size(); ++i)
        node.arguments[i] = any ? clone(*arguments[i].value) : std::move(arguments[i].value);
    const Span span = node.span;
    std::vector<Variable*> results;
    for (const Lvalue& place : node.lvalues)
        results.push_back(place.variable);
    const Type* precision = node.precision;
    emit(std::move(stmt));
    for (std::size_t i = 0; i < results.size(); ++i) {
        Variable* dot = dot_of(results[i]);
        if (!dot) continue;
        ExprPtr tangent;
        if (any && row && row->kind == Derivative::Kind::pair && arguments[0].dot) {
            const ExprPtr f = make_ref(results[0], span), g = make_ref(results[1], span);
            ExprPtr partial =
                make_formula(row->formulas[i], precision,
                             {{"x", arguments[0].value.get()}, {"f", f.get()}, {"g", g.get()}}, span);
            tangent = make_product(std::move(partial), clone(*arguments[0].dot));
        }
        emit(make_assign(dot, dot_or_zero(std::move(tangent), dot->type, span), span));
    }
}

void Forward::declare(StmtPtr stmt) {
    auto& node = as<Declare>(*stmt);
    if (node.init) node.init = dual(std::move(node.init)).value;
    Variable* dot = dot_of(node.variable);
    const Span span = node.span;
    ExprPtr zero = dot && node.init ? make_zero(node.init->type, span) : nullptr;
    emit(std::move(stmt));
    if (dot) emit(make_declare(dot, std::move(zero), span));
}

/// A condition that needs statements is tested in the body.
void Forward::while_loop(StmtPtr stmt) {
    auto& node = as<While>(*stmt);
    Block before;
    Block* const outer = out_;
    out_ = &before;
    node.condition = dual(std::move(node.condition)).value;
    out_ = outer;
    block(node.body);
    if (!before.empty()) {
        const Span span = node.span;
        before.push_back(make_if(make_not(std::move(node.condition)), std::make_unique<Break>(span), span));
        for (StmtPtr& each : node.body)
            before.push_back(std::move(each));
        node.body = std::move(before);
        node.condition = make_bool(true, span);
        node.test = {};
    }
    emit(std::move(stmt));
}

void Forward::return_statement(Return& stmt) {
    if (!stmt.value) return;
    Dual value = dual(std::move(stmt.value));
    const Type* type = value.value->type;
    if (!has_active_result()) {
        stmt.value = std::move(value.value);
        return;
    }
    std::vector<ExprPtr> parts;
    parts.push_back(std::move(value.value));
    parts.push_back(dot_or_zero(std::move(value.dot), type, stmt.span));
    stmt.value = std::make_unique<Construct>(stmt.span, dual_type(type), std::move(parts));
}

/// Drops tangents of variables that only conditions and integers are computed of.
void Forward::drop_unused() {
    std::set<const Variable*> unused;
    for (const auto& [variable, dot] : dots_)
        if (dot && !dot->type->is_array() && dot->role != VariableRole::parameter) unused.insert(dot);
    const auto target = [&](const Stmt& stmt) -> const Variable* {
        const Lvalue* place = nullptr;
        if (stmt.kind == StmtKind::assign) place = &as<Assign>(stmt).lvalue;
        if (stmt.kind == StmtKind::augmented_assign) place = &as<AugmentedAssign>(stmt).lvalue;
        return place && !place->index && unused.count(place->variable) ? place->variable : nullptr;
    };
    for (bool changed = true; changed;) {
        changed = false;
        visit_statements(function_.body, [&](const Stmt& stmt) {
            if (target(stmt)) return;
            visit_expressions(stmt, [&](const ExprPtr& expr) {
                visit_all(*expr, [&](const Expr& part) {
                    if (part.kind == ExprKind::variable && unused.erase(as<VariableRef>(part).variable))
                        changed = true;
                });
            });
        });
    }
    const std::function<void(Block&)> drop = [&](Block& body) {
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (!target(*body[i])) {
                visit_blocks(*body[i], drop);
                continue;
            }
            Comments comments = std::move(body[i]->comments);
            body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
            const bool has_comments = !comments.above.empty() || !comments.trailing.empty();
            if (has_comments && i < body.size()) body[i]->comments = std::move(comments);
            --i;
        }
    };
    drop(function_.body);
}

} // namespace cudapy::differentiate
