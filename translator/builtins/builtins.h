#pragma once
// The one table of built-in functions. The checker, the emitters, the docs (`pycu2cu --list-builtins`) and
// the editor stubs read it.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cudapy {

/// The types of a built-in's parameters and result. R is the precision of the call. It is `float`, unless a
/// generic name has a `double` (or int64) argument. The `f` names always have R = float.
enum class Shape : uint8_t {
    r_r,         ///< R(R)
    r_rr,        ///< R(R, R)
    r_rrr,       ///< R(R, R, R)
    r_rrrr,      ///< R(R, R, R, R)
    int_r,       ///< int(R): ilogb
    int64_r,     ///< int64(R): lrint, llround
    integer_r,   ///< Python's floor, ceil, trunc: int from a float, int64 from a double. The spellings give a
                 ///< float: emitters cast it
    bool_r,      ///< bool(R): isnan
    r_r_int,     ///< R(R, int): ldexp
    r_int_r,     ///< R(int, R): jn
    r_int_array, ///< R(int, R*): norm
    pair_r_int,  ///< (R, int)(R): frexp
    pair_r_r,    ///< (R, R)(R): modf, sincos
    pair_rr_r_int, ///< (R, int)(R, R): remquo
    // These are Python's own functions, whose typing the checker knows by their `Special`.
    special,
};

/// Built-ins that the checker types by itself.
enum class Special : uint8_t {
    none,
    len,
    min,
    max,
    sum,
    abs,
    round,
    pow,
    divmod,
    range,
    int_,
    float_,
    bool_,
    complex_,
    enumerate,
    zip,
    log,   ///< math.log(x) or math.log(x, base)
    hypot, ///< math.hypot of one to four numbers
    // Cooperation within a block, or the grid.
    shared,
    local,
    barrier,       ///< syncthreads()
    barrier_count, ///< syncthreads_count(p) …
    barrier_and,
    barrier_or,
    grid_barrier, ///< grid_sync()
    fence,        ///< threadfence() and similar functions
    // Atomic operations, see builtins/atomics.h.
    atomic_add,
    atomic_sub,
    atomic_min,
    atomic_max,
    atomic_nan_min, ///< the smaller number, where a NaN is none; only of numba.cuda
    atomic_nan_max,
    atomic_and,
    atomic_or,
    atomic_xor,
    atomic_exchange,
    atomic_increment,
    atomic_decrement,
    atomic_compare_exchange,
    // Random numbers. The first makes a generator, the second goes to a place in its sequence, the others
    // draw.
    random_state,
    random_seek,
    random,
    uniform,
    normal,
    randint,
    print,
    assert_, ///< the statement; the host learns where it failed
    // These are operations that the threads of a warp do together.
    warp_sync,
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    warp_all,
    warp_any,
    warp_uniform, ///< whether all say the same; only of numba.cuda
    warp_ballot,
    warp_match,
    active_mask,
    reduce_add,
    reduce_min,
    reduce_max,
    reduce_and,
    reduce_or,
    reduce_xor,
    // Bits of integers.
    popc,
    clz,
    ffs,
    brev,
    bits,      ///< bits(x): a number's bits as an unsigned integer
    from_bits, ///< float_of_bits(i), double_of_bits(i)
    lane_mask, ///< lanemask_lt() and similar functions
    // These are functions of complex numbers, from the module cmath.
    complex_exp,
    complex_sqrt,
    complex_phase,
    complex_polar,
    complex_rect,
    operation, ///< a function of the module operator, see builtins/operators.h
};

constexpr bool is_warp_wide(Special special) {
    return special >= Special::warp_sync && special <= Special::reduce_xor;
}
constexpr bool is_shuffle(Special special) {
    return special >= Special::shuffle && special <= Special::shuffle_xor;
}
constexpr bool is_warp_reduction(Special special) {
    return special >= Special::reduce_add && special <= Special::reduce_xor;
}

struct Builtin {
    std::string_view module; ///< "" for Python's own, "math", "numpy", "operator", "cudapy",
                             ///< "cudapy.cuda.atomic"
    std::string_view name;   ///< `sin`; for a generic function the double-precision name
    std::string_view single; ///< the name that is always single precision, `sinf`; empty for none
    Shape shape;
    Special special = Special::none;
    std::string_view cuda_single, cuda_double; ///< spellings in CUDA C++: `sinf`, `sin`; of 32 and 64 bits
    std::string_view host_single,
        host_double;          ///< spellings in host C++: a libm function, or a helper of emit/host_math
    bool host_helper = false; ///< the host spelling is one of ours, not libm's
    /// The types of its parameters and result, which the docs show where its shape does not say them; empty
    /// for "as in Python".
    std::string_view signature;
    std::string_view numpy; ///< NumPy's name for the same function: `arcsin`; empty for none
    std::string_view doc;   ///< one line, for docs and stubs
};

/// `random_seek(rng, place)`: what is drawn next is at this place of the generator's sequence, in which a
/// number of 32 bits has one place. Only derivatives call it, so that no list has it.
extern const Builtin random_seek;

/// Returns all built-ins, by module and name.
std::span<const Builtin> builtins();

/// Returns the built-in that `path` names ("len", "math.sin", "math.sinf", "numpy.arcsin"), or null. `single`
/// is set when the name is the single-precision one.
const Builtin* find_builtin(std::string_view path, bool* single = nullptr);

/// Returns the names of the built-ins of a module ("math", "numpy", "") for suggestions.
std::vector<std::string_view> builtin_names(std::string_view module);

} // namespace cudapy
