#include "runtime/support/file_system.h"

#include "runtime/support/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace cudapy::runtime {

FileDescriptor::~FileDescriptor() {
    if (descriptor_ >= 0) close(descriptor_);
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

bool read_all(int descriptor, std::string& content) {
    char buffer[8192];
    for (;;) {
        ssize_t got = read(descriptor, buffer, sizeof buffer);
        if (got > 0)
            content.append(buffer, std::size_t(got));
        else if (got == 0)
            return true;
        else if (errno != EINTR)
            return false;
    }
}

bool write_all(int descriptor, const void* data, std::size_t bytes) {
    auto* from = static_cast<const char*>(data);
    while (bytes > 0) {
        ssize_t put = write(descriptor, from, bytes);
        if (put > 0)
            from += put, bytes -= std::size_t(put);
        else if (put < 0 && errno != EINTR)
            return false;
    }
    return true;
}

std::optional<std::string> read_file(const std::filesystem::path& path) {
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string content;
    if (!file || !read_all(file.get(), content)) return std::nullopt;
    return content;
}

bool write_file(const std::filesystem::path& path, std::string_view content) {
    const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    return file && write_all(file.get(), content.data(), content.size());
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

PrivateFolder::PrivateFolder(const std::filesystem::path& parent, const std::string& prefix) {
    std::string name = (parent / (prefix + "XXXXXX")).string();
    if (!mkdtemp(name.data()))
        throw Error(ErrorKind::cache,
                    fmt::format("cannot make a folder in {}: {}", parent.string(), std::strerror(errno)));
    path_ = name;
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace cudapy::runtime
