# own_target.cmake - what every target that is compiled here, and not by a user, has in common.
# Options are aggregates with designated initialisers, so a member that is left out is meant; `#pragma unroll` speaks to nvcc.
function(heddle_warnings target)
  set(warnings -Wall -Wextra -Wno-missing-field-initializers -Wno-unknown-pragmas)
  list(JOIN warnings "," host_warnings)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>"
                                           "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${host_warnings}>")
endfunction()

function(heddle_own_target target)
  heddle_warnings(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  if(NOT target STREQUAL heddle)  # which does without, and so do its users
    target_link_libraries(${target} PRIVATE fmt::fmt)
  endif()
  # g++ looks for what it no longer needs less often: a twelfth of the time, a third more memory.
  set(seldom --param=ggc-min-heapsize=500000)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${seldom}>")
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_CUDA_HOST_COMPILER)  # that is nvcc's g++ then
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${seldom}>")
  endif()
endfunction()

# The standard headers that nearly every file includes are read once a target: half a second a file.
function(heddle_reads_once target)
  foreach(header algorithm atomic functional map memory mutex optional span string variant vector)
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
  endforeach()
endfunction()

# What a file includes and instantiates takes longer to compile than what it holds, so several are compiled as one, which
# saves `./dev demo` a third. -DHEDDLE_UNITY=OFF compiles each alone, for changes of one file. Of tests, 24 at once are a
# seventh less code than 8, and the largest takes 3 GB of memory.
option(HEDDLE_UNITY "Compile several source files at once" ON)

function(heddle_compiled_together target files_at_once)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HEDDLE_UNITY} UNITY_BUILD_BATCH_SIZE ${files_at_once})
  # From 3.28 on CMake would take .cu files together too, those that are together already among them.
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "[.]cu$")
  set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# The same, but files of one folder are taken together: a program has all of a file that it links anything of, and the
# kernels that this asks for. Those of the folders ALONE stay alone, and those of FEW, a few files each, are together.
# -O3 takes a quarter longer than -O2, which does for folders in COLD: their files wait for something else than loops.
function(heddle_compiled_by_folder target files_at_once)
  cmake_parse_arguments(folders "" "" "ALONE;FEW;COLD" ${ARGN})
  heddle_compiled_together(${target} ${files_at_once})
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/.*[.]cpp$")
  foreach(source ${sources})
    file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    string(REGEX REPLACE "/.*" "" folder ${folder})
    if(folder IN_LIST folders_ALONE)
      continue()
    elseif(folder IN_LIST folders_FEW)
      set(folder rest)
    endif()
    math(EXPR number "${number_in_${folder}} + 0")
    math(EXPR group "${number} / ${files_at_once}")
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${folder}_${group})
    math(EXPR number_in_${folder} "${number} + 1")
    if(folder IN_LIST folders_COLD)
      set(together ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${folder}_${group}_cxx.cxx)
      set_source_files_properties(${together} PROPERTIES
        COMPILE_OPTIONS "$<$<CONFIG:Release>:-O2>" SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

# CMake up to 3.27 knows this for C++ alone, so .cu files are taken together here: in `list`, the name of a list of them,
# files that include several stand in their place, one for each family, a pattern of names of which the first that fits
# counts. A program has the kernels of all of a file that it links anything of, so a family is what is called together.
# CUB takes nvcc longer than what uses it: that is one file, the first.
function(heddle_cuda_together list)
  if(NOT HEDDLE_UNITY)
    return()
  endif()
  set(files)
  foreach(source ${${list}})
    file(STRINGS ${source} uses_cub REGEX "#include <cub/" LIMIT_COUNT 1)
    if(uses_cub)
      list(APPEND files ${source})
    endif()
  endforeach()
  set(rest ${${list}})
  set(together)
  foreach(family "" ${ARGN} "")
    if(family)
      set(files ${rest})
      list(FILTER files INCLUDE REGEX "/${family}[^/]*[.]cu$")
    elseif(together)
      set(files ${rest})
    endif()
    if(files)
      list(REMOVE_ITEM rest ${files})
      list(LENGTH together number)
      list(TRANSFORM files REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE includes)
      list(JOIN includes "" includes)
      set(source ${CMAKE_CURRENT_BINARY_DIR}/together/${list}_${number}.cu)
      file(CONFIGURE OUTPUT ${source} CONTENT "${includes}" @ONLY)
      list(APPEND together ${source})
    endif()
  endforeach()
  set(${list} ${together} PARENT_SCOPE)
endfunction()

# An executable of the build folder's top, such as build/heddle.
function(heddle_executable target output_name)
  add_executable(${target} ${ARGN})
  heddle_own_target(${target})
  target_link_libraries(${target} PRIVATE heddle::heddle)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output_name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
