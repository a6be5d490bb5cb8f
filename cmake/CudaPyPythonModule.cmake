# cudapy_add_python_module(name kernels.py [DESTINATION mypackage] [COMPONENT component] [options of cudapy_add_kernels …])
#
# Makes an extension module of CPython whose functions are the kernels of a Python file: `import name`, then `name.saxpy(n, alpha, X, Y)`
# with n threads. It takes arrays of every library and runs on the device that they are on, without the package cudapy and without a
# translator. An editor reads name.pyi, which is next to the module and in the target's property CUDAPY_STUB.
#
#   name         of the module, and of the target, a MODULE library to which a project can give properties of its own
#   DESTINATION  where the module and its stub are installed; without it, they are not
#   COMPONENT    of the installation
#
# Also: CUDA, ARCHITECTURES, NAMESPACE, INDEX, KERNELS, INSTANCES and OPTIONS, as for cudapy_add_kernels.
function(cudapy_add_python_module target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DESTINATION;COMPONENT;CUDA;INDEX;NAMESPACE" "ARCHITECTURES;KERNELS;INSTANCES;OPTIONS")
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "cudapy_add_python_module: no value is given for ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  list(LENGTH arg_UNPARSED_ARGUMENTS count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "cudapy_add_python_module: a module is of one Python file, and ${target} was given ${count}: "
                        "'${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT TARGET Python::Module)
    find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
  endif()

  add_library("${target}" MODULE)
  target_link_libraries("${target}" PRIVATE Python::Module)
  set_target_properties("${target}" PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden)
  if(Python_SOABI MATCHES "^cpython-[0-9]+d?t") # free-threaded, which has no limited API
    set_target_properties("${target}" PROPERTIES SUFFIX ".${Python_SOABI}.so")
  else() # one binary for CPython 3.11 and later
    target_compile_definitions("${target}" PRIVATE Py_LIMITED_API=0x030B0000)
    set_target_properties("${target}" PROPERTIES SUFFIX ".abi3.so")
  endif()

  set(options)
  foreach(option IN ITEMS CUDA INDEX NAMESPACE ARCHITECTURES KERNELS INSTANCES OPTIONS)
    if(DEFINED arg_${option})
      list(APPEND options ${option} ${arg_${option}})
    endif()
  endforeach()
  set(_cudapy_python_module "${target}") # _cudapy_add_program reads it
  cudapy_add_kernels("${target}" ${arg_UNPARSED_ARGUMENTS} ${options})

  set(stub "${CMAKE_CURRENT_BINARY_DIR}/cudapy_kernels/${target}/${target}.pyi")
  set_target_properties("${target}" PROPERTIES CUDAPY_STUB "${stub}")
  add_custom_command(TARGET "${target}" POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${stub}" "$<TARGET_FILE_DIR:${target}>/${target}.pyi" VERBATIM)
  if(arg_DESTINATION)
    set(component)
    if(arg_COMPONENT)
      set(component COMPONENT "${arg_COMPONENT}")
    endif()
    install(TARGETS "${target}" LIBRARY DESTINATION "${arg_DESTINATION}" ${component})
    install(FILES "${stub}" DESTINATION "${arg_DESTINATION}" ${component})
  endif()
endfunction()
