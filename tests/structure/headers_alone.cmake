# headers_alone.cmake - every public header compiles alone, twice over; a build of its own target, so it is as quick as
# what changed: cmake --build build --target heddle_headers
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/ops/*.hpp ${PROJECT_SOURCE_DIR}/semirings/*.hpp)
list(FILTER headers EXCLUDE REGEX "/distributed/mpi[.]hpp$")  # needs MPI: tests/mpi compiles it
if(HEDDLE_WITH_CUDA)
  file(GLOB_RECURSE device_headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/include/*.cuh ${PROJECT_SOURCE_DIR}/ops/*.cuh ${PROJECT_SOURCE_DIR}/semirings/*.cuh)
endif()

set(sources)
foreach(header ${headers} ${device_headers})
  string(REGEX REPLACE "^include/heddle/" "" name ${header})
  string(REGEX MATCH "\\.cuh$" is_device_header ${header})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
  if(is_device_header)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cu)
  endif()
  file(CONFIGURE OUTPUT ${source} CONTENT "#include <heddle/${name}>\n#include <heddle/${name}>\n")
  list(APPEND sources ${source})
endforeach()

add_library(heddle_headers OBJECT EXCLUDE_FROM_ALL ${sources})
heddle_warnings(heddle_headers)
target_link_libraries(heddle_headers PRIVATE heddle::heddle)
target_compile_options(heddle_headers PRIVATE -O0)
set_target_properties(heddle_headers PROPERTIES CUDA_PTX_COMPILATION ON)  # the half of nvcc's work that reads all of it
add_test(NAME headers_alone COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target heddle_headers)
