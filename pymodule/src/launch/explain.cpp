#include "pymodule/src/launch/explain.h"

#include "runtime/launch/launch_plan.h"

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

/// Returns what has to hold of the arguments, so that the form for groups of threads is launched, as a tuple
/// of clauses.
Ref needs_of_group(const KernelInfo& info) {
    const auto& conditions = info.group.conditions;
    Ref needs = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(conditions.size())));
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const Slot& slot = info.slots[static_cast<std::size_t>(conditions[i].slot)];
        const std::string& name = info.parameters[static_cast<std::size_t>(slot.index)].name;
        const std::string text =
            conditions[i].other >= 0
                ? fmt::format("{} and {} are different arrays", name, name_of_slot(info, conditions[i].other))
            : slot.what == Slot::What::pointer
                ? fmt::format("{} begins at a multiple of {} bytes", name, conditions[i].number)
            : conditions[i].is_exact
                ? fmt::format("{}.shape[{}] is {}", name, slot.axis, conditions[i].number)
                : fmt::format("{}.shape[{}] is a multiple of {}", name, slot.axis, conditions[i].number);
        check(PyTuple_SetItem(needs.get(), static_cast<Py_ssize_t>(i), to_python(text).release()));
    }
    return needs;
}

/// Returns what the form for groups gains, or why the launch does not use one, as a clause.
std::string reason_of_form(const KernelInfo& info, const runtime::LaunchPlan& plan, bool gives_block) {
    if (plan.is_grouped || info.group.symbol.empty()) return info.group.why;
    if (gives_block) return "the block was given";
    if (plan.is_tuned) return "tune found that best";
    return "there are too few threads to fill the GPU with groups of them";
}

} // namespace

Ref explain(const LoadedKernel& kernel, const LaunchShape& shape) {
    const runtime::Extent* block = shape.block[0] != 0 ? &shape.block : nullptr;
    if (kernel.kernel->wants_group(shape.threads, block, nullptr)) kernel.program->add_groups(kernel);
    const runtime::LaunchPlan plan = kernel.kernel->plan(shape.threads, block, shape.shared_bytes);
    Ref values = Ref::steal(PyDict_New());
    set_dict_item(values, "kernel", to_python(kernel.info.name));
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
        set_dict_item(values, "is_grouped", Ref::steal(PyBool_FromLong(plan.is_grouped)));
        set_dict_item(values, "group", extent(plan.group));
        set_dict_item(values, "group_needs", needs_of_group(kernel.info));
        set_dict_item(values, "group_reason", to_python(reason_of_form(kernel.info, plan, block != nullptr)));
        set_dict_item(values, "registers", number(plan.registers));
        set_dict_item(values, "static_shared", number(plan.static_shared_bytes));
        set_dict_item(values, "dynamic_shared", number(plan.dynamic_shared_bytes));
        set_dict_item(values, "local", number(plan.local_bytes));
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
    Ref module = Ref::steal(PyImport_ImportModule("cudapy._explain"));
    Ref type = Ref::steal(PyObject_GetAttrString(module.get(), "LaunchPlan"));
    Ref none = Ref::steal(PyTuple_New(0));
    return Ref::steal(PyObject_Call(type.get(), none.get(), values.get()));
}

} // namespace cudapy::python
