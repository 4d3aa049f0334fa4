// executors.hpp - one test body that runs on the host and on the GPU.
#pragma once
#include <doctest/doctest.h>

#include <heddle/base/executor.hpp>

// EXECUTOR_CASE("mxv keeps what the mask forbids") { ... exec ... }
// registers two cases, "... (host)" and "... (gpu)"; the second is skipped, and counted so, where no GPU is.
#define EXECUTOR_CASE(sentence) HEDDLE_EXECUTOR_CASE(DOCTEST_ANONYMOUS(heddle_executor_case_), sentence)
#define HEDDLE_EXECUTOR_CASE(body, sentence)                                                                 \
  static void body(heddle::executor const& exec);                                                            \
  TEST_CASE(sentence " (host)") { body(heddle::host_executor()); }                                           \
  TEST_CASE(sentence " (gpu)" * doctest::skip(!heddle::cuda_available())) { body(heddle::cuda_executor()); } \
  static void body([[maybe_unused]] heddle::executor const& exec)

// One that needs a GPU, and is skipped, and counted so, where none is.
#define GPU_CASE(sentence) TEST_CASE(sentence* doctest::skip(!heddle::cuda_available()))
