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
    /// "exited with status 1", "was killed by signal 9 (Killed), …"
    std::string outcome() const;
};

struct ProcessOptions {
    std::filesystem::path folder;         ///< working folder; empty for this process's
    std::vector<std::string> environment; ///< "NAME=value", over this process's
    std::function<bool()> interrupted; ///< asked about every 50 ms; true kills the program and its children
    double limit = 0;                  ///< seconds after which it is killed too; 0 for none
};

/// Runs words[0] (a path, not searched for) with its own process group, default signals, no input and no
/// other file descriptors than standard ones that are not inheritable by chance; gives its output. Never
/// throws for what the program does.
ProcessResult run_process(const std::vector<std::string>& words, const ProcessOptions& options = {});

/// The words as a person would type them in a shell.
std::string command_line(const std::vector<std::string>& words);

} // namespace cudapy::runtime
