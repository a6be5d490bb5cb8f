// The forms of kernels for groups of threads, and the ways to launch that measuring has found best.

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/block_shape.h"
#include "runtime/launch/group_form.h"
#include "runtime/launch/kernel.h"
#include "runtime/launch/module.h"

#include <algorithm>
#include <utility>

namespace cudapy::runtime {

namespace {

/// The widths of blocks of groups that are wider than 1 along y, too: a warp, so that neighbours along x load
/// together, and less where a kernel gains from high blocks, as where an array is walked along y.
constexpr int64_t warp = 32, high_block_width = 16;
// A block that was divided into groups has so many CUDA threads at least, which are two warps, and so many
// along x, so that neighbours load together. Launch functions of pycu2cu ask for the same
// (launch_functions.cpp).
constexpr int64_t least_divided = 64, least_width = 8;
/// The groups along x that a launch of a stencil needs, if others are for fewer: the threads of the first and
/// the last one diverge.
constexpr int64_t least_across = 16;

/// Returns whether there are so many, also where their number has more than 64 bits.
bool has_count(const Extent& extent, int64_t least) {
    int64_t count = 0;
    return __builtin_mul_overflow(extent[0], extent[1], &count) ||
           __builtin_mul_overflow(count, extent[2], &count) || count >= least;
}

} // namespace

void Kernel::add_group(std::shared_ptr<Module> module, const GroupTraits& group) {
    const std::lock_guard lock(adding_);
    if (has_group(group.size)) return;
    const Module::Function found = module->find(group.symbol);
    const bool is_usual = group.size == traits_.group.size;
    auto form = std::make_unique<const GroupForm>(
        GroupForm{group, std::move(module), found.address, found.max_threads, other_groups_});
    (is_usual ? group_ : other_groups_).store(form.get(), std::memory_order_release);
    all_groups_.push_back(std::move(form));
    need_local(found.local_bytes);
}

void Kernel::note_absent_group(const Extent& size) {
    const std::lock_guard lock(adding_);
    GroupTraits traits;
    traits.size = size;
    auto form = std::make_unique<const GroupForm>(GroupForm{traits, nullptr, nullptr, 0, other_groups_});
    other_groups_.store(form.get(), std::memory_order_release);
    all_groups_.push_back(std::move(form));
}

const GroupForm* Kernel::form_of(const Extent& size) const noexcept {
    const GroupForm* usual = group_.load(std::memory_order_acquire);
    if (usual && usual->traits.size == size) return usual;
    for (const GroupForm* form = other_groups_.load(std::memory_order_acquire); form; form = form->next)
        if (form->traits.size == size && form->function) return form;
    return nullptr;
}

bool Kernel::knows_group(const Extent& size) const noexcept {
    for (const GroupForm* form = other_groups_.load(std::memory_order_acquire); form; form = form->next)
        if (form->traits.size == size) return true;
    return has_group(size);
}

Extent Kernel::group_block(const GroupForm& form, const Extent& threads, const Extent* block) const {
    Extent shape = block ? *block : block_for(threads);
    if (form.traits.in_blocks) shape[1] /= form.traits.size[1];
    if (block || traits_.uses_blocks || traits_.whole_blocks) return shape; // else groups of one thread
    const int64_t width = traits_.high_blocks ? high_block_width : warp;
    return gpu_block(grid_of(threads, form.traits.size), traits_.axes, form.max_threads, width);
}

bool Kernel::divides(const Extent& block, unsigned shared_bytes) const noexcept {
    const int64_t rows = traits_.group.size[1];
    const bool is_large =
        has_small_groups() || (count_of(block) >= least_divided * rows && block[0] >= least_width);
    return is_large && block[1] % rows == 0 && shared_bytes == 0;
}

bool Kernel::allows_group(const GroupForm& form, const Extent& threads, const Extent* block,
                          unsigned shared_bytes) const noexcept {
    if (form.traits.in_blocks) {
        const Extent shape = block ? *block : block_for(threads);
        return divides(shape, shared_bytes) && count_of(shape) / form.traits.size[1] <= form.max_threads;
    }
    if (block) return is_group_of_one_ && count_of(*block) <= form.max_threads;
    const bool is_seen =
        traits_.uses_blocks || traits_.whole_blocks; // the blocks are those of the plain form
    return !is_seen || count_of(block_for(threads)) <= form.max_threads;
}

bool Kernel::suits_group(const Extent& threads, void* const* slots) const noexcept {
    if (least_groups_ == 0) return false;
    const GroupTraits& group = traits_.group;
    const int64_t across = group.size[0] * (group.size[1] > 1 ? least_across : 1);
    if (group.otherwise[0] != 0 && !has_small_groups() && threads[0] < across) return false;
    return has_count(grid_of(threads, traits_.group.size), least_groups_) &&
           (!slots || GroupForm::group_fits(traits_.group, slots));
}

Extent Kernel::missing_group(const Extent& threads, const Extent* block, void* const* slots,
                             unsigned shared_bytes) const noexcept {
    if (on_host_) return {};
    if (const LaunchChoice* choice = block ? nullptr : tuned(threads)) [[unlikely]] {
        if (fits(*choice, threads, slots)) return {};
        const bool may_fit =
            choice->group != traits_.group.size || !slots || GroupForm::group_fits(traits_.group, slots);
        if (choice->is_grouped() && may_fit && !knows_group(choice->group)) return choice->group;
    }
    // Small launches, which are to be quick, need no more.
    if (least_groups_ == 0 || !has_count(threads, least_groups_)) return {};
    const bool has_usual = group_.load(std::memory_order_acquire);
    const Extent& other = traits_.group.otherwise;
    if (has_usual && other[0] == 0) return {};
    if (traits_.group.in_blocks ? !divides(block ? *block : block_for(threads), shared_bytes)
                                : block && !is_group_of_one_)
        return {};
    if (suits_group(threads, slots))
        return has_usual || knows_group(traits_.group.size) ? Extent{} : traits_.group.size;
    return suits_other_group(threads, block) && !knows_group(other) ? other : Extent{};
}

bool Kernel::suits_other_group(const Extent& threads, const Extent* block) const noexcept {
    const Extent& size = traits_.group.otherwise;
    return size[0] != 0 && !block && threads[1] >= size[1] &&
           has_count(grid_of(threads, size), least_groups_);
}

const GroupForm* Kernel::form_for(const Extent& threads, const Extent* block, void* const* slots,
                                  unsigned shared_bytes) const noexcept {
    if (least_groups_ == 0 || !has_count(threads, least_groups_)) return nullptr;
    const GroupForm* form = group_.load(std::memory_order_acquire);
    if (form && allows_group(*form, threads, block, shared_bytes) && suits_group(threads, slots)) return form;
    if (!suits_other_group(threads, block)) return nullptr;
    form = form_of(traits_.group.otherwise);
    return form && (!slots || form->fits(slots)) ? form : nullptr;
}

namespace {

void add_new(std::vector<LaunchChoice>& choices, const LaunchChoice& choice) {
    if (std::find(choices.begin(), choices.end(), choice) == choices.end()) choices.push_back(choice);
}

} // namespace

std::vector<LaunchChoice> Kernel::choices(const Extent& threads) const {
    std::vector<LaunchChoice> result;
    if (has_one_block()) return result;
    const Extent usual = block_for(threads);
    result.push_back({{}, usual});
    const std::vector<Extent> blocks = on_host_ ? cpu_blocks_to_try(threads, traits_.axes, usual)
                                                : gpu_blocks_to_try(threads, traits_.axes, max_threads_);
    for (const Extent& block : blocks)
        add_new(result, {{}, block});
    if (on_host_ || least_groups_ == 0) return result;
    for (const LaunchChoice& choice : choices(threads, traits_.group.size))
        add_new(result, choice);
    if (suits_other_group(threads, nullptr))
        for (const LaunchChoice& choice : choices(threads, traits_.group.otherwise))
            add_new(result, choice);
    return result;
}

std::vector<LaunchChoice> Kernel::choices(const Extent& threads, const Extent& group) const {
    std::vector<LaunchChoice> result;
    const GroupForm* form = form_of(group);
    if (!form || has_one_block()) return result;
    result.push_back({group, group_block(*form, threads)});
    for (const Extent& block : gpu_blocks_to_try(grid_of(threads, group), traits_.axes, form->max_threads))
        add_new(result, {group, block});
    return result;
}

void Kernel::tune(TunedChoices choices) {
    const std::lock_guard lock(adding_);
    all_tuned_.push_back(std::make_unique<const TunedChoices>(std::move(choices)));
    tuned_.store(all_tuned_.back().get(), std::memory_order_release);
}

bool Kernel::fits(const LaunchChoice& choice, const Extent& threads, void* const* slots) const noexcept {
    const int64_t count = count_of(choice.block);
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (choice.block[axis] > 1 && (traits_.axes >> axis & 1) == 0) return false;
    if (!choice.is_grouped())
        return (on_host_ || count <= max_threads_) &&
               check_grid(grid_of(threads, choice.block), choice.block) == 0;
    const GroupForm* form = form_of(choice.group);
    return form && count <= form->max_threads &&
           check_grid(grid_of(grid_of(threads, choice.group), choice.block), choice.block) == 0 &&
           (!slots || form->fits(slots));
}

int Kernel::launch_fitting(const LaunchChoice& choice, const Extent& threads, void* const* slots,
                           unsigned shared_bytes) const noexcept {
    if (on_host_) return launch_on_host(threads, nullptr, slots, nullptr, &choice.block);
    if (!choice.is_grouped()) return launch_on_gpu(function_, threads, choice.block, shared_bytes, slots);
    const int status = launch_group(*form_of(choice.group), threads, slots, &choice.block);
    return is_refused_form(status)
               ? launch_without_form(status, threads, block_for(threads), shared_bytes, slots)
               : status;
}

std::string Kernel::text_of_refusal() const {
    const int status = form_refusal_.exchange(-1);
    return status > 0 ? cuda::text_of(status) : std::string();
}

int Kernel::launch_without_form(int refusal, const Extent& threads, const Extent& block,
                                unsigned shared_bytes, void* const* slots) const noexcept {
    const int status = launch_on_gpu(function_, threads, block, shared_bytes, slots);
    int none = 0;
    if (status == 0) form_refusal_.compare_exchange_strong(none, refusal);
    return status;
}

bool Kernel::is_refused_form(int status) noexcept {
    return status == cuda::error_launch_out_of_resources || status == cuda::error_invalid_value;
}

int Kernel::launch_group(const GroupForm& form, const Extent& threads, void* const* slots,
                         const Extent* block) const noexcept {
    if (form.traits.in_blocks) { // the coordinates are those of the plain form
        const Extent shape = block ? *block : block_for(threads);
        if (const int refused = check_grid(grid_of(threads, shape), shape); refused != 0) return refused;
    }
    return launch_on_gpu(form.function, grid_of(threads, form.traits.size), group_block(form, threads, block),
                         0, slots);
}

} // namespace cudapy::runtime
