#include "translator/numba/dialect.h"

#include "translator/check/body/report.h"
#include "translator/numba/arrays/declared_arrays.h"
#include "translator/numba/arrays/reshapes.h"
#include "translator/numba/calls/array_methods.h"
#include "translator/numba/calls/atomics.h"
#include "translator/numba/calls/calls.h"
#include "translator/numba/calls/functions.h"
#include "translator/numba/calls/grids.h"
#include "translator/numba/calls/stores.h"
#include "translator/numba/calls/warps.h"
#include "translator/numba/dates/dates.h"
#include "translator/numba/desugar/captured_arrays.h"
#include "translator/numba/desugar/dead_branches.h"
#include "translator/numba/desugar/desugar.h"
#include "translator/numba/desugar/known_conditions.h"
#include "translator/numba/desugar/none_tests.h"
#include "translator/numba/locals/local_types.h"
#include "translator/numba/locals/versions.h"
#include "translator/numba/names/names.h"
#include "translator/numba/numbers/number_rules.h"
#include "translator/numba/records/record_fields.h"
#include "translator/numba/records/records.h"
#include "translator/numba/state.h"
#include "translator/numba/statements/special.h"

namespace cudapy::checker::numba {

namespace {

template <typename State>
std::unique_ptr<DialectState> new_state() {
    return std::make_unique<State>();
}

const TypeRules* type_rules(const Type* type) {
    return type->is_date() ? &date_rules : nullptr;
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
