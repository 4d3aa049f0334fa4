# libraries.cmake - the kinds of library: static, shared or both; and what else a program of either links.
option(HEDDLE_SHARED "Build the shared library beside the static one; with BUILD_SHARED_LIBS there is no other"
       ${HEDDLE_TOP_LEVEL})
set(CMAKE_DEBUG_POSTFIX d)  # so that Debug and Release fit in one prefix

# As targets for this build, and by name for heddle.pc and the installed package: a user's machine needs the files of
# these libraries, not their headers.
set(heddle_linked_targets Threads::Threads ZLIB::ZLIB)
set(HEDDLE_LINKED z)
if(HEDDLE_WITH_XZ)
  list(APPEND heddle_linked_targets LibLZMA::LibLZMA)
  list(APPEND HEDDLE_LINKED lzma)
endif()
if(HEDDLE_WITH_ZSTD)
  list(APPEND heddle_linked_targets heddle_zstd)
  list(APPEND HEDDLE_LINKED zstd)
endif()
if(HEDDLE_WITH_CUDA)
  list(APPEND heddle_linked_targets CUDA::cudart_static)
  list(APPEND HEDDLE_LINKED cudart_static)
endif()

# What the library shows is a list of patterns for the linker: see docs/linking.md. None says `all but`, so there is one
# for each place in which a name may differ from the two that are not shown.
function(heddle_shown_names result)
  set(patterns)
  foreach(kind N NK NR NO NKR NKO T[ISV]N T[HW]N GVN)
    string(APPEND patterns "    _Z${kind}6heddle[^19]*;\n")
    foreach(hidden 13host_compiler 9with_nvcc)
      string(LENGTH ${hidden} length)
      math(EXPR last "${length} - 1")
      foreach(place RANGE 1 ${last})
        string(SUBSTRING ${hidden} 0 ${place} alike)
        string(SUBSTRING ${hidden} ${place} 1 next)
        string(APPEND patterns "    _Z${kind}6heddle${alike}[^${next}]*;\n")
      endforeach()
    endforeach()
  endforeach()
  set(${result} "${patterns}" PARENT_SCOPE)
endfunction()

function(heddle_shared_library target)
  heddle_shown_names(HEDDLE_SHOWN)
  set(map ${CMAKE_CURRENT_BINARY_DIR}/exports.map)
  configure_file(${PROJECT_SOURCE_DIR}/src/cmake/exports.map.in ${map} @ONLY)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                                             LINK_DEPENDS ${map} DEFINE_SYMBOL "")
  # Calls within the library go straight to what it defines, as in the static one.
  target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-Bsymbolic-functions -Wl,--no-undefined)
endfunction()

# Both are of the same objects.
function(heddle_kinds_of_library)
  target_link_libraries(heddle PRIVATE "$<BUILD_INTERFACE:${heddle_linked_targets}>")
  if(BUILD_SHARED_LIBS)
    heddle_shared_library(heddle)
    return()
  endif()
  target_link_libraries(heddle PRIVATE $<INSTALL_INTERFACE:heddle::libraries>)  # heddle-config.cmake makes it
  if(HEDDLE_SHARED)
    add_library(heddle_shared SHARED $<TARGET_OBJECTS:heddle>)
    add_library(heddle::heddle_shared ALIAS heddle_shared)
    set_target_properties(heddle_shared PROPERTIES OUTPUT_NAME heddle LINKER_LANGUAGE CXX)
    foreach(property COMPILE_FEATURES INCLUDE_DIRECTORIES COMPILE_OPTIONS)
      get_target_property(value heddle INTERFACE_${property})
      if(value)
        set_property(TARGET heddle_shared PROPERTY INTERFACE_${property} "${value}")
      endif()
    endforeach()
    target_link_libraries(heddle_shared PRIVATE "$<BUILD_INTERFACE:${heddle_linked_targets}>")
    heddle_shared_library(heddle_shared)
  endif()
endfunction()
