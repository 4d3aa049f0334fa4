// user_semiring.cpp - matrix products over a user's semirings and wide indices, on the host.
#include "tests/support/mxm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("mxm over a monoid that is not commutative keeps the order of products on the host") {
  check_products(host_executor(), compose_affine{}, 5);
}

TEST_CASE("mxm over a semiring of a struct agrees with the reference on the host") {
  check_products(host_executor(), count_walks{}, 6, shorter_walks{});
}

TEST_CASE("mxm with 64-bit indices and offsets agrees with the reference under every schedule on the host") {
  check_products<plus_times<double>, std::int64_t, std::int64_t>(host_executor(), {}, 7);
}

TEST_CASE("mxm over a user's semiring called from a .cpp on a GPU is not compiled, and the message says what to do" *
          doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  auto const a = matrix<walks>::build(1, 1, {0}, {0}, {walks{1, 1}}, shorter_walks{}, exec);
  matrix<walks> c(1, 1, exec);
  try {
    mxm(c, count_walks{}, a, a);
    FAIL("no exception");
  } catch (not_compiled const& e) {
    std::string const text = e.what();
    INFO(text);
    CHECK(text.find("count_walks") != std::string::npos);
    CHECK(text.find("nvcc") != std::string::npos);
  }
}
