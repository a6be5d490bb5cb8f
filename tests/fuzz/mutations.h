#pragma once
// Texts that are almost programs, made of programs.

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace cudapy::fuzz {

/// Makes texts of a corpus of programs: the same ones for the same seed, on every machine.
class Mutations {
  public:
    Mutations(std::vector<std::string> corpus, std::uint32_t seed);

    /// A program of the corpus with one to four changes of its lines and words.
    std::string next();

  private:
    std::size_t below(std::size_t bound);
    std::string word();
    void change_lines(std::string& text);
    void change_words(std::string& text);
    void nest(std::string& text);

    std::vector<std::string> corpus_;
    std::vector<std::string> words_; ///< of all programs, and some that are seldom right
    std::mt19937 random_;
};

} // namespace cudapy::fuzz
