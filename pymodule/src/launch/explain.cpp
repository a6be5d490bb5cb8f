#include "pymodule/src/launch/explain.h"

#include "runtime/launch/launch_plan.h"
#include "runtime/launch/tape.h"

#include <fmt/format.h>

namespace cudapy::python {

namespace {

Ref number(long long value) {
    return Ref::steal(PyLong_FromLongLong(value));
}

Ref extent(const runtime::Extent& value) {
    return Ref::steal(Py_BuildValue("(LLL)", static_cast<long long>(value[0]),
                                    static_cast<long long>(value[1]), static_cast<long long>(value[2])));
}

const std::string& name_of_slot(const KernelInfo& info, int number) {
    const Slot& slot = info.slots[static_cast<std::size_t>(number)];
    return info.parameters[static_cast<std::size_t>(slot.index)].name;
}

/// Returns what has to hold of the arguments, so that the coarsened variant is launched, as a tuple
/// of clauses.
Ref needs_of_coarsened(const KernelInfo& info, const KernelInfo::Coarsened& coarsened) {
    const auto& conditions = coarsened.conditions;
    Ref needs = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(conditions.size())));
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const Slot& slot = info.slots[static_cast<std::size_t>(conditions[i].slot)];
        const std::string& name = info.parameters[static_cast<std::size_t>(slot.index)].name;
        const std::string text =
            conditions[i].other >= 0
                ? fmt::format("{} and {} are different arrays", name, name_of_slot(info, conditions[i].other))
            : slot.kind == Slot::Kind::pointer
                ? fmt::format("{} begins at a multiple of {} bytes", name, conditions[i].number)
            : conditions[i].is_exact
                ? fmt::format("{}.shape[{}] is {}", name, slot.axis, conditions[i].number)
                : fmt::format("{}.shape[{}] is a multiple of {}", name, slot.axis, conditions[i].number);
        check(PyTuple_SetItem(needs.get(), static_cast<Py_ssize_t>(i), to_python(text).release()));
    }
    return needs;
}

/// Returns the coarsening factors for launches whose arguments do not allow the usual one, which is planned;
/// None for none.
Ref otherwise_of_coarsened(const LoadedKernel& kernel, const runtime::LaunchPlan& plan) {
    const runtime::CoarsenedTraits& coarsened = kernel.kernel->traits().coarsened;
    const bool is_usual = plan.is_coarsened && plan.factors == coarsened.size;
    return is_usual && coarsened.otherwise[0] != 0 ? extent(coarsened.otherwise) : Ref::borrow(Py_None);
}

/// Returns what the coarsened variant gains, or why the launch does not use one, as a clause.
std::string reason_of_variant(const LoadedKernel& kernel, const runtime::LaunchPlan& plan,
                              const LaunchShape& shape) {
    const KernelInfo& info = kernel.info;
    const bool is_usual =
        !info.coarsened.symbol.empty() && plan.factors == kernel.kernel->traits().coarsened.size;
    if (plan.is_coarsened && plan.is_tuned && !is_usual) return "tune found that best";
    if (plan.is_coarsened && !is_usual && info.coarsened.size[1] == 1)
        return "several loads of a thread are under way at the same time";
    if (plan.is_coarsened || info.coarsened.symbol.empty()) return info.coarsened.reason;
    const bool is_absent = kernel.kernel->lacks_coarsened(kernel.kernel->traits().coarsened.size);
    if (info.coarsened.in_blocks) {
        if (shape.shared_bytes != 0) return "the launch has dynamic shared memory";
        if (plan.block[1] % info.coarsened.size[1] != 0)
            return fmt::format("the height of its blocks is no multiple of {}", info.coarsened.size[1]);
        if (!kernel.kernel->divides(plan.block, 0))
            return fmt::format("its blocks are smaller than {} threads, or narrower than 8",
                               64 * info.coarsened.size[1]);
        if (kernel.kernel->suits_coarsened(shape.threads, nullptr))
            return is_absent
                       ? "the coarsened variant could not be built"
                       : "the registers of a GPU are not enough for such blocks of the coarsened variant";
    } else if (shape.block[0] != 0 && !(is_absent && info.coarsened.size == std::array{1, 1, 1})) {
        return "the block was given";
    }
    if (plan.is_tuned) return "tune found that best";
    if (is_absent && kernel.kernel->suits_coarsened(shape.threads, nullptr))
        return "the coarsened variant could not be built";
    return "there are too few threads to fill the GPU when coarsened";
}

/// Returns why blocks that are chosen are about as high as they are wide, as a clause; nothing where they are
/// not, or where they have another reason.
std::string reason_of_block(const KernelInfo& info, const runtime::LaunchPlan& plan) {
    constexpr int64_t widest = 16; // launches of few rows get wide blocks all the same
    if (!plan.block_was_chosen || plan.is_tuned || plan.block[1] <= 1 || plan.block[0] > widest) return {};
    if (info.has_column_accesses) return "some array is accessed along y where others are accessed along x";
    if (info.has_divergent_trip_counts)
        return "its threads leave loops at different times, and neighbours at similar ones";
    return {};
}

/// The threads that a warp has side by side.
struct Row {
    Neighbours neighbours;
    int64_t threads; ///< of a row of the block; 32 where a warp is neighbours, whatever the rows are
};

Row row_of(const LoadedKernel& kernel, const LaunchShape& shape, const runtime::LaunchPlan& plan) {
    // Blocks that are chosen for the CPU, or for the coarsened variant, say nothing about warps.
    const bool is_chosen = shape.block[0] == 0 && (kernel.device.is_host() ||
                                                   (plan.is_coarsened && !kernel.info.coarsened.in_blocks));
    const runtime::Extent& extent = is_chosen ? plan.threads : shape.block[0] != 0 ? shape.block : plan.block;
    Row row{{}, extent[0]};
    while (row.neighbours.axis < 2 && row.threads <= 1)
        row.threads = extent[static_cast<std::size_t>(++row.neighbours.axis)];
    if (row.threads <= 1) row = {{}, extent[0]};
    constexpr int64_t warp = 32;
    row.neighbours.are_whole_warps = is_chosen ? row.threads >= warp : row.threads % warp == 0;
    // The rows of a block matter where there are several.
    const bool is_one = extent[0] * extent[1] * extent[2] == row.threads;
    if (row.threads >= warp && (is_chosen || is_one)) row.threads = warp;
    return row;
}

const char* operation_name(AccessPattern::Operation operation) {
    static constexpr const char* names[] = {"read", "write", "read and write", "atomic"};
    return names[static_cast<std::size_t>(operation)];
}

const char* kind_name(const AccessPattern& pattern) {
    switch (pattern.threads.kind) {
    case Distance::Kind::elements: {
        const int64_t elements = pattern.threads.elements.value_or(2);
        return elements == 0 ? "same" : elements == 1 || elements == -1 ? "neighbours" : "stride";
    }
    case Distance::Kind::rows:
        return "rows";
    case Distance::Kind::lists:
        return "lists";
    case Distance::Kind::data:
        return "data";
    case Distance::Kind::unknown:
        break;
    }
    return "unknown";
}

Ref text_or_none(const std::string& text) {
    return text.empty() ? Ref::borrow(Py_None) : to_python(text);
}

/// Returns the keyword arguments of a cudapy._launch.access_patterns.AccessPattern.
Ref to_dict(const AccessPattern& pattern, const SourceSet& sources) {
    Ref values = Ref::steal(PyDict_New());
    set_dict_item(values, "file", to_python(sources.file(pattern.span.file).path()));
    set_dict_item(values, "line", number(sources.begin(pattern.span).line));
    set_dict_item(values, "text", to_python(pattern.text));
    set_dict_item(values, "array", to_python(pattern.array));
    set_dict_item(values, "operation", to_python(operation_name(pattern.operation)));
    set_dict_item(values, "space", to_python(pattern.is_shared ? "shared" : "global"));
    set_dict_item(values, "width", number(pattern.width));
    set_dict_item(values, "kind", to_python(kind_name(pattern)));
    set_dict_item(values, "apart",
                  pattern.threads.elements ? number(*pattern.threads.elements * pattern.element_bytes)
                                           : Ref::borrow(Py_None));
    set_dict_item(values, "rows", number(pattern.threads.rows));
    set_dict_item(values, "distance", text_or_none(pattern.threads.text));
    set_dict_item(values, "warp", to_python(threads_in_words(pattern)));
    set_dict_item(values, "by_some", Ref::steal(PyBool_FromLong(pattern.by_some)));
    set_dict_item(values, "next_iteration", text_or_none(next_iteration_in_words(pattern)));
    set_dict_item(values, "counter", text_or_none(pattern.counter));
    set_dict_item(values, "loop",
                  pattern.next_iteration ? number(sources.begin(pattern.loop).line) : Ref::borrow(Py_None));
    return values;
}

/// Returns a tuple of cudapy._launch.access_patterns.AccessPattern.
Ref patterns_to_python(const AccessPatterns& patterns) {
    Ref module = Ref::steal(PyImport_ImportModule("cudapy._launch.access_patterns"));
    Ref type = Ref::steal(PyObject_GetAttrString(module.get(), "AccessPattern"));
    Ref none = Ref::steal(PyTuple_New(0));
    Ref made = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(patterns.accesses.size())));
    for (std::size_t i = 0; i < patterns.accesses.size(); ++i) {
        Ref pattern = Ref::steal(
            PyObject_Call(type.get(), none.get(), to_dict(patterns.accesses[i], *patterns.sources).get()));
        check(PyTuple_SetItem(made.get(), static_cast<Py_ssize_t>(i), pattern.release()));
    }
    return made;
}

/// Returns a tuple of (file, line, text, what to do) of the computations in double by accident.
Ref doubles_to_python(const AccessPatterns& patterns) {
    Ref made = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(patterns.doubles.size())));
    for (std::size_t i = 0; i < patterns.doubles.size(); ++i) {
        const DoubleByAccident& place = patterns.doubles[i];
        const SourceSet& sources = *patterns.sources;
        Ref entry =
            Ref::steal(Py_BuildValue("(NlNN)", to_python(sources.file(place.span.file).path()).release(),
                                     static_cast<long>(sources.begin(place.span).line),
                                     to_python(std::string(sources.text(place.span))).release(),
                                     to_python(in_words(place, sources)).release()));
        check(PyTuple_SetItem(made.get(), static_cast<Py_ssize_t>(i), entry.release()));
    }
    return made;
}

runtime::LaunchPlan plan_of(const LoadedKernel& kernel, const LaunchShape& shape) {
    const runtime::Extent* block = shape.block[0] != 0 ? &shape.block : nullptr;
    const runtime::Extent missing =
        kernel.kernel->missing_coarsened(shape.threads, block, nullptr, shape.shared_bytes);
    if (missing[0] != 0) kernel.program->try_coarsened(kernel, missing);
    return kernel.kernel->plan(shape.threads, block, shape.shared_bytes);
}

} // namespace

Ref planned_block(const LoadedKernel& kernel, const LaunchShape& shape) {
    const runtime::LaunchPlan plan = plan_of(kernel, shape);
    runtime::Extent block = plan.block;
    if (plan.is_coarsened && kernel.info.coarsened.in_blocks) block[1] *= plan.factors[1];
    return extent(block);
}

Ref explain(Program& program, const LoadedKernel& kernel, const LaunchShape& shape) {
    const runtime::LaunchPlan plan = plan_of(kernel, shape);
    Ref values = Ref::steal(PyDict_New());
    set_dict_item(values, "kernel", to_python(kernel.info.called));
    set_dict_item(values, "device", to_python(kernel.device.name()));
    set_dict_item(values, "device_name", to_python(runtime::device_name(kernel.device)));
    set_dict_item(values, "threads", extent(plan.threads));
    set_dict_item(values, "block", extent(plan.block));
    set_dict_item(values, "grid", extent(plan.grid));
    set_dict_item(values, "block_was_chosen", Ref::steal(PyBool_FromLong(plan.block_was_chosen)));
    set_dict_item(values, "is_tuned", Ref::steal(PyBool_FromLong(plan.is_tuned)));
    if (kernel.device.is_host()) {
        set_dict_item(values, "cores", number(plan.cores));
    } else {
        set_dict_item(values, "is_coarsened", Ref::steal(PyBool_FromLong(plan.is_coarsened)));
        set_dict_item(values, "coarsening", extent(plan.factors));
        set_dict_item(values, "coarsening_needs",
                      needs_of_coarsened(kernel.info, kernel.program->coarsened_of(kernel, plan.factors)));
        set_dict_item(values, "coarsening_otherwise", otherwise_of_coarsened(kernel, plan));
        set_dict_item(values, "coarsening_reason", to_python(reason_of_variant(kernel, plan, shape)));
        set_dict_item(values, "block_reason", to_python(reason_of_block(kernel.info, plan)));
        set_dict_item(values, "registers", number(plan.registers));
        set_dict_item(values, "static_shared", number(plan.static_shared_bytes));
        set_dict_item(values, "dynamic_shared", number(plan.dynamic_shared_bytes));
        set_dict_item(values, "local", number(plan.local_bytes));
        set_dict_item(values, "stack", number(static_cast<long long>(plan.stack_bytes)));
        set_dict_item(values, "all_stacks", number(static_cast<long long>(plan.all_stack_bytes)));
        set_dict_item(values, "most_threads", number(plan.most_threads));
        set_dict_item(values, "active_blocks", number(plan.active_blocks));
        set_dict_item(values, "warps_per_block", number(plan.warps_per_block));
        set_dict_item(values, "most_warps", number(plan.most_warps));
        set_dict_item(values, "multiprocessors", number(plan.multiprocessors));
        Ref limits = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(plan.limited_by.size())));
        for (std::size_t i = 0; i < plan.limited_by.size(); ++i)
            check(PyTuple_SetItem(limits.get(), static_cast<Py_ssize_t>(i),
                                  to_python(plan.limited_by[i]).release()));
        set_dict_item(values, "limited_by", limits);
    }
    if (const int64_t words = kernel.kernel->tape_need().words(); words > 0) {
        const runtime::Extent run = kernel.kernel->threads_that_run(shape.threads, &plan.block);
        const int64_t threads = run[0] * run[1] * run[2];
        const int64_t portion =
            kernel.info.uses_blocks
                ? threads
                : runtime::tape_portion(words, threads, runtime::most_tape_bytes(kernel.device));
        set_dict_item(values, "tape", number(words * 8));
        set_dict_item(values, "all_tapes", number(words * 8 * std::min(portion, threads)));
    }
    const Row row = row_of(kernel, shape, plan);
    const AccessPatterns& patterns = program.access_patterns(kernel.info.name, row.neighbours);
    set_dict_item(values, "access_patterns", patterns_to_python(patterns));
    set_dict_item(values, "found_doubles", doubles_to_python(patterns));
    set_dict_item(
        values, "row",
        Ref::steal(Py_BuildValue("(iL)", row.neighbours.axis, static_cast<long long>(row.threads))));
    set_dict_item(values, "file",
                  patterns.sources ? to_python(patterns.sources->file(patterns.kernel.file).path())
                                   : Ref::borrow(Py_None));
    Ref module = Ref::steal(PyImport_ImportModule("cudapy._launch.explain"));
    Ref type = Ref::steal(PyObject_GetAttrString(module.get(), "LaunchPlan"));
    Ref none = Ref::steal(PyTuple_New(0));
    return Ref::steal(PyObject_Call(type.get(), none.get(), values.get()));
}

} // namespace cudapy::python
