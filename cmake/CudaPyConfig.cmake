# CudaPy for C++ programs: find_package(CudaPy) gives the library CudaPy::runtime and cudapy_add_kernels (CudaPyKernels.cmake).
# The package is found in an installation (cmake --install), and in the Python package:
#     cmake -DCudaPy_DIR=$(python -m cudapy --cmake-dir) …
cmake_policy(PUSH)
cmake_policy(VERSION 3.22)

include(CMakeFindDependencyMacro)
find_dependency(Threads)

get_filename_component(_cudapy_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET CudaPy::runtime)
  add_library(CudaPy::runtime STATIC IMPORTED)
  set_target_properties(CudaPy::runtime PROPERTIES
    IMPORTED_LOCATION "${_cudapy_prefix}/lib/libcudapy_runtime.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_cudapy_prefix}/include"
    INTERFACE_COMPILE_FEATURES cxx_std_17
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS}")
  # A library or extension module that has libstdc++ linked in keeps it to itself: another one in its process would share some of its
  # variables, and their versions may differ.
  set(_cudapy_is_library "$<OR:$<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>,$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>>")
  set_target_properties(CudaPy::runtime PROPERTIES
    INTERFACE_LINK_OPTIONS "$<${_cudapy_is_library}:LINKER:--exclude-libs=libstdc++.a:libcudapy_runtime.a>")
  unset(_cudapy_is_library)
endif()

# The translator: next to the library, or where pip puts programs: that of an environment, and that of `pip install --target`.
find_program(CUDAPY_PYCU2CU pycu2cu DOC "The translator of CudaPy"
  HINTS "${_cudapy_prefix}/bin" "${_cudapy_prefix}/../../../../../bin" "${_cudapy_prefix}/../../bin" ENV VIRTUAL_ENV
  PATH_SUFFIXES bin)
set(_cudapy_problem "")
if(NOT CUDAPY_PYCU2CU)
  set(_cudapy_problem "The translator pycu2cu was not found: set CUDAPY_PYCU2CU to its path.")
else()
  execute_process(COMMAND "${CUDAPY_PYCU2CU}" --version OUTPUT_VARIABLE _cudapy_found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT _cudapy_found STREQUAL "pycu2cu ${CudaPy_VERSION}")
    set(_cudapy_problem "${CUDAPY_PYCU2CU} is '${_cudapy_found}' and not pycu2cu ${CudaPy_VERSION}: set CUDAPY_PYCU2CU to the \
translator of this CudaPy.")
  endif()
endif()
if(_cudapy_problem)
  set(CudaPy_FOUND FALSE)
  set(CudaPy_NOT_FOUND_MESSAGE "${_cudapy_problem}")
else()
  include("${CMAKE_CURRENT_LIST_DIR}/CudaPyKernels.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/CudaPyPrebuilt.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/CudaPyPythonModule.cmake")
endif()
unset(_cudapy_prefix)
unset(_cudapy_found)
unset(_cudapy_problem)

cmake_policy(POP)
