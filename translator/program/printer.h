#pragma once
// The typed program as text, for tests and for people who debug a lowering. A function looks like this;
// `[...]` after a parameter and after the header holds what the lowerings have found out so far, and is left
// out where that is nothing:
//
//     def scale(X: float* [reads, writes], a: float) -> void [kernel, effects, idx]
//         # a comment above
//         declare int i = idx.int
//         if (lt.bool (var.int i) (len.int X)):
//             X[(var.int i)] mul=.float (var.float a)
//
// Variables print under their C++ names once those are set, before that under the names they have in the
// program.

#include "translator/program/program.h"

#include <string>

namespace cudapy::program {

/// Prints one function a paragraph, with a type on each expression: `(add.int (var.int i) 1.int)`. The text
/// is stable, so that tests can compare whole texts.
std::string print(const Program& program);
std::string print(const Function& function);
std::string print(const Expr& expr);
std::string print(const Stmt& stmt);

} // namespace cudapy::program
