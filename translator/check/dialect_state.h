#pragma once
// The state of a dialect while the checker works. The checker only holds it.

namespace cudapy::checker {

struct DialectState {
    DialectState() = default;
    DialectState(const DialectState&) = delete;
    DialectState& operator=(const DialectState&) = delete;
    virtual ~DialectState() = default;
};

} // namespace cudapy::checker
