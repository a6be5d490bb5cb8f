#pragma once
// Does independent pieces of work on the cores that the process may use.

#include <cstddef>
#include <functional>

namespace cudapy {

/// Calls work(i) once for each i below `count`, several at a time, in any order and in any thread, the
/// caller's among them. Returns when all are done. If some throw, the exception of the least i is thrown on,
/// and work that was not begun by then may be left out. A piece should take much longer than a thread takes
/// to begin, which is about 50 µs. The caller's thread does all the work if the system gives no threads.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace cudapy
