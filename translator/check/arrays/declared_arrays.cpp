#include "translator/check/arrays/declared_arrays.h"

#include "translator/check/aggregates/tuple_indices.h"
#include "translator/check/arrays/array_names.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/body/store.h"
#include "translator/check/calls/calls.h"
#include "translator/check/calls/random.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/fold.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/program/build.h"
#include "translator/syntax/walk.h"

#include <algorithm>

namespace cudapy::checker {

using diag::ArrayPlace;
using program::ExprPtr;
using syntax::ExprKind;

namespace {

/// The array that a call of `shared` or `local` makes.
struct ArrayKind {
    const Type* element;
    std::vector<int64_t> shape;
    const syntax::Expr* fill = nullptr; ///< the value that its elements begin with; null for none
};

std::optional<int64_t> extent(Body& body, const syntax::Expr& expr, const Builtin& maker);

/// No memory of a block or of a thread holds more elements than this, whatever their type.
constexpr int64_t most_elements = 1 << 20;

/// The words hold the key, the counter, the numbers that are ready, and how many these are; see
/// emit/helpers/random.cpp.
constexpr int64_t words_of_generator = 11;

std::optional<ArrayKind> array_kind(Body& body, const syntax::Call& call, const Builtin& maker) {
    const std::string function(maker.name);
    if (maker.special == Special::random_state) {
        if (!plain_arguments(body, call, function, 2, 2)) return std::nullopt;
        return ArrayKind{Type::uint32(), {words_of_generator}};
    }
    const auto given = body.dialect.declarations.arguments(body, call, maker);
    if (!given) return std::nullopt; // reported
    const syntax::Expr& type = *given->element;
    const auto element = body.dialect.declarations.element_type(body, type);
    if (!element) {
        diag::NoElementType payload{given->function, text(body, type)};
        if (type.kind == syntax::ExprKind::string) payload.dtype = syntax::as<syntax::String>(type).value;
        report(body, std::move(payload), type.span);
        return std::nullopt;
    }
    if (!*element) return std::nullopt; // reported
    ArrayKind made{*element, {}};
    made.fill = given->fill;
    if (!given->shape && maker.special == Special::shared) return made; // sized at the launch
    if (!given->shape) {
        report(body, diag::ArgumentCount{function, 2, 3, 1, ""}, call.span);
        return std::nullopt;
    }
    const syntax::Expr& shape = *given->shape;
    const std::vector<const syntax::Expr*> extents = indices_in(body, shape);
    int64_t elements = 1;
    for (const syntax::Expr* each : extents) {
        const auto count = extent(body, *each, maker);
        if (!count) return std::nullopt;
        made.shape.push_back(*count);
        elements *= *count;
        if (elements > most_elements) {
            report(body, diag::BadShape{function, std::to_string(elements), false, true}, shape.span);
            return std::nullopt;
        }
    }
    if (extents.empty() || extents.size() > Type::max_rank) {
        report(body,
               diag::BadShape{function, extents.empty() ? "no" : text(body, shape), false, !extents.empty()},
               shape.span);
        return std::nullopt;
    }
    return made;
}

std::optional<int64_t> extent(Body& body, const syntax::Expr& expr, const Builtin& maker) {
    const std::string function(maker.name);
    const bool outside = std::exchange(body.in_size, true);
    const Value value = number(body, expr, "the number of elements of an array");
    body.in_size = outside;
    if (!value) return std::nullopt;
    if (value.type()->is_floating()) {
        report(body, diag::BadShape{function, text(body, expr), true, false}, expr.span);
        return std::nullopt;
    }
    auto count = value.integer();
    if (!count) count = fold_tree(*value.node);
    if (!count) {
        report(body, diag::ShapeNotConstant{function, text(body, expr)}, expr.span,
               explain(body, *value.node, [](const Type*) { return true; }));
        return std::nullopt;
    }
    if (*count < 1 || *count > most_elements) {
        report(body, diag::BadShape{function, std::to_string(*count), false, *count > most_elements},
               expr.span);
        return std::nullopt;
    }
    return count;
}

/// Lets `local(type(b), 4)` say what the type of the local `b` is by now.
void follow_element(Body& body, Local& local, program::Variable& array, const Type* element) {
    if (body.is_final() || !array.type->is_array() || array.type->element() == element) return;
    for (program::Variable* variable : {&array, local.variable})
        variable->type = Type::array(element, variable->type->rank());
    body.inference.again = true;
}

/// Stores the value in each element of the array.
void fill_array(Body& body, Local::DeclaredArray& own, program::Variable* array, const syntax::Expr& fill,
                program::Block& out) {
    constexpr int64_t most_written_out = 16; // more of them are a loop
    array->is_flat = true;
    const Type* element = array->type->element();
    Target target;
    target.place = "an element of `" + array->name + "`";
    target.copies = true;
    Value value = element->is_aggregate() ? expression(body, fill)
                                          : number(body, fill, "`local`", element->is_complex());
    ExprPtr stored = value ? store(body, std::move(value), element, std::move(target)) : nullptr;
    if (!stored) return;
    const Span span = fill.span;
    const Type* index = body.context.index_type();
    const auto assign = [&](ExprPtr at, ExprPtr each) {
        return program::make_assign(program::Lvalue{array, std::move(at), span}, std::move(each), span);
    };
    const int64_t count = array->element_count();
    const bool is_literal = stored->kind == program::ExprKind::literal;
    if (is_literal && count <= most_written_out) {
        for (int64_t i = 0; i < count; ++i)
            out.push_back(assign(program::make_int(index, i, span), program::clone(*stored)));
        return;
    }
    const auto variable = [&](program::Variable*& known, const char* name, const Type* type) {
        if (!known)
            known =
                body.function.add_variable(array->name + name, type, program::VariableRole::temporary, span);
        return known;
    };
    if (!is_literal) {
        program::Variable* kept = variable(own.fill, "_value", element);
        out.push_back(program::make_assign(kept, std::move(stored), span));
        stored = program::make_ref(kept, span);
    }
    program::Variable* counter = variable(own.counter, "_index", index);
    auto loop = std::make_unique<program::ForRange>(span, counter, index, program::make_int(index, 0, span),
                                                    program::make_int(index, count, span),
                                                    program::make_int(index, 1, span));
    loop->body.push_back(assign(program::make_ref(counter, span), std::move(stored)));
    out.push_back(std::move(loop));
}

} // namespace

std::optional<ArrayArguments> python_array_arguments(Body& body, const syntax::Call& call,
                                                     const Builtin& maker) {
    const std::string function(maker.name);
    const std::size_t most = maker.special == Special::local ? 3 : 2;
    if (!plain_arguments(body, call, function, 1, most)) return std::nullopt;
    const auto argument = [&](std::size_t i) {
        return i < call.arguments.size() ? call.arguments[i].value.get() : nullptr;
    };
    return ArrayArguments{argument(0), argument(1), argument(2), function};
}

std::optional<const Type*> python_element_type(Body& body, const syntax::Expr& expr) {
    const auto named = entity(body, expr);
    if (!named || (named->kind != Entity::Kind::type && named->kind != Entity::Kind::aggregate))
        return std::nullopt;
    return named->type;
}

const syntax::Expr* python_size_argument(const syntax::Call& call) {
    const syntax::Expr& callee = *call.function;
    const std::string* maker = callee.kind == ExprKind::name ? &syntax::as<syntax::Name>(callee).id
                               : callee.kind == ExprKind::attribute
                                   ? &syntax::as<syntax::Attribute>(callee).name
                                   : nullptr;
    const bool makes = maker && (*maker == "shared" || *maker == "local") && call.arguments.size() >= 2;
    return makes ? call.arguments[1].value.get() : nullptr;
}

const Builtin* array_maker(Body& body, const syntax::Expr& expr) {
    if (expr.kind != ExprKind::call) return nullptr;
    const auto callee = entity(body, *syntax::as<syntax::Call>(expr).function);
    if (!callee || callee->kind != Entity::Kind::builtin) return nullptr;
    const Special special = callee->builtin->special;
    const bool makes =
        special == Special::shared || special == Special::local || special == Special::random_state;
    return makes ? callee->builtin : nullptr;
}

void collect_arrays(Body& body, const syntax::Block& statements) {
    for (const auto& statement : statements) {
        if (body.dialect.declarations.are_anywhere)
            syntax::visit_blocks(*statement,
                                 [&](const syntax::Block& inner) { collect_arrays(body, inner); });
        const auto [target, value] = syntax::single_assignment(*statement);
        const Builtin* maker = value ? array_maker(body, *value) : nullptr;
        if (!maker || target->kind != ExprKind::name) continue;
        Local& local = *find_local(body, *target);
        if (local.fixed()) continue;
        const auto& call = syntax::as<syntax::Call>(*value);
        const auto made = array_kind(body, call, *maker);
        if (!made) {
            local.poisoned = local.hopeless = true;
            continue;
        }
        local.kind = Local::DeclaredArray{&call};
        local.variable->type =
            maker->special == Special::random_state
                ? Type::random_state()
                : Type::array(made->element, std::max(1, static_cast<int>(made->shape.size())));
        local.variable->role = maker->special == Special::shared ? program::VariableRole::shared
                                                                 : program::VariableRole::local_array;
        local.variable->shape = made->shape;
        local.variable->span = target->span;
    }
}

void declare_array(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target, const syntax::Call& call,
                   program::Block& out) {
    const Builtin& maker = *array_maker(body, call);
    const std::string& name = syntax::as<syntax::Name>(target).id;
    Local& local = *find_local(body, target);
    auto misplaced = [&](ArrayPlace::Place where) {
        std::vector<diag::Label> labels;
        if (where == ArrayPlace::Place::bound)
            if (auto label = declared(body, local.variable)) labels.push_back(*label);
        report(body, ArrayPlace{where, std::string(maker.name), text(body, call), name}, call.span,
               std::move(labels));
        if (!local.fixed()) local.poisoned = true;
    };
    const auto made = array_kind(body, call, maker);
    if (!made) return; // reported
    if (body.nesting.loops > 0 && !body.dialect.declarations.are_anywhere)
        return misplaced(ArrayPlace::Place::loop);
    if (body.nesting.blocks > 1 && !body.dialect.declarations.are_anywhere)
        return misplaced(ArrayPlace::Place::branch);
    Local::DeclaredArray* own = local.declared_array();
    if (!own || own->declaration != &call) return misplaced(ArrayPlace::Place::bound);
    own->is_declared = true;
    program::Variable* array = local.base ? local.base : local.variable;
    follow_element(body, local, *array, made->element);
    if (body.dialect.declarations.refuse(body, call, *array)) return;
    program::Block& place = body.dialect.declarations.are_anywhere ? body.function.body : out;
    auto declaration = std::make_unique<program::Declare>(stmt.span, array, nullptr);
    if (&place == &out) {
        emit(out, std::move(declaration), stmt);
    } else {
        place.push_back(std::move(declaration));
        emit(out, std::make_unique<program::Note>(stmt.span), stmt);
    }
    if (local.base) bind_base(body, local, place);
    if (made->fill) fill_array(body, *own, array, *made->fill, out);
    if (maker.special != Special::random_state) return;
    if (ExprPtr seed = random_seed(body, call, local.variable))
        out.push_back(std::make_unique<program::Evaluate>(stmt.span, std::move(seed)));
}

/// Returns the expression that is assigned to a local which is assigned once, or the part of the tuple that
/// `t[0]` means. Returns null for any other expression, and if the assignment is after it.
const syntax::Expr* constant_local(Body& body, const syntax::Expr& expr) {
    if (expr.kind == ExprKind::subscript) {
        const auto& subscript = syntax::as<syntax::Subscript>(expr);
        const syntax::Expr* tuple = constant_local(body, *subscript.value);
        const auto place = constant_index(*subscript.index);
        if (!tuple || tuple->kind != ExprKind::tuple || !place) return nullptr;
        const auto& elements = syntax::as<syntax::Tuple>(*tuple).elements;
        const auto size = static_cast<int64_t>(elements.size());
        const int64_t at = *place < 0 ? *place + size : *place;
        return at >= 0 && at < size ? elements[static_cast<std::size_t>(at)].get() : nullptr;
    }
    const Symbol* symbol = body.symbols.of(expr);
    if (!symbol || symbol->is_given || symbol->bindings.size() != 1) return nullptr;
    const auto& values = values_of(body, *symbol);
    if (values.size() != 1 || values[0]->span.end > expr.span.begin) return nullptr;
    // In a branch or a loop it may not be assigned when the kernel runs.
    const syntax::Block& statements = body.info.syntax->body;
    const bool is_always =
        std::any_of(statements.begin(), statements.end(), [&](const syntax::StmtPtr& stmt) {
            return (stmt->kind == syntax::StmtKind::assign ||
                    stmt->kind == syntax::StmtKind::annotated_assign) &&
                   stmt->span.begin <= values[0]->span.begin && values[0]->span.end <= stmt->span.end;
        });
    return is_always ? values[0] : nullptr;
}

bool is_too_early(Body& body, Local& local, Span span) {
    const Local::DeclaredArray* array = local.declared_array();
    if (!array || array->is_declared) return false;
    if (body.in_size && !body.is_final())
        return false; // its length is asked for while arrays are collected, in their order
    const std::string& name = local.variable->name;
    report(body, diag::UnassignedVariable{name, body.nesting.loops > 0, hides_outer(body, name)}, span,
           {{local.variable->span, "declared here"}});
    return true;
}

} // namespace cudapy::checker
