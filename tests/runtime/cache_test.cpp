#include "runtime/cache/cache.h"

#include "runtime/cache/cache_entry.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace cudapy::runtime;
using namespace cudapy::runtime::testing;
namespace fs = std::filesystem;

namespace {

const std::string key(64, 'a');

std::function<void(const fs::path&)> writes(const std::string& content, int* count = nullptr) {
    return [=](const fs::path& path) {
        write_file(path, content);
        if (count) ++*count;
    };
}

/// Whether asking for a cache that is there makes one.
bool without_folder(const fs::path& path) {
    setenv("CUDAPY_CACHE_DIR", path.c_str(), 1);
    const bool found = Cache::open_existing().has_value();
    unsetenv("CUDAPY_CACHE_DIR");
    return found || fs::exists(path);
}

/// Fetches `key`; "content" or "content (built)".
std::string fetch(Cache& cache, const std::string& content = "payload") {
    bool built = false;
    fs::path path = cache.get(key, ".so", "saxpy", writes(content), &built);
    return read_payload(path) + (built ? " (built)" : "");
}

} // namespace

TEST_CASE("an entry is built once, only for the user, and leaves nothing else") {
    TemporaryFolder folder;
    Cache cache(folder / "a/b/cache");
    CHECK(fetch(cache) == "payload (built)");
    CHECK(fetch(cache) == "payload");
    CHECK(names_in(folder / "a/b/cache") == key + ".so");
    struct stat status {};
    REQUIRE(stat((folder / "a/b/cache").c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0700);
    REQUIRE(stat((folder / ("a/b/cache/" + key + ".so")).c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0600);
}

TEST_CASE("a damaged entry is built again") {
    TemporaryFolder folder;
    Cache cache(folder / "cache");
    fs::path entry = folder / ("cache/" + key + ".so");
    fetch(cache, std::string(1000, 'p'));
    const std::string whole = file_content(entry);
    auto again = [&](const std::string& content) {
        write_file(entry, content);
        return fetch(cache, "new") == "new (built)" && fetch(cache) == "new";
    };
    CHECK(again(""));
    CHECK(again(whole.substr(0, 500)));
    CHECK(again(whole.substr(0, whole.size() - 1)));
    CHECK(again(whole + "x"));
    CHECK(again(whole.substr(1)));
    CHECK(again("\x7f"
                "ELF without a trailer"));
    // Every byte counts: one flipped anywhere is seen.
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = char(flipped[at] ^ 1);
        CHECK_FALSE(check_entry(flipped));
    }
    CHECK(check_entry(whole));
}

TEST_CASE("an entry that was given another name is none") {
    TemporaryFolder folder;
    Cache cache(folder / "cache");
    const std::string other(64, 'b');
    fetch(cache);
    cache.get(other, ".so", "saxpy", writes("other"));
    const fs::path entry = folder / ("cache/" + key + ".so");
    fs::copy_file(folder / ("cache/" + other + ".so"), entry, fs::copy_options::overwrite_existing);
    CHECK_FALSE(cache.find(key, ".so"));
    CHECK(cache.list().size() == 1);
    CHECK(fetch(cache, "mine") == "mine (built)");
    CHECK(fetch(cache) == "mine");
    fs::rename(folder / ("cache/" + other + ".so"), folder / ("cache/" + other + ".cubin"));
    CHECK_FALSE(cache.find(other, ".cubin"));
}

TEST_CASE("an entry that is not an ordinary file of the user's is not loaded") {
    TemporaryFolder folder;
    Cache cache(folder / "cache");
    fs::path entry = folder / ("cache/" + key + ".so");
    fetch(cache);
    fs::rename(entry, folder / "elsewhere");
    fs::create_symlink(folder / "elsewhere", entry);
    CHECK(fetch(cache, "new") == "new (built)");
    CHECK_FALSE(fs::is_symlink(entry));
    CHECK(read_payload(folder / "elsewhere") == "payload");

    fs::remove(entry);
    write_file(entry / "inner/file", "not ours");
    CHECK(fetch(cache, "again") == "again (built)");
    CHECK(fetch(cache) == "again");

    chmod(entry.c_str(), 0666);
    CHECK(fetch(cache, "newer") == "newer (built)");
    if (geteuid() == 0) {
        REQUIRE(chown(entry.c_str(), 12345, 12345) == 0);
        CHECK(fetch(cache, "newest") == "newest (built)");
    }
}

TEST_CASE("a folder that others could write to is refused") {
    TemporaryFolder folder;
    auto refusal = [&](const fs::path& path) {
        return replaced(error_of([&] { Cache cache(path); }), folder.path().string(), "T");
    };
    fs::create_directory(folder / "open");
    chmod((folder / "open").c_str(), 0777);
    CHECK(refusal(folder / "open") ==
          "cache: the cache folder T/open cannot be used: others may write to it (mode 0777), and it holds "
          "code that gets loaded; chmod 700 makes it safe. Set CUDAPY_CACHE_DIR to a folder of yours.");
    chmod((folder / "open").c_str(), 0720);
    CHECK(refusal(folder / "open") ==
          "cache: the cache folder T/open cannot be used: others may write to it (mode 0720), and it holds "
          "code that gets loaded; chmod 700 makes it safe. Set CUDAPY_CACHE_DIR to a folder of yours.");
    chmod((folder / "open").c_str(), 0777);
    CHECK(refusal(folder / "open/cache") ==
          "cache: the cache folder T/open/cache cannot be used: others may write to T/open (mode 0777) "
          "and so replace it. Set CUDAPY_CACHE_DIR to a folder of yours.");
    chmod((folder / "open").c_str(), 01777);
    CHECK(refusal(folder / "open/cache") == "no error");

    fs::create_directory(folder / "real");
    chmod((folder / "real").c_str(), 0700);
    fs::create_directory_symlink(folder / "real", folder / "link");
    CHECK(refusal(folder / "link") == "no error");
    fs::create_directory_symlink(folder / "nowhere", folder / "dangling");
    CHECK(refusal(folder / "dangling") ==
          "cache: the cache folder T/dangling cannot be used: it is a symbolic link to nowhere (No such "
          "file or directory). Set CUDAPY_CACHE_DIR to a folder of yours.");
    write_file(folder / "file", "");
    CHECK(refusal(folder / "file") == "cache: the cache folder T/file cannot be used: it is not a folder. "
                                      "Set CUDAPY_CACHE_DIR to a folder of yours.");
    CHECK(refusal(folder / "file/cache") ==
          "cache: the cache folder T/file/cache cannot be used: T/file/cache cannot be made (Not a "
          "directory). Set CUDAPY_CACHE_DIR to a folder of yours.");
    if (geteuid() != 0) return;
    REQUIRE(chown((folder / "real").c_str(), 12345, 12345) == 0);
    CHECK(refusal(folder / "real") ==
          "cache: the cache folder T/real cannot be used: it belongs to user 12345, not to you (user 0). Set "
          "CUDAPY_CACHE_DIR to a folder of yours.");
    REQUIRE(chown((folder / "real").c_str(), 0, 0) == 0);
    REQUIRE(lchown((folder / "link").c_str(), 12345, 12345) == 0);
    CHECK(refusal(folder / "link") ==
          "cache: the cache folder T/link cannot be used: it is a symbolic link that belongs to user 12345, "
          "not to you (user 0). Set CUDAPY_CACHE_DIR to a folder of yours.");
    // What a user without rights sees, in a child because rights are not given back.
    chmod(folder.path().c_str(), 0755);
    CHECK(in_child([&]() -> std::string {
              if (setuid(12345) != 0) return "setuid failed";
              return refusal(folder / "other/cache");
          }) == "cache: the cache folder T/other/cache cannot be used: T/other cannot be made (Permission "
                "denied). Set "
                "CUDAPY_CACHE_DIR to a folder of yours.");
}

TEST_CASE("a cache of root serves others, who cannot change it") {
    if (geteuid() != 0) return;
    TemporaryFolder folder;
    chmod(folder.path().c_str(), 0755);
    const fs::path baked = folder / "baked";
    Cache cache(baked);
    CHECK(fetch(cache) == "payload (built)");
    chmod(baked.c_str(), 0755);
    for (const fs::directory_entry& file : fs::directory_iterator(baked))
        chmod(file.path().c_str(), 0644);
    CHECK(in_child([&]() -> std::string {
              if (setuid(12345) != 0) return "setuid failed";
              Cache same(baked);
              return fetch(same);
          }) == "payload");
    // A process of theirs keeps other kernels, which it compiles itself, until it ends.
    CHECK(in_child([&]() -> std::string {
              if (setuid(12345) != 0) return "setuid failed";
              std::freopen("/dev/null", "w", stderr); // where it says so
              Cache same(baked);
              const fs::path other =
                  same.get("0123", ".so", "k", [](const fs::path& output) { write_file(output, "other"); });
              return read_payload(other) + (other.parent_path() == baked ? " in it" : " elsewhere");
          }) == "other elsewhere");
    CHECK_FALSE(fs::exists(baked / "0123.so"));
}

TEST_CASE("where the folder is") {
    Variable named("CUDAPY_CACHE_DIR", "/somewhere/else/"), xdg("XDG_CACHE_HOME", "/xdg"),
        home("HOME", "/home/me");
    CHECK(Cache::folder() == "/somewhere/else/");
    Variable unnamed("CUDAPY_CACHE_DIR", std::nullopt);
    CHECK(Cache::folder() == "/xdg/cudapy");
    Variable relative("XDG_CACHE_HOME", "not/absolute");
    CHECK(Cache::folder() == "/home/me/.cache/cudapy");
    Variable unset("XDG_CACHE_HOME", std::nullopt);
    CHECK(Cache::folder() == "/home/me/.cache/cudapy");
}

TEST_CASE("twenty processes that ask at once build once") {
    TemporaryFolder folder;
    int start[2];
    REQUIRE(pipe(start) == 0);
    std::vector<pid_t> children;
    for (int i = 0; i < 20; ++i) {
        pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            close(start[1]);
            char byte;
            (void)!read(start[0], &byte, 1); // returns when the parent closes its end
            int status = 1;
            try {
                Cache cache(folder / "cache");
                fs::path path = cache.get(key, ".cubin", "saxpy", [&](const fs::path& to) {
                    int log = open((folder / "builds").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
                    (void)!write(log, "x", 1);
                    close(log);
                    usleep(20000);
                    write_file(to, "payload");
                });
                status = read_payload(path) == "payload" ? 0 : 2;
            } catch (const std::exception& error) {
                fprintf(stderr, "%s\n", error.what());
            }
            _exit(status);
        }
        children.push_back(child);
    }
    close(start[0]);
    close(start[1]);
    for (pid_t child : children) {
        int status = -1;
        waitpid(child, &status, 0);
        CHECK(status == 0);
    }
    CHECK(file_content(folder / "builds") == "x");
    CHECK(names_in(folder / "cache") == key + ".cubin");
}

TEST_CASE("threads of one process build once") {
    TemporaryFolder folder;
    Cache cache(folder / "cache");
    std::atomic<int> builds{0}, right{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            fs::path path = cache.get(key, ".so", "saxpy", [&](const fs::path& to) {
                ++builds;
                usleep(10000);
                write_file(to, "payload");
            });
            right += read_payload(path) == "payload";
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(builds == 1);
    CHECK(right == 8);
    CHECK(names_in(folder / "cache") == key + ".so");
}

TEST_CASE("a builder that is killed holds nobody up and misleads nobody") {
    TemporaryFolder folder;
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    pid_t child = fork();
    if (child == 0) {
        Cache cache(folder / "cache");
        cache.get(key, ".so", "saxpy", [&](const fs::path& to) {
            write_file(to, "half of the pay");
            (void)!write(ready[1], "x", 1);
            pause();
        });
        _exit(0);
    }
    char byte;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    Cache cache(folder / "cache");
    std::string seen;
    std::thread waiter([&] { seen = fetch(cache); });
    usleep(30000);
    CHECK(cache.clear() == 0);
    CHECK(names_in(folder / "cache") ==
          ".build-" + key + ".so " + key + ".so.lock"); // a running build is not touched
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    waiter.join();
    close(ready[0]);
    close(ready[1]);
    CHECK(seen == "payload (built)");
    CHECK(names_in(folder / "cache") == key + ".so");
}

TEST_CASE("a build that throws leaves nothing") {
    TemporaryFolder folder;
    Cache cache(folder / "cache");
    CHECK(error_of([&] {
              cache.get(key, ".so", "saxpy", [&](const fs::path& to) {
                  write_file(to, "half");
                  throw Error(ErrorKind::compile_failed, "no");
              });
          }) == "compile_failed: no");
    CHECK(names_in(folder / "cache") == "");
    CHECK(fetch(cache) == "payload (built)");
}

TEST_CASE("waiting for another builder can be interrupted") {
    TemporaryFolder folder;
    Cache cache(folder / "cache");
    int lock = open((folder / ("cache/" + key + ".so.lock")).c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(flock(lock, LOCK_EX) == 0);
    int asked = 0;
    CHECK(error_of([&] {
              cache.get(key, ".so", "saxpy", writes("x"), nullptr, [&] { return ++asked == 2; });
          }) == "interrupted: waiting for another process that compiles the same kernel was interrupted");
    close(lock);
    CHECK(fetch(cache) == "payload (built)");
}

TEST_CASE("what is kept takes the place of what was there, and leaves nothing else") {
    TemporaryFolder folder;
    CHECK_FALSE(without_folder(folder / "cache"));
    Cache cache(folder / "cache");
    CHECK_FALSE(cache.find(key, known_suffix));
    cache.keep(key, known_suffix, "first");
    CHECK(cache.find(key, known_suffix) == "first");
    cache.keep(key, known_suffix, "");
    CHECK(cache.find(key, known_suffix) == "");
    CHECK(names_in(folder / "cache") == key + ".known");
    struct stat status {};
    REQUIRE(stat((folder / ("cache/" + key + ".known")).c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0600);
    write_file(folder / ("cache/" + key + ".known"), "damaged");
    CHECK_FALSE(cache.find(key, known_suffix));
    // A folder of that name cannot be replaced, and nothing is left of trying.
    fs::remove(folder / ("cache/" + key + ".known"));
    fs::create_directory(folder / ("cache/" + key + ".known"));
    cache.keep(key, known_suffix, "first");
    CHECK(names_in(folder / "cache") == key + ".known");
}

TEST_CASE("listing and clearing") {
    TemporaryFolder folder;
    Cache cache(folder / "cache");
    std::string other(64, 'b');
    cache.get(key, ".so", "saxpy", writes("12345"));
    cache.get(other, ".cubin", "mandelbrot", writes("123"));
    write_file(folder / ("cache/.build-" + std::string(64, 'c') + ".so/entry.so"), "left by a killed build");
    write_file(folder / ("cache/" + std::string(64, 'd') + ".so.lock"), "");
    write_file(folder / ("cache/" + std::string(64, 'e') + ".so"), "damaged");
    write_file(folder / ("cache/" + std::string(64, 'f') + ".so/folder"), "");
    write_file(folder / "cache/.build-Xy12ab", "left where something was to be kept");
    cache.keep(key, known_suffix, "of a translation");
    write_file(folder / "cache/notes.txt", "the user's own");
    std::vector<CacheEntry> entries = cache.list();
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].kernel == "mandelbrot");
    CHECK(entries[0].target == "cuda");
    CHECK(entries[0].key == other);
    CHECK(entries[0].path == folder / ("cache/" + other + ".cubin"));
    CHECK(entries[0].bytes == fs::file_size(entries[0].path));
    CHECK(std::abs(entries[0].modified - int64_t(time(nullptr))) < 100);
    CHECK(entries[1].kernel == "saxpy");
    CHECK(entries[1].target == "cpu");
    CHECK(cache.clear() == 4);
    CHECK(names_in(folder / "cache") == "notes.txt");
    CHECK(cache.list().empty());
}
