#pragma once
// Branches that never run, because their condition is known before the kernel has types. numba leaves them
// out first, so that only the other branch says what a name is:
//
//     if use_tile:                                  # which is False outside
//         tile = cuda.shared.array(64, float32)
//     ...                                  becomes  ...
//     if use_tile and i < 64:
//         out[i] = tile[i]

namespace cudapy::checker {

struct Body;

namespace numba {

/// Takes branches that never run out of the function. Conditions are known by literals, by constants from
/// outside, by names that are assigned such a constant once, by arguments that are None, and by the `ndim` of
/// parameters.
void leave_out_dead_branches(Body& body);
/// Reports readings of names that only those branches give values to. Without them such a name would be taken
/// for a global one, and for Python it is the function's own, which has no value.
void report_dropped_names(Body& body);

} // namespace numba
} // namespace cudapy::checker
