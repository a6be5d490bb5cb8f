#pragma once
// Running another program, without a shell.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace cudapy::runtime {

struct ProcessResult {
    bool started = false;
    int start_error = 0; ///< errno, when not started
    int exit_code =
        -1;         ///< when it exited; -1 when a signal ended it, or when somebody else collected its status
    int signal = 0; ///< the signal that ended it, or 0
    bool status_lost = false; ///< the host program ignores SIGCHLD or waited for our child itself
    bool interrupted = false;
    double stopped_after = 0; ///< seconds, when it ran longer than the limit
    std::string output;       ///< standard output and error, as they came

    bool succeeded() const {
        return started && !interrupted && stopped_after == 0 && (exit_code == 0 || status_lost);
    }
    /// Returns how the program ended, in words: "exited with status 1", "was killed by signal 9 (Killed), …"
    std::string outcome() const;
};

struct ProcessOptions {
    std::filesystem::path folder;         ///< working folder; empty for this process's
    std::vector<std::string> environment; ///< "NAME=value", over this process's
    std::function<bool()> interrupted; ///< asked about every 50 ms; true kills the program and its children
    double limit = 0;                  ///< seconds after which it is killed too; 0 for none
};

/// Runs words[0], which is a path and is not searched for, and returns its output and how it ended. The
/// program gets a process group of its own, default signals and no input. Of other file descriptors it
/// inherits only those that are inheritable by chance. The function never throws for what the program does.
ProcessResult run_process(const std::vector<std::string>& words, const ProcessOptions& options = {});

/// Returns the words as a person would type them in a shell.
std::string command_line(const std::vector<std::string>& words);

} // namespace cudapy::runtime
