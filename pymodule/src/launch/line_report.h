#pragma once
// Tells coverage.py which lines launches on the CPU have run (cudapy/_launch/run_lines.py).

namespace cudapy::python {

/// Reports the lines when it goes, whether the launch has failed or not. It needs the GIL, and leaves the
/// error of Python that is set.
class LineReport {
  public:
    LineReport() = default;
    LineReport(const LineReport&) = delete;
    LineReport& operator=(const LineReport&) = delete;
    ~LineReport();
};

} // namespace cudapy::python
