# cudapy_prebuild_kernels(target kernels.py [TARGETS cpu:x86-64-v3 cuda:sm_80,sm_90 …] [DESTINATION mypackage/mykernels]
#                         [COMPONENT name])
#
# Compiles the kernels of a Python file for other machines when the project is built, as `python -m cudapy build` does, and installs the
# folder, which is a package: `from mypackage.mykernels import saxpy`. It is for packages that scikit-build-core or CMake builds.
#
#   target       the name of a new target, which ALL depends on; its property CUDAPY_FOLDER is the folder in the build tree
#   TARGETS      as cp.build takes them; without any: usual CPUs, and usual GPUs where nvcc is found
#   DESTINATION  where the folder is installed; without it, it is not
#   COMPONENT    of the installation
function(cudapy_prebuild_kernels target kernels)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "DESTINATION;COMPONENT" "TARGETS")
  if(arg_KEYWORDS_MISSING_VALUES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cudapy_prebuild_kernels: ${arg_KEYWORDS_MISSING_VALUES}${arg_UNPARSED_ARGUMENTS} is not understood")
  endif()
  get_filename_component(file "${kernels}" ABSOLUTE)
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR "cudapy_prebuild_kernels: there is no file ${file}")
  endif()
  if(NOT Python_EXECUTABLE)
    find_package(Python REQUIRED COMPONENTS Interpreter)
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  set(words)
  foreach(each IN LISTS arg_TARGETS)
    list(APPEND words --target "${each}")
  endforeach()
  add_custom_command(OUTPUT "${folder}/prebuilt.json"
    COMMAND "${Python_EXECUTABLE}" -m cudapy build "${file}" -o "${folder}" ${words}
    DEPENDS "${file}" COMMENT "Building the kernels of ${kernels}" VERBATIM)
  add_custom_target("${target}" ALL DEPENDS "${folder}/prebuilt.json")
  set_target_properties("${target}" PROPERTIES CUDAPY_FOLDER "${folder}")
  if(arg_DESTINATION)
    set(component)
    if(arg_COMPONENT)
      set(component COMPONENT "${arg_COMPONENT}")
    endif()
    install(DIRECTORY "${folder}/" DESTINATION "${arg_DESTINATION}" ${component} PATTERN "__pycache__" EXCLUDE)
  endif()
endfunction()
