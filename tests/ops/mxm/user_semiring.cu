// user_semiring.cu - products over a semiring of the test's own: struct elements, a monoid that does not commute.
#include "tests/ops/mxm/dense_product.hpp"
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

template <class I, class O> void check_wide(executor const& exec) {
  std::mt19937 random(21);
  auto const a = random_dense<affine>(20, 30, 0.4, random, random_map);
  auto const b = random_dense<affine>(30, 25, 0.4, random, random_map);
  auto const c = random_dense<affine>(20, 25, 0.4, random, random_map);
  semiring const sr{compose{}, mix{}};
  auto const t = dense_product(sr, a, b);
  for (bool complemented : {false, true}) {
    double const density = complemented ? 0.5 : 0.02;
    auto const mask = random_dense<std::int32_t>(20, 25, density, random, [](auto&) { return 1; });
    auto const mask_matrix = from_dense<std::int32_t, I, O>(mask, exec);
    auto result = from_dense<affine, I, O>(c, exec);
    auto const turned = from_dense<affine, I, O>(transposed(b), exec);
    mxm(result, mask_of<matrix<std::int32_t, I, O>>{&mask_matrix, true, complemented}, no_accum, sr,
        from_dense<affine, I, O>(a, exec), transpose(turned));
    product_mask const kind = complemented ? product_mask::not_structural : product_mask::structural;
    CHECK(dense_of(result).at == dense_merge(c, mask, kind, no_accum, false, t).at);
  }
}

}  // namespace

EXECUTOR_CASE("mxm with wider indices or offsets merges under masks and their complements [sanitize]") {
  check_wide<std::int32_t, std::int64_t>(exec);
  check_wide<std::int64_t, std::int64_t>(exec);
}

EXECUTOR_CASE("mxm over a user's struct semiring combines products in ascending k under every schedule") {
  semiring const sr{compose{}, mix{}};
  unsigned seed = 10;
  for (std::string const& name : schedule::names()) {
    for (product_shape shape : {product_shape{1, 9, 30}, {33, 40, 21}, {20, 300, 150}}) {
      check_product<affine, affine>(exec, sr, no_accum, shape, 0.3, schedule::parse(name), seed++, random_map);
    }
  }
}

EXECUTOR_CASE("mxm over a user's struct semiring makes rows longer than any table [sanitize]") {
  std::mt19937 random(8);
  auto const a = random_dense<affine>(4, 40, 0.8, random, random_map);
  auto const b = random_dense<affine>(40, 9000, 0.3, random, random_map);
  semiring const sr{compose{}, mix{}};
  matrix<affine> c(4, 9000, exec);
  mxm(c, sr, from_dense(a, exec), from_dense(b, exec));
  CHECK(dense_of(c).at == dense_product(sr, a, b).at);
}
