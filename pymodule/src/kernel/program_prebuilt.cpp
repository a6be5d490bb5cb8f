// Building a program for other machines.

#include "pymodule/src/kernel/prebuilt_code.h"
#include "pymodule/src/kernel/program.h"
#include "pymodule/src/kernel/translation_memory.h"
#include "pymodule/src/python/deep_stack.h"
#include "pymodule/src/python/error.h"

#include <algorithm>

namespace cudapy::python {

std::vector<std::string> Program::prebuild(ProgramRequest request, Ref resolve,
                                           const std::vector<std::string>& targets,
                                           const std::filesystem::path& folder) {
    const std::string function = request.units.front().function;
    const auto program = std::make_shared<Program>(std::move(request), std::move(resolve));
    std::vector<std::string> texts;
    with_deep_stack([&] {
        TranslationMemory memory(program->request_.units, program->options());
        program->translate_all(memory);
    });
    if (program->generic())
        raise(PyExc_TypeError,
              "build: {0} is generic: build instances of it, each with a name, as "
              "{{\"{0}_float\": {0}.instance(arguments)}}",
              function);
    if (!program->translation_.device_sources.empty())
        raise(PyExc_TypeError, "build: {} calls CUDA C++, which is compiled where it runs", function);
    texts.push_back(program->text_);
    const auto& kernels = program->outcome_.kernels;
    if (std::any_of(kernels.begin(), kernels.end(),
                    [](const KernelInfo& info) { return !info.coarsened.symbol.empty(); }))
        texts.push_back(program->coarsened_of(program->request_.options.coarsen).source);
    std::vector<std::string> files;
    WithoutGil released;
    for (const std::string& target : targets)
        for (const std::string& text : texts)
            files.push_back(prebuild_text(program->request_, program->outcome_.needs, text, target, folder));
    return files;
}

} // namespace cudapy::python
