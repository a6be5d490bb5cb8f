#pragma once
// A lock that processes and threads share by a name in a folder.

#include "runtime/support/file_system.h"

#include <filesystem>
#include <functional>

namespace cudapy::runtime {

/// Holds an exclusive lock on a file that is made for it and removed with it. The system releases the lock of
/// a process that dies.
class KeyLock {
  public:
    /// Waits for the lock. Throws Error cache when the file cannot be made or locked, and Error interrupted
    /// when `interrupted` returns true.
    KeyLock(const std::filesystem::path& file, const std::function<bool()>& interrupted);
    /// Takes the lock if it is free, without waiting; holds() tells whether it did.
    explicit KeyLock(const std::filesystem::path& file);
    ~KeyLock();
    KeyLock(const KeyLock&) = delete;
    KeyLock& operator=(const KeyLock&) = delete;
    bool holds() const { return bool(file_); }

  private:
    bool try_lock();

    std::filesystem::path path_;
    FileDescriptor file_;
};

} // namespace cudapy::runtime
