#include "translator/emit/helpers/warp_helpers.h"

#include "translator/emit/helpers/helper_table.h"
#include "translator/support/internal_error.h"

namespace cudapy::emit {

using program::Helper;
using Types = HelperText::Types;
using Targets = HelperText::Targets;

namespace {

// A GPU takes only the lower five bits of a shuffle's distance.
constexpr std::string_view source = R"(Q int N(int lane, int from, int width, int lanes)
{
    const int other = (lane & -width) | (from & (width - 1));
    return other < lanes ? other : lane;
}
)";
constexpr std::string_view source_up = R"(Q int N(int lane, int by, int width, int)
{
    const int other = lane - (by & 31);
    return other >= (lane & -width) ? other : lane;
}
)";
constexpr std::string_view source_down = R"(Q int N(int lane, int by, int width, int lanes)
{
    const int other = lane + (by & 31);
    return other <= (lane | (width - 1)) && other < lanes ? other : lane;
}
)";
constexpr std::string_view source_xor = R"(Q int N(int lane, int bits, int width, int lanes)
{
    const int other = lane ^ (bits & 31);
    return other <= (lane | (width - 1)) && other < lanes ? other : lane;
}
)";
constexpr std::string_view mask_fits = R"(Q bool N(M mask, M here, M alive)
{
    return here == 0 || ((here & ~mask) == 0 && (mask & alive & ~here) == 0);
}
)";
constexpr std::string_view masks_fit = R"(Q bool N(const M* mask, M here, M alive)
{
    M named = 0;
    for (int lane = 0; lane < 32; ++lane) {
        if (!(here >> lane & 1)) continue;
        const M own = mask[lane];
        const M group = own & alive;
        if (!(group >> lane & 1) || (group & ~here) != 0) return false;
        const int first = __builtin_ctz(group);
        if (mask[first] != own || (first == lane && (named & group) != 0)) return false;
        named |= first == lane ? group : 0;
    }
    return true;
}
)";
// Values beyond the warp's threads are compared, too, and not wanted: arrays over the block are a warp longer
// than it.
constexpr std::string_view matching = R"(Q M N(const T* value, M members, int lane)
{
    const U own = __builtin_bit_cast(U, value[lane]);
    M same = 0;
    for (int other = 0; other < 32; ++other)
        same |= M(__builtin_bit_cast(U, value[other]) == own) << other;
    return same & members;
}
)";

constexpr HelperText of_warps[] = {
    {Helper::source, Types::any, Targets::both, "The lane that shfl_sync reads from.", source},
    {Helper::source_up, Types::any, Targets::both,
     "The lane that shfl_up_sync reads from: its own where there is none.", source_up},
    {Helper::source_down, Types::any, Targets::both,
     "The lane that shfl_down_sync reads from: its own where there is none.", source_down},
    {Helper::source_xor, Types::any, Targets::both,
     "The lane that shfl_xor_sync reads from: its own where there is none.", source_xor},
    {Helper::mask_fits, Types::any, Targets::both,
     "Whether the threads of a warp that reach an operation are those that its mask names.", mask_fits},
    {Helper::masks_fit, Types::any, Targets::both, "The same where each thread gives a mask of its own.",
     masks_fit},
    {Helper::matching, Types::any, Targets::both,
     "The threads of a mask whose values have the same bits as the lane's.", matching},
};

/// A reduction. `change` computes the next result from `result` and `other`; `native` is CUDA's own name, of
/// compute capability 8.0.
struct Reduction {
    Helper helper;
    std::string_view change, native;
    bool native_is_unsigned;
    std::string_view comment;
};

constexpr Reduction reductions[] = {
    {Helper::reduce_add, "result + other", "__reduce_add_sync", false,
     "The sum of the values of those threads of a warp that are in a mask."},
    {Helper::reduce_min, "other < result ? other : result", "__reduce_min_sync", false,
     "The smallest of the values of those threads of a warp that are in a mask."},
    {Helper::reduce_max, "other > result ? other : result", "__reduce_max_sync", false,
     "The largest of the values of those threads of a warp that are in a mask."},
    {Helper::reduce_and, "result & other", "__reduce_and_sync", true,
     "The values of those threads of a warp that are in a mask, combined."},
    {Helper::reduce_or, "result | other", "__reduce_or_sync", true,
     "The values of those threads of a warp that are in a mask, combined."},
    {Helper::reduce_xor, "result ^ other", "__reduce_xor_sync", true,
     "The values of those threads of a warp that are in a mask, combined."},
};

const Reduction& reduction_of(Helper helper) {
    for (const Reduction& each : reductions)
        if (each.helper == helper) return each;
    throw InternalError("no reduction over a warp");
}

// Texts of reductions, in which COMBINED is `result` with `other`, and NATIVE CUDA's own function.

constexpr std::string_view reduction_on_host = R"(Q T N(M members, const T* value)
{
    if (members == 0) return 0;
    T result = value[__builtin_ctz(members)];
    if (members == 0xffffffff) {
        for (int lane = 1; lane < 32; ++lane) {
            const T other = value[lane];
            result = COMBINED;
        }
        return result;
    }
    for (members &= members - 1; members != 0; members &= members - 1) {
        const T other = value[__builtin_ctz(members)];
        result = COMBINED;
    }
    return result;
}
)";

// Halves the warp while all threads are there, and else goes from one to the other.
constexpr std::string_view reduction_by_shuffles = R"(Q T N(unsigned mask, T value)
{
    SHUFFLES
}
)";
constexpr std::string_view reduction_by_cuda = R"(Q T N(unsigned mask, T value)
{
#if __CUDA_ARCH__ >= 800
    return NATIVE;
#else
    SHUFFLES
#endif
}
)";
constexpr std::string_view shuffles = R"(unsigned rest = __ballot_sync(mask, true);
    T result = value;
    if (rest == 0xffffffffu) {
        for (int offset = 16; offset > 0; offset /= 2) {
            const T other = __shfl_xor_sync(mask, result, offset);
            result = COMBINED;
        }
        return result;
    }
    result = __shfl_sync(mask, value, __ffs(rest) - 1);
    for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
        const T other = __shfl_sync(mask, value, __ffs(rest) - 1);
        result = COMBINED;
    }
    return result;)";

} // namespace

bool is_of_warp(Helper helper) {
    return helper >= Helper::reduce_add && helper <= Helper::masks_fit;
}

bool is_warp_reduction(Helper helper) {
    return helper >= Helper::reduce_add && helper <= Helper::reduce_xor;
}

HelperTemplate reduction_template(Helper helper, const Type* type, Target target) {
    const std::string_view comment = reduction_of(helper).comment;
    if (target == Target::cpu) return {comment, reduction_on_host};
    const bool has_native = type->is_integer() && type->size() == 4;
    return {comment, has_native ? reduction_by_cuda : reduction_by_shuffles};
}

void add_reduction_words(Words& words, Helper helper, const Type* type, Target target) {
    const Reduction& reduction = reduction_of(helper);
    // Integers wrap, as they do on a GPU.
    const bool wraps = target == Target::cpu && helper == Helper::reduce_add && type->is_integer();
    words.phrases["COMBINED"] = wraps ? "T(U(result) + U(other))" : reduction.change;
    const std::string native = std::string(reduction.native) + "(mask, value)";
    words.phrases["NATIVE"] = reduction.native_is_unsigned ? "T(" + native + ")" : native;
    words.phrases["SHUFFLES"] = shuffles;
}

std::span<const HelperText> warp_texts() {
    return of_warps;
}

} // namespace cudapy::emit
