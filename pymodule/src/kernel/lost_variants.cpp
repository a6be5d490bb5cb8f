#include "pymodule/src/kernel/lost_variants.h"

#include "pymodule/src/python/error.h"
#include "translator/lower/optional_transformations.h"

#include <cstdlib>

namespace cudapy::python {

void warn_of(const std::vector<LostVariant>& lost_variants) {
    for (const LostVariant& lost : lost_variants)
        if (PyErr_WarnExplicit(PyExc_RuntimeWarning, describe(lost).c_str(), lost.file.c_str(), lost.line,
                               nullptr, nullptr) != 0)
            throw PythonError{};
}

void warn_of_lost_variant(const std::string& kernel, const char* what, bool is_ours,
                          const std::string& problem) {
    const char* report =
        is_ours ? ". Please report this, with the source and what `python -m cudapy doctor` prints" : "";
    const Ref text = to_python(
        fmt::format("{}: the coarsened variant, which is faster, {}, and launches run without it{}: {}",
                    kernel, what, report, problem));
    if (PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "%U", text.get()) != 0) throw PythonError{};
}

Ref lost_to_python(const std::vector<LostVariant>& lost_variants) {
    Ref list = Ref::steal(PyList_New(0));
    for (const LostVariant& lost : lost_variants)
        check(PyList_Append(list.get(), to_python(describe(lost)).get()));
    return list;
}

std::string broken_variants() {
    const char* words = std::getenv("CUDAPY_BREAK_VARIANTS");
    if (!words) return "";
    if (!lower::read_breakages(words))
        raise(PyExc_ValueError, "CUDAPY_BREAK_VARIANTS is for tests, and has names of these: {}",
              lower::names_of_transformations());
    return words;
}

} // namespace cudapy::python
