#include "translator/check/body/locals.h"

#include "translator/check/aggregates/tuples.h"
#include "translator/check/arrays/constant_index.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/body/store.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/whole/definite_assignment.h"
#include "translator/program/walk.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using syntax::StmtKind;

namespace {

void add_local(Body& body, const syntax::Name& name) {
    const Symbol* symbol = body.symbols.of(name);
    if (body.locals.count(symbol) || body.local_functions.by_symbol.count(symbol)) return;
    // bool is where the inference starts: every other type is above it.
    set_variable(body, *symbol,
                 body.function.add_variable(name.id, Type::bool_(), program::VariableRole::local, name.span));
}

void collect_target(Body& body, const syntax::Expr& target) {
    if (target.kind == syntax::ExprKind::name) {
        add_local(body, syntax::as<syntax::Name>(target));
    } else if (target.kind == syntax::ExprKind::tuple) {
        for (const auto& element : syntax::as<syntax::Tuple>(target).elements)
            collect_target(body, *element);
    } else if (target.kind == syntax::ExprKind::unsupported || target.kind == syntax::ExprKind::error) {
        body.reports.hides_names = true; // `[a, b] = …`
    }
}

/// Gives a local the type of its annotation, as in `x: cp.int64 = 0`.
void collect_annotation(Body& body, const syntax::AnnotatedAssign& assign) {
    if (assign.target->kind != syntax::ExprKind::name) return;
    Local& local = body.locals[body.symbols.of(*assign.target)];
    const Type* type = local_annotation(body, *assign.annotation).type;
    if (local.fixed()) return;
    if (type && (type->is_number() || type->is_vector())) {
        local.kind = Local::Annotated{assign.annotation->span};
        local.variable->type = type;
    } else if (!type || !type->is_array() || !assign.value) { // a name for an array is none yet
        local.poisoned = local.hopeless = true;
    }
}

/// Returns whether a literal can be one of the type.
bool takes_literal(const Type* type, const Value& literal) {
    if (type->is_integer()) return literal.weak == Value::Weak::integer && fits(literal, type);
    return (type->is_complex() || (type->is_floating() && !literal.type()->is_complex())) &&
           has_room(type, literal);
}

/// Returns the type of a tuple that is written out, without the influence of its literals. A literal in a
/// tuple has no influence where a literal by itself would have none.
const Type* type_without_literals(const Body& body, const Value& tuple, const Type* known) {
    const bool same = known->is_tuple() && known->fields().size() == tuple.parts.size();
    std::vector<const Type*> types;
    for (std::size_t i = 0; i < tuple.parts.size(); ++i) {
        const Value part = part_of(tuple, i);
        const Type* own = same ? known->fields()[i].type : Type::bool_();
        types.push_back(part.is_weak() && (body.literals_wait() || takes_literal(own, part)) ? own
                        : part.parts.empty()                                                 ? part.type()
                                             : type_without_literals(body, part, own));
    }
    return Type::tuple(types);
}

/// Returns whether a local keeps its type when it is given the literal. It does if a value has given it a
/// type that the literal fits.
bool keeps_type(const Local& local, const Value& literal) {
    const Type* type = local.variable->type;
    return local.has_said && takes_literal(type, literal);
}

} // namespace

Local& set_variable(Body& body, const Symbol& symbol, program::Variable* variable) {
    Local& local = body.locals[&symbol];
    local.variable = variable;
    body.of_variables[variable] = &symbol;
    return local;
}

void collect_locals(Body& body, const syntax::Block& statements) {
    syntax::visit_statements(statements, [&](const syntax::Stmt& stmt) {
        const bool binds_no_name =
            stmt.kind == StmtKind::unsupported &&
            syntax::as<syntax::UnsupportedStmt>(stmt).construct == syntax::Construct::raise;
        if (stmt.kind == StmtKind::error || (stmt.kind == StmtKind::unsupported && !binds_no_name))
            body.reports.hides_names = true;
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) { collect_target(body, target); });
        if (stmt.kind == StmtKind::annotated_assign)
            collect_annotation(body, syntax::as<syntax::AnnotatedAssign>(stmt));
    });
}

Local* find_local(Body& body, const syntax::Expr& expr) {
    const Symbol* symbol = body.symbols.of(expr);
    const auto found = symbol ? body.locals.find(symbol) : body.locals.end();
    return found == body.locals.end() ? nullptr : &found->second;
}

Local* local_of(Body& body, const program::Variable* variable) {
    const auto found = body.of_variables.find(variable);
    return found == body.of_variables.end() ? nullptr : &body.locals.at(found->second);
}

namespace {

/// Widens the type of the local. The values themselves were noted before.
void join_type(Body& body, Local& local, const Type* type, Span span, bool never_negative,
               const program::Expr* node = nullptr) {
    if (local.fixed() || body.is_final()) return;
    const bool is_first = !local.has_said;
    if ((body.literals_wait() || !body.numbers.has_weak_literals) && is_first) {
        local.has_said = true;
        body.inference.again = body.inference.again || local.read;
    }
    local.origins.push_back({span, type, body.statement});
    if (body.dialect.locals.join(body, local, {type, is_first, never_negative, span, node})) return;
    const Type* wider = joined(local.variable->type, type);
    if (wider == local.variable->type) return;
    local.variable->type = wider;
    if (local.read) body.inference.again = true;
}

} // namespace

void join(Body& body, Local& local, const Value& value, Span span) {
    note_constants(body, local, value);
    if (!value || !value.type()->is_value()) {
        local.poisoned = true;
        return;
    }
    if (value.is_weak() && body.literals_wait()) {
        body.inference.waited = true;
        return;
    }
    if (value.is_weak() && keeps_type(local, value)) return;
    local.is_single = local.is_single || (value.type() == Type::float32() && is_single(body, *value.node));
    const Type* type = value.type();
    body.inference.waited = body.inference.waited || (body.literals_wait() && !value.parts.empty());
    if (!value.parts.empty()) type = type_without_literals(body, value, local.variable->type);
    join_type(body, local, type, span, body.numbers.is_never_negative(body, *value.node), value.node.get());
}

bool is_open(const Body& body, const Local& local) {
    if (!body.numbers.has_weak_literals) return !local.has_said && !local.fixed() && !body.is_final();
    return body.literals_wait() && !local.has_said && !local.fixed() && local.variable->type->is_bool();
}

void join(Body& body, Local& local, const Type* type, Span span, bool never_negative,
          std::optional<Bounds> constants) {
    note_constants(body, local, constants);
    join_type(body, local, type, span, never_negative);
}

void follow_annotation(Body& body, Local& local, Span annotation, const Type* type) {
    const auto* annotated = std::get_if<Local::Annotated>(&local.kind);
    if (!annotated || body.is_final() || annotated->annotation != annotation || local.variable->type == type)
        return;
    local.variable->type = type;
    body.inference.again = true;
}

} // namespace cudapy::checker
