#pragma once
// Arrays from outside a function in the dialect of numba: `table[i]`, where `table` is an array of the module
// or of the function around. numba puts the elements into the code, or the address. Here a kernel has a
// parameter for each such array, and gives it to what it calls:
//
//     table = np.array([1.5, 2.5])                  def at(i, table):
//                                                       return table[i]
//     def at(i):
//         return table[i]             becomes       def kernel(out, table):
//                                                       out[0] = at(1, table)
//     def kernel(out):
//         out[0] = at(1)
//
// An array may be an item of a tuple or an attribute of a module, and be in
// `cuda.const.array_like(table)`.

#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;
struct Context;

namespace numba {

/// Gives the function a parameter for each array from outside that its body names, and a body in which these
/// are named by the parameters. Does nothing about those that have a parameter already.
void capture_arrays(Body& body);
/// Gives the functions of the program parameters for what they pass on, and the calls the arguments. Reports
/// arrays that are changed and must not be.
void pass_captured_arrays(program::Program& program, const Context& context);

} // namespace numba

} // namespace cudapy::checker
