#include "runtime/support/process.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace cudapy::runtime {

namespace {

constexpr int poll_milliseconds = 50;

/// Returns this process's environment with some variables replaced.
std::vector<std::string> merged_environment(const std::vector<std::string>& changes) {
    auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
    std::vector<std::string> merged = changes;
    for (char** entry = environ; entry && *entry; ++entry) {
        bool replaced = false;
        for (const std::string& change : changes)
            replaced |= name_of(change) == name_of(*entry);
        if (!replaced) merged.push_back(*entry);
    }
    return merged;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> result;
    result.reserve(words.size() + 1);
    for (const std::string& word : words)
        result.push_back(const_cast<char*>(word.c_str()));
    result.push_back(nullptr);
    return result;
}

int spawn(pid_t& pid, const std::vector<std::string>& words, const ProcessOptions& options, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, output, 2);
    if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
    // The program gets its own group, so that killing the group also kills the programs that it started. It
    // gets the signals that a fresh program expects (Python ignores SIGPIPE).
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<std::string> environment = merged_environment(options.environment);
    int error = posix_spawn(&pid, words.at(0).c_str(), &actions, &attributes, pointers(words).data(),
                            pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

void take_status(ProcessResult& result, int status) {
    if (WIFEXITED(status))
        result.exit_code = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
        result.signal = WTERMSIG(status);
}

/// Returns whether the child is gone, and takes its status when it is.
bool collect(pid_t pid, int flags, ProcessResult& result) {
    int status = 0;
    pid_t collected;
    do
        collected = waitpid(pid, &status, flags);
    while (collected < 0 && errno == EINTR);
    if (collected == 0) return false;
    if (collected < 0)
        result.status_lost = true;
    else
        take_status(result, status);
    return true;
}

/// Reads the output that is there. Returns false at its end.
bool drain(int descriptor, std::string& output) {
    char buffer[16384];
    for (;;) {
        ssize_t got = read(descriptor, buffer, sizeof buffer);
        if (got > 0)
            output.append(buffer, std::size_t(got));
        else if (got == 0)
            return false;
        else if (errno != EINTR)
            return errno == EAGAIN || errno == EWOULDBLOCK;
    }
}

} // namespace

std::string ProcessResult::outcome() const {
    if (!started) return fmt::format("could not be started: {}", std::strerror(start_error));
    if (interrupted) return "was interrupted";
    if (stopped_after > 0)
        return fmt::format("did not end within {:g} seconds and was stopped", stopped_after);
    if (signal == SIGKILL) return "was killed by signal 9 (Killed), perhaps because memory ran out";
    if (signal != 0) return fmt::format("was killed by signal {} ({})", signal, strsignal(signal));
    if (status_lost) return "ended with an unknown status";
    return fmt::format("exited with status {}", exit_code);
}

ProcessResult run_process(const std::vector<std::string>& words, const ProcessOptions& options) {
    ProcessResult result;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        result.start_error = errno;
        return result;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pid_t pid = 0;
    result.start_error = spawn(pid, words, options, ends[1]);
    close(ends[1]);
    if (result.start_error != 0) {
        close(ends[0]);
        return result;
    }
    result.started = true;
    const auto start = std::chrono::steady_clock::now();
    const auto must_stop = [&] {
        result.interrupted = options.interrupted && options.interrupted();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        if (!result.interrupted && options.limit > 0 && taken.count() > options.limit)
            result.stopped_after = options.limit;
        return result.interrupted || result.stopped_after > 0;
    };
    bool stopped = false;
    // The loop ends with the output. It also ends when the program has ended, even if a child of it still
    // holds the output open.
    bool open = true, gone = false;
    while (open && !gone) {
        pollfd waiting{ends[0], POLLIN, 0};
        int ready = poll(&waiting, 1, poll_milliseconds);
        if (ready > 0)
            open = drain(ends[0], result.output);
        else if (collect(pid, WNOHANG, result)) {
            gone = true;
            drain(ends[0], result.output);
        }
        if (!gone && must_stop()) {
            kill(-pid, SIGKILL);
            stopped = true;
            break;
        }
    }
    close(ends[0]);
    while (!gone && !collect(pid, stopped ? 0 : WNOHANG, result)) {
        // The program closed its output and still runs.
        poll(nullptr, 0, 1);
        if (must_stop()) {
            kill(-pid, SIGKILL);
            stopped = true;
        }
    }
    return result;
}

std::string command_line(const std::vector<std::string>& words) {
    static constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) line += ' ';
        if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
            line += word;
            continue;
        }
        line += '\'';
        for (char c : word)
            line += c == '\'' ? std::string("'\\''") : std::string(1, c);
        line += '\'';
    }
    return line;
}

} // namespace cudapy::runtime
