#include "translator/check/numba/dialect.h"

#include "translator/check/body/body.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/numba/dead_branches.h"
#include "translator/check/numba/local_types.h"
#include "translator/check/numba/names.h"
#include "translator/check/numba/none_results.h"
#include "translator/check/numba/none_tests.h"
#include "translator/check/numba/state.h"
#include "translator/check/numba/unroll.h"
#include "translator/check/numba/versions.h"
#include "translator/check/numba_arrays/captured_arrays.h"
#include "translator/check/numba_arrays/joined_arrays.h"
#include "translator/check/numba_arrays/reshapes.h"
#include "translator/check/numba_dates/dates.h"
#include "translator/check/numba_records/record_fields.h"
#include "translator/check/numba_records/record_tuples.h"
#include "translator/check/numba_records/records.h"
#include "translator/check/numba_records/returned_records.h"

namespace cudapy::checker::numba {

namespace {

std::unique_ptr<DialectState> new_state() {
    return std::make_unique<State>();
}

void desugar(Body& body) {
    if (!body.info.as_written) body.info.as_written = body.info.syntax;
    leave_out_dead_branches(body);
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
            .state = new_state,
            .desugar = desugar,
            .separate = separate_versions,
            .parameter = separate_parameter,
            .begin_pass = begin_pass,
            .end_pass = end_pass,
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
};

} // namespace cudapy::checker::numba
