# oracle.cmake - the comparison with SuiteSparse:GraphBLAS, an executable of its own so that the other tests run
# on machines that lack the library.
find_path(GRAPHBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse)
find_library(GRAPHBLAS_LIBRARY graphblas)
file(GLOB_RECURSE oracle_sources CONFIGURE_DEPENDS oracle/*.cpp)
if(NOT oracle_sources)
  return()
endif()
if(NOT GRAPHBLAS_INCLUDE_DIR OR NOT GRAPHBLAS_LIBRARY)
  message(STATUS "heddle: libgraphblas was not found, so the tests that compare with SuiteSparse:GraphBLAS are left out")
  return()
endif()

heddle_executable(heddle_oracle_tests heddle_oracle_tests ${oracle_sources} $<TARGET_OBJECTS:heddle_cases>
                  $<TARGET_OBJECTS:heddle_test_main>)
target_include_directories(heddle_oracle_tests SYSTEM PRIVATE ${GRAPHBLAS_INCLUDE_DIR})
target_link_libraries(heddle_oracle_tests PRIVATE doctest::doctest ${GRAPHBLAS_LIBRARY})
heddle_compiled_fast(heddle_oracle_tests heddle_host_cases)
add_test(NAME heddle_oracle_tests COMMAND heddle_oracle_tests)
