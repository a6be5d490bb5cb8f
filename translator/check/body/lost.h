#pragma once
// Warnings of values that are assigned to a variable and read nowhere. Mostly the user wanted to change a
// parameter for the caller, or to store an element.

namespace cudapy::checker {

struct Body;

/// Notes variables whose values nobody reads, and parameters that are assigned in vain, for a warning.
void report_lost_values(Body& body);

} // namespace cudapy::checker
