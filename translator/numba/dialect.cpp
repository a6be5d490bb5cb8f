#include "translator/numba/dialect.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/none_constants.h"
#include "translator/check/calls/star_parameter.h"
#include "translator/check/statements/statements.h"
#include "translator/numba/arrays/declared_arrays.h"
#include "translator/numba/arrays/reshapes.h"
#include "translator/numba/calls/array_methods.h"
#include "translator/numba/calls/atomics.h"
#include "translator/numba/calls/functions.h"
#include "translator/numba/calls/grids.h"
#include "translator/numba/calls/stores.h"
#include "translator/numba/calls/warps.h"
#include "translator/numba/dates/dates.h"
#include "translator/numba/desugar/array_tuples.h"
#include "translator/numba/desugar/captured_arrays.h"
#include "translator/numba/desugar/dead_branches.h"
#include "translator/numba/desugar/field_arguments.h"
#include "translator/numba/desugar/joined_arrays.h"
#include "translator/numba/desugar/known_conditions.h"
#include "translator/numba/desugar/none_results.h"
#include "translator/numba/desugar/none_tests.h"
#include "translator/numba/desugar/record_tuples.h"
#include "translator/numba/desugar/returned_records.h"
#include "translator/numba/desugar/scalar_arrays.h"
#include "translator/numba/desugar/tuple_parameters.h"
#include "translator/numba/desugar/unroll.h"
#include "translator/numba/locals/local_types.h"
#include "translator/numba/locals/versions.h"
#include "translator/numba/names/enums.h"
#include "translator/numba/names/names.h"
#include "translator/numba/numbers/number_rules.h"
#include "translator/numba/records/record_fields.h"
#include "translator/numba/records/records.h"
#include "translator/numba/state.h"
#include "translator/numba/statements/raises.h"

namespace cudapy::checker::numba {

namespace {

template <typename State>
std::unique_ptr<DialectState> new_state() {
    return std::make_unique<State>();
}

std::optional<Rewriting> rewritten(const Context& context, const FunctionInfo& generic,
                                   const std::vector<InstanceRequest::Argument>& arguments) {
    if (has_tuples(arguments))
        return flattened(*generic.syntax, arguments, Environment(context, generic).has_len());
    if (has_scalar_arrays(arguments) && !has_star_parameter(*generic.syntax))
        return with_one_dimension(*generic.syntax, arguments);
    return std::nullopt;
}

void desugar(Body& body) {
    leave_out_dead_branches(body);
    if (write_none_names(body)) leave_out_dead_branches(body);
    separate_joined_arrays(body);
    allow_none_results(body);
    write_record_tuples(body);
    unroll_loops(body);
    capture_arrays(body);
    write_returned_records(body); // the last: it knows the calls that it makes
}

const TypeRules* type_rules(const Type* type) {
    return type->is_date() ? &date_rules : nullptr;
}

bool refuse_second_dynamic(Body& body, const syntax::Call& call, const program::Variable& array) {
    if (!is_second_dynamic(body, array)) return false;
    report(body, diag::NoOther{"a second array of dynamic shared memory"}, call.span);
    return true;
}

std::optional<Value> unnamed_call(Body& body, const syntax::Call& call) {
    auto result = grid_sync(body, call);
    return result ? std::move(result) : bit_count(body, call);
}

std::optional<Value> named_call(Body& body, const syntax::Call& call, const Entity& entity) {
    if (entity.is_dtype) return std::nullopt;
    if (entity.is_python_int || entity.is_python_float) return number_call(body, call, entity);
    return entity.what == Entity::What::unsupported ? tuple_call(body, call, entity) : std::nullopt;
}

std::optional<OtherCall> other_call(Body& body, const syntax::Call& call, FunctionInfo& callee) {
    FunctionInfo& version = version_with_index(body, call, callee);
    if (&version != &callee) return OtherCall{&call, &version};
    const auto items = with_items_of_tuples(body, call, callee);
    return items ? items : with_records(body, call, callee);
}

std::optional<Value> special_expression(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::compare) return none_comparison(body, expr);
    if (expr.kind == syntax::ExprKind::attribute)
        if (auto found = field_attribute(body, syntax::as<syntax::Attribute>(expr))) return found;
    auto part = record_part(body, expr);
    return part || expr.kind != syntax::ExprKind::subscript ? std::move(part) : member_by_name(body, expr);
}

std::optional<diag::NoOther> none_as_value(Body& body, const syntax::Expr& expr, const Entity& object) {
    if (!is_none(object)) return std::nullopt;
    return diag::NoOther{"`" + text(body, expr) + "`, which is `None`, as a value",
                         "ask for it: `if " + text(body, expr) + " is None:`"};
}

bool unsupported_statement(Body& body, const syntax::UnsupportedStmt& stmt, program::Block& out) {
    if (stmt.construct == syntax::Construct::raise) {
        raise_statement(body, stmt, out);
        return true;
    }
    if (stmt.construct != syntax::Construct::nested_function) return false;
    report(body, diag::NoOther{"a decorated function inside another one", "leave the decorator out"},
           stmt.span);
    return true;
}

/// Checks `group = cuda.cg.this_grid()`, of which only `sync` is called.
bool name_grid_group(Body& body, const syntax::Assign& stmt, program::Block& out) {
    if (stmt.targets.size() != 1 || stmt.targets[0]->kind != syntax::ExprKind::name ||
        !is_grid_group(body, *stmt.value))
        return false;
    emit(out, std::make_unique<program::Note>(stmt.span), stmt);
    return true;
}

bool special_statement(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    switch (stmt.kind) {
    case syntax::StmtKind::assign:
        return name_grid_group(body, syntax::as<syntax::Assign>(stmt), out);
    case syntax::StmtKind::expression:
        return hinted_store(body, syntax::as<syntax::ExpressionStmt>(stmt), out) ||
               pause(body, syntax::as<syntax::ExpressionStmt>(stmt), out);
    case syntax::StmtKind::unsupported:
        return unsupported_statement(body, syntax::as<syntax::UnsupportedStmt>(stmt), out);
    default:
        return false;
    }
}

bool special_assignment(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target,
                        const syntax::Expr& value, program::Block& out) {
    return assign_part(body, stmt, target, out) || assign_nested(body, stmt, target, value, out);
}

bool refuse_unrolled(Body& body, const syntax::For& loop) {
    if (!is_unrolled(body, loop)) return false;
    report_not_unrolled(body, loop);
    return true;
}

void begin_pass(Body& body) {
    forget_values(body);
    forget_versions(body);
    give_parameters(body, body.function.body);
}

void end_pass(Body& body) {
    settle_locals(body);
    settle_versions(body);
}

void report_all(Body& body) {
    report_late_uses(body);
    report_mixed_none(body);
    report_integers_as_double(body);
    report_dropped_names(body);
}

} // namespace

const DialectRules rules = {
    .numbers = number_rules,
    .types = type_rules,
    .program =
        {
            .state = new_state<ProgramState>,
            .rewritten = rewritten,
            .finish = pass_captured_arrays,
            .has_libraries = true,
            .takes_all_shapes = true,
        },
    .names =
        {
            .has_cuda_module = true,
            .has_overloads = true,
            .is_known = is_known,
            .suggests_predefined = false,
            .member = member,
            .takes_member = takes_member,
        },
    .signatures =
        {
            .has_annotations = false,
            .has_star_parameters = true,
            .type_named = date_type_named,
        },
    .bodies =
        {
            .state = new_state<BodyState>,
            .desugar = desugar,
            .separate = separate_versions,
            .parameter = separate_parameter,
            .begin_pass = begin_pass,
            .end_pass = end_pass,
            .are_independent = false, // it writes functions and calls anew, and keeps them for all
            .finish = copy_versions,
            .report = report_all,
            .report_late = report_mixed_types,
        },
    .locals =
        {
            .join = join,
            .variable = variable_for,
            .read_by = read_by,
            .other_read = other_read,
        },
    .records =
        {
            .has_fields_by_name = true,
            .is_column = is_field_of_records,
            .collect_column = collect_field_name,
            .bind_column = bind_field_name,
            .refuse_column = refuse_field_name,
            .rank_of_shape = shape_rank_of_field,
            .length = field_length,
            .is_unpackable = is_unpackable_field,
            .items = items_of_field,
            .place = record_place,
            .refuse_nested = refuse_nested,
            .keep_item = keep_item,
            .refuse_item = refuse_item,
        },
    .arrays =
        {
            .has_transposes = true,
            .reshaped = reshaped,
            .extents = extents_in,
            .reshape = reshape,
            .beyond_rows = beyond_rows,
        },
    .declarations =
        {
            .arguments = array_arguments,
            .element_type = element_type,
            .size = size_argument,
            .takes_shapes = true,
            .are_anywhere = true,
            .refuse = refuse_second_dynamic,
        },
    .atomics =
        {
            .are_called_as_written = true,
            .field = field_of_element,
            .same = same_atomic,
            .fit = fit_value,
        },
    .cooperation =
        {
            .has_widths = false,
            .fit_mask = fit_mask,
            .vote = vote,
            .predicate = predicate,
            .allows_divergence = true,
        },
    .calls =
        {
            .takes_none = true,
            .unnamed = unnamed_call,
            .method = array_method,
            .named = named_call,
            .builtin = builtin_call,
            .other = other_call,
        },
    .expressions =
        {
            .special = special_expression,
            .known_choice = none_test,
            .no_value = none_as_value,
        },
    .statements =
        {
            .special = special_statement,
            .assign = special_assignment,
            .is_no_value = is_grid_group,
            .does_nothing = is_pause,
            .known_condition = known_condition,
            .refuse_loop = refuse_unrolled,
            .has_checked_values = true,
            .takes_tuples_apart = true,
        },
    .prints = {.shows_tuples = true, .floats = 'f', .most = 32}, // of more, numba prints the format
};

} // namespace cudapy::checker::numba
