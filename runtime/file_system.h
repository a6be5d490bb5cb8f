#pragma once
// Small pieces of work with files that say what went wrong.

#include <filesystem>
#include <string>

namespace cudapy::runtime {

/// An open file; closed at the end.
class FileDescriptor {
  public:
    explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
    ~FileDescriptor();
    FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(other.descriptor_) {
        other.descriptor_ = -1;
    }
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    int get() const { return descriptor_; }
    explicit operator bool() const { return descriptor_ >= 0; }

  private:
    int descriptor_;
};

/// The rest of a file; false, with errno set, when it cannot be read.
bool read_all(int descriptor, std::string& content);
bool write_all(int descriptor, const void* data, std::size_t bytes);

/// A new folder beside others with a name that starts with `prefix`, for the user alone; removed with all in
/// it at the end. Throws Error cache.
class PrivateFolder {
  public:
    PrivateFolder(const std::filesystem::path& parent, const std::string& prefix);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace cudapy::runtime
