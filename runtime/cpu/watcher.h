#pragma once
// A thread that notices when the main thread stays in one kernel, where it cannot ask whether it is to give
// that up.

namespace cudapy::runtime {

/// A piece of a kernel begins on this thread. True on the main thread, where somebody may ask to give it up:
/// it is watched then until end_watched. Cheap.
bool begin_watched();
void end_watched();

} // namespace cudapy::runtime
