# The CMake package for C++ programs: `cmake --install build --component cpp --prefix …`, and the same files as a folder of the wheel.
include(CMakePackageConfigHelpers)
set(cudapy_version_file ${PROJECT_BINARY_DIR}/CudaPyConfigVersion.cmake)
write_basic_package_version_file(${cudapy_version_file} COMPATIBILITY SameMinorVersion)

if(SKBUILD)
  set(cudapy_prefix cudapy/cpp/)
  set(cudapy_component python)
else()
  set(cudapy_prefix "")
  set(cudapy_component cpp)
  install(TARGETS pycu2cu RUNTIME DESTINATION bin COMPONENT cpp)
endif()
set(cudapy_cmake ${PROJECT_SOURCE_DIR}/cmake)
if(CUDAPY_RUNTIME_ARCHIVE)
  install(FILES ${CUDAPY_RUNTIME_ARCHIVE} DESTINATION ${cudapy_prefix}lib COMPONENT ${cudapy_component})
else()
  install(TARGETS cudapy_runtime ARCHIVE DESTINATION ${cudapy_prefix}lib COMPONENT ${cudapy_component})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/cudapy DESTINATION ${cudapy_prefix}include COMPONENT ${cudapy_component})
install(FILES ${cudapy_version_file} ${cudapy_cmake}/CudaPyConfig.cmake ${cudapy_cmake}/CudaPyKernels.cmake ${cudapy_cmake}/CudaPyEmbed.cmake
  ${cudapy_cmake}/CudaPyPrebuilt.cmake ${cudapy_cmake}/CudaPyPythonModule.cmake
  DESTINATION ${cudapy_prefix}lib/cmake/CudaPy COMPONENT ${cudapy_component})
