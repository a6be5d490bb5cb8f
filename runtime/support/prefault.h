#pragma once
// Page faults before somebody waits for them.

namespace cudapy::runtime {

/// Maps all pages of this library's code and constants that are in memory anyway, in one go: a first
/// compilation would else meet a fault at every few of them, which together cost a quarter of its time.
/// Called where a GPU's context is made, which takes a hundred times as long. Does nothing where the system
/// cannot (Linux before 5.14).
void prefault_own_code() noexcept;

} // namespace cudapy::runtime
