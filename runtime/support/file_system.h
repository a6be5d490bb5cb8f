#pragma once
// Small functions for files, which tell what went wrong.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cudapy::runtime {

/// An open file, which is closed at the end.
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

/// Reads the rest of a file. Returns false, with errno set, when it cannot be read.
bool read_all(int descriptor, std::string& content);
bool write_all(int descriptor, const void* data, std::size_t bytes);

// The following functions do not use iostreams. Those need the one set of locales of the process, and a C++
// program or an extension module that has a libstdc++ linked in may meet another one.
/// Reads a whole file. Returns nothing, with errno set, when it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);
/// Makes the file, or replaces its content. Returns false, with errno set, when it cannot be written.
bool write_file(const std::filesystem::path& path, std::string_view content);
/// Takes the first line from `text`, with the end of the line, and returns it without.
std::string_view take_line(std::string_view& text);

/// A new folder in `parent`, whose name starts with `prefix`, and which only the user can use. It is removed
/// with all its content at the end. Throws Error cache.
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
