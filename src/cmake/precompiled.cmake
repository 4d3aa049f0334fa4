# precompiled.cmake - how many semirings have GPU kernels of their own; see docs/library.md.
set(HEDDLE_PRECOMPILED standard CACHE STRING "GPU kernels compiled into the library: minimal, standard or all")
set_property(CACHE HEDDLE_PRECOMPILED PROPERTY STRINGS minimal standard all)
if(NOT HEDDLE_PRECOMPILED MATCHES "^(minimal|standard|all)$")
  message(FATAL_ERROR "HEDDLE_PRECOMPILED is minimal, standard or all, not '${HEDDLE_PRECOMPILED}'")
endif()
set(HEDDLE_KERNEL_SET ${HEDDLE_PRECOMPILED})
if(NOT HEDDLE_WITH_CUDA AND NOT HEDDLE_PRECOMPILED STREQUAL "standard")
  message(STATUS "heddle: HEDDLE_PRECOMPILED=${HEDDLE_PRECOMPILED} has no effect on a build for the CPU only")
  set(HEDDLE_KERNEL_SET standard)
endif()
# Users' files have to know, too: a header tells them, in the build tree and installed.
configure_file(${PROJECT_SOURCE_DIR}/src/cmake/kernel_set.hpp.in ${PROJECT_BINARY_DIR}/include/heddle/base/kernel_set.hpp @ONLY)
