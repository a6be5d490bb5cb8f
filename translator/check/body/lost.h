#pragma once
// What is assigned to a variable and read nowhere: mostly a parameter that was to change for the caller, or
// an element that was to be stored.

namespace cudapy::checker {

struct Body;

/// Warns of variables whose values nobody reads, and of parameters that are assigned for nothing.
void report_lost_values(Body& body);

} // namespace cudapy::checker
