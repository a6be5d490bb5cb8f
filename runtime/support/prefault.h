#pragma once
// Taking page faults before somebody waits for them.

namespace cudapy::runtime {

/// Maps all pages of this library's code and constants that are in memory anyway, in one go. A first
/// compilation would otherwise have a fault at every few of them, which together cost a quarter of its time.
/// It is called when a GPU's context is made, which takes a hundred times as long. It does nothing if the
/// system cannot do it (Linux before 5.14).
void prefault_own_code() noexcept;

} // namespace cudapy::runtime
