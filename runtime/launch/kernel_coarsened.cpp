// The coarsened variants of kernels, and the ways to launch that measuring has found best.

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/block_shape.h"
#include "runtime/launch/coarsened_variant.h"
#include "runtime/launch/kernel.h"
#include "runtime/launch/module.h"

#include <algorithm>
#include <utility>

namespace cudapy::runtime {

namespace {

/// The widths of blocks of groups that are wider than 1 along y, too: a warp, so that neighbours along x load
/// together, and less where a kernel gains from high blocks, as where an array is accessed along y.
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

void Kernel::add_coarsened(std::shared_ptr<Module> module, const CoarsenedTraits& coarsened) {
    const std::lock_guard lock(adding_);
    if (has_coarsened(coarsened.size)) return;
    const Module::Function found = module->find(coarsened.symbol);
    const bool is_usual = coarsened.size == traits_.coarsened.size;
    auto variant = std::make_unique<const CoarsenedVariant>(
        CoarsenedVariant{coarsened, std::move(module), found.address, found.max_threads, other_coarsened_});
    (is_usual ? coarsened_ : other_coarsened_).store(variant.get(), std::memory_order_release);
    all_coarsened_.push_back(std::move(variant));
    need_local(found.local_bytes);
}

void Kernel::note_absent_coarsened(const Extent& size) {
    const std::lock_guard lock(adding_);
    CoarsenedTraits traits;
    traits.size = size;
    auto variant = std::make_unique<const CoarsenedVariant>(
        CoarsenedVariant{traits, nullptr, nullptr, 0, other_coarsened_});
    other_coarsened_.store(variant.get(), std::memory_order_release);
    all_coarsened_.push_back(std::move(variant));
}

const CoarsenedVariant* Kernel::variant_of(const Extent& size) const noexcept {
    const CoarsenedVariant* usual = coarsened_.load(std::memory_order_acquire);
    if (usual && usual->traits.size == size) return usual;
    for (const CoarsenedVariant* variant = other_coarsened_.load(std::memory_order_acquire); variant;
         variant = variant->next)
        if (variant->traits.size == size && variant->function) return variant;
    return nullptr;
}

bool Kernel::knows_coarsened(const Extent& size) const noexcept {
    for (const CoarsenedVariant* variant = other_coarsened_.load(std::memory_order_acquire); variant;
         variant = variant->next)
        if (variant->traits.size == size) return true;
    return has_coarsened(size);
}

Extent Kernel::coarsened_block(const CoarsenedVariant& variant, const Extent& threads,
                               const Extent* block) const {
    Extent shape = block ? *block : block_for(threads);
    if (variant.traits.in_blocks) shape[1] /= variant.traits.size[1];
    if (block || traits_.uses_blocks || traits_.whole_blocks) return shape; // else groups of one thread
    const int64_t width = traits_.high_blocks ? high_block_width : warp;
    return gpu_block(grid_of(threads, variant.traits.size), traits_.axes, variant.max_threads, width);
}

bool Kernel::divides(const Extent& block, unsigned shared_bytes) const noexcept {
    const int64_t rows = traits_.coarsened.size[1];
    const bool is_large =
        coarsens_small_launches() || (count_of(block) >= least_divided * rows && block[0] >= least_width);
    return is_large && block[1] % rows == 0 && shared_bytes == 0;
}

bool Kernel::allows_coarsened(const CoarsenedVariant& variant, const Extent& threads, const Extent* block,
                              unsigned shared_bytes) const noexcept {
    if (variant.traits.in_blocks) {
        const Extent shape = block ? *block : block_for(threads);
        return divides(shape, shared_bytes) &&
               count_of(shape) / variant.traits.size[1] <= variant.max_threads;
    }
    if (block) return has_factor_of_one_ && count_of(*block) <= variant.max_threads;
    const bool is_seen =
        traits_.uses_blocks || traits_.whole_blocks; // the blocks are those of the plain variant
    return !is_seen || count_of(block_for(threads)) <= variant.max_threads;
}

bool Kernel::suits_coarsened(const Extent& threads, void* const* slots) const noexcept {
    if (least_coarsened_ == 0) return false;
    const CoarsenedTraits& coarsened = traits_.coarsened;
    const int64_t across = coarsened.size[0] * (coarsened.size[1] > 1 ? least_across : 1);
    if (coarsened.otherwise[0] != 0 && !coarsens_small_launches() && threads[0] < across) return false;
    return has_count(grid_of(threads, traits_.coarsened.size), least_coarsened_) &&
           (!slots || CoarsenedVariant::coarsened_fits(traits_.coarsened, slots));
}

Extent Kernel::missing_coarsened(const Extent& threads, const Extent* block, void* const* slots,
                                 unsigned shared_bytes) const noexcept {
    if (on_host_) return {};
    if (const LaunchChoice* choice = block ? nullptr : tuned(threads)) [[unlikely]] {
        if (fits(*choice, threads, slots)) return {};
        const bool may_fit = choice->factors != traits_.coarsened.size || !slots ||
                             CoarsenedVariant::coarsened_fits(traits_.coarsened, slots);
        if (choice->is_coarsened() && may_fit && !knows_coarsened(choice->factors)) return choice->factors;
    }
    // Small launches, which are to be quick, need no more.
    if (least_coarsened_ == 0 || !has_count(threads, least_coarsened_)) return {};
    const bool has_usual = coarsened_.load(std::memory_order_acquire);
    const Extent& other = traits_.coarsened.otherwise;
    if (has_usual && other[0] == 0) return {};
    if (traits_.coarsened.in_blocks ? !divides(block ? *block : block_for(threads), shared_bytes)
                                    : block && !has_factor_of_one_)
        return {};
    if (suits_coarsened(threads, slots))
        return has_usual || knows_coarsened(traits_.coarsened.size) ? Extent{} : traits_.coarsened.size;
    return suits_other_coarsened(threads, block) && !knows_coarsened(other) ? other : Extent{};
}

bool Kernel::suits_other_coarsened(const Extent& threads, const Extent* block) const noexcept {
    const Extent& size = traits_.coarsened.otherwise;
    return size[0] != 0 && !block && threads[1] >= size[1] &&
           has_count(grid_of(threads, size), least_coarsened_);
}

const CoarsenedVariant* Kernel::variant_for(const Extent& threads, const Extent* block, void* const* slots,
                                            unsigned shared_bytes) const noexcept {
    if (least_coarsened_ == 0 || !has_count(threads, least_coarsened_)) return nullptr;
    const CoarsenedVariant* variant = coarsened_.load(std::memory_order_acquire);
    if (variant && allows_coarsened(*variant, threads, block, shared_bytes) &&
        suits_coarsened(threads, slots))
        return variant;
    if (!suits_other_coarsened(threads, block)) return nullptr;
    variant = variant_of(traits_.coarsened.otherwise);
    return variant && (!slots || variant->fits(slots)) ? variant : nullptr;
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
    if (on_host_ || least_coarsened_ == 0) return result;
    for (const LaunchChoice& choice : choices(threads, traits_.coarsened.size))
        add_new(result, choice);
    if (suits_other_coarsened(threads, nullptr))
        for (const LaunchChoice& choice : choices(threads, traits_.coarsened.otherwise))
            add_new(result, choice);
    return result;
}

std::vector<LaunchChoice> Kernel::choices(const Extent& threads, const Extent& coarsened) const {
    std::vector<LaunchChoice> result;
    const CoarsenedVariant* variant = variant_of(coarsened);
    if (!variant || has_one_block()) return result;
    result.push_back({coarsened, coarsened_block(*variant, threads)});
    for (const Extent& block :
         gpu_blocks_to_try(grid_of(threads, coarsened), traits_.axes, variant->max_threads))
        add_new(result, {coarsened, block});
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
    if (!choice.is_coarsened())
        return (on_host_ || count <= max_threads_) &&
               check_grid(grid_of(threads, choice.block), choice.block) == 0;
    const CoarsenedVariant* variant = variant_of(choice.factors);
    return variant && count <= variant->max_threads &&
           check_grid(grid_of(grid_of(threads, choice.factors), choice.block), choice.block) == 0 &&
           (!slots || variant->fits(slots));
}

int Kernel::launch_fitting(const LaunchChoice& choice, const Extent& threads, void* const* slots,
                           unsigned shared_bytes) const noexcept {
    if (on_host_) return launch_on_host(threads, nullptr, slots, nullptr, &choice.block);
    if (!choice.is_coarsened()) return launch_on_gpu(function_, threads, choice.block, shared_bytes, slots);
    const int status = launch_coarsened(*variant_of(choice.factors), threads, slots, &choice.block);
    return is_refused_variant(status)
               ? launch_without_variant(status, threads, block_for(threads), shared_bytes, slots)
               : status;
}

std::string Kernel::text_of_refusal() const {
    const int status = variant_refusal_.exchange(-1);
    return status > 0 ? cuda::text_of(status) : std::string();
}

int Kernel::launch_without_variant(int refusal, const Extent& threads, const Extent& block,
                                   unsigned shared_bytes, void* const* slots) const noexcept {
    const int status = launch_on_gpu(function_, threads, block, shared_bytes, slots);
    int none = 0;
    if (status == 0) variant_refusal_.compare_exchange_strong(none, refusal);
    return status;
}

bool Kernel::is_refused_variant(int status) noexcept {
    return status == cuda::error_launch_out_of_resources || status == cuda::error_invalid_value;
}

int Kernel::launch_coarsened(const CoarsenedVariant& variant, const Extent& threads, void* const* slots,
                             const Extent* block) const noexcept {
    if (variant.traits.in_blocks) { // the coordinates are those of the plain variant
        const Extent shape = block ? *block : block_for(threads);
        if (const int refused = check_grid(grid_of(threads, shape), shape); refused != 0) return refused;
    }
    return launch_on_gpu(variant.function, grid_of(threads, variant.traits.size),
                         coarsened_block(variant, threads, block), 0, slots);
}

} // namespace cudapy::runtime
