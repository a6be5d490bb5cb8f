#include "pymodule/src/launch/explain.h"

#include "runtime/launch/launch_plan.h"

namespace cudapy::python {

namespace {

void set(PyObject* dict, const char* name, const Ref& value) {
    check(PyDict_SetItemString(dict, name, value.get()));
}

Ref number(long long value) {
    return Ref::steal(PyLong_FromLongLong(value));
}

Ref extent(const runtime::Extent& value) {
    return Ref::steal(Py_BuildValue("(LLL)", static_cast<long long>(value[0]),
                                    static_cast<long long>(value[1]), static_cast<long long>(value[2])));
}

} // namespace

Ref explain(const LoadedKernel& kernel, const LaunchShape& shape) {
    const runtime::Extent* block = shape.block[0] != 0 ? &shape.block : nullptr;
    const runtime::LaunchPlan plan = kernel.kernel->plan(shape.threads, block, shape.shared_bytes);
    Ref values = Ref::steal(PyDict_New());
    set(values.get(), "kernel", to_python(kernel.info.name));
    set(values.get(), "device", to_python(kernel.device.name()));
    set(values.get(), "device_name", to_python(runtime::device_name(kernel.device)));
    set(values.get(), "threads", extent(plan.threads));
    set(values.get(), "block", extent(plan.block));
    set(values.get(), "grid", extent(plan.grid));
    set(values.get(), "block_was_chosen", Ref::steal(PyBool_FromLong(plan.block_was_chosen)));
    if (kernel.device.is_host()) {
        set(values.get(), "cores", number(plan.cores));
    } else {
        set(values.get(), "registers", number(plan.registers));
        set(values.get(), "static_shared", number(plan.static_shared_bytes));
        set(values.get(), "dynamic_shared", number(plan.dynamic_shared_bytes));
        set(values.get(), "local", number(plan.local_bytes));
        set(values.get(), "active_blocks", number(plan.active_blocks));
        set(values.get(), "warps_per_block", number(plan.warps_per_block));
        set(values.get(), "most_warps", number(plan.most_warps));
        set(values.get(), "multiprocessors", number(plan.multiprocessors));
        Ref limits = Ref::steal(PyTuple_New(static_cast<Py_ssize_t>(plan.limited_by.size())));
        for (std::size_t i = 0; i < plan.limited_by.size(); ++i)
            check(PyTuple_SetItem(limits.get(), static_cast<Py_ssize_t>(i),
                                  to_python(plan.limited_by[i]).release()));
        set(values.get(), "limited_by", limits);
    }
    Ref module = Ref::steal(PyImport_ImportModule("cudapy._explain"));
    Ref type = Ref::steal(PyObject_GetAttrString(module.get(), "LaunchPlan"));
    Ref none = Ref::steal(PyTuple_New(0));
    return Ref::steal(PyObject_Call(type.get(), none.get(), values.get()));
}

} // namespace cudapy::python
