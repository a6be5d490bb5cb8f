#pragma once
// Functions that have a derivative of their own: `@cp.custom_vjp(f_vjp)` or `@cp.custom_jvp(f_jvp)` above
// `def f(x)`.

namespace cudapy::checker {

struct Body;

/// Finds the functions that the decorators of a checked function name, makes their instances for its types,
/// and notes them as its rules. Reports a name that means no function of Python's, and one that cannot be
/// called so.
void find_derivative_rules(Body& body);

} // namespace cudapy::checker
