#pragma once
// Reading the input, and writing outputs all together or not at all.

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudapy::cli {

/// A file cannot be read or written. The message says which file, and why.
class FileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Returns the whole text of a file, or of standard input for "-". Throws FileError.
std::string read_input(const std::string& path);

/// Writes to standard output. Throws FileError if it is closed or full.
void write_standard_output(const std::string& text);

/// Output files. They are written next to their places first, and moved there by commit(). Files that are not
/// committed are removed, so that an error leaves every place as it was.
class Outputs {
  public:
    /// With `keep_unchanged`, add() does nothing for a file that has that text already.
    explicit Outputs(bool keep_unchanged = false) : keep_unchanged_(keep_unchanged) {}
    Outputs(const Outputs&) = delete;
    Outputs& operator=(const Outputs&) = delete;
    ~Outputs();

    /// Throws FileError.
    void add(const std::string& path, const std::string& text);
    /// Does the same, even if the file has that text already.
    void add_anew(const std::string& path, const std::string& text);
    /// Throws FileError.
    void commit();

  private:
    struct Pending {
        std::filesystem::path temporary, final_path;
    };
    /// A pipe or a device. It is open since add(), so that one that cannot be opened leaves every place as it
    /// was.
    struct Stream {
        int descriptor;
        std::string path, text;
    };
    bool keep_unchanged_;
    std::vector<Pending> pending_;
    std::vector<Stream> streams_;
};

/// Returns the line `outputs: inputs` for make and ninja. Characters with a meaning for make are escaped, and
/// standard input is left out of the inputs.
std::string depfile_text(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

/// Returns the name by which `output` includes `header`: relative to the folder of `output`, with `/`.
std::string include_name(const std::string& header, const std::string& output);

} // namespace cudapy::cli
