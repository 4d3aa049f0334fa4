# nvrtc.cmake - run-time compilation from the pure headers, an executable of its own, so that the other tests run where
# the library that compiles is missing. It needs no GPU and nothing of heddle's that is compiled beforehand.
if(NOT TARGET CUDA::nvrtc)
  return()
endif()
add_executable(heddle_nvrtc_tests nvrtc/product_kernel.cpp $<TARGET_OBJECTS:heddle_test_main>)
heddle_own_target(heddle_nvrtc_tests)
set_target_properties(heddle_nvrtc_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_compile_features(heddle_nvrtc_tests PRIVATE cxx_std_20)
list(GET CUDAToolkit_INCLUDE_DIRS 0 toolkit_headers)
target_compile_definitions(heddle_nvrtc_tests PRIVATE HEDDLE_FOLDERS="${PROJECT_BINARY_DIR}/include"
                           HEDDLE_CUDA_INCLUDE="${toolkit_headers}")
target_link_libraries(heddle_nvrtc_tests PRIVATE doctest::doctest CUDA::nvrtc)
add_test(NAME heddle_nvrtc_tests COMMAND heddle_nvrtc_tests)
