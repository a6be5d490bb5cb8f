#pragma once
// Functions of CUDA C++ that have derivatives of their own: `cp.cuda_source(text, vjp={"f": "f_vjp"})`.

#include "translator/cuda/device_functions.h"
#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;

/// Finds the functions of the text that are the rules of a called one, for its types, and notes them there.
/// Reports a name that the text does not have, and a rule with another signature. Where there are several
/// functions of a name, it is no error that none of the rules fits: the function then has no derivative.
void find_device_rules(Body& body, const cuda_text::DeviceFunctions& functions, program::Function& called,
                       Span span);

} // namespace cudapy::checker
