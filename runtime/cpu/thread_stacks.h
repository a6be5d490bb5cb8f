#pragma once
// Stacks for the threads of a block, with a page before each that nobody may touch.

#include <cstddef>
#include <utility>
#include <vector>

namespace cudapy::runtime {

/// Keeps the stacks of blocks that have ended for the next ones. Throws std::bad_alloc where there is no
/// memory.
class ThreadStacks {
  public:
    /// Stacks that lie side by side.
    class Part {
      public:
        Part() = default;
        Part(std::size_t count, std::size_t bytes);
        Part(Part&& other) noexcept { swap(other); }
        Part& operator=(Part&& other) noexcept {
            swap(other);
            return *this;
        }
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;
        ~Part();

        void* stack(std::size_t i) const;
        bool fits(std::size_t count, std::size_t bytes) const { return count_ >= count && bytes_ >= bytes; }

      private:
        char* memory_ = nullptr;
        std::size_t count_ = 0, bytes_ = 0;

        void swap(Part& other) noexcept {
            std::swap(memory_, other.memory_);
            std::swap(count_, other.count_);
            std::swap(bytes_, other.bytes_);
        }
    };

    /// Returns at least so many stacks of at least so many bytes.
    Part take(std::size_t count, std::size_t bytes);
    void give_back(Part part) { unused_.push_back(std::move(part)); }

  private:
    std::vector<Part> unused_;
};

} // namespace cudapy::runtime
