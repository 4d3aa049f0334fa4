# zstd.cmake - heddle_zstd, libzstd as a target where it is installed: targets of its own package differ by release.
# Read by this build, and by the package of an installed heddle that uses it.
if(NOT TARGET heddle_zstd)
  find_path(HEDDLE_ZSTD_INCLUDE zstd.h)
  find_library(HEDDLE_ZSTD_LIBRARY zstd)
  mark_as_advanced(HEDDLE_ZSTD_INCLUDE HEDDLE_ZSTD_LIBRARY)
  if(HEDDLE_ZSTD_INCLUDE AND HEDDLE_ZSTD_LIBRARY AND NOT CMAKE_DISABLE_FIND_PACKAGE_zstd)
    add_library(heddle_zstd UNKNOWN IMPORTED)
    set_target_properties(heddle_zstd PROPERTIES IMPORTED_LOCATION "${HEDDLE_ZSTD_LIBRARY}"
                                                 INTERFACE_INCLUDE_DIRECTORIES "${HEDDLE_ZSTD_INCLUDE}")
  endif()
endif()
if(TARGET heddle_zstd)
  set(HEDDLE_ZSTD_FOUND ON)
else()
  set(HEDDLE_ZSTD_FOUND OFF)
endif()
