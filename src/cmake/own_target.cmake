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
  target_link_libraries(${target} PRIVATE fmt::fmt)
endfunction()

# The standard headers that nearly every file includes are read once a target: half a second a file.
function(heddle_reads_once target)
  foreach(header algorithm atomic functional map memory mutex optional span string variant vector)
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
  endforeach()
endfunction()

# An executable of the build folder's top, such as build/heddle.
function(heddle_executable target output_name)
  add_executable(${target} ${ARGN})
  heddle_own_target(${target})
  target_link_libraries(${target} PRIVATE heddle::heddle)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output_name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
