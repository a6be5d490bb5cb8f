// pipeline_corpus COUNT SEED FOLDER...: the whole translator with the .py files of some folders as they are,
// and with COUNT texts that are made of them. Where there is no libFuzzer this stands for it, and CI runs it.
// A text that ends the program is left in a file, whose name is said first.

#include "mutations.h"
#include "pipeline.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;

/// Seconds of the processor for one text. A machine may stand still meanwhile.
constexpr double too_long = 20;

std::vector<std::string> texts_of(const std::vector<std::string>& folders) {
    std::vector<fs::path> paths;
    for (const std::string& folder : folders) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.path().extension() == ".py") paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const fs::path& path : paths) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

/// Translates texts, and keeps those that may not be as they are.
class Run {
  public:
    explicit Run(fs::path current) : current_(std::move(current)) {}

    void translate(const std::string& text) {
        std::ofstream(current_, std::ios::binary | std::ios::trunc) << text; // in case the program ends here
        ++count_;
        const std::clock_t started = std::clock();
        try {
            cudapy::fuzz::translate_any(text);
        } catch (const std::exception& error) {
            keep(error.what());
            return;
        }
        if (static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC > too_long)
            keep("it took longer than 20 s");
    }

    int finish() const {
        fs::remove(current_);
        std::printf("%d texts, %d wrong\n", count_, wrong_);
        return wrong_ == 0 && count_ > 0 ? 0 : 1;
    }

  private:
    void keep(const char* reason) {
        const std::string kept = current_.string() + "." + std::to_string(++wrong_);
        fs::copy_file(current_, kept, fs::copy_options::overwrite_existing);
        std::printf("%s: %s\n", kept.c_str(), reason);
    }

    fs::path current_;
    int count_ = 0;
    int wrong_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "pipeline_corpus COUNT SEED FOLDER...\n");
        return 2;
    }
    const fs::path current = fs::temp_directory_path() / "pipeline_corpus.py";
    std::printf("a text that ends this program is in %s\n", current.c_str());
    std::fflush(stdout);
    const std::vector<std::string> corpus = texts_of(std::vector<std::string>(argv + 3, argv + argc));
    Run run(current);
    for (const std::string& text : corpus)
        run.translate(text);
    cudapy::fuzz::Mutations mutations(corpus, static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)));
    for (long count = std::strtol(argv[1], nullptr, 10); count > 0; --count)
        run.translate(mutations.next());
    return run.finish();
}
