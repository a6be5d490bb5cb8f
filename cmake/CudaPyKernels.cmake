# cudapy_add_kernels(target kernels.py...
#                    [PRIVATE|PUBLIC|INTERFACE] [CUDA AUTO|BINARY|TEXT|OFF] [ARCHITECTURES 80 90 …]
#                    [LAUNCH_FUNCTIONS cuda|cpu]
#                    [NAMESPACE name] [INDEX int32|int64] [KERNELS name…] [INSTANCES "name<float>"…] [OPTIONS --strict …])
#
# Translates Python files of kernels when the target is built, and makes them a part of it: `#include "kernels.h"` has a C++ function
# kernels::NAME for each kernel of kernels.py, which launches it on the CPU or on a GPU, wherever its arrays are.
#
#   PRIVATE             only the target itself includes kernels.h, which is so where nothing else is said
#   PUBLIC              the target, which is a static library, and those that link it include kernels.h
#   INTERFACE           only those that link it do
#   CUDA BINARY         compile them for GPUs with nvcc, those of ARCHITECTURES, else of CMAKE_CUDA_ARCHITECTURES, else "all-major"
#   CUDA TEXT           the program compiles them for its GPU when it first launches one
#   CUDA OFF            only for the CPU
#   CUDA AUTO           BINARY where nvcc is found, else TEXT; the default is what the variable CUDAPY_CUDA says, else this
#   LAUNCH_FUNCTIONS    plain C functions instead, which need no library: launch_NAME for CUDA, in a .cu file that the project's own
#                       CUDA language compiles, or run_NAME for the CPU
#   NAMESPACE           of the functions, instead of the file's name (one file)
#   INDEX int64         64-bit coordinates and lengths
#   KERNELS, INSTANCES  translate only these; also these instances of generic kernels
#
# With the variable CUDAPY_CHECKED kernels are in checked mode: a launch that breaks the contract of the language throws an Error that
# names the line, the index and the thread.
#
# The target's property CUDAPY_HEADERS lists the headers that are made, for those who install them.
#
# A kernel that is edited is translated and compiled again, and nothing else is, unless what the header declares has changed.
function(cudapy_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PRIVATE;PUBLIC;INTERFACE" "CUDA;INDEX;NAMESPACE;LAUNCH_FUNCTIONS"
    "ARCHITECTURES;KERNELS;INSTANCES;OPTIONS")
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "cudapy_add_kernels: no value is given for ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  set(files ${arg_UNPARSED_ARGUMENTS})
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "cudapy_add_kernels: there is no target ${target}")
  endif()
  if(NOT files)
    message(FATAL_ERROR "cudapy_add_kernels: no Python file is given for ${target}")
  endif()
  list(LENGTH files count)
  if(arg_NAMESPACE AND count GREATER 1)
    message(FATAL_ERROR "cudapy_add_kernels: NAMESPACE is for one file, and ${count} are given")
  endif()
  _cudapy_find_scope(${target} scope)

  set(options ${arg_OPTIONS})
  if(CUDAPY_CHECKED AND NOT "--checked" IN_LIST options)
    list(APPEND options --checked)
  endif()
  if(arg_INDEX)
    list(APPEND options --index ${arg_INDEX})
  endif()
  foreach(kernel IN LISTS arg_KERNELS)
    list(APPEND options --kernel ${kernel})
  endforeach()
  foreach(instance IN LISTS arg_INSTANCES)
    list(APPEND options --instance ${instance})
  endforeach()

  if(arg_LAUNCH_FUNCTIONS)
    if(DEFINED arg_CUDA OR DEFINED arg_ARCHITECTURES OR DEFINED arg_NAMESPACE)
      message(FATAL_ERROR "cudapy_add_kernels: CUDA, ARCHITECTURES and NAMESPACE do not go with LAUNCH_FUNCTIONS, whose CUDA C++ the "
                          "project compiles")
    endif()
    _cudapy_check_choice(LAUNCH_FUNCTIONS "${arg_LAUNCH_FUNCTIONS}" cuda cpu)
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(arg_LAUNCH_FUNCTIONS STREQUAL "cuda" AND NOT "CUDA" IN_LIST languages)
      message(FATAL_ERROR "cudapy_add_kernels: LAUNCH_FUNCTIONS cuda needs the language CUDA: project(… LANGUAGES CXX CUDA)")
    endif()
  else()
    if(NOT DEFINED arg_CUDA)
      set(arg_CUDA AUTO)
      if(NOT "${CUDAPY_CUDA}" STREQUAL "")
        set(arg_CUDA "${CUDAPY_CUDA}")
      endif()
    endif()
    _cudapy_check_choice(CUDA "${arg_CUDA}" AUTO BINARY TEXT OFF)
    if(arg_CUDA STREQUAL "AUTO" OR arg_CUDA STREQUAL "BINARY")
      _cudapy_find_nvcc()
      if(CUDAPY_NVCC)
        set(arg_CUDA BINARY)
      elseif(arg_CUDA STREQUAL "BINARY")
        message(FATAL_ERROR "cudapy_add_kernels: CUDA BINARY needs nvcc, which was not found: set CUDAPY_NVCC to its path, or say CUDA TEXT")
      else()
        set(arg_CUDA TEXT)
      endif()
    endif()
    _cudapy_link_runtime(${target} ${scope})
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/cudapy_kernels/${target}")
  file(MAKE_DIRECTORY "${folder}")
  target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${folder}>")
  foreach(file IN LISTS files)
    get_filename_component(input "${file}" ABSOLUTE)
    if(NOT EXISTS "${input}")
      message(FATAL_ERROR "cudapy_add_kernels: there is no file ${input}")
    endif()
    get_filename_component(name "${file}" NAME_WE)
    set_property(TARGET ${target} APPEND PROPERTY CUDAPY_HEADERS "${folder}/${name}.h")
    if(arg_LAUNCH_FUNCTIONS)
      _cudapy_add_launch_functions(${target} "${input}" "${folder}/${name}" "${arg_LAUNCH_FUNCTIONS}" "${options}")
    else()
      _cudapy_add_program(${target} "${input}" "${folder}/${name}" "${arg_CUDA}" "${arg_ARCHITECTURES}" "${options}"
        "${arg_NAMESPACE}")
    endif()
  endforeach()
endfunction()

function(_cudapy_check_choice option value)
  if(NOT value IN_LIST ARGN)
    list(JOIN ARGN ", " choices)
    message(FATAL_ERROR "cudapy_add_kernels: ${option} is one of ${choices}, and not '${value}'")
  endif()
endfunction()

# Says in `result` who includes the headers: PRIVATE, PUBLIC or INTERFACE, as `arg_…` have it.
macro(_cudapy_find_scope target result)
  set(${result})
  foreach(_cudapy_choice IN ITEMS PRIVATE PUBLIC INTERFACE)
    if(arg_${_cudapy_choice})
      list(APPEND ${result} ${_cudapy_choice})
    endif()
  endforeach()
  list(LENGTH ${result} _cudapy_count)
  if(_cudapy_count GREATER 1)
    message(FATAL_ERROR "cudapy_add_kernels: PRIVATE, PUBLIC and INTERFACE exclude each other")
  endif()
  if(_cudapy_count EQUAL 0)
    set(${result} PRIVATE)
  endif()
  get_target_property(_cudapy_type ${target} TYPE)
  if(_cudapy_type STREQUAL "INTERFACE_LIBRARY")
    message(FATAL_ERROR "cudapy_add_kernels: ${target} is an INTERFACE library, which compiles nothing: make it a STATIC one")
  endif()
  # A program that links a shared library would have a runtime next to the library's, with streams and devices of its own.
  if(_cudapy_type MATCHES "^(SHARED|MODULE)_LIBRARY$" AND NOT ${result} STREQUAL "PRIVATE" AND NOT arg_LAUNCH_FUNCTIONS)
    message(FATAL_ERROR "cudapy_add_kernels: ${target} is a shared library, which keeps CudaPy's runtime to itself, so that a program "
                        "cannot launch its kernels: make it a STATIC library, or wrap the kernels in functions of its own and say PRIVATE")
  endif()
endmacro()

# As target_link_libraries does it, which a project may call for the target with a scope or without one, but not both.
function(_cudapy_link_runtime target scope)
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES CudaPy::runtime)
  get_target_property(type ${target} TYPE)
  if(NOT scope STREQUAL "PRIVATE")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES CudaPy::runtime)
  elseif(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:CudaPy::runtime>")
  endif()
endfunction()

# Host C++ of kernels is optimised in every build, as their CUDA C++ is. It vectorises by these flags and gives the same results everywhere;
# warnings about it are not the user's. A project may append to them, `-march=native` for one.
set(CUDAPY_HOST_FLAGS -O3 -fopenmp-simd -ffp-contract=off -fno-math-errno -fno-trapping-math -w)

# The rule that translates. The stamp is what make and ninja look at; the other files keep their time where they do not change, so that
# what is made of them is not made again. That is done before `target` itself is looked at, which make needs to see those times.
macro(_cudapy_translate target input base)
  get_filename_component(_cudapy_shown "${input}" NAME)
  file(RELATIVE_PATH _cudapy_origin "${CMAKE_CURRENT_SOURCE_DIR}" "${input}") # the same wherever it is built
  add_custom_command(
    OUTPUT "${base}.stamp"
    BYPRODUCTS ${outputs}
    COMMAND "${CUDAPY_PYCU2CU}" "${input}" --origin "${_cudapy_origin}" --stamp "${base}.stamp" --depfile "${base}.d" ${ARGN}
    DEPENDS "${input}" "${CUDAPY_PYCU2CU}"
    DEPFILE "${base}.d"
    COMMENT "Translating ${_cudapy_shown}"
    VERBATIM)
  target_sources(${target} PRIVATE ${outputs})
  set(stamps "${base}.stamp")
endmacro()

function(_cudapy_add_launch_functions target input base choice options)
  set(source "${base}.cu")
  if(choice STREQUAL "cpu")
    set(source "${base}.cpp")
    set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${CUDAPY_HOST_FLAGS})
  endif()
  set(outputs "${source}" "${base}.h")
  _cudapy_translate(${target} "${input}" "${base}" --target ${choice} -o "${source}" --header "${base}.h" ${options})
  _cudapy_make_before(${target} "${base}" ${stamps})
endfunction()

function(_cudapy_make_before target base)
  get_filename_component(name "${base}" NAME)
  add_custom_target(${target}_${name}_kernels DEPENDS ${ARGN})
  add_dependencies(${target} ${target}_${name}_kernels)
endfunction()

function(_cudapy_add_program target input base cuda architectures options name_space)
  set(words --program -o "${base}.cpp" --header "${base}.h" ${options})
  if(name_space)
    list(APPEND words --namespace ${name_space})
  endif()
  set(outputs "${base}.cpp" "${base}.h")
  if(_cudapy_python_module) # of cudapy_add_python_module
    get_filename_component(folder "${base}" DIRECTORY)
    set(module "${folder}/${_cudapy_python_module}")
    list(APPEND words --python-module "${module}.module.cpp" --python-stub "${module}.pyi")
    list(APPEND outputs "${module}.module.cpp" "${module}.pyi")
  endif()
  if(cuda STREQUAL "TEXT")
    list(APPEND words --cuda-text)
  elseif(cuda STREQUAL "BINARY")
    list(APPEND words --cuda "${base}.cu")
    list(APPEND outputs "${base}.cu")
    set_property(SOURCE "${base}.cu" PROPERTY HEADER_FILE_ONLY ON) # no business of the project's CUDA language
  endif()
  set_property(SOURCE "${base}.cpp" APPEND PROPERTY COMPILE_OPTIONS ${CUDAPY_HOST_FLAGS})
  _cudapy_translate(${target} "${input}" "${base}" ${words})
  if(cuda STREQUAL "BINARY")
    _cudapy_architecture_flags("${architectures}" flags)
    set(changed "${base}.stamp")
    if(CMAKE_GENERATOR MATCHES "Ninja") # which looks at every file that a rule writes
      set(changed "${base}.cu")
    endif()
    get_filename_component(shown "${input}" NAME)
    add_custom_command(
      OUTPUT "${base}.inc.stamp"
      BYPRODUCTS "${base}.inc" "${base}.fatbin"
      COMMAND "${CMAKE_COMMAND}" "-DNVCC=${CUDAPY_NVCC}" "-DFLAGS=${flags}" "-DBASE=${base}" -P "${CUDAPY_EMBED_SCRIPT}"
      DEPENDS ${changed} "${CUDAPY_EMBED_SCRIPT}"
      COMMENT "Compiling ${shown} for CUDA"
      VERBATIM)
    list(APPEND stamps "${base}.inc.stamp")
  endif()
  _cudapy_make_before(${target} "${base}" ${stamps})
endfunction()

set(CUDAPY_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/CudaPyEmbed.cmake")

# nvcc: that of the environment's CUDAPY_NVCC, else the project's own, else that which CudaPy itself would take.
macro(_cudapy_find_nvcc)
  if(NOT CUDAPY_NVCC AND EXISTS "$ENV{CUDAPY_NVCC}")
    set(CUDAPY_NVCC "$ENV{CUDAPY_NVCC}" CACHE FILEPATH "The compiler of kernels for CUDA")
  elseif(NOT CUDAPY_NVCC AND CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
    set(CUDAPY_NVCC "${CMAKE_CUDA_COMPILER}" CACHE FILEPATH "The compiler of kernels for CUDA")
  endif()
  find_program(CUDAPY_NVCC nvcc DOC "The compiler of kernels for CUDA"
    HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
endmacro()

# nvcc's options for a list such as "80;90", "90a", "80-real;90-virtual", "native", "all-major".
function(_cudapy_architecture_flags architectures result)
  if(NOT architectures)
    set(architectures "${CMAKE_CUDA_ARCHITECTURES}")
  endif()
  if(NOT architectures)
    set(architectures all-major)
  endif()
  set(flags)
  foreach(architecture IN LISTS architectures)
    if(architecture MATCHES "^(all|all-major|native)$")
      list(APPEND flags "-arch=${architecture}")
    elseif(architecture MATCHES "^([0-9]+[af]?)(-real|-virtual)?$")
      set(number "${CMAKE_MATCH_1}")
      if(NOT CMAKE_MATCH_2 STREQUAL "-virtual")
        list(APPEND flags "-gencode=arch=compute_${number},code=sm_${number}")
      endif()
      if(NOT CMAKE_MATCH_2 STREQUAL "-real")
        list(APPEND flags "-gencode=arch=compute_${number},code=compute_${number}")
      endif()
    else()
      message(FATAL_ERROR "cudapy_add_kernels: '${architecture}' is no architecture, such as 90, 90a, 80-real, native, all-major")
    endif()
  endforeach()
  if(CMAKE_CUDA_HOST_COMPILER)
    list(APPEND flags -ccbin "${CMAKE_CUDA_HOST_COMPILER}")
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()
