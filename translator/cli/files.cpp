#include "translator/cli/files.h"

#include "translator/cli/arguments.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudapy::cli {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path) {
    throw FileError("cannot " + what + " '" + path + "': " + std::strerror(errno));
}

std::string read_all(int descriptor, const std::string& shown) {
    std::string text;
    char buffer[1 << 16];
    while (true) {
        const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
        if (count > 0)
            text.append(buffer, static_cast<std::size_t>(count));
        else if (count == 0)
            return text;
        else if (errno != EINTR)
            fail("read", shown);
    }
}

/// Writes all of the text. If that fails, errno is set, and false is returned.
bool write_all(int descriptor, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
        if (count >= 0)
            done += static_cast<std::size_t>(count);
        else if (errno != EINTR)
            return false;
    }
    return true;
}

/// Returns the mode that a new file would have, or that of the file to be replaced.
mode_t mode_for(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

} // namespace

std::string read_input(const std::string& path) {
    if (path == "-") return read_all(STDIN_FILENO, "standard input");
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail("read", path);
    try {
        std::string text = read_all(descriptor, path);
        ::close(descriptor);
        return text;
    } catch (...) {
        ::close(descriptor);
        throw;
    }
}

void write_standard_output(const std::string& text) {
    if (!write_all(STDOUT_FILENO, text)) fail("write", "standard output");
}

Outputs::~Outputs() {
    for (const Stream& stream : streams_)
        ::close(stream.descriptor);
    for (const Pending& file : pending_) {
        std::error_code ignored;
        fs::remove(file.temporary, ignored);
    }
}

void Outputs::add(const std::string& path, const std::string& text) {
    std::error_code ignored;
    if (keep_unchanged_ && fs::is_regular_file(path, ignored) &&
        fs::file_size(path, ignored) == text.size() && read_input(path) == text)
        return;
    add_anew(path, text);
}

void Outputs::add_anew(const std::string& path, const std::string& text) {
    // A link keeps being a link: what it names is replaced.
    std::error_code error;
    const bool is_link = fs::is_symlink(path, error);
    error.clear();
    const fs::path final_path = is_link ? fs::canonical(path, error) : fs::path(path);
    if (error) { // it names what has no path, such as a deleted file that is the standard output, or nothing
                 // yet
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (descriptor < 0) fail("write", path);
        streams_.push_back({descriptor, path, text});
        return;
    }
    if (fs::exists(final_path, error) && !fs::is_regular_file(final_path, error)) {
        // A pipe or a device cannot be replaced; /dev/null is the usual case. It is written by commit().
        if (fs::is_directory(final_path, error)) {
            errno = EISDIR;
            fail("write", path);
        }
        const int descriptor = ::open(final_path.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) fail("write", path);
        streams_.push_back({descriptor, path, text});
        return;
    }
    std::string temporary = final_path.string() + ".XXXXXX";
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0) fail("write", path);
    pending_.push_back({temporary, final_path});
    const bool written = write_all(descriptor, text) && ::fchmod(descriptor, mode_for(final_path)) == 0;
    const int write_error = errno;
    const bool closed = ::close(descriptor) == 0;
    if (!written || !closed) {
        if (!written) errno = write_error;
        fail("write", path);
    }
}

void Outputs::commit() {
    // Before the files take their places, since a pipe may break and a rename hardly can.
    while (!streams_.empty()) {
        const Stream stream = std::move(streams_.back());
        streams_.pop_back();
        const bool written = write_all(stream.descriptor, stream.text);
        const int write_error = errno;
        const bool closed = ::close(stream.descriptor) == 0;
        if (!written) errno = write_error;
        if (!written || !closed) fail("write", stream.path);
    }
    for (const Pending& file : pending_)
        if (std::rename(file.temporary.c_str(), file.final_path.c_str()) != 0)
            fail("write", file.final_path.string());
    pending_.clear();
}

namespace {

std::string make_escaped(const std::string& path) {
    std::string out;
    std::size_t backslashes = 0; // at the end of `out`
    for (const char c : path) {
        if (c == ' ' || c == '\t')
            out.append(backslashes + 1, '\\');
        else if (c == '#' || c == ':')
            out += '\\';
        else if (c == '$')
            out += '$';
        backslashes = c == '\\' ? backslashes + 1 : 0;
        out += c;
    }
    return out;
}

} // namespace

std::string depfile_text(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
    std::string text;
    for (const std::string& output : outputs)
        text += (text.empty() ? "" : " ") + make_escaped(output);
    text += ":";
    for (const std::string& input : inputs)
        if (input != "-")
            text += " " + make_escaped(input); // standard input is no file that could become newer
    return text + "\n";
}

std::string include_name(const std::string& header, const std::string& output) {
    // C++ has no way to write these in an #include.
    if (header.find_first_of("\"\\\n\r") != header.npos)
        throw UsageError("the name of the header, '" + header + "', cannot be in an #include");
    if (output.empty() || output == "-") return fs::path(header).filename().generic_string();
    const fs::path folder = fs::absolute(output).lexically_normal().parent_path();
    return fs::absolute(header).lexically_normal().lexically_relative(folder).generic_string();
}

} // namespace cudapy::cli
