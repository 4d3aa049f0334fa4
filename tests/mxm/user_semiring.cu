// user_semiring.cu - products over a semiring of the test's own: struct elements, a monoid that does not commute.
#include "tests/mxm/dense_product.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// x -> p x + q modulo 2^32; composing maps does not commute.
struct affine {
  std::uint32_t p = 1, q = 0;
  friend HEDDLE_FN bool operator==(affine a, affine b) { return a.p == b.p && a.q == b.q; }
};

struct compose {
  using value_type = affine;
  HEDDLE_FN affine identity() const { return {}; }
  HEDDLE_FN affine operator()(affine a, affine b) const { return {a.p * b.p, a.p * b.q + a.q}; }
};

struct mix {
  HEDDLE_FN affine operator()(affine a, affine b) const { return {a.p ^ (b.q | 1u), a.q + 3 * b.p}; }
};

affine random_map(std::mt19937& random) {
  return {static_cast<std::uint32_t>(random()) | 1u, static_cast<std::uint32_t>(random())};
}

}  // namespace

EXECUTOR_CASE("mxm over a user's struct semiring combines products in ascending k under every schedule") {
  semiring const sr{compose{}, mix{}};
  unsigned seed = 10;
  for (std::string const& name : schedule::names()) {
    for (product_shape shape : {product_shape{1, 9, 30}, {33, 40, 21}, {20, 300, 150}}) {
      check_product<affine, affine>(exec, sr, no_accum, shape, 0.3, schedule::parse(name), seed++, random_map);
    }
  }
}

EXECUTOR_CASE("mxm over a user's struct semiring makes rows longer than any table") {
  std::mt19937 random(8);
  auto const a = random_dense<affine>(4, 40, 0.8, random, random_map);
  auto const b = random_dense<affine>(40, 9000, 0.3, random, random_map);
  semiring const sr{compose{}, mix{}};
  matrix<affine> c(4, 9000, exec);
  mxm(c, sr, from_dense(a, exec), from_dense(b, exec));
  CHECK(to_dense(c).at == dense_product(sr, a, b).at);
}
