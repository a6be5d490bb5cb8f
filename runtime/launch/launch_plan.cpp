#include "runtime/launch/launch_plan.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/cuda/device_info.h"
#include "runtime/launch/block_shape.h"
#include "runtime/launch/coarsened_variant.h"
#include "runtime/launch/gpu_stack.h"
#include "runtime/launch/module.h"

#include <algorithm>

namespace cudapy::runtime {

BlockLimits block_limits(const DeviceInfo& device, int block_threads, int registers, int shared_bytes) {
    constexpr int register_unit = 256, shared_unit = 128, parts = 4;
    const int warps = (block_threads + device.warp_size - 1) / device.warp_size;
    BlockLimits limits;
    limits.threads = device.threads_per_multiprocessor / (warps * device.warp_size);
    limits.blocks = device.blocks_per_multiprocessor;
    limits.registers = limits.shared_memory = limits.blocks;
    if (registers > 0) {
        const int of_warp =
            (registers * device.warp_size + register_unit - 1) / register_unit * register_unit;
        const int warps_of_part = device.registers_per_multiprocessor / parts / of_warp;
        limits.registers = warps_of_part * parts / warps;
    }
    const int shared =
        (shared_bytes + device.reserved_shared_bytes_per_block + shared_unit - 1) / shared_unit * shared_unit;
    if (shared > 0) limits.shared_memory = device.shared_bytes_per_multiprocessor / shared;
    return limits;
}

LaunchPlan Kernel::plan(const Extent& threads, const Extent* block, unsigned shared_bytes) const {
    LaunchPlan plan;
    plan.threads = threads;
    plan.block_was_chosen = !block || (on_host_ && !traits_.uses_blocks);
    plan.block = plan.block_was_chosen ? block_for(threads) : *block;
    check_launch(threads, plan.block, block, shared_bytes);
    const LaunchChoice* choice = block ? nullptr : tuned(threads);
    if (choice && !fits(*choice, threads, nullptr)) choice = nullptr; // as a launch does
    plan.is_tuned = choice != nullptr;
    if (choice && !choice->is_coarsened()) plan.block = choice->block;
    plan.grid = grid_of(threads, plan.block);
    const CoarsenedVariant* variant = nullptr;
    if (!choice)
        variant = variant_for(threads, block, nullptr, shared_bytes);
    else if (choice->is_coarsened())
        variant = variant_of(choice->factors);
    plan.is_coarsened = variant && allows_coarsened(*variant, threads, block, shared_bytes);
    void* const function = plan.is_coarsened ? variant->function : function_;
    if (plan.is_coarsened) {
        plan.factors = variant->traits.size;
        plan.block = choice ? choice->block : coarsened_block(*variant, threads, block);
        plan.grid = grid_of(grid_of(threads, plan.factors), plan.block);
    }
    if (on_host_) {
        plan.cores = pool_cores();
        return plan;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, static_cast<cuda::Context>(context_));
    cuda::check(scope.status(), "using the GPU's context");
    const auto attribute = [&](cuda::FunctionAttribute which) {
        int value = 0;
        cuda::check(driver.func_get_attribute(&value, which, static_cast<cuda::Function>(function)),
                    "asking what a kernel needs");
        return value;
    };
    const DeviceInfo info = device_info(device());
    const int block_threads = static_cast<int>(plan.block[0] * plan.block[1] * plan.block[2]);
    plan.registers = attribute(cuda::registers);
    plan.most_threads = attribute(cuda::max_threads_per_block);
    plan.static_shared_bytes = attribute(cuda::static_shared_bytes);
    plan.dynamic_shared_bytes = static_cast<int>(shared_bytes);
    plan.local_bytes = attribute(cuda::local_bytes);
    plan.stack_bytes = stack_bytes_;
    plan.all_stack_bytes = plan.stack_bytes * threads_with_stack(device());
    plan.warps_per_block = (block_threads + info.warp_size - 1) / info.warp_size;
    plan.most_warps = info.threads_per_multiprocessor / info.warp_size;
    plan.multiprocessors = info.multiprocessors;
    cuda::check(driver.occupancy_max_active_blocks(&plan.active_blocks, static_cast<cuda::Function>(function),
                                                   block_threads, shared_bytes),
                "asking how many blocks can run at the same time");
    const BlockLimits limits = block_limits(info, block_threads, plan.registers,
                                            plan.static_shared_bytes + plan.dynamic_shared_bytes);
    const int least = std::min({limits.threads, limits.blocks, limits.registers, limits.shared_memory});
    if (limits.threads == least) plan.limited_by.push_back("threads");
    if (limits.blocks == least) plan.limited_by.push_back("blocks");
    if (limits.registers == least && plan.registers > 0) plan.limited_by.push_back("registers");
    if (limits.shared_memory == least && plan.static_shared_bytes + plan.dynamic_shared_bytes > 0)
        plan.limited_by.push_back("shared memory");
    return plan;
}

} // namespace cudapy::runtime
