#pragma once
// Names that `del` takes the values away from. Such a name has none until it is assigned again, so that what
// is deleted must not be read on any path after it.

namespace cudapy::checker {

struct Body;

/// Reports readings of names that some path has deleted, and `del` of them.
void report_deleted_names(Body& body);

} // namespace cudapy::checker
