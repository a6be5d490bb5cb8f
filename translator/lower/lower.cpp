#include "translator/lower/lower.h"

#include "translator/lower/analysis/extent_specialization.h"
#include "translator/lower/analysis/launch_facts.h"
#include "translator/lower/analysis/mod_ref.h"
#include "translator/lower/analysis/transposed_accesses.h"
#include "translator/lower/checked/checked_arithmetic.h"
#include "translator/lower/checked/checked_reads.h"
#include "translator/lower/checked/instrument_accesses.h"
#include "translator/lower/checked/instrument_barriers.h"
#include "translator/lower/checked/instrument_control_flow.h"
#include "translator/lower/checked/instrument_lines.h"
#include "translator/lower/checked/locate_checks.h"
#include "translator/lower/coarsening/coarsened_variant.h"
#include "translator/lower/coarsening/keep_variants.h"
#include "translator/lower/coarsening/no_alias_variant.h"
#include "translator/lower/cpu/blocks.h"
#include "translator/lower/cpu/guard_hoisting.h"
#include "translator/lower/cpu/hoist_barriers.h"
#include "translator/lower/cpu/loop_carried_dependence.h"
#include "translator/lower/cpu/strips.h"
#include "translator/lower/cpu/turns.h"
#include "translator/lower/cpu/warps.h"
#include "translator/lower/expressions/arithmetic.h"
#include "translator/lower/expressions/atomics.h"
#include "translator/lower/expressions/bits.h"
#include "translator/lower/expressions/chains.h"
#include "translator/lower/expressions/complex_fields.h"
#include "translator/lower/expressions/complex_numbers.h"
#include "translator/lower/expressions/dates.h"
#include "translator/lower/expressions/evaluation_order.h"
#include "translator/lower/expressions/exact_functions.h"
#include "translator/lower/expressions/fold_constants.h"
#include "translator/lower/expressions/guard_division.h"
#include "translator/lower/expressions/kept_indices.h"
#include "translator/lower/expressions/negations.h"
#include "translator/lower/expressions/negative_index.h"
#include "translator/lower/expressions/ptxas_16_bit_workaround.h"
#include "translator/lower/expressions/ptxas_negation_workaround.h"
#include "translator/lower/expressions/reciprocal_roots.h"
#include "translator/lower/expressions/small_floats.h"
#include "translator/lower/names/naming.h"
#include "translator/lower/optional_transformations.h"
#include "translator/lower/parts.h"
#include "translator/lower/rewriting/compound_assignments.h"
#include "translator/lower/rewriting/constants.h"
#include "translator/lower/rewriting/dead_store_elimination.h"
#include "translator/lower/rewriting/dimensions.h"
#include "translator/lower/rewriting/known_positions.h"
#include "translator/lower/rewriting/references.h"
#include "translator/lower/rewriting/restricted.h"
#include "translator/lower/rewriting/reuse_parameters.h"
#include "translator/lower/rewriting/topological_order.h"
#include "translator/lower/statements/array_initializers.h"
#include "translator/lower/statements/augmented_assign.h"
#include "translator/lower/statements/builtin_unpack.h"
#include "translator/lower/statements/declarations.h"
#include "translator/lower/statements/for_each.h"
#include "translator/lower/statements/for_range.h"
#include "translator/lower/statements/hoisted_loads.h"
#include "translator/lower/statements/loop_else.h"
#include "translator/lower/statements/multi_assign.h"
#include "translator/lower/statements/repeated_bounds.h"
#include "translator/lower/statements/thread_ends.h"
#include "translator/program/validate.h"
#include "translator/support/internal_error.h"
#include "translator/support/parallel.h"

#include <algorithm>
#include <atomic>
#include <functional>

namespace cudapy::lower {

namespace {

void check([[maybe_unused]] const program::Program& program, [[maybe_unused]] program::Stage stage) {
#ifndef NDEBUG
    program::validate(program, stage);
#endif
}

/// Runs a lowering on each function of a program.
class EachFunction {
  public:
    explicit EachFunction(program::Program& program) : program_(program) {}
    void operator()(const std::function<void(program::Function&)>& lowering) const {
        for (const auto& function : program_.functions)
            lowering(*function);
        check(program_, program::Stage::lowering);
    }

  private:
    program::Program& program_;
};

/// Returns whether a recorder is told what threads do. It is the launcher's.
bool is_instrumented(const Options& options) {
    return options.checked && !options.stubs && !options.is_for_program;
}

} // namespace

void lower_to_places(program::Program& program, const Options& options) {
    using program::Stage;
    check(program, Stage::checked);
    if (options.coverage) instrument_lines(program); // as the user wrote them
    // Several lowerings go over one function before the next one, so that it stays in the processor's cache.
    const EachFunction each(program);
    program.is_traced = options.trace;
    lower_dates(program);                            // whatever follows knows numbers
    if (options.trace) instrument_branches(program); // as the user wrote them
    // This one comes before others, since checks look at what is computed, and the bounds of loops are asked
    // for their values.
    each(fold_constants);
    const Updates updates = is_instrumented(options) ? find_updates(program) : Updates();
    lower_thread_ends(program, options.checked); // what comes next sees where threads may end
    // In checked mode, checks look at what the user computes, before anything else is added.
    if (options.checked) {
        each(lower_checked_reads);
        const FloatDivisions divisions = !options.debug      ? FloatDivisions::none
                                         : options.fast_math ? FloatDivisions::exact
                                                             : FloatDivisions::all;
        each([&](program::Function& function) { lower_checked_arithmetic(function, divisions); });
        locate_checks(program, options.target);
    }
    each([&](program::Function& function) {
        // These two ask for lengths, which analyse_mod_ref has to see.
        lower_negative_indices(function, program.index_type());
        lower_for_each(function, program);
        if (!options.coverage) eliminate_dead_stores(function); // calls note their lines
    });
    // Most lowerings that follow ask what has effects and what reads memory.
    analyse_mod_ref(program);
    note_waiting_loops(program, options.target);
    find_launch_facts(program, options.checked);

    // Statements. Loops lose their `else` first, because for_range needs to see how control really flows; it
    // comes after everything that makes assignments, because it asks which variables a body assigns.
    each([&](program::Function& function) {
        lower_loop_else(function);
        lower_multi_assign(function);
        lower_augmented_assign(function);
        lower_builtin_unpack(function);
        lower_for_range(function);
    });
    // Every access is a Load or the place of an assignment now, and what it computes is Python's still.
    if (options.trace) instrument_calls(program);
    if (is_instrumented(options)) {
        instrument_accesses(program, updates);
        check(program, Stage::lowering);
    }

    // Expressions. Arithmetic profits from loops whose direction is known. Chains come before the order of
    // evaluation, which then sees every place where something is kept. Guards come when no floor operator is
    // left. Arithmetic of half and bfloat16 in float is still Python's.
    lower_small_floats(program, options.target);
    each([&](program::Function& function) {
        lower_arithmetic(function, options.target);
        lower_chains(function);
        lower_negations(function);       // comparisons have two operands now
        lower_complex_numbers(function); // chains ask for the truth of complex numbers
        lower_evaluation_order(function);
        if (options.target == Target::cpu) lower_host_division(function);
        // The parts of an expression that come before a wait are in statements of their own now.
        if (options.target == Target::cpu || is_instrumented(options)) hoist_barriers(function);
        if (options.trace) instrument_block_barriers(function);
        name_repeated_bounds(function);
    });
    if (options.target == Target::cuda && is_instrumented(options))
        instrument_barriers(program); // on the CPU make_block does so

    // Now all variables are there: they get their places, and in the end their names.
    each(lower_declarations);
}

namespace {

/// Runs the lowerings that follow, until what they have made may be looked at as a whole.
void lower_threads(program::Program& program, const Options& options) {
    const EachFunction each(program);
    const OptionalTransformations transformations(program);
    // On the host a kernel gets its other variants here, from statements that are final: one for a whole
    // block where its threads cooperate, else one for a strip of threads where it has loops.
    if (options.target == Target::cpu) {
        each([&](program::Function& function) {
            transformations.also_plain("blocks", function, [&] { make_block(function, program); });
        });
        const bool is_checked = options.checked;
        const auto lower_threads_alone = [&](program::Function& function) {
            if (!is_checked) // kernels without blocks, before they get strips
                transformations.optional("limits", function,
                                         [&] { hoist_guards(function, program.index_type()); });
            transformations.optional("strips", function, [&] { make_strip(function); });
            if (!is_checked) { // of kernels without other variants
                transformations.optional("extents", function, [&] { find_extent_specializations(function); });
                transformations.optional("crossing", function, [&] { find_transposed_accesses(function); });
            }
            transformations.optional("simd", function, [&] { mark_simd(function); });
        };
        if (!is_instrumented(options))
            each(lower_threads_alone); // the recorder hears of one thread at a time
    }
    each([&](program::Function& function) {
        lower_array_initializers(function);
        lower_atomics(function, options.target);
        lower_bits(function, options.target);
    });
}

/// Runs the lowerings that come last, except those that give names.
void lower_forms(program::Program& program, const Options& options, bool negates) {
    const EachFunction each(program);
    const OptionalTransformations transformations(program);
    if (negates) work_around_ptxas_negation(program);
    if (options.target == Target::cuda) work_around_ptxas_16_bits(program);
    if (options.target == Target::cpu) keep_indices(program);
    // On a GPU a kernel gets its coarsened variant likewise. A recorder hears of each access, so
    // that there is none then.
    if (options.target == Target::cuda && options.variants != EmittedVariants::plain && !options.checked &&
        !options.volatile_arrays) {
        each([&](program::Function& function) {
            if (function.is_plain) function.coarsening_facts.reason = "CudaPy failed to optimize the kernel";
            transformations.optional("coarsening", function,
                                     [&] { make_coarsened_variant(function, options.coarsen); });
            if (options.coarsen[0] == 0)
                transformations.optional("restricted", function, [&] { make_no_alias_variant(function); });
        });
        each([&](program::Function& function) {
            transformations.optional("loads", function, [&] { hoist_loads(function); });
        });
    }
    each([&](program::Function& function) {
        lower_complex_fields(function);
        lower_warp_reductions(function, options.target);
        if (!options.fast_math) lower_reciprocal_roots(function, options.target);
        if (!options.fast_math) lower_exact_functions(function, options.target);
        transformations.optional("names", function, [&] { lower_references(function); });
        transformations.optional("parameters", function, [&] { reuse_parameters(function); });
        make_compound_assignments(function);
        mark_constants(function);
        fold_known_positions(function);
        if (options.target == Target::cuda)
            transformations.optional("dimensions", function, [&] { declare_dimensions(function); });
        if (options.target == Target::cuda)
            transformations.optional("restrict", function, [&] { mark_restricted(function); });
    });
    sort_topologically(program);
}

/// Validates a function that is done. Throws FailedTransformation where it may be valid without what is
/// optional.
void validate_named(const program::Function& function,
                    const std::function<void(const program::Function&)>& validate) {
    try {
        validate(function);
    } catch (const InternalError& error) {
        if (function.is_plain) throw;
        throw FailedTransformation{function.name, "", error.detail()};
    }
}

} // namespace

void lower(program::Program& program, const Options& options) {
    // A recorder gets numbers of all that the program does.
    Parts parts(program, !is_instrumented(options) && !options.trace && !options.coverage);
    std::atomic<bool> negates = false;
    parts.each([&](program::Program& part) {
        program::validate(part, program::Stage::checked);
        lower_to_places(part, options);
        lower_threads(part, options);
        if (options.target == Target::cuda && may_negate(part)) negates = true;
    });
    Naming naming;
    parts.each([&](program::Program& part) {
        lower_forms(part, options, negates);
        for (const auto& function : part.functions)
            naming.look(*function);
    });
    parts.join();
    naming.name_file(program);
    const auto validate = program::validator(program, program::Stage::lowered);
    const std::size_t count = program.functions.size();
    in_parallel((count + Parts::enough - 1) / Parts::enough, [&](std::size_t piece) {
        for (std::size_t i = piece * Parts::enough; i < std::min((piece + 1) * Parts::enough, count); ++i) {
            naming.name_variables(*program.functions[i]);
            validate_named(*program.functions[i], validate);
        }
    });
    keep_variants(program, options.variants);
}

} // namespace cudapy::lower
