// A plate of metal with one hot edge, on a GPU or on the CPU.
#pragma once

#include <cudapy/cudapy.h>

#include <vector>

class Plate {
  public:
    /// Makes a cold plate whose first row is at 100 degrees, on the current device.
    Plate(int rows, int columns);
    /// Lets heat spread for one step of time. On a GPU it returns at once.
    void spread(float rate);
    /// Returns the mean of all degrees.
    double mean() const;
    /// Returns the degrees, row by row.
    std::vector<float> values() const { return now_.to_vector(); }

  private:
    cudapy::Array<float, 2> now_, next_;
};
