#pragma once
// The typed program as text, for tests and for people who debug a lowering.

#include "translator/program/program.h"

#include <string>

namespace cudapy::program {

/// One function a paragraph, a type on each expression: `(add.int (var.int i) 1.int)`-like and stable, so that tests compare whole texts.
std::string print(const Program& program);
std::string print(const Function& function);
std::string print(const Expr& expr);

} // namespace cudapy::program
