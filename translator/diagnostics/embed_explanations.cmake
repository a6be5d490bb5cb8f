# cmake -DFOLDER=… -DOUTPUT=FILE.cpp -P embed_explanations.cmake: writes the texts of FOLDER/*/*.md as a table of C++,
# in the order of their codes. An unchanged table is kept. The build also gives FILES, which changes with the files' names.
cmake_policy(VERSION 3.22)
file(GLOB_RECURSE files "${FOLDER}/*.md")
foreach(file IN LISTS files)
  get_filename_component(code "${file}" NAME_WE)
  list(APPEND codes ${code})
  set(file_of_${code} "${file}")
endforeach()
list(SORT codes)
set(rows "")
foreach(code IN LISTS codes)
  file(READ "${file_of_${code}}" text)
  string(APPEND rows "        {\"${code}\", R\"explanation(${text})explanation\"},\n")
endforeach()
set(table "// Made by embed_explanations.cmake.
#include \"translator/diagnostics/explanation.h\"

namespace cudapy::diag {

const std::vector<Explanation>& explanations() {
    static const std::vector<Explanation> list = {
${rows}    };
    return list;
}

} // namespace cudapy::diag
")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "@table@" @ONLY)
