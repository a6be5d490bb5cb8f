#pragma once
// A thread that notices when the main thread stays in one kernel. The main thread cannot ask then whether it
// is to give up the kernel.

namespace cudapy::runtime {

/// Must be called when a piece of a kernel begins on this thread. Returns true on the main thread, where the
/// user may interrupt the kernel: the thread is then watched until end_watched. It is cheap.
bool begin_watched();
void end_watched();

} // namespace cudapy::runtime
