#pragma once
// Small pieces of work with files that say what went wrong.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

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

// Not with iostreams, whose locales must be the process's one: a C++ program or an extension module that has
// a libstdc++ linked in may meet another one.
/// A whole file; nothing, with errno set, when it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);
/// Makes the file, or replaces what is in it; false, with errno set, when it cannot be written.
bool write_file(const std::filesystem::path& path, std::string_view content);
/// What is before the next end of a line, which is taken from `text`.
std::string_view take_line(std::string_view& text);

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
