#pragma once
// One compilation: the functions that were given together, which are translated, built, loaded, and ready to
// launch.

#include "pymodule/src/python/resolver.h"
#include "runtime/launch/kernel.h"
#include "translator/explain/access_patterns.h"
#include "translator/function_types.h"
#include "translator/translate.h"
#include "translator/translation_cache/cached_translation.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace cudapy::python {

class Program;
struct KernelBinary;
struct CudaText;
struct NeededSymbols;
struct PrebuiltSearch;
class TranslationMemory;

/// One kernel of a program.
struct LoadedKernel {
    KernelInfo info;
    std::unique_ptr<runtime::Kernel> kernel;
    bool index64 = false;
    runtime::Device device;
    Program* program = nullptr;  ///< the one that it is of
    const char* name = nullptr;  ///< its name for reports, which is never freed
    bool follows_device = false; ///< it was compiled for whichever GPU is current at a launch
    /// Says whether the kernel is CUDA C++ that somebody wrote. Its arrays are then bare pointers, and its
    /// shared memory is bytes.
    bool is_raw = false;
    std::uint64_t recorder = 0; ///< the address on a GPU of a generated::CudaRecorder; 0 for none
    bool is_derivative = info.is_derivative(); ///< kept here, since each launch asks
};

struct ProgramRequest {
    std::vector<SourceUnit> units;
    /// The options of all translations. What differs between them, Program::options sets. Instances are those
    /// of the first unit's function, if that is generic.
    Options options;
    bool optimize = true; ///< for GPUs: kernels have their coarsened variant, see EmittedVariants
    runtime::Device device;
    bool follows_device = true;             ///< false: only for that GPU
    std::string architectures;              ///< "sm_80,sm_90", "all-major"; empty: the device's own
    std::string compiler;                   ///< for a GPU: "nvcc", "nvrtc", or empty for the one there is
    std::vector<std::string> site_packages; ///< the folders where pip put compilers
    std::shared_ptr<const CudaText> cuda;   ///< the text in place of translated functions; mostly null
    bool defers_build = false; ///< functions are translated now, and built when they are first launched
};

/// The coarsening factors of threads as in Options::coarsen.
using CoarseningFactors = std::array<int, 3>;

class Program {
  public:
    /// Translates the functions, builds their code or finds it in the cache, and loads it. Raises
    /// CompileError, ToolchainError, CacheError, DeviceError.
    static std::shared_ptr<Program> compile(ProgramRequest request, Ref resolve);
    /// Does the same with ProgramRequest::cuda.
    static std::shared_ptr<Program> compile_cuda(ProgramRequest request);

    /// Translates the functions, and compiles them for targets of one kind into a folder of prebuilt kernels.
    /// Returns the names of the files. `request.device` says of which kind the targets are; it need not be
    /// there. Raises what compile() raises, and TypeError for generic kernels and those that call CUDA C++.
    static std::vector<std::string> prebuild(ProgramRequest request, Ref resolve,
                                             const std::vector<std::string>& targets,
                                             const std::filesystem::path& folder);

    /// Builds and loads what was deferred. Until then the kernels have only their `info`. Needs the GIL.
    /// Raises what compile() raises.
    void build_deferred() {
        if (is_deferred()) [[unlikely]]
            build_now();
    }
    bool is_deferred() const { return !kernels_.empty() && !kernels_.front().kernel; }

    const std::vector<LoadedKernel>& kernels() const { return kernels_; }
    const LoadedKernel* find(std::string_view name) const;
    /// Returns the same kernel on another GPU. It is compiled for that GPU if it is of another kind, and
    /// loaded when it is first asked for. Needs the GIL.
    const LoadedKernel& on(const LoadedKernel& kernel, runtime::Device device);
    /// Returns another kernel of the program on the device that a kernel is on. Needs the GIL.
    const LoadedKernel& beside(const LoadedKernel& kernel, std::string_view name) const;
    /// Builds and loads the coarsened variants with these factors of this kernel and of the other ones on its
    /// device, unless that was done. Nothing happens for a kernel that has no such variant. Needs the GIL.
    /// Raises what compile() raises.
    void add_coarsened(const LoadedKernel& kernel, const runtime::Extent& size);
    /// Does the same for a variant that launches can do without: where it cannot be built, it notes that the
    /// kernel has none. It warns of the usual variant, which all kernels of the program are then without, and
    /// raises the error if the user has asked for that variant, or CUDAPY_OPTIMIZE is "always". Errors of the
    /// device are raised for the usual variant, too, and those of an interrupt for all.
    void try_coarsened(const LoadedKernel& kernel, const runtime::Extent& size);
    /// Returns whether a kernel may have other groups than those of its usual size, which tuning tries.
    bool may_vary_coarsening(const LoadedKernel& kernel) const;
    /// Returns the kernel's coarsened variant with factors that was loaded, or its usual one.
    const KernelInfo::Coarsened& coarsened_of(const LoadedKernel& kernel, const runtime::Extent& size) const;
    /// Makes later launches of so many threads choose this way, in this process and in others that use the
    /// cache.
    void keep_tuned(const LoadedKernel& kernel, const runtime::Extent& threads,
                    const runtime::LaunchChoice& choice);
    /// Returns the array from outside that kernels have a parameter for, on the device that is current. Needs
    /// the GIL. Raises what Python code raises.
    Ref captured_array(int64_t number) const;
    /// Returns the kernel of the first unit's function, or of the instance of it that was asked for; null if
    /// there is none.
    const LoadedKernel* first() const;
    /// Returns the first unit's function if it is generic and no instance was asked for; else null. Nothing
    /// is built in this case.
    const GenericKernel* generic() const;
    const std::filesystem::path& built_file() const { return built_file_; }
    bool was_built() const { return was_built_; } ///< false when the cache had it
    /// Returns the prebuilt code that could not be loaded, each with the reason: "a.cubin: why".
    const std::vector<std::string>& unloadable() const { return unloadable_; }
    /// Returns false when the functions had been translated before, and the cache knew the outcome.
    bool was_translated() const { return was_translated_; }
    /// Returns the warnings, and the facts for the reports of checked mode. Both are empty if
    /// was_translated() is false.
    const Translation& translation() const { return translation_; }
    const ProgramRequest& request() const { return request_; }
    /// Returns the text for people that `pycu2cu` would write for a target. It is translated when first asked
    /// for.
    const std::string& source(Target target);
    /// Translates the functions for CUDA with all their variants, for tests. `size` is Options::coarsen.
    Translation cuda_variants(const CoarseningFactors& size);
    /// Returns the types that the checker gave the functions. They are found when first asked for. CUDA C++
    /// has none.
    const TypesOfFunctions& types();
    /// Returns the access patterns of a kernel. They are found when first asked for. CUDA C++ has none.
    const AccessPatterns& access_patterns(const std::string& kernel, const Neighbours& neighbours);
    /// Returns the messages of failed assertions. The message of number n, counted from 1, is element n - 1.
    const std::vector<std::string>& assertion_messages() const { return outcome_.assertion_messages; }
    /// Returns the lines that a kernel on the CPU tells of which has failed. The one with number n, counted
    /// from 1, is element n - 1.
    const std::vector<FailurePlace>& failure_places() const {
        return plain_ ? plain_->outcome.failure_places : outcome_.failure_places;
    }
    std::string check_message(const FailedCheck& failed) const;
    /// Returns the words in which messages speak to those who wrote the kernels.
    const diag::Words& words() const { return diag::Words::of(request_.options.dialect); }
    /// Returns the checks of the program. The check with number n, counted from 1, is element n - 1.
    const std::vector<program::Check>& checks() const { return translation_.checks; }
    const SourceSet& sources() const { return *translation_.sources; }
    /// Returns, for CUDA C++, the reasons why kernels cannot be launched, by their names.
    const std::map<std::string, std::string>& problems() const { return problems_; }

    /// The object from which cudapy/_compile/pickle.py makes the program again; null if none was given.
    Ref recipe;

    Program(ProgramRequest request, Ref resolve)
        : request_(std::move(request)), resolver_(std::move(resolve)) {}

  private:
    /// Translates the functions or finds the outcome in the cache, and builds and loads their code.
    void prepare();
    Options options(EmittedVariants variants, const CoarseningFactors& size) const;
    Options options() const {
        return options(request_.optimize ? EmittedVariants::plain_first : EmittedVariants::plain,
                       request_.options.coarsen);
    }
    /// Takes the functions with signatures of their own that names turned out to mean.
    std::vector<SourceUnit> take_needed();
    void translate_all(TranslationMemory& memory);
    const std::string& text();
    void build();
    /// Makes the kernels of the outcome without their code.
    std::vector<LoadedKernel> unbuilt();
    void build_now();
    /// Finds the code of a translation among prebuilt kernels or in the cache, or compiles it. `text` returns
    /// its text, and `symbols` are those that prebuilt code must have.
    KernelBinary binary_for(runtime::Device device, const translation_cache::Outcome& outcome,
                            const NeededSymbols& symbols, const std::function<const std::string&()>& text);
    /// Returns the symbols that the plain variants must have, and what they report to.
    NeededSymbols plain_symbols(runtime::Device device, const translation_cache::Outcome& outcome) const;
    /// Keeps which prebuilt code could not be loaded, and tells the logger. Needs the GIL.
    void note_unloadable(const PrebuiltSearch& search);
    /// Does so for the usual translation. Where a compiler refuses that, it does so for the plain one, which
    /// it keeps in `plain_`, and warns.
    KernelBinary binary_or_plain(runtime::Device device);
    /// Translates the coarsened variants with these factors; all 0 for the usual one of each kernel.
    Translation coarsened_of(const CoarseningFactors& size);
    /// Finds the code of these variants or compiles it, as binary_for() does. `source` is its text if that is
    /// known.
    KernelBinary coarsened_binary_for(runtime::Device device, const CoarseningFactors& size,
                                      const NeededSymbols& symbols, std::string source);
    /// Returns the kernels that were loaded for a device.
    const std::vector<LoadedKernel>& kernels_on(runtime::Device device) const;
    void add_usual_coarsened(runtime::Device device);
    /// Does what add_coarsened() does, for another size than the usual one.
    void add_other_coarsened(const LoadedKernel& kernel, const CoarseningFactors& size);
    /// Returns the key under which the cache has what was found best for a kernel on a device.
    std::string tuned_key(const KernelInfo& kernel, runtime::Device device) const;
    /// Returns what the cache has under it.
    std::optional<runtime::TunedChoices> kept_choices(const KernelInfo& kernel, runtime::Device device) const;
    /// Builds the code for a device, and loads it.
    std::vector<LoadedKernel> load(runtime::Device device);

    ProgramRequest request_;
    CapturingResolver resolver_;
    Translation translation_; ///< empty where outcome_ is all that is known; its source is in text_
    translation_cache::Outcome outcome_;
    std::string text_; ///< the text to compile; empty until it is needed
    /// The translation without optional transformations, where a compiler refuses the usual one.
    struct Plain {
        translation_cache::Outcome outcome;
        std::string text;
    };
    std::unique_ptr<const Plain> plain_;
    bool was_translated_ = false;
    std::map<Target, std::string> sources_;
    std::optional<TypesOfFunctions> types_;
    std::map<std::tuple<std::string, int, bool>, AccessPatterns>
        access_patterns_; ///< by the kernel and its neighbours
    std::map<std::string, std::string> problems_;
    std::filesystem::path built_file_;
    bool was_built_ = false;
    std::vector<std::string> unloadable_;
    std::vector<LoadedKernel> kernels_;
    std::map<int, std::vector<LoadedKernel>>
        elsewhere_; ///< the kernels on other GPUs, by number; an entry never changes
    /// The coarsened variants with other factors than the usual one, by the kernel's name and the size;
    /// without a symbol where there is none.
    std::map<std::pair<std::string, CoarseningFactors>, KernelInfo::Coarsened> other_coarsened_;
};

/// Returns the source units of a Python list of tuples (path, text, first_line, function, signature).
std::vector<SourceUnit> units_from(PyObject* list);

} // namespace cudapy::python
