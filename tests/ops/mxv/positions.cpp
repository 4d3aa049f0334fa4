// positions.cpp - multiplications that ask for positions, on the host.
#include <heddle/semirings/flip.hpp>

#include "tests/support/mixed_check.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

TEST_CASE("a multiply that asks for positions gets its own under every schedule and format on the host") {
  check_semiring_of<float, std::uint32_t>(host_executor(), weigh_places{}, 2.5f);
  check_semiring_of<float, std::uint32_t>(host_executor(), compose_places{}, 2.5f);
  check_semiring(host_executor(), min_firstj<std::int32_t>{}, 1);
  check_semiring(host_executor(), max_firsti<std::int64_t>{}, 1);
}

TEST_CASE("products with positions write as mask, accumulator and replace say on the host") {
  check_mixed_vectors<double>(host_executor(), weigh_places{}, plus<double>{});
  check_mixed_matrices<double>(host_executor(), weigh_places{}, plus<double>{});
}

TEST_CASE("mxm gives positions under every schedule and method on the host") {
  check_products_of<float, std::uint32_t>(host_executor(), weigh_places{}, 3);
  check_products_of<float, std::uint32_t>(host_executor(), compose_places{}, 4);
  check_products(host_executor(), max_secondj<std::int32_t>{}, 5);
}

TEST_CASE("firsti, firstj, secondi and secondj read no values, whatever their type, on the host") {
  check_positions_of_patterns(host_executor(), min_firsti<std::int32_t>{});
  check_positions_of_patterns(host_executor(), max_firstj<std::int64_t>{});
  check_positions_of_patterns(host_executor(), min_secondi<std::int32_t>{});
  check_positions_of_patterns(host_executor(), max_secondj<std::int32_t>{});
}

TEST_CASE("a locality plan does not change positions") {
  random_source random(4);
  auto const a = draw_matrix<float>(random, 60, 80, 30);
  auto const u = draw_vector<std::uint32_t>(random, 80, 100);
  vector<std::int64_t> w(60);
  descriptor const placed{.locality = locality{.least_coverage = 0, .least_entries = 0}};
  mxv(w, weigh_places{}, make_matrix(a), make_vector(u, held::bitmap), placed);
  CHECK_EQ(difference(to_dense(w), reference::mxv(weigh_places{}, a, u)), "");
}

TEST_CASE("flip exchanges positions with operands") {
  static_assert(std::is_same_v<decltype(flip(min_firsti<int>{})), min_secondj<int>>);
  static_assert(std::is_same_v<decltype(flip(max_secondj<int>{})), max_firsti<int>>);
  static_assert(std::is_same_v<decltype(flip(min_firstj<int>{})), min_secondi<int>>);
  auto const flipped = flip(weigh_places{});
  CHECK_EQ(flipped.multiply(5, 3.0f, 10, 20, 30), weigh_places{}.multiply(3.0f, 5, 30, 20, 10));
  static_assert(!detail::reads<min_firsti<int>>::left && !detail::reads<min_secondj<int>>::right);
}

TEST_CASE("positions are asked for by multiplications that take them, and by no others") {
  static_assert(detail::asks_positions<weigh_places, float, int>);
  static_assert(detail::asks_positions<decltype(flip(weigh_places{})), float, int>);
  static_assert(detail::asks_positions<min_firstj<int>, float, double>);
  static_assert(!detail::asks_positions<cheapest_offer, float, std::uint32_t>);
  static_assert(!detail::asks_positions<decltype(flip(cheapest_offer{})), float, std::uint32_t>);
  static_assert(!detail::asks_positions<plus_times<float>, float, float>);
  using asking = detail::full_product_of<weigh_places, float, std::uint32_t, std::int32_t>;
  static_assert(detail::takes_tile<asking> && !reads_entries<asking>);
  using other = detail::full_product_of<cheapest_offer, float, std::uint32_t, std::int32_t>;
  static_assert(!detail::takes_tile<other> && reads_entries<other>);
}
