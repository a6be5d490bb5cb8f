#pragma once
// Stacks for the threads of a block. Before each is a page that nobody may touch, as far as the system has
// them.

#include <cstddef>
#include <utility>
#include <vector>

namespace cudapy::runtime {

/// Keeps the stacks of blocks that have ended for the next ones. Throws std::bad_alloc where there is no
/// memory. The system has few guard pages, each of which makes two areas of memory. Stacks of recursive
/// functions, which have a megabyte, always get theirs; others, whose size is known, only up to 16,384 at a
/// time.
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
        ~Part() { release(); }

        void* stack(std::size_t i) const;
        bool fits(std::size_t count, std::size_t bytes) const { return count_ >= count && bytes_ >= bytes; }

      private:
        char* memory_ = nullptr;
        std::size_t count_ = 0, bytes_ = 0;
        bool is_guarded_ = false;

        void release();
        void swap(Part& other) noexcept {
            std::swap(memory_, other.memory_);
            std::swap(count_, other.count_);
            std::swap(bytes_, other.bytes_);
            std::swap(is_guarded_, other.is_guarded_);
        }
    };

    /// Returns at least so many stacks of at least so many bytes.
    Part take(std::size_t count, std::size_t bytes);
    void give_back(Part part) { unused_.push_back(std::move(part)); }

  private:
    std::vector<Part> unused_;
};

} // namespace cudapy::runtime
