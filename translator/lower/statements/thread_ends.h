#pragma once
// Lets a function end the thread that calls it, and lets a function give nothing in place of a number:
//
//     def root(x):                      def root(x):
//         if x < 0:                         if x < 0:
//             raise ValueError                  return 0, True
//         return math.sqrt(x)  becomes      return math.sqrt(x), False
//
//     out[i] = root(x[i])               root_result = root(x[i])
//                                       if root_result[1]:
//                                           return
//                                       out[i] = root_result[0]
//
// A function that gives `None` on some path does the same. numba goes on with the `None`, and ends the thread
// where it is used as a number. So a name for the result remembers in a variable of its own whether it is
// one.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes plain returns of the Returns that end a thread or give nothing. Must come before analyse_mod_ref. In
/// checked mode the use of a `None` is reported.
void lower_thread_ends(program::Program& program, bool checked);

} // namespace cudapy::lower
