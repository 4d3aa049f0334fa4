// wrong_operands.cpp - operands that do not fit are refused by name and size before anything is written.
#include <doctest/doctest.h>

#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using ring = plus_times<float>;

/// The message of the Error that run() throws.
template <class Error, class Run> std::string refusal(Run const& run) {
  try {
    run();
  } catch (Error const& e) { return e.what(); } catch (std::exception const& e) {
    return std::string("another exception: ") + e.what();
  }
  return "no exception";
}

bool mentions(std::string const& text, std::initializer_list<char const*> parts) {
  for (char const* part : parts) {
    if (text.find(part) == std::string::npos) return false;
  }
  return text.find('\n') == std::string::npos;
}

vector<float> ones(size_type size, executor const& exec = {}) { return vector<float>::filled(size, 1.0f, exec); }

}  // namespace

TEST_CASE("mxv names A and u where the columns of A are not as many as u is long") {
  matrix<float> const a(4, 5);
  auto w = ones(4);
  std::string const text = refusal<dimension_mismatch>([&] { mxv(w, ring{}, a, ones(4)); });
  INFO(text);
  CHECK(mentions(text, {"mxv", "A is 4 x 5", "u has length 4"}));
  CHECK_EQ(w.nvals(), 4);
}

TEST_CASE("mxv names A and w where the rows of A are not as many as w is long") {
  matrix<float> const a(4, 5);
  auto w = ones(3);
  std::string const text = refusal<dimension_mismatch>([&] { mxv(w, ring{}, a, ones(5)); });
  INFO(text);
  CHECK(mentions(text, {"mxv", "A is 4 x 5", "w has length 3"}));
}

TEST_CASE("mxv of a transpose names the shape after transposition") {
  matrix<float> const a(4, 5);
  auto w = ones(4);
  std::string const text = refusal<dimension_mismatch>([&] { mxv(w, ring{}, transpose(a), ones(5)); });
  INFO(text);
  CHECK(mentions(text, {"mxv", "5 x 4", "u has length 5", "w has length 4"}));
}

TEST_CASE("vxm names its operands and their sizes") {
  matrix<float> const a(4, 5);
  auto w = ones(4);
  std::string const text = refusal<dimension_mismatch>([&] { vxm(w, ring{}, ones(5), a); });
  INFO(text);
  CHECK(mentions(text, {"vxm", "A", "u has length 5", "w has length 4"}));
}

TEST_CASE("a mask of another length than the output is named") {
  matrix<float> const a(4, 5);
  auto w = ones(4);
  auto const mask = ones(6);
  for (std::string const& text : {refusal<dimension_mismatch>([&] { mxv(w, mask, no_accum, ring{}, a, ones(5)); }),
                                  refusal<dimension_mismatch>([&] { assign(w, structure(mask), no_accum, 1.0f); })}) {
    INFO(text);
    CHECK(mentions(text, {"w has length 4", "mask has length 6"}));
  }
}

TEST_CASE("assign and ewise_mult name vectors of different lengths") {
  auto w = ones(4);
  std::string const assigned = refusal<dimension_mismatch>([&] { assign(w, no_mask, no_accum, ones(3)); });
  INFO(assigned);
  CHECK(mentions(assigned, {"assign", "w has length 4", "u has length 3"}));
  std::string const multiplied =
      refusal<dimension_mismatch>([&] { ewise_mult(w, no_mask, no_accum, plus<float>{}, ones(4), ones(2)); });
  INFO(multiplied);
  CHECK(mentions(multiplied, {"ewise_mult", "4", "2"}));
}

TEST_CASE("mxm names operands, output and mask that do not fit") {
  matrix<float> const a(4, 5), b(6, 7), right(5, 7), mask(7, 4);
  matrix<float> c(4, 7), wrong(7, 4);
  std::string const inner = refusal<dimension_mismatch>([&] { mxm(c, ring{}, a, b); });
  INFO(inner);
  CHECK(mentions(inner, {"mxm", "A is 4 x 5", "B is 6 x 7"}));
  std::string const output = refusal<dimension_mismatch>([&] { mxm(wrong, ring{}, a, right); });
  INFO(output);
  CHECK(mentions(output, {"mxm", "4 x 7", "C is 7 x 4"}));
  std::string const masked = refusal<dimension_mismatch>([&] { mxm(c, mask, no_accum, ring{}, a, right); });
  INFO(masked);
  CHECK(mentions(masked, {"mxm", "C is 4 x 7", "mask is 7 x 4"}));
}

TEST_CASE("operands on different executors are refused by name" * doctest::skip(!cuda_available())) {
  executor const gpu = cuda_executor();
  matrix<float> const a(4, 4), a_gpu(4, 4, gpu);
  auto w = ones(4);
  auto w_gpu = ones(4, gpu);
  CHECK(mentions(refusal<executor_mismatch>([&] { mxv(w, ring{}, a_gpu, ones(4)); }), {"mxv", "A is on cuda", "host"}));
  CHECK(mentions(refusal<executor_mismatch>([&] { mxv(w_gpu, ring{}, a_gpu, ones(4)); }), {"mxv", "u is on host"}));
  CHECK(
      mentions(refusal<executor_mismatch>([&] { mxv(w, w_gpu, no_accum, ring{}, a, ones(4)); }), {"mask is on cuda"}));
  CHECK(mentions(refusal<executor_mismatch>([&] { assign(w, no_mask, no_accum, w_gpu); }), {"assign", "u is on cuda"}));
  matrix<float> c(4, 4);
  CHECK(mentions(refusal<executor_mismatch>([&] { mxm(c, ring{}, a, a_gpu); }), {"mxm", "B is on cuda"}));
}

TEST_CASE("two streams of one GPU are different executors" * doctest::skip(!cuda_available())) {
  executor const one = cuda_executor(), other = cuda_executor();
  matrix<float> const a(4, 4, one);
  auto w = ones(4, other);
  CHECK(mentions(refusal<executor_mismatch>([&] { mxv(w, ring{}, a, ones(4, other)); }), {"mxv", "A"}));
}
